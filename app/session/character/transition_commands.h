// Commands that change the transition set: what applies to fades from one clip to another.
#ifndef APP_SESSION_CHARACTER_TRANSITION_COMMANDS_H
#define APP_SESSION_CHARACTER_TRANSITION_COMMANDS_H

#include <optional>
#include <variant>
#include <vector>

#include "app/session/character/transition_cells.h"

namespace app {

/// Sets what has a value in `settings`, in cells, rows ({clip, -1}), columns ({-1, clip}) or the whole set ({-1, -1}).
struct SetTransitionCell {
  std::vector<CellIndex> cells;
  CellSettings settings;
  bool replaces = false;  // also unsets what has no value
};

/// Lets cells inherit one field, or everything.
struct ClearTransitionCell {
  std::vector<CellIndex> cells;
  std::optional<CellField> field = std::nullopt;
};

/// Clears the whole set.
struct ClearTransitions {};

/// Measures in the background how smooth all fades are, those between these clips first; or ends it.
struct MeasureTransitions {
  bool on = true;
  std::vector<int> from;
  std::vector<int> to;
};

using TransitionCommand = std::variant<SetTransitionCell, ClearTransitionCell, ClearTransitions, MeasureTransitions>;

}  // namespace app

#endif  // APP_SESSION_CHARACTER_TRANSITION_COMMANDS_H
