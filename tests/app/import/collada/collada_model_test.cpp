#include "app/import/collada/collada_model.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/import_model.h"
#include "tests/app/import/collada/collada_look.h"
#include "tests/support/collada_builder.h"
#include "tests/support/gltf_builder.h"

namespace app {
namespace {

using ::test::kDae;
using ::test::linesOf;
using ::test::openedModel;
using ::test::replacedIn;
using testing::HasSubstr;
using testing::Not;

TEST(ColladaCheck, LeavesOutReferencesToOtherFiles) {
  const std::string mesh = "<instance_geometry url=\"#tri\"/>";
  const Model model = openedModel(
      "a.dae", replacedIn(kDae, mesh,
                          mesh + "<instance_light url=\"b.dae#sun\"/><instance_geometry url=\"b.dae#c\"><bind_material>"
                                 "<technique_common><instance_material symbol=\"m\" target=\"c.dae#m\"/>"
                                 "</technique_common></bind_material></instance_geometry>"));
  EXPECT_EQ(model.meshes.size(), 1u);
  EXPECT_EQ(linesOf(model, Finding::Lost),
            "document: 'b.dae#sun' and 2 more instances are in other files, which are not read\n");
  const ::test::TemporaryFolder folder;
  const auto empty = importModel(folder.write("a.dae", replacedIn(kDae, "#scene", "b.dae#scene")));
  ASSERT_FALSE(empty);
  EXPECT_THAT(empty.error().message, HasSubstr("nothing that can be shown; 'b.dae#scene' is in another file"));
}

TEST(ColladaCheck, TakesTheArrayOfTheSourceIfTheOneItNamesIsNotThere) {
  const Model model = openedModel("a.dae", replacedIn(kDae, "source=\"#pa\"", "source=\"#qa\""));
  ASSERT_EQ(model.meshes.size(), 1u);
  EXPECT_EQ(model.meshes[0].primitives[0].positions.size(), 3u);
  EXPECT_THAT(linesOf(model, Finding::Repaired), HasSubstr("1 accessor named an array that is not in the file"));
}

TEST(ColladaCheck, ShowsTheFirstSceneOrAllGeometryIfNoneIsNamed) {
  const std::string scene = "<scene><instance_visual_scene url=\"#scene\"/></scene>";
  for (const std::string& text : {replacedIn(kDae, scene, ""), replacedIn(kDae, "url=\"#scene\"", "url=\"#lost\"")}) {
    const Model model = openedModel("a.dae", text);
    EXPECT_EQ(model.meshes.size(), 1u);
    EXPECT_EQ(model.clips.size(), 1u);
    EXPECT_THAT(linesOf(model, Finding::Repaired), HasSubstr("the first is shown"));
  }
  std::string without = replacedIn(kDae, scene, "");
  const std::size_t begin = without.find("<library_visual_scenes>"), end = without.find("</library_visual_scenes>");
  without.erase(begin, end - begin + 24);
  const Model model = openedModel("a.dae", without);
  EXPECT_EQ(model.meshes.size(), 1u);
  EXPECT_THAT(linesOf(model, Finding::Repaired), HasSubstr("it has no scene; all its geometry is shown"));
}

TEST(ColladaCheck, FindsNothingToShowInAFileThatIsEmpty) {
  std::string text = replacedIn(kDae, "<instance_geometry url=\"#tri\"/>", "");
  const std::size_t begin = text.find("<library_animations>"), end = text.find("</library_animations>");
  text.erase(begin, end - begin + 21);
  EXPECT_THAT(linesOf(openedModel("a.dae", text), Finding::Found), HasSubstr("document: it holds nothing to show"));
}

TEST(ColladaCheck, NamesUnitsAndAxesOfParts) {
  const std::string tri = ::test::daeGeometry("tri", "0 0 0 1 0 0 0 1 0");
  const auto with = [&](const std::string& asset) {
    return ::test::findingsOf(::test::openedDae(
        {.geometries = tri, .nodes = "<node id=\"n\">" + asset + "<instance_geometry url=\"#tri\"/></node>"}));
  };
  EXPECT_THAT(with("<asset><unit meter=\"0.01\"/></asset>"), HasSubstr("the unit or up axis of 1 part of it"));
  EXPECT_THAT(with("<asset><up_axis>Z_UP</up_axis></asset>"), HasSubstr("the unit or up axis of 1 part of it"));
  EXPECT_THAT(with("<asset><unit meter=\"1\"/><up_axis>Y_UP</up_axis></asset>"), Not(HasSubstr("the unit or up axis")));
  EXPECT_THAT(with(""), Not(HasSubstr("nothing to show")));
}

}  // namespace

namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

Model openedDae(const std::string& text) {
  const test::TemporaryFolder folder;
  auto model = importModel(folder.write("a.dae", text));
  EXPECT_TRUE(model) << model.error().message;
  return model ? std::move(*model) : Model{};
}

/// The sample's animation once more, under other ids and for another part of its translation.
std::string animation(const std::string& id, const std::string& target, double last) {
  const auto array = [&](const std::string& name, const std::string& values) {
    return "<source id=\"" + id + name + "\"><float_array id=\"" + id + name + "a\" count=\"2\">" + values +
           "</float_array><technique_common><accessor source=\"#" + id + name +
           "a\" count=\"2\" stride=\"1\"><param name=\"X\" type=\"float\"/></accessor></technique_common></source>";
  };
  return "<animation id=\"" + id + "\">" + array("t", "0 " + std::to_string(last)) + array("o", "0 6") +
         "<sampler id=\"" + id + "s\"><input semantic=\"INPUT\" source=\"#" + id +
         "t\"/><input semantic=\"OUTPUT\" source=\"#" + id + "o\"/></sampler><channel source=\"#" + id +
         "s\" target=\"" + target + "\"/></animation>";
}

/// The places of the only triangle.
std::vector<glm::vec3> trianglesOf(const Model& model) {
  std::vector<glm::vec3> places;
  if (model.meshes.size() != 1) return places;
  const Primitive& primitive = model.meshes[0].primitives[0];
  for (const std::uint32_t index : primitive.indices) places.push_back(primitive.positions[index]);
  return places;
}
const std::vector<glm::vec3> kTriangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};

