#include "app/render/overlays.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include <glm/gtc/matrix_transform.hpp>

#include "tests/app/render/render_fixture.h"

namespace app::test {
namespace {

const glm::vec4 kRedGhost(1, 0, 0, 1);

class GhostPicture : public RenderTest {
 protected:
  /// One layer of one item at `position`; the model itself, where `shown`, at the origin.
  static DrawList ghostAt(glm::vec3 position, bool shown, glm::vec4 color = {0, 0, 1, 0.5f}) {
    DrawList list = flatView();
    if (shown) list.items = {itemOf()};
    list.ghostItems = {itemOf()};
    list.ghostItems[0].world = glm::translate(glm::mat4(1.0f), position);
    list.ghosts = {{.firstItem = 0, .itemCount = 1, .color = color}};
    return list;
  }
  const Model square_ = modelOf(quad(0.4f), unlit(kRedGhost));
};

TEST_F(GhostPicture, IsVisibleNextToTheModelAndNotThroughIt) {
  DrawList list = ghostAt({0.4f, 0, -1}, true);
  const Picture with = draw(square_, list);
  list.ghosts.clear();
  const Picture without = draw(square_, list);
  EXPECT_GT(with.at(50, 32).b, without.at(50, 32).b + 25);
  EXPECT_EQ(with.at(32, 32), (Pixel{255, 0, 0}));
  EXPECT_EQ(with.at(60, 32), without.at(60, 32));
}

TEST_F(GhostPicture, InFrontOfTheModelTintsIt) {
  const Picture picture = draw(square_, ghostAt({0, 0, 1}, true));
  EXPECT_LT(picture.at(32, 32).r, 230);
  EXPECT_GT(picture.at(32, 32).r, 128);
}

TEST_F(GhostPicture, IsHiddenInsideTheModel) {
  EXPECT_EQ(draw(square_, ghostAt({0, 0, 0}, true)).at(32, 32), (Pixel{255, 0, 0}));
}

TEST_F(GhostPicture, IsNotDarkerWhereItsOwnSurfacesOverlap) {
  DrawList list = ghostAt({0, 0, 0}, false);
  list.ghostItems.push_back(list.ghostItems[0]);
  list.ghostItems[1].world = glm::translate(glm::mat4(1.0f), glm::vec3(0.3f, 0, 1));
  list.ghosts[0].itemCount = 2;
  const Picture picture = draw(square_, list);
  for (const int x : {22, 32, 38, 44, 52})
    EXPECT_LE(difference(picture.at(x, 32), picture.at(33, 32)), 8) << "except for the gradient of the wall, at " << x;
  const Picture once = draw(square_, ghostAt({0, 0, 0}, false));
  EXPECT_EQ(picture.at(40, 32), once.at(40, 32)) << "where both are";
}

TEST_F(GhostPicture, DoesNotHideWhatIsBlendedBehindIt) {
  Model model = square_;
  model.materials.push_back(unlit({0, 1, 0, 0.5f}));
  model.materials[1].alphaMode = AlphaMode::Blend;
  DrawList list = ghostAt({0, 0, 1}, true);
  list.items[0].material = 1;
  const Pixel both = draw(model, list).at(32, 32);
  EXPECT_GT(both.g, 120);
  EXPECT_GT(both.b, both.r + 15);
}

TEST_F(GhostPicture, LayersShowThroughOneAnotherInTheirOrder) {
  DrawList list = ghostAt({0, 0, 1}, false, {0, 1, 0, 0.5f});
  list.ghostItems.push_back(list.ghostItems[0]);
  list.ghostItems[1].world = glm::translate(glm::mat4(1.0f), glm::vec3(0.0f, 0, -1));
  list.ghosts.push_back({.firstItem = 1, .itemCount = 1, .color = {1, 0, 0, 0.5f}});
  const Pixel redLast = draw(square_, list).at(32, 32);
  EXPECT_GT(redLast.r, redLast.b + 30) << "the first one, nearer, does not hide the second";
  EXPECT_GT(redLast.g, redLast.b + 10);
  std::swap(list.ghosts[0], list.ghosts[1]);
  EXPECT_GT(draw(square_, list).at(32, 32).g, redLast.g + 10);
}

TEST_F(GhostPicture, IsBrighterWhereItsSurfaceTurnsAway) {
  Primitive bent = quad(0.4f);
  for (std::size_t i : {1, 2}) bent.normals[i] = glm::vec3(1, 0, 0);
  const Picture picture = draw(modelOf(bent), ghostAt({0, 0, 0}, false));
  EXPECT_GT(picture.at(43, 32).b, picture.at(22, 32).b + 40);
}

TEST_F(GhostPicture, OverNothingHasItsOwnColorAndAlpha) {
  DrawList list = ghostAt({0, 0, 0}, false);
  list.transparent = true;
  list.darkBackground = false;
  const Picture picture = draw(square_, list);
  const std::size_t middle = 4 * (64 * 32 + 32);
  EXPECT_GT(picture.rgba[middle + 3], 40);
  EXPECT_LT(picture.rgba[middle + 3], 140);
  EXPECT_LE(picture.at(32, 32).r, 6);
  EXPECT_GE(picture.at(32, 32).b, 200);
  EXPECT_EQ(picture.rgba[3], 0);
}

TEST_F(GhostPicture, IsNotInTheViewsWithoutLight) {
  for (const ViewMode mode : {ViewMode::BaseColor, ViewMode::Normals, ViewMode::Silhouette}) {
    DrawList list = ghostAt({0, 0, 0}, false);
    list.mode = mode;
    EXPECT_EQ(draw(square_, list).at(32, 32), (Pixel{0, 0, 0}));
  }
}

TEST_F(GhostPicture, CastsNoShadow) {
  DrawList list = ghostAt({0, 0.6f, 0}, false);
  list.eye = glm::vec3(0, 4, 0.01f);
  list.view = glm::lookAt(list.eye, glm::vec3(0), glm::vec3(0, 0, -1));
  list.projection = glm::perspective(0.8f, 1.0f, 0.1f, 100.0f);
  list.grid = true;
  list.darkBackground = false;
  list.sunDirection = glm::normalize(glm::vec3(-1, 1, 0));
  list.ghostItems[0].world *= glm::rotate(glm::mat4(1.0f), -glm::half_pi<float>(), glm::vec3(1, 0, 0));
  const Picture with = draw(square_, list);
  list.ghosts.clear();
  list.ghostItems.clear();
  const Picture without = draw(square_, list);
  EXPECT_GT(difference(with.at(32, 32), without.at(32, 32)), 20);
  for (int x = 44; x < 64; ++x) EXPECT_EQ(with.at(x, 32), without.at(x, 32));
}

TEST_F(GhostPicture, IsSkinnedAndMorphedByItsOwnValues) {
  Model model = square_;
  Primitive& primitive = model.meshes[0].primitives[0];
  primitive.influences = {std::vector<Influences>(4, {.joints = {0}, .weights = {1}})};
  primitive.morphTargets = {{.positions = std::vector<glm::vec3>(4, glm::vec3(0, 1, 0))}};
  DrawList list = ghostAt({0, 0, 0}, true);
  list.palettes = {glm::mat4(1.0f), glm::translate(glm::mat4(1.0f), glm::vec3(0.5f, 0, 0))};
  list.morphWeights = {0, -0.5f};
  for (DrawItem* item : {&list.items[0], &list.ghostItems[0]}) {
    item->paletteCount = item->morphCount = 1;
    item->paletteOffset = item->morphOffset = item == &list.items[0] ? 0 : 1;
  }
  const Picture with = draw(model, list);
  EXPECT_EQ(with.at(32, 32), (Pixel{255, 0, 0}));
  list.ghosts.clear();
  const Picture without = draw(model, list);
  EXPECT_GT(with.at(52, 52).b, without.at(52, 52).b + 25) << "half a meter to the right and below";
  EXPECT_EQ(with.at(52, 26), without.at(52, 26));
  EXPECT_EQ(with.at(26, 52), without.at(26, 52));
}

TEST_F(GhostPicture, HasTheHolesOfAMaskAndOfWhatCannotBeSeen) {
  Model model = square_;
  for (const AlphaMode mode : {AlphaMode::Mask, AlphaMode::Blend}) {
    model.materials[0].alphaMode = mode;
    model.materials[0].baseColor.a = 0.05f;
    DrawList list = ghostAt({0, 0, 0}, false);
    const Picture with = draw(model, list);
    list.ghosts.clear();
    EXPECT_EQ(with.rgba, draw(model, list).rgba);
  }
}

TEST_F(GhostPicture, IgnoresARangeThatDoesNotExist) {
  DrawList list = ghostAt({0, 0, 0}, false);
  list.ghosts = {{.firstItem = 1, .itemCount = 1},
                 {.firstItem = -3, .itemCount = -1},
                 {.firstItem = 7, .itemCount = 7},
                 {.itemCount = 0}};
  const Picture with = draw(square_, list);
  list.ghosts.clear();
  EXPECT_EQ(with.rgba, draw(square_, list).rgba);
}

TEST_F(GhostPicture, AllocatesNothingInSteadyFrames) {
  Model model = square_;
  model.meshes[0].primitives[0].influences = {std::vector<Influences>(4, {.joints = {0, 1}, .weights = {0.5f, 0.5f}})};
  DrawList list = ghostAt({0, 0, 0}, true);
  list.palettes.assign(4, glm::mat4(1.0f));
  list.items[0].paletteOffset = 0;
  list.ghostItems[0].paletteOffset = 2;
  list.items[0].paletteCount = list.ghostItems[0].paletteCount = 2;
  renderer_->setModel(model);
  EXPECT_EQ(allocationsOfSteadyFrames(list), 0);
}

TEST_F(GhostPicture, FollowsASizeThatChangesAndNeedsNoMultisampling) {
  for (const int samples : {1, 4}) {
    start({.samples = samples});
    DrawList list = ghostAt({0, 0, 0}, false);
    const Picture small = draw(square_, list);
    for (const PictureSize size : {PictureSize{128, 128}, PictureSize{3, 3}, PictureSize{64, 64}}) {
      const Picture picture = draw(square_, list, size);
      if (size.width == 64) {
        EXPECT_EQ(picture.rgba, small.rgba);
      }
    }
  }
}

}  // namespace
}  // namespace app::test
