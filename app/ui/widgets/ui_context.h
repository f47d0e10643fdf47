// What all panels share within a frame. It hangs on the ImGui context, which is one per interface, so there is no
// state of our own besides.
#pragma once

#include <array>
#include <vector>

#include <imgui.h>

#include "app/session/recording.h"
#include "app/ui/layout.h"
#include "app/ui/shapes/shapes_workspace.h"
#include "app/ui/widgets/fonts.h"
#include "app/ui/widgets/widget_log.h"
#include "app/view/fill_bands.h"
#include "app/view/triangulate.h"

namespace app {

struct UiContext {
  float scale = 1;
  Fonts fonts;
  Workspace workspace;
  ShapesWorkspace shapes;
  Layout layout;
  WidgetLog log;
  Triangulator triangulator;  // these three are working room for what is drawn
  BandFiller bandFiller;
  std::vector<ImVec2> corners;
  std::array<char, 64> jointSearch{};  // what is typed in the open list of joints
  std::array<char, 64> poseSearch{};   // and above the joint tree
  std::vector<int> shownRows;          // working room: rows of the joint tree,
  std::vector<UiRect> namePlates;      // and names in the view
  RecordingOptions recordOptions;      // as the record panel shows them
  std::array<char, 512> recordPath{};
};

/// Of the current ImGui context.
inline UiContext& ui() { return *static_cast<UiContext*>(ImGui::GetIO().UserData); }

/// Interface units to framebuffer pixels, on whole pixels.
inline float px(float units) { return static_cast<float>(static_cast<int>(units * ui().scale + 0.5f)); }

inline const char* icon(Icon which) { return iconText(which, ui().fonts.icons); }

}  // namespace app
