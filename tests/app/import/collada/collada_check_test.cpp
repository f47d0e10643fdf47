#include "app/import/collada/collada_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/app/import/collada/collada_look.h"
#include "tests/support/collada_builder.h"

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
}  // namespace app
