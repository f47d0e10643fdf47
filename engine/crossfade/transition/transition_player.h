// One character that goes from clip to clip: actions, transitions and pose, with one call a frame.
//
//   ClipSet clips;
//   const ClipId walk = clips.add(walkClip), run = clips.add(runClip);
//   TransitionPlayer player(clips, layout, rest);
//   player.clipAction(walk).play();
//   player.transition().to(player.clipAction(run), {.seconds = 0.3});
//   each frame: player.advance(seconds, pose);
#ifndef CROSSFADE_TRANSITION_TRANSITION_PLAYER_H
#define CROSSFADE_TRANSITION_TRANSITION_PLAYER_H

#include <span>
#include <utility>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/owned.h"
#include "crossfade/pose/channel_layout.h"
#include "crossfade/transition/transition_mixer.h"

namespace crossfade {

class ClipSamplerPool;
class PoseBlender;
struct Pose;
struct TransitionPoses;
struct TransitionScope;
struct TransitionState;

/// Blends clips so that the order in which they started does not matter, except during and after a Classic transition:
/// then in three.js's order.
class CROSSFADE_API TransitionPlayer {
 public:
  /// `clips` must outlive the player. `rest` fills weights below 1; one that does not fit the layout: no pose is made.
  TransitionPlayer(const ClipSet& clips, const ChannelLayout& layout, const Pose& rest);
  TransitionPlayer(const ClipSet&&, const ChannelLayout&, const Pose&) = delete;
  /// The same, with samplers that many characters share which one thread advances; they and the clips must outlive the
  /// player. The poses are the same, bit for bit.
  TransitionPlayer(const ClipSet& clips, ClipSamplerPool& samplers, const Pose& rest);
  TransitionPlayer(const ClipSet&&, ClipSamplerPool&, const Pose&) = delete;
  /// Its actions, transition and blend spaces stay where they are. One that was moved from can only be assigned to and
  /// destroyed.
  TransitionPlayer(TransitionPlayer&&) noexcept;
  TransitionPlayer& operator=(TransitionPlayer&&) noexcept;
  ~TransitionPlayer();

  /// As AnimationMixer::clipAction; an id that the set does not have: an action that plays nothing. The first call for
  /// a clip allocates and samples it; nothing in a frame does. Tracks that animate nothing of the layout are skipped.
  AnimationAction& clipAction(ClipId clip);
  AnimationAction& clipAction(ClipId clip, BlendMode blendMode);
  AnimationAction& addAction(ClipId clip, BlendMode blendMode);
  /// As TransitionMixer's.
  BlendSpacePlayer& addBlendSpace(const BlendSpace& space, Sync sync = Sync::Phase);
  void removeBlendSpace(const BlendSpacePlayer& space) { mixing_->removeBlendSpace(space); }
  std::span<const Owned<BlendSpacePlayer>> blendSpaces() const { return mixing_->blendSpaces(); }
  /// How many tracks of a clip with an action were skipped.
  int skippedTracks(ClipId clip) const;
  /// Destroys the clip's actions and blend spaces that it is part of; the transition forgets them first.
  void uncacheClip(ClipId clip) { mixing_->uncacheClip(clip); }
  /// Stops everything. The next pose shows what is playing by then, without a transition.
  void stopAll();
  /// Stops everything and sets the mixer's time to 0. What is played from here on looks as it would in a new player,
  /// bit for bit. Actions keep what is yours (weight, timeScale, loop, mask); markers and curves stay.
  void restart();

  const AnimationMixer& mixer() const { return mixing_->mixer(); }
  void setTimeScale(double timeScale) { mixing_->setTimeScale(timeScale); }
  void setClipsRunBackwards(bool backward) { mixing_->setClipsRunBackwards(backward); }
  /// As AnimationMixer::setEvents: then read mixer().passedEvents() after each frame.
  void setEvents(const ClipEventSet* events, double leastWeight = 0) { mixing_->setEvents(events, leastWeight); }
  Transition& transition() { return mixing_->transition(); }
  const Transition& transition() const { return mixing_->transition(); }

  /// Curves for fades to follow. After setCurve the weights of running fades follow at once, and no pose jumps.
  CurveId addCurve(const AnimationCurve& curve);
  void setCurve(CurveId id, const AnimationCurve& curve);
  void removeCurve(CurveId id) { mixing_->removeCurve(id); }

