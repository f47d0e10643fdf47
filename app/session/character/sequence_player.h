// What Replay, Loop and the queue play, and what plays it.
#ifndef APP_SESSION_CHARACTER_SEQUENCE_PLAYER_H
#define APP_SESSION_CHARACTER_SEQUENCE_PLAYER_H

#include <functional>
#include <optional>
#include <utility>

#include "app/session/character/cross_fade.h"
#include "app/session/character/fade_sequence.h"
#include "app/session/character/player.h"
#include "app/session/character/transition_cells.h"
#include "crossfade/base/result.h"

namespace app {

// ---- What Replay, Loop and the queue play: From and To of the fade settings as a pair, or a queue of clips.

/// Callers check clips, phases and values.
class FadeProgram {
 public:
  enum class Played { Pair, Queue };

  /// All must outlive it.
  FadeProgram(const Player& player, CrossFade& fade, const TransitionCells& transitions)
      : player_(player), fade_(fade), transitions_(transitions) {}

  Played played() const { return played_; }
  void choose(Played what) { played_ = what; }
  const FadePair& pair() const { return pair_; }
  void setPair(const FadePair& pair) { pair_ = pair; }
  const FadeSequence& queue() const { return queue_; }
  void setQueue(FadeSequence queue) { queue_ = std::move(queue); }

  /// What the pair and the map fade from: the From of the settings, else that of the last fade to To, else what plays;
  /// -1: none of these.
  int from() const;
  /// Makes From and To a pair that can be played: without a From, the last fade.
  crossfade::Result<void> choosePair();
  /// The pair, with the phases that it leaves open taken from the transition set.
  FadePair pairBySet() const;
  /// The length of a pass of the pair in seconds, from the start of the lead-in to the end of the fade or the
  /// lead-out, whichever comes last; 0 unless two clips are chosen.
  double pairSeconds() const;
  /// What plays next of the pair or the queue, whichever is chosen; nothing if that cannot be played.
  std::optional<FadeSequence> next() const;

 private:
  std::optional<FadeSequence> pairFrom(int from) const;

  const Player& player_;
  CrossFade& fade_;
  const TransitionCells& transitions_;
  FadePair pair_;
  FadeSequence queue_;
  Played played_ = Played::Pair;
};

// ---- Plays a FadeSequence: each pass starts from exactly the same state, and fades begin at exact times inside
// frames.

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
