// How one action takes over from whatever is on the screen, in each layer: decides the weights of all actions and their
// sync.
//
//   TransitionPlayer player(clips, layout, rest);
//   player.transition().to(run, {.seconds = 0.3, .kind = TransitionKind::Inertial, .sync = Sync::Phase});
//   each frame: player.advance(seconds, pose);
#ifndef CROSSFADE_TRANSITION_TRANSITION_H
#define CROSSFADE_TRANSITION_TRANSITION_H

#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/id_map.h"
#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/transition/blend_space_player.h"
#include "crossfade/transition/cycle_sync.h"
#include "crossfade/transition/transition_kind.h"

namespace crossfade {

class PlayerSnapshot;

struct TransitionOptions {
  double seconds = 0.3;  // below 0 or not finite counts as 0: a cut
  TransitionKind kind = kDefaultTransitionKind;
  FadeShape shape = kSmoothFade;  // of Curve, Frozen and DeadBlending
  Sync sync = Sync::None;         // while it runs
  /// Where the target takes over; other joints keep playing. nullptr: everywhere below masked layers. Must outlive its
  /// use.
  const JointMask* mask = nullptr;
  /// Without a mask: whether all masked layers end as well, in the same fade. Otherwise they keep playing on top of the
  /// target.
  bool endsMaskedLayers = false;
};

/// How poses must react to a new or changed transition.
enum class TransitionChange {
  None,
  Started,  // start the transition's own kind from the screen
  Jumped,   // the weights jumped as well: carry the poses over with any kind
};

/// The fade of one layer: of the actions with one blend mode and one mask.
struct LayerFade {
  AnimationAction* target = nullptr;
  /// The action of the layer with the largest weight when the fade started, unless that was the target.
  AnimationAction* from = nullptr;
  TransitionOptions options;
  /// The target shows below this layer, or has moved to another one: this fade only ends what the layer shows.
  bool onlyEnds = false;
  double begin = 0;  // mixer time
  /// Mixer time of the last change of length; progress is linear from there.
  double anchor = 0;
  double progressAtAnchor = 0;

  double end() const { return anchor + (1 - progressAtAnchor) * options.seconds; }

  // What Transition and TransitionPlayer remember.
  int id = 0;
  bool syncing = false;
  double cell = 0;                                    // mixer time of the next one, while time advances
  TransitionChange change = TransitionChange::None;   // since the last takeChange(),
  TransitionChange changed = TransitionChange::None;  // and what that one took
  bool movesTarget = false;                           // the target comes from another layer:
  const JointMask* movedFrom = nullptr;               // the one with this mask
  bool turns = false;                                 // a rotation of the target goes the other way around from now on
};

/// The transitions of one character. They belong to a TransitionPlayer (or a TransitionMixer), which advances them.
/// Each layer, the actions with one blend mode and one mask, has one of its own: starting it leaves those of other
/// layers as they are. Redirect it at any moment, any number of times: weights continue from where they are. Except
/// with Classic the weights of a layer sum to 1 at every step if they did before. Your own weight multiplies them. An
/// action that faded out is stopped, and starts from its beginning the next time.
class CROSSFADE_API Transition {
 public:
  Transition(const Transition&) = delete;
  Transition& operator=(const Transition&) = delete;

  /// Fades the target in, and every other action of its layer out. A target that is fading in already starts over from
  /// its current weight; one that shows in another layer moves here. Allocates a slot for each action and each layer,
  /// once. Does nothing and returns false for an action of another mixer, and in a TransitionPlayer for a mask that has
  /// not one weight for each joint.
  bool to(AnimationAction& target, const TransitionOptions& options);
  /// The same with all clips of a blend space, which fade together. It starts at phase 0, or with a sync where that
  /// puts it, unless it shows already.
  bool to(BlendSpacePlayer& target, const TransitionOptions& options) { return to(target.lead(), options); }

  // These are about the current transition: of those that run, the one that was started last.

  /// Switches to another target, in the remaining time. As to(), and returns false if nothing runs.
  bool redirectTo(AnimationAction& target);
  /// Changes the total length; the rest is stretched, and nothing jumps.
  void setSeconds(double seconds);
  /// Changes kind and shape for the rest of the transition; the motion continues from the pose on screen.
  void setKind(TransitionKind kind, FadeShape shape = kSmoothFade);
  /// Changes the sync. Clips that are out of sync get there before the end, without a jump; with Sync::None each goes
  /// back to its own speed in that time.
  void setSync(Sync sync);

  /// Leaves all fades of all layers as they are and stops controlling them.
  void forget();
  /// Call it for an action that you play by hand from now on.
  void forget(const AnimationAction& action);
  void forgetClip(ClipId clip);
  /// The markers of a clip, for Sync::Markers.
  void setMarkers(ClipId clip, SyncMarkers markers);
  void removeMarkers(ClipId clip);

  bool isRunning() const { return !fades_.empty(); }
  /// Those that run, in the order in which they were started. Valid until the next call or frame.
  std::span<const LayerFade> fades() const { return fades_; }
  /// Whether a transition fades it out.
  bool isOutgoing(const AnimationAction& action) const;

  // Of the current transition, or else of the last one.

