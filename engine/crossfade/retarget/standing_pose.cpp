#include "crossfade/retarget/standing_pose.h"

#include <algorithm>

#include <glm/geometric.hpp>

#include "crossfade/pose/channel_layout.h"
#include "crossfade/pose/clip_sampler.h"
#include "crossfade/retarget/detail/rest_positions.h"

namespace crossfade {
namespace {

constexpr int kMostMoments = 200;
constexpr double kRate = 10;  // moments per second

}  // namespace

double uprightness(const Skeleton& skeleton, const Humanoid& body, std::span<const Transform> locals) {
  const auto models = detail::modelMatrices(skeleton.parents(), locals);
  double sum = 0;
  int count = 0;
  const auto add = [&](HumanJoint lower, HumanJoint upper) {
    const int a = body.jointOf(lower), b = body.jointOf(upper);
    if (a < 0 || b < 0) return;
    const glm::dvec3 bone = detail::positionOf(models[static_cast<std::size_t>(b)]) -
                            detail::positionOf(models[static_cast<std::size_t>(a)]);
    if (glm::length(bone) < 1e-9) return;
    sum += glm::normalize(bone).y;
    ++count;
  };
  add(HumanJoint::Hips, HumanJoint::Head);
  for (const BodySide side : {BodySide::Left, BodySide::Right}) {
    add(onSide(HumanJoint::LeftLowerLeg, side), onSide(HumanJoint::LeftUpperLeg, side));
    add(onSide(HumanJoint::LeftFoot, side), onSide(HumanJoint::LeftLowerLeg, side));
  }
  return count > 0 ? sum / count : 0;
}

std::vector<Transform> findStandingPose(const Skeleton& skeleton, const Humanoid& body, const AnimationClip& clip) {
  const std::vector<Transform> rest(skeleton.restLocals().begin(), skeleton.restLocals().end());
  double best = uprightness(skeleton, body, rest);
  if (best >= kStandsUpright || !body.isKnown()) return rest;
  const ChannelLayout layout(skeleton.jointCount(), {});
  ClipSampler sampler(clip, layout);
  Pose pose{.locals = rest, .morphWeights = {}};
  std::vector<Transform> found = rest;
  const int count = std::clamp(static_cast<int>(clip.duration() * kRate), 1, kMostMoments);
  std::vector<double> restValues(static_cast<std::size_t>(layout.valueCount())), values;
  layout.readPose(pose, restValues);
  for (int i = 0; i <= count; ++i) {
    values = restValues;
    const auto sampled = sampler.sample(clip.duration() * i / count);
    for (std::size_t channel = 0; channel < layout.channels().size(); ++channel) {
      const ChannelSlot& slot = layout.channels()[channel];
      if (sampler.present()[channel])
        std::copy_n(sampled.begin() + slot.offset, slot.size, values.begin() + slot.offset);
    }
    layout.writePose(values, pose);
    if (const double upright = uprightness(skeleton, body, pose.locals); upright > best) {
      best = upright;
      found = pose.locals;
    }
  }
  return found;
}

}  // namespace crossfade
