// What the window's input is to ImGui.
#ifndef APP_UI_IMGUI_INPUT_H
#define APP_UI_IMGUI_INPUT_H

#include "app/input/input_frame.h"

struct ImGuiIO;

namespace app {

/// The keys that text fields need. Once, before the first frame.
void mapKeys(ImGuiIO& io);
/// Before ImGui::NewFrame.
void feed(ImGuiIO& io, const InputFrame& input);
/// After ImGui::NewFrame, which counts clicks by frame times: at 2 frames a second it sees no double click.
void useClickCounts(ImGuiIO& io, const InputFrame& input);

}  // namespace app

#endif  // APP_UI_IMGUI_INPUT_H
