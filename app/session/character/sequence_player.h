// Plays a FadeSequence: each pass starts from exactly the same state, and fades begin at exact times inside frames.
#ifndef APP_SESSION_CHARACTER_SEQUENCE_PLAYER_H
#define APP_SESSION_CHARACTER_SEQUENCE_PLAYER_H

#include <functional>

#include "app/session/character/fade_sequence.h"
#include "app/session/character/player.h"

namespace app {

/// What a sequence does with its player, which may keep a log of it.
struct SequenceHost {
  std::function<void(double delta, double speed, FrameProfiler& profiler)> advance;  // as Player::advance
  std::function<void(double seconds)> step;                                          // as Player::step
  std::function<void(const EnterClip& command)> enter;
  std::function<void()> passBegan;  // the player was restarted
};

class SequencePlayer {
 public:
  /// The player must outlive it.
  SequencePlayer(Player& player, SequenceHost host) : player_(player), host_(std::move(host)) {}
  SequencePlayer(const SequencePlayer&) = delete;
  SequencePlayer& operator=(const SequencePlayer&) = delete;

  /// What the next frames depend on, besides the player. Plain values: copy them to save a moment.
  struct State {
    FadeSequence pass;    // the one that plays
    FadeSequence coming;  // the next pass
    int step = 0;         // of the pass
    double due = 0;       // mixer time of the next step; a pass begins at 0
    int passes = 0;       // begun since play()
    bool playing = false;
  };

  /// Begins the first pass. At least one item (assert).
  void play(const FadeSequence& sequence);
  /// Other items or another mode, from the next pass on.
  void change(const FadeSequence& sequence) { state_.coming = sequence; }
  /// What plays goes on by itself.
  void stop() { state_.playing = false; }

  /// Plays `delta` seconds times `speed`, and the `byHand` seconds that SequenceHost::step was given, up to the last
  /// step in them; returns the seconds of `delta` that are left. On a clock that counts frames, steps happen between
  /// frames. Does not allocate unless the sequence has grown.
  double advance(double delta, double speed, double byHand, FrameProfiler& profiler);

  bool isPlaying() const { return state_.playing; }
  /// Until the next step, at this speed; infinity: there is none. Not below 0.
  double secondsUntilStep(double speed) const;
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }

 private:
  void beginPass();
  void takeStep();
  double untilNext() const { return state_.due - player_.mixerTime(); }
  /// Within `seconds` of mixer time; a frame that ends on it takes it, even if a rounding makes it end just before.
  bool isDueIn(double seconds) const { return untilNext() <= seconds + crossfade::kSameTime; }
  void playByHand(double byHand, FrameProfiler& profiler);

  Player& player_;
  SequenceHost host_;
  State state_;
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_SEQUENCE_PLAYER_H
