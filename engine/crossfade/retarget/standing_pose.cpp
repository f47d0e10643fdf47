#include "crossfade/retarget/standing_pose.h"

#include <algorithm>
#include <optional>

#include <glm/geometric.hpp>

#include "crossfade/pose/clip_pose.h"
#include "crossfade/skeleton/local_to_model.h"

namespace crossfade {
namespace {

constexpr double kMostMoments = 200;
constexpr double kRate = 10;             // moments per second
constexpr double kTrunkUpright = 0.951;  // the cosine of 18 degrees

/// The cosine between the vertical and the way from one joint to another; nullopt unless both are known and apart.
std::optional<double> cosineUp(const Humanoid& body, std::span<const glm::dvec3> positions, HumanJoint lower,
                               HumanJoint upper) {
  const int a = body.jointOf(lower), b = body.jointOf(upper);
  if (a < 0 || b < 0) return std::nullopt;
  const glm::dvec3 bone = positions[static_cast<std::size_t>(b)] - positions[static_cast<std::size_t>(a)];
  if (glm::length(bone) < 1e-9) return std::nullopt;
  return glm::normalize(bone).y;
}

}  // namespace

double uprightness(const Skeleton& skeleton, const Humanoid& body, std::span<const Transform> locals) {
  const auto positions = jointPositions(skeleton.parents(), locals);
  double sum = 0;
  int count = 0;
  const auto add = [&](HumanJoint lower, HumanJoint upper) {
    const std::optional<double> cosine = cosineUp(body, positions, lower, upper);
    sum += cosine.value_or(0);
    count += cosine ? 1 : 0;
  };
  add(HumanJoint::Hips, HumanJoint::Head);
  for (const BodySide side : {BodySide::Left, BodySide::Right}) {
    add(onSide(HumanJoint::LeftLowerLeg, side), onSide(HumanJoint::LeftUpperLeg, side));
    add(onSide(HumanJoint::LeftFoot, side), onSide(HumanJoint::LeftLowerLeg, side));
  }
  return count > 0 ? sum / count : 0;
}

bool stands(const Skeleton& skeleton, const Humanoid& body, std::span<const Transform> locals) {
  const double upright = uprightness(skeleton, body, locals);
  if (upright >= kStandsUpright || upright < kOnItsFeet) return upright >= kStandsUpright;
  const auto positions = jointPositions(skeleton.parents(), locals);
  return cosineUp(body, positions, HumanJoint::Hips, HumanJoint::Head).value_or(0) >= kTrunkUpright;
}

std::vector<Transform> findStandingPose(const Skeleton& skeleton, const Humanoid& body, const AnimationClip& clip) {
  const std::vector<Transform> rest(skeleton.restLocals().begin(), skeleton.restLocals().end());
  double best = uprightness(skeleton, body, rest);
  if (stands(skeleton, body, rest) || !body.isKnown() || clip.blendMode() == BlendMode::Additive) return rest;
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
