// What Replay, Loop and the queue play, and what plays it.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/fades/cross_fade.h"
#include "app/session/character/playback/player.h"
#include "app/session/character/settings/playback_commands.h"
#include "app/session/character/settings/transition_cells.h"
#include "crossfade/base/result.h"

namespace app {

// Clips in order, with a fade into each: what a replay, a loop and a queue play.

struct SequenceItem {
  FadeTo fade;           // into this clip; a pass starts with its first clip at full weight
  double plays = 2;      // from its entry to the next fade
  bool inLoops = false;  // `plays` counts loops of the clip at its own speed; otherwise seconds
  friend bool operator==(const SequenceItem&, const SequenceItem&) = default;
};

struct FadeSequence {
  std::vector<SequenceItem> items;
  std::optional<double> firstPhase = std::nullopt;  // where the first clip starts in each pass; none: at its beginning
  bool loops = false;                               // play pass after pass, each from exactly the same state
  bool thereAndBack = false;                        // after the last item, a pass returns to the first
  friend bool operator==(const FadeSequence&, const FadeSequence&) = default;

  /// Of one pass; 0 without items.
  int stepCount() const;
  /// The item of a step of the pass.
  int itemAt(int step) const;
};

/// The fade between two clips, from From and To of FadeSettings: lead-in, fade, lead-out. Phases are 0 to 1, times
/// seconds.
struct FadePair {
  std::optional<double> fromPhase = std::nullopt;  // of From when the fade begins; none: From starts with the lead-in
  std::optional<double> toPhase = std::nullopt;    // at which To comes in; none: see FadeTo
  double leadIn = 0.8;
  double leadOut = 0.8;
  bool loops = false;
  bool thereAndBack = false;
  friend bool operator==(const FadePair&, const FadePair&) = default;
};

constexpr auto fieldsOf(const FadePair*) {
  constexpr ValueRange kSeconds{0, kMaxFadeSeconds};
  return std::tuple{
      Field{"fromPhase", "Phase of From", &FadePair::fromPhase, {0, 1}},
      Field{"toPhase", "Phase of To", &FadePair::toPhase, {0, 1}},
      Field{"leadIn", "Lead-in", &FadePair::leadIn, kSeconds, "s"},
      Field{"leadOut", "Lead-out", &FadePair::leadOut, kSeconds, "s"},
      Field{"loop", "Loop", &FadePair::loops},
      Field{"thereAndBack", "There and back", &FadePair::thereAndBack},
  };
}

/// Lead-in and lead-out of at least this many seconds, so that a pass takes time.
inline constexpr double kShortestStep = 0.01;

/// The sequence of a pair. From starts as much before its phase as the lead-in is long, in an earlier loop if it
/// repeats; a From that plays once or back and forth shortens the lead-in instead.
FadeSequence sequenceOf(const FadePair& pair, int from, int to, const Player& player);

/// The sequence with what its fades omit taken from the set. The first clip is faded to only on the way back.
FadeSequence completed(FadeSequence sequence, const TransitionCells& set);

/// Seconds from the entry of an item to the next fade.
double secondsOf(const SequenceItem& item, const Player& player);

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

/// Nothing is scheduled in advance: a frame is cut in two where a fade begins, so its time is exact at any frame rate.
/// Each pass begins with TransitionPlayer::restart, which clears all state of the pass before; the timeline starts
/// over.
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
