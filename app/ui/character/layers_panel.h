// The layers tab: what plays, the layers on top of it, and masks with names.
#pragma once

#include <array>

#include "app/session/session.h"
#include "app/ui/character/joint_list.h"
#include "app/ui/widgets/search_list.h"
#include "app/ui/widgets/widgets.h"

namespace app {

struct LayersPanelState : OrderedRows {
  SearchList maskSearch;
  MaskBrush brush;
  JointListState joints;
  std::array<char, kMaxMaskName + 1> typedName{};
  bool naming = false;  // the name of the mask is being typed
  bool takesFocus = false;
};

/// Inside the current ImGui window.
void drawLayersPanel(const Session& session, LayersPanelState& state, Commands& out);
/// The settings of one layer, as wide as the window's content; its parts as widgets "layer.0.weight".
void drawLayerDetails(const Session& session, LayersPanelState& state, int layer, Commands& out);
/// The mask that the brush paints: its name, the brush, and the joint tree. Instead of the list.
void drawMaskEditor(const Session& session, LayersPanelState& state, Commands& out);
/// Makes a mask with these weights and a free name, and opens it.
void newMask(const Session& session, LayersPanelState& state, std::vector<float> weights, Commands& out);

}  // namespace app
