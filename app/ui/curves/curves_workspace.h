// The curves workspace: keys with a line for each kind of interpolation, and an AnimationCurve beside its polynomial.
#pragma once

#include <optional>

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/curves/curves_layout.h"
#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/curve_editor.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// What the workspace remembers between frames.
struct CurvesWorkspace {
  enum class Held { Nothing, Cursor, Key, Slope };

  int selected = -1;  // key
  Held held = Held::Nothing;
  int side = 0;                   // of the held tangent handle
  ImVec2 offset;                  // from the pointer to what is held
  std::optional<CurvePlane> was;  // the plane when the button went down, which stays until it is up
  CurveEditorState editor;
};

/// What the canvas shows beside the scene while it is edited.
struct CurvesMarks {
  int selected = -1;
  PlotHit hovered;
  int hoveredCell = -1;
  std::optional<CurvePlane> plane;  // none: the scene's
};

void drawCurvesWorkspace(const Session& session, CurvesWorkspace& state, const WorkspaceLayout& layout, Commands& out);
/// The canvas alone. Depends on nothing but session, canvas and marks.
void drawCurvesCanvas(const Session& session, const Canvas& canvas, const CurvesMarks& marks = {});

/// The mouse and the keys on the plot, which is ImGui's last item. Logged as "curves.plot".
PlotHit editPlot(const CurvesScene& scene, CurvesWorkspace& state, const CurveAxes& axes, Commands& out);
void drawCurvesSettings(const Session& session, CurvesWorkspace& state, const UiRect& area, Commands& out);

/// Pixels from a key to the end of its tangent handle, at scale 1.
inline constexpr float kSlopeReach = 46;

}  // namespace app
