#include "app/ui/widgets/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/color_space.hpp>
#include <glm/mat3x3.hpp>

namespace app {
namespace {

// One column for each input value.
constexpr glm::dmat3 kLinearToCones{0.4122214708, 0.2119034982, 0.0883024619,  //
                                    0.5363325363, 0.6806995451, 0.2817188376,  //
                                    0.0514459929, 0.1073969566, 0.6299787005};
constexpr glm::dmat3 kConeRootsToLab{0.2104542553,  1.9779984951,  0.0259040371,  //
                                     0.7936177850,  -2.4285922050, 0.7827717662,  //
                                     -0.0040720468, 0.4505937099,  -0.8086757660};
constexpr glm::dmat3 kLabToConeRoots{1.0000000000, 1.0000000000,  1.0000000000,   //
                                     0.3963377774, -0.1055613458, -0.0894841775,  //
                                     0.2158037573, -0.0638541728, -1.2914855480};
constexpr glm::dmat3 kConesToLinear{4.0767416621,  -1.2684380046, -0.0041960863,  //
                                    -3.3077115913, 2.6097574011,  -0.7034186147,  //
                                    0.2309699292,  -0.3413193965, 1.7076147010};

}  // namespace

glm::dvec3 linearOf(ImU32 color) {
  const auto channel = [color](int shift) { return static_cast<double>((color >> shift) & 255) / 255; };
  return glm::convertSRGBToLinear(
      glm::dvec3(channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT)));
}

ImU32 colorOf(glm::dvec3 linear) {
  const glm::dvec3 bytes = glm::round(glm::convertLinearToSRGB(glm::clamp(linear, 0.0, 1.0)) * 255.0);
  return IM_COL32(static_cast<ImU32>(bytes.r), static_cast<ImU32>(bytes.g), static_cast<ImU32>(bytes.b), 255);
}

glm::dvec3 oklabOf(glm::dvec3 linear) {
  const glm::dvec3 cones = kLinearToCones * linear;
  return kConeRootsToLab * glm::dvec3(std::cbrt(cones.x), std::cbrt(cones.y), std::cbrt(cones.z));
}

glm::dvec3 linearOfOklab(glm::dvec3 lab) {
  const glm::dvec3 roots = kLabToConeRoots * lab;
  return kConesToLinear * (roots * roots * roots);
}

namespace {

struct Tone {
  ImU32 Palette::*of;
  unsigned int dark, light;
};
constexpr Tone kTones[] = {
    {&Palette::panel, 0x1A1D22, 0xF1F2F4},         {&Palette::bar, 0x15171B, 0xE6E8EB},
    {&Palette::card, 0x22262D, 0xFCFCFD},          {&Palette::well, 0x121418, 0xE9EBEE},
    {&Palette::overlay, 0x262A31, 0xFCFCFD},       {&Palette::popup, 0x23272E, 0xFCFCFD},
    {&Palette::row, 0x1F2329, 0xF7F8F9},           {&Palette::plate, 0x121418, 0xFCFCFD},
    {&Palette::control, 0x2B3038, 0xDEE1E6},       {&Palette::controlHovered, 0x373D47, 0xD2D6DD},
    {&Palette::controlActive, 0x434A56, 0xC3C9D2}, {&Palette::grab, 0x3A404A, 0xC3C9D2},
    {&Palette::grabHovered, 0x4A515D, 0xAEB5C0},   {&Palette::grabActive, 0x5A6270, 0x98A0AD},
    {&Palette::line, 0x30353D, 0xCBD0D8},          {&Palette::text, 0xE8EAED, 0x191C21},
    {&Palette::textDim, 0xB9BFC8, 0x3C424C},       {&Palette::textFaint, 0xA1A8B3, 0x505762},
    {&Palette::textOff, 0x6E7580, 0x9198A3},       {&Palette::accent, 0xFF9A3D, 0x9C3D00},
    {&Palette::accentHovered, 0xFFAE63, 0xB84C06}, {&Palette::onAccent, 0x1B1206, 0xFFFFFF},
    {&Palette::error, 0xF2706B, 0xA81E18},         {&Palette::good, 0x5CC79A, 0x00603F},
    {&Palette::warning, 0xE8C15A, 0x755000},       {&Palette::focus, 0x6CB6FF, 0x0B5CC4},
};
static_assert(std::size(kTones) * sizeof(ImU32) == sizeof(Palette));

constexpr Palette paletteWith(unsigned int Tone::*theme) {
  Palette palette{};
  for (const Tone& tone : kTones) palette.*tone.of = rgb(tone.*theme);
  return palette;
}
constexpr Palette kDark = paletteWith(&Tone::dark), kLight = paletteWith(&Tone::light);

constexpr int kClipColorCount = 80;
constexpr std::array<ImU32, 8> kFirstClipColors = {rgb(0x56B4E9), rgb(0xF0E04A), rgb(0x2FBF95), rgb(0xE78FC7),
                                                   rgb(0x6E8CFF), rgb(0xE2683A), rgb(0xD5DAE1), rgb(0xB08C4F)};
constexpr std::array<ImU32, 9> kStageColors = {rgb(0x56B4E9), rgb(0x2FBF95), rgb(0xF0E04A),
                                               rgb(0xE78FC7), rgb(0x6E8CFF), rgb(0xE2683A),
                                               rgb(0xD5DAE1), rgb(0x4D535D), rgb(0xB08C4F)};
constexpr std::array<ImU32, 3> kClockColors = {rgb(0xE2683A), rgb(0x56B4E9), rgb(0x2FBF95)};

double channel(ImU32 color, int shift) { return static_cast<double>((color >> shift) & 255) / 255; }

/// Oklab in polar form; `hue` in turns.
glm::dvec3 linearOfOklch(double lightness, double chroma, double hue) {
  const double angle = 2 * std::numbers::pi * hue;
  return linearOfOklab({lightness, chroma * std::cos(angle), chroma * std::sin(angle)});
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
    colors[i + kFirstClipColors.size()] = colorOf(linearOfOklch(shade.lightness, shade.chroma, hue));
  }
  return colors;
}

