// Clips in order, with a fade into each: what a replay, a loop and a queue play.
#ifndef APP_SESSION_CHARACTER_FADE_SEQUENCE_H
#define APP_SESSION_CHARACTER_FADE_SEQUENCE_H

#include <optional>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/playback_commands.h"
#include "app/session/character/player.h"
#include "app/session/character/transition_cells.h"

namespace app {

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

}  // namespace app

#endif  // APP_SESSION_CHARACTER_FADE_SEQUENCE_H