TEST(ColladaModel, IgnoresSpacesAroundNumbers) {
  const Model model = openedDae(replaced(replaced(replaced(::test::kDae, "0 5 0</translate>", "  0 5 0\n </translate>"),
                                                  "0 0 0 1 0 0 0 1 0<", "\n 0 0\t0 1 0 0 0 1 0 \r\n<"),
                                         "Y_UP", "\n Z_UP\n"));
  EXPECT_EQ(trianglesOf(model), kTriangle);
  EXPECT_EQ(model.skeleton.restLocals()[1].translation, glm::vec3(0, 5, 0));
  EXPECT_NEAR(std::abs(model.skeleton.restLocals()[0].rotation.x), std::sqrt(0.5f), 1e-5) << "its up axis is Z";
}

TEST(ColladaModel, CountsTheValuesOfArrays) {
  for (const char* const count : {"id=\"pa\" count=\"3\"", "id=\"pa\" count=\"300\"", "id=\"pa\""}) {
    const Model model = openedDae(replaced(::test::kDae, "id=\"pa\" count=\"9\"", count));
    EXPECT_EQ(trianglesOf(model), kTriangle) << count;
    EXPECT_EQ(::test::linesOf(model, Finding::Repaired), "document: 1 count did not match its array\n") << count;
  }
}

TEST(ColladaModel, ShortensAccessorsThatClaimTooMuch) {
  const std::string text = replaced(::test::kDae, "source=\"#pa\" count=\"3\"", "source=\"#pa\" count=\"300\"");
  const Model model = openedDae(text);
  EXPECT_EQ(trianglesOf(model), kTriangle);
  EXPECT_EQ(::test::linesOf(model, Finding::Repaired), "document: 1 count did not match its array\n");
  EXPECT_EQ(::test::linesOf(openedDae(replaced(text, "<p>0 1 2", "<p>0 1 3")), Finding::Lost),
            "mesh 'tri': its <triangles> is left out: it uses position 3 of 3\n");
}

TEST(ColladaModel, ReadsNumbersWithADecimalComma) {
  EXPECT_EQ(trianglesOf(openedDae(replaced(::test::kDae, "0 0 0 1 0 0 0 1 0<", "0,0 0 0 1,5 0 0 0 1 +0<"))),
            (std::vector<glm::vec3>{{0, 0, 0}, {1.5f, 0, 0}, {0, 1, 0}}));
}

