// The transition set as a matrix: from each clip or blend space (rows) to each (columns), with an editor of what is
// selected.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/model/file_formats.h"
#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/character/clip_names.h"
#include "app/ui/widgets/curve_editor.h"
#include "app/ui/widgets/search_list.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// A rectangle of cells, from one corner to the other in either direction. -1 is the row or column of defaults.
struct CellSelection {
  CellIndex anchor;  // what the editor shows
  CellIndex head;
};

struct TransitionPanelState {
  SearchList fromSearch, toSearch;
  std::vector<int> rows, columns;  // the clips on display, in order, then the numbers of the blend spaces
  int firstRow = 0, firstColumn = 0;
  int zoom = 1;  // 0 to kCellSizeCount - 1
  CellSelection selection;
  bool selecting = false;                           // while the button is down
  std::vector<CellIndex> selected;                  // the cells of the selection
  std::optional<CellIndex> asksFor = std::nullopt;  // in this frame: to be selected, with the panel shown
  CurveEditorState curve;
  SearchList maskSearch;
  bool asksForExport = false;  // in this frame
};

inline constexpr int kCellSizeCount = 4;
/// What a cell's color says about a measured seam, from as smooth as the clips to a pop.
inline constexpr int kSeamLevels = 5;
int seamLevel(double velocityRatio, double positionRatio, const crossfade::SeamExcess& excess = {});
ImU32 seamColorOf(int level, bool dark);

/// Fills `area`.
void drawTransitionPanel(const Session& session, TransitionPanelState& state, const UiRect& area, Commands& out);

// Its parts.
/// The name of a clip or blend space; "every clip" for -1.
std::string_view rowName(const Session& session, const ClipNames& names, int source, std::span<char> scratch);
void drawTransitionMatrix(const Session& session, TransitionPanelState& state, const UiRect& area, Commands& out);
/// In one or two columns. Returns the height that it needs in a panel of this width.
float transitionEditorHeight(bool inTwoColumns);
void drawTransitionEditor(const Session& session, TransitionPanelState& state, const UiRect& area, bool inTwoColumns,
                          Commands& out);

}  // namespace app
