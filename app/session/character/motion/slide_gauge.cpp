#include "app/session/character/motion/slide_gauge.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "app/model/root_clip.h"

namespace app {
namespace {

constexpr double kMemory = 0.5;      // seconds, in which what was measured counts by a factor of 1/e less
constexpr double kLongestGap = 0.1;  // seconds
constexpr double kLeastWalk = 0.02;  // leg lengths in the memory: less is standing

/// How the ground moves under a clip at its own speed, beside what its root track does.
glm::dvec3 groundVelocityUnder(const GroundFacts& facts, RootMode mode) {
  if (mode == RootMode::Extract || mode == RootMode::Feet) return glm::dvec3(0.0);
  if (mode == RootMode::Hold && facts.root.travels()) return -facts.root.velocity();
  return facts.contacts.groundVelocity;
}

}  // namespace

SlideGauge::SlideGauge(const Model& model, const ClipStudy& study)
    : study_(study), meter_(model.skeleton, study.feet()) {
  ground_.contact.resize(study.feet().feet.size());
}

void SlideGauge::add(const SlideFrame& frame) {
  const double now = frame.mixer.time(), passed = last_ ? now - *last_ : 0;
  if (last_ && passed == 0) return;
  last_ = now;
  double weights = 0;
  glm::dvec3 velocity(0.0);
  std::ranges::fill(ground_.contact, 0.0);
  for (const crossfade::BlendEntry& entry : frame.mixer.blendList()) {
    const GroundFacts* const facts = study_.find(entry.clipId.index);
    const auto active = frame.mixer.activeActions();
    const auto action = std::ranges::find(active, entry.slot, &crossfade::AnimationAction::slot);
    if (!facts || action == active.end()) continue;
    const ClipSettings& settings = frame.settings[static_cast<std::size_t>(entry.clipId.index)];
    const RootMode mode = frame.mode == TravelMode::InFile ? RootMode::Keep : chosenMode(settings.root, facts->root);
    velocity += groundVelocityUnder(*facts, mode) * ((*action)->shownSpeed() * entry.weight);
    for (std::size_t foot = 0; foot < ground_.contact.size(); ++foot)
      if (facts->contacts.isInContact(foot, entry.time)) ground_.contact[foot] += entry.weight;
    weights += entry.weight;
  }
  if (!(weights > 0) || !(passed > 0) || passed > kLongestGap) return meter_.restart();
  for (double& contact : ground_.contact) contact /= weights;
  ground_.velocity = velocity / weights - glm::dvec3(frame.travel.x, 0, frame.travel.z);
  const double before = meter_.slide().distance, kept = std::exp(-passed / kMemory);
  meter_.add(passed, ground_, frame.pose);
  double standing = 0;
  for (std::size_t foot = 0; foot < ground_.contact.size(); ++foot) standing += ground_.isInContact(foot) ? 1 : 0;
  slid_ = slid_ * kept + meter_.slide().distance - before;
  walked_ = walked_ * kept + glm::length(ground_.velocity) * passed * standing;
}

std::optional<double> SlideGauge::fraction() const {
  const double leg = study_.feet().legLength;
  if (!(leg > 0) || !(walked_ > kLeastWalk * leg)) return std::nullopt;
  return slid_ / walked_;
}

}  // namespace app
