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

/// Where the joints of a body are in a pose.
class PosedBody {
 public:
  PosedBody(const Skeleton& skeleton, const Humanoid& body, std::span<const Transform> locals)
      : body_(within(body, skeleton.jointCount())), positions_(jointPositions(skeleton.parents(), locals)) {}

  double uprightness() const {
    double sum = 0;
    int count = 0;
    const auto add = [&](const std::optional<double>& cosine) {
      sum += cosine.value_or(0);
      count += cosine ? 1 : 0;
    };
    add(trunkUp());
    for (const BodySide side : {BodySide::Left, BodySide::Right}) {
      const Point foot = at(onSide(HumanJoint::LeftFoot, side)), knee = at(onSide(HumanJoint::LeftLowerLeg, side));
      add(cosineUp(knee, at(onSide(HumanJoint::LeftUpperLeg, side))));
      add(cosineUp(foot, knee));
    }
    return count > 0 ? sum / count : 0;
  }
  bool stands() const {
    const double upright = uprightness();
    if (upright >= kStandsUpright || upright < kOnItsFeet) return upright >= kStandsUpright;
    return trunkUp().value_or(0) >= kTrunkUpright;
  }

 private:
  using Point = std::optional<glm::dvec3>;

  /// How vertical the trunk is. It begins midway between the upper legs: where rigs put the hips joint in the pelvis
  /// varies.
  std::optional<double> trunkUp() const {
    const Point left = at(HumanJoint::LeftUpperLeg), right = at(HumanJoint::RightUpperLeg);
    return cosineUp(left && right ? Point((*left + *right) / 2.0) : at(HumanJoint::Hips), at(HumanJoint::Head));
  }

  Point at(HumanJoint role) const {
    const int joint = body_.jointOf(role);
    return joint == kNoJoint ? Point() : Point(positions_[static_cast<std::size_t>(joint)]);
  }
  /// The cosine between the vertical and the way from one point to the other; nullopt unless both are known and apart.
  static std::optional<double> cosineUp(const Point& lower, const Point& upper) {
    if (!lower || !upper || glm::distance(*lower, *upper) < 1e-9) return std::nullopt;
    return glm::normalize(*upper - *lower).y;
  }

  const Humanoid body_;
  std::vector<glm::dvec3> positions_;
};

}  // namespace

double uprightness(const Skeleton& skeleton, const Humanoid& body, std::span<const Transform> locals) {
  return PosedBody(skeleton, body, locals).uprightness();
}

bool stands(const Skeleton& skeleton, const Humanoid& body, std::span<const Transform> locals) {
  return PosedBody(skeleton, body, locals).stands();
}

std::vector<Transform> findStandingPose(const Skeleton& skeleton, const Humanoid& body, const AnimationClip& clip) {
  std::vector<Transform> rest(skeleton.restLocals().begin(), skeleton.restLocals().end());
  const PosedBody atRest(skeleton, body, rest);
  if (atRest.stands() || !body.isKnown() || clip.blendMode() == BlendMode::Additive) return rest;
  double best = atRest.uprightness();
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
