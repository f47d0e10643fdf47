// The pattern of the floor under a character that travels, and the path on it.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <vector>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>

#include "app/view/draw_list.h"
#include "tests/app/render/render_fixture.h"

namespace app::test {
namespace {

constexpr PictureSize kPictureOfFloor{200, 200};

/// From above: x to the right, z downward, 4 m each way.
DrawList floorFromAbove() {
  DrawList list;
  list.eye = glm::vec3(0, 8, 0);
  list.view = glm::lookAt(list.eye, glm::vec3(0), glm::vec3(0, 0, -1));
  list.projection = glm::ortho(-4.0f, 4.0f, -4.0f, 4.0f, 0.1f, 20.0f);
  return list;
}

struct FloorTest : RenderTest {
  Picture floor(const FloorPattern& pattern) {
    DrawList list = floorFromAbove();
    list.floor = pattern;
    return draw(modelOf(quad(0.001f)), list, kPictureOfFloor);
  }
};

TEST_F(FloorTest, WholeCellsShowTheSameGridHoweverFarAway) {
  const Picture near = floor({.offset = {20.25, 50.5}});
  const Picture far = floor({.offset = {1e6 + 20.25, 3e6 + 50.5}});
  const Picture other = floor({.offset = {20.75, 50.5}});
  EXPECT_EQ(near.rgba, far.rgba);
  EXPECT_NE(near.rgba, other.rgba);
}

/// Red where z is 0, blue where x is 0.
TEST_F(FloorTest, ItsAxesLieWhereTheCharacterStarted) {
  const auto redness = [](const Pixel& pixel) { return pixel.r - pixel.b; };
  const Picture moved = floor({.offset = {0, 1.5}});  // gone 1.5 m toward +z: the start is 1.5 m behind
  const int row = 100 - 37;
  int reddest = -255;
  for (int y = row - 3; y <= row + 3; ++y) reddest = std::max(reddest, redness(moved.at(130, y)));
  EXPECT_GT(reddest, 20);
  const Picture turned = floor({.offset = {0, 1.5}, .turn = std::numbers::pi / 2});
  // The pattern has at p turned by 90 degrees, (z, -x), plus 1.5 m along z, what the floor shows: red at x = 1.5.
  reddest = -255;
  for (int x = 137 - 3; x <= 137 + 3; ++x) reddest = std::max(reddest, redness(turned.at(x, 130)));
  EXPECT_GT(reddest, 20);
}

TEST_F(FloorTest, ThePathIsABandFromWhereTheCharacterCameAndNothingElse) {
  DrawList list = floorFromAbove();
  list.sceneRadius = 4;  // a band of three pixels
  const Picture without = draw(modelOf(quad(0.001f)), list, kPictureOfFloor);
  const std::vector<TrailPoint> path{{.position = {-3, 0, 0}, .seconds = -2},
                                     {.position = {-1, 0, 0}, .seconds = -1},
                                     {.position = {0, 0, 0}, .seconds = 0}};
  addFloorPath(path, list);
  const Picture with = draw(modelOf(quad(0.001f)), list, kPictureOfFloor);
  EXPECT_GT(with.at(80, 100).r, without.at(80, 100).r + 60);
  EXPECT_EQ(with.at(110, 100), without.at(110, 100)) << "ahead of it";
  EXPECT_EQ(with.at(80, 110), without.at(80, 110)) << "beside it";
  DrawList climbed = list;
  climbed.floorBand.clear();
  const std::vector<TrailPoint> climb{{.position = {-3, -3, 0}, .seconds = -2},
                                      {.position = {-1, -1, 0}, .seconds = -1},
                                      {.position = {0, 0, 0}, .seconds = 0}};
  addFloorPath(climb, climbed);
  EXPECT_EQ(draw(modelOf(quad(0.001f)), climbed, kPictureOfFloor).rgba, with.rgba) << "it lies on the floor";
  DrawList alone = floorFromAbove();
  addFloorPath({}, alone);
  EXPECT_TRUE(alone.floorBand.empty());
}

}  // namespace
}  // namespace app::test
