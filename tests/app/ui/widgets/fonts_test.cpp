#include "app/ui/widgets/fonts.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace app::test {
namespace {

TEST(Fonts, EveryIconHasAGlyphOrAWord) {
  ImFontAtlas atlas;
  const Fonts fonts = loadFonts(atlas, 1);
  ASSERT_NE(fonts.body, nullptr);
  for (int i = 0; i <= static_cast<int>(Icon::Group); ++i) {
    EXPECT_STRNE(iconText(static_cast<Icon>(i), false), "");
    EXPECT_STRNE(iconText(static_cast<Icon>(i), true), "");
    if (!fonts.icons) continue;
    const char* text = iconText(static_cast<Icon>(i), true);
    const auto byte = [text](int at) { return static_cast<unsigned char>(text[at]); };
    const unsigned int codepoint = ((byte(0) & 0x0Fu) << 12) | ((byte(1) & 0x3Fu) << 6) | (byte(2) & 0x3Fu);
    EXPECT_NE(fonts.body->FindGlyphNoFallback(static_cast<ImWchar>(codepoint)), nullptr) << i;
    EXPECT_NE(fonts.strong->FindGlyphNoFallback(static_cast<ImWchar>(codepoint)), nullptr)
        << i << ", as main actions name it";
  }
}

TEST(Fonts, GrowWithTheScale) {
  ImFontAtlas one, two;
  EXPECT_GT(loadFonts(two, 2).body->FontSize, 1.5f * loadFonts(one, 1).body->FontSize);
}

}  // namespace
}  // namespace app::test
