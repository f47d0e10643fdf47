// Geometries of hand-written FBX files: polygons, the values of their corners, and which material they have.
#include "app/import/fbx/fbx_geometry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/import/fbx/binary_fbx.h"
#include "tests/support/fbx_text.h"
#include "tests/support/opened_model.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

using ::test::FbxText;
using ::test::openedModel;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string array(const std::string& name, const std::string& values) {
  return name + ": *1 {\na: " + values + "\n}\n";
}

/// Two triangles of a square, (0 0) (1 0) (1 1) (0 1) at z = 0.
const std::string kSquare = array("Vertices", "0,0,0,1,0,0,1,1,0,0,1,0") + array("PolygonVertexIndex", "0,1,-3,0,2,-4");

std::string layer(const std::string& kind, const std::string& mapping, const std::string& reference,
                  const std::string& arrays, int index = 0) {
  return kind + ": " + std::to_string(index) + " {\nMappingInformationType: \"" + mapping +
         "\"\nReferenceInformationType: \"" + reference + "\"\n" + arrays + "}\n";
}

FbxText shown(const std::string& geometry, const std::string& subclass = "Mesh") {
  FbxText fbx;
  fbx.model(10, "Body", "Mesh").connect(10, 0).add("Geometry", 20, "Body", subclass, geometry).connect(20, 10);
  return fbx;
}

struct Read {
  std::vector<Primitive> primitives;
  std::vector<std::string> materials;  // of each primitive: its name
  std::vector<std::string> report;
};

Read readOf(const FbxText& fbx) {
  Model model = openedModel("a.fbx", fbx.text());
  Read read;
  for (Mesh& mesh : model.meshes)
    for (Primitive& primitive : mesh.primitives) {
      read.materials.push_back(model.materials.at(static_cast<std::size_t>(primitive.material)).name);
      read.primitives.push_back(std::move(primitive));
    }
  for (const ReportLine& line : model.report.lines) read.report.push_back(line.location + ": " + line.what);
  return read;
}

Primitive onlyPrimitive(const std::string& geometry) {
  Read read = readOf(shown(geometry));
  EXPECT_EQ(read.primitives.size(), 1u);
  EXPECT_THAT(read.report, IsEmpty());
  return read.primitives.empty() ? Primitive() : std::move(read.primitives.front());
}

/// Of each corner of the triangles.
std::vector<float> normalsX(const Primitive& primitive) {
  std::vector<float> values;
  for (const std::uint32_t vertex : primitive.indices) values.push_back(primitive.normals.at(vertex).x);
  return values;
}

TEST(FbxPrimitives, HaveValuesForAllMappingsAndReferences) {
  struct Case {
    std::string mapping, reference, arrays;
    std::vector<float> corners;
  };
  const std::string six = "0,0,1,1,0,1,2,0,1,3,0,1,4,0,1,5,0,1", four = "0,0,1,1,0,1,2,0,1,3,0,1";
  for (const Case& each : std::vector<Case>{
           {"ByPolygonVertex", "Direct", array("Normals", six), {0, 1, 2, 3, 4, 5}},
           {"ByPolygonVertex",
            "IndexToDirect",
            array("Normals", four) + array("NormalsIndex", "3,2,1,0,1,2"),
            {3, 2, 1, 0, 1, 2}},
           {"ByPolygonVertex", "IndexToDirect", array("Normals", six), {0, 1, 2, 3, 4, 5}},
           {"ByPolygonVertex",
            "Index",
            array("Normals", four) + array("NormalsIndex", "3,2,1,0,1,2,7,7"),
            {3, 2, 1, 0, 1, 2}},
           {"ByVertice", "Direct", array("Normals", four), {0, 1, 2, 0, 2, 3}},
           {"ByVertex", "Direct", array("Normals", four), {0, 1, 2, 0, 2, 3}},
           {"ByVertice",
            "IndexToDirect",
            array("Normals", four) + array("NormalsIndex", "3,2,1,0"),
            {3, 2, 1, 3, 1, 0}},
           {"ByPolygon", "Direct", array("Normals", "4,0,1,5,0,1"), {4, 4, 4, 5, 5, 5}},
           {"ByPolygon", "IndexToDirect", array("Normals", four) + array("NormalsIndex", "3,1"), {3, 3, 3, 1, 1, 1}},
           {"ByPolygon", "Direct", array("Normals", six), {0, 1, 2, 3, 4, 5}},
           {"AllSame", "Direct", array("Normals", "7,0,1"), {7, 7, 7, 7, 7, 7}}}) {
    const Read read = readOf(shown(kSquare + layer("LayerElementNormal", each.mapping, each.reference, each.arrays)));
    ASSERT_EQ(read.primitives.size(), 1u);
    EXPECT_EQ(normalsX(read.primitives[0]), each.corners) << each.mapping << " " << each.reference;
  }
}

