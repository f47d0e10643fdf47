#include "app/view/file_lights.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <glm/ext/matrix_transform.hpp>
#include <glm/gtc/constants.hpp>

namespace app {
namespace {

/// Lights, each on its own node; the camera looks at the origin.
struct Lamps {
  Model model;
  std::vector<glm::mat4> worlds;

  void add(FileLight light, const glm::mat4& world) {
    light.node = static_cast<int>(worlds.size());
    model.lights.push_back(light);
    worlds.push_back(world);
  }
  void addPoint(float intensity, float distance) {
    add({.kind = LightKind::Point, .intensity = intensity}, glm::translate(glm::mat4(1), glm::vec3(distance, 0, 0)));
  }
  DrawList list(LightSource source) const {
    DrawList out;
    addFileLights(model, {.worlds = worlds}, source, {.target = {0, 0, 0}}, out);
    return out;
  }
};

TEST(FileLights, LeaveTheStudioAloneUntilTheyAreChosen) {
  Lamps lamps;
  EXPECT_EQ(lamps.list(LightSource::File), DrawList()) << "there are none";
  lamps.addPoint(1, 1);
  EXPECT_EQ(lamps.list(LightSource::Studio), DrawList());
}

TEST(FileLights, ReplaceTheStudioOrComeOnTopOfIt) {
  Lamps lamps;
  lamps.addPoint(2, 1);
  const DrawList alone = lamps.list(LightSource::File), both = lamps.list(LightSource::Both);
  EXPECT_EQ(alone.lighting.sun, 0);
  EXPECT_EQ(alone.lighting.studio, kStudioBesideLights);
  EXPECT_EQ(both.lighting, Lighting());
  ASSERT_EQ(alone.lights.size(), 1u);
  EXPECT_EQ(alone.lights, both.lights);
  EXPECT_EQ(alone.lights[0].position, glm::vec3(1, 0, 0));
  EXPECT_EQ(alone.lights[0].color, glm::vec3(2));
}

TEST(FileLights, TheBrightestDirectionalOneBecomesTheSun) {
  Lamps lamps;
  lamps.add({.kind = LightKind::Directional, .intensity = 1}, glm::mat4(1));
  const glm::mat4 fromAbove = glm::scale(glm::rotate(glm::mat4(1), -glm::half_pi<float>(), {1, 0, 0}), glm::vec3(7));
  lamps.add({.kind = LightKind::Directional, .color = {1, 0.5f, 0}, .intensity = 2}, fromAbove);
  const DrawList list = lamps.list(LightSource::File);
  EXPECT_NEAR(list.sunDirection.y, 1, 1e-6) << "a light shines along -Z, so +Z points toward it";
  EXPECT_EQ(list.lighting.sunColor, glm::vec3(2, 1, 0));
  EXPECT_EQ(list.lighting.sun, 1);
  ASSERT_EQ(list.lights.size(), 1u);
  EXPECT_EQ(list.lights[0].direction, glm::vec3(0, 0, 1));
  EXPECT_EQ(lamps.list(LightSource::Both).lights.size(), 2u) << "the studio keeps its sun";
}

TEST(FileLights, OfManyTheBrightestAtTheTargetCount) {
  Lamps lamps;
  for (int i = 1; i <= 20; ++i) lamps.addPoint(0.01f, static_cast<float>(21 - i));  // the last one is the nearest
  const DrawList list = lamps.list(LightSource::File);
  ASSERT_EQ(list.lights.size(), static_cast<std::size_t>(kMaxLights));
  for (std::size_t i = 0; i < list.lights.size(); ++i) EXPECT_EQ(list.lights[i].position.x, static_cast<float>(i + 1));
}

TEST(FileLights, AreDimmedTogetherWhereTheyWouldBlind) {
  Lamps lamps;
  lamps.addPoint(300, 1);
  lamps.addPoint(400, 2);  // a quarter of that arrives
  const DrawList list = lamps.list(LightSource::File);
  ASSERT_EQ(list.lights.size(), 2u);
  const float sum = list.lights[0].color.x + list.lights[1].color.x / 4;
  EXPECT_NEAR(sum, kBrightest * glm::pi<float>(), 1e-3);
  EXPECT_NEAR(list.lights[1].color.x / list.lights[0].color.x, 4.0f / 3, 1e-5);
}

TEST(FileLights, FollowTheFormulasOfTheExtension) {
  Lamps lamps;
  lamps.add({.kind = LightKind::Spot, .intensity = 1, .innerCone = 0.25f, .outerCone = 0.5f},
            glm::translate(glm::mat4(1), glm::vec3(0, 0, 2)));
  const PunctualLight spot = lamps.list(LightSource::File).lights.at(0);
  EXPECT_NEAR(std::cos(0.5f) * spot.coneScale + spot.coneOffset, 0, 1e-5) << "dark from the outer cone on";
  EXPECT_NEAR(std::cos(0.25f) * spot.coneScale + spot.coneOffset, 1, 1e-5) << "full within the inner cone";
  lamps.model.lights[0].range = 1;
  EXPECT_TRUE(lamps.list(LightSource::File).lights.empty()) << "its range does not reach the target";
}

TEST(FileLights, WithoutADirectionShineNowhere) {
  Lamps lamps;
  lamps.add({.kind = LightKind::Directional}, glm::mat4(0));
  lamps.add({.kind = LightKind::Point, .intensity = 1}, glm::mat4(NAN));
  EXPECT_TRUE(lamps.list(LightSource::File).lights.empty());
}

}  // namespace
}  // namespace app
