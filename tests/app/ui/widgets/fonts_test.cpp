#include "app/ui/widgets/fonts.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/ui/widgets/imgui_version.h"
#include "tests/app/ui/imgui_version.h"

namespace app::test {
namespace {

TEST(Fonts, EveryIconHasAGlyphOrAWord) {
  ImFontAtlas atlas;
  const Fonts fonts = loadFonts(atlas, 1);
  ASSERT_NE(fonts.body, nullptr);
  for (int i = 0; i <= static_cast<int>(Icon::Feet); ++i) {
    EXPECT_STRNE(iconText(static_cast<Icon>(i), false), "");
    EXPECT_STRNE(iconText(static_cast<Icon>(i), true), "");
    if (!fonts.icons) continue;
    const char* text = iconText(static_cast<Icon>(i), true);
    const auto byte = [text](int at) { return static_cast<unsigned char>(text[at]); };
    const unsigned int codepoint = ((byte(0) & 0x0Fu) << 12) | ((byte(1) & 0x3Fu) << 6) | (byte(2) & 0x3Fu);
    for (ImFont* font : {fonts.body, fonts.strong, fonts.small})
      EXPECT_NE(glyphOf(*font, static_cast<ImWchar>(codepoint)), nullptr) << i;
  }
}

TEST(Fonts, GrowWithTheScale) {
  ImFontAtlas one, two;
  EXPECT_GT(heightOf(*loadFonts(two, 2).body), 1.5f * heightOf(*loadFonts(one, 1).body));
}

TEST(Fonts, ShowAReplacementForCharactersThatNoFontHas) {
  const char* const roboto = "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf";
  if (!std::filesystem::exists(roboto)) GTEST_SKIP() << "Roboto is not installed";
  ImFontAtlas atlas;
  const Fonts fonts = loadFonts(atlas, 1);
  const ImFontGlyph* const replacement = glyphOf(*fonts.body, 0xFFFD);
  ASSERT_NE(replacement, nullptr);
  EXPECT_EQ(drawnGlyphOf(*fonts.body, 0x6b69), replacement);
  EXPECT_NE(drawnGlyphOf(*fonts.body, '?'), replacement) << "a question mark would be part of the name";
}

std::vector<char32_t> missing(std::string_view text) {
  std::vector<char32_t> out;
  addMissingCharacters(text, out);
  return out;
}

TEST(MissingCharacters, AreThoseBeyondLatinGreekAndCyrillic) {
  EXPECT_TRUE(missing("Idle, \u00fcben, \u0394, \u0411\u0435\u0433\n").empty());
  EXPECT_EQ(missing("Walk \u6b69\u304f"), (std::vector<char32_t>{0x6b69, 0x304f}));
  EXPECT_EQ(missing("\u0645"), (std::vector<char32_t>{0x0645}));
  EXPECT_TRUE(missing("\U0001F3C3").empty()) << "Dear ImGui cannot draw it";
  EXPECT_TRUE(missing("broken \xff\xc3").empty());
}

TEST(Fonts, TakeExtraCharactersFromOtherFiles) {
  const char* const dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
  if (!std::filesystem::exists(dejaVu)) GTEST_SKIP() << "DejaVu is not installed";
  ImFontAtlas plain, extended;
  constexpr ImWchar kMeem = 0x0645;
  EXPECT_EQ(glyphOf(*loadFonts(plain, 1).body, kMeem), nullptr);
  const Fonts fonts = loadFonts(extended, 1, {{.file = dejaVu, .characters = {kMeem}}, {.file = "/nowhere.ttf"}});
  for (ImFont* font : {fonts.body, fonts.strong, fonts.small}) EXPECT_NE(glyphOf(*font, kMeem), nullptr);
}

}  // namespace
}  // namespace app::test
