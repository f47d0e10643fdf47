#include "app/render/scene_program.h"

#include <gtest/gtest.h>

#include <cmath>

#include <glm/geometric.hpp>

namespace app {
namespace {

float largeCell(float sceneRadius) {
  DrawList list;
  list.sceneRadius = sceneRadius;
  return frameUniforms(list, {}, 1280, 720, 4).grid.x;
}

TEST(FrameUniforms, HaveGridCellsInPowersOfTen) {
  EXPECT_FLOAT_EQ(largeCell(0.9f), 1);
  EXPECT_FLOAT_EQ(largeCell(2.5f), 1);
  EXPECT_FLOAT_EQ(largeCell(80), 100);
  EXPECT_FLOAT_EQ(largeCell(0.01f), 0.01f);
}

TEST(FrameUniforms, TreatAnInvalidRadiusAsOneMeter) {
  EXPECT_FLOAT_EQ(largeCell(0), 1);
  EXPECT_FLOAT_EQ(largeCell(-3), 1);
  EXPECT_FLOAT_EQ(largeCell(NAN), 1);
}

TEST(FrameUniforms, SayWhetherThereIsAShadow) {
  EXPECT_EQ(frameUniforms({}, {}, 64, 64, 1).sun.w, 0);
  EXPECT_EQ(frameUniforms({}, {.empty = false}, 64, 64, 1).sun.w, 1);
}

TEST(FrameUniforms, PointToTheSunWithLengthOne) {
  DrawList list;
  list.sunDirection = {0, 5, 0};
  EXPECT_EQ(glm::vec3(frameUniforms(list, {}, 64, 64, 1).sun), glm::vec3(0, 1, 0));
  list.sunDirection = {0, 0, 0};
  EXPECT_NEAR(glm::length(glm::vec3(frameUniforms(list, {}, 64, 64, 1).sun)), 1, 1e-6);
}

}  // namespace
}  // namespace app
