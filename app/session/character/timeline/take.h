// The last seconds of a character as a log: which frames passed and what was done between them, with moments to start
// from. Replaying the log from a moment shows the same poses again, bit for bit.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/session/character/fades/cross_fade.h"
#include "app/session/character/playback/player.h"
#include "app/session/character/settings/playback_commands.h"
#include "app/session/checks/variant_join.h"
#include "crossfade/base/result.h"

namespace app {

// ---- The exact state of a character as plain values, which a script can hold: what plays, the running fade, the pose.

/// The state of a player and its actions, in the order of PlayerSnapshot::visit. The only settings in it are those of
/// the actions, held morph weights and the clock. It fits the model that it was saved from, or one with the same clips
/// and joints.
struct SavedState {
  std::vector<double> values;
  std::vector<crossfade::AnimationCurve> curves;  // that fades follow, besides the one of the settings
  std::vector<std::vector<float>> masks;          // one weight per joint
};

SavedState savedStateOf(const PlayerMoment& moment, const CrossFade& fade, const Player& player);

/// Reads it into a moment that `player` has just saved. Curves and masks go to `fade`. The error says what does not fit
/// the model; the moment is then of no use.
crossfade::Result<void> readState(const SavedState& state, CrossFade& fade, PlayerMoment& moment);

using TakeCommand = JoinedVariant<PlaybackCommand, FadeCommand, JointCommand>;

/// Everything that the next frames of a character depend on, except markers.
struct CharacterMoment {
  PlayerMoment player;
  FadeSettings fade;
  crossfade::AnimationCurve curve;
};

/// What Player::advance was called with, and the seconds stepped by hand.
struct FrameInput {
  double delta = 0;
  double speed = 0;
  double step = 0;
};

inline constexpr float kUnknownJump = std::numeric_limits<float>::quiet_NaN();

struct TakeFrame {
  FrameInput input;
  double begin = 0;  // mixer times
  double end = 0;
  float jump = kUnknownJump;  // see PoseJumps
  bool divisible = false;     // any part of it may be shown; otherwise, with fixed steps, only its ends
};
/// The part of a frame until `time`, which lies in it.
TakeFrame partOf(const TakeFrame& whole, double time);

struct LoggedCommand {
  std::int64_t id = 0;
  std::int64_t frame = 0;  // it is applied just before this frame
  TakeCommand command;
};

/// Frames have numbers that never change: firstFrame() to endFrame() - 1 are in the log. Adding a frame or a moment
/// allocates nothing once the log is full.
class Take {
 public:
  static constexpr double kSeconds = 30;
  static constexpr double kBetweenMoments = 0.5;  // seconds

  Take();
  /// Forgets everything; the log begins now, at mixer time `time`. `save` fills the first moment, and later ones so
  /// that they have their memory.
  void restart(double time, const std::function<void(CharacterMoment&)>& save);

  /// Frames and commands at the end of the log.
  void add(const TakeFrame& frame);
  void add(const TakeCommand& command);
  /// Whether a moment before `frame` is missing; then fill the one that addMoment() returns.
  bool momentIsDue(std::int64_t frame) const;
  CharacterMoment& addMoment(std::int64_t frame);

  /// Splits the frame that contains the mixer time `time`, unless it is not divisible. Returns the first frame that
  /// does not end by then, including its commands.
  std::int64_t splitAt(double time);
  /// Forgets `frame` and its commands, and all that follows.
  void truncate(std::int64_t frame);
  /// Lets a command be applied before `frame` and its commands, in an empty frame of its own. Forgets later moments.
  void insert(std::int64_t frame, const TakeCommand& command, std::optional<std::int64_t> id = std::nullopt);
  void remove(std::int64_t command);
  void noteJump(std::int64_t frame, float jump) { nth(frames_, frame - first_).jump = jump; }

  double begin() const { return begin_; }
  double end() const { return frames_.empty() ? begin_ : frames_.back().end; }
  std::int64_t firstFrame() const { return first_; }
  std::int64_t endFrame() const { return first_ + static_cast<std::int64_t>(frames_.size()); }
  const TakeFrame& frame(std::int64_t number) const { return nth(frames_, number - first_); }
  /// The number of frames that end at or before `time`, counted from frame 0.
  std::int64_t framesUntil(double time) const;
  std::span<LoggedCommand> commands() { return commands_; }  // by frame
  std::span<const LoggedCommand> commands() const { return commands_; }

  /// The state just before the first frame and its commands.
  const CharacterMoment& firstMoment() const { return moments_.front()->moment; }

  struct LoggedMoment {
    std::int64_t frame = 0;  // the state just before this frame's commands
    CharacterMoment moment;
  };
  /// Memory, in bytes.
  std::size_t bytes() const;
  /// The last moment at or before `time`, or the first one.
  const LoggedMoment& momentBefore(double time) const;

 private:
  void trim();
  double timeBefore(std::int64_t number) const { return number < endFrame() ? frame(number).begin : end(); }
  void dropMomentsAfter(std::int64_t frame);

  double begin_ = 0;
  std::int64_t first_ = 0;
  std::int64_t nextId_ = 0;
  std::vector<TakeFrame> frames_;
  std::vector<LoggedCommand> commands_;
  std::vector<std::unique_ptr<LoggedMoment>> moments_;
  std::vector<std::unique_ptr<LoggedMoment>> spare_;
};

}  // namespace app
