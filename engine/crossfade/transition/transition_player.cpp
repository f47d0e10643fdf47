#include "crossfade/transition/transition_player.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include <glm/geometric.hpp>

#include "crossfade/pose/pose_mix.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/detail/pose_blender.h"
#include "crossfade/transition/transition_state.h"

namespace crossfade {
namespace {

constexpr double kVelocityInterval = 1.0 / 240;  // seconds
constexpr double kLongestPiece = 1.0 / 30;       // seconds of mixer time, of frames in which the way matters
constexpr double kLongestWay = 600;              // the same, of the part of a frame that is followed piece by piece
constexpr double kFastest = 100;                 // time scale up to which frames are cut that finely
constexpr double kInertializeSeconds = 0.2;      // for weights that jump outside a transition

/// Keeps the end of a loop at the end: clamped clips stop there.
double wrapTime(double time, double duration) {
  if (time >= 0 && time <= duration) return time;
  return duration > 0 ? time - duration * std::floor(time / duration) : 0;
}

/// Across loop seams, as the clips will play.
void wrapTimes(std::vector<BlendEntry>& entries) {
  for (BlendEntry& entry : entries) entry.time = wrapTime(entry.time, entry.clip->duration());
}

/// Whether the signs of rotations matter.
bool blendsRotations(const PoseBlender& blender, const AnimationMixer& mixer) {
  return !blender.threeJsOrder && mixer.activeActions().size() > 1;
}

/// Whether it has not shown yet, and will as soon as time goes on: a call has faded it in or given it a weight.
bool isAboutToAppear(const AnimationAction& action) {
  if (action.shown().weight > 0 || !action.enabled || !(action.weight * action.share() > 0) || !action.getClip() ||
      action.blendMode() != BlendMode::Normal)
    return false;
  const std::optional<Ramp>& fade = action.fadeRamp();
  return action.fadeValue() > 0 || (fade && fade->to > 0 && action.getMixer().time() < fade->end);
}

/// A clip of a fade, or of a layer above it.
struct ScopeClip {
  std::span<const std::uint8_t> present;  // per channel: whether the clip animates it; empty: there is no clip
  const JointMask* mask = nullptr;
  double weight = 1;  // read only of a layer above

  bool animates(std::size_t channel) const { return channel < present.size() && present[channel] != 0; }
};

/// Whether the clips of one of these layers cover the channel in full.
bool isCovered(std::span<const ScopeClip> above, std::size_t channel, int node) {
  constexpr double kInFull = 1 - 1e-6;
  for (const ScopeClip& clip : above) {
    double sum = 0;
    for (const ScopeClip& other : above)
      if (other.mask == clip.mask && other.animates(channel)) sum += other.weight;
    if (std::min(sum, 1.0) * static_cast<double>(clip.mask ? clip.mask->weight(node) : 1) >= kInFull) return true;
  }
  return false;
}

}  // namespace

/// Of the switch: see TransitionPoses.
struct TransitionPlayer::Poses {
  Pose shownBefore, target, targetAfter;
};

/// Which joints and morph weights the fade of one layer moves: it leaves all others to the fades they are in.
struct TransitionPlayer::FadeScope {
  explicit FadeScope(const ChannelLayout& layout)
      : joints(static_cast<std::size_t>(layout.jointCount())),
        morphs(static_cast<std::size_t>(layout.valueCount() - layout.jointCount() * kValuesPerJoint)) {}

  /// Where clips of the fade show: their masks are above 0, and no layer above covers them in full. Valid until the
  /// next call.
  TransitionScope ofClips(const ChannelLayout& layout) {
    std::fill(joints.begin(), joints.end(), std::uint8_t{0});
    std::fill(morphs.begin(), morphs.end(), std::uint8_t{0});
    const int firstMorph = layout.jointCount() * kValuesPerJoint;
    const auto channels = layout.channels();
    for (std::size_t channel = 0; channel < channels.size(); ++channel) {
      const ChannelSlot& slot = channels[channel];
      const bool moves = std::any_of(faded.begin(), faded.end(), [&](const ScopeClip& clip) {
        return clip.animates(channel) && (!clip.mask || clip.mask->weight(slot.node) > 0);
      });
      if (!moves || isCovered(above, channel, slot.node)) continue;
      if (slot.offset < firstMorph)
        joints[static_cast<std::size_t>(slot.offset / kValuesPerJoint)] = 1;
      else
        std::fill_n(morphs.begin() + (slot.offset - firstMorph), slot.size, std::uint8_t{1});
    }
    return {.joints = joints, .morphs = morphs};
  }

