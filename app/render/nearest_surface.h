// Draws translucent shapes so that only their nearest surface shows.
#ifndef APP_RENDER_NEAREST_SURFACE_H
#define APP_RENDER_NEAREST_SURFACE_H

namespace app {

void beginNearestDepth();
void beginNearestColor();
void endNearest();

/// Calls `draw` twice: once for depth only, then to blend colors where the depth matches. Both calls must produce the
/// same depths. Leaves blending disabled.
template <class Draw>
void blendNearestSurface(const Draw& draw) {
  beginNearestDepth();
  draw();
  beginNearestColor();
  draw();
  endNearest();
}

}  // namespace app

#endif  // APP_RENDER_NEAREST_SURFACE_H
