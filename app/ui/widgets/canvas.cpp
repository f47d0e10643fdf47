#include "app/ui/widgets/canvas.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/ui_context.h"

namespace app {
namespace {

struct Face {
  ImFont* font;
  float size;
};

Face faceOf(const Canvas& canvas, TextStyle style) {
  const Fonts& fonts = ui().fonts;
  ImFont* const font = style == TextStyle::Small ? fonts.small : style == TextStyle::Strong ? fonts.strong : fonts.body;
  return {font, std::round(heightOf(*font) / ui().scale * canvas.scale)};
}

}  // namespace

float canvasScale(float width, float height) { return std::clamp(std::min(width / 1280, height / 720), 0.75f, 4.0f); }

ImU32 groundColor(const Canvas& canvas) { return canvas.dark ? rgb(0x14161A) : rgb(0xF4F5F7); }
ImU32 inkColor(const Canvas& canvas) { return paletteOf(canvas.dark).text; }
ImU32 dimInkColor(const Canvas& canvas) { return paletteOf(canvas.dark).textDim; }
ImU32 faintInkColor(const Canvas& canvas) { return canvas.dark ? rgb(0x22262D) : rgb(0xE2E5EA); }
ImU32 gridDotColor(const Canvas& canvas) { return canvas.dark ? rgb(0x4A525E) : rgb(0xA8AFBA); }

ImVec2 canvasTextSize(const Canvas& canvas, const char* text, TextStyle style) {
  const Face face = faceOf(canvas, style);
  return face.font->CalcTextSizeA(face.size, FLT_MAX, 0, text);
}

void canvasText(const Canvas& canvas, const UiRect& rect, const char* text, ImU32 tint, float align, TextStyle style) {
  const Face face = faceOf(canvas, style);
  const ImVec2 size = face.font->CalcTextSizeA(face.size, FLT_MAX, 0, text);
  const ImVec2 at{rect.x + std::floor((rect.width - size.x) * align), rect.y + std::floor((rect.height - size.y) / 2)};
  canvas.list.AddText(face.font, face.size, at, tint, text);
}

void canvasGround(const Canvas& canvas) {
  if (canvas.transparent) return;
  canvas.list.AddRectFilled(canvas.rect.min(), canvas.rect.max(), groundColor(canvas));
}

namespace {

/// On, off, on, off ... in pixels.
std::span<const float> patternOf(LineStyle style) {
  static constexpr std::array<float, 2> kDashed = {8, 5};
  static constexpr std::array<float, 2> kDotted = {2.5f, 4};
  static constexpr std::array<float, 4> kDashDotted = {9, 4, 2.5f, 4};
  switch (style) {
    case LineStyle::Solid:
      return {};
    case LineStyle::Dashed:
      return kDashed;
    case LineStyle::Dotted:
      return kDotted;
    case LineStyle::DashDotted:
      return kDashDotted;
  }
  return {};
}

ImVec2 between(const ImVec2& a, const ImVec2& b, float fraction) {
  return {a.x + (b.x - a.x) * fraction, a.y + (b.y - a.y) * fraction};
}

}  // namespace

void styledLine(ImDrawList& list, std::span<const ImVec2> points, ImU32 tint, float thickness, LineStyle style,
                float scale) {
  const std::span<const float> pattern = patternOf(style);
  if (pattern.empty() || points.size() < 2) {
    list.AddPolyline(points.data(), static_cast<int>(points.size()), tint, 0, thickness);
    return;
  }
  std::size_t dash = 0;
  float left = pattern[0] * scale;  // of this dash of the pattern
  list.PathLineTo(points[0]);
  for (std::size_t i = 1; i < points.size(); ++i) {
    const float length = std::hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
    float done = 0;
    while (length - done > left) {
      done += left;
      const ImVec2 at = between(points[i - 1], points[i], done / length);
      const bool wasOn = dash % 2 == 0;
      if (wasOn) {
        list.PathLineTo(at);
        list.PathStroke(tint, 0, thickness);
      } else {
        list.PathLineTo(at);
      }
      dash = (dash + 1) % pattern.size();
      left = pattern[dash] * scale;
    }
    left -= length - done;
    if (dash % 2 == 0) list.PathLineTo(points[i]);
  }
  if (dash % 2 == 0)
    list.PathStroke(tint, 0, thickness);
  else
    list.PathClear();
}

void fillUnder(ImDrawList& list, std::span<const ImVec2> points, float bottom, ImU32 tint) {
  const ImDrawListFlags before = list.Flags;
  list.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // or a seam shows between the pieces
  for (std::size_t i = 1; i < points.size(); ++i)
    if (points[i].y < bottom || points[i - 1].y < bottom)
      list.AddQuadFilled(points[i - 1], points[i], {points[i].x, bottom}, {points[i - 1].x, bottom}, tint);
  list.Flags = before;
}

double niceStep(double span, int maxParts) {
  if (!(span > 0) || !std::isfinite(span) || maxParts < 1) return 1;
  const double minStep = span / maxParts;
  const double power = std::pow(10.0, std::floor(std::log10(minStep)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= minStep * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

double gridStep(double low, double high, int maxParts) {
  double step = niceStep(high - low, maxParts);
  const auto linesSeen = [&] { return std::floor(high / step) - std::ceil(low / step) + 1; };
  for (int finer = 0; finer < 2 && maxParts > 1 && high > low && linesSeen() < 2; ++finer)
    step = niceStep(step / 2.5, 1);  // the next of 5, 2, 1
  return step;
}

}  // namespace app
