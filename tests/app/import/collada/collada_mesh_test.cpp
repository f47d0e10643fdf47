#include "app/import/collada/collada_mesh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/app/import/collada/collada_look.h"
#include "tests/support/collada_builder.h"

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

TEST(ColladaMesh, LosesAnInputWhoseIndicesAreOutOfRange) {
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

TEST(ColladaMesh, LosesAnInputWithoutValues) {
  const Model model = opened(replacedIn(withUvs("0 0 1 1 2 0"), "#uv", "other.dae#uv"));
  EXPECT_EQ(model.meshes.size(), 1u);
  EXPECT_THAT(linesOf(model, Finding::Lost), HasSubstr("TEXCOORD input is left out: its values are not in the file"));
}

TEST(ColladaMesh, CountsTheIndicesOfInputsThatItDoesNotUse) {
  EXPECT_EQ(opened(replacedIn(withUvs("0 0 1 1 2 0"), "TEXCOORD", "WEIGHTPAINT")).meshes.size(), 1u);
}

TEST(ColladaMesh, LeavesOutFacesOutOfRangeOfThePositionsAlone) {
  const Model model = opened(kTriangles + replacedIn(kTriangles, "0 1 2", "0 1 9") +
                             replacedIn(kTriangles, "0 1 2", "0 1 99999999999999999999"));
  ASSERT_EQ(model.meshes.size(), 1u);
  EXPECT_EQ(linesOf(model, Finding::Lost),
            "mesh 'tri': its <triangles> is left out: it uses position 9 of 3\n"
            "mesh 'tri': its <triangles> is left out: it uses position 4294967295 of 3\n");
}

TEST(ColladaMesh, LeavesOutFacesWithoutAnyMeaning) {
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

TEST(ColladaMesh, CountsFacesByTheirIndices) {
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

TEST(ColladaMesh, UsesItsVerticesWhateverFacesName) {
  EXPECT_EQ(opened(replacedIn(kTriangles, "#v", "#w")).meshes.size(), 1u);
  EXPECT_EQ(opened(replacedIn(kTriangles, "<p>", "<extra><technique profile=\"X\"/></extra><p>")).meshes.size(), 1u);
}

TEST(ColladaMesh, WithoutAnyCornerLosesNothing) {
  const Model model =
      openedModel("a.dae", replacedIn(replacedIn(kDae, "0 1 2", ""), "#pa\" count=\"3\"", "#pa\" count=\"0\""));
  EXPECT_TRUE(model.meshes.empty());
  EXPECT_EQ(linesOf(model, Finding::Lost), "");
}

TEST(ColladaMesh, IsNotMadeOfOtherGeometryWhichIsReported) {
  const Model model = openedModel(
      "a.dae", replacedIn(kDae, "<library_geometries>", "<library_geometries><geometry id=\"g\"><brep/></geometry>"));
  EXPECT_EQ(linesOf(model, Finding::Lost), "geometry 'g': it is a <brep>, which is not shown\n");
}

/// A document with one mesh of five points on a line; `inputs`: of its vertices.
Model withFaces(const std::string& faces, const std::string& sources = "", const std::string& inputs = "") {
  return ::test::openedDae({.geometries = "<geometry id=\"g\"><mesh>" +
                                          ::test::daeSource("p", "0 0 0 1 0 0 2 0 0 3 0 0 4 0 0", 3) + sources +
                                          "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/>" + inputs +
                                          "</vertices>" + faces + "</mesh></geometry>",
                            .nodes = "<node id=\"n\"><instance_geometry url=\"#g\"/></node>"});
}
std::string faces(const std::string& kind, const std::string& lists, const std::string& inputs = "") {
  return "<" + kind + "><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>" + inputs + lists + "</" + kind + ">";
}
/// The points of each triangle or line: "012 234 ".
std::string pointsOf(const Primitive& primitive) {
  const std::size_t size = primitive.topology == Topology::Triangles ? 3 : 2;
  std::string text;
  for (std::size_t i = 0; i < primitive.indices.size(); ++i) {
    text += std::to_string(std::lround(primitive.positions[primitive.indices[i]].x));
    if (i % size == size - 1) text += ' ';
  }
  return text;
}

TEST(ColladaMesh, UnrollsStripsAndFans) {
  const auto first = [](const std::string& kind, const std::string& lists) {
    const Model model = withFaces(faces(kind, lists));
    return model.meshes.empty() ? "none" : pointsOf(model.meshes[0].primitives[0]);
  };
  EXPECT_EQ(first("tristrips", "<p>0 1 2 3 4</p><p>0 1</p><p>4 3 2</p>"), "012 213 234 432 ");
  EXPECT_EQ(first("trifans", "<p>0 1 2 3</p><p>4 3 2</p>"), "012 023 432 ");
  EXPECT_EQ(first("linestrips", "<p>0 1 2</p><p>4 3</p><p>1</p>"), "01 12 43 ");
  EXPECT_EQ(first("lines", "<p>0 1 3 4</p>"), "01 34 ");
}

TEST(ColladaMesh, HasAPrimitiveForEachTopology) {
  const Model model = withFaces(faces("polylist", "<vcount>1 2 3 0 4 2</vcount><p>0  0 1  0 1 2  0 1 2 3  3 4</p>"));
  ASSERT_EQ(model.meshes.size(), 3u);
  EXPECT_EQ(model.meshes[0].primitives[0].topology, Topology::Points);
  EXPECT_EQ(pointsOf(model.meshes[1].primitives[0]), "01 34 ");
  EXPECT_EQ(pointsOf(model.meshes[2].primitives[0]), "012 012 023 ");
}

TEST(ColladaMesh, TakesTheNamedPartsOfEachElement) {
  const std::string source =
      "<source id=\"uv\"><float_array id=\"ua\" count=\"17\">9 9  7 .1 7 .2 7  7 .3 7 .4 7  7 .5 7 .6 7</float_array>"
      "<technique_common><accessor source=\"#ua\" count=\"3\" offset=\"2\" stride=\"5\"><param type=\"float\"/>"
      "<param name=\"S\" type=\"float\"/><param type=\"float\"/><param name=\"T\" type=\"float\"/>"
      "<param type=\"float\"/></accessor></technique_common></source>";
  const Model model = withFaces(
      faces("triangles", "<p>0 0 1 1 2 2</p>", "<input semantic=\"TEXCOORD\" source=\"#uv\" offset=\"1\"/>"), source);
  ASSERT_EQ(model.meshes.size(), 1u);
  EXPECT_EQ(model.meshes[0].primitives[0].uvs[0],
            (std::vector<glm::vec2>{{0.1f, 1 - 0.2f}, {0.3f, 1 - 0.4f}, {0.5f, 1 - 0.6f}}));
}

TEST(ColladaMesh, ReadsTheInputsOfItsVerticesUnlessFacesHaveTheirOwn) {
  const std::string sources = ::test::daeSource("up", "0 1 0 0 1 0 0 1 0 0 1 0 0 1 0", 3) +
                              ::test::daeSource("down", "0 -1 0", 3) + ::test::daeSource("few", "1 0 0", 3);
  const std::string own = "<input semantic=\"NORMAL\" source=\"#down\" offset=\"1\"/>";
  const Model model =
      withFaces(faces("triangles", "<p>0 1 2</p>") + faces("triangles", "<p>2 0 3 0 4 0</p>", own), sources,
                "<input semantic=\"NORMAL\" source=\"#up\"/><input semantic=\"COLOR\" source=\"#few\"/>");
  ASSERT_EQ(model.meshes.size(), 2u);
  EXPECT_EQ(model.meshes[0].primitives[0].normals, std::vector<glm::vec3>(3, {0, 1, 0}));
  EXPECT_EQ(model.meshes[1].primitives[0].normals, std::vector<glm::vec3>(3, {0, -1, 0}));
  EXPECT_TRUE(model.meshes[0].primitives[0].colors.empty());
  EXPECT_EQ(linesOf(model, Finding::Lost),
            "mesh 'g': the COLOR input of its vertices is left out: it has 1 values for 5 vertices\n");
}

TEST(ColladaMesh, HasNormalsOnlyWhereItsFacesDo) {
  const std::string normal = "<input semantic=\"NORMAL\" source=\"#up\" offset=\"1\"/>";
  const Model model = withFaces(faces("triangles", "<p>0 1 2</p>") + faces("triangles", "<p>2 0 3 0 4 0</p>", normal),
                                ::test::daeSource("up", "0 1 0", 3));
  ASSERT_EQ(model.meshes.size(), 2u);
  EXPECT_TRUE(model.meshes[0].primitives[0].normals.empty());
  EXPECT_EQ(model.meshes[1].primitives[0].normals.size(), 3u);
}

TEST(ColladaMesh, JoinsEqualCornersAndKeepsSeams) {
  const std::string color = "<input semantic=\"COLOR\" source=\"#c\" offset=\"1\"/>";
  const auto vertices = [&](const std::string& list) {
    const Model model = withFaces(faces("triangles", list, color), ::test::daeSource("c", "1 0 0 0 1 0 1 0 0", 3));
    return model.meshes.empty() ? 0 : model.meshes[0].primitives[0].positions.size();
  };
  EXPECT_EQ(vertices("<p>0 0 1 0 2 0 2 0 1 0 3 0</p>"), 4u);
  EXPECT_EQ(vertices("<p>0 0 1 0 2 0 2 2 1 2 3 2</p>"), 4u) << "the same color once more";
  EXPECT_EQ(vertices("<p>0 0 1 0 2 0 2 1 1 1 3 1</p>"), 6u) << "each triangle has its color";
}

TEST(ColladaMesh, ShowsTheTextureCoordinatesThatItsMaterialIsBoundTo) {
  const std::string sources =
      ::test::daeSource("a", ".1 .1 .1 .1 .1 .1", 2) + ::test::daeSource("b", ".2 .2 .2 .2 .2 .2", 2);
  const std::string inputs =
      "<input semantic=\"TEXCOORD\" source=\"#a\" offset=\"0\" set=\"0\"/>"
      "<input semantic=\"TEXCOORD\" source=\"#b\" offset=\"0\" set=\"3\"/>";
  const std::string look =
      "<library_images><image id=\"i\"><init_from>a.png</init_from></image></library_images>"
      "<library_effects><effect id=\"e\"><profile_COMMON><technique sid=\"t\"><lambert><diffuse>"
      "<texture texture=\"i\" texcoord=\"CHANNEL\"/></diffuse></lambert></technique></profile_COMMON></effect>"
      "</library_effects><library_materials><material id=\"m\"><instance_effect url=\"#e\"/></material>"
      "</library_materials>";
  const auto firstUv = [&](const std::string& bind) {
    const Model model = ::test::openedDae(
        {.geometries =
             "<geometry id=\"g\"><mesh>" + ::test::daeSource("p", "0 0 0 1 0 0 0 1 0", 3) + sources +
             "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>" +
             replacedIn(faces("triangles", "<p>0 1 2</p>", inputs), "<triangles", "<triangles material=\"s\"") +
             "</mesh></geometry>",
         .nodes = "<node id=\"n\"><instance_geometry url=\"#g\"><bind_material><technique_common><instance_material "
                  "symbol=\"s\" target=\"#m\">" +
                  bind + "</instance_material></technique_common></bind_material></instance_geometry></node>",
         .other = look});
    EXPECT_EQ(model.meshes.at(0).primitives[0].uvs[1].size(), 3u);
    return model.meshes.at(0).primitives[0].uvs[0].at(0).x;
  };
  EXPECT_FLOAT_EQ(firstUv(""), 0.1f);
  EXPECT_FLOAT_EQ(firstUv("<bind_vertex_input semantic=\"CHANNEL\" input_semantic=\"TEXCOORD\" input_set=\"3\"/>"),
                  0.2f);
  EXPECT_FLOAT_EQ(firstUv("<bind_vertex_input semantic=\"CHANNEL\" input_semantic=\"TEXCOORD\" input_set=\"2\"/>"),
                  0.1f)
      << "it has no such set";
}

}  // namespace
}  // namespace app
