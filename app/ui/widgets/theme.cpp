#include "app/ui/widgets/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace app {
namespace {

constexpr int kClipColorCount = 80;
constexpr std::array<ImU32, 8> kFirstClipColors = {rgb(0x56B4E9), rgb(0xF0E04A), rgb(0x2FBF95), rgb(0xE78FC7),
                                                   rgb(0x6E8CFF), rgb(0xE2683A), rgb(0xD5DAE1), rgb(0xB08C4F)};
constexpr std::array<ImU32, 8> kStageColors = {rgb(0x56B4E9), rgb(0x2FBF95), rgb(0xF0E04A), rgb(0xE78FC7),
                                               rgb(0x6E8CFF), rgb(0xE2683A), rgb(0xD5DAE1), rgb(0x4D535D)};
constexpr std::array<ImU32, 3> kClockColors = {rgb(0xE2683A), rgb(0x56B4E9), rgb(0x2FBF95)};

struct LinearColor {
  double red, green, blue;
};

/// sRGB's transfer functions, IEC 61966-2-1.
double linear(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}
double encoded(double linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

/// Oklab in polar form (Ottosson 2020); `hue` in turns.
LinearColor ofOklch(double lightness, double chroma, double hue) {
  const double a = chroma * std::cos(2 * std::numbers::pi * hue), b = chroma * std::sin(2 * std::numbers::pi * hue);
  const auto cubed = [](double x) { return x * x * x; };
  const double l = cubed(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const double m = cubed(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const double s = cubed(lightness - 0.0894841775 * a - 1.2914855480 * b);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

ImU32 colorOf(const LinearColor& color) {
  const auto byte = [](double value) {
    return static_cast<ImU32>(std::lround(encoded(std::clamp(value, 0.0, 1.0)) * 255));
  };
  return IM_COL32(byte(color.red), byte(color.green), byte(color.blue), 255);
}

/// After the first ones, 16 hues in five shades; a step of seven hues makes neighbors differ.
std::array<ImU32, kClipColorCount> makeClipColors() {
  struct Shade {
    double lightness, chroma;
  };
  constexpr std::array<Shade, 5> kShades = {{{0.86, 0.09}, {0.66, 0.15}, {0.77, 0.13}, {0.72, 0.06}, {0.9, 0.05}}};
  constexpr std::size_t kHues = 16, kStep = 7;
  constexpr double kFirstHue = 0.05;  // far from the first ones
  std::array<ImU32, kClipColorCount> colors{};
  std::copy(kFirstClipColors.begin(), kFirstClipColors.end(), colors.begin());
  for (std::size_t i = 0; i + kFirstClipColors.size() < colors.size(); ++i) {
    const Shade& shade = kShades[i / kHues];
    const double hue = kFirstHue + static_cast<double>(i * kStep % kHues) / kHues;
    colors[i + kFirstClipColors.size()] = colorOf(ofOklch(shade.lightness, shade.chroma, hue));
  }
  return colors;
}

double channel(ImU32 color, int shift) { return static_cast<double>((color >> shift) & 255) / 255; }

double luminance(ImU32 color) {
  return 0.2126 * linear(channel(color, IM_COL32_R_SHIFT)) + 0.7152 * linear(channel(color, IM_COL32_G_SHIFT)) +
         0.0722 * linear(channel(color, IM_COL32_B_SHIFT));
}

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
  set(ImGuiCol_PopupBg, rgb(0x23272E));
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

double contrast(ImU32 one, ImU32 other) {
  const double a = luminance(one), b = luminance(other);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

ImU32 over(ImU32 ground, ImU32 color) {
  const double share = channel(color, IM_COL32_A_SHIFT);
  const auto mixed = [&](int shift) {
    return static_cast<ImU32>(
        std::lround((channel(ground, shift) * (1 - share) + channel(color, shift) * share) * 255));
  };
  return IM_COL32(mixed(IM_COL32_R_SHIFT), mixed(IM_COL32_G_SHIFT), mixed(IM_COL32_B_SHIFT), 255);
}

ImU32 clipColor(int clip) {
  static const std::array<ImU32, kClipColorCount> colors = makeClipColors();
  return colors[wrapped(clip, colors.size())];
}

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
