#include "app/view/skeleton_overlay.h"

#include <gtest/gtest.h>

#include <glm/ext/matrix_transform.hpp>

#include "tests/support/sample_models.h"

namespace app {
namespace {

/// The ends of all lines by x, with joint i of a chain at x = i.
std::vector<float> lines(const Model& model) {
  std::vector<glm::mat4> worlds;
  for (int i = 0; i < model.skeleton.jointCount(); ++i)
    worlds.push_back(glm::translate(glm::mat4(1), glm::vec3(i, 0, 0)));
  std::vector<LineVertex> out;
  addSkeletonOverlay(model, {.worlds = worlds}, out);
  std::vector<float> xs;
  for (const LineVertex& end : out) xs.push_back(end.position.x);
  return xs;
}

TEST(SkeletonOverlay, WithoutSkinsGoesFromEveryNodeToItsParent) {
  Model model;
  model.skeleton = engine::test::chain(3);
  EXPECT_EQ(lines(model), (std::vector<float>{0, 1, 1, 2}));
}

TEST(SkeletonOverlay, OfASkinLeavesOutTheBoneToWhatIsNoJoint) {
  Model model;
  model.skeleton = engine::test::chain(5);
  model.skins = {{.joints = {3, 2, 4}}};
  EXPECT_EQ(lines(model), (std::vector<float>{2, 3, 3, 4})) << "node 1 is the scene's, not the skin's";
}

TEST(SkeletonOverlay, OfNothingIsEmpty) { EXPECT_TRUE(lines(Model{}).empty()); }

}  // namespace
}  // namespace app
