// Passes the window's input to ImGui.
#ifndef APP_UI_IMGUI_INPUT_H
#define APP_UI_IMGUI_INPUT_H

#include "app/input/input_frame.h"

struct ImGuiIO;

namespace app {

/// Call before ImGui::NewFrame.
void feed(ImGuiIO& io, const InputFrame& input);
/// Call after ImGui::NewFrame, which counts clicks by frame times and so misses double clicks at 2 frames per second.
void useClickCounts(ImGuiIO& io, const InputFrame& input);

}  // namespace app

#endif  // APP_UI_IMGUI_INPUT_H
