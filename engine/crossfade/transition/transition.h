// How one action takes over from whatever is on the screen: decides the weights of all actions and their sync.
//
//   TransitionPlayer player(clips, layout, rest);
//   player.transition().to(run, {.seconds = 0.3, .kind = TransitionKind::Inertial, .sync = Sync::Phase});
//   each frame: player.advance(seconds, pose);
#ifndef CROSSFADE_TRANSITION_TRANSITION_H
#define CROSSFADE_TRANSITION_TRANSITION_H

#include <optional>
#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/id_map.h"
#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/transition/cycle_sync.h"
#include "crossfade/transition/transition_kind.h"

namespace crossfade {

class PlayerSnapshot;

/// How the clips of a transition stay in sync while it runs.
enum class Sync {
  None,
  Phase,    // all are at the same phase of their cycles, and a cycle takes the weighted average of their times
  Markers,  // in phase between each pair of named points; clips without common names sync by phase
};

struct TransitionOptions {
  double seconds = 0.3;  // below 0 or not finite counts as 0: a cut
  TransitionKind kind = kDefaultTransitionKind;
  FadeShape shape = kSmoothFade;  // of Curve, Frozen and DeadBlending
  Sync sync = Sync::None;
  /// Where the target takes over; other joints keep playing. nullptr: everywhere, and all masked layers end. Must
  /// outlive its use.
  const JointMask* mask = nullptr;
};

/// How poses must react to a new or changed transition.
enum class TransitionChange {
  None,
  Started,  // start the transition's own kind from the screen
  Jumped,   // the weights jumped as well: carry the poses over with any kind
};

/// The transition of one character. It belongs to a TransitionPlayer (or a TransitionMixer), which advances it.
/// Redirect it at any moment, any number of times: weights continue from where they are. Except with Classic they sum
/// to 1 at every step if they did before; with masks, per mask. Your own weight multiplies them. An action that faded
/// out is stopped, and starts from its beginning the next time.
class CROSSFADE_API Transition {
 public:
  Transition(const Transition&) = delete;
  Transition& operator=(const Transition&) = delete;

  /// Fades the target in, and every other action of its blend mode (with a mask: of that mask) out. A target that is
  /// fading in already starts over from its current weight. Allocates a slot for each action, once.
  void to(AnimationAction& target, const TransitionOptions& options);
  /// Switches to another target, in the remaining time.
  void redirectTo(AnimationAction& target);
  /// Changes the total length; the rest is stretched, and nothing jumps.
  void setSeconds(double seconds);
  /// Changes kind and shape for the rest of the transition; the motion continues from the pose on screen.
  void setKind(TransitionKind kind, FadeShape shape = kSmoothFade);
  /// Changes the sync. Clips that are out of sync get there before the end, without a jump; with Sync::None each goes
  /// back to its own speed in that time.
  void setSync(Sync sync);
  /// Leaves all fades as they are and stops controlling them.
  void forget();
  /// Call it for an action that you play by hand from now on.
  void forget(const AnimationAction& action);
  /// The markers of a clip, for Sync::Markers.
  void setMarkers(ClipId clip, SyncMarkers markers);
  void removeMarkers(ClipId clip);

  bool isRunning() const { return target_ != nullptr; }
  AnimationAction* target() const { return target_; }
  /// The action with the largest weight when the transition started, unless that was the target.
  AnimationAction* from() const { return from_; }
  const TransitionOptions& options() const { return options_; }
  bool isOutgoing(const AnimationAction& action) const;
  double begin() const { return begin_; }  // mixer time
  /// Mixer time of the last change of length; progress is linear from there.
  double anchor() const { return anchor_; }
  double progressAtAnchor() const { return progressAtAnchor_; }
  double end() const { return anchor_ + (1 - progressAtAnchor_) * options_.seconds; }
  /// The fraction of the time that has passed, 0 to 1.
  double progress() const;
  double remaining() const { return end() > mixer_->time() ? end() - mixer_->time() : 0; }

 private:
  friend class TransitionMixer;

  explicit Transition(AnimationMixer& mixer) : mixer_(&mixer) {}
  void save(PlayerSnapshot& snapshot) const;
  void restore(const PlayerSnapshot& snapshot);

  /// How the weights go on when a fade is interrupted. Their velocities sum to 0.
  struct Coasting {
    double seconds = 0;              // until all are at rest
    double rising = 0, falling = 0;  // factors of the velocities

    double cut(const AnimationAction& action) const;
  };

  TransitionChange takeChange() { return std::exchange(change_, TransitionChange::None); }
  void noteChange(TransitionChange what);
  void beginFrame() { mixer_->beginFrame(); }
  void updateFurther(double delta);
  void appendShown(std::vector<BlendEntry>& entries) const;
  void extrapolate(double seconds, std::vector<BlendEntry>& entries) const;
  FadeShape effectiveShape() const;
  bool followsCurve(CurveId curve) const;

  AnimationAction* largestInLayerOf(const AnimationAction& target) const;
  void fadeOutLayerOf(const AnimationAction& target);
  void fadeAll(double seconds);
  Coasting coastingFor(double seconds) const;
  bool isInLayer(const AnimationAction& action, const AnimationAction& target) const;
  bool hasFadedOut(const AnimationAction& action) const;
  void stopFadedOut();
  void releaseOthers();
  double nextEvent(double now, double cell) const;
  void takeEvents();
  double nextCell(double now) const;

  void dropRemovedClips();
  void cacheCycle(ClipId clip);
  void startInSync();
  bool addSynced(AnimationAction& action, double time, double direction);
  void collectSynced(double time, double direction);
  void useMarkers();
  void updateSync(double delta);
  void endSync(double seconds);

  AnimationMixer* mixer_;
  AnimationAction* target_ = nullptr;
  AnimationAction* from_ = nullptr;
  std::vector<AnimationAction*> outgoing_;
  std::vector<AnimationAction*> others_;  // on other layers, still fading from an earlier transition
  TransitionOptions options_;
  double begin_ = 0;
  double progressAtAnchor_ = 0;
  double anchor_ = 0;
  TransitionChange change_ = TransitionChange::None;
  bool syncing_ = false;
  IdMap<AnimationClip, SyncMarkers> markers_;
  IdMap<AnimationClip, SyncMarkers> cycles_;  // every clip's whole cycle as one interval
  std::vector<SyncMember> members_;           // the synced clips of this update,
  std::vector<AnimationAction*> synced_;      // and their actions
};

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_TRANSITION_H
