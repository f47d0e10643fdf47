// The clock of one character and its actions. The mixer decides what plays and how much; sampling makes the pose.
//
//   ClipSet clips;
//   const ClipId walk = clips.add(walkClip), run = clips.add(runClip);
//   AnimationMixer mixer(clips);
//   AnimationAction& walking = mixer.clipAction(walk).play();
//   mixer.clipAction(run).play().crossFadeFrom(walking, 0.4);
//   each frame: mixer.update(seconds); then sample mixer.blendList()
#ifndef CROSSFADE_MIXER_ANIMATION_MIXER_H
#define CROSSFADE_MIXER_ANIMATION_MIXER_H

#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/owned.h"
#include "crossfade/clip/clip_events.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/curve/curve_set.h"
#include "crossfade/mixer/animation_action.h"
#include "crossfade/mixer/blend_list.h"

namespace crossfade {

class MixerSnapshot;

/// What happened in the last update: loops were completed, or the last loop ended.
struct MixerEvent {
  enum class Kind { Loop, Finished };
  Kind kind = Kind::Loop;
  const AnimationAction* action = nullptr;
  std::int64_t loopDelta = 0;  // Loop: loops, negative backward
  int direction = 1;           // 1 forward, -1 backward; of several loops, the last
  double time = 0;             // mixer time at which it happened; of several loops, the last
};

/// An event that a clip passed in the last update.
struct PassedEvent {
  EventPass pass = EventPass::Moment;
  const ClipEvent* event = nullptr;         // in the ClipEventSet, as long as nobody changes that
  int index = 0;                            // in ClipEvents::events()
  const AnimationAction* action = nullptr;  // nullptr: it was uncached since
  ClipId clip;
  int direction = 1;   // 1 forwards, -1 backward, as a ping-pong's returns are
  bool isCut = false;  // an End: the action left the span without playing to where it ends
  double time = 0;     // mixer time at which it happened
  double weight = 0;   // how much of the action showed then
};

/// Owns the actions of one character. Its members have three.js's names and do what three.js does (AnimationMixer,
/// r187).
class CROSSFADE_API AnimationMixer {
 public:
  /// `clips` must outlive the mixer.
  explicit AnimationMixer(const ClipSet& clips) : clips_(&clips) {}
  explicit AnimationMixer(const ClipSet&&) = delete;
  AnimationMixer(const AnimationMixer&) = delete;
  AnimationMixer& operator=(const AnimationMixer&) = delete;

  /// The one action of this clip and blend mode (the clip's own by default), made by the first call. It lives until
  /// uncacheAction, or as long as the mixer. An id that the set does not have: an action that plays nothing. This call
  /// and addAction are the only ones that allocate.
  AnimationAction& clipAction(ClipId clip);
  AnimationAction& clipAction(ClipId clip, BlendMode blendMode);
  /// Beyond three.js: one more action of the clip, with a time and a weight of its own, for a clip that plays several
  /// times at once. It lives as long as clipAction's.
  AnimationAction& addAction(ClipId clip, BlendMode blendMode);
  /// The existing action of clipAction, or nullptr.
  AnimationAction* existingAction(ClipId clip, BlendMode blendMode = BlendMode::Normal) const;
  void stopAllAction();
  /// Destroys all actions of a clip and invalidates references to them.
  void uncacheAction(ClipId clip, BlendMode blendMode = BlendMode::Normal);
  void uncacheClip(ClipId clip);

  /// Advances by `delta` seconds times timeScale and makes a new blend list. A delta that is not finite counts as 0. No
  /// allocation.
  void update(double delta);
  /// Sets the mixer and all actions to time 0, then updates by `seconds`.
  void setTime(double seconds);

