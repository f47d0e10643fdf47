#include "app/ui/widgets/fonts.h"

#include <array>
#include <cmath>
#include <cstdio>

#include <imgui_internal.h>

#include "app/fields/nth.h"

namespace app {
namespace {

constexpr float kBodySize = 15;
constexpr float kSmallSize = 12.5f;
constexpr float kIconSize = 14, kSmallIconSize = 12;
const char* const kRegular = "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf";
const char* const kMedium = "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Medium.ttf";
const char* const kAwesome = "/usr/share/fonts/truetype/font-awesome/fontawesome-webfont.ttf";
// With the replacement character, which Dear ImGui shows for those that no font has.
constexpr ImWchar kTextRanges[] = {0x0020, 0x024F, 0x0370, 0x03FF, 0x0400, 0x04FF, 0x2010,
                                   0x2026, 0x2190, 0x2193, 0xFFFD, 0xFFFD, 0};

struct IconText {
  Icon icon;
  const char* glyph;
  const char* word;
};

// Code points of Font Awesome 4.7.
constexpr std::array kIcons = {IconText{Icon::Play, "\uf04b", ">"},         IconText{Icon::Pause, "\uf04c", "||"},
                               IconText{Icon::Stop, "\uf04d", "[]"},        IconText{Icon::StepBack, "\uf048", "|<"},
                               IconText{Icon::StepForward, "\uf051", ">|"}, IconText{Icon::Mesh, "\uf1b2", "M"},
                               IconText{Icon::Skeleton, "\uf0e8", "B"},     IconText{Icon::Grid, "\uf009", "#"},
                               IconText{Icon::Settings, "\uf013", "*"},     IconText{Icon::Frame, "\uf065", "F"},
                               IconText{Icon::Help, "\uf11c", "?"},         IconText{Icon::Close, "\uf00d", "x"},
                               IconText{Icon::Column, "\uf0db", "="},       IconText{Icon::Expand, "\uf105", ">"},
                               IconText{Icon::Fold, "\uf107", "v"},         IconText{Icon::Arrow, "\uf178", "->"},
                               IconText{Icon::Repeat, "\uf01e", "loop"},    IconText{Icon::Once, "\uf178", "once"},
                               IconText{Icon::PingPong, "\uf07e", "<->"},   IconText{Icon::Error, "\uf071", "!"},
                               IconText{Icon::Info, "\uf05a", "i"},         IconText{Icon::Found, "\uf00c", "+"},
                               IconText{Icon::Repaired, "\uf0ad", "~"},     IconText{Icon::Ignored, "\uf070", "-"},
                               IconText{Icon::Lost, "\uf071", "!"},         IconText{Icon::Record, "\uf111", "rec"},
                               IconText{Icon::Path, "\uf201", "~"},         IconText{Icon::Undo, "\uf0e2", "<-"},
                               IconText{Icon::Star, "\uf005", "*"},         IconText{Icon::StarOutline, "\uf006", "o"},
                               IconText{Icon::Sort, "\uf160", "az"},        IconText{Icon::Group, "\uf03a", "="},
                               IconText{Icon::History, "\uf1da", "<<"},     IconText{Icon::Save, "\uf0c7", "S"},
                               IconText{Icon::Replay, "\uf049", "R"},       IconText{Icon::Up, "\uf062", "^"},
                               IconText{Icon::Down, "\uf063", "v"},         IconText{Icon::Table, "\uf0ce", "#"},
                               IconText{Icon::Brush, "\uf1fc", "b"},        IconText{Icon::Road, "\uf018", "W"},
                               IconText{Icon::Feet, "\uf1b0", "_"}};

constexpr bool inOrder() {
  for (std::size_t i = 0; i < kIcons.size(); ++i)
    if (kIcons[i].icon != static_cast<Icon>(i)) return false;
  return kIcons.back().icon == Icon::Feet;
}
static_assert(inOrder(), "one row per icon, in the order of the enum");

/// Of the icons alone: Font Awesome has 700 glyphs.
constexpr auto kIconRanges = [] {
  std::array<ImWchar, 2 * kIcons.size() + 1> ranges{};
  for (std::size_t i = 0; i < kIcons.size(); ++i) {
    const char* const glyph = kIcons[i].glyph;  // three bytes of UTF-8
    const auto code = static_cast<ImWchar>((glyph[0] & 0x0F) << 12 | (glyph[1] & 0x3F) << 6 | (glyph[2] & 0x3F));
    ranges[2 * i] = ranges[2 * i + 1] = code;
  }
  return ranges;
}();

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

/// In pairs of first and last, ending in 0. The atlas refers to them until it is built.
using Ranges = std::vector<ImWchar>;

std::vector<Ranges> rangesOf(const std::vector<ExtraFont>& fonts) {
  std::vector<Ranges> all;
  for (const ExtraFont& font : fonts) {
    Ranges& ranges = all.emplace_back();
    for (const char32_t character : font.characters) ranges.insert(ranges.end(), 2, static_cast<ImWchar>(character));
    ranges.push_back(0);
  }
  return all;
}

void mergeExtra(ImFontAtlas& atlas, const std::vector<ExtraFont>& fonts, const std::vector<Ranges>& ranges,
                float size) {
  for (std::size_t i = 0; i < fonts.size(); ++i) {
    if (!canRead(fonts[i].file.c_str())) continue;
    ImFontConfig config;
    config.MergeMode = true;
    config.FontNo = fonts[i].index;
    atlas.AddFontFromFileTTF(fonts[i].file.c_str(), size, &config, ranges[i].data());
  }
}

bool mergeIcons(ImFontAtlas& atlas, float size) {
  if (!canRead(kAwesome)) return false;
  ImFontConfig config;
  config.MergeMode = true;
  config.GlyphMinAdvanceX = size;
  config.PixelSnapH = true;
  return atlas.AddFontFromFileTTF(kAwesome, size, &config, kIconRanges.data()) != nullptr;
}

}  // namespace

void addMissingCharacters(std::string_view text, std::vector<char32_t>& out) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    unsigned int character = 0;
    const int length = ImTextCharFromUtf8(&character, at, end);
    if (length <= 0) return;
    at += length;
    bool has = character < ' ' || character == IM_UNICODE_CODEPOINT_INVALID || character > IM_UNICODE_CODEPOINT_MAX;
    for (std::size_t i = 0; kTextRanges[i] != 0; i += 2)
      has = has || (character >= kTextRanges[i] && character <= kTextRanges[i + 1]);
    if (!has) out.push_back(static_cast<char32_t>(character));
  }
}

Fonts loadFonts(ImFontAtlas& atlas, float scale, const std::vector<ExtraFont>& extra) {
  Fonts fonts;
  const std::vector<Ranges> ranges = rangesOf(extra);
  const auto addExtra = [&](float size) { mergeExtra(atlas, extra, ranges, std::round(size * scale)); };
  fonts.body = addText(atlas, kRegular, std::round(kBodySize * scale));
  addExtra(kBodySize);
  fonts.icons = mergeIcons(atlas, std::round(kIconSize * scale));
  fonts.strong = addText(atlas, kMedium, std::round(kBodySize * scale));
  addExtra(kBodySize);
  mergeIcons(atlas, std::round(kIconSize * scale));
  fonts.small = addText(atlas, kRegular, std::round(kSmallSize * scale));
  addExtra(kSmallSize);
  mergeIcons(atlas, std::round(kSmallIconSize * scale));
  atlas.Build();
  return fonts;
}

const char* iconText(Icon icon, bool haveIcons) {
  const IconText& text = nth(kIcons, icon);
  return haveIcons ? text.glyph : text.word;
}

}  // namespace app
