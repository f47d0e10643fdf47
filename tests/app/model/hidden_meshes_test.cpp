#include "app/model/hidden_meshes.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/gltf_builder.h"
#include "tests/support/opened_model.h"

namespace app {
namespace {

/// A mesh on a node of each name.
Model named(const std::vector<std::string>& names) {
  Model model;
  std::vector<crossfade::Joint> joints;
  model.meshes = {{.name = "mesh"}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    joints.push_back({.name = names[i], .documentIndex = static_cast<int>(i)});
    model.instances.push_back({.node = static_cast<int>(i), .mesh = 0});
  }
  model.skeleton = *crossfade::Skeleton::make(std::move(joints));
  return model;
}

std::vector<bool> shownOf(const Model& model) {
  std::vector<bool> shown;
  for (const MeshInstance& instance : model.instances) shown.push_back(instance.inScene);
  return shown;
}

TEST(HiddenMeshes, CollidersAreKnownByTheNamesThatEnginesGiveThem) {
  for (const char* const name :
       {"Wall_collider", "wall_COLLIDER", "Wall_collider.001", "rock-colonly", "rock-convcolonly", "rock-colonly2",
        "UCX_Wall", "UCX_Wall_00", "ubx_crate_01", "USP_ball", "UCP_post"})
    EXPECT_TRUE(isColliderName(name)) << name;
  for (const char* const name : {"Wall", "collider", "protocol", "school-col", "Lux_UCX", "ucxwall", "glass-colored"})
    EXPECT_FALSE(isColliderName(name)) << name;
}

TEST(HiddenMeshes, AColliderIsNotDrawnAndTheReportSaysSo) {
  Model model = named({"Wall", "Wall_collider", "UCX_Wall_00"});
  hideColliders(model);
  EXPECT_EQ(shownOf(model), (std::vector<bool>{true, false, false}));
  ASSERT_EQ(model.report.lines.size(), 1u);
  EXPECT_EQ(model.report.lines[0].what,
            "2 meshes are colliders, so they are not drawn: 'Wall_collider', 'UCX_Wall_00'");
}

TEST(HiddenMeshes, GodotsColIsDrawnUnlessTheMeshItselfIsThere) {
  Model model = named({"Wall", "Wall-col", "Rock-col", "Rock-convcol", "Tree"});
  hideColliders(model);
  EXPECT_EQ(shownOf(model), (std::vector<bool>{true, false, true, true, true}));
}

TEST(HiddenMeshes, AFileOfNothingElseIsDrawn) {
  Model model = named({"UCX_a", "UCX_b"});
  hideColliders(model);
  EXPECT_EQ(shownOf(model), (std::vector<bool>{true, true}));
  ASSERT_EQ(model.report.lines.size(), 1u);
  EXPECT_NE(model.report.lines[0].what.find("the picture shows it anyway"), std::string::npos);
}

TEST(HiddenMeshes, ExtrasOfANodeMarkAColliderToo) {
  test::GltfBuilder builder;
  const int mesh = builder.addTriangle();
  builder.addNode({{"mesh", mesh}, {"name", "door"}});
  builder.addNode({{"mesh", mesh}, {"name", "shape"}, {"extras", {{"isCollider", true}}}});
  builder.addNode({{"mesh", mesh}, {"name", "other"}, {"extras", {{"isCollider", false}}}});
  const Model model = ::test::openedModel("door.gltf", builder.gltf());
  ASSERT_EQ(model.instances.size(), 3u);
  for (const MeshInstance& instance : model.instances)
    EXPECT_EQ(instance.inScene, model.skeleton.name(instance.node) != "shape");
}

}  // namespace
}  // namespace app
