// Hand-written FBX files whose nodes, skins, shapes and clips are known.
#include "app/import/assimp/fbx_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <span>
#include <string>

#include "app/import/import_model.h"
#include "crossfade/pose/pose_sampler.h"
#include "crossfade/skeleton/local_to_model.h"
#include "tests/support/fbx_text.h"
#include "tests/support/gltf_builder.h"

namespace app {
namespace {

using ::test::FbxText;
using ::test::fbxVector;

Model openedFbx(const std::string& text) {
  const test::TemporaryFolder folder;
  auto model = importModel(folder.write("a.fbx", text));
  EXPECT_TRUE(model) << model.error().message;
  return model ? std::move(*model) : Model{};
}

std::vector<glm::mat4> modelMatricesAt(const Model& model, double time) {
  const auto rest = model.skeleton.restLocals();
  crossfade::Pose pose{.locals = {rest.begin(), rest.end()}, .morphWeights = {}};
  if (!model.clips.empty()) {
    crossfade::PoseSampler sampler(crossfade::ChannelLayout(model.skeleton.jointCount(), {}), pose);
    sampler.bind(0, model.clips[0]);
    const crossfade::BlendEntry entry{.slot = 0, .clip = &model.clips[0], .time = time, .weight = 1};
    sampler.sampleInOrder(std::span(&entry, 1));
    sampler.writePose(pose);
  }
  std::vector<glm::mat4> models(pose.locals.size());
  crossfade::localToModel(model.skeleton.parents(), pose.locals, models);
  return models;
}

glm::vec3 positionOf(const Model& model, const std::string& joint, double time = 0) {
  for (int i = 0; i < model.skeleton.jointCount(); ++i)
    if (model.skeleton.name(i) == joint) return glm::vec3(modelMatricesAt(model, time)[static_cast<std::size_t>(i)][3]);
  ADD_FAILURE() << "no joint " << joint;
  return {};
}

void expectNear(glm::vec3 found, glm::vec3 expected, float error = 1e-4f) {
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(found[k], expected[k], error) << "xyz"[k];
}

FbxText animatedNode(const std::string& properties, const std::string& property, const std::string& values, int count,
                     int flags = 4) {
  FbxText fbx;
  fbx.model(10, "Node", "Null", properties).connect(10, 0).stack("Move");
  fbx.add("AnimationCurveNode", 20, "T", "").connect(20, 901).connect(20, 10, property);
  fbx.curve(30, values, count, flags).connect(30, 20, "d|X");
  return fbx;
}

TEST(FbxModel, SkinsToTheBoneAndNotToAMeshOfTheSameName) {
  FbxText fbx;
  fbx.model(10, "Arm", "Mesh").model(11, "Arm", "LimbNode", fbxVector("Lcl Translation", 0, 5, 0));
  fbx.connect(10, 0).connect(11, 0).twoTriangles(20, "Arm").connect(20, 10);
  fbx.add("Deformer", 30, "", "Skin", "Version: 101").connect(30, 20);
  fbx.add("Deformer", 31, "", "Cluster",
          "Version: 100\nIndexes: *2 {\na: 0,4\n}\nWeights: *2 {\na: 1,0.5\n}\nTransform: *16 {\na: "
          "1,0,0,0,0,1,0,0,0,0,1,0,0,-5,0,1\n}\nTransformLink: *16 {\na: 1,0,0,0,0,1,0,0,0,0,1,0,0,5,0,1\n}");
  fbx.connect(31, 30).connect(11, 31);
  const Model model = openedFbx(fbx.text());
  ASSERT_EQ(model.skins.size(), 1u);
  ASSERT_EQ(model.skins[0].joints.size(), 2u) << "the bone, and the node for vertices that it does not move";
  const int bone = model.skins[0].joints[0];
  expectNear(glm::vec3(modelMatricesAt(model, 0)[static_cast<std::size_t>(bone)][3]), {0, 5, 0});
  expectNear(glm::vec3(model.skins[0].inverseBinds[0][3]), {0, -5, 0});
  ASSERT_EQ(model.meshes.size(), 1u);
  int moved = 0;
  for (const Primitive& primitive : model.meshes[0].primitives) {
    ASSERT_EQ(primitive.influences.size(), 1u);
    for (std::size_t i = 0; i < primitive.positions.size(); ++i) {
      const bool isListed = primitive.positions[i] == glm::vec3(0) || primitive.positions[i] == glm::vec3(1, 0, 1);
      EXPECT_EQ(primitive.influences[0][i].joints[0], isListed ? 0 : 1);
      moved += isListed ? 1 : 0;
    }
  }
  EXPECT_EQ(moved, 2);
}

FbxText morphedTriangles(const std::string& fullWeights) {
  FbxText fbx;
  fbx.model(10, "Face", "Mesh").connect(10, 0).twoTriangles(20, "Face").connect(20, 10);
  fbx.material(40, "Red").connect(40, 10).material(41, "Blue").connect(41, 10);
  fbx.add("Deformer", 30, "", "BlendShape").connect(30, 20);
  fbx.add("Deformer", 31, "smile", "BlendShapeChannel", "DeformPercent: 25\nFullWeights: " + fullWeights)
      .connect(31, 30);
  fbx.add("Geometry", 32, "smile", "Shape", "Version: 100\nIndexes: *2 {\na: 1,5\n}\nVertices: *6 {\na: 0,0,2,3,0,0\n}")
      .connect(32, 31);
  return fbx;
}

TEST(FbxModel, KeepsBlendShapesWithoutNormalsAndAcrossMaterials) {
  FbxText fbx = morphedTriangles("*1 {\na: 100\n}");
  fbx.stack("Smile")
      .add("AnimationCurveNode", 50, "DeformPercent", "")
      .connect(50, 901)
      .connect(50, 31, "DeformPercent");
  fbx.curve(51, "0,100", 2).connect(51, 50, "d|DeformPercent");
  const Model model = openedFbx(fbx.text());
  ASSERT_EQ(model.meshes.size(), 1u);
  const Mesh& mesh = model.meshes[0];
  EXPECT_THAT(mesh.morphTargetNames, testing::ElementsAre("smile"));
  ASSERT_EQ(mesh.primitives.size(), 2u) << "one per material";
  EXPECT_THAT(model.restMorphWeights, testing::ElementsAre(0.25f));
  for (const Primitive& primitive : mesh.primitives) {
    ASSERT_EQ(primitive.morphTargets.size(), 1u);
    for (std::size_t i = 0; i < primitive.positions.size(); ++i) {
      const glm::vec3 at = primitive.positions[i];
      const glm::vec3 offset = at == glm::vec3(1, 0, 0)   ? glm::vec3(0, 0, 2)
                               : at == glm::vec3(0, 1, 1) ? glm::vec3(3, 0, 0)
                                                          : glm::vec3(0);
      expectNear(primitive.morphTargets[0].positions[i], offset);
    }
  }
  ASSERT_EQ(model.clips.size(), 1u);
  ASSERT_EQ(model.clips[0].tracks().size(), 1u);
  EXPECT_THAT(model.clips[0].tracks()[0].values(), testing::ElementsAre(0, 1));
}

TEST(FbxModel, ScalesTheOffsetsOfAShapeWhereTheFileHasAPercentForEachPoint) {
  const Model model = openedFbx(morphedTriangles("*2 {\na: 50,100\n}").text());
  ASSERT_FALSE(model.meshes.empty());
  for (const Primitive& primitive : model.meshes[0].primitives)
    for (std::size_t i = 0; i < primitive.positions.size(); ++i)
      if (primitive.positions[i] == glm::vec3(1, 0, 0)) expectNear(primitive.morphTargets[0].positions[i], {0, 0, 1});
}

TEST(FbxModel, TurnsAboutTheRotationPivot) {
  const std::string pivot = fbxVector("RotationPivot", 1, 0, 0);
  const std::string child = fbxVector("Lcl Translation", 3, 0, 0);
  FbxText fbx;
  fbx.model(10, "Door", "Null", pivot).connect(10, 0).model(11, "Handle", "Null", child).connect(11, 10).stack("Open");
  fbx.add("AnimationCurveNode", 20, "R", "").connect(20, 901).connect(20, 10, "Lcl Rotation");
  fbx.curve(30, "0,180", 2).connect(30, 20, "d|Z");
  const Model model = openedFbx(fbx.text());
  expectNear(positionOf(model, "Handle", 0), {3, 0, 0});
  expectNear(positionOf(model, "Handle", 1), {-1, 0, 0});
  for (double time = 0; time <= 1; time += 0.05) {
    const auto angle = static_cast<float>(time * 3.14159265);
    expectNear(positionOf(model, "Handle", time), {1 + 2 * std::cos(angle), 2 * std::sin(angle), 0}, 2e-3f);
  }
}

TEST(FbxModel, FollowsFullTurnsBetweenTwoKeys) {
  FbxText fbx = animatedNode("", "Lcl Rotation", "0,720", 2);
  fbx.model(11, "Tip", "Null", fbxVector("Lcl Translation", 0, 1, 0)).connect(11, 10);
  const Model model = openedFbx(fbx.text());
  expectNear(positionOf(model, "Tip", 0.125), {0, 0, 1}, 2e-3f);
  expectNear(positionOf(model, "Tip", 0.25), {0, -1, 0}, 2e-3f);
  expectNear(positionOf(model, "Tip", 0.75), {0, -1, 0}, 2e-3f);
}

TEST(FbxModel, HoldsConstantKeysUntilTheNext) {
  const Model model = openedFbx(animatedNode("", "Lcl Translation", "1,5,2", 3, 2).text());
  expectNear(positionOf(model, "Node", 0.999), {1, 0, 0});
  expectNear(positionOf(model, "Node", 1), {5, 0, 0});
  expectNear(positionOf(model, "Node", 1.999), {5, 0, 0});
  expectNear(positionOf(model, "Node", 2), {2, 0, 0});
}

TEST(FbxModel, FollowsCubicCurves) {
  constexpr int kCubicUser = 8 | 0x400;
  const Model model = openedFbx(animatedNode("", "Lcl Translation", "0,1", 2, kCubicUser).text());
  for (double x = 0; x <= 1; x += 0.1)  // flat tangents: smoothstep
    expectNear(positionOf(model, "Node", x), {static_cast<float>(x * x * (3 - 2 * x)), 0, 0}, 2e-4f);
}

TEST(FbxModel, AppliesTheGeometricTransformToTheMeshAndNotToChildren) {
  FbxText fbx;
  fbx.model(10, "Box", "Mesh", fbxVector("GeometricTranslation", 0, 0, 7))
      .connect(10, 0)
      .model(11, "Child", "Null")
      .connect(11, 10);
  fbx.twoTriangles(20, "Box").connect(20, 10);
  const Model model = openedFbx(fbx.text());
  expectNear(positionOf(model, "Child"), {0, 0, 0});
  ASSERT_FALSE(model.meshes.empty());
  for (const Primitive& primitive : model.meshes[0].primitives)
    for (const glm::vec3& at : primitive.positions) EXPECT_GE(at.z, 7);
}

TEST(FbxModel, LeavesTheScaleOfTheParentOutWhereTheFileSaysSo) {
  FbxText fbx;
  fbx.model(10, "Hip", "LimbNode", fbxVector("Lcl Scaling", 2, 2, 2)).connect(10, 0);
  fbx.model(11, "Knee", "LimbNode",
            "P: \"InheritType\", \"enum\", \"\", \"\",2\n" + fbxVector("Lcl Translation", 0, 1, 0));
  fbx.model(12, "Foot", "LimbNode", fbxVector("Lcl Translation", 0, 1, 0)).connect(11, 10).connect(12, 11);
  const Model model = openedFbx(fbx.text());
  expectNear(positionOf(model, "Knee"), {0, 2, 0});
  expectNear(positionOf(model, "Foot"), {0, 3, 0});
}

TEST(FbxModel, AddsUpLayersByTheirWeights) {
  FbxText fbx = animatedNode("", "Lcl Translation", "1,1", 2);
  fbx.add("AnimationLayer", 902, "Add", "", "Properties70: {\nP: \"Weight\", \"Number\", \"\", \"A\",50\n}")
      .connect(902, 900);
  fbx.add("AnimationCurveNode", 21, "T", "").connect(21, 902).connect(21, 10, "Lcl Translation");
  fbx.curve(31, "0,4", 2).connect(31, 21, "d|X");
  const Model model = openedFbx(fbx.text());
  expectNear(positionOf(model, "Node", 0), {1, 0, 0});
  expectNear(positionOf(model, "Node", 1), {3, 0, 0});
}

}  // namespace
}  // namespace app
