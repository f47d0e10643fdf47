#include "app/ui/widgets/fonts.h"

#include <cmath>
#include <cstdio>

namespace app {
namespace {

constexpr float kBodySize = 15;
constexpr float kSmallSize = 12.5f;
constexpr float kIconSize = 14;
const char* const kRegular = "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf";
const char* const kMedium = "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Medium.ttf";
const char* const kAwesome = "/usr/share/fonts/truetype/font-awesome/fontawesome-webfont.ttf";
constexpr ImWchar kTextRanges[] = {0x0020, 0x024F, 0x0370, 0x03FF, 0x0400, 0x04FF, 0x2010, 0x2026, 0x2190, 0x2193, 0};
constexpr ImWchar kIconRanges[] = {0xF000, 0xF2E0, 0};

bool canRead(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) return false;
  std::fclose(file);
  return true;
}

ImFont* addText(ImFontAtlas& atlas, const char* path, float size) {
  ImFontConfig config;
  config.OversampleH = 2;
  config.OversampleV = 1;
  if (canRead(path))
    if (ImFont* font = atlas.AddFontFromFileTTF(path, size, &config, kTextRanges)) return font;
  config.SizePixels = size > 14 ? 13 * std::round(size / 13) : size;  // the built-in font is drawn for 13 pixels
  return atlas.AddFontDefault(&config);
}

bool mergeIcons(ImFontAtlas& atlas, float size) {
  if (!canRead(kAwesome)) return false;
  ImFontConfig config;
  config.MergeMode = true;
  config.GlyphMinAdvanceX = size;
  config.PixelSnapH = true;
  return atlas.AddFontFromFileTTF(kAwesome, size, &config, kIconRanges) != nullptr;
}

}  // namespace

Fonts loadFonts(ImFontAtlas& atlas, float scale) {
  Fonts fonts;
  fonts.body = addText(atlas, kRegular, std::round(kBodySize * scale));
  fonts.icons = mergeIcons(atlas, std::round(kIconSize * scale));
  fonts.strong = addText(atlas, kMedium, std::round(kBodySize * scale));
  if (fonts.icons) mergeIcons(atlas, std::round(kIconSize * scale));  // a panel's main button may show an icon
  fonts.small = addText(atlas, kRegular, std::round(kSmallSize * scale));
  atlas.Build();
  return fonts;
}

// Code points of Font Awesome 4.7.
const char* iconText(Icon icon, bool haveIcons) {
  struct Text {
    const char* glyph;
    const char* word;
  };
  const auto textOf = [icon]() -> Text {
    switch (icon) {
      case Icon::Play:
        return {"\uf04b", ">"};
      case Icon::Pause:
        return {"\uf04c", "||"};
      case Icon::Stop:
        return {"\uf04d", "[]"};
      case Icon::StepBack:
        return {"\uf048", "|<"};
      case Icon::StepForward:
        return {"\uf051", ">|"};
      case Icon::Mesh:
        return {"\uf1b2", "M"};
      case Icon::Skeleton:
        return {"\uf0e8", "B"};
      case Icon::Grid:
        return {"\uf009", "#"};
      case Icon::Background:
        return {"\uf042", "D"};
      case Icon::Frame:
        return {"\uf065", "F"};
      case Icon::Help:
        return {"\uf11c", "?"};
      case Icon::Close:
        return {"\uf00d", "x"};
      case Icon::Column:
        return {"\uf0db", "="};
      case Icon::Expand:
        return {"\uf105", ">"};
      case Icon::Fold:
        return {"\uf107", "v"};
      case Icon::Arrow:
        return {"\uf178", "->"};
      case Icon::Repeat:
        return {"\uf01e", "loop"};
      case Icon::Once:
        return {"\uf178", "once"};
      case Icon::PingPong:
        return {"\uf07e", "<->"};
      case Icon::Error:
        return {"\uf071", "!"};
      case Icon::Info:
        return {"\uf05a", "i"};
      case Icon::Found:
        return {"\uf00c", "+"};
      case Icon::Repaired:
        return {"\uf0ad", "~"};
      case Icon::Ignored:
        return {"\uf070", "-"};
      case Icon::Lost:
        return {"\uf071", "!"};
      case Icon::Path:
        return {"\uf201", "~"};
      case Icon::Record:
        return {"\uf111", "rec"};
    }
    return {"", ""};
  };
  return haveIcons ? textOf().glyph : textOf().word;
}

}  // namespace app
