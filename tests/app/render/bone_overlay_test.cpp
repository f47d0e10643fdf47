#include "app/render/overlays.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include <glm/gtc/matrix_transform.hpp>

#include "tests/app/render/render_fixture.h"

namespace app::test {
namespace {

const glm::vec4 kRed(1, 0, 0, 1);
const glm::vec4 kGreen(0, 1, 0, 1);

int differingPixels(const Picture& a, const Picture& b) {
  int count = 0;
  for (int y = 0; y < a.size.height; ++y)
    for (int x = 0; x < a.size.width; ++x) count += difference(a.at(x, y), b.at(x, y)) > 4;
  return count;
}

/// Across the center of the picture, at `z`.
BoneShape bone(glm::vec4 color, float z = 0) {
  return {.from = {-0.8f, 0, z}, .to = {0.8f, 0, z}, .width = 0.3f, .color = color};
}

class BonePicture : public RenderTest {};

TEST_F(BonePicture, DrawsBonesOnTopOfTheMeshInTheirOwnColor) {
  DrawList list = flatView();
  list.items = {itemOf()};
  list.bones = {bone(kGreen, -2)};
  const Picture picture = draw(modelOf(quad(0.9f), unlit(kRed)), list);
  const Pixel above = picture.at(28, 29);
  EXPECT_GT(above.g, 120);
  EXPECT_LT(above.r, 20);
  EXPECT_EQ(picture.at(32, 50), (Pixel{255, 0, 0}));
}

TEST_F(BonePicture, IsLitFromAboveAndShadedBelow) {
  DrawList list = flatView();
  list.bones = {bone(kGreen)};
  const Picture picture = draw(Model{}, list);
  EXPECT_GT(picture.at(22, 30).g, picture.at(22, 38).g + 25);
}

TEST_F(BonePicture, HidesABoneBehindAnother) {
  DrawList list = flatView();
  list.bones = {bone(kGreen, 1), bone(kRed, -1)};
  EXPECT_LT(draw(Model{}, list).at(28, 29).r, 20);
  std::swap(list.bones[0], list.bones[1]);
  EXPECT_LT(draw(Model{}, list).at(28, 29).r, 20) << "whatever their order";
}

TEST_F(BonePicture, ThatIsTranslucentLetsTheSceneThroughButNoOtherBone) {
  DrawList list = flatView();
  list.items = {itemOf()};
  const Model model = modelOf(quad(0.9f), unlit(kRed));
  list.bones = {bone({0, 0, 1, 0.5f}, 1)};
  const Picture alone = draw(model, list);
  EXPECT_NEAR(alone.at(28, 29).r, 128, 3);
  EXPECT_GT(alone.at(28, 29).b, 50);
  list.bones.push_back(bone({0, 1, 0, 0.5f}, -1));
  EXPECT_EQ(draw(model, list).at(28, 29), alone.at(28, 29));
  list.bones = {bone({0, 0, 1, 0.5f}, 1)};
  list.transparent = true;
  list.items.clear();
  EXPECT_NEAR(draw(model, list).rgba[4 * (64 * 29 + 28) + 3], 128, 2);
}

TEST_F(BonePicture, SkipsZeroLengthAndNonFiniteBones) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  DrawList list = flatView();
  const Picture empty = draw(Model{}, list);
  list.bones = {{.from = {0.1f, 0, 0}, .to = {0.1f, 0, 0}, .width = 0.5f, .color = kGreen},
                {.from = {0, 0, 0}, .to = {kNan, 0, 0}, .color = kGreen},
                {.from = {0, -kInfinity, 0}, .to = {0, 0, 0}, .color = kGreen}};
  EXPECT_EQ(differingPixels(draw(Model{}, list), empty), 0);
}

TEST_F(BonePicture, OfZeroWidthIsStillALineInEveryDirection) {
  for (const glm::vec3 to :
       {glm::vec3(0.7f, 0, 0), glm::vec3(0, -0.7f, 0), glm::vec3(0, 0.42f, -0.56f), glm::vec3(0.4f, 0.4f, 0.4f)}) {
    for (const float width : {0.0f, -1.0f, std::numeric_limits<float>::quiet_NaN()}) {
      DrawList list = flatView();
      list.darkBackground = false;
      list.bones = {{.to = to, .width = width, .color = kRed}};
      const Picture picture = draw(Model{}, list);
      for (const float along : {0.1f, 0.5f, 0.9f}) {
        const int x = static_cast<int>(32 + 32 * along * to.x), y = static_cast<int>(32 - 32 * along * to.y);
        int maxDifference = 0;
        for (int dy = -1; dy <= 0; ++dy)
          for (int dx = -1; dx <= 0; ++dx)
            maxDifference = std::max(maxDifference, picture.at(x + dx, y + dy).r - picture.at(x + dx, y + dy).g);
        EXPECT_GT(maxDifference, 90) << along << " of the way to " << to.x << ", " << to.y << ", " << to.z << ", width "
                                     << width;
      }
    }
  }
}

TEST_F(BonePicture, HandlesBonesAtOrBehindTheEye) {
  DrawList list;
  list.eye = glm::vec3(0, 0, 1);
  list.view = glm::lookAt(list.eye, glm::vec3(0), glm::vec3(0, 1, 0));
  list.projection = glm::perspective(0.8f, 1.0f, 0.01f, 100.0f);
  list.grid = false;
  const Picture empty = draw(Model{}, list);
  list.bones = {{.from = {0.1f, 0, 3}, .to = {-0.2f, 0.3f, 1.5f}, .width = 0.1f, .color = kGreen}};
  EXPECT_EQ(differingPixels(draw(Model{}, list), empty), 0) << "behind";
  list.bones = {{.from = {0, -0.1f, -1}, .to = {0, -0.1f, 3}, .width = 0.05f, .color = kGreen}};
  const Picture through = draw(Model{}, list);
  EXPECT_GT(through.at(32, 34).g, 60) << "far end in front, below the middle";
  EXPECT_LE(difference(through.at(32, 10), empty.at(32, 10)), 2);
}

TEST_F(BonePicture, AllocatesNothingInSteadyFrames) {
  DrawList list = flatView();
  list.bones.assign(65, bone(kGreen));
  EXPECT_EQ(allocationsOfSteadyFrames(list), 0);
}

}  // namespace
}  // namespace app::test
