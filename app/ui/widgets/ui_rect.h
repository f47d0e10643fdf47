// A rectangle in framebuffer pixels from the top left corner.
#pragma once

#include <imgui.h>

namespace app {

struct UiRect {
  float x = 0;
  float y = 0;
  float width = 0;
  float height = 0;

  float right() const { return x + width; }
  float bottom() const { return y + height; }
  float centerX() const { return x + width / 2; }
  float centerY() const { return y + height / 2; }
  ImVec2 min() const { return {x, y}; }
  ImVec2 max() const { return {right(), bottom()}; }
  bool empty() const { return !(width > 0 && height > 0); }
  friend bool operator==(const UiRect&, const UiRect&) = default;
};

inline bool overlap(const UiRect& a, const UiRect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

inline bool contains(const UiRect& outer, const UiRect& inner) {
  return inner.x >= outer.x && inner.y >= outer.y && inner.right() <= outer.right() && inner.bottom() <= outer.bottom();
}

// The panels of a workspace, which fills the window below the top bar.

/// An empty rectangle: not shown.
struct WorkspaceLayout {
  UiRect canvas;
  UiRect strip;      // the row of key shapes
  UiRect transport;  // below the canvas
  UiRect settings;   // right column
};

}  // namespace app