  double time() const { return time_; }  // seconds, with timeScale applied
  double timeScale = 1;                  // of everything; 0 freezes it, negative also runs fades backward
  /// Beyond three.js: clips run in the opposite direction, while time, fades and warps go forwards.
  bool clipsRunBackwards = false;
  /// Beyond three.js: what plays at a time follows from the calls and that time alone, however time is cut into
  /// updates. Warps are integrated instead of held for each update, an action that fades out or ends stops at that
  /// moment, and a time within a nanosecond of an end is that end. false: three.js's numbers. TransitionMixer sets it.
  bool exactTimes = false;
  /// Beyond three.js: the curves that fades may follow (FadeShape). An edit shows in running fades at once.
  CurveSet curves;

  /// Saves this moment, except `curves`; allocates only if the snapshot needs more memory than before. After restore()
  /// the mixer continues with the same bits. You can also restore into another mixer of the same clips, if its actions
  /// were made in the same order. Actions made since then are reset; actions uncached since then stay gone.
  void save(MixerSnapshot& snapshot) const;
  void restore(const MixerSnapshot& snapshot);

  /// Made by the last update. Valid until the next one, and until an action is made, stopped or uncached.
  std::span<const BlendEntry> blendList() const { return blendList_; }
  std::span<const MixerEvent> events() const { return events_; }

  /// Beyond three.js: reports the events of clips from now on, with passedEvents(). Those of an action that shows less
  /// than `leastWeight` at that moment do not count, nor do those of one that shows nothing; a span's end counts if its
  /// begin did. `events` must outlive its use; nullptr: none. Call it again after you changed them. Forgets spans that
  /// have begun. Allocates.
  void setEvents(const ClipEventSet* events, double leastWeight = 0);
  /// What clips passed in the last update, in order of time: every event once on each way from one end of a loop to the
  /// other, in either direction and however many loops there were; an event where a ping-pong turns once. One at
  /// which playing begins counts, one that was skipped by setting the time does not. A span that has begun ends once:
  /// where the clip leaves it, or when its action stops, fades out, is replaced on the screen by a transition or is set
  /// to a time outside it. With `exactTimes`, what is passed and when follows from calls and time alone. An update of 0
  /// seconds reports nothing; what ends between updates is in the next one. Valid until the next update.
  std::span<const PassedEvent> passedEvents() const { return passed_; }
  /// Events of the last update that found no room: it has 4,096 at most, and at least 16 for each moment, begin and end
  /// of a clip that has an action.
  std::int64_t unreportedEvents() const { return unreported_; }

  /// By slot: what every action did in the last update.
  std::span<const ActionMotion> motions() const { return motions_; }
  /// In activation order.
  std::span<AnimationAction* const> activeActions() const { return active_; }
  const ClipSet& clips() const { return *clips_; }

 private:
  friend class AnimationAction;
  friend class Transition;

  /// A frame is one or more updates; they share an event list, and each action sums its loops and distance over them.
  void beginFrame();
  AnimationAction& makeAction(ClipId clip, BlendMode blendMode);
  void updateFurther(double delta);
  void moveTo(double time);
  void makeBlendList(double passed);
  void destroy(Owned<AnimationAction>& action);
  void activate(AnimationAction& action);
  void deactivate(AnimationAction& action);
  void note(const MixerEvent& event, std::size_t earlier);
  const ClipEvents* eventsOf(ClipId clip) const { return eventSet_ ? eventSet_->find(clip) : nullptr; }
  void reserveEvents();
  void report(const PassedEvent& event);
  void takeCutEvents();
  void sortPassed(std::size_t first, int direction);
  AnimationAction* actionIn(int slot) const;

  const ClipSet* clips_;
  double time_ = 0;
  std::vector<Owned<AnimationAction>> actions_;  // by slot; an uncached one leaves an empty slot
  std::vector<AnimationAction*> active_;
  std::vector<BlendEntry> blendList_;
  std::vector<MixerEvent> events_;
  std::vector<ActionMotion> motions_;
  const ClipEventSet* eventSet_ = nullptr;
  double leastEventWeight_ = 0;
  std::vector<PassedEvent> passed_;  // in this update,
  std::vector<PassedEvent> cut_;     // and since it
  std::int64_t unreported_ = 0;
  bool isUpdating_ = false;
};

}  // namespace crossfade

#endif  // CROSSFADE_MIXER_ANIMATION_MIXER_H
