// The block under every clock on every display: tracks with a ghost at the correct position, errors as values and
// graphs, and a summary.
#include <algorithm>
#include <vector>

#include "app/ui/timing/timing_paint.h"
#include "app/ui/timing/timing_workspace.h"

namespace app {

void drawTimingCanvas(const Session& session, const Canvas& canvas) {
  canvasGround(canvas);
  const TimingScene& scene = session.timing();
  const std::vector<TimingRowSettings>& rows = scene.settings().rows;
  const int shown =
      static_cast<int>(std::count_if(rows.begin(), rows.end(), [](const TimingRowSettings& row) { return row.shown; }));
  const bool character = scene.settings().showsCharacter && !session.walkFigure().empty();
  const TimingView view{.scene = scene,
                        .figure = session.walkFigure(),
                        .grid = timingGrid(canvas.rect, shown, character, canvas.scale),
                        .ghost = scene.ghost(),
                        .character = character};
  if (shown == 0)
    return canvasText(canvas, canvas.rect, "No display is shown. Turn one on.", dimInkColor(canvas), 0.5f);

  drawTimingLegend(canvas, view.grid.labelHead);
  drawSharedLabel(canvas, view.grid.labelGraph);
  for (int clock = 0; clock < 3; ++clock) {
    const auto index = static_cast<std::size_t>(clock);
    drawTimingHead(canvas, view, clock, view.grid.heads[index]);
    drawTimingSum(canvas, view, clock, view.grid.sums[index]);
    const GraphRange range = graphRange(scene, kClockKinds[index]);
    const UiRect& shared = view.grid.graphs[index];
    const bool hasGraphs =
        !shared.empty() || !timingCell(view.grid, 0, clock, view.character, canvas.scale).graph.empty();
    const bool saysRange = hasGraphs && !drawTimingRange(canvas, clock, range, view.grid.heads[index]);
    drawSharedGraph(canvas, view, clock, shared, range, saysRange);
    int shownRow = 0;
    for (int row = 0; row < scene.rowCount(); ++row) {
      if (!rows[static_cast<std::size_t>(row)].shown) continue;
      const TimingCell cell = timingCell(view.grid, shownRow, clock, view.character, canvas.scale);
      if (clock == 0) drawTimingLabel(canvas, view, row, timingLabel(view.grid, shownRow));
      if (clock == 0 && shownRow == 0 && !cell.graph.empty())
        drawGraphLabel(canvas, timingLabel(view.grid, 0), cell.graph);
      drawTimingCell(canvas, view, row, clock, cell, range, saysRange && shownRow == 0);
      ++shownRow;
    }
  }
}

}  // namespace app
