// What is drawn, in both themes: every word differs enough from what lies under it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/ui/widgets/theme.h"
#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

constexpr double kText = 4.5, kSign = 3;  // WCAG 2.1, 1.4.3 and 1.4.11

/// Paints draw lists in their order, except glyphs, each of which is compared with the color at its middle.
class Painter {
 public:
  Painter(int width, int height, bool dark)
      : width_(width), height_(height), dark_(dark), pixels_(static_cast<std::size_t>(width * height)) {
    const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    white_ = atlas.TexUvWhitePixel;
    for (const ImFont* font : atlas.Fonts)
      for (const ImFontGlyph& glyph : font->Glyphs) glyphs_[{glyph.U0, glyph.V0}] = glyph.Codepoint;
  }

  void paint(const ImDrawData& data) {
    for (int i = 0; i < data.CmdListsCount; ++i) {
      const ImDrawList& list = *data.CmdLists[i];
      for (const ImDrawCmd& command : list.CmdBuffer)
        for (unsigned k = 0; k + 2 < command.ElemCount; k += 3) {
          std::array<const ImDrawVert*, 3> corners;
          for (unsigned c = 0; c < 3; ++c)
            corners[c] = &list.VtxBuffer[static_cast<int>(command.VtxOffset) +
                                         list.IdxBuffer[static_cast<int>(command.IdxOffset + k + c)]];
          paint(corners, command.ClipRect);
        }
    }
  }
  /// What is written with too little contrast, by ink and ground.
  const std::map<std::pair<ImU32, ImU32>, std::string>& faint() const { return faint_; }
  int words() const { return words_; }

 private:
  using Corners = std::array<const ImDrawVert*, 3>;

  void paint(const Corners& t, const ImVec4& clip) {
    const auto isWhite = [this](const ImDrawVert* v) { return v->uv.x == white_.x && v->uv.y == white_.y; };
    if (isWhite(t[0]) && isWhite(t[1]) && isWhite(t[2])) return fill(t, clip);
    const float u = std::min({t[0]->uv.x, t[1]->uv.x, t[2]->uv.x}), v = std::min({t[0]->uv.y, t[1]->uv.y, t[2]->uv.y});
    if (const auto glyph = glyphs_.find({u, v}); glyph != glyphs_.end()) look(t, clip, glyph->second);
  }

  /// Of the two triangles of a glyph the first counts, whose longest side goes through the middle.
  void look(const Corners& t, const ImVec4& clip, ImWchar character) {
    const ImVec2 middle{(t[0]->pos.x + t[2]->pos.x) / 2, (t[0]->pos.y + t[2]->pos.y) / 2};
    const int x = static_cast<int>(middle.x), y = static_cast<int>(middle.y);
    if (t[0]->pos.x == t[2]->pos.x) return;
    if (middle.x < clip.x || middle.y < clip.y || middle.x >= clip.z || middle.y >= clip.w) return;
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
    const ImU32 ground = pixels_[static_cast<std::size_t>(y * width_ + x)], ink = t[0]->col;
    if (ground == 0) return;  // the picture
    ++words_;
    const bool isOff = (ink & ~IM_COL32_A_MASK) == (paletteOf(dark_).textOff & ~IM_COL32_A_MASK);
    if (isOff || contrast(over(ground, ink), ground) >= (character >= 0xF000 ? kSign : kText)) return;
    std::string& text = faint_[{ink, ground}];
    if (text.size() < 60) text += character < 0x80 ? static_cast<char>(character) : '?';
  }

  void fill(const Corners& t, const ImVec4& clip) {
    const ImVec2 a = t[0]->pos, b = t[1]->pos, c = t[2]->pos;
    const float area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (area == 0) return;
    const auto first = [](float low, float limit) { return static_cast<int>(std::ceil(std::max(low, limit) - 0.5f)); };
    const auto last = [](float high, float limit) { return static_cast<int>(std::ceil(std::min(high, limit) - 0.5f)); };
    const int x0 = first(std::min({a.x, b.x, c.x}), std::max(clip.x, 0.0f));
    const int y0 = first(std::min({a.y, b.y, c.y}), std::max(clip.y, 0.0f));
    const int x1 = last(std::max({a.x, b.x, c.x}), std::min(clip.z, static_cast<float>(width_)));
    const int y1 = last(std::max({a.y, b.y, c.y}), std::min(clip.w, static_cast<float>(height_)));
    for (int y = y0; y < y1; ++y)
      for (int x = x0; x < x1; ++x) {
        const float px = static_cast<float>(x) + 0.5f, py = static_cast<float>(y) + 0.5f;
        const float v = ((px - a.x) * (c.y - a.y) - (py - a.y) * (c.x - a.x)) / area;
        const float w = ((b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x)) / area;
        if (v >= 0 && w >= 0 && v + w <= 1) blend(x, y, mixed(t, {1 - v - w, v, w}));
      }
  }
  static ImU32 mixed(const Corners& t, std::array<float, 3> shares) {
    ImU32 color = 0;
    for (const int shift : {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT, IM_COL32_A_SHIFT}) {
      float sum = 0.5f;
      for (std::size_t i = 0; i < 3; ++i) sum += shares[i] * static_cast<float>((t[i]->col >> shift) & 255);
      color |= static_cast<ImU32>(sum) << shift;
    }
    return color;
  }
  void blend(int x, int y, ImU32 color) {
    ImU32& pixel = pixels_[static_cast<std::size_t>(y * width_ + x)];
    const bool isOpaque = color >> IM_COL32_A_SHIFT == 255;
    if (isOpaque || pixel != 0) pixel = isOpaque ? color : over(pixel, color);
  }

