// Hand-written files of version 6 and 5, against the same scenes written as version 7.
#include "app/import/fbx/fbx_legacy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/import/blob/model_blob.h"
#include "app/import/fbx/fbx_legacy_keys.h"
#include "app/import/fbx/fbx_model.h"
#include "tests/app/import/fbx/binary_fbx.h"
#include "tests/support/fbx_text.h"
#include "tests/support/posed_joints.h"

namespace app {
namespace {

using ::test::expectNear;
using ::test::FbxText;
using ::test::fbxVector;
using ::test::positionOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kSecond = "46186158000";

/// A file of version 6. Bodies are what is inside the braces of an object.
class OldFbxText {
 public:
  OldFbxText& add(const std::string& kind, const std::string& name, const std::string& subclass,
                  const std::string& body = "") {
    objects_ += kind + ": \"" + name + "\", \"" + subclass + "\" {\n" + body + "\n}\n";
    return *this;
  }
  OldFbxText& model(const std::string& name, const std::string& subclass, const std::string& properties = "",
                    const std::string& more = "") {
    return add(
        "Model", "Model::" + name, subclass,
        "Version: 232\nProperties60:  {\n" + properties + "\n}\n" + more + "\nNodeAttributeName: \"Geometry::x\"");
  }
  OldFbxText& material(const std::string& name) {
    return add("Material", "Material::" + name, "", "Version: 102\nShadingModel: \"phong\"\nProperties60: {\n}");
  }
  OldFbxText& connect(const std::string& source, const std::string& destination = "Model::Scene") {
    connections_ += "Connect: \"OO\", \"" + source + "\", \"" + destination + "\"\n";
    return *this;
  }
  OldFbxText& connect(const std::string& source, const std::string& destination, const std::string& property) {
    connections_ += "Connect: \"OP\", \"" + source + "\", \"" + destination + "\", \"" + property + "\"\n";
    return *this;
  }
  OldFbxText& take(const std::string& body, const std::string& name = "Move") {
    takes_ += "Take: \"" + name + "\" {\nFileName: \"a.tak\"\nLocalTime: 0,138558474000\n" + body + "}\n";
    return *this;
  }
  std::string text(const std::string& version = "FBXVersion: 6100\n") const {
    return "; FBX 6.1.0 project file\nFBXHeaderExtension:  {\n" + version + "}\nObjects:  {\n" + objects_ +
           "GlobalSettings:  {\nProperties60:  {\nProperty: \"UnitScaleFactor\", \"double\", \"\",100\n}\n}\n}\n"
           "Connections:  {\n" +
           connections_ + "}\nTakes:  {\nCurrent: \"Move\"\n" + takes_ + "}\n";
  }

