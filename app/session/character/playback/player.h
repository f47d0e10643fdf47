// What plays of a model and the resulting pose: mixer and transition, driven by a clock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/model/model.h"
#include "app/profile/frame_profiler.h"
#include "app/session/character/layers/layer_mixer.h"
#include "app/session/character/motion/foot_lock.h"
#include "app/session/character/motion/travel_stage.h"
#include "app/session/character/playback/playback_record.h"
#include "app/session/character/settings/clip_settings.h"
#include "app/view/model_matrices.h"
#include "crossfade/clip/clip_events.h"
#include "crossfade/clock/clock.h"
#include "crossfade/ground/foot_lock.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/player_snapshot.h"
#include "crossfade/transition/transition.h"
#include "crossfade/transition/transition_player.h"

namespace app {

// What a player knows of a moment, as plain values; and the markers of its clips.

// ---- The markers of a player's clips, for Sync::Markers: chosen by hand, or where their feet come down. The timeline
// does not know them.

class PlayerMarkers {
 public:
  explicit PlayerMarkers(std::size_t clipCount) : clips_(clipCount) {}

  /// Of one clip; none: removes them.
  void choose(int clip, std::optional<crossfade::SyncMarkers> markers);
  /// For a clip that has none; choose() takes precedence.
  void useFeet(int clip, crossfade::SyncMarkers markers);
  bool has(int clip) const { return nth(clips_, clip).markers.has_value(); }
  /// Chooses for every clip what `from` has. False: they are those that it took last.
  bool take(const PlayerMarkers& from);
  /// To a transition of the same clips.
  void giveTo(crossfade::Transition& transition, std::span<const crossfade::ClipId> clips) const;

 private:
  struct ClipMarkers {
    std::optional<crossfade::SyncMarkers> markers;
    bool areOfFeet = false;
  };
  std::vector<ClipMarkers> clips_;
  std::uint64_t revision_ = 0;  // of the chosen ones
};

// ---- One moment of a player, as plain values: the timeline saves and restores them.

/// What a player shows, and what its next frames depend on besides the actions.
struct PlayerState {
  crossfade::Pose pose;                      // on screen
  crossfade::Pose stepPose, stepPoseBefore;  // fixed steps: the last two states
  std::vector<std::optional<float>> heldMorphs;
  double passed = 0;
  crossfade::Clock clock;
  crossfade::ClockStep clockStep;
  bool betweenSteps = false;         // fixed steps: the last two states differ, so the picture is late
  double lead = 0;                   // seconds that the mixer is ahead of the picture, since the clock changed
  double layerTime = 0;              // of layers: seconds; runs backward as clips do
  TravelState shownTravel;           // on screen; nothing moves while clips play as in the file
  TravelState travel, travelBefore;  // of the mixer; fixed steps: the last two states
  TravelCell travelCell;             // what `travel` follows from
  bool isTraveling = false;          // tracks move the character
  std::optional<crossfade::FootLock> footLock;  // none: it was never on
  FootLockCell footLockCell;
};

/// One moment of a player; see Player::save.
struct PlayerMoment {
  crossfade::PlayerSnapshot actions;
  PlayerState state;
};

/// A pose on screen, and how far the character has traveled by then.
struct ShownMoment {
  crossfade::Pose pose;
  crossfade::RootDelta travel;
};

/// A blend space of a player, as it was given to it.
struct PlayedSpace {
  BlendSpaceSettings settings;
  crossfade::BlendSpacePlayer* player = nullptr;
};

struct PlayingSpace {
  int number = 0;
  double phase = 0;
  int clip = 0;  // with the largest share
};

class Player {
 public:
  /// One action per clip, none playing: the rest pose. Model and masks must outlive the player.
  Player(const Model& model, const NamedMasks& masks, const crossfade::ClockSettings& clock);
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  /// Advances by `delta` seconds times `speed` plus what step() added, and updates the pose. Does not allocate.
  void advance(double delta, double speed, FrameProfiler& profiler);
  /// What it would show after advance(delta, speed), to the bit. Changes nothing, and leaves the model matrices alone.
  ShownMoment peek(double delta, double speed);
  /// Adds seconds to the next advance, whatever the speed.
  void step(double seconds) { pendingStep_ += seconds; }
  double pendingStep() const { return pendingStep_; }
  /// Updates the pose without moving time.
  void pose(FrameProfiler& profiler);
  /// Switches clocks; the pose does not jump.
  void useClock(const crossfade::ClockSettings& settings);

