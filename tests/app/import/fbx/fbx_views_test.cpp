// Cameras and lights of hand-written FBX files.
#include "app/import/fbx/fbx_views.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include <glm/geometric.hpp>

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

constexpr float kPi = std::numbers::pi_v<float>;

std::string value(const std::string& name, double number) {
  return "P: \"" + name + "\", \"Number\", \"\", \"A\"," + std::to_string(number) + "\n";
}

/// A node 10 with an attribute 11.
FbxText viewing(const std::string& kind, const std::string& attribute, const std::string& node = "") {
  FbxText fbx;
  fbx.model(10, "View", kind, node).connect(10, 0);
  fbx.add("NodeAttribute", 11, "", kind, "Properties70: {\n" + attribute + "\n}").connect(11, 10);
  return fbx;
}

/// Where a camera looks, or a light shines.
glm::vec3 directionOf(const Model& model, int node, double time = 0) {
  return -glm::normalize(glm::vec3(modelMatricesAt(model, time)[static_cast<std::size_t>(node)][2]));
}

TEST(FbxViews, ACameraLooksAlongTheXAxisOfItsNode) {
  FbxText fbx = viewing("Camera", "", fbxVector("Lcl Rotation", 0, 90, 0) + fbxVector("Lcl Scaling", 2, 3, 4));
  fbx.model(12, "Clapper", "Null", fbxVector("Lcl Translation", 1, 1, 1)).connect(12, 10).stack("Turn");
  fbx.add("AnimationCurveNode", 20, "R", "").connect(20, 901).connect(20, 10, "Lcl Rotation");
  fbx.curve(30, "90,180", 2).connect(30, 20, "d|Y");
  const Model model = openedModel("a.fbx", fbx.text());
  ASSERT_EQ(model.cameras.size(), 1u);
  EXPECT_EQ(model.cameras[0].name, "View");
  expectNear(directionOf(model, model.cameras[0].node), {0, 0, -1});
  expectNear(directionOf(model, model.cameras[0].node, 1), {-1, 0, 0});
  const glm::vec3 up(modelMatricesAt(model, 0)[static_cast<std::size_t>(model.cameras[0].node)][1]);
  expectNear(glm::normalize(up), {0, 1, 0});
  expectNear(positionOf(model, "Clapper", 0), {4, 3, -2});
  expectNear(positionOf(model, "Clapper", 1), {-2, 3, -4});
}

TEST(FbxViews, ACameraSeesWhatItsApertureModeSays) {
  const std::string film = value("FilmWidth", 2) + value("FilmHeight", 1) + value("AspectWidth", 300) +
                           value("AspectHeight", 200) + value("FieldOfView", 60);
  const auto fov = [&](const std::string& more) {
    const Model model = openedModel("a.fbx", viewing("Camera", film + more).text());
    EXPECT_EQ(model.cameras.size(), 1u);
    EXPECT_FLOAT_EQ(model.cameras.at(0).aspect, 1.5f);
    return model.cameras[0].verticalFov;
  };
  EXPECT_NEAR(fov(value("ApertureMode", 2)), kPi / 3, 1e-6f) << "vertical";
  EXPECT_NEAR(fov(value("ApertureMode", 1)), 2 * std::atan(std::tan(kPi / 6) / 1.5f), 1e-6f) << "horizontal";
  EXPECT_NEAR(fov(value("ApertureMode", 0) + value("FieldOfViewY", 45)), kPi / 4, 1e-6f) << "both";
  const std::string lens = value("ApertureMode", 3) + value("FocalLength", 25.4);
  EXPECT_NEAR(fov(lens), 2 * std::atan(0.5f), 1e-6f) << "an inch of film behind an inch of focal length";
  EXPECT_NEAR(fov(lens + value("GateFit", 2)), 2 * std::atan(1 / 1.5f), 1e-6f) << "all of its width";
  EXPECT_NEAR(fov(lens + value("GateFit", 3)), 2 * std::atan(0.5f), 1e-6f) << "fill: the film is wider";
}