 private:
  std::string objects_, connections_, takes_;
};

std::string oldVector(const std::string& name, double x, double y, double z) {
  return "Property: \"" + name + "\", \"Vector3D\", \"A+\"," + std::to_string(x) + "," + std::to_string(y) + "," +
         std::to_string(z) + "\n";
}

/// FbxText::twoTriangles, in a model.
const std::string kTwoTriangles =
    "Vertices: 0,0,0,1,0,0,0,1,0,0,0\n,1,1,0,1,0,1,1\nPolygonVertexIndex: 0,1,-3,3,4,-6\nGeometryVersion: 124\n"
    "LayerElementMaterial: 0 {\nVersion: 101\nName: \"\"\nMappingInformationType: \"ByPolygon\"\n"
    "ReferenceInformationType: \"IndexToDirect\"\nMaterials: 0,1\n}\n";

std::string channel(const std::string& name, const std::string& body) {
  return "Channel: \"" + name + "\" {\n" + body + "}\n";
}
/// Keys of one number; `keys` as they are in a file.
std::string curve(const std::string& name, const std::string& keys, const std::string& more = "") {
  return channel(name, "Default: 0\nKeyVer: 4005\nKeyCount: 2\nKey: " + keys + "\n" + more);
}
std::string inTake(const std::string& model, const std::string& body) {
  return "Model: \"Model::" + model + "\" {\nVersion: 1.1\n" + body + "}\n";
}

Model modelOf(const std::string& text) {
  Model model;
  fillFbxModel(model, test::spanOf(text), {}, true, {});
  return model;
}
/// Everything but the report.
Bytes contentOf(const std::string& text) {
  Model model = modelOf(text);
  model.report.lines.clear();
  return writeModelBlob(model);
}
std::string lostIn(const Model& model) {
  std::string lost;
  for (const ReportLine& line : model.report.lines)
    if (line.kind == Finding::Lost) lost += line.location + ": " + line.what + "\n";
  return lost;
}

TEST(FbxLegacy, MeshesWithMaterialsAndTexturesAreThoseOfVersion7) {
  const std::string layer = "MappingInformationType: \"AllSame\"\nReferenceInformationType: \"IndexToDirect\"\n";
  OldFbxText old;
  old.model("Body", "Mesh", oldVector("Lcl Translation", 1, 2, 3) + oldVector("GeometricTranslation", 0, 4, 0),
            kTwoTriangles + "LayerElementTexture: 0 {\n" + layer + "TextureId: 1\n}\n");
  old.material("Red").material("Blue").connect("Model::Body").connect("Material::Red", "Model::Body");
  old.add("Texture", "Texture::Other", "", "RelativeFilename: \"other.png\"").connect("Texture::Other", "Model::Body");
  old.add("Texture", "Texture::Map", "", "RelativeFilename: \"map.png\"").connect("Texture::Map", "Model::Body");
  old.add("Texture", "Texture::Own", "", "RelativeFilename: \"own.png\"");
  old.connect("Material::Blue", "Model::Body").connect("Texture::Own", "Material::Blue", "DiffuseColor");

  FbxText now;
  now.model(10, "Body", "Mesh", fbxVector("Lcl Translation", 1, 2, 3) + fbxVector("GeometricTranslation", 0, 4, 0));
  now.connect(10, 0).twoTriangles(20, "").connect(20, 10).material(30, "Red").material(31, "Blue");
  now.connect(30, 10).connect(31, 10).add("Texture", 40, "Map", "", "RelativeFilename: \"map.png\"");
  now.add("Texture", 41, "Own", "", "RelativeFilename: \"own.png\"");
  now.connect(40, 30, "DiffuseColor").connect(41, 31, "DiffuseColor");
  EXPECT_EQ(contentOf(old.text()), contentOf(now.text()));
  const Model model = modelOf(old.text());
  ASSERT_EQ(model.meshes.size(), 1u);
  EXPECT_EQ(model.meshes[0].primitives.size(), 2u);
  EXPECT_THAT(lostIn(model), HasSubstr("image 'map.png' of material 'Red'"));
  EXPECT_THAT(lostIn(model), HasSubstr("image 'own.png' of material 'Blue'"));
}

TEST(FbxLegacy, ATextureOfPolygonsIsThatOfTheirMaterial) {
  OldFbxText old;
  old.model("Body", "Mesh", "",
            kTwoTriangles + "LayerElementTexture: 0 {\nMappingInformationType: \"ByPolygon\"\nTextureId: -1,0\n}\n");
  old.connect("Model::Body").material("Red").material("Blue").connect("Material::Red", "Model::Body");
  old.connect("Material::Blue", "Model::Body").add("Texture", "Texture::Map", "", "RelativeFilename: \"map.png\"");
  old.connect("Texture::Map", "Model::Body");
  const std::string lost = lostIn(modelOf(old.text()));
  EXPECT_THAT(lost, HasSubstr("of material 'Blue'"));
  EXPECT_THAT(lost, Not(HasSubstr("of material 'Red'")));
}

TEST(FbxLegacy, SkinsAndShapesAreThoseOfVersion7) {
  const std::string bind = "1,0,0,0,0,1,0,0,0,0,1,0,0,-5,0,1", link = "1,0,0,0,0,1,0,0,0,0,1,0,0,5,0,1";
  OldFbxText old;
  old.model("Body", "Mesh", "Property: \"Smile\", \"Number\", \"A+N\",25\n",
            kTwoTriangles + "Shape: \"Smile\" {\nIndexes: 1,5\nVertices: 0,0,2,3,0,0\n}\n");
  old.model("Arm", "LimbNode", oldVector("Lcl Translation", 0, 5, 0)).connect("Model::Body").connect("Model::Arm");
  old.add("Deformer", "Deformer::Skin Body", "Skin").connect("Deformer::Skin Body", "Model::Body");
  old.add("Deformer", "SubDeformer::Cluster Arm", "Cluster",
          "Indexes: 0,4\nWeights: 1,0.5\nTransform: " + bind + "\nTransformLink: " + link);
  old.connect("SubDeformer::Cluster Arm", "Deformer::Skin Body").connect("Model::Arm", "SubDeformer::Cluster Arm");
  old.take(inTake("Body", curve("Smile", std::string("0,0,L,") + kSecond + ",100,L")));

  FbxText now;
  now.model(10, "Body", "Mesh").model(11, "Arm", "LimbNode", fbxVector("Lcl Translation", 0, 5, 0));
  now.connect(10, 0).connect(11, 0).twoTriangles(20, "").connect(20, 10);
  now.add("Deformer", 30, "", "Skin").connect(30, 20);
  now.add("Deformer", 31, "", "Cluster",
          "Indexes: *2 {\na: 0,4\n}\nWeights: *2 {\na: 1,0.5\n}\nTransform: *16 {\na: " + bind +
              "\n}\nTransformLink: *16 {\na: " + link + "\n}");
  now.connect(31, 30).connect(11, 31).add("Deformer", 40, "", "BlendShape").connect(40, 20);
  now.add("Deformer", 41, "Smile", "BlendShapeChannel", "DeformPercent: 25");
  now.add("Geometry", 42, "Smile", "Shape", "Indexes: *2 {\na: 1,5\n}\nVertices: *6 {\na: 0,0,2,3,0,0\n}");
  now.connect(41, 40).connect(42, 41).stack("Move", "P: \"LocalStop\", \"KTime\", \"Time\", \"\",138558474000");
  now.add("AnimationCurveNode", 50, "DeformPercent", "").connect(50, 901).connect(50, 41, "DeformPercent");
  now.curve(51, "0,100", 2).connect(51, 50, "d|DeformPercent");
  EXPECT_EQ(contentOf(old.text()), contentOf(now.text()));
  const Model model = modelOf(old.text());
  EXPECT_EQ(model.skins.size(), 1u);
  ASSERT_EQ(model.restMorphWeights.size(), 1u);
  EXPECT_EQ(model.restMorphWeights[0], 0.25f);
  EXPECT_EQ(model.clips.size(), 1u);
}

TEST(FbxLegacy, AllInstancesOfASkinnedMeshBend) {
  const std::string bind = "1,0,0,0,0,1,0,0,0,0,1,0,0,-5,0,1", link = "1,0,0,0,0,1,0,0,0,0,1,0,0,5,0,1";
  const auto scene = [&](const std::string& mesh) {
    OldFbxText old;
    old.model("One", "Mesh", "", kTwoTriangles).model("Two", "Mesh", oldVector("Lcl Translation", 3, 0, 0), mesh);
    old.model("Arm", "LimbNode", oldVector("Lcl Translation", 0, 5, 0));
    old.add("Deformer", "Deformer::Skin One", "Skin").connect("Deformer::Skin One", "Model::One");
    old.add("Deformer", "SubDeformer::Cluster Arm", "Cluster",
            "Indexes: 0,4\nWeights: 1,0.5\nTransform: " + bind + "\nTransformLink: " + link);
    old.connect("SubDeformer::Cluster Arm", "Deformer::Skin One").connect("Model::Arm", "SubDeformer::Cluster Arm");
    return modelOf(old.connect("Model::One").connect("Model::Two").connect("Model::Arm").text());
  };
  const Model model = scene(kTwoTriangles);
  ASSERT_EQ(model.instances.size(), 2u);
  EXPECT_EQ(model.skins.size(), 2u);
  EXPECT_NE(model.instances[0].skin, model.instances[1].skin);
  std::string other = kTwoTriangles;  // under the same name
  other.replace(other.find("0,0,0,1"), 7, "0,0,0,2");
  EXPECT_EQ(scene(other).skins.size(), 1u);
}

TEST(FbxLegacy, CurvesAreThoseOfVersion7) {
  const std::string start = "0,1,U,s,3,-2,a,0.8,0.2,", middle = std::string(kSecond) + ",2,C,n,";
  const std::string cycle = "Post-Extrapolation:  {\nType: R\nRepetition: -1\n}\n";
  OldFbxText old;
  old.model("Node", "Null", oldVector("Lcl Rotation", 10, 20, 30)).connect("Model::Node");
  old.take(
      inTake("Node", channel("Transform", channel("T", curve("X", start + middle + "92372316000,5,L", cycle) +
                                                           channel("Y", "Default: 7\n")) +
                                              channel("R", curve("Z", std::string("0,0,L,") + kSecond + ",90,L"))) +
                         curve("Visibility", std::string("0,1,C,s,") + kSecond + ",0,C,s")));

  const auto bits = [](float value) { return std::to_string(std::bit_cast<std::int32_t>(value)); };
  FbxText now;
  now.model(10, "Node", "Null", fbxVector("Lcl Rotation", 10, 20, 30)).connect(10, 0);
  now.stack("Move", "P: \"LocalStop\", \"KTime\", \"Time\", \"\",138558474000");
  const std::string zero = "P: \"d|X\", \"Number\", \"\", \"A\",0\n", seven = "P: \"d|Y\", \"Number\", \"\", \"A\",7\n";
  now.add("AnimationCurveNode", 20, "T", "", "Properties70: {\n" + zero + seven + "}").connect(20, 901);
  now.add("AnimationCurve", 30, "", "",
          "KeyTime: *3 {\na: 0,46186158000,92372316000\n}\nKeyValueFloat: *3 {\na: 1,2,5\n}\n"
          "KeyAttrFlags: *3 {\na: 50332680,258,4\n}\nKeyAttrDataFloat: *12 {\na: " +
              bits(3) + "," + bits(-2) + "," + std::to_string(8000 + (2000 << 16)) +
              ",0,0,0,0,0,0,0,0,0\n}\nKeyAttrRefCount: *3 {\na: 1,1,1\n}\n" + cycle);
  now.connect(20, 10, "Lcl Translation").connect(30, 20, "d|X");
  now.add("AnimationCurveNode", 21, "R", "").connect(21, 901).connect(21, 10, "Lcl Rotation");
  now.curve(31, "0,90", 2).connect(31, 21, "d|Z");
  now.add("AnimationCurveNode", 22, "Visibility", "").connect(22, 901).connect(22, 10, "Visibility");
  now.curve(32, "1,0", 2, 2).connect(32, 22, "d|X");
  EXPECT_EQ(contentOf(old.text()), contentOf(now.text()));
  const Model model = modelOf(old.text());
  ASSERT_EQ(model.clips.size(), 1u);
  EXPECT_EQ(model.clips[0].name(), "Move");
  expectNear(positionOf(model, "Node", 0), {1, 7, 0});
  EXPECT_EQ(model.sceneValues.size(), 1u);
}

TEST(FbxLegacy, ATakeAlsoMovesWhatItHasNoKeysFor) {
  const auto places = [](double x) {
    return channel("Transform", channel("T", channel("X", "Default: " + std::to_string(x) + "\n")));
  };
  const std::string moving = inTake("Arm", channel("Transform", channel("R", curve("X", "0,0,L"))));
  OldFbxText old;
  old.model("Hand", "Null", oldVector("Lcl Translation", 1, 0, 0))
      .model("Arm", "Null")
      .connect("Model::Hand")
      .connect("Model::Arm");
  old.take(inTake("Hand", places(5)) + moving, "Other").take(inTake("Hand", places(1)) + moving, "Same");
  const Model model = modelOf(old.text());
  ASSERT_EQ(model.clips.size(), 2u);
  expectNear(positionOf(model, "Hand"), {5, 0, 0});
  EXPECT_EQ(model.clips[0].tracks().size(), 2 * model.clips[1].tracks().size()) << "which moves only the arm";
  EXPECT_TRUE(modelOf(OldFbxText().model("Hand", "Null").connect("Model::Hand").take(inTake("Hand", places(5))).text())
                  .clips.empty())
      << "a take without any keys is no clip";
}

TEST(FbxLegacy, CamerasAndLightsAreInTheirModels) {
  const std::string view = "Property: \"FieldOfView\", \"FieldOfView\", \"A+N\",40\n";
  const std::string sun =
      "Property: \"LightType\", \"enum\", \"N\",1\nProperty: \"Color\", \"Color\", \"A+N\",1,0.5,0\n";
  OldFbxText old;
  old.model("View", "Camera", view).model("Sun", "Light", sun).model("Producer Top", "Camera", view);
  old.connect("Model::View").connect("Model::Sun").connect("Model::Producer Top");
  FbxText now;
  now.model(10, "View", "Camera").connect(10, 0).model(12, "Sun", "Light").connect(12, 0);
  now.add("NodeAttribute", 11, "", "Camera", "Properties70: {\nP: \"FieldOfView\", \"\", \"\", \"A\",40\n}");
  now.add("NodeAttribute", 13, "", "Light",
          "Properties70: {\nP: \"LightType\", \"enum\", \"\", \"\",1\nP: \"Color\", \"Color\", \"\", \"A\",1,0.5,0\n}");
  now.connect(11, 10).connect(13, 12);
  EXPECT_EQ(contentOf(old.text()), contentOf(now.text()));
  EXPECT_EQ(modelOf(old.text()).cameras.size(), 1u);
}

TEST(FbxLegacy, NamesOfABinaryFileHaveTheirClassLast) {
  using namespace std::string_literals;
  const std::string text =
      "Objects: {\nModel: \"Hip\0\1Model\", \"Null\" {\n}\nModel: \"Leg\0\1Model\", \"Null\" {\n}\n}\n"
      "Connections: {\nConnect: \"OO\", \"Hip\0\1Model\", \"Scene\0\1Model\"\n"
      "Connect: \"OO\", \"Leg\0\1Model\", \"Hip\0\1Model\"\n}\n"s;
  FbxDocument document = readTextFbx(test::spanOf(text));
  document.isBinary = true;
  ImportReport report;
  ASSERT_TRUE(isLegacyFbx(document)) << "it states no version, but connects by names";
  modernizeFbx(document, report);
  const FbxScene scene(document);
  ASSERT_EQ(scene.objects().size(), 2u);
  EXPECT_EQ(scene.objects()[0].name, "Hip");
  ASSERT_EQ(scene.sourcesOf(0).size(), 1u);
  EXPECT_EQ(scene.sourcesOf(scene.objects()[0].id)[0].object->name, "Leg");
}

TEST(FbxLegacy, OfEqualNamesTheFirstStays) {
  OldFbxText old;
  old.model("A", "Null", oldVector("Lcl Translation", 1, 0, 0)).model("A", "Null").model("Scene", "Null");
  const Model model = modelOf(old.connect("Model::A").text());
  expectNear(positionOf(model, "A"), {1, 0, 0});
  EXPECT_EQ(lostIn(model), "document: 2 objects that have the name of another one were left out\n");
}

TEST(FbxLegacy, IgnoresConnectionsToNothingAndCycles) {
  OldFbxText old;
  old.model("A", "Null").model("B", "Null").model("C", "Null").connect("Model::A").connect("Model::B", "Model::A");
  old.connect("Model::A", "Model::B").connect("Model::C", "Model::C").connect("Model::Nobody", "Model::A");
  old.connect("Model::B", "Model::Nobody").connect("Texture::None", "Material::None", "DiffuseColor");
  old.take(inTake("Nobody", curve("Visibility", "0,1,L")));
  const Model model = modelOf(old.text());
  EXPECT_EQ(model.skeleton.jointCount(), 3) << "the root, A and B";
}

TEST(FbxLegacy, ReportsCurvesWithKeysThatItCannotRead) {
  OldFbxText old;
  old.model("A", "Null").connect("Model::A");
  old.take(inTake("A", channel("Transform", channel("T", curve("X", std::string("0,1,L,") + kSecond + ",3,L,5,4,Q,6") +
                                                             curve("Y", "0,1,U") + curve("Z", "nan,inf,L")))));
  const Model model = modelOf(old.text());
  EXPECT_EQ(lostIn(model), "animation 'Move': 2 of its curves have keys that cannot be read\n");
  expectNear(positionOf(model, "A", 0.5), {2, 0, 0});
}

TEST(FbxLegacy, ReadsDamagedObjects) {
  OldFbxText old;
  old.add("Model", "", "Mesh", "Vertices: 0,0\nPolygonVertexIndex: 9,-4\nShape: {\n}\nLayerElementTexture: {\n}\n");
  old.model("A", "Mesh", "Property: \n" + oldVector("Lcl Translation", 1e30, 0, 0),
            "Vertices: 0\nPolygonVertexIndex:\n")
      .connect("Model::A");
  const std::string text =
      old.take("Model: {\n}\nModel: \"Model::A\" {\nChannel: {\n}\nChannel: \"Transform\" {\n}\n}\n").text();
  const Model model = modelOf(text + "Model: {\n}\nTakes: {\nTake: {\n}\n}\nConnections: {\nConnect:\n}\n");
  EXPECT_TRUE(model.meshes.empty());
}

/// A file of version 5: a tree of two models, the second one bound to the first, which only a take places.
std::string flatScene() {
  const auto place = [](double x, const std::string& keys) {
    return channel("Transform", channel("T", channel("X", "Default: " + std::to_string(x) + "\n" + keys)));
  };
  return "FBXHeaderExtension:  {\nFBXVersion: 5800\n}\n"
         "Model: \"Model::Bone\" {\nVersion: 194\nType: \"LimbNode\"\nChildren: \"Model::Body\", \"Model::Nobody\"\n}\n"
         "Model: \"Model::Body\" {\nMaterial: \"Material::Red\" {\nShadingModel: \"phong\"\nDiffuse: 1,0.5,0\n"
         "Shininess: 20\n}\nLink: \"Model::Bone\" {\nIndexes: 0\nWeights: 1\nTransform: "
         "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1\n"
         "TransformLink: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1\n}\nVertices: 0,0,0,1,0,0,0,1,0\nNormals: 0,0,1,0,0,1,0,0,1\n"
         "MaterialAssignation: \"AllSame\"\nMaterials: 0\nPolygonVertexIndex: 0,1,-3\nGeometryUVInfo:  {\n"
         "MappingInformationType: \"ByPolygon\"\nTextureUV: 0,0,1,1\nTextureUVVerticeIndex: 0,1,0\n}\n" +
         place(2, "") + "}\nTakes:  {\nTake: \"Move\" {\nLocalTime: 0,46186158000\n" +
         inTake("Bone", place(3, std::string("KeyVer: 4005\nKeyCount: 2\nKey: 0,3,L,") + kSecond + ",4,L\n")) +
         "}\n}\n";
}

TEST(FbxLegacy, Version5IsReadToo) {
  const Model model = modelOf(flatScene());
  expectNear(positionOf(model, "Bone"), {0.03, 0, 0});
  expectNear(positionOf(model, "Bone", 1), {0.04, 0, 0});
  expectNear(positionOf(model, "Body"), {0.05, 0, 0});
  EXPECT_EQ(model.skeleton.parents()[2], 1);
  ASSERT_EQ(model.meshes.size(), 1u);
  const Primitive& primitive = model.meshes[0].primitives.at(0);
  EXPECT_EQ(primitive.indices.size(), 3u);
  EXPECT_EQ(primitive.normals.size(), 3u);
  ASSERT_EQ(primitive.uvs[0].size(), 3u);
  EXPECT_EQ(primitive.uvs[0][1], glm::vec2(1, 0));
  ASSERT_EQ(model.skins.size(), 1u);
  EXPECT_EQ(model.skins[0].joints, (std::vector<int>{1, 2}));
  const Material& material = model.materials.at(static_cast<std::size_t>(primitive.material));
  EXPECT_EQ(material.name, "Red");
  EXPECT_FLOAT_EQ(material.baseColor.r, 1);
  EXPECT_EQ(lostIn(model), "");
  std::string unversioned = "; FBX project\n" + flatScene();
  unversioned.erase(unversioned.find("FBXVersion: 5800\n"), 17);
  expectNear(positionOf(modelOf(unversioned), "Body"), {0.05, 0, 0});
}

TEST(FbxLegacy, PicturesOfVersion5AreReported) {
  const std::string media =
      "Media:  {\nVideo:  {\nVideo: \"clouds\" {\nType: \"Clip\"\n}\nVideo: \"sky\" {\nType: \"Clip\"\n}\n}\n}\n";
  EXPECT_EQ(lostIn(modelOf(flatScene() + media)),
            "document: textures are not shown, because files of version 5 do not say which materials have them: "
            "'clouds', 'sky'\n");
}

TEST(FbxLegacy, ShapesOfVersion5AreMovedByChannelsOfTheirOwnName) {
  const std::string text =
      "FBXHeaderExtension:  {\nFBXVersion: 5000\n}\nModel: \"Body\" {\nShape: \"Smile\" {\nIndexes: 1\nVertices: "
      "0,0,2\n}\n"
      "Vertices: 0,0,0,1,0,0,0,1,0\nPolygonVertexIndex: 0,1,-3\n}\nTakes:  {\nTake: \"Move\" {\nModel: \"Body\" {\n"
      "Channel: \"Smile (Shape)\" {\nKeyVer: 4002\nKey: 0,0,U,s,0,0,n,46186158000,100,U,s,0,0,n\n}\n}\n}\n}\n";
  const Model model = modelOf(text);
  ASSERT_EQ(model.clips.size(), 1u);
  EXPECT_EQ(model.clips[0].tracks().size(), 1u);
}

LegacyKeys keysOf(const std::string& row, int version = 4005) {
  const std::string text = "Key: " + row + "\n";
  const FbxDocument document = readTextFbx(test::spanOf(text));
  return readLegacyKeys(document.root.children.at(0).properties, version);
}

TEST(FbxLegacyKeys, EachLetterTakesWhatIsItsOwn) {
  constexpr std::int64_t kAutomatic = 0x6008, kOwnSlopes = 0x408;
  const LegacyKeys keys = keysOf(
      "0,1,L,1,2,C,s,2,3,C,n,3,4,U,a,n,4,5,U,s,1,2,r,0.5,5,6,U,b,3,4,l,0.25,"
      "6,7,U,p,1,2,a,0.1,0.2,n,7,8,U,q,1,2,d,d,8,9,U,t,1,2,3,9,10,U,d,0,c,10,11,L");
  EXPECT_TRUE(keys.isComplete);
  EXPECT_THAT(keys.times, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  EXPECT_THAT(keys.values, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
  EXPECT_THAT(keys.flags, ElementsAre(4, 2, 0x102, kAutomatic, kOwnSlopes | 0x1000000, kOwnSlopes | 0x2000000,
                                      kAutomatic | 0x3000000, kAutomatic, 0x208, kAutomatic, 4));
  ASSERT_EQ(keys.attributes.size(), 44u);
  EXPECT_EQ(keys.attributes[4 * 4], 1);
  EXPECT_EQ(keys.attributes[4 * 4 + 1], 2);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(keys.attributes[4 * 4 + 2]) & 0xFFFF, 5000u);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(keys.attributes[5 * 4 + 2]) >> 16, 2500u);
  EXPECT_EQ(keys.attributes[8 * 4 + 2], 3);
}

TEST(FbxLegacyKeys, OlderCurvesHaveFewerValues) {
  EXPECT_TRUE(keysOf("0,1,C,1,2,U,s,1,2,2,3,L", 4003).isComplete);
  EXPECT_TRUE(keysOf("0,1,C,s,1,2,U,a,2,3,U,s,1,2,n,3,4,U,p,1,2,n", 4004).isComplete);
  EXPECT_EQ(keysOf("0,1,C,s,1,2,U,a,2,3,L", 4004).times.size(), 3u);
  EXPECT_TRUE(keysOf("0,1,U,s,1,2,n,1,2,L", 4002).isComplete);
}

TEST(FbxLegacyKeys, StopsAtTheFirstThatMakesNoSense) {
  for (const char* const row : {"0", "0,1", "0,1,Q", "0,1,U", "0,1,U,x", "0,1,U,s,1", "0,1,U,s,1,2", "0,1,U,s,1,2,a,1",
                                "0,1,U,s,1,2,x", "0,1,C", "0,1,U,t,1,2", "0,1,3"}) {
    EXPECT_FALSE(keysOf(row).isComplete) << row;
    EXPECT_TRUE(keysOf(row).times.empty()) << row;
    EXPECT_EQ(keysOf(std::string("7,7,L,") + row).times.size(), 1u) << row;
  }
  EXPECT_TRUE(keysOf("").isComplete);
}

TEST(FbxLegacyKeys, BoundsWeights) {
  for (const auto& [weight, units] : std::array<std::pair<const char*, std::uint32_t>, 5>{
           {{"-1", 0}, {"nan", 0}, {"0.25", 2500}, {"3", 10000}, {"1e30", 10000}}}) {
    const LegacyKeys keys = keysOf(std::string("0,1,U,s,1,2,r,") + weight);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(keys.attributes[2]), units | 3333u << 16) << weight;
  }
}

}  // namespace
}  // namespace app
