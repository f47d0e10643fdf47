// Commands for the last 30 seconds. Times are mixer times in seconds, as Timeline has them. Saving them as a script is
// a request: SaveTakeScript in session/file_commands.h.
#ifndef APP_SESSION_CHARACTER_TIMELINE_COMMANDS_H
#define APP_SESSION_CHARACTER_TIMELINE_COMMANDS_H

#include <cstdint>
#include <optional>
#include <variant>

#include "app/session/character/saved_state.h"
#include "crossfade/transition/transition_kind.h"

namespace app {

/// Shows the moment at this time, limited to what is in the log.
struct ShowMoment {
  double time = 0;
};

/// Back from the past to the latest moment.
struct ReturnToLive {};

/// Changes a fade of the log (LoggedFade::id); everything after it follows. Omitted values stay.
struct EditFade {
  std::int64_t fade = 0;
  std::optional<double> begin = std::nullopt;
  std::optional<double> seconds = std::nullopt;
  std::optional<crossfade::TransitionKind> kind = std::nullopt;
};

/// Shows a state of the same model that was saved, and plays on from there with the current settings. Sequences end,
/// and the log starts over.
struct RestoreState {
  SavedState state;
};

using TimelineCommand = std::variant<ShowMoment, ReturnToLive, EditFade, RestoreState>;

}  // namespace app

#endif  // APP_SESSION_CHARACTER_TIMELINE_COMMANDS_H