/// The same color for a light ground. Keeps the order of lightness, and dark text legible.
ImU32 darkened(ImU32 color) {
  constexpr double kFrom = 0.6, kTo = 0.93, kNewTo = 0.74, kChroma = 1.1;
  const glm::dvec3 lab = oklabOf(linearOf(color));
  const double lightness = kFrom + (lab.x - kFrom) * (kNewTo - kFrom) / (kTo - kFrom);
  return colorOf(linearOfOklab({lightness, lab.y * kChroma, lab.z * kChroma}));
}

template <std::size_t Count>
std::array<ImU32, Count> darkened(std::array<ImU32, Count> colors) {
  for (ImU32& color : colors) color = darkened(color);
  return colors;
}

double luminance(ImU32 color) { return glm::dot(linearOf(color), {0.2126, 0.7152, 0.0722}); }

constexpr std::size_t wrapped(int index, std::size_t count) {
  const int size = static_cast<int>(count);
  return static_cast<std::size_t>(((index % size) + size) % size);
}

void applyColors(const Palette& palette, ImVec4* colors) {
  const auto set = [colors](ImGuiCol which, ImU32 value) { colors[which] = ImGui::ColorConvertU32ToFloat4(value); };
  set(ImGuiCol_Text, palette.text);
  set(ImGuiCol_TextDisabled, palette.textFaint);
  set(ImGuiCol_WindowBg, palette.panel);
  set(ImGuiCol_ChildBg, 0);
  set(ImGuiCol_PopupBg, palette.popup);
  set(ImGuiCol_Border, palette.line);
  set(ImGuiCol_FrameBg, palette.control);
  set(ImGuiCol_FrameBgHovered, palette.controlHovered);
  set(ImGuiCol_FrameBgActive, palette.controlActive);
  set(ImGuiCol_Button, palette.control);
  set(ImGuiCol_ButtonHovered, palette.controlHovered);
  set(ImGuiCol_ButtonActive, palette.controlActive);
  set(ImGuiCol_Header, palette.control);
  set(ImGuiCol_HeaderHovered, palette.controlHovered);
  set(ImGuiCol_HeaderActive, palette.controlActive);
  set(ImGuiCol_CheckMark, palette.accent);
  set(ImGuiCol_ScrollbarBg, 0);
  set(ImGuiCol_ScrollbarGrab, palette.grab);
  set(ImGuiCol_ScrollbarGrabHovered, palette.grabHovered);
  set(ImGuiCol_ScrollbarGrabActive, palette.grabActive);
  set(ImGuiCol_Separator, palette.line);
  set(ImGuiCol_TextSelectedBg, faded(palette.accent, 0.35f));
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

const Palette& paletteOf(bool dark) { return dark ? kDark : kLight; }

ImU32 clipColorOf(int clip, bool dark) {
  static const std::array<ImU32, kClipColorCount> onDark = makeClipColors(), onLight = darkened(onDark);
  return (dark ? onDark : onLight)[wrapped(clip, onDark.size())];
}

LineStyle clipLineStyle(int clip) { return static_cast<LineStyle>((clip + clip / 8) & 3); }

ImU32 stageColorOf(int stage, bool dark) {
  const ImU32 color = kStageColors[wrapped(stage, kStageColors.size())];
  return dark ? color : darkened(color);
}

ImU32 clockColorOf(int clock, bool dark) {
  const ImU32 color = kClockColors[wrapped(clock, kClockColors.size())];
  return dark ? color : darkened(color);
}

void applyTheme(ImGuiStyle& style, float scale, bool dark) {
  style = ImGuiStyle();
  applyColors(paletteOf(dark), style.Colors);
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
  style.ScaleAllSizes(scale);
  style.WindowMinSize = {1, 1};  // not scaled: Dear ImGui asserts that it is at least 1
}

}  // namespace app
