#include "app/ui/widgets/theme.h"

#include <array>
#include <cstdlib>
#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace app::test {
namespace {

constexpr std::array kGrounds = {color::kPanel, color::kBar,     color::kCard,
                                 color::kWell,  color::kControl, color::kControlHovered};
constexpr double kLegible = 4.5;

TEST(Theme, ContrastIsThatOfWcag) {
  EXPECT_NEAR(contrast(rgb(0x000000), rgb(0xFFFFFF)), 21, 1e-9);
  EXPECT_NEAR(contrast(rgb(0x777777), rgb(0xFFFFFF)), 4.48, 0.005);
  EXPECT_EQ(contrast(rgb(0x336699), rgb(0x336699)), 1);
  EXPECT_EQ(over(rgb(0x000000), rgb(0xFFFFFF, 51)), rgb(0x333333));
}

TEST(Theme, TextIsLegibleOnEveryGround) {
  for (const ImU32 ink :
       {color::kText, color::kTextDim, color::kTextFaint, color::kAccent, color::kWarning, color::kGood})
    for (const ImU32 ground : kGrounds) EXPECT_GE(contrast(ink, ground), kLegible) << std::hex << ink << " " << ground;
  for (const ImU32 ground : {color::kAccent, color::kAccentHovered})
    EXPECT_GE(contrast(color::kOnAccent, ground), kLegible);
}

TEST(Theme, TextIsLegibleOnTheFillOfASliderOrChip) {
  for (int clip = 0; clip < 76; ++clip)
    for (const ImU32 ground : {color::kCard, color::kControl, color::kControlHovered})
      EXPECT_GE(contrast(color::kText, over(ground, faded(clipColor(clip), kFillUnderText))), kLegible) << clip;
}

TEST(Theme, ClipNumbersAreLegibleOnTheirColor) {
  for (int clip = 0; clip < 76; ++clip) EXPECT_GE(contrast(clipColor(clip), kOnClipColor), kLegible) << clip;
}

TEST(Theme, NoTwoOf76ClipsHaveTheSameColor) {
  const auto distance = [](ImU32 a, ImU32 b) {
    int sum = 0;
    for (const int shift : {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT})
      sum += std::abs(static_cast<int>((a >> shift) & 255) - static_cast<int>((b >> shift) & 255));
    return sum;
  };
  for (int one = 0; one < 76; ++one)
    for (int other = 0; other < one; ++other)
      EXPECT_GE(distance(clipColor(one), clipColor(other)), one < 24 ? 24 : 17) << one << " and " << other;
}

TEST(Theme, ColorAndLineStyleDistinguish32Clips) {
  std::set<std::pair<ImU32, LineStyle>> looks;
  for (int clip = 0; clip < 32; ++clip) looks.emplace(clipColor(clip), clipLineStyle(clip));
  EXPECT_EQ(looks.size(), 32u);
}

TEST(Theme, NeighborsDifferInLineStyleToo) {
  for (int clip = 0; clip < 75; ++clip) EXPECT_NE(clipLineStyle(clip), clipLineStyle(clip + 1)) << clip;
}

TEST(Theme, FadedKeepsTheColorAndScalesTheOpacity) { EXPECT_EQ(faded(rgb(0x336699), 0.4f), rgb(0x336699, 102)); }

}  // namespace
}  // namespace app::test
