#include "app/ui/widgets/canvas.h"

#include <algorithm>
#include <cmath>

#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/theme.h"
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
  canvas.list.AddRectFilled({canvas.rect.x, canvas.rect.y}, {canvas.rect.right(), canvas.rect.bottom()},
                            groundColor(canvas));
}

}  // namespace app