TEST(FbxPrimitives, LeaveOutLayersThatLackValuesAndSaySo) {
  const auto report = [](const std::string& mapping, const std::string& arrays) {
    const Read read = readOf(shown(kSquare + layer("LayerElementNormal", mapping, "IndexToDirect", arrays)));
    EXPECT_TRUE(read.primitives.at(0).normals.empty()) << "so it is shaded flat";
    return read.report;
  };
  const std::string normals = array("Normals", "0,0,1,1,0,1");
  EXPECT_THAT(report("ByPolygonVertex", normals + array("NormalsIndex", "0,1,0")),
              ElementsAre("mesh 'Body': its Normals: there are 3 instead of 6"));
  EXPECT_THAT(report("ByVertice", normals), ElementsAre("mesh 'Body': its Normals: there are 2 instead of 4"));
  EXPECT_THAT(report("ByEdge", normals), ElementsAre("mesh 'Body': its Normals, whose mapping is 'ByEdge'"));
  EXPECT_THAT(report("AllSame", array("Normals", "1")), IsEmpty()) << "written empty";
}

TEST(FbxPrimitives, HaveZeroWhereAnIndexLeadsNowhere) {
  const std::string normals = array("Normals", "5,0,1");
  const auto read = [&](const std::string& indices) {
    return readOf(shown(kSquare + layer("LayerElementNormal", "ByPolygonVertex", "IndexToDirect",
                                        normals + array("NormalsIndex", indices))));
  };
  const Read without = read("0,-1,0,0,0,0");
  EXPECT_THAT(normalsX(without.primitives.at(0)), ElementsAre(5, 0, 5, 5, 5, 5));
  EXPECT_THAT(without.report, IsEmpty()) << "-1 is on purpose";
  const Read outside = read("0,7,0,0,-9,0");
  EXPECT_THAT(normalsX(outside.primitives.at(0)), ElementsAre(5, 0, 5, 5, 0, 5));
  EXPECT_THAT(outside.report, ElementsAre("mesh 'Body': 2 indices of values that its Normals lack became zero"));
}

TEST(FbxPrimitives, ShareAVertexAmongCornersOfOnePointWithEqualValues) {
  EXPECT_EQ(onlyPrimitive(kSquare).positions.size(), 4u);
  const auto count = [](const std::string& normals) {
    return onlyPrimitive(kSquare + layer("LayerElementNormal", "ByPolygonVertex", "Direct", array("Normals", normals)))
        .positions.size();
  };
  EXPECT_EQ(count("0,0,1,0,0,1,0,0,1,0,0,1,0,0,1,0,0,1"), 4u);
  EXPECT_EQ(count("0,0,1,0,0,1,0,0,1,0,0,1.000001,0,0,1,0,0,1"), 4u) << "rounded differently";
  EXPECT_EQ(count("0,0,1,0,0,1,0,0,1,1,0,0,0,0,1,0,0,1"), 5u);
  const std::string apart = array("Vertices", "0,0,0,1,0,0,1,1,0,0,0,0,1,1,0,0,1,0");
  EXPECT_EQ(onlyPrimitive(apart + array("PolygonVertexIndex", "0,1,-3,3,4,-6")).positions.size(), 6u)
      << "two points at one place may be moved apart";
}