  int clipCount() const { return static_cast<int>(actions_.size()); }
  crossfade::AnimationAction& action(int clip) { return *nth(actions_, clip); }
  const crossfade::AnimationAction& action(int clip) const { return *nth(actions_, clip); }
  /// The clip of an action, or the number of its blend space; -1 for none.
  int sourceOf(const crossfade::AnimationAction* action) const;
  /// What fades to a clip or a blend space go to.
  crossfade::AnimationAction& source(int number);
  /// The clip with the largest effective weight, -1 when nothing plays.
  int dominantClip() const;
  /// Of the clip, by itself and in blend spaces.
  double effectiveWeight(int clip) const;
  bool plays(int clip) const;

  /// Other blend spaces, each possible and with a name of its own. One that plays is faded to again, in its new form;
  /// if it is gone, its largest clip is. Moments that were saved do not fit any more.
  void useSpaces(std::span<const BlendSpaceSettings> spaces);
  /// A space of that number plays on under another name.
  void renameSpace(int number, const std::string& name);
  std::span<const PlayedSpace> spaces() const { return spaces_; }
  /// nullptr: there is none of that number.
  const PlayedSpace* space(int number) const;
  /// The one that plays with the largest weight, or that the last fade goes to; nothing if that goes to a clip.
  std::optional<PlayingSpace> playingSpace() const;
  /// The actions of all spaces.
  std::span<const SampleAction> samples() const { return samples_; }
  /// Plays at full weight and normal speed, from its current time if it is visible; a finished clip restarts.
  void play(int clip);
  /// Continues a halted clip; a finished clip restarts.
  void resume(int clip);
  /// Whether the clip has played its last loop and holds its pose.
  bool hasFinished(int clip) const;
  void stop(int clip);
  /// Fades from the pose on screen to what plays from now on (TransitionPlayer::carryOver).
  void carryOver(double seconds);
  void stopAll() { transitions_->stopAll(); }
  /// Stops everything at mixer time 0 and restarts the clock: the same calls then give the same poses each time, bit
  /// for bit. Clips keep their weight, speed and loop mode.
  void restart();

  /// Plays other clips in place of the model's from the next pose on, and travels as their tracks say, from the start;
  /// nullptr: the model's own again. What plays goes on at the same times. They must outlive the player.
  void useRoots(const RootClips* roots);
  const RootClips* roots() const { return travel_.roots(); }
  /// Where it has got to since useRoots() or restart(); at the start without roots.
  const TravelState& travel() const { return now_.shownTravel; }
  const TravelPath& path() const { return travel_.path(); }
  /// Whether the model is drawn turned to its heading.
  void faceHeading(bool on);
  /// Where the model stands in the world: at travel() while it faces its heading, else at the origin.
  crossfade::RootDelta placement() const { return facesHeading_ ? now_.shownTravel.at : crossfade::RootDelta{}; }
  /// placement() in `seconds`, at the current velocity.
  crossfade::RootDelta placementAhead(double seconds) const;

  /// Keeps feet on the ground from the next pose on; a copy. nullptr: lets go of them, without a jump.
  void lockFeet(const FootLocking* how);
  bool locksFeet() const { return feet_.isOn(); }
  /// The next pose does not continue the last one.
  void restartFeet() {
    if (now_.footLock) now_.footLock->restart();
    now_.footLockCell = {};
  }

  /// See PlayerMarkers.
  const PlayerMarkers& markers() const { return markers_; }
  void setMarkers(int clip, std::optional<crossfade::SyncMarkers> markers);
  void setFeetMarkers(int clip, crossfade::SyncMarkers markers);
  void takeMarkers(const Player& from);

