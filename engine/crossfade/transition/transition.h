// How one action takes over from whatever is on the screen: decides the weights of all that play, their sync,
// and what the sampler sees.
//
//   Transition transition(mixer);
//   transition.to(run, {.seconds = 0.3, .kind = TransitionKind::Inertial, .sync = Sync::Phase});
//   each frame: transition.update(seconds);  // in place of mixer.update
//               sample(transition.shown());  // in place of mixer.blendList()
// The kinds that work on poses need a TransitionState (engine/crossfade/transition/transition_state.h) besides.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/transition/cycle_sync.h"
#include "crossfade/transition/transition_kind.h"

namespace crossfade {

/// What the clips of a transition have in common while it runs.
enum class Sync {
  None,
  Phase,    // what fades stands at one phase of its cycle, and a cycle takes the weight-averaged time
  Markers,  // the same from each named point to the next; clips without common names go by phase
};

/// How to go over; the defaults suit most.
struct TransitionOptions {
  double seconds = 0.3;  // below 0 or not finite counts as 0: a cut
  TransitionKind kind = TransitionKind::Inertial;
  FadeShape shape;  // of Curve, Frozen and DeadBlending; none: smoothShape()
  Sync sync = Sync::None;
  /// Where the target takes over; what plays elsewhere goes on below it. None: everywhere, and all masked layers end.
  /// Must outlive its use.
  const JointMask* mask = nullptr;
};

/// What a sampler has to do about a new or changed transition.
enum class TransitionChange {
  None,
  Started,  // begin the transition's own kind from what is on the screen
  Jumped,   // the weights jumped besides: carry the poses over, whatever the kind
};

/// One for each mixer. It may be redirected at any moment, any number of times: weights go on from where they are,
/// and sum to 1 in every step, if they did before, for every kind but Classic; with masks, the weights of each mask.
/// The user's own weight multiplies it. What has faded out is stopped: the next time it begins at its beginning.
class Transition {
 public:
  explicit Transition(AnimationMixer& mixer) : mixer_(&mixer) {}

  /// Fades everything of the target's blend mode (with a mask: of that mask) out and the target in. Allocates no more
  /// than a slot for each action, once.
  void to(AnimationAction& target, const TransitionOptions& options);
  /// To another target within what is left of the time.
  void redirectTo(AnimationAction& target);
  /// Another length of the whole; what is left is stretched, nothing jumps.
  void setSeconds(double seconds);
  /// Another kind or shape for what is left; the screen goes on from where it is.
  void setKind(TransitionKind kind, FadeShape shape = {});
  /// Another sync: clips that are not in sync get there before the end, without a jump; Sync::None gives everybody
  /// their own speed back in that time.
  void setSync(Sync sync);
  /// The curve behind the fade shape has changed: weights follow at once, and the poses without a jump.
  void shapeChanged();
  /// Leaves all fades as they are and decides nothing more.
  void forget();
  /// An action that is played by hand, or is to be uncached, is none of the transition's business any more.
  void forget(const AnimationAction& action);
  /// The markers of a clip, for Sync::Markers; the clip must outlive the transition.
  void setMarkers(const AnimationClip& clip, SyncMarkers markers);
  void removeMarkers(const AnimationClip& clip);

  /// mixer.update, synced if that was asked for, and the end of the transition; in steps of a sixtieth of a
  /// second while clips are synced, so that it does not depend on how long frames are. No allocation.
  void update(double delta);
  /// The mixer's blend list, or with a kind that works on poses the list without what leaves and with the target in
  /// full. Valid until the next call.
  std::span<const BlendEntry> shown();
  /// The same list as it would be a moment of `seconds` from now (below 0: ago), as far as clips and weights go on
  /// evenly: what velocities are measured with. Times of clips that repeat may lie outside the clip: whether its end
  /// goes on in its beginning is for the caller to know.
  void extrapolateShown(double seconds, std::vector<BlendEntry>& entries);

  bool isRunning() const { return target_ != nullptr; }
  AnimationAction* target() const { return target_; }
  /// The action that was shown most when it began, if that was not the target.
  AnimationAction* from() const { return from_; }
  const TransitionOptions& options() const { return options_; }
  bool isOutgoing(const AnimationAction& action) const;
  double begin() const { return begin_; }  // mixer time
  double anchor() const {
    return anchor_;
  }  // of the last change of length; progress is straight from progressAtAnchor() on
  double progressAtAnchor() const { return progressAtAnchor_; }
  double end() const { return anchor_ + (1 - progressAtAnchor_) * options_.seconds; }
  /// Of the time, 0..1.
  double progress() const;
  double remaining() const { return end() > mixer_->time() ? end() - mixer_->time() : 0; }
  FadeShape effectiveShape() const;

  /// Whether anything was begun or changed since this was asked last, so that the screen has to be taken as a new
  /// beginning.
  TransitionChange takeChange() { return std::exchange(change_, TransitionChange::None); }

 private:
  void fadeAll(double seconds);
  void noteChange(TransitionChange what) { change_ = std::max(change_, what); }
  bool isInLayer(const AnimationAction& action, const AnimationAction& target) const;
  void stopFadedOut();
  void releaseOthers();
  void advance(double delta, bool appendEvents);
  void cacheCycle(const AnimationClip& clip);
  void collectSynced(double time, double direction);
  void updateSync(double delta);
  void endSync(double seconds);
  const SyncMarkers* cycleOf(const AnimationClip& clip) const;
  const SyncMarkers* markersOf(const AnimationClip& clip) const;

  AnimationMixer* mixer_;
  AnimationAction* target_ = nullptr;
  AnimationAction* from_ = nullptr;
  std::vector<AnimationAction*> outgoing_;
  std::vector<AnimationAction*> others_;  // of other layers, still on their way from an earlier transition
  TransitionOptions options_;
  double begin_ = 0;
  double progressAtAnchor_ = 0;
  double anchor_ = 0;
  TransitionChange change_ = TransitionChange::None;
  bool syncing_ = false;
  using MarkersOfClip = std::vector<std::pair<const AnimationClip*, SyncMarkers>>;
  MarkersOfClip markers_;
  MarkersOfClip cycles_;                  // every clip's whole cycle as one interval
  std::vector<SyncMember> members_;       // what is synced in this update,
  std::vector<AnimationAction*> synced_;  // and whose they are
  std::vector<BlendEntry> shown_;
};

}  // namespace crossfade