TEST(FbxPrimitives, HaveTheFirstTwoSetsOfTextureCoordinatesWithVDownward) {
  const auto set = [](int index, const std::string& u) {
    return layer("LayerElementUV", "AllSame", "Direct", array("UV", u + ",0.25"), index);
  };
  const Primitive primitive = onlyPrimitive(kSquare + set(5, "0.5") + set(3, "0.3") +
                                            layer("LayerElementUV", "AllSame", "Direct", "", 0) + set(1, "0.1"));
  EXPECT_EQ(primitive.uvs[0].at(0), glm::vec2(0.1f, 0.75f));
  EXPECT_EQ(primitive.uvs[1].at(0), glm::vec2(0.3f, 0.75f));
}

TEST(FbxPrimitives, HaveColorsAndNoValueThatIsNotFinite) {
  const Primitive primitive =
      onlyPrimitive(kSquare + layer("LayerElementColor", "AllSame", "Direct", array("Colors", "0.1,0.2,0.3,0.4")) +
                    layer("LayerElementNormal", "AllSame", "Direct", array("Normals", "nan,0,1")) +
                    layer("LayerElementUV", "AllSame", "Direct", array("UV", "1e30,0")));
  EXPECT_EQ(primitive.colors.at(0), glm::vec4(0.1f, 0.2f, 0.3f, 0.4f));
  EXPECT_EQ(primitive.normals.at(0), glm::vec3(0, 1, 0));
  EXPECT_EQ(primitive.uvs[0].at(0), glm::vec2(0));
}

TEST(FbxPrimitives, HaveNoColorsWhereNobodyHasPainted) {
  const auto colors = [](const std::string& values) {
    return kSquare + layer("LayerElementColor", "AllSame", "Direct", array("Colors", values));
  };
  const Read black = readOf(shown(colors("0,0,0,1")));
  ASSERT_EQ(black.primitives.size(), 1u);
  EXPECT_TRUE(black.primitives[0].colors.empty());
  EXPECT_EQ(black.report.size(), 1u);
  EXPECT_FALSE(onlyPrimitive(colors("0,0,0.01,1")).colors.empty());
  const std::string some = array("Colors", "0,0,0,0,0.5,0,0,1") + array("ColorIndex", "0,1,0,1,0,1");
  const Primitive painted =
      onlyPrimitive(kSquare + layer("LayerElementColor", "ByPolygonVertex", "IndexToDirect", some));
  EXPECT_FALSE(painted.colors.empty());
  for (const glm::vec4& color : painted.colors)
    EXPECT_TRUE(color == glm::vec4(1) || color == glm::vec4(0.5f, 0, 0, 1)) << "a corner that is not painted is white";
}

TEST(FbxPrimitives, ArePointsLinesAndTriangles) {
  const Read read =
      readOf(shown(array("Vertices", "0,0,0,1,0,0,1,1,0,0,1,0") + array("PolygonVertexIndex", "0,1,-3,0,-2,-4,1,-4")));
  ASSERT_EQ(read.primitives.size(), 3u);
  EXPECT_EQ(read.primitives[0].topology, Topology::Points);
  EXPECT_THAT(read.primitives[0].indices, ElementsAre(0));
  EXPECT_EQ(read.primitives[1].topology, Topology::Lines);
  EXPECT_THAT(read.primitives[1].indices, ElementsAre(0, 1, 1, 2));
  EXPECT_EQ(read.primitives[2].topology, Topology::Triangles);
  EXPECT_THAT(read.primitives[2].indices, ElementsAre(0, 1, 2));
}

TEST(FbxPrimitives, OfALineAreItsSegments) {
  const Read read =
      readOf(shown(array("Points", "0,0,0,1,0,0,1,1,0,0,1,0") + array("PointsIndex", "0,1,-3,2,-4"), "Line"));
  ASSERT_EQ(read.primitives.size(), 1u);
  EXPECT_EQ(read.primitives[0].topology, Topology::Lines);
  EXPECT_THAT(read.primitives[0].indices, ElementsAre(0, 1, 1, 2, 2, 3));
}

