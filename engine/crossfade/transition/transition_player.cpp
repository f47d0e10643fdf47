#include "crossfade/transition/transition_player.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include <glm/geometric.hpp>

#include "crossfade/pose/pose_mix.h"
#include "crossfade/transition/detail/pose_blender.h"

namespace crossfade {
namespace {

constexpr double kVelocityInterval = 1.0 / 240;  // seconds
constexpr double kLongestPiece = 1.0 / 30;       // seconds, of frames in which the way matters
constexpr double kInertializeSeconds = 0.2;      // for weights that jump outside a transition

/// Keeps the end of a loop at the end: clamped clips stop there.
double wrapTime(double time, double duration) {
  if (time >= 0 && time <= duration) return time;
  return time - duration * std::floor(time / duration);
}

}  // namespace

TransitionPlayer::TransitionPlayer(const ClipSet& clips, const ChannelLayout& layout, const Pose& rest)
    : mixing_(clips),
      blender_(std::make_unique<PoseBlender>(layout, rest)),
      state_(rest),
      shownBefore_(rest),
      target_(rest),
      targetAfter_(rest) {}

TransitionPlayer::~TransitionPlayer() = default;

AnimationAction& TransitionPlayer::clipAction(ClipId clip) {
  const AnimationClip* const data = mixer().clips().find(clip);
  assert(data);
  return clipAction(clip, data ? data->blendMode() : BlendMode::Normal);
}

AnimationAction& TransitionPlayer::clipAction(ClipId clip, BlendMode blendMode) {
  if (AnimationAction* const known = mixer().existingAction(clip, blendMode)) return *known;
  AnimationAction& action = mixing_.clipAction(clip, blendMode);
  const int slot = action.slot();
  const auto slots = static_cast<std::size_t>(slot) + 1;
  const auto lostItsSlot = [slot](const BlendEntry& entry) { return entry.slot == slot; };  // its action was uncached
  if (std::erase_if(before_, lostItsSlot) > 0) beforeIsPartial_ = true;
  before_.reserve(slots);
  after_.reserve(slots);
  closed_.resize(std::max(closed_.size(), slots));
  if (const AnimationClip* const data = action.getClip()) {
    blender_->bind(slot, *data);
    closed_[slots - 1] = isClosed(slot, *data);
  }
  return action;
}

void TransitionPlayer::stopAll() {
  mixing_.stopAll();
  cut();
}

void TransitionPlayer::restart() {
  mixing_.restart();
  cut();
  before_.clear();
  blender_->restart();
  state_.lastDelta = 0;
  undrawn_ = 0;
}

CurveId TransitionPlayer::addCurve(const AnimationCurve& curve) {
  state_.curve.reserve(curve.keys().size());
  return mixing_.addCurve(curve);
}

void TransitionPlayer::setCurve(CurveId id, const AnimationCurve& curve) {
  state_.curve.reserve(curve.keys().size());
  mixing_.setCurve(id, curve);
}

void TransitionPlayer::decide(double delta) {
  const TransitionChange change = mixing_.takeChange();
  const double inertialSeconds = takeInertialSeconds(change);
  if (change != TransitionChange::None || inertialSeconds > 0) {
    if (undrawn_ > 0) sample(target_);
    sampleJustBefore();
    if (transition().isRunning()) blender_->threeJsOrder = transition().options().kind == TransitionKind::Classic;
    mixing_.update(0);  // applies the change at the moment on screen
    startFromScreen(change, inertialSeconds);
  }
  mixing_.beginFrame();
  while (remembersMotion() && delta > kLongestPiece + kSameTime) {
    mixing_.updateFurther(kLongestPiece);
    undrawn_ += kLongestPiece;
    delta -= kLongestPiece;
    sample(target_);
  }
  mixing_.updateFurther(delta);
  undrawn_ += delta;
}

/// Whether the pose depends on the way to it: rotations that are blended or carried over must not miss a half turn
/// between two frames.
bool TransitionPlayer::remembersMotion() const {
  const bool blends = !blender_->threeJsOrder && mixer().activeActions().size() > 1;
  return blends || (state_.running && state_.kind != TransitionKind::Inertial);
}

/// 0: no inertia beyond what the transition itself asks for.
double TransitionPlayer::takeInertialSeconds(TransitionChange change) {
  const double seconds = std::exchange(inertializeSeconds_, 0);
  const bool jumps = change == TransitionChange::Jumped && !transition().isRunning();
  return jumps ? std::max(seconds, kInertializeSeconds) : seconds;
}

/// The pose that was on the screen, or would have been, shortly before the last frame.
void TransitionPlayer::sampleJustBefore() {
  if (dropRemoved(before_) || beforeIsPartial_) {
    shownBefore_ = state_.shown;  // the velocity is unknown
    return;
  }
  blender_->sampleProbe(before_, shownBefore_);
  showTransition(state_, state_.elapsed - kVelocityInterval, shownBefore_);
}

/// What to sample, with a target that is about to fade in: its rotations get their signs when the transition begins,
/// not in the first frame that shows it.
std::span<const BlendEntry> TransitionPlayer::shownWithTarget() {
  const AnimationAction* const target = transition().target();
  if (!target || !target->shown().clip || blender_->threeJsOrder || worksOnPoses(transition().options().kind))
    return shown();
  const auto isTarget = [target](const BlendEntry& entry) { return entry.slot == target->slot(); };
  if (std::any_of(shown().begin(), shown().end(), isTarget)) return shown();
  after_.assign(shown().begin(), shown().end());
  after_.push_back(target->shown());
  after_.back().weight = std::numeric_limits<double>::min();
  return after_;
}

/// Decides which way around the rotations of the target go, from what the clips do while the fade lasts. Returns
/// whether the pose jumps.
bool TransitionPlayer::chooseWays() {
  constexpr double kMostLooks = 64;
  const AnimationAction* const target = transition().target();
  if (!target || !target->shown().clip || blender_->threeJsOrder || worksOnPoses(transition().options().kind))
    return false;
  const double seconds = transition().remaining();
  const double looks = std::clamp(std::ceil(seconds / kLongestPiece), 2.0, kMostLooks);
  blender_->startLookingAhead();
  for (double look = 1; look < looks; ++look) {
    mixing_.extrapolate(seconds * look / looks, after_);
    std::erase_if(after_, [](const BlendEntry& entry) { return !(entry.weight > 0); });
    wrapOrClampTimes(after_);
    blender_->lookAhead(after_, target->slot());
  }
  const bool shows = std::any_of(shown().begin(), shown().end(),
                                 [target](const BlendEntry& entry) { return entry.slot == target->slot(); });
  return blender_->chooseWays(target->slot(), shows);
}

void TransitionPlayer::startFromScreen(TransitionChange change, double inertialSeconds) {
  blender_->sampleShown(shownWithTarget(), target_);
  const bool turns = chooseWays();
  blender_->sampleProbe(shown(), target_);
  mixing_.extrapolate(kVelocityInterval, after_);
  wrapOrClampTimes(after_);
  blender_->sampleProbe(after_, targetAfter_);
  const TransitionPoses poses{
      .shownBefore = shownBefore_, .target = target_, .targetAfter = targetAfter_, .interval = kVelocityInterval};
  if (!transition().isRunning()) {
    if (inertialSeconds > 0) beginTransition(state_, TransitionKind::Inertial, inertialSeconds, poses);
    return;
  }
  // When a kind that changes weights interrupts one that works on poses, inertia fades out the remaining offset, so any
  // kind can take over from any other.
  const TransitionOptions& options = transition().options();
  const bool changesWeights = options.kind == TransitionKind::Linear || options.kind == TransitionKind::Curve;
  const bool jumps = change == TransitionChange::Jumped || inertialSeconds > 0 || turns;
  const bool carriesOver = changesWeights && (state_.running || jumps);
  const bool everywhere = inertialSeconds > 0;  // the caller may have changed what plays outside the mask, too
  beginTransition(state_, carriesOver || everywhere ? TransitionKind::Inertial : options.kind,
                  std::max(transition().remaining(), inertialSeconds), poses, mixing_.shape(),
                  everywhere ? nullptr : options.mask);
}

void TransitionPlayer::skip(double delta) { decide(delta); }

void TransitionPlayer::sample(Pose& pose) {
  blender_->sampleShown(shownWithTarget(), pose);
  continueTransition(state_, std::exchange(undrawn_, 0), pose);
  mixing_.extrapolate(-kVelocityInterval, before_);
  beforeIsPartial_ = false;
  wrapOrClampTimes(before_);
}

void TransitionPlayer::sampleAhead(double seconds, Pose& pose) {
  mixing_.extrapolate(seconds, after_);
  dropRemoved(after_);
  std::erase_if(after_, [](const BlendEntry& entry) { return !(entry.weight > 0); });
  for (BlendEntry& entry : after_)  // over every clip's end: its time will wrap
    entry.time = entry.clip->duration() > 0 ? wrapTime(entry.time, entry.clip->duration()) : 0;
  blender_->sampleProbe(after_, pose);
  showTransition(state_, state_.elapsed + seconds, pose);
}

void TransitionPlayer::endTransition(double seconds) {
  transition().forget();
  if (state_.running) inertializeSeconds_ = seconds > 0 ? seconds : kVelocityInterval;
}

void TransitionPlayer::carryOver(double seconds) {
  if (seconds > 0 && std::isfinite(seconds)) inertializeSeconds_ = std::max(inertializeSeconds_, seconds);
}

void TransitionPlayer::cut() {
  state_.running = false;
  inertializeSeconds_ = 0;
}

void TransitionPlayer::useThreeJsFades() {
  transition().forget();
  blender_->threeJsOrder = true;
  cut();
}

/// Drops the entries whose clips were removed from the set since; returns whether there were any.
bool TransitionPlayer::dropRemoved(std::vector<BlendEntry>& entries) const {
  return std::erase_if(entries, [&](const BlendEntry& entry) { return !mixer().clips().find(entry.clipId); }) > 0;
}

/// A time past the end of a clip wraps only where the end joins the start: a jump at the loop seam is not a velocity.
void TransitionPlayer::wrapOrClampTimes(std::vector<BlendEntry>& entries) const {
  for (BlendEntry& entry : entries) {
    const double duration = entry.clip->duration();
    const bool wraps = duration > 0 && closed_[static_cast<std::size_t>(entry.slot)];
    entry.time = wraps ? wrapTime(entry.time, duration) : std::clamp(entry.time, 0.0, duration);
  }
}

/// Whether no joint moves more than twice as far from the last pose to the first as in the moment before the end.
bool TransitionPlayer::isClosed(int slot, const AnimationClip& clip) {
  constexpr float kSmallAngle = 0.01f;     // radians
  constexpr float kSmallDistance = 1e-3f;  // of a joint's distance from its parent
  blender_->sampleClip(slot, clip, clip.duration() - kVelocityInterval, shownBefore_);
  blender_->sampleClip(slot, clip, clip.duration(), target_);
  blender_->sampleClip(slot, clip, 0, targetAfter_);
  const auto angle = [](const Transform& a, const Transform& b) {
    return 2 * std::acos(std::min(1.0f, std::abs(glm::dot(a.rotation, b.rotation))));
  };
  for (std::size_t i = 0; i < target_.locals.size(); ++i) {
    const Transform &before = shownBefore_.locals[i], &last = target_.locals[i], &first = targetAfter_.locals[i];
    if (angle(last, first) > kSmallAngle + 2 * angle(before, last)) return false;
    const float small = kSmallDistance * (glm::length(last.translation) + glm::length(first.translation));
    if (glm::distance(last.translation, first.translation) >
        small + 2 * glm::distance(before.translation, last.translation))
      return false;
  }
  return true;
}

}  // namespace crossfade