  AnimationAction* target() const { return isRunning() ? current().target : nullptr; }
  AnimationAction* from() const { return isRunning() ? current().from : nullptr; }
  const TransitionOptions& options() const { return current().options; }
  double begin() const { return current().begin; }
  double anchor() const { return current().anchor; }
  double progressAtAnchor() const { return current().progressAtAnchor; }
  double end() const { return current().end(); }
  /// The fraction of the time that has passed, 0 to 1.
  double progress() const { return progressOf(current()); }
  double remaining() const { return remainingOf(current()); }
  double progressOf(const LayerFade& fade) const;
  double remainingOf(const LayerFade& fade) const {
    return fade.end() > mixer_->time() ? fade.end() - mixer_->time() : 0;
  }

 private:
  friend class TransitionMixer;
  friend class TransitionPlayer;

  explicit Transition(AnimationMixer& mixer) : mixer_(&mixer) {}
  void save(PlayerSnapshot& snapshot) const;
  void restore(const PlayerSnapshot& snapshot);

  /// How the weights go on when a fade is interrupted. Their velocities sum to 0.
  struct Coasting {
    double seconds = 0;              // until all are at rest
    double rising = 0, falling = 0;  // factors of the velocities

    double cut(const AnimationAction& action) const;
  };
  /// An action that a fade ends.
  struct Outgoing {
    AnimationAction* action = nullptr;
    int fade = 0;  // LayerFade::id
  };

  TransitionChange takeChange();
  static void noteChange(LayerFade& fade, TransitionChange what) {
    fade.change = fade.change < what ? what : fade.change;
  }
  void noteCurveChange(CurveId curve);
  void add(BlendSpacePlayer& space);
  void remove(const BlendSpacePlayer& space);
  void beginFrame() { mixer_->beginFrame(); }
  void updateFurther(double delta);
  void appendShown(std::vector<BlendEntry>& entries) const;
  void noteShown() const;
  void extrapolate(double seconds, std::vector<BlendEntry>& entries) const;

  static FadeShape shapeOf(const LayerFade& fade);
  const LayerFade& current() const { return isRunning() ? fades_.back() : last_; }
  /// Calls `visit(action)` for every action that the fade ends.
  template <class Visit>
  void forEachOutgoing(const LayerFade& fade, const Visit& visit) const {
    for (const Outgoing& each : outgoing_)
      if (each.fade == fade.id) visit(*each.action);
  }
  /// Visits the action, or all actions of its blend space.
  template <class Visit>
  static void forEachOf(AnimationAction& action, const Visit& visit) {
    if (!action.blendSpace_) return visit(action);
    for (AnimationAction* const each : action.blendSpace_->actions()) visit(*each);
  }
  /// Visits those that the fade ends, and last the target that it brings in.
  template <class Visit>
  void forEachAction(const LayerFade& fade, const Visit& visit) const {
    forEachOutgoing(fade, visit);
    if (!fade.onlyEnds) forEachOf(*fade.target, visit);
  }
  static bool isTarget(const LayerFade& fade, const AnimationAction& action);
  static void releaseWarp(AnimationAction& action, double seconds);
  bool isOutgoingIn(const LayerFade& fade, const AnimationAction& action) const;
  bool isIn(const LayerFade& fade, const AnimationAction& action) const;
  bool fits(const JointMask* mask) const;

  AnimationAction* largestInLayer(const LayerFade& fade) const;
  bool showsBelow(const AnimationAction& target, const JointMask* mask) const;
  void takeActionsInto(LayerFade& fade);
  void takeFrom(LayerFade& other, const LayerFade& fade);
  void fadeOutLayer(const LayerFade& fade);
  void fadeAll(LayerFade& fade, double seconds);
  Coasting coastingFor(const LayerFade& fade, double seconds) const;
  bool hasFadedOut(const AnimationAction& action) const;
  void stopFadedOut(const LayerFade& fade);
  void stopIfFadedOut(Outgoing& each);
  void release(AnimationAction& action) const;
  void releaseOthers();
  void forgetFade(std::size_t index);
  double nextEvent(double now) const;
  void takeEvents();
  double nextCell(const LayerFade& fade, double now) const;

  void dropRemovedClips();
  void cacheCycle(ClipId clip);
  void startInSync(LayerFade& fade);
  bool addSynced(AnimationAction& action, double weight, double direction);
  void collectSynced(const LayerFade& fade, double time, double direction);
  void useMarkers(ClipId clip);
  void updateSync(LayerFade& fade, double delta);
  void endSync(LayerFade& fade, double seconds);
  bool isSynced(const BlendSpacePlayer& space) const;
  static double shareAt(const AnimationAction& action, double time);
  void collectSynced(const BlendSpacePlayer& space, double time);
  void start(BlendSpacePlayer& space);
  void updateSpace(BlendSpacePlayer& space);

  AnimationMixer* mixer_;
  int jointCount_ = -1;           // that masks must have; -1: not known
  std::vector<LayerFade> fades_;  // those that run, by their start
  LayerFade last_;                // the last one that ran
  std::vector<Outgoing> outgoing_;
  std::vector<AnimationAction*> others_;  // taken from a fade and in none, until their own fades are over
  int lastId_ = 0;
  bool jumpedOutside_ = false;  // a curve was changed that an action follows which is in no fade; taken like a change
  IdMap<AnimationClip, SyncMarkers> markers_;
  IdMap<AnimationClip, SyncMarkers> cycles_;  // every clip's whole cycle as one interval
  std::vector<BlendSpacePlayer*> spaces_;
  std::vector<SyncMember> members_;       // the synced clips of this update,
  std::vector<AnimationAction*> synced_;  // and their actions
};

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_TRANSITION_H
