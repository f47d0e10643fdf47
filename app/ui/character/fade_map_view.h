// The cross-fade panel's map: what a fade from From to To costs, for every pair of moments.
#pragma once

#include <vector>

#include <imgui.h>

#include "app/session/command.h"
#include "app/session/session.h"

namespace app {

// ---- Its colors, from cheap to costly.

/// `share`: 0 (cheapest, which stands out from the background) to 1; beyond, as at the ends. Lightness changes evenly
/// (Oklab), so equal differences look equal, with any color vision.
ImU32 costColor(double share, bool dark);

// ---- The map.

/// A map in as many patches as the picture has room for: the corners of a mesh, each with the mean of its cells.
struct CostPatches {
  FadeMapKey key;  // of the map that they were made from
  int revision = 0;
  int across = 0, down = 0;
  bool dark = false;
  std::vector<ImU32> tints;  // from the first row of the map on
};

struct FadeMapView {
  MapCost cost = MapCost::Distance;
  bool isDrawn = false;       // in this frame
  int row = -1, column = 0;   // of the cell that the keys chose; -1: none yet
  int rows = 0, columns = 0;  // of the map that they are in
  CostPatches patches;
};

/// Inside the panel: time in From from below, time in To from the left. A click lets the fade begin there and plays it.
void drawFadeMapView(const Session& session, FadeMapView& view, Commands& out);
/// After all panels: ends the computation if nothing has drawn the map.
void endFadeMapView(const Session& session, FadeMapView& view, Commands& out);

/// Fills `patches` for a map with rows, unless they are of it already.
void updatePatches(const FadeMapResult& result, int across, int down, bool dark, CostPatches& patches);

}  // namespace app
