#include "crossfade/ground/foot_slide.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "crossfade/base/assert.h"
#include "crossfade/pose/clip_pose.h"
#include "crossfade/skeleton/local_to_model.h"

namespace crossfade {
namespace {

constexpr double kMostFrames = 200000;  // a quarter of an hour at 240 Hz

}  // namespace

FootSlideMeter::FootSlideMeter(const Skeleton& skeleton, Feet feet, double floor)
    : parents_(skeleton.parents().begin(), skeleton.parents().end()),
      feet_(std::move(feet)),
      floor_(floor),
      models_(parents_.size()),
      last_(feet_.feet.size()),
      wasDown_(feet_.feet.size()) {}

void FootSlideMeter::add(double delta, const GroundState& ground, const Pose& pose, bool counts) {
  CROSSFADE_ASSERT(pose.locals.size() == parents_.size(),
                   "FootSlideMeter::add: the pose has not one transform per joint");
  if (pose.locals.size() != parents_.size()) return;
  localToModel(parents_, pose.locals, models_);
  const double most = kSlideHeight * feet_.legLength;
  for (std::size_t foot = 0; foot < feet_.feet.size(); ++foot) {
    Sole now;
    std::size_t low = 0;
    for (std::size_t point = 0; point < kSolePoints; ++point) {
      now[point] = feet_.feet[foot].sole[point].in(models_);
      if (now[point].y < now[low].y) low = point;
    }
    const bool isDown = ground.isInContact(foot);
    if (isDown && !(hasLast_ && wasDown_[foot] != 0)) ++slide_.steps;
    if (hasLast_ && counts) {
      const glm::dvec3 step = now[low] - last_[foot][low] - ground.velocity * delta;
      const double distance = std::hypot(step.x, step.z);
      const double height = std::max(now[low].y - floor_, 0.0);
      if (isDown && wasDown_[foot] != 0) slide_.distance += distance;
      if (height < most) slide_.zhang += distance * (2 - std::exp2(height / most));
    }
    last_[foot] = now;
    wasDown_[foot] = isDown ? 1 : 0;
  }
  hasLast_ = true;
}

FootSlide slideOf(const Skeleton& skeleton, const Feet& feet, const AnimationClip& clip, const GroundContacts& contacts,
                  double rate) {
  if (feet.isEmpty() || !(clip.duration() > 0) || !(rate > 0) || clip.blendMode() == BlendMode::Additive) return {};
  ClipPose clipPose(skeleton, clip);
  Pose pose{.locals = std::vector<Transform>(skeleton.restLocals().size()), .morphWeights = {}};
  FootSlideMeter meter(skeleton, feet, contacts.floor);
  const auto frames = static_cast<long>(std::min(std::ceil(clip.duration() * rate), kMostFrames));
  const double frame = clip.duration() / static_cast<double>(frames);
  GroundState ground{.velocity = contacts.groundVelocity, .contact = std::vector<double>(feet.feet.size())};
  for (long i = 0; i <= frames; ++i) {
    const double time = static_cast<double>(i) * frame;
    clipPose.moveTo(time);
    clipPose.write(pose.locals);
    for (std::size_t foot = 0; foot < feet.feet.size(); ++foot)
      ground.contact[foot] = contacts.isInContact(foot, time) ? 1 : 0;
    meter.add(frame, ground, pose);
  }
  FootSlide slide = meter.slide();
  if (contacts.isCyclic) slide.steps = contacts.stepCount();  // a step across the seam is one
  return slide;
}

}  // namespace crossfade
