#include "crossfade/match/clip_points.h"

#include <limits>

#include <gtest/gtest.h>

namespace crossfade {
namespace {

const std::vector<glm::dvec3> kThree = {{0, 0, 0}, {1, 2, 0}, {3, 0, 0}};

TEST(ClipPoints, OfACycleGoOnWithItsTravel) {
  const auto points = ClipPoints::make(kThree, 1, 0.5, true, {4, 0, 1});
  ASSERT_TRUE(points);
  EXPECT_EQ(points->frameCount(), 3);
  EXPECT_EQ(points->position(3, 0), glm::dvec3(4, 0, 1));
  EXPECT_EQ(points->position(7, 0), glm::dvec3(9, 2, 2));
  EXPECT_EQ(points->position(-1, 0), glm::dvec3(-1, 0, -1));
  EXPECT_EQ(points->position(-4, 0), glm::dvec3(-5, 0, -2));
  EXPECT_EQ(points->velocity(0, 0), glm::dvec3(2, 2, 1)) << "from (-1, 0, -1) to (1, 2, 0) in a second";
}

TEST(ClipPoints, OfOtherClipsStayAtTheirEnds) {
  const auto points = ClipPoints::make(kThree, 1, 0.5, false, {4, 0, 1});
  ASSERT_TRUE(points);
  EXPECT_EQ(points->position(9, 0), glm::dvec3(3, 0, 0));
  EXPECT_EQ(points->position(-2, 0), glm::dvec3(0, 0, 0));
  EXPECT_EQ(points->velocity(0, 0), glm::dvec3(2, 4, 0)) << "toward the only neighbor";
  EXPECT_EQ(points->velocity(5, 0), glm::dvec3(0, 0, 0));
}

TEST(ClipPoints, OfOneFrameStandStill) {
  const auto points = ClipPoints::make({{1, 2, 3}}, 1, 0.1, false);
  ASSERT_TRUE(points);
  EXPECT_EQ(points->velocity(0, 0), glm::dvec3(0, 0, 0));
}

TEST(ClipPoints, RefuseWhatIsNotWholeFramesOfFiniteNumbers) {
  const auto errorOf = [](std::vector<glm::dvec3> positions, int points, double step) {
    const auto made = ClipPoints::make(std::move(positions), points, step, false);
    return made ? std::string() : made.error().message;
  };
  EXPECT_EQ(errorOf(kThree, 2, 0.1), "3 positions are not whole frames of 2");
  EXPECT_EQ(errorOf({}, 2, 0.1), "0 positions are not whole frames of 2");
  EXPECT_EQ(errorOf(kThree, 0, 0.1), "a clip needs at least one point to be compared by");
  EXPECT_EQ(errorOf(kThree, 1, 0), "the step between frames is not above 0");
  EXPECT_EQ(errorOf({{0, std::numeric_limits<double>::quiet_NaN(), 0}}, 1, 0.1), "a position is not finite");
}

}  // namespace
}  // namespace crossfade
