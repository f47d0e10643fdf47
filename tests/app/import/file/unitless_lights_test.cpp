#include "app/import/file/unitless_lights.h"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <numbers>
#include <utility>
#include <vector>

namespace app {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;

/// A joint for each light, on the z axis, and the middle of the model 1 m up.
Model withNodesAt(std::initializer_list<float> distances) {
  std::vector<crossfade::Joint> joints{{.name = "root", .parent = crossfade::kNoJoint}};
  for (const float distance : distances) {
    joints.push_back({.name = "light", .parent = 0, .documentIndex = static_cast<int>(joints.size())});
    joints.back().rest.translation = {0, 1, distance};
  }
  Model model;
  model.skeleton = std::move(*crossfade::Skeleton::make(std::move(joints)));
  Primitive box;
  box.positions = {{-1, 0, -1}, {1, 2, 1}, {0, 2, 0}};
  model.meshes.push_back({.name = "box", .primitives = {box}, .morphTargetNames = {}});
  model.instances.push_back({.node = 0, .mesh = 0});
  return model;
}

UnitlessLight lightOn(int node, float intensity, LightKind kind = LightKind::Point) {
  UnitlessLight light;
  light.light.node = node;
  light.light.intensity = intensity;
  light.light.kind = kind;
  return light;
}

TEST(UnitlessLights, AreAsBrightInTheMiddleOfTheModelAsTheirFileSays) {
  Model model = withNodesAt({3, 5});
  addUnitlessLights({lightOn(1, 0.5f), lightOn(2, 0.25f), lightOn(1, 2, LightKind::Directional)}, 0.01, model);
  ASSERT_EQ(model.lights.size(), 3u);
  EXPECT_NEAR(model.lights[0].intensity / 9, kPi * 0.5f, 1e-5f);
  EXPECT_NEAR(model.lights[1].intensity / 25, kPi * 0.25f, 1e-5f);
  EXPECT_NEAR(model.lights[2].intensity, kPi * 2, 1e-5f);
}

TEST(UnitlessLights, ShineOnTheJointsOfASkinWhereverItsMeshWasDrawn) {
  Model model = withNodesAt({3, 5});
  model.skins.push_back({.joints = {2}});
  model.instances[0].skin = 0;
  addUnitlessLights({lightOn(1, 0.5f)}, 0.01, model);
  ASSERT_EQ(model.lights.size(), 1u);
  EXPECT_NEAR(model.lights[0].intensity / 4, kPi * 0.5f, 1e-5f) << "2 m from the joint";
}

TEST(UnitlessLights, ThatAreBrighterThanWhiteKeepTheirRatio) {
  Model model = withNodesAt({3, 5});
  addUnitlessLights({lightOn(1, 1000), lightOn(2, 500)}, 1, model);
  EXPECT_NEAR(model.lights[0].intensity / 9, kPi, 1e-4f);
  EXPECT_NEAR(model.lights[1].intensity / 25, kPi / 2, 1e-4f);
}

TEST(UnitlessLights, ThatDecayAreScaledUntilTheBrightestIsWhite) {
  Model model = withNodesAt({2, 4});
  UnitlessLight near = lightOn(1, 1), far = lightOn(2, 1);
  for (UnitlessLight* const each : {&near, &far}) each->constant = 0, each->quadratic = 1;
  addUnitlessLights({near, far}, 0.01, model);  // 200 and 400 units away
  EXPECT_NEAR(model.lights[0].intensity / 4, kPi, 1e-4f);
  EXPECT_NEAR(model.lights[1].intensity / 16, kPi / 4, 1e-4f);
}

TEST(UnitlessLights, AreFiniteInTheMiddleOfTheModelAndWithoutOne) {
  Model model = withNodesAt({0});
  UnitlessLight light = lightOn(1, 1e30f);
  light.constant = 0, light.quadratic = 1;
  addUnitlessLights({light}, 1e-6, model);
  EXPECT_TRUE(std::isfinite(model.lights[0].intensity));
  Model empty = withNodesAt({1});
  empty.instances.clear();
  addUnitlessLights({lightOn(1, 0)}, 1, empty);
  EXPECT_EQ(empty.lights[0].intensity, 0);
}

}  // namespace
}  // namespace app
