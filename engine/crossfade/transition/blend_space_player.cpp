#include "crossfade/transition/blend_space_player.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace crossfade {
namespace {

constexpr double kPhaseSeconds = 0.2;  // in which clips that left the common phase come back to it

}  // namespace

BlendSpacePlayer::BlendSpacePlayer(const BlendSpace& space, Sync sync, const AnimationMixer& mixer,
                                   std::vector<AnimationAction*> actions)
    : space_(space), sync_(sync), mixer_(&mixer), actions_(std::move(actions)) {
  first_.resize(actions_.size());
  last_.resize(actions_.size());
  now_.from = now_.to = space_.samples().front().at;
  for (AnimationAction* const action : actions_) {
    action->blendSpace_ = this;
    action->setLoop(Loop::Repeat);
  }
  setTimeScale(1);
  moveTo(now_.to);
}

void BlendSpacePlayer::moveTo(glm::dvec2 point, double seconds) {
  if (!std::isfinite(point.x) || !std::isfinite(point.y)) return;
  const double now = mixer_->time();
  now_.from = seconds > 0 && std::isfinite(seconds) ? this->point() : point;
  now_.to = point;
  now_.begin = now_.cell = now;
  now_.end = now + (seconds > 0 && std::isfinite(seconds) ? seconds : 0);
  setShares(now, now);
}

glm::dvec2 BlendSpacePlayer::pointAt(double time) const {
  if (time >= now_.end) return now_.to;
  const double u = std::max(time - now_.begin, 0.0) / (now_.end - now_.begin);
  return now_.from * (1 - u) + now_.to * u;
}

double BlendSpacePlayer::shareAt(const AnimationAction& action, double time) const {
  space_.weightsAt(pointAt(time), first_);
  return first_[static_cast<std::size_t>(std::find(actions_.begin(), actions_.end(), &action) - actions_.begin())];
}

/// Shares change evenly between two mixer times.
void BlendSpacePlayer::setShares(double from, double to) {
  space_.weightsAt(pointAt(from), first_);
  space_.weightsAt(pointAt(to), last_);
  for (std::size_t i = 0; i < actions_.size(); ++i)
    actions_[i]->share_ = Ramp{.begin = from, .end = to, .from = first_[i], .to = last_[i]};
}

void BlendSpacePlayer::bringToPhase() {
  now_.cell = mixer_->time();
  now_.phaseEnd = now_.cell + kPhaseSeconds;
}

void BlendSpacePlayer::setTimeScale(double timeScale) {
  if (!(timeScale >= 0) || !std::isfinite(timeScale)) return;
  now_.timeScale = timeScale;
  now_.cell = mixer_->time();
  for (std::size_t i = 0; i < actions_.size(); ++i) actions_[i]->timeScale = space_.samples()[i].timeScale * timeScale;
}

void BlendSpacePlayer::setWeight(double weight) {
  for (AnimationAction* const action : actions_) action->weight = weight;
}

double BlendSpacePlayer::phase() const {
  const auto share = [](const AnimationAction* a, const AnimationAction* b) { return a->share() < b->share(); };
  const AnimationAction& largest = **std::max_element(actions_.begin(), actions_.end(), share);
  return largest.duration() > 0 ? largest.time / largest.duration() : 0;
}

void BlendSpacePlayer::setPhase(double phase) {
  const double inside = std::isfinite(phase) ? phase - std::floor(phase) : 0;
  for (AnimationAction* const action : actions_) action->time = inside * action->duration();
  if (sync_ == Sync::Markers) bringToPhase();
}

double BlendSpacePlayer::cycleSeconds() const {
  double sum = 0;
  for (std::size_t i = 0; i < actions_.size(); ++i)
    sum += actions_[i]->share() * actions_[i]->duration() / space_.samples()[i].timeScale;
  return sum;
}

}  // namespace crossfade
