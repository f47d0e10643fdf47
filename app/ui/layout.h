// The rectangle of each panel in a picture of a given size.
#pragma once

#include "app/session/scene_kind.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// Panels side by side, without gaps or overlap. An empty rectangle: not shown.
struct Layout {
  UiRect topBar;
  UiRect viewport;     // the scene; at least 45 % of the width, or 40 % of that beside the transition set
  UiRect transitions;  // the transition set, beside the scene; in a narrow window in place of the right column
  UiRect retarget;     // how clips of other files are fitted, in its place
  UiRect timeline;     // the last 30 seconds
  UiRect chips;        // the tiles, one per clip
  UiRect clipTabs;     // above them: the groups that clips are in
  UiRect transport;    // below the scene; in a small window below the right column too
  // The right column is 28 % of the width, 312 to 400 units, by hand up to 640; it closes where the scene would get too
  // narrow.
  UiRect tabs;       // right column, top
  UiRect profiler;   // right column, middle; a tab if the column is too short
  UiRect settings;   // the whole right column of a workspace
  UiRect strip;      // the row of key shapes
  UiRect crossFade;  // right column, bottom; a tab if the column is too short
};

/// What is between the picture and the right column.
enum class SidePanel { None, Transitions, Retarget };

/// What the user chose by dragging the edges between panels, in interface units; 0: as suits the window. Limited to
/// what keeps every panel usable.
struct PanelSizes {
  float column = 0;     // width of the right column
  float crossFade = 0;  // height of the panel at its bottom
  float profiler = 0;   // height of the panel above that
  bool timeline = false;
  SidePanel side = SidePanel::None;

  /// Shows it, or nothing if it is shown.
  void toggle(SidePanel panel) { side = side == panel ? SidePanel::None : panel; }
  friend bool operator==(const PanelSizes&, const PanelSizes&) = default;
};

/// `width` and `height` in framebuffer pixels, `scale` = framebuffer pixels per interface unit. `groupedClips`: how
/// many clips there are, if they are in groups, which get a row of tabs where there is room; else 0.
Layout layOut(float width, float height, float scale, bool columnOpen, SceneKind scene = SceneKind::Character,
              const PanelSizes& sizes = {}, int groupedClips = 0);

}  // namespace app
