// Translucent shapes of which only the nearest surface is seen.
#pragma once

namespace app {

void beginNearestDepth();
void beginNearestColor();
void endNearest();

/// Calls `draw` twice: for depth alone, then to blend its colours where that depth is. Both must make the same depths.
/// Leaves no blending.
template <class Draw>
void blendNearestSurface(const Draw& draw) {
  beginNearestDepth();
  draw();
  beginNearestColor();
  draw();
  endNearest();
}

}  // namespace app
