#include "app/ui/shapes/shape_painter.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "app/ui/widgets/theme.h"

namespace app {
namespace {

constexpr std::array<ImU32, 6> kColors = {rgb(0x5AA9F0), rgb(0x45C8A6), rgb(0xE3C55C),
                                          rgb(0xF08A6C), rgb(0xD284D2), rgb(0x8E8FF2)};

glm::vec3 linearOf(ImU32 color) {
  const auto channel = [color](int shift) {
    const float v = static_cast<float>((color >> shift) & 255) / 255;
    return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
  };
  return {channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT)};
}

ImU32 colorOf(glm::vec3 linear) {
  const auto channel = [](float v) {
    const float s = v <= 0.0031308f ? v * 12.92f : 1.055f * std::pow(v, 1 / 2.4f) - 0.055f;
    return static_cast<ImU32>(std::lround(std::clamp(s, 0.0f, 1.0f) * 255));
  };
  return IM_COL32(channel(linear.r), channel(linear.g), channel(linear.b), 255);
}

/// Linear sRGB to OKLab.
glm::vec3 labOf(glm::vec3 c) {
  const glm::vec3 lms = glm::vec3(0.4122214708f, 0.2119034982f, 0.0883024619f) * c.r +
                        glm::vec3(0.5363325363f, 0.6806995451f, 0.2817188376f) * c.g +
                        glm::vec3(0.0514459929f, 0.1073969566f, 0.6299787005f) * c.b;
  const glm::vec3 r{std::cbrt(lms.x), std::cbrt(lms.y), std::cbrt(lms.z)};
  return {0.2104542553f * r.x + 0.7936177850f * r.y - 0.0040720468f * r.z,
          1.9779984951f * r.x - 2.4285922050f * r.y + 0.4505937099f * r.z,
          0.0259040371f * r.x + 0.7827717662f * r.y - 0.8086757660f * r.z};
}

glm::vec3 linearOfLab(glm::vec3 lab) {
  const glm::vec3 r{lab.x + 0.3963377774f * lab.y + 0.2158037573f * lab.z,
                    lab.x - 0.1055613458f * lab.y - 0.0638541728f * lab.z,
                    lab.x - 0.0894841775f * lab.y - 1.2914855480f * lab.z};
  const glm::vec3 lms = r * r * r;
  return {4.0767416621f * lms.x - 3.3077115913f * lms.y + 0.2309699292f * lms.z,
          -1.2684380046f * lms.x + 2.6097574011f * lms.y - 0.3413193965f * lms.z,
          -0.0041960863f * lms.x - 0.7034186147f * lms.y + 1.7076147010f * lms.z};
}

constexpr std::size_t kMaxCornersChecked = 1000;  // larger outlines are taken not to cross themselves

/// Without anti-aliasing: neighbors would overlap along their edges.
void quad(ImDrawList& list, ImVec2 white, const std::array<ImVec2, 4>& corners, ImU32 tint) {
  list.PrimReserve(6, 4);
  list.PrimQuadUV(corners[0], corners[1], corners[2], corners[3], white, white, white, white, tint);
}

}  // namespace

void ShapePainter::fill(const Canvas& canvas, const CanvasView& view, std::span<const glm::dvec2> points, ImU32 tint) {
  ImDrawList& list = canvas.list;
  const ImVec2 white = ImGui::GetIO().Fonts->TexUvWhitePixel;
  if (points.size() <= kMaxCornersChecked && crossesItself(points)) {
    const auto at = [&](glm::dvec2 p) { return toScreen(view, canvas.rect, p); };
    for (const auto& t : bandFiller_.fill(points)) quad(list, white, {at(t[0]), at(t[1]), at(t[2]), at(t[3])}, tint);
    return;
  }
  const auto triangles = triangulator_.triangulate(points);
  if (triangles.empty()) return;
  list.PrimReserve(static_cast<int>(triangles.size() * 3), static_cast<int>(corners_.size()));
  const auto first = list._VtxCurrentIdx;
  for (const std::array<int, 3>& triangle : triangles)
    for (const int corner : triangle)
      list.PrimWriteIdx(static_cast<ImDrawIdx>(first + static_cast<unsigned int>(corner)));
  for (const ImVec2 corner : corners_) list.PrimWriteVtx(corner, white, tint);
}

ImU32 shapeColor(int key) { return kColors[static_cast<std::size_t>(key) % kColors.size()]; }

ImU32 shapeColor(const TimelinePosition& position) {
  if (position.fraction == 0) return shapeColor(position.key);
  const glm::vec3 from = labOf(linearOf(shapeColor(position.key))), to = labOf(linearOf(shapeColor(position.key + 1)));
  const float fraction = static_cast<float>(position.fraction);
  return colorOf(linearOfLab(from * (1 - fraction) + to * fraction));
}

ImU32 onGround(ImU32 tint, const Canvas& canvas) { return canvas.dark ? tint : colorOf(linearOf(tint) * 0.62f); }

void ShapePainter::paint(const Canvas& canvas, const CanvasView& view, std::span<const glm::dvec2> points,
                         const ShapePaint& look) {
  if (points.empty()) return;
  corners_.clear();
  for (const glm::dvec2 p : points) corners_.push_back(toScreen(view, canvas.rect, p));
  const ImU32 tint = onGround(look.tint, canvas);
  if (look.fill > 0 && look.closed) fill(canvas, view, points, faded(tint, look.fill));
  if (points.size() == 1)
    canvas.list.AddCircleFilled(corners_[0], canvas.px(2.5f), faded(tint, std::max(look.line, look.fill)));
  const bool softEdge = !(look.line > 0) && look.fill > 0;  // triangles alone have jagged edges
  if (look.line > 0 || softEdge)
    canvas.list.AddPolyline(corners_.data(), static_cast<int>(corners_.size()),
                            faded(tint, softEdge ? look.fill : look.line), look.closed ? ImDrawFlags_Closed : 0,
                            softEdge ? 1.0f : canvas.px(look.width));
}

void ShapePainter::paintThumbnail(const Canvas& canvas, std::span<const glm::dvec2> points, bool closed, ImU32 tint) {
  if (points.empty()) return;
  const ShapeBox box = boxOf(points);
  const glm::dvec2 size = glm::max(box.max - box.min, glm::dvec2(1e-6));
  const CanvasView view{.center = (box.min + box.max) * 0.5,
                        .zoom = std::min(static_cast<double>(canvas.rect.width) / size.x,
                                         static_cast<double>(canvas.rect.height) / size.y)};
  paint(canvas, view, points, {.tint = tint, .fill = 0.32f, .line = 1, .width = 1.25f, .closed = closed});
}

ShapeBox boxOf(std::span<const glm::dvec2> points) {
  if (points.empty()) return {};
  ShapeBox box{points[0], points[0]};
  for (const glm::dvec2 p : points) box = {glm::min(box.min, p), glm::max(box.max, p)};
  return box;
}

}  // namespace app
