// Commands that play fades again: the pair of From and To, and a queue of clips.
#ifndef APP_SESSION_CHARACTER_SEQUENCE_COMMANDS_H
#define APP_SESSION_CHARACTER_SEQUENCE_COMMANDS_H

#include <optional>
#include <variant>
#include <vector>

#include "app/session/character/fade_sequence.h"

namespace app {

/// Entry times, lead-in and lead-out of the fade from From to To. A playing pair follows in its next pass.
struct SetPair {
  FadePair pair;
};

/// Plays the pair from its beginning, with the current fade settings, and unpauses. Without a From, the last fade is
/// played again: from the clip and the phase where it began.
struct ReplayFade {};

/// Turns looping of the pair on (and starts it) or off (the current pass finishes).
struct LoopFade {
  bool on = true;
  bool thereAndBack = false;  // each pass also fades back to From
};

/// Clips in order. A playing queue follows in its next pass; without items it stops.
struct SetQueue {
  std::vector<SequenceItem> items;
  bool loops = false;  // the last clip is followed by the first, which starts as in the first pass
};

/// Plays the queue from its first clip, and unpauses.
struct PlayQueue {};

/// Ends replay, loop or queue; what plays goes on by itself. So does every command that plays, fades or stops a clip.
struct StopSequence {};

/// Settings of one figure in a comparison; what is omitted follows the panel.
struct FadeVariant {
  std::optional<crossfade::TransitionKind> kind = std::nullopt;
  std::optional<double> seconds = std::nullopt;
  std::optional<crossfade::Sync> sync = std::nullopt;
  friend bool operator==(const FadeVariant&, const FadeVariant&) = default;
};
constexpr auto fieldsOf(const FadeVariant*) {
  return std::tuple{
      fade_fields::kind(&FadeVariant::kind),
      fade_fields::seconds(&FadeVariant::seconds),
      fade_fields::sync(&FadeVariant::sync),
  };
}
inline constexpr std::size_t kMaxVariants = 6;
inline constexpr std::size_t kMaxQueued = 200;  // clips

/// Shows the fade by two to kMaxVariants variants at once, and plays the pair in a loop unless the queue plays, or From
/// and To are not chosen or switched off. No variants: ends it.
struct SetComparison {
  std::vector<FadeVariant> variants;
  bool overlaid = false;  // the first with the others as ghosts over it; otherwise side by side
  friend bool operator==(const SetComparison&, const SetComparison&) = default;
};

using SequenceCommand = std::variant<SetPair, ReplayFade, LoopFade, SetQueue, PlayQueue, StopSequence, SetComparison>;

}  // namespace app

#endif  // APP_SESSION_CHARACTER_SEQUENCE_COMMANDS_H
