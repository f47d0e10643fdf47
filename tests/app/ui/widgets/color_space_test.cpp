#include "app/ui/widgets/color_space.h"

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