  /// What lies on the poses of the clips, in every pose from the next one on.
  LayerMixer& layers() { return layers_; }
  const LayerMixer& layers() const { return layers_; }
  double layerTime() const { return now_.layerTime; }
  void setLayerTime(double seconds) { now_.layerTime = seconds; }

  crossfade::TransitionPlayer& transitions() { return *transitions_; }
  const crossfade::TransitionPlayer& transitions() const { return *transitions_; }
  crossfade::Transition& transition() { return transitions_->transition(); }
  const crossfade::Transition& transition() const { return std::as_const(*transitions_).transition(); }
  double mixerTime() const { return transitions().mixer().time(); }
  /// Seconds of animation that the picture advanced in the last advance; 0 or above.
  double passed() const { return now_.passed; }
  const crossfade::Clock& clock() const { return now_.clock; }
  const crossfade::ClockStep& clockStep() const { return now_.clockStep; }
  const WeightHistory& history() const { return record_.weights(); }
  const PlaybackEvents& events() const { return record_.events(); }
  /// What is passed from now on, in place of Model::clipEvents; none: those again. Spans that are open are forgotten.
  void setEvents(int clip, std::optional<crossfade::ClipEvents> events);
  /// nullptr: the clip has none.
  const crossfade::ClipEvents* clipEvents(int clip) const;
  /// Of clipEvents(); their indices are those of the events when they were passed.
  const PassedClipEvents& passedEvents() const { return record_.passed(); }
  const crossfade::Pose& shown() const { return now_.pose; }
  PosedModel posed() const { return matrices_.posed(now_.pose); }

  /// Saves this moment, except curves and markers. After restore() the same calls show the same poses, bit for bit.
  /// Allocates only if `moment` needs more memory than before.
  void save(PlayerMoment& moment) const;
  void restore(const PlayerMoment& moment);
  /// Drops the recorded weights after the current moment; the future is about to change.
  void dropLaterHistory() { dropHistoryAfter(mixerTime()); }
  void dropHistory() { dropHistoryAfter(-std::numeric_limits<double>::infinity()); }

  /// Holds one morph weight of the model from the next pose on; std::nullopt releases it.
  void holdMorph(int index, std::optional<float> weight) { nth(now_.heldMorphs, index) = weight; }
  std::optional<float> heldMorph(int index) const { return nth(now_.heldMorphs, index); }
  /// The pose `seconds` from now (0 or above), as TransitionPlayer::sampleAhead predicts it, with held morph weights.
  void poseAhead(double seconds, crossfade::Pose& pose);

 private:
  void move(double delta, double speed, FrameProfiler& profiler);
  void advanceInSteps(double byHand, bool standsStill, bool backward, FrameProfiler& profiler);
  bool wouldRunBackward(double speed) const;
  void moveBy(double seconds, bool backward, crossfade::Pose& pose, FrameProfiler& profiler);
  void moveInCell(double seconds, bool isLast, crossfade::Pose& pose, FrameProfiler& profiler);
  void record(bool withWeights);
  void forgetTravel();
  void updateModel(FrameProfiler& profiler);
  const crossfade::ClipSet& clips() const { return roots() ? roots()->clips : model_.clips; }
  void makeActions();
  void rebuild();
  void dropHistoryAfter(double time);
  void holdMorphs(crossfade::Pose& pose) const;

  const Model& model_;
  crossfade::ClipEventSet events_;  // of the model's clips; the player below refers to it
  std::unique_ptr<crossfade::TransitionPlayer> transitions_;
  std::vector<crossfade::AnimationAction*> actions_;  // one per clip, owned by the player above
  std::vector<PlayedSpace> spaces_;
  std::vector<SampleAction> samples_;  // of all spaces
  PlayerMarkers markers_;
  TravelStage travel_;
  bool facesHeading_ = false;
  FootLockStage feet_;
  LayerMixer layers_;
  PlayerState now_;
  ModelMatrices matrices_;
  double pendingStep_ = 0;
  PlaybackRecord record_;
  bool isPeeking_ = false;  // nothing is recorded
  PlayerMoment beforePeek_;
};

}  // namespace app
