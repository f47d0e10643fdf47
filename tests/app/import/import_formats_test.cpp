// Hand-written FBX, COLLADA and BVH files: where their joints must be, and what is said of broken ones.
#include "app/import/import_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "tests/support/assimp_samples.h"
#include "tests/support/fbx_text.h"
#include "tests/support/opened_model.h"
#include "tests/support/posed_joints.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

using ::test::expectNear;
using ::test::kBvh;
using ::test::kDae;
using ::test::kFbx;
using ::test::openedModel;
using ::test::positionOf;

TEST(ImportFormats, LeavesOutMapsWhoseImageIsMissing) {
  std::string text = kDae;
  const auto insert = [&](std::string_view before, std::string_view what) { text.insert(text.find(before), what); };
  insert("<library_geometries>",
         R"(<library_images><image id="i"><init_from>none.png</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON>
  <newparam sid="f"><surface type="2D"><init_from>i</init_from></surface></newparam>
  <newparam sid="s"><sampler2D><source>f</source></sampler2D></newparam>
  <technique sid="t"><lambert>
    <emission><texture texture="s" texcoord="u"/></emission><diffuse><texture texture="s" texcoord="u"/></diffuse>
  </lambert><extra><technique profile="FCOLLADA"><bump><texture texture="s" texcoord="u"/></bump></technique></extra>
  </technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m" name="skin"><instance_effect url="#e"/></material></library_materials>)");
  insert("><input semantic=\"VERTEX\"", R"( material="m")");
  text.replace(text.find("/></node>"), 2, R"(><bind_material><technique_common>
    <instance_material symbol="m" target="#m"/></technique_common></bind_material></instance_geometry>)");
  const Model model = openedModel("a.dae", text);
  const auto skin = std::find_if(model.materials.begin(), model.materials.end(),
                                 [](const Material& each) { return each.name == "skin"; });
  ASSERT_NE(skin, model.materials.end());
  EXPECT_EQ(skin->baseColorTexture.image, 0) << "the checkerboard shows what is missing";
  EXPECT_EQ(skin->normalTexture.image, -1);
  EXPECT_EQ(skin->emissiveTexture.image, 1);
  ASSERT_EQ(model.images.size(), 2u);
  EXPECT_EQ(model.images[1].name, "black");
}

TEST(ImportFormats, OfAColladaHasItsJointsAndMesh) {
  const Model model = openedModel("slider.dae", kDae);
  ASSERT_EQ(model.meshes.size(), 1u);
  EXPECT_EQ(model.meshes[0].primitives[0].positions.size(), 3u);
  ASSERT_EQ(model.clips.size(), 1u);
  expectNear(positionOf(model, "slider", 0), {0, 5, 0});
  expectNear(positionOf(model, "slider", 1), {2, 5, 0});
  expectNear(positionOf(model, "slider", 2), {4, 5, 0});
}

TEST(ImportFormats, GeneratesNoNormals) {
  ::test::FbxText fbx;
  fbx.model(10, "Flag", "Mesh").connect(10, 0).twoTriangles(20, "Flag").connect(20, 10);
  for (const Model& model : {openedModel("slider.dae", kDae), openedModel("flag.fbx", fbx.text())}) {
    ASSERT_FALSE(model.meshes.empty());
    for (const Primitive& primitive : model.meshes[0].primitives)
      EXPECT_TRUE(primitive.normals.empty()) << "so it is shaded flat";
  }
}

TEST(ImportFormats, OfAColladaKnowsWhichNodesAreBones) {
  EXPECT_TRUE(openedModel("slider.dae", kDae).bones.empty());
  std::string text = kDae;
  text.insert(text.find("<node id=\"slider\"") + 5, " type=\"JOINT\"");
  const Model model = openedModel("slider.dae", text);
  ASSERT_EQ(model.bones.size(), 1u);
  EXPECT_EQ(model.skeleton.name(model.bones[0]), "slider");
}

TEST(ImportFormats, OfAnFbxIsInMetersWithYUp) {
  const Model model = openedModel("flag.FBX", kFbx);
  ASSERT_EQ(model.clips.size(), 1u);
  EXPECT_EQ(model.clips[0].name(), "Wave");
  expectNear(positionOf(model, "Post", 0), {0, 1, 0});
  expectNear(positionOf(model, "Flag", 0), {2, 1, 0});
  expectNear(positionOf(model, "Flag", 0.5), {3, 1, 0});
  expectNear(positionOf(model, "Flag", 1), {4, 1, 0});
}

TEST(ImportFormats, ErrorsAreOneSentence) {
  const ::test::TemporaryFolder folder;
  for (const auto& [name, text] : {std::pair("empty.fbx", ""),
                                   {"text.fbx", "hello"},
                                   {"cut.bvh", "HIERARCHY\nROOT Hips\n{"},
                                   {"cut.dae", "<COLLADA>"},
                                   {"glb.dae", "glTF"}}) {
    const auto model = importModel(folder.write(name, text));
    ASSERT_FALSE(model) << name;
    EXPECT_EQ(model.error().message.find(name), 0u) << model.error().message;
    EXPECT_EQ(model.error().message.find('\n'), std::string::npos);
  }
  for (std::size_t cut = 0; cut < std::string_view(kBvh).size(); cut += 7) {
    const auto model = importModel(folder.write("cut.bvh", std::string_view(kBvh).substr(0, cut)));
    EXPECT_TRUE(model || model.error().message.starts_with("cut.bvh"));
  }
}

TEST(ImportFormats, OfAColladaWithoutGeometryHasNoMesh) {
  std::string text = kDae;
  const std::size_t begin = text.find("<library_geometries>"), end = text.find("<library_animations>");
  text.erase(begin, end - begin);
  const std::string geometry = "<instance_geometry url=\"#tri\"/>";
  text.erase(text.find(geometry), geometry.size());
  const Model model = openedModel("bones.dae", text);
  EXPECT_TRUE(model.meshes.empty()) << "its joints are drawn instead";
  EXPECT_TRUE(model.skins.empty());
  expectNear(positionOf(model, "slider", 1), {2, 5, 0});
}

}  // namespace
}  // namespace app
