#include "app/import/collada/collada_primitives.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/app/import/collada/collada_look.h"

namespace app {
namespace {

using ::test::kDae;
using ::test::linesOf;
using ::test::openedModel;
using ::test::replacedIn;
using testing::HasSubstr;

const std::string kTriangles =
    R"(<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>)";
const std::string kUvs = R"(<source id="uv"><float_array id="ua" count="4">0 0 1 1</float_array>
    <technique_common><accessor source="#ua" count="2" stride="2">
      <param name="S" type="float"/><param name="T" type="float"/>
    </accessor></technique_common></source>)";

/// The sample with other primitives, which may use the texture coordinates "uv".
Model opened(const std::string& primitives) {
  return openedModel("a.dae", replacedIn(replacedIn(kDae, kTriangles, primitives), "<vertices", kUvs + "<vertices"));
}

std::string withUvs(const std::string& indices, const std::string& uvOffset = "1") {
  return "<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
         "<input semantic=\"TEXCOORD\" source=\"#uv\" offset=\"" +
         uvOffset + "\"/><p>" + indices + "</p></triangles>";
}

TEST(ColladaPrimitives, LoseAnInputWhoseIndicesAreOutOfRange) {
  const Model whole = opened(withUvs("0 0 1 1 2 1"));
  ASSERT_EQ(whole.meshes.size(), 1u);
  EXPECT_EQ(whole.meshes[0].primitives[0].uvs[0].size(), 3u);
  const Model model = opened(withUvs("0 0 1 1 2 7"));
  ASSERT_EQ(model.meshes.size(), 1u);
  EXPECT_EQ(model.meshes[0].primitives[0].indices.size(), 3u);
  EXPECT_TRUE(model.meshes[0].primitives[0].uvs[0].empty());
  EXPECT_EQ(linesOf(model, Finding::Lost), "mesh 'tri': its TEXCOORD input is left out: it uses value 7 of 2\n");
  const Model shared = opened(withUvs("0 1 2", "0"));
  EXPECT_EQ(shared.meshes.size(), 1u) << "they use the indices of the positions";
}

TEST(ColladaPrimitives, LoseAnInputWithoutValues) {
  const Model model = opened(replacedIn(withUvs("0 0 1 1 2 0"), "#uv", "other.dae#uv"));
  EXPECT_EQ(model.meshes.size(), 1u);
  EXPECT_THAT(linesOf(model, Finding::Lost), HasSubstr("TEXCOORD input is left out: its values are not in the file"));
}

TEST(ColladaPrimitives, CountTheIndicesOfInputsThatAssimpDoesNotKnow) {
  EXPECT_EQ(opened(replacedIn(withUvs("0 0 1 1 2 0"), "TEXCOORD", "WEIGHTPAINT")).meshes.size(), 1u);
}

TEST(ColladaPrimitives, OutOfRangeOfThePositionsAreLeftOutAlone) {
  const Model model = opened(kTriangles + replacedIn(kTriangles, "0 1 2", "0 1 9") +
                             replacedIn(kTriangles, "0 1 2", "0 1 99999999999999999999"));
  ASSERT_EQ(model.meshes.size(), 1u);
  EXPECT_EQ(linesOf(model, Finding::Lost),
            "mesh 'tri': its <triangles> is left out: it uses position 9 of 3\n"
            "mesh 'tri': its <triangles> is left out: it uses position 4294967295 of 3\n");
}

TEST(ColladaPrimitives, WithWhatAssimpStumblesOverAreLeftOut) {
  EXPECT_THAT(linesOf(opened(kTriangles + replacedIn(kTriangles, "0 1 2", "0 one 2")), Finding::Lost),
              HasSubstr("an index is not a number"));
  EXPECT_THAT(linesOf(opened(kTriangles + replacedIn(kTriangles, "VERTEX", "POSITION")), Finding::Lost),
              HasSubstr("it has no VERTEX input"));
  EXPECT_THAT(
      linesOf(opened(kTriangles + replacedIn(kTriangles, "offset=\"0\"", "offset=\"4000000000\"")), Finding::Lost),
      HasSubstr("an input has an offset above 255"));
  const std::string strip =
      replacedIn(replacedIn(kTriangles, "<triangles", "<tristrips"), "</triangles", "</tristrips");
  EXPECT_EQ(opened(kTriangles + replacedIn(strip, "0 1 2", "0 1")).meshes.size(), 1u);
}

TEST(ColladaPrimitives, AreCountedByTheirIndices) {
  const auto triangles = [](const Model& model) {
    return model.meshes.empty() ? 0 : model.meshes[0].primitives[0].indices.size() / 3;
  };
  EXPECT_EQ(triangles(opened(replacedIn(kTriangles, "count=\"1\"", "count=\"7\""))), 1u);
  EXPECT_EQ(triangles(opened(replacedIn(kTriangles, "<p>", "<p>1 2 0</p><p>"))), 2u);
  const auto polygons = [&](const std::string& kind, const std::string& count, const std::string& lists) {
    return "<" + kind + count + "><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>" + lists + "</" + kind + ">";
  };
  EXPECT_EQ(triangles(opened(polygons("polygons", " count=\"9\"", "<p>0 1 2</p><p></p>"))), 1u);
  EXPECT_EQ(triangles(opened(polygons("polygons", "", "<p>0 1 2</p>"))), 1u);
  EXPECT_EQ(triangles(opened(polygons("polylist", " count=\"1\"", "<vcount>3 3</vcount><p>0 1 2 2 1 0</p>"))), 2u);
  for (const std::string vcount : {"", "<vcount>4</vcount>", "<vcount>99999999999</vcount>"})
    EXPECT_EQ(
        linesOf(opened(kTriangles + polygons("polylist", " count=\"1\"", vcount + "<p>0 1 2</p>")), Finding::Lost),
        "mesh 'tri': its <polylist> is left out: its indices do not add up to whole primitives\n");
  EXPECT_THAT(linesOf(opened(kTriangles + replacedIn(kTriangles, "0 1 2", "0 1 2 0")), Finding::Lost),
              HasSubstr("do not add up to whole primitives"));
  EXPECT_THAT(linesOf(opened(kTriangles + withUvs("0 0 1 1 2")), Finding::Lost),
              HasSubstr("its last corner lacks indices"));
  EXPECT_FALSE(opened(kTriangles + withUvs("0 1 2", "-1")).meshes.empty());
}

TEST(ColladaPrimitives, UseTheVerticesOfTheirMesh) {
  EXPECT_EQ(opened(replacedIn(kTriangles, "#v", "#w")).meshes.size(), 1u);
  EXPECT_EQ(opened(replacedIn(kTriangles, "<p>", "<extra><technique profile=\"X\"/></extra><p>")).meshes.size(), 1u);
}

TEST(ColladaPrimitives, WithoutAnyCornerLoseNothing) {
  const Model model =
      openedModel("a.dae", replacedIn(replacedIn(kDae, "0 1 2", ""), "#pa\" count=\"3\"", "#pa\" count=\"0\""));
  EXPECT_TRUE(model.meshes.empty());
  EXPECT_EQ(linesOf(model, Finding::Lost), "");
}

TEST(ColladaPrimitives, OfGeometryThatIsNoMeshAreReported) {
  const Model model = openedModel(
      "a.dae", replacedIn(kDae, "<library_geometries>", "<library_geometries><geometry id=\"g\"><brep/></geometry>"));
  EXPECT_EQ(linesOf(model, Finding::Lost), "geometry 'g': it is a <brep>, which is not shown\n");
}

}  // namespace
}  // namespace app
