#include "crossfade/retarget/standing_pose.h"

#include <algorithm>

#include <glm/geometric.hpp>

#include "crossfade/pose/clip_pose.h"
#include "crossfade/skeleton/local_to_model.h"

namespace crossfade {
namespace {

constexpr double kMostMoments = 200;
constexpr double kRate = 10;  // moments per second

}  // namespace

double uprightness(const Skeleton& skeleton, const Humanoid& body, std::span<const Transform> locals) {
  const auto positions = jointPositions(skeleton.parents(), locals);
  double sum = 0;
  int count = 0;
  const auto add = [&](HumanJoint lower, HumanJoint upper) {
    const int a = body.jointOf(lower), b = body.jointOf(upper);
    if (a < 0 || b < 0) return;
    const glm::dvec3 bone = positions[static_cast<std::size_t>(b)] - positions[static_cast<std::size_t>(a)];
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
  if (best >= kStandsUpright || !body.isKnown() || clip.blendMode() == BlendMode::Additive) return rest;
  ClipPose pose(skeleton, clip);
  std::vector<Transform> found = rest, locals = rest;
  const int count = std::max(static_cast<int>(std::min(clip.duration() * kRate, kMostMoments)), 1);
  for (int i = 0; i <= count; ++i) {
    pose.moveTo(clip.duration() * i / count);
    pose.write(locals);
    if (const double upright = uprightness(skeleton, body, locals); upright > best) {
      best = upright;
      found = locals;
    }
  }
  return found;
}

}  // namespace crossfade
