#include "crossfade/retarget/retargeter.h"

#include "crossfade/base/assert.h"
#include "crossfade/base/number_text.h"
#include "crossfade/retarget/detail/clip_conversion.h"
#include "crossfade/retarget/detail/retarget_plan.h"

namespace crossfade {
namespace {

std::vector<Transform> toFloats(std::span<const DoubleTransform> locals) {
  std::vector<Transform> result;
  for (const DoubleTransform& local : locals) result.push_back(toFloat(local));
  return result;
}

}  // namespace

Retargeter::Retargeter(std::unique_ptr<const detail::RetargetPlan> plan) : plan_(std::move(plan)) {}
Retargeter::Retargeter(Retargeter&&) noexcept = default;
Retargeter& Retargeter::operator=(Retargeter&&) noexcept = default;
Retargeter::~Retargeter() = default;

Result<Retargeter> Retargeter::make(const Skeleton& source, const Skeleton& target, JointMap map,
                                    RetargetOptions options) {
  return make(source, findHumanoid(source), target, findHumanoid(target), std::move(map), std::move(options));
}

Result<Retargeter> Retargeter::make(const Skeleton& source, const Humanoid& sourceBody, const Skeleton& target,
                                    const Humanoid& targetBody, JointMap map, RetargetOptions options) {
  if (map.pairs.empty()) return Error{"the joint map is empty"};
  if (std::string error = findError(map, source, target); !error.empty()) return Error{std::move(error)};
  const auto fits = [](const std::vector<Transform>& pose, const Skeleton& skeleton) {
    return pose.empty() || pose.size() == static_cast<std::size_t>(skeleton.jointCount());
  };
  if (!fits(options.sourceReference, source) || !fits(options.targetReference, target))
    return Error{"a reference pose needs one transform for each joint of its skeleton"};
  if (!(options.reach >= 0 && options.reach <= 1))
    return Error{"a reach of " + formatNumber(options.reach) + "; it must be from 0 to 1"};
  if (!(options.tolerance > 0))
    return Error{"a tolerance of " + formatNumber(options.tolerance) + "; it must be above 0"};
  return Retargeter(std::make_unique<detail::RetargetPlan>(source, within(sourceBody, source.jointCount()), target,
                                                           within(targetBody, target.jointCount()), std::move(map),
                                                           std::move(options)));
}

Result<RetargetedClip> Retargeter::retarget(const AnimationClip& clip) const {
  return detail::ClipConversion(*plan_, clip).run();
}

const JointMap& Retargeter::map() const { return plan_->map(); }
double Retargeter::travelScale() const { return plan_->travelScale(); }
glm::mat3 Retargeter::toTarget() const { return glm::mat3(matrixOf(plan_->toTarget())); }
std::vector<Transform> Retargeter::alignedPose() const { return toFloats(plan_->alignedLocals()); }

PoseRetargeter::PoseRetargeter(const Retargeter& retargeter)
    : plan_(retargeter.plan_.get()),
      transfer_(std::make_unique<detail::PoseTransfer>(detail::PoseTransfer{plan_->defaultTransfer(), {}})),
      target_(plan_->targetRest()) {
  plan_->apply(plan_->sourceRest(), transfer_->transfer, target_, transfer_->buffers);  // which get their size
  target_ = plan_->targetRest();
}
PoseRetargeter::PoseRetargeter(PoseRetargeter&&) noexcept = default;
PoseRetargeter& PoseRetargeter::operator=(PoseRetargeter&&) noexcept = default;
PoseRetargeter::~PoseRetargeter() = default;

std::span<const DoubleTransform> PoseRetargeter::retarget(std::span<const DoubleTransform> source) {
  const bool fits = source.size() == plan_->sourceRest().size();
  CROSSFADE_ASSERT(fits, "PoseRetargeter::retarget: the source has not one transform per joint");
  if (fits) plan_->apply(source, transfer_->transfer, target_, transfer_->buffers);
  return target_;
}

}  // namespace crossfade
