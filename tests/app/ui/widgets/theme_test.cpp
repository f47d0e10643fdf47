#include "app/ui/widgets/theme.h"

#include <array>
#include <cstdlib>
#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace app {
namespace {

void expectNear(glm::dvec3 value, glm::dvec3 expected, double tolerance) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(value[i], expected[i], tolerance) << i;
}

TEST(ColorSpace, EveryByteComesBack) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    const ImU32 color = IM_COL32(byte, 255 - byte, byte / 2, 255);
    EXPECT_EQ(colorOf(linearOf(color)), color);
    EXPECT_EQ(colorOf(linearOfOklab(oklabOf(linearOf(color)))), color);
  }
}

/// IEC 61966-2-1: the middle gray of 8 bits, and both sides of the linear part's end.
TEST(ColorSpace, FollowsTheTransferFunction) {
  expectNear(linearOf(IM_COL32(128, 10, 11, 255)), {0.21586, 0.0030353, 0.0033465}, 1e-6);
  EXPECT_EQ(colorOf({-1, 0.5, 2}), IM_COL32(0, 188, 255, 255));
}

/// Values of Ottosson's article on Oklab.
TEST(ColorSpace, KnowsOklab) {
  expectNear(oklabOf({1, 1, 1}), {1, 0, 0}, 1e-4);
  expectNear(oklabOf(linearOf(IM_COL32(255, 0, 0, 255))), {0.6280, 0.2249, 0.1258}, 1e-4);
  expectNear(oklabOf(linearOf(IM_COL32(0, 0, 255, 255))), {0.4520, -0.0325, -0.3115}, 1e-4);
}

}  // namespace

}  // namespace app

namespace app::test {
namespace {

constexpr double kLegible = 4.5;

std::array<ImU32, 6> groundsOf(const Palette& p) {
  return {p.panel, p.bar, p.card, p.well, p.control, p.controlHovered};
}

TEST(Theme, ContrastIsThatOfWcag) {
  EXPECT_NEAR(contrast(rgb(0x000000), rgb(0xFFFFFF)), 21, 1e-9);
  EXPECT_NEAR(contrast(rgb(0x777777), rgb(0xFFFFFF)), 4.48, 0.005);
  EXPECT_EQ(contrast(rgb(0x336699), rgb(0x336699)), 1);
  EXPECT_EQ(over(rgb(0x000000), rgb(0xFFFFFF, 51)), rgb(0x333333));
}

class ThemeOf : public testing::TestWithParam<bool> {
 protected:
  bool dark_ = GetParam();
  const Palette& palette_ = paletteOf(dark_);
};
INSTANTIATE_TEST_SUITE_P(DarkAndLight, ThemeOf, testing::Bool());

TEST_P(ThemeOf, TextIsLegibleOnEveryGround) {
  const Palette& p = palette_;
  for (const ImU32 ink : {p.text, p.textDim, p.textFaint, p.accent, p.warning, p.good})
    for (const ImU32 ground : groundsOf(p))
      EXPECT_GE(contrast(ink, ground), kLegible) << std::hex << ink << " " << ground;
  for (const ImU32 ground : {p.overlay, p.popup, p.row, p.plate}) EXPECT_GE(contrast(p.textFaint, ground), kLegible);
  for (const ImU32 ground : {p.overlay, p.panel}) EXPECT_GE(contrast(p.error, ground), kLegible);
  for (const ImU32 ground : {p.accent, p.accentHovered}) EXPECT_GE(contrast(p.onAccent, ground), kLegible);
}

TEST_P(ThemeOf, TextIsLegibleOnTheFillOfASliderOrChip) {
  for (int clip = 0; clip < 76; ++clip)
    for (const ImU32 ground : {palette_.card, palette_.control, palette_.controlHovered})
      EXPECT_GE(contrast(palette_.text, over(ground, faded(clipColorOf(clip, dark_), kFillUnderText))), kLegible)
          << clip;
}

TEST_P(ThemeOf, TheRingOfTheKeyboardStandsOut) {
  const Palette& p = palette_;
  for (const ImU32 ground : {p.panel, p.bar, p.card, p.well, p.overlay, p.popup, p.row, p.control, p.controlHovered})
    EXPECT_GE(contrast(p.focus, ground), 3) << std::hex << ground;
}

TEST_P(ThemeOf, ClipNumbersAreLegibleOnTheirColor) {
  for (int clip = 0; clip < 76; ++clip) EXPECT_GE(contrast(clipColorOf(clip, dark_), kOnClipColor), kLegible) << clip;
}

TEST_P(ThemeOf, ClipColorsStandOutFromTheirGround) {
  for (int clip = 0; clip < 76; ++clip)
    for (const ImU32 ground : {palette_.well, palette_.panel})
      EXPECT_GE(contrast(clipColorOf(clip, dark_), ground), dark_ ? 3 : 1.9) << clip;
}

TEST_P(ThemeOf, NoTwoOf76ClipsHaveTheSameColor) {
  const auto distance = [](ImU32 a, ImU32 b) {
    int sum = 0;
    for (const int shift : {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT})
      sum += std::abs(static_cast<int>((a >> shift) & 255) - static_cast<int>((b >> shift) & 255));
    return sum;
  };
  for (int one = 0; one < 76; ++one)
    for (int other = 0; other < one; ++other)
      EXPECT_GE(distance(clipColorOf(one, dark_), clipColorOf(other, dark_)), one < 24 ? 24
                                                                              : dark_  ? 17
                                                                                       : 8)
          << one << " and " << other;
}

TEST(Theme, ColorAndLineStyleDistinguish32Clips) {
  std::set<std::pair<ImU32, LineStyle>> looks;
  for (int clip = 0; clip < 32; ++clip) looks.emplace(clipColorOf(clip, true), clipLineStyle(clip));
  EXPECT_EQ(looks.size(), 32u);
}

TEST(Theme, NeighborsDifferInLineStyleToo) {
  for (int clip = 0; clip < 75; ++clip) EXPECT_NE(clipLineStyle(clip), clipLineStyle(clip + 1)) << clip;
}

TEST(Theme, FadedKeepsTheColorAndScalesTheOpacity) { EXPECT_EQ(faded(rgb(0x336699), 0.4f), rgb(0x336699, 102)); }

}  // namespace

}  // namespace app::test