  /// One frame of `delta` seconds: advances actions and transitions and makes the pose to show. A transition that was
  /// started or changed since the last frame starts from the pose of that frame, in the joints that its clips move; all
  /// others continue as if it had not been started. Velocities are measured from the clips, over 1/240 s, and frames
  /// are cut where that matters, so the pose at a time does not depend on how it is reached; of a frame longer than ten
  /// minutes of mixer time, only those at its beginning. A pose of another size is left as it is; a delta that is not
  /// finite counts as 0. No allocation.
  void advance(double delta, Pose& pose) {
    advance(delta, pose, [] {});
  }
  /// The same, and calls `decided()` when actions and weights are up to date but nothing is sampled: to time the two
  /// halves of a frame apart.
  template <class Decided>
  void advance(double delta, Pose& pose, Decided&& decided) {
    decide(delta);
    std::forward<Decided>(decided)();
    sample(pose);
  }
  /// The same without a pose: actions and transition advance, and the next advance() catches up. For callers that need
  /// to know what happens inside a frame, such as how far clips travel.
  void skip(double delta);
  /// What the last advance sampled (TransitionMixer::shown).
  std::span<const BlendEntry> shown() const { return mixing_->shown(); }
  const TransitionState& state() const { return *state_; }

  /// A forecast of the pose `seconds` from now (0 or above): clips keep their current speed, fades and offsets
  /// continue. It does not account for later speed changes, or for what happens when a clip that plays once ends.
  /// Changes nothing. No allocation.
  void sampleAhead(double seconds, Pose& pose);

  /// Saves this moment, except curves and markers; allocates only if the snapshot needs more memory than before. After
  /// restore() the same calls give the same poses, bit for bit. You can also restore into another player of the
  /// same model, if its actions and curves were made in the same order: to try out what a fade would look like. Does
  /// nothing with a snapshot of other joints or values.
  void save(PlayerSnapshot& snapshot) const;
  void restore(const PlayerSnapshot& snapshot);

  /// Ends the transitions of all layers: fades that are running continue on their own, and the pose settles on what is
  /// playing within `seconds`.
  void endTransition(double seconds);
  /// Carries the pose on screen over to whatever plays from now on, within `seconds`: call it when you change weights,
  /// times or clips by hand, as a blend space does, in the same frame and before or after the change. The pose and its
  /// velocity continue. Not above 0, or not finite: does nothing.
  void carryOver(double seconds);
  /// Drops the rest of all transitions from the pose, which jumps to what is playing.
  void cut();
  /// For three.js's own fades: gives up all transitions and blends in three.js's order until the next one starts.
  void useThreeJsFades();

 private:
  struct FadeScope;
  struct Poses;

  TransitionPlayer(const ClipSet& clips, Owned<PoseBlender> blender, const Pose& rest);
  AnimationAction& bind(AnimationAction& action);
  void decide(double delta);
  void update(double delta);
  void sample(Pose& pose);
  bool remembersMotion() const;
  bool carriesOffsets() const;
  bool isOpenLoop(const AnimationAction& action) const;
  void passLoopSeam(const MixerEvent& loop);
  void sampleAtSeam(const AnimationAction& action, double clipTime, double ago, Pose& pose);
  void chooseOrder();
  void startFromScreen(double inertialSeconds);
  void startFromScreen(const LayerFade& fade, double inertialSeconds, const TransitionPoses& poses);
  TransitionScope scopeOf(const LayerFade& fade);
  bool isAlone(const LayerFade& fade) const;
  bool isAbove(const BlendEntry& entry, const LayerFade& fade, int highestSlot) const;
  bool blendsTargetIn(const LayerFade& fade) const;
  std::span<const BlendEntry> shownWithNewClips();
  void chooseSignsOfNewClips();
  bool chooseWays(const LayerFade& fade);
  void sampleJustBefore();
  bool dropRemoved(std::vector<BlendEntry>& entries) const;
  void wrapOrClampTimes(std::vector<BlendEntry>& entries) const;
  bool isClosed(int slot, const AnimationClip& clip);

  Owned<TransitionMixer> mixing_;  // pinned: actions point to it
  Owned<PoseBlender> blender_;
  Owned<FadeScope> scope_;
  Owned<TransitionState> state_;
  Owned<Poses> poses_;
  double undrawn_ = 0;              // seconds of mixer time that the pose is behind
  double inertializeSeconds_ = 0;   // above 0: request for the next frame
  std::vector<BlendEntry> before_;  // the blend list just before the last frame,
  bool beforeIsPartial_ = false;    // without actions whose slots others have taken since
  std::vector<BlendEntry> after_;   // scratch memory
  std::vector<bool> closed_;        // by slot: whether the clip's end joins its start
  std::vector<int> skippedTracks_;  // by slot
};

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_TRANSITION_PLAYER_H
