// What Replay, Loop and the queue play: From and To of the fade settings as a pair, or a queue of clips.
#ifndef APP_SESSION_CHARACTER_FADE_PROGRAM_H
#define APP_SESSION_CHARACTER_FADE_PROGRAM_H

#include <optional>
#include <utility>

#include "app/session/character/cross_fade.h"
#include "app/session/character/fade_sequence.h"
#include "app/session/character/player.h"
#include "app/session/character/transition_cells.h"
#include "crossfade/base/result.h"

namespace app {

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

}  // namespace app

#endif  // APP_SESSION_CHARACTER_FADE_PROGRAM_H