  int width_, height_;
  bool dark_;
  std::vector<ImU32> pixels_;  // 0: nothing is drawn there yet
  ImVec2 white_;
  std::map<std::pair<float, float>, ImWchar> glyphs_;
  std::map<std::pair<ImU32, ImU32>, std::string> faint_;
  int words_ = 0;
};

class Contrast : public testing::TestWithParam<bool> {
 protected:
  Contrast() : stage(handMadeModel(), 1280, 720) {
    (void)stage.session.apply(SetViewOptions{&ViewOptions::darkBackground, GetParam()});
    (void)stage.session.apply(SetFadeSettings{{.from = 1, .to = 2}});
    stage.history.add({.total = 0.0123}, {});
  }
  void look(const std::string& what) {
    for (int i = 0; i < 3; ++i) stage.frame();
    Painter painter(stage.width, stage.height, GetParam());
    painter.paint(*ImGui::GetDrawData());
    EXPECT_GT(painter.words(), 50) << what;
    for (const auto& [colors, text] : painter.faint()) {
      char numbers[64];
      std::snprintf(numbers, sizeof numbers, "%.2f, ABGR %08x on %08x",
                    contrast(over(colors.second, colors.first), colors.second), colors.first, colors.second);
      ADD_FAILURE() << what << ": '" << text << "': " << numbers;
    }
  }
  Workspace& workspace() { return stage.interface->workspace(); }

  Stage stage;
};
INSTANTIATE_TEST_SUITE_P(DarkAndLight, Contrast, testing::Bool());

TEST_P(Contrast, OfEveryTab) {
  for (int clip = 0; clip < 2; ++clip) (void)stage.session.apply(AddLayer{{.clip = clip, .mask = 1}});
  workspace().character.layers.open = 1;
  for (int tab = 0; tab < kColumnTabs; ++tab) {
    workspace().tab = static_cast<ColumnTab>(tab);
    look(nameOf(static_cast<ColumnTab>(tab)));
  }
  for (const FadeView view : {FadeView::Weights, FadeView::Mix, FadeView::Curve, FadeView::Compare, FadeView::Map}) {
    workspace().character.fadeView = view;
    look("view " + std::to_string(static_cast<int>(view)));
  }
}

TEST_P(Contrast, OfEverySheet) {
  for (int row = 0; row <= static_cast<int>(ExportRow::None); ++row) {
    workspace().exports.show(static_cast<ExportRow>(row));
    look("export " + std::to_string(row));
  }
  workspace().exports.open = false;
  workspace().history.open = true;
  look("history");
  workspace().history.open = false;
  workspace().panelSizes = {.timeline = true, .side = SidePanel::Transitions};
  look("transitions, timeline");
  workspace().panelSizes = {};
  (void)stage.key(Key::K, kControl);
  look("palette");
  (void)stage.key(Key::Escape);
  workspace().files.isOpen = true;
  look("files");
  workspace().files.isOpen = false;
  workspace().helpOpen = true;
  look("help");
}

TEST_P(Contrast, OfEveryWorkspace) {
  for (const SceneKind scene : {SceneKind::Shapes, SceneKind::Timing, SceneKind::Crowd, SceneKind::Curves}) {
    (void)stage.session.apply(ShowScene{scene});
    for (int i = 0; i < 30; ++i) stage.frame();
    look("workspace " + std::to_string(static_cast<int>(scene)));
  }
}

TEST_P(Contrast, OfMenusAndMessages) {
  for (const char* const menu : {"file.menu", "view.menu", "view.settings"}) {
    stage.open(menu);
    look(menu);
    (void)stage.key(Key::Escape);
    stage.frame();
  }
  for (const bool isError : {false, true}) {
    (void)stage.session.apply(ShowMessage{.text = "something happened", .isError = isError});
    look("message");
  }
}

}  // namespace
}  // namespace app::test