TEST(ColladaModel, IsRefusedWithAPositionThatIsNoNumber) {
  for (const char* const number : {"nan", "1e30", "one", "-inf"}) {
    const ::test::TemporaryFolder folder;
    const auto model = importModel(folder.write(
        "a.dae", replaced(::test::kDae, "0 0 0 1 0 0 0 1 0<", std::string("0 0 0 1 0 0 0 ") + number + " 0<")));
    ASSERT_FALSE(model) << number;
    EXPECT_EQ(model.error().message, "a.dae: mesh 'tri': vertex 2 is not finite or too large");
  }
}

TEST(ColladaModel, CutsCurvesWhereTimesOrValuesEnd) {
  const std::string up = animation("up", "base/t.Y", 3);
  const std::string library = "</library_animations>";
  const auto with = [&](const std::string& curve) {
    return openedDae(replaced(::test::kDae, library, curve + library));
  };
  const std::string three = replaced(replaced(up, "0 3.000000", "0 3 4"), "count=\"2\" stride", "count=\"3\" stride");
  const Model cut = with(three);
  ASSERT_EQ(cut.clips.size(), 1u);
  EXPECT_EQ(cut.clips[0].tracks().size(), 6u) << "three of each node";
  EXPECT_NEAR(cut.clips[0].duration(), 3, 1e-5) << "the third time has no value";
  const Model without = with(replaced(up, "0 6</float_array>", "</float_array>"));
  ASSERT_EQ(without.clips.size(), 1u);
  EXPECT_EQ(without.clips[0].tracks().size(), 3u) << "a curve without values does not stop the others";
}

TEST(ColladaModel, ReadsUtf16) {
  std::string wide = "\xFF\xFE";
  for (const char c : replaced(::test::kDae, "<?xml version=\"1.0\"?>", "<?xml version=\"1.0\" encoding=\"utf-16\"?>"))
    wide += {c, '\0'};
  EXPECT_FALSE(openedDae(wide).meshes.empty());
}

TEST(ColladaModel, MakesOneClipOfAllAnimations) {
  const std::string text =
      replaced(::test::kDae, "</library_animations>",
               animation("up", "base/t.Y", 1) + animation("aside", "base/t.X", 3) + "</library_animations>");
  const Model model = openedDae(text);
  ASSERT_EQ(model.clips.size(), 1u);
  EXPECT_EQ(model.clips[0].name(), "animation");
  EXPECT_NEAR(model.clips[0].duration(), 3, 1e-5);
}

TEST(ColladaModel, KeepsTheClipsOfTheFileAndTheirRanges) {
  const std::string clips = R"(</library_animations><library_animation_clips>
<animation_clip name="Slide" start="0.5" end="1.5"><instance_animation url="#a"/></animation_clip>
<animation_clip id="Rise"><instance_animation url="#up"/><instance_animation url="#aside"/></animation_clip>
</library_animation_clips>)";
  const Model model =
      openedDae(replaced(::test::kDae, "</library_animations>",
                         animation("up", "base/t.Y", 1) + animation("aside", "slider/move.Z", 1) + clips));
  ASSERT_EQ(model.clips.size(), 2u);
  EXPECT_EQ(model.clips[0].name(), "Slide");
  EXPECT_NEAR(model.clips[0].duration(), 1, 1e-5);
  const auto tracks = model.clips[0].tracks();
  const auto slide = std::find_if(tracks.begin(), tracks.end(), [](const crossfade::KeyframeTrack& track) {
    return track.target().channel == crossfade::Channel::Translation;
  });
  ASSERT_NE(slide, tracks.end());
  EXPECT_NEAR(slide->values().front(), 1, 1e-5);
  EXPECT_NEAR(slide->values()[slide->values().size() - 3], 3, 1e-5);
  EXPECT_EQ(model.clips[1].name(), "Rise");
}

TEST(ColladaModel, ShowsTheNamesOfNodesAndNotTheirIds) {
  const Model model = openedDae(replaced(::test::kDae, "id=\"base\" name=\"base\"", "id=\"node-7\" name=\"Left Arm\""));
  EXPECT_EQ(model.skeleton.name(1), "Left Arm");
}

TEST(ColladaModel, SaysWhereXmlIsBroken) {
  const ::test::TemporaryFolder folder;
  const auto model = importModel(folder.write("a.dae", "<COLLADA><asset></COLLADA>"));
  ASSERT_FALSE(model);
  EXPECT_THAT(model.error().message, HasSubstr("damaged at byte"));
  EXPECT_THAT(model.error().message, HasSubstr("export it again"));
}

}  // namespace

}  // namespace app
