#include "app/ui/imgui_input.h"

#include <cfloat>
#include <utility>

#include <imgui.h>

namespace app {

void mapKeys(ImGuiIO& io) {
  constexpr std::pair<ImGuiKey, Key> kMap[] = {
      {ImGuiKey_Tab, Key::Tab},
      {ImGuiKey_LeftArrow, Key::Left},
      {ImGuiKey_RightArrow, Key::Right},
      {ImGuiKey_UpArrow, Key::Up},
      {ImGuiKey_DownArrow, Key::Down},
      {ImGuiKey_PageUp, Key::PageUp},
      {ImGuiKey_PageDown, Key::PageDown},
      {ImGuiKey_Home, Key::Home},
      {ImGuiKey_End, Key::End},
      {ImGuiKey_Insert, Key::Insert},
      {ImGuiKey_Delete, Key::Delete},
      {ImGuiKey_Backspace, Key::Backspace},
      {ImGuiKey_Space, Key::Space},
      {ImGuiKey_Enter, Key::Enter},
      {ImGuiKey_KeyPadEnter, Key::KeypadEnter},
      {ImGuiKey_Escape, Key::Escape},
      {ImGuiKey_A, Key::A},
      {ImGuiKey_C, Key::C},
      {ImGuiKey_V, Key::V},
      {ImGuiKey_X, Key::X},
      {ImGuiKey_Y, Key::Y},
      {ImGuiKey_Z, Key::Z},
  };
  for (const auto& [imguiKey, key] : kMap) io.KeyMap[imguiKey] = static_cast<int>(key);
}

void feed(ImGuiIO& io, const InputFrame& input) {
  io.MousePos = input.mouseInside ? ImVec2(static_cast<float>(input.mouseX), static_cast<float>(input.mouseY))
                                  : ImVec2(-FLT_MAX, -FLT_MAX);
  for (std::size_t i = 0; i < kMouseButtonCount; ++i) io.MouseDown[i] = input.buttonsDown[i];
  io.MouseWheel = static_cast<float>(input.wheelY);
  io.MouseWheelH = static_cast<float>(input.wheelX);
  for (std::size_t i = 0; i < kKeyCount; ++i) io.KeysDown[i] = input.keysDown[i];
  for (const KeyPress& press : input.keyPresses)
    io.KeysDown[indexOf(press.key)] = true;  // pressed and released within the frame
  io.KeyShift = input.modifiers.shift;
  io.KeyCtrl = input.modifiers.control;
  io.KeyAlt = input.modifiers.alt;
  io.KeySuper = input.modifiers.super;
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