TEST(FbxViews, AnOrthographicCameraSeesThirtyUnitsAtAZoomOfOne) {
  const Model model = openedModel(
      "a.fbx", viewing("Camera", value("CameraProjectionType", 1) + value("OrthoZoom", 0.5) + value("AspectWidth", 2) +
                                     value("AspectHeight", 1) + value("GateFit", 2) + value("NearPlane", 0.25))
                   .text());
  ASSERT_EQ(model.cameras.size(), 1u);
  EXPECT_TRUE(model.cameras[0].orthographic);
  EXPECT_EQ(model.cameras[0].halfSize, glm::vec2(7.5f, 3.75f));
  EXPECT_EQ(model.cameras[0].nearPlane, 0.25f);
}

TEST(FbxViews, ALightShinesAlongTheNegativeYAxisOfItsNode) {
  const Model model =
      openedModel("a.fbx", viewing("Light",
                                   value("LightType", 2) + value("InnerAngle", 20) + value("OuterAngle", 60) +
                                       value("Intensity", 50) + fbxVector("Color", 1, 0.5, 0),
                                   fbxVector("Lcl Rotation", 90, 0, 0) + fbxVector("Lcl Translation", 0, 0, 2))
                               .text());
  ASSERT_EQ(model.lights.size(), 1u);
  const FileLight& light = model.lights[0];
  EXPECT_EQ(light.kind, LightKind::Spot);
  expectNear(directionOf(model, light.node), {0, 0, -1});
  EXPECT_NEAR(light.innerCone, kPi / 18, 1e-6f);
  EXPECT_NEAR(light.outerCone, kPi / 6, 1e-6f);
  expectNear(light.color, {1, 0.5, 0});
  EXPECT_NEAR(light.intensity, kPi / 2 * 4, 1e-5f) << "half as bright as white, 2 m away";
}

TEST(FbxViews, DefaultsComeFromTheTemplateOfTheAttribute) {
  FbxText fbx = viewing("Light", "");
  std::string text = fbx.text();
  const auto templateOf = [](const std::string& name, const std::string& properties) {
    return "PropertyTemplate: \"" + name + "\" {\nProperties70: {\n" + properties + "}\n}\n";
  };
  text.insert(text.find("Objects:"), "Definitions: {\nObjectType: \"NodeAttribute\" {\nCount: 2\n" +
                                         templateOf("FbxCamera", value("LightType", 2)) +
                                         templateOf("FbxLight", value("LightType", 1)) + "}\n}\n");
  const Model model = openedModel("a.fbx", text);
  ASSERT_EQ(model.lights.size(), 1u);
  EXPECT_EQ(model.lights[0].kind, LightKind::Directional);
}

TEST(FbxViews, LeavesOutTheCamerasOfMotionBuildersWindows) {
  FbxText fbx = viewing("Camera", "");
  fbx.model(12, "Producer Front", "Camera")
      .connect(12, 0)
      .model(13, "Camera Switcher", "CameraSwitcher")
      .connect(13, 0);
  fbx.add("NodeAttribute", 14, "", "Camera").connect(14, 12);
  const Model model = openedModel("a.fbx", fbx.text());
  ASSERT_EQ(model.cameras.size(), 1u);
  EXPECT_EQ(model.cameras[0].name, "View");
  EXPECT_EQ(model.skeleton.jointCount(), 2);
}

TEST(FbxViews, AbsurdNumbersOfACameraAreLimited) {
  const auto opened = [](const std::string& attribute) {
    std::string text = viewing("Camera", value("NearPlane", 1e14) + attribute).text();
    const std::string unit = "\"Number\", \"\",100";
    text.replace(text.find(unit), unit.size(), unit + "000");  // kilometers
    return openedModel("a.fbx", text);
  };
  const Model wide = opened(value("AspectWidth", 1e12) + value("ApertureMode", 1));
  ASSERT_EQ(wide.cameras.size(), 1u);
  EXPECT_EQ(wide.cameras[0].nearPlane, 1e9f);
  EXPECT_EQ(wide.cameras[0].aspect, 1e3f);
  const Model large = opened(value("CameraProjectionType", 1) + value("OrthoZoom", 1e14));
  ASSERT_EQ(large.cameras.size(), 1u);
  EXPECT_EQ(large.cameras[0].halfSize, glm::vec2(1e9f));
  const Model narrow = opened(value("ApertureMode", 3) + value("FocalLength", 1e14));
  ASSERT_EQ(narrow.cameras.size(), 1u);
  EXPECT_FLOAT_EQ(narrow.cameras[0].verticalFov, 2e-6f);
}

}  // namespace
}  // namespace app
