// One character's actions and transition, without poses: for characters of a crowd that use transitions, and for
// callers that sample differently. TransitionPlayer is built on it.
#ifndef CROSSFADE_TRANSITION_TRANSITION_MIXER_H
#define CROSSFADE_TRANSITION_TRANSITION_MIXER_H

#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/owned.h"
#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/transition/transition.h"

namespace crossfade {

class CROSSFADE_API TransitionMixer {
 public:
  /// `clips` must outlive the mixer.
  explicit TransitionMixer(const ClipSet& clips) : mixer_(clips) { mixer_.exactTimes = true; }
  explicit TransitionMixer(const ClipSet&&) = delete;
  TransitionMixer(const TransitionMixer&) = delete;
  TransitionMixer& operator=(const TransitionMixer&) = delete;

  /// As AnimationMixer::clipAction; an id that the set does not have: an action that plays nothing.
  AnimationAction& clipAction(ClipId clip);
  AnimationAction& clipAction(ClipId clip, BlendMode blendMode);
  /// As AnimationMixer::addAction.
  AnimationAction& addAction(ClipId clip, BlendMode blendMode);
  /// A blend space to fade to and from: each sample gets an action of its own, with the blend mode of the first clip.
  /// `sync` says how its clips stay in phase; None lets each run at its own speed. Clips that the set does not have,
  /// and a space without samples, play nothing.
  BlendSpacePlayer& addBlendSpace(const BlendSpace& space, Sync sync = Sync::Phase);
  /// Destroys it with its actions; the transition forgets them first. Does nothing with one of another mixer.
  void removeBlendSpace(const BlendSpacePlayer& space);
  std::span<const Owned<BlendSpacePlayer>> blendSpaces() const { return spaces_; }
  /// Destroys the clip's actions, and blend spaces that it is part of; the transition forgets them first.
  void uncacheClip(ClipId clip);
  /// Stops all actions and cancels the transition.
  void stopAll();
  /// The same, and the mixer's time is 0 again.
  void restart();

  const AnimationMixer& mixer() const { return mixer_; }
  void setTimeScale(double timeScale) { mixer_.timeScale = timeScale; }
  void setClipsRunBackwards(bool backward) { mixer_.clipsRunBackwards = backward; }
  /// As AnimationMixer::setEvents: then read mixer().passedEvents() after each frame.
  void setEvents(const ClipEventSet* events, double leastWeight = 0) { mixer_.setEvents(events, leastWeight); }
  Transition& transition() { return transition_; }
  const Transition& transition() const { return transition_; }

  /// Curves for fades to follow.
  CurveId addCurve(const AnimationCurve& curve) { return mixer_.curves.add(curve); }
  /// Running fades follow the new curve at once. An id that has no curve: does nothing.
  void setCurve(CurveId id, const AnimationCurve& curve);
  void removeCurve(CurveId id) { mixer_.curves.remove(id); }

  /// One frame: advances actions and transition. What plays at a time does not depend on how it is cut into frames
  /// (AnimationMixer::exactTimes). No allocation.
  void update(double delta);
  /// What to sample, made by the last update: the mixer's blend list, but of each fade with a kind that works on poses
  /// the target in full, and not the outgoing actions.
  std::span<const BlendEntry> shown() const { return shown_; }
  /// The same list `seconds` from now (below 0: ago), if clips and fades continue unchanged: use it to measure
  /// velocities. Times of clips that repeat may lie outside the clip; whether to wrap them is up to you.
  void extrapolate(double seconds, std::vector<BlendEntry>& entries) const;
  /// How poses must react if transitions were started or changed since the last call (see beginTransition).
  TransitionChange takeChange() { return transition_.takeChange(); }
  /// See TransitionPlayer::save.
  void save(PlayerSnapshot& snapshot) const;
  void restore(const PlayerSnapshot& snapshot);
  /// How a fade, or the current one, runs from its start to its end.
  FadeFunction shape(const LayerFade& fade) const { return functionOf(Transition::shapeOf(fade), mixer_.curves); }
  FadeFunction shape() const { return shape(transition_.current()); }

 private:
  friend class TransitionPlayer;

  /// A frame is one or more updates.
  void beginFrame() { transition_.beginFrame(); }
  void updateFurther(double delta);

  AnimationMixer mixer_;
  Transition transition_{mixer_};
  std::vector<Owned<BlendSpacePlayer>> spaces_;
  std::vector<BlendEntry> shown_;
};

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_TRANSITION_MIXER_H
