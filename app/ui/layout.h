// The fixed workspace: where each panel lies in a picture of some size. A function of values.
#pragma once

#include "app/session/scene_kind.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

enum class ColumnTab { Clips, CrossFade, Timing, Pose, Model };
enum class FadeView { Weights, Curve };

/// What the person chose about the workspace; no part of a session.
struct Workspace {
  bool columnOpen = true;
  ColumnTab tab = ColumnTab::Clips;
  FadeView fadeView = FadeView::Weights;
  bool helpOpen = false;
  bool recordOpen = false;
};

/// Panels side by side without gaps or overlap. An empty rectangle: not shown.
struct Layout {
  UiRect topBar;
  UiRect viewport;   // what is left for the scene; never less than 45 % of the width
  UiRect chips;      // one click fades
  UiRect transport;  // below the scene, in a small picture below the column too
  UiRect tabs;       // right column, upper part: clips, timing or model
  UiRect timing;     // right column, middle: only where the column is tall enough to show it besides the tabs
  UiRect settings;   // right column of a workspace: all of it
  UiRect strip;      // a workspace's row of key shapes
  UiRect crossFade;  // right column, lower part; a tab where the column is too short for both
};

/// `width` and `height` in framebuffer pixels, `scale` = framebuffer pixels per interface unit.
Layout layOut(float width, float height, float scale, const Workspace& workspace,
              SceneKind scene = SceneKind::Character);

}  // namespace app
