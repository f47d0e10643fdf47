#include "app/ui/widgets/theme.h"

#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace app::test {
namespace {

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
