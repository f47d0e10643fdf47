// Cameras and lights of COLLADA documents.
#include "app/import/collada/collada_views.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "tests/support/assimp_samples.h"
#include "tests/support/opened_model.h"
#include "tests/support/posed_joints.h"

namespace app {
namespace {

using ::test::expectNear;
using ::test::modelMatricesAt;
using testing::ElementsAre;

constexpr float kPi = std::numbers::pi_v<float>;

/// The sample, with a camera and a light on two more nodes.
Model openedWith(const std::string& optics, const std::string& light, const std::string& metersPerUnit = "0.01") {
  std::string text = ::test::kDae;
  const auto insert = [&](std::string_view before, const std::string& what) { text.insert(text.find(before), what); };
  insert("<up_axis>", "<unit meter=\"" + metersPerUnit + "\"/>");
  insert(
      "<library_visual_scenes>",
      "<library_cameras><camera id=\"c\"><optics><technique_common>" + optics +
          "</technique_common></optics></camera></library_cameras><library_lights><light id=\"l\"><technique_common>" +
          light + "</technique_common></light></library_lights>");
  insert("<node id=\"base\"",
         "<node id=\"n7\" name=\"Eye\"><translate>0 0 300</translate><instance_camera url=\"#c\"/></node>"
         "<node id=\"n8\"><translate>0 0 200</translate><instance_light url=\"#l\"/></node>");
  return ::test::openedModel("a.dae", text);
}

std::vector<std::string> ignoredIn(const Model& model) {
  std::vector<std::string> result;
  for (const ReportLine& line : model.report.lines)
    if (line.kind == Finding::Ignored) result.push_back(line.what);
  return result;
}

TEST(ColladaViews, AreOnTheirNodes) {
  const Model model =
      openedWith("<perspective><yfov>60</yfov><aspect_ratio>1.5</aspect_ratio><znear> 10 </znear></perspective>",
                 "<point><color>2 1 0</color></point>");
  ASSERT_EQ(model.cameras.size(), 1u);
  EXPECT_EQ(model.cameras[0].name, "Eye");
  EXPECT_NEAR(model.cameras[0].verticalFov, kPi / 3, 1e-6f);
  EXPECT_EQ(model.cameras[0].aspect, 1.5f);
  EXPECT_NEAR(model.cameras[0].nearPlane, 0.1f, 1e-6f);
  const std::vector<glm::mat4> worlds = modelMatricesAt(model, 0);
  expectNear(glm::vec3(worlds[static_cast<std::size_t>(model.cameras[0].node)][3]), {0, 0, 3});
  ASSERT_EQ(model.lights.size(), 1u);
  EXPECT_EQ(model.lights[0].name, "n8");
  expectNear(glm::vec3(worlds[static_cast<std::size_t>(model.lights[0].node)][3]), {0, 0, 2});
  expectNear(model.lights[0].color, {1, 0.5f, 0});
}

TEST(ColladaViews, AFieldOfViewMayBeHorizontal) {
  const Model model =
      openedWith("<perspective><xfov>90</xfov><aspect_ratio>2</aspect_ratio></perspective>", "<point/>");
  ASSERT_EQ(model.cameras.size(), 1u);
  EXPECT_NEAR(model.cameras[0].verticalFov, 2 * std::atan(0.5f), 1e-6f);
}

TEST(ColladaViews, AnOrthographicCameraIsInMeters) {
  const Model model = openedWith("<orthographic><xmag>200</xmag><ymag>100</ymag></orthographic>", "<point/>");
  ASSERT_EQ(model.cameras.size(), 1u);
  EXPECT_TRUE(model.cameras[0].orthographic);
  expectNear(glm::vec3(model.cameras[0].halfSize, 0), {2, 1, 0});
}

TEST(ColladaViews, ReportsLightsThatShineFromNowhere) {
  const std::string optics = "<perspective><yfov>60</yfov></perspective>";
  for (const char* const light : {"<ambient><color>1 1 1</color></ambient>", "<area/>", ""}) {
    const Model model = openedWith(optics, light);
    EXPECT_TRUE(model.lights.empty()) << light;
    EXPECT_THAT(ignoredIn(model), ElementsAre("1 light, ambient or of an unknown kind")) << light;
  }
}

TEST(ColladaViews, AbsurdNumbersOfACameraAreLimited) {
  const Model wide = openedWith("<perspective><xfov>179</xfov><yfov>1e-15</yfov><znear>1e17</znear></perspective>",
                                "<point/>", "1000");
  ASSERT_EQ(wide.cameras.size(), 1u);
  EXPECT_EQ(wide.cameras[0].aspect, 1e3f);
  EXPECT_EQ(wide.cameras[0].nearPlane, 1e9f);
  EXPECT_FLOAT_EQ(wide.cameras[0].verticalFov, 2e-6f);
  const Model tall = openedWith("<orthographic><xmag>1e-17</xmag><ymag>1e17</ymag></orthographic>", "<point/>");
  ASSERT_EQ(tall.cameras.size(), 1u);
  EXPECT_EQ(tall.cameras[0].halfSize, glm::vec2(1e-6f, 1e9f));
  EXPECT_EQ(tall.cameras[0].aspect, 1e-3f);
}

TEST(ColladaViews, ACameraWithoutAFieldOfViewIsLeftOut) {
  const Model model =
      openedWith("<perspective><yfov>nan</yfov></perspective>", "<spot><falloff_angle>60</falloff_angle></spot>");
  EXPECT_TRUE(model.cameras.empty());
  ASSERT_EQ(model.lights.size(), 1u);
  EXPECT_EQ(model.lights[0].kind, LightKind::Spot);
  EXPECT_NEAR(model.lights[0].outerCone, kPi / 6, 1e-6f);
  EXPECT_EQ(model.lights[0].innerCone, model.lights[0].outerCone);
}

}  // namespace
}  // namespace app
