#include "app/model/straight_rest.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

#include "crossfade/base/number_text.h"
#include "crossfade/body/humanoid.h"
#include "crossfade/pose/clip_pose.h"
#include "crossfade/skeleton/local_to_model.h"

namespace app {
namespace {

using crossfade::HumanJoint;

constexpr int kMoments = 48;
constexpr double kStraight = 0.8;  // cosine; sitting: 0

crossfade::Skeleton posed(const crossfade::Skeleton& skeleton, std::span<const crossfade::Transform> locals) {
  std::vector<crossfade::Joint> joints = skeleton.joints();
  for (std::size_t i = 0; i < joints.size(); ++i) joints[i].rest = locals[i];
  auto made = crossfade::Skeleton::make(std::move(joints));
  return made ? *std::move(made) : crossfade::Skeleton(skeleton);
}

/// How straight the body is: the cosine of the angle between the directions from feet to hips and from hips to head.
/// Empty if these joints are unknown or coincide.
std::optional<double> straightness(const crossfade::Skeleton& skeleton, const crossfade::Humanoid& body,
                                   std::span<const crossfade::Transform> locals) {
  const std::vector<glm::dvec3> positions = crossfade::jointPositions(skeleton.parents(), locals);
  const auto middle = [&](HumanJoint left) -> std::optional<glm::dvec3> {
    const int a = body.jointOf(left), b = body.jointOf(crossfade::mirrorOf(left));
    if (a < 0 || b < 0) return std::nullopt;
    return 0.5 * (positions[static_cast<std::size_t>(a)] + positions[static_cast<std::size_t>(b)]);
  };
  const auto feet = middle(HumanJoint::LeftFoot), knees = middle(HumanJoint::LeftLowerLeg);
  const auto hips = middle(HumanJoint::LeftUpperLeg), head = middle(HumanJoint::Head);
  const auto top = head ? head : middle(HumanJoint::LeftUpperArm), bottom = feet ? feet : knees;
  if (!hips || !top || !bottom) return std::nullopt;
  const double lengths = glm::length(*hips - *bottom) * glm::length(*top - *hips);
  if (!(lengths > 0)) return std::nullopt;
  return glm::dot(*hips - *bottom, *top - *hips) / lengths;
}

}  // namespace

void takeStraightRest(Model& model) {
  if (model.clips.empty()) return;
  const crossfade::Skeleton& skeleton = model.skeleton;
  std::vector<crossfade::Transform> locals(skeleton.restLocals().begin(), skeleton.restLocals().end());
  // Found by name, so it is the same in every pose.
  const crossfade::Humanoid body = crossfade::findHumanoid(skeleton);
  if (!straightness(skeleton, body, locals) || *straightness(skeleton, body, locals) >= kStraight) return;

  double most = -2, seconds = 0;
  std::vector<crossfade::Transform> best = locals;
  crossfade::ClipPose pose(skeleton, model.clips[0]);
  for (int i = 0; i < kMoments && most < kStraight; ++i) {
    const double time = model.clips[0].duration() * i / (kMoments - 1);
    pose.moveTo(time);
    pose.write(locals);
    const std::optional<double> now = straightness(skeleton, body, locals);
    if (!now || *now <= most) continue;
    most = *now, seconds = time;
    best = locals;
  }
  model.skeleton = posed(skeleton, best);
  model.report.lines.push_back({Finding::Repaired, "document",
                                "its rest pose is not a usable body pose; the pose at " +
                                    crossfade::formatNumber(seconds, 2) + " s is used instead"});
}

}  // namespace app
