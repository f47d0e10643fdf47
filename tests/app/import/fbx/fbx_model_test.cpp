// Hand-written FBX files whose nodes, skins, shapes and clips are known.
#include "app/import/fbx/fbx_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/support/fbx_text.h"
#include "tests/support/opened_model.h"
#include "tests/support/posed_joints.h"

namespace app {
namespace {

using ::test::expectNear;
using ::test::FbxText;
using ::test::fbxVector;
using ::test::modelMatricesAt;
using ::test::openedModel;
using ::test::positionOf;

FbxText animatedNode(const std::string& properties, const std::string& property, const std::string& values, int count,
                     int flags = 4) {
  FbxText fbx;
  fbx.model(10, "Node", "Null", properties).connect(10, 0).stack("Move");
  fbx.add("AnimationCurveNode", 20, "T", "").connect(20, 901).connect(20, 10, property);
  fbx.curve(30, values, count, flags).connect(30, 20, "d|X");
  return fbx;
}

/// What the report says of the only texture of a file that has these paths.
std::string foundTexture(const std::string& paths) {
  FbxText fbx;
  fbx.model(10, "Body", "Mesh").connect(10, 0).twoTriangles(20, "Body").connect(20, 10);
  fbx.material(30, "Skin").connect(30, 10);
  fbx.add("Texture", 40, "Color", "", "Type: \"TextureVideoClip\"\nVersion: 202\n" + paths)
      .connect(40, 30, "DiffuseColor");
  const Model model = openedModel("a.fbx", fbx.text());
  std::string found;
  for (const ReportLine& line : model.report.lines)
    if (line.kind == Finding::Lost) found += line.location + ": " + line.what + "\n";
  return found;
}

TEST(FbxModel, LooksForATextureUnderEitherOfItsPaths) {
  using testing::HasSubstr;
  const std::string file = "FileName: \"art/absolute.png\"\n", none = "RelativeFilename: \"\"\n";
  EXPECT_THAT(foundTexture("RelativeFilename: \"relative.png\"\n" + file), HasSubstr("image 'relative.png'"));
  EXPECT_THAT(foundTexture(file), HasSubstr("image 'art/absolute.png'"));
  EXPECT_THAT(foundTexture(file + none), HasSubstr("image 'art/absolute.png'"));
  EXPECT_EQ(foundTexture(none), "material 'Skin': its texture has no file name and is left out\n");
}

TEST(FbxModel, IgnoresUnknownTopLevelRecordsAndReadsNamesWithoutQuotes) {
  FbxText fbx;
  fbx.model(10, "Body", "Mesh").connect(10, 0).twoTriangles(20, "Body").connect(20, 10);
  std::string text = fbx.text() + "Secrets:A:B:C: {\nD: 1\n}\n";
  text.replace(text.find("\"Model::Body\""), 13, "Body");
  const Model model = openedModel("a.fbx", text);
  EXPECT_EQ(model.skeleton.name(1), "Body");
  EXPECT_EQ(model.meshes.size(), 1u);
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
  const Model model = openedModel("a.fbx", fbx.text());
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

TEST(FbxModel, KnowsWhichNodesAreBones) {
  FbxText fbx;
  fbx.model(10, "Hips", "Root").model(11, "Spine", "LimbNode").model(12, "Camera.Target", "Null");
  fbx.connect(10, 0).connect(11, 10).connect(12, 0);
  const Model model = openedModel("a.fbx", fbx.text());
  ASSERT_EQ(model.bones.size(), 2u);
  EXPECT_EQ(model.skeleton.name(model.bones[0]), "Hips");
  EXPECT_EQ(model.skeleton.name(model.bones[1]), "Spine");
}

/// A vertex that only the first joint of its skin moves.
glm::vec3 skinnedAt(const Model& model, std::size_t instance, const glm::vec3& position, double time) {
  const Skin& skin = model.skins.at(static_cast<std::size_t>(model.instances.at(instance).skin));
  const auto joint = static_cast<std::size_t>(skin.joints[0]);
  return glm::vec3(modelMatricesAt(model, time)[joint] * skin.inverseBinds[0] * glm::vec4(position, 1));
}

TEST(FbxModel, MovesASkinnedInstanceByItsOwnNode) {
  FbxText fbx;
  fbx.model(10, "First", "Mesh", fbxVector("Lcl Translation", 10, 0, 0)).connect(10, 0);
  fbx.model(11, "Second", "Mesh", fbxVector("Lcl Translation", 20, 0, 0) + fbxVector("Lcl Rotation", 0, 0, 90));
  fbx.model(12, "Base", "LimbNode", fbxVector("Lcl Translation", 0, 5, 0));
  fbx.model(13, "Bone", "LimbNode", fbxVector("Lcl Translation", 0, 1, 0));
  fbx.connect(11, 0).connect(12, 0).connect(13, 12).twoTriangles(20, "Flag").connect(20, 10).connect(20, 11);
  fbx.add("Deformer", 30, "", "Skin", "Version: 101").connect(30, 20);
  // When it was bound, the mesh was at (1 0 0) and the bone at (0 5 0).
  fbx.add("Deformer", 31, "", "Cluster",
          "Version: 100\nIndexes: *1 {\na: 0\n}\nWeights: *1 {\na: 1\n}\nTransform: *16 {\na: "
          "1,0,0,0,0,1,0,0,0,0,1,0,1,-5,0,1\n}\nTransformLink: *16 {\na: 1,0,0,0,0,1,0,0,0,0,1,0,0,5,0,1\n}");
  fbx.connect(31, 30).connect(13, 31).stack("Rise");
  fbx.add("AnimationCurveNode", 40, "T", "").connect(40, 901).connect(40, 13, "Lcl Translation");
  fbx.curve(41, "1,2", 2).connect(41, 40, "d|Y");
  const Model model = openedModel("a.fbx", fbx.text());
  ASSERT_EQ(model.instances.size(), 2u);
  expectNear(skinnedAt(model, 0, {0, 0, 0}, 0), {10, 1, 0});
  expectNear(skinnedAt(model, 0, {0, 0, 0}, 1), {10, 2, 0});
  expectNear(skinnedAt(model, 1, {0, 0, 0}, 0), {19, 0, 0});
  expectNear(skinnedAt(model, 1, {3, 0, 0}, 1), {18, 3, 0});
  expectNear(positionOf(model, "Bone", 1), {0, 7, 0});
}

TEST(FbxModel, AGeometryConnectedTwiceToANodeIsShownOnce) {
  FbxText fbx;
  fbx.model(10, "Flag", "Mesh", fbxVector("Lcl Translation", 10, 0, 0)).connect(10, 0);
  fbx.model(12, "Bone", "LimbNode").connect(12, 0).twoTriangles(20, "Flag").connect(20, 10).connect(20, 10);
  fbx.material(40, "Red").connect(40, 10).material(41, "Blue").connect(41, 10);
  fbx.add("Deformer", 30, "", "Skin", "Version: 101").connect(30, 20);
  fbx.add("Deformer", 31, "", "Cluster",
          "Version: 100\nIndexes: *1 {\na: 0\n}\nWeights: *1 {\na: 1\n}\nTransform: *16 {\na: "
          "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1\n}\nTransformLink: *16 {\na: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1\n}");
  fbx.connect(31, 30).connect(12, 31);
  const Model model = openedModel("a.fbx", fbx.text());
  EXPECT_EQ(model.skeleton.jointCount(), 3) << "no joint is copied";
  expectNear(skinnedAt(model, 0, {0, 0, 0}, 0), {0, 0, 0});
  ASSERT_EQ(model.instances.size(), 1u);
  ASSERT_EQ(model.meshes.size(), 1u);
  EXPECT_EQ(model.meshes[0].primitives.size(), 2u) << "one per material";
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
  const Model model = openedModel("a.fbx", fbx.text());
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
  const Model model = openedModel("a.fbx", morphedTriangles("*2 {\na: 50,100\n}").text());
  ASSERT_FALSE(model.meshes.empty());
  for (const Primitive& primitive : model.meshes[0].primitives)
    for (std::size_t i = 0; i < primitive.positions.size(); ++i)
      if (primitive.positions[i] == glm::vec3(1, 0, 0)) expectNear(primitive.morphTargets[0].positions[i], {0, 0, 1});
}

TEST(FbxModel, MayHaveADeepTree) {
  constexpr int kDepth = 20'000;
  FbxText fbx;
  for (int i = 1; i <= kDepth; ++i)
    fbx.model(i, "Link", i == kDepth ? "Mesh" : "Null", fbxVector("Lcl Translation", 1, 0, 0)).connect(i, i - 1);
  fbx.twoTriangles(kDepth + 1, "End").connect(kDepth + 1, kDepth);
  const Model model = openedModel("a.fbx", fbx.text());
  ASSERT_EQ(model.skeleton.jointCount(), kDepth + 1);
  ASSERT_EQ(model.instances.size(), 1u);
  EXPECT_EQ(model.instances[0].node, kDepth);
  expectNear(glm::vec3(modelMatricesAt(model, 0).back()[3]), {kDepth, 0, 0});
}

TEST(FbxModel, TurnsAboutTheRotationPivot) {
  const std::string pivot = fbxVector("RotationPivot", 1, 0, 0);
  const std::string child = fbxVector("Lcl Translation", 3, 0, 0);
  FbxText fbx;
  fbx.model(10, "Door", "Null", pivot).connect(10, 0).model(11, "Handle", "Null", child).connect(11, 10).stack("Open");
  fbx.add("AnimationCurveNode", 20, "R", "").connect(20, 901).connect(20, 10, "Lcl Rotation");
  fbx.curve(30, "0,180", 2).connect(30, 20, "d|Z");
  const Model model = openedModel("a.fbx", fbx.text());
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
  const Model model = openedModel("a.fbx", fbx.text());
  expectNear(positionOf(model, "Tip", 0.125), {0, 0, 1}, 2e-3f);
  expectNear(positionOf(model, "Tip", 0.25), {0, -1, 0}, 2e-3f);
  expectNear(positionOf(model, "Tip", 0.75), {0, -1, 0}, 2e-3f);
}

TEST(FbxModel, HoldsConstantKeysUntilTheNext) {
  const Model model = openedModel("a.fbx", animatedNode("", "Lcl Translation", "1,5,2", 3, 2).text());
  expectNear(positionOf(model, "Node", 0.999), {1, 0, 0});
  expectNear(positionOf(model, "Node", 1), {5, 0, 0});
  expectNear(positionOf(model, "Node", 1.999), {5, 0, 0});
  expectNear(positionOf(model, "Node", 2), {2, 0, 0});
  EXPECT_LE(model.clips[0].tracks()[0].keyCount(), 9) << "a jump takes one more key, right before it";
}

TEST(FbxModel, GoesOnBeyondItsKeysWhereTheFileSaysSo) {
  const auto model = [](const std::string& beyond) {
    FbxText fbx;
    fbx.model(10, "Node", "Null", "").connect(10, 0);
    fbx.stack("Move", "P: \"LocalStop\", \"KTime\", \"Time\", \"\",161651553000");  // 3.5 s
    fbx.add("AnimationCurveNode", 20, "T", "").connect(20, 901).connect(20, 10, "Lcl Translation");
    fbx.curve(30, "0,1", 2, 4, "Post-Extrapolation: {\nType: " + beyond + "\n}").connect(30, 20, "d|X");
    return openedModel("a.fbx", fbx.text());
  };
  const Model repeated = model("R"), straight = model("K");
  EXPECT_FLOAT_EQ(repeated.clips[0].duration(), 3.5f);
  for (float time = 0.1f; time < 3.5f; time += 0.2f) {
    expectNear(positionOf(repeated, "Node", time), {time - std::floor(time), 0, 0});
    expectNear(positionOf(straight, "Node", time), {time, 0, 0});
  }
  expectNear(positionOf(repeated, "Node", 1.999), {0.999f, 0, 0});
  expectNear(positionOf(repeated, "Node", 2.001), {0.001f, 0, 0});
}

TEST(FbxModel, HasNoClipWithoutKeysButKeepsAPose) {
  FbxText fbx;
  fbx.model(10, "Chair", "Null").connect(10, 0).stack("Take 001");
  const Model still = openedModel("a.fbx", fbx.text());
  EXPECT_TRUE(still.clips.empty());
  ASSERT_FALSE(still.report.lines.empty());
  EXPECT_EQ(still.report.lines[0].location + ": " + still.report.lines[0].what, "animation 'Take 001': it has no keys");
  EXPECT_EQ(openedModel("b.fbx", animatedNode("", "Lcl Translation", "7", 1).text()).clips.size(), 1u);
}

TEST(FbxModel, FollowsCubicCurves) {
  constexpr int kCubicUser = 8 | 0x400;
  const Model model = openedModel("a.fbx", animatedNode("", "Lcl Translation", "0,1", 2, kCubicUser).text());
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
  const Model model = openedModel("a.fbx", fbx.text());
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
  const Model model = openedModel("a.fbx", fbx.text());
  expectNear(positionOf(model, "Knee"), {0, 2, 0});
  expectNear(positionOf(model, "Foot"), {0, 3, 0});
}

TEST(FbxModel, AddsUpLayersByTheirWeights) {
  FbxText fbx = animatedNode("", "Lcl Translation", "1,1", 2);
  fbx.add("AnimationLayer", 902, "Add", "", "Properties70: {\nP: \"Weight\", \"Number\", \"\", \"A\",50\n}")
      .connect(902, 900);
  fbx.add("AnimationCurveNode", 21, "T", "").connect(21, 902).connect(21, 10, "Lcl Translation");
  fbx.curve(31, "0,4", 2).connect(31, 21, "d|X");
  const Model model = openedModel("a.fbx", fbx.text());
  expectNear(positionOf(model, "Node", 0), {1, 0, 0});
  expectNear(positionOf(model, "Node", 1), {3, 0, 0});
}

/// A second layer, with the other value at 1 s.
FbxText withLayer(FbxText fbx, const std::string& properties, const std::string& property, const std::string& axis,
                  const std::string& values) {
  fbx.add("AnimationLayer", 902, "Above", "", "Properties70: {\n" + properties + "}").connect(902, 900);
  fbx.add("AnimationCurveNode", 21, "T", "").connect(21, 902).connect(21, 10, property);
  return fbx.curve(31, values, 2).connect(31, 21, axis);
}

TEST(FbxModel, AnOverridingLayerTakesOverByItsWeight) {
  const Model model = openedModel("a.fbx", withLayer(animatedNode("", "Lcl Translation", "1,1", 2),
                                                     "P: \"Weight\", \"Number\", \"\", \"A\",25\n"
                                                     "P: \"BlendMode\", \"enum\", \"\", \"\",1\n",
                                                     "Lcl Translation", "d|X", "9,5")
                                               .text());
  expectNear(positionOf(model, "Node", 0), {3, 0, 0});
  expectNear(positionOf(model, "Node", 1), {2, 0, 0});
}

TEST(FbxModel, AddedRotationsTurnWhatIsBelow) {
  FbxText fbx = withLayer(animatedNode("", "Lcl Rotation", "90,90", 2), "", "Lcl Rotation", "d|Y", "0,90");
  fbx.model(11, "Tip", "Null", fbxVector("Lcl Translation", 0, 0, 1)).connect(11, 10);
  const Model model = openedModel("a.fbx", fbx.text());
  expectNear(positionOf(model, "Tip", 0), {0, -1, 0});
  expectNear(positionOf(model, "Tip", 1), {1, 0, 0});
}

FbxText polygons(const std::string& points, int pointCount, const std::string& corners, int cornerCount) {
  FbxText fbx;
  fbx.model(10, "Polygons", "Mesh").connect(10, 0);
  fbx.add("Geometry", 20, "Polygons", "Mesh",
          "Vertices: *" + std::to_string(3 * pointCount) + " {\na: " + points + "\n}\nPolygonVertexIndex: *" +
              std::to_string(cornerCount) + " {\na: " + corners + "\n}\nGeometryVersion: 124");
  return fbx.connect(20, 10);
}

TEST(FbxModel, KeepsALargePolygonWithoutArea) {
  constexpr int kCorners = 100'000;
  std::string points = "0,0,0", corners = "0";
  for (int i = 1; i < kCorners; ++i) {
    points += "," + std::to_string(i) + ",0,0";
    corners += "," + std::to_string(i + 1 < kCorners ? i : ~i);
  }
  const Model model = openedModel("a.fbx", polygons(points, kCorners, corners, kCorners).text());
  ASSERT_EQ(model.meshes.size(), 1u);
  ASSERT_EQ(model.meshes[0].primitives.size(), 1u);
  EXPECT_EQ(model.meshes[0].primitives[0].positions.size(), std::size_t{kCorners});
  EXPECT_EQ(model.meshes[0].primitives[0].indices.size(), 3 * std::size_t{kCorners - 2});
}

TEST(FbxModel, TriangulatesPolygonsWithManyCorners) {
  constexpr int kTeeth = 400;
  std::string points, corners;
  int count = 0;
  const auto corner = [&](double x, double y) {  // in a plane that leans: z = x
    points += (count > 0 ? "," : "") + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(x);
    corners += (count > 0 ? "," : "") + std::to_string(count);
    ++count;
  };
  for (int i = 0; i < kTeeth; ++i) corner(i, 0), corner(i + 0.5, 9);
  corner(kTeeth, 0);
  corner(kTeeth, 10);
  corner(0, 10);
  corners.replace(corners.rfind(','), std::string::npos, "," + std::to_string(-count));  // the last one, as ~index
  corners += ",0,2,-2";                                                                  // and a triangle
  const Model model = openedModel("a.fbx", polygons(points, count, corners, count + 3).text());
  ASSERT_EQ(model.meshes.size(), 1u);
  ASSERT_EQ(model.meshes[0].primitives.size(), 1u);
  const Primitive& primitive = model.meshes[0].primitives[0];
  EXPECT_EQ(primitive.indices.size(), 3u * (static_cast<unsigned>(count) - 2 + 1)) << "no corner is left out";
  glm::vec3 doubled(0);
  for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
    const auto at = [&](std::size_t k) { return primitive.positions[primitive.indices[i + k]]; };
    const glm::vec3 normal = glm::cross(at(1) - at(0), at(2) - at(0));
    EXPECT_GE(normal.z, 0) << "they wind like the polygon";
    doubled += normal;
  }
  // Above the teeth a strip of 1 by kTeeth, between them half of 9 by kTeeth; along x it is longer, as it leans.
  const float area = (1 + 4.5f) * kTeeth + 4.5f;
  expectNear(doubled / 2.0f, {-area, 0, area}, 0.1f);
}

}  // namespace
}  // namespace app