  /// What of the scope is in a transition. Valid until the next call.
  TransitionScope inTransition(const TransitionState& state, TransitionScope scope) {
    const auto mark = [](std::span<const std::uint8_t> in, std::span<const std::uint8_t> clocks,
                         std::vector<std::uint8_t>& marks) {
      for (std::size_t i = 0; i < marks.size(); ++i) marks[i] = (in.empty() || in[i] != 0) && clocks[i] != kNoClock;
    };
    mark(scope.joints, state.jointClocks, joints);
    mark(scope.morphs, state.morphClocks, morphs);
    return {.joints = joints, .morphs = morphs};
  }

  std::vector<ScopeClip> faded, above;  // of the fade, and of the layers on top of it
  std::vector<std::uint8_t> joints, morphs;
};

TransitionPlayer::TransitionPlayer(const ClipSet& clips, const ChannelLayout& layout, const Pose& rest)
    : TransitionPlayer(clips, makeOwned<PoseBlender>(layout, rest), rest) {}

TransitionPlayer::TransitionPlayer(const ClipSet& clips, ClipSamplerPool& samplers, const Pose& rest)
    : TransitionPlayer(clips, makeOwned<PoseBlender>(samplers, rest), rest) {}

TransitionPlayer::TransitionPlayer(const ClipSet& clips, Owned<PoseBlender> blender, const Pose& rest)
    : mixing_(makeOwned<TransitionMixer>(clips)),
      blender_(std::move(blender)),
      scope_(makeOwned<FadeScope>(blender_->layout())),
      state_(makeOwned<TransitionState>(rest)),
      poses_(makeOwned<Poses>(Poses{.shownBefore = rest, .target = rest, .targetAfter = rest})) {
  mixing_->transition_.jointCount_ = blender_->layout().jointCount();
}

TransitionPlayer::TransitionPlayer(TransitionPlayer&&) noexcept = default;
TransitionPlayer& TransitionPlayer::operator=(TransitionPlayer&&) noexcept = default;
TransitionPlayer::~TransitionPlayer() = default;

AnimationAction& TransitionPlayer::clipAction(ClipId clip) {
  const AnimationClip* const data = mixer().clips().find(clip);
  return clipAction(clip, data ? data->blendMode() : BlendMode::Normal);
}

AnimationAction& TransitionPlayer::clipAction(ClipId clip, BlendMode blendMode) {
  if (AnimationAction* const known = mixer().existingAction(clip, blendMode)) return *known;
  return bind(mixing_->clipAction(clip, blendMode));
}

AnimationAction& TransitionPlayer::addAction(ClipId clip, BlendMode blendMode) {
  return bind(mixing_->addAction(clip, blendMode));
}

BlendSpacePlayer& TransitionPlayer::addBlendSpace(const BlendSpace& space, Sync sync) {
  BlendSpacePlayer& added = mixing_->addBlendSpace(space, sync);
  for (AnimationAction* const action : added.actions()) bind(*action);
  return added;
}

/// Makes room for a new action, and samples its clip once.
AnimationAction& TransitionPlayer::bind(AnimationAction& action) {
  const int slot = action.slot();
  const auto slots = static_cast<std::size_t>(slot) + 1;
  const auto lostItsSlot = [slot](const BlendEntry& entry) { return entry.slot == slot; };  // its action was uncached
  if (std::erase_if(before_, lostItsSlot) > 0) beforeIsPartial_ = true;
  before_.reserve(slots);
  after_.reserve(slots);
  scope_->faded.reserve(2 * slots);
  scope_->above.reserve(slots);
  closed_.resize(std::max(closed_.size(), slots));
  skippedTracks_.resize(std::max(skippedTracks_.size(), slots));
  if (const AnimationClip* const data = action.getClip()) {
    skippedTracks_[slots - 1] = blender_->bind(slot, action.clipId(), *data);
    closed_[slots - 1] = isClosed(slot, *data);
  }
  return action;
}

int TransitionPlayer::skippedTracks(ClipId clip) const {
  for (const BlendMode blendMode : {BlendMode::Normal, BlendMode::Additive})
    if (const AnimationAction* const action = mixer().existingAction(clip, blendMode))
      return skippedTracks_[static_cast<std::size_t>(action->slot())];
  return 0;
}

void TransitionPlayer::stopAll() {
  mixing_->stopAll();
  cut();
}

void TransitionPlayer::restart() {
  mixing_->restart();
  cut();
  before_.clear();
  blender_->restart();
  state_->lastDelta = 0;
  undrawn_ = 0;
}

CurveId TransitionPlayer::addCurve(const AnimationCurve& curve) {
  state_->reserveCurves(curve.keys().size());
  return mixing_->addCurve(curve);
}

void TransitionPlayer::setCurve(CurveId id, const AnimationCurve& curve) {
  state_->reserveCurves(curve.keys().size());
  mixing_->setCurve(id, curve);
}

void TransitionPlayer::decide(double delta) {
  if (!std::isfinite(delta)) delta = 0;
  if (mixing_->transition_.jumpedOutside_) inertializeSeconds_ = std::max(inertializeSeconds_, kInertializeSeconds);
  const TransitionChange change = mixing_->takeChange();
  const double inertialSeconds = std::exchange(inertializeSeconds_, 0);
  if (change != TransitionChange::None || inertialSeconds > 0) {
    if (undrawn_ > 0) sample(poses_->target);
    sampleJustBefore();
    chooseOrder();
    mixing_->update(0);  // applies the change at the moment on screen
    startFromScreen(inertialSeconds);
  }
  chooseSignsOfNewClips();
  mixing_->beginFrame();
  const double speed = std::clamp(std::abs(mixer().timeScale), 1.0, kFastest);
  double followed = 0;
  while (followed < kLongestWay && remembersMotion() && undrawn_ + delta * speed > kLongestPiece + kSameTime) {
    const double piece = std::max(kLongestPiece - undrawn_, 0.0) / speed;
    update(piece);
    delta -= piece;
    followed += piece * speed;
    sample(poses_->target);
  }
  update(delta);
}

void TransitionPlayer::update(double delta) {
  const bool passes = delta > 0 && mixer().timeScale > 0 && (carriesOffsets() || blendsRotations(*blender_, mixer()));
  const std::size_t earlier = mixer().events().size();
  const double before = mixer().time();
  mixing_->updateFurther(delta);
  undrawn_ += delta * std::abs(mixer().timeScale);
  if (!passes) return;
  for (std::size_t i = 0; i < mixer().events().size(); ++i) {
    const MixerEvent& event = mixer().events()[i];
    if (event.kind == MixerEvent::Kind::Loop && isOpenLoop(*event.action) && (i >= earlier || event.time > before))
      passLoopSeam(event);
  }
}

/// Whether the pose is what is playing plus an offset.
bool TransitionPlayer::carriesOffsets() const {
  return std::any_of(state_->clocks.begin(), state_->clocks.end(), [](const TransitionClock& clock) {
    return clock.running && clock.kind == TransitionKind::Inertial;
  });
}

/// Whether the action repeats a clip whose end does not join its start.
bool TransitionPlayer::isOpenLoop(const AnimationAction& action) const {
  return action.loop == Loop::Repeat && action.shown().clip && !closed_[static_cast<std::size_t>(action.slot())];
}

/// Lets rotations and offsets react to a clip that has jumped back at the end of a loop.
void TransitionPlayer::passLoopSeam(const MixerEvent& loop) {
  const AnimationAction& action = *loop.action;
  const double first = loop.direction > 0 ? 0 : action.duration(), since = mixer().time() - loop.time;
  sampleAtSeam(action, action.duration() - first, since, poses_->target);
  if (blendsRotations(*blender_, mixer())) blender_->passSeam(after_, action.slot(), first);
  if (!carriesOffsets()) return;
  sampleAtSeam(action, first, since, poses_->targetAfter);
  endOffsetsAtJump(*state_, poses_->target, poses_->targetAfter, undrawn_ - since);
}

/// What was playing `ago` seconds of mixer time ago, without transitions, with the action at `clipTime`. Leaves the
/// entries in `after_`.
void TransitionPlayer::sampleAtSeam(const AnimationAction& action, double clipTime, double ago, Pose& pose) {
  mixing_->extrapolate(-ago, after_);
  dropRemoved(after_);
  wrapTimes(after_);
  for (BlendEntry& entry : after_)
    if (entry.slot == action.slot()) entry.time = clipTime;
  blender_->sampleProbe(after_, pose);
}

/// The order of blending follows the last transition of any layer. A masked one never switches to three.js's order,
/// which has no layers.
void TransitionPlayer::chooseOrder() {
  for (const LayerFade& fade : transition().fades()) {
    if (fade.changed == TransitionChange::None) continue;
    const bool isClassic = fade.options.kind == TransitionKind::Classic;
    if (!isClassic || !fade.options.mask) blender_->threeJsOrder = isClassic;
  }
}

/// Whether the pose depends on the way to it: rotations that are blended or carried over must not miss a half turn
/// between two frames.
bool TransitionPlayer::remembersMotion() const {
  const auto active = mixer().activeActions();
  const bool mayJump = carriesOffsets() && std::any_of(active.begin(), active.end(),
                                                       [this](const auto* action) { return isOpenLoop(*action); });
  return blendsRotations(*blender_, mixer()) || mayJump ||
         std::any_of(state_->clocks.begin(), state_->clocks.end(), [](const TransitionClock& clock) {
           return clock.running && clock.kind != TransitionKind::Inertial;
         });
}

/// The pose that was on the screen, or would have been, shortly before the last frame.
void TransitionPlayer::sampleJustBefore() {
  if (dropRemoved(before_) || beforeIsPartial_) {
    poses_->shownBefore = state_->shown;  // the velocity is unknown
    return;
  }
  blender_->sampleProbe(before_, poses_->shownBefore);
  showTransition(*state_, -kVelocityInterval, poses_->shownBefore);
}

/// Whether the fade changes weights, and from now on its target's.
bool TransitionPlayer::blendsTargetIn(const LayerFade& fade) const {
  return !fade.onlyEnds && fade.target->shown().clip && !blender_->threeJsOrder && !worksOnPoses(fade.options.kind);
}

/// What to sample, with clips that are about to appear: their rotations get their signs when they are faded in or given
/// a weight, not in the first frame that shows them.
std::span<const BlendEntry> TransitionPlayer::shownWithNewClips() {
  std::span<const BlendEntry> entries = shown();
  const auto add = [&](const AnimationAction& action) {
    const auto shows = [&](const BlendEntry& entry) { return entry.slot == action.slot(); };
    if (std::any_of(entries.begin(), entries.end(), shows)) return;
    if (entries.data() != after_.data()) after_.assign(entries.begin(), entries.end());
    after_.push_back(action.entryNow());
    after_.back().weight = std::numeric_limits<double>::min();
    entries = after_;
  };
  for (const LayerFade& fade : transition().fades()) {
    if (!blendsTargetIn(fade)) continue;
    Transition::forEachOf(*fade.target, [&](const AnimationAction& target) {
      if (target.shown().clip) add(target);
    });
  }
  if (blendsRotations(*blender_, mixer()))
    for (const AnimationAction* const action : mixer().activeActions())
      if (isAboutToAppear(*action)) add(*action);
  return entries;
}

/// Before a frame that shows clips which the last one did not show.
void TransitionPlayer::chooseSignsOfNewClips() {
  if (!blendsRotations(*blender_, mixer())) return;
  const auto active = mixer().activeActions();
  const bool isNew = std::any_of(active.begin(), active.end(), [this](const AnimationAction* action) {
    return isAboutToAppear(*action) && !blender_->hasSigns(action->slot());
  });
  if (isNew) blender_->sampleShown(shownWithNewClips(), poses_->target);
}

/// Decides which way around the rotations of the target go, from what the clips do while the fade lasts. Those of a
/// blend space go the shorter way. Returns whether the pose jumps.
bool TransitionPlayer::chooseWays(const LayerFade& fade) {
  constexpr double kMostLooks = 64;
  if (!blendsTargetIn(fade) || fade.target->blendSpace()) return false;
  const int target = fade.target->slot();
  const double seconds = transition().remainingOf(fade);
  const double looks = std::clamp(std::ceil(seconds / kLongestPiece), 2.0, kMostLooks);
  blender_->startLookingAhead();
  for (double look = 1; look < looks; ++look) {
    mixing_->extrapolate(seconds * look / looks, after_);
    std::erase_if(after_, [](const BlendEntry& entry) { return !(entry.weight > 0); });
    wrapTimes(after_);
    blender_->lookAhead(after_, target);
  }
  const bool shows =
      std::any_of(shown().begin(), shown().end(), [target](const BlendEntry& entry) { return entry.slot == target; });
  return blender_->chooseWays(target, shows);
}

void TransitionPlayer::startFromScreen(double inertialSeconds) {
  blender_->sampleShown(shownWithNewClips(), poses_->target);
  const auto starts = [inertialSeconds](const LayerFade& fade) {
    return fade.changed != TransitionChange::None || inertialSeconds > 0;
  };
  for (LayerFade& fade : mixing_->transition_.fades_) fade.turns = starts(fade) && chooseWays(fade);
  blender_->sampleProbe(shown(), poses_->target);
  mixing_->extrapolate(kVelocityInterval, after_);
  wrapOrClampTimes(after_);
  blender_->sampleProbe(after_, poses_->targetAfter);
  const TransitionPoses poses{.shownBefore = poses_->shownBefore,
                              .target = poses_->target,
                              .targetAfter = poses_->targetAfter,
                              .interval = kVelocityInterval};
  // The caller may have changed what plays anywhere.
  if (inertialSeconds > 0) beginTransition(*state_, TransitionKind::Inertial, inertialSeconds, poses);
  for (const LayerFade& fade : transition().fades())
    if (starts(fade)) startFromScreen(fade, inertialSeconds, poses);
}

/// When a kind that changes weights interrupts one that works on poses, inertia fades out the remaining offset, so any
/// kind can take over from any other.
void TransitionPlayer::startFromScreen(const LayerFade& fade, double inertialSeconds, const TransitionPoses& poses) {
  const TransitionKind kind = fade.options.kind;
  const bool changesWeights = kind == TransitionKind::Linear || kind == TransitionKind::Curve;
  const bool jumps = fade.changed == TransitionChange::Jumped || fade.turns;
  TransitionScope scope = scopeOf(fade);
  if (changesWeights && !jumps) scope = scope_->inTransition(*state_, scope);
  beginTransition(*state_, changesWeights || inertialSeconds > 0 ? TransitionKind::Inertial : kind,
                  std::max(transition().remainingOf(fade), inertialSeconds), poses, mixing_->shape(fade), scope);
}

/// What the fade moves: the joints that its clips animate where its layer shows. With no other layer, everything.
TransitionScope TransitionPlayer::scopeOf(const LayerFade& fade) {
  if (isAlone(fade)) return {};
  scope_->faded.clear();
  scope_->above.clear();
  int highestSlot = -1;
  mixing_->transition_.forEachAction(fade, [&](const AnimationAction& action) {
    scope_->faded.push_back({.present = blender_->present(action.slot()), .mask = action.mask});
    highestSlot = std::max(highestSlot, action.slot());
  });
  if (fade.movesTarget)
    Transition::forEachOf(*fade.target, [&](const AnimationAction& target) {
      scope_->faded.push_back({.present = blender_->present(target.slot()), .mask = fade.movedFrom});
    });
  for (const BlendEntry& entry : shown())
    if (isAbove(entry, fade, highestSlot))
      scope_->above.push_back({.present = blender_->present(entry.slot), .mask = entry.mask, .weight = entry.weight});
  return scope_->ofClips(blender_->layout());
}

bool TransitionPlayer::isAlone(const LayerFade& fade) const {
  const auto active = mixer().activeActions();
  return !fade.options.mask && std::all_of(active.begin(), active.end(), [&](const AnimationAction* action) {
    return !action->mask && action->blendMode() == fade.target->blendMode();
  });
}

/// Whether the entry is in a layer that lies on top of the fade's: masked layers lie in the order of their lowest
/// slots.
bool TransitionPlayer::isAbove(const BlendEntry& entry, const LayerFade& fade, int highestSlot) const {
  if (fade.target->blendMode() != BlendMode::Normal || entry.blendMode != BlendMode::Normal || !entry.mask ||
      blender_->threeJsOrder)
    return false;
  bool isFaded = false;
  mixing_->transition_.forEachAction(
      fade, [&](const AnimationAction& action) { isFaded = isFaded || action.slot() == entry.slot; });
  if (isFaded || entry.mask == fade.options.mask) return false;
  return !fade.options.mask || std::none_of(shown().begin(), shown().end(), [&](const BlendEntry& other) {
    return other.mask == entry.mask && other.blendMode == BlendMode::Normal && other.slot < highestSlot;
  });
}

void TransitionPlayer::skip(double delta) { decide(delta); }

void TransitionPlayer::sample(Pose& pose) {
  blender_->sampleShown(shownWithNewClips(), pose);
  continueTransition(*state_, std::exchange(undrawn_, 0), pose);
  mixing_->extrapolate(-kVelocityInterval, before_);
  beforeIsPartial_ = false;
  wrapOrClampTimes(before_);
}

void TransitionPlayer::sampleAhead(double seconds, Pose& pose) {
  mixing_->extrapolate(seconds, after_);
  dropRemoved(after_);
  std::erase_if(after_, [](const BlendEntry& entry) { return !(entry.weight > 0); });
  wrapTimes(after_);
  blender_->sampleProbe(after_, pose);
  showTransition(*state_, seconds, pose);
}

void TransitionPlayer::endTransition(double seconds) {
  transition().forget();
  if (state_->running) inertializeSeconds_ = seconds > 0 ? seconds : kVelocityInterval;
}

void TransitionPlayer::carryOver(double seconds) {
  if (seconds > 0 && std::isfinite(seconds)) inertializeSeconds_ = std::max(inertializeSeconds_, seconds);
}

void TransitionPlayer::cut() {
  cutTransitions(*state_);
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
  blender_->sampleClip(slot, clip, clip.duration() - kVelocityInterval, poses_->shownBefore);
  blender_->sampleClip(slot, clip, clip.duration(), poses_->target);
  blender_->sampleClip(slot, clip, 0, poses_->targetAfter);
  const auto angle = [](const Transform& a, const Transform& b) {
    return 2 * std::acos(std::min(1.0f, std::abs(glm::dot(a.rotation, b.rotation))));
  };
  for (std::size_t i = 0; i < poses_->target.locals.size(); ++i) {
    const Transform &before = poses_->shownBefore.locals[i], &last = poses_->target.locals[i],
                    &first = poses_->targetAfter.locals[i];
    if (angle(last, first) > kSmallAngle + 2 * angle(before, last)) return false;
    const float small = kSmallDistance * (glm::length(last.translation) + glm::length(first.translation));
    if (glm::distance(last.translation, first.translation) >
        small + 2 * glm::distance(before.translation, last.translation))
      return false;
  }
  return true;
}

}  // namespace crossfade
