// What all widgets share within a frame. Stored in the ImGui context, one per interface, so there are no globals.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include <imgui.h>

#include "app/ui/widgets/fonts.h"
#include "app/ui/widgets/keyboard_focus.h"
#include "app/ui/widgets/number_text.h"
#include "app/ui/widgets/search_list.h"
#include "app/ui/widgets/theme.h"
#include "app/ui/widgets/widget_log.h"
#include "crossfade/base/result.h"
#include "crossfade/curve/animation_curve.h"

namespace app {

/// Of UiContext::scale.
inline constexpr float kMinScale = 0.5f, kMaxScale = 4;

/// How curves get to the clipboard and back. The host fills it in: panels know no file formats.
struct CurveText {
  std::string (*write)(const crossfade::AnimationCurve& curve) = nullptr;
  crossfade::Result<crossfade::AnimationCurve> (*read)(std::string_view text) = nullptr;
  bool works() const { return write && read; }
};

/// Fills pixels of the framebuffer that is drawn to; x and y count from its lower left corner. A channel is 0 to 1.
using AreaFill = void (*)(int x, int y, int width, int height, ImVec4 color);

struct UiContext {
  float scale = 1;  // framebuffer pixels per interface unit
  bool dark = true;
  Fonts fonts;
  WidgetLog log;
  KeyboardFocus focus;
  NumberEdit numberEdit;
  CurveText curveText;
  AreaFill fill = nullptr;  // null: areas are drawn like anything else
  SearchList menuSearch;    // of the one menu that is open
  ImGuiID selection = 0;    // the control in which something was selected last; others drop their selection
  bool fieldIsDue = false;  // what is typed belongs to a text field that cannot take it yet
};

/// The one of the current ImGui context.
inline UiContext& ui() { return *static_cast<UiContext*>(ImGui::GetIO().UserData); }

/// Interface units to framebuffer pixels, rounded.
inline float px(float units) { return std::round(units * ui().scale); }

inline const Palette& colors() { return paletteOf(ui().dark); }
inline ImU32 clipColor(int clip) { return clipColorOf(clip, ui().dark); }
inline ImU32 stageColor(int stage) { return stageColorOf(stage, ui().dark); }

inline const char* icon(Icon which) { return iconText(which, ui().fonts.icons); }

}  // namespace app
