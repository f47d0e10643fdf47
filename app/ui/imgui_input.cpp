#include "app/ui/imgui_input.h"

#include <cfloat>

#include <imgui.h>

#include "app/ui/widgets/imgui_version.h"

namespace app {

void feed(ImGuiIO& io, const InputFrame& input) {
  io.MousePos = input.mouseInside ? ImVec2(static_cast<float>(input.mouseX), static_cast<float>(input.mouseY))
                                  : ImVec2(-FLT_MAX, -FLT_MAX);
  for (std::size_t i = 0; i < kMouseButtonCount; ++i) io.MouseDown[i] = input.buttonsDown[i];
  io.MouseWheel = static_cast<float>(input.wheelY);
  io.MouseWheelH = static_cast<float>(input.wheelX);
  feedKeys(io, input);
  if (!input.text.empty()) io.AddInputCharactersUTF8(input.text.c_str());
}

void useClickCounts(ImGuiIO& io, const InputFrame& input) {
  for (std::size_t i = 0; i < kMouseButtonCount; ++i) {
    if (!io.MouseClicked[i]) continue;
    io.MouseClickedCount[i] = io.MouseClickedLastCount[i] = static_cast<ImU16>(input.clickCounts[i]);
    io.MouseDoubleClicked[i] = input.clickCounts[i] == 2;
  }
}

}  // namespace app
