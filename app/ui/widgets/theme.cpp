#include "app/ui/widgets/theme.h"

#include <array>

namespace app {
namespace {

constexpr std::array<ImU32, 8> kClipColors = {rgb(0x56B4E9), rgb(0xF0E04A), rgb(0x2FBF95), rgb(0xE78FC7),
                                              rgb(0x6E8CFF), rgb(0xE2683A), rgb(0xD5DAE1), rgb(0xB08C4F)};
constexpr std::array<ImU32, 8> kStageColors = {rgb(0x56B4E9), rgb(0x2FBF95), rgb(0xF0E04A), rgb(0xE78FC7),
                                               rgb(0x6E8CFF), rgb(0xE2683A), rgb(0xD5DAE1), rgb(0x4D535D)};
constexpr std::array<ImU32, 3> kClockColors = {rgb(0xE2683A), rgb(0x56B4E9), rgb(0x2FBF95)};

constexpr std::size_t wrapped(int index, std::size_t count) {
  const int size = static_cast<int>(count);
  return static_cast<std::size_t>(((index % size) + size) % size);
}

void applyColors(ImVec4* colors) {
  const auto set = [colors](ImGuiCol which, ImU32 value) { colors[which] = ImGui::ColorConvertU32ToFloat4(value); };
  set(ImGuiCol_Text, color::kText);
  set(ImGuiCol_TextDisabled, color::kTextFaint);
  set(ImGuiCol_WindowBg, color::kPanel);
  set(ImGuiCol_ChildBg, 0);
  set(ImGuiCol_PopupBg, rgb(0x23272E, 250));
  set(ImGuiCol_Border, color::kLine);
  set(ImGuiCol_FrameBg, color::kControl);
  set(ImGuiCol_FrameBgHovered, color::kControlHovered);
  set(ImGuiCol_FrameBgActive, color::kControlActive);
  set(ImGuiCol_Button, color::kControl);
  set(ImGuiCol_ButtonHovered, color::kControlHovered);
  set(ImGuiCol_ButtonActive, color::kControlActive);
  set(ImGuiCol_Header, color::kControl);
  set(ImGuiCol_HeaderHovered, color::kControlHovered);
  set(ImGuiCol_HeaderActive, color::kControlActive);
  set(ImGuiCol_CheckMark, color::kAccent);
  set(ImGuiCol_ScrollbarBg, 0);
  set(ImGuiCol_ScrollbarGrab, rgb(0x3A404A));
  set(ImGuiCol_ScrollbarGrabHovered, rgb(0x4A515D));
  set(ImGuiCol_ScrollbarGrabActive, rgb(0x5A6270));
  set(ImGuiCol_Separator, color::kLine);
  set(ImGuiCol_TextSelectedBg, faded(color::kAccent, 0.35f));
  set(ImGuiCol_ModalWindowDimBg, rgb(0x000000, 120));
}

}  // namespace

ImU32 clipColor(int clip) { return kClipColors[wrapped(clip, kClipColors.size())]; }

LineStyle clipLineStyle(int clip) { return static_cast<LineStyle>((clip + clip / 8) & 3); }

ImU32 stageColor(int stage) { return kStageColors[wrapped(stage, kStageColors.size())]; }

ImU32 clockColor(int clock) { return kClockColors[wrapped(clock, kClockColors.size())]; }

void applyTheme(ImGuiStyle& style, float scale) {
  style = ImGuiStyle();
  applyColors(style.Colors);
  style.WindowPadding = {12, 10};
  style.FramePadding = {8, 5};
  style.ItemSpacing = {8, 8};
  style.ItemInnerSpacing = {6, 4};
  style.CellPadding = {4, 3};
  style.ScrollbarSize = 9;
  style.WindowRounding = 0;
  style.ChildRounding = 6;
  style.FrameRounding = 5;
  style.PopupRounding = 6;
  style.ScrollbarRounding = 6;
  style.GrabRounding = 4;
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 0;
  style.FrameBorderSize = 0;
  style.PopupBorderSize = 1;
  style.WindowMinSize = {1, 1};
  style.ScaleAllSizes(scale);
}

}  // namespace app