TEST(FbxPrimitives, LeaveOutPolygonsWithPointsThatAreNotThere) {
  const Read read = readOf(
      shown(array("Vertices", "0,0,0,1,0,0,1,1,0") + array("PolygonVertexIndex", "0,1,-3,0,1,-8,5,1,-3,0,2,-2,0,1")));
  ASSERT_EQ(read.primitives.size(), 1u);
  EXPECT_THAT(read.primitives[0].indices, ElementsAre(0, 1, 2, 0, 2, 1)) << "also without the last, which has no end";
  EXPECT_THAT(read.report, ElementsAre("mesh 'Body': 2 polygons with points that it lacks were left out"));
}

TEST(FbxPrimitives, CoverAQuadrilateralFromItsInwardCorner) {
  // An arrowhead: its second corner bends inward.
  const Primitive arrow =
      onlyPrimitive(array("Vertices", "4,-4,0,1,0,0,4,4,0,0,0,0") + array("PolygonVertexIndex", "0,1,2,-4"));
  ASSERT_EQ(arrow.indices.size(), 6u);
  for (std::size_t i = 0; i < 6; i += 3) {
    const auto at = [&](std::size_t k) { return arrow.positions.at(arrow.indices[i + k]); };
    EXPECT_GT(glm::cross(at(1) - at(0), at(2) - at(0)).z, 0) << "no triangle lies outside";
  }
}

TEST(FbxPrimitives, AreRefusedWhereAPointIsNotFinite) {
  const ::test::TemporaryFolder folder;
  const FbxText fbx = shown(array("Vertices", "0,0,0,1,nan,0,1,1,0") + array("PolygonVertexIndex", "0,1,-3"));
  const auto model = importModel(folder.write("a.fbx", fbx.text()));
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().message, "a.fbx: mesh 'Body': vertex 1 is not finite or too large");
}

FbxText withMaterials(const std::string& materialLayer) {
  const std::string four = array("PolygonVertexIndex", "0,1,-3,0,2,-4,0,1,-4,1,2,-4");
  FbxText fbx = shown(array("Vertices", "0,0,0,1,0,0,1,1,0,0,1,0") + four + materialLayer);
  return fbx.material(30, "Red").connect(30, 10).material(31, "Blue").connect(31, 10);
}

TEST(FbxPrimitives, AreOneForEachMaterialInTheOrderOfTheirPolygons) {
  const auto materials = [](const std::string& mapping, const std::string& indices) {
    return readOf(withMaterials(layer("LayerElementMaterial", mapping, "IndexToDirect", array("Materials", indices))))
        .materials;
  };
  EXPECT_THAT(materials("ByPolygon", "1,0,0,1"), ElementsAre("Blue", "Red"));
  EXPECT_THAT(materials("ByPolygon", "1,-1,7,1"), ElementsAre("Blue", "DefaultMaterial"));
  EXPECT_THAT(materials("ByPolygon", "1,1"), ElementsAre("Blue", "Red")) << "0 where an index is missing";
  EXPECT_THAT(materials("AllSame", "1"), ElementsAre("Blue"));
  EXPECT_THAT(materials("AllSame", "1,0"), ElementsAre("Blue"));
  EXPECT_THAT(materials("ByPolygon", "-1,-1,-1,-1"), ElementsAre("Red")) << "as if there were no layer";
}

TEST(FbxPrimitives, HaveTheFirstMaterialOfTheNodeOrAGrayOne) {
  EXPECT_THAT(readOf(withMaterials("")).materials, ElementsAre("Red"));
  EXPECT_THAT(readOf(shown(kSquare)).materials, ElementsAre("DefaultMaterial"));
}

TEST(FbxPrimitives, OfOneGeometryHaveTheMaterialsOfEachNode) {
  FbxText fbx = shown(kSquare);
  fbx.model(11, "Other", "Mesh").connect(11, 0).connect(20, 11);
  fbx.material(30, "Red").connect(30, 10).material(31, "Blue").connect(31, 11);
  EXPECT_THAT(readOf(fbx).materials, ElementsAre("Red", "Blue"));
}

}  // namespace
}  // namespace app
