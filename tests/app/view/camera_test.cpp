#include "app/view/camera.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace app {
namespace {

Bounds box(glm::vec3 min, glm::vec3 max) {
  Bounds bounds;
  bounds.add(min);
  bounds.add(max);
  return bounds;
}

/// The position of a point in normalized device coordinates, -1..1 in each axis.
glm::vec3 inPicture(const Camera& camera, float aspect, glm::vec3 point) {
  const glm::vec4 clip = projectionMatrix(camera, aspect) * viewMatrix(camera) * glm::vec4(point, 1);
  EXPECT_GT(clip.w, 0) << "behind the eye";
  return glm::vec3(clip) / clip.w;
}

TEST(Camera, FramesAllCornersInPicturesOfAnyShape) {
  const Bounds boxes[] = {box({-1, 0, -1}, {1, 2, 1}), box({-5, 0, 0}, {5, 0.1f, 0.1f}),
                          box({100, 100, 100}, {100.01f, 100.05f, 100.01f}), box({-900, 0, -900}, {900, 1800, 900})};
  for (const Bounds& bounds : boxes)
    for (const float aspect : {0.3f, 0.75f, 1.0f, 16.0f / 9, 4.0f})
      for (float yaw = 0; yaw < 6; yaw += 0.7f) {
        const Camera camera = frame({.yaw = yaw, .pitch = 0.4f}, bounds, aspect);
        for (int corner = 0; corner < 8; ++corner) {
          const glm::vec3 point(corner & 1 ? bounds.max.x : bounds.min.x, corner & 2 ? bounds.max.y : bounds.min.y,
                                corner & 4 ? bounds.max.z : bounds.min.z);
          const glm::vec3 seen = inPicture(camera, aspect, point);
          EXPECT_LE(std::abs(seen.x), 1.0f) << aspect;
          EXPECT_LE(std::abs(seen.y), 1.0f) << aspect;
          EXPECT_LE(std::abs(seen.z), 1.0f) << "between near and far plane";
        }
      }
}

TEST(Camera, FramesTightly) {
  // What turns about the vertical axis of the box touches an edge of the picture, up to a few percent.
  const Bounds boxes[] = {box({-1, 0, -1}, {1, 0.1f, 1}), box({-3, -1, -3}, {3, 1, 3}),
                          box({0, 0, 0}, {0.1f, 2, 0.1f})};
  for (const Bounds& bounds : boxes)
    for (const float aspect : {0.5f, 1.0f, 2.0f})
      for (const float pitch : {-0.5f, 0.0f, 0.15f, 1.5f}) {
        const Camera camera = frame({.yaw = 0, .pitch = pitch}, bounds, aspect);
        const glm::vec3 half = (bounds.max - bounds.min) * 0.5f;
        float farthest = 0;
        for (float turn = 0; turn < 6.3f; turn += 0.01f)
          for (const float height : {-half.y, half.y}) {
            const float radius = std::hypot(half.x, half.z);
            const glm::vec3 rim(radius * std::cos(turn), height, radius * std::sin(turn));
            const glm::vec3 seen = inPicture(camera, aspect, bounds.center() + rim);
            farthest = std::max({farthest, std::abs(seen.x), std::abs(seen.y)});
          }
        EXPECT_LE(farthest, 1.0f) << aspect << ' ' << pitch;
        EXPECT_GT(farthest, 0.9f) << aspect << ' ' << pitch;
      }
}

TEST(Camera, ABroadFigureIsNotFramedAsASphere) {
  constexpr float kAspect = 16.0f / 9;
  const Camera camera = frame({}, box({-2, 0, -2}, {2, 1.3f, 2}), kAspect);
  const float height = inPicture(camera, kAspect, {0, 1.3f, 0}).y - inPicture(camera, kAspect, {0, 0, 0}).y;
  EXPECT_GT(height, 0.6f) << "of 2, in the middle alone; in the sphere around it, 0.42";
}

TEST(Camera, FrameOfNothingOrOfOnePointStaysFinite) {
  EXPECT_EQ(frame({}, Bounds{}, 1).distance, Camera{}.distance);
  for (const float aspect : {0.0f, float(NAN), 1e9f}) {
    const Camera camera = frame({}, box({1, 2, 3}, {1, 2, 3}), aspect);
    EXPECT_TRUE(std::isfinite(camera.distance) && camera.distance > 0);
    EXPECT_EQ(camera.target, glm::vec3(1, 2, 3));
  }
}

TEST(Camera, OrbitKeepsTargetAndDistance) {
  Camera camera{.target = {1, 2, 3}, .distance = 5};
  for (int i = 0; i < 200; ++i) {
    camera = orbit(camera, 0.37f, i % 40 < 20 ? 0.2f : -0.2f);
    EXPECT_NEAR(glm::distance(eyeOf(camera), camera.target), 5, 1e-4);
    const glm::mat4 view = viewMatrix(camera);
    const glm::vec4 center = view * glm::vec4(camera.target, 1);
    EXPECT_NEAR(center.z, -5, 1e-4);
    EXPECT_NEAR(center.x, 0, 1e-4);
    EXPECT_GT(view[1][1], 0) << "up stays up";
  }
  EXPECT_LE(std::abs(camera.yaw), 3.15f) << "does not grow without limit";
}

TEST(Camera, YawZeroLooksAtTheFaceOfACharacter) {
  const glm::vec3 eye = eyeOf({.target = {0, 0, 0}, .distance = 2, .yaw = 0, .pitch = 0});
  EXPECT_NEAR(eye.z, 2, 1e-6);
  EXPECT_GT(eyeOf({.pitch = 0.3f}).y, Camera{}.target.y) << "positive pitch: from above";
}

TEST(Camera, PanMovesTheSceneWithTheMouse) {
  for (const float yaw : {0.0f, 1.0f, 2.5f, -2.0f}) {
    const Camera before{.target = {0, 1, 0}, .distance = 3, .yaw = yaw, .pitch = 0.5f};
    const Camera after = pan(before, {0.25f, 0.1f});
    EXPECT_EQ(after.distance, before.distance);
    EXPECT_NEAR((viewMatrix(before) * glm::vec4(after.target, 1)).z, -3, 1e-4) << "in the picture plane";
    // what was at the center is now a quarter of the height to the right and a tenth down
    const glm::vec3 seen = inPicture(after, 2, before.target);
    EXPECT_NEAR(seen.x, 2 * 0.25f / 2, 1e-4);
    EXPECT_NEAR(seen.y, -2 * 0.1f, 1e-4);
  }
}

TEST(Camera, DollyIsLimited) {
  Camera camera{.distance = 4, .sceneRadius = 1};
  EXPECT_EQ(dolly(camera, 0.5f).distance, 2);
  for (int i = 0; i < 100; ++i) camera = dolly(camera, 0.5f);
  EXPECT_GT(camera.distance, 0);
  for (int i = 0; i < 100; ++i) camera = dolly(camera, 2);
  EXPECT_LE(camera.distance, 100);
}

TEST(Bounds, HoldTheirPointsAndLeaveOutWhatIsNotFinite) {
  Bounds bounds;
  EXPECT_EQ(bounds.radius(), 0);
  bounds.add({NAN, 0, 0});
  EXPECT_TRUE(bounds.empty);
  bounds.add({1, 2, 3});
  bounds.add({0, INFINITY, 0});
  bounds.add({-1, 2, 7});
  EXPECT_EQ(bounds.min, glm::vec3(-1, 2, 3));
  EXPECT_EQ(bounds.max, glm::vec3(1, 2, 7));
  EXPECT_EQ(bounds.center(), glm::vec3(0, 2, 5));
  EXPECT_FLOAT_EQ(bounds.radius(), std::sqrt(5.0f));
}

/// What a camera of the file at `world` sees.
Camera through(const FileCamera& camera, const glm::mat4& world) {
  return {.target = {0, 0, 0}, .file = fileViewOf(camera, world)};
}

TEST(Camera, OfTheFileLooksAlongItsNodesNegativeZ) {
  glm::mat4 world(1);  // at (0, 0, 5), twice as large, which does not count
  world[0] *= 2, world[1] *= 2, world[2] *= 2;
  world[3] = {0, 0, 5, 1};
  const Camera camera = through({.verticalFov = 2 * std::atan(0.5f), .nearPlane = 0.5f}, world);
  EXPECT_EQ(eyeOf(camera), glm::vec3(0, 0, 5));
  EXPECT_NEAR(inPicture(camera, 2, {0, 2.5f, 0}).y, 1, 1e-5) << "half the distance up is the upper edge";
  EXPECT_NEAR(inPicture(camera, 2, {5, 0, 0}).x, 1, 1e-5) << "and at aspect 2 the whole distance the right one";
  EXPECT_NEAR(inPicture(camera, 2, {0, 0, 4.5f}).z, -1, 1e-4) << "the near plane";
}

TEST(Camera, OfTheFileShowsAllThatItFramesInNarrowPictures) {
  const Camera camera = through({.verticalFov = 2 * std::atan(0.5f), .aspect = 2}, glm::mat4(1));
  for (const float aspect : {0.5f, 1.0f, 2.0f}) EXPECT_NEAR(inPicture(camera, aspect, {1, 0, -1}).x, 1, 1e-5) << aspect;
  EXPECT_NEAR(inPicture(camera, 4, {0, 0.5f, -1}).y, 1, 1e-5) << "wider pictures show more at the sides";
}

TEST(Camera, OrthographicOnesSeeParallelRays) {
  glm::mat4 world(1);
  world[3] = {0, 1, 5, 1};
  const Camera camera = through({.nearPlane = 0.1f, .orthographic = true, .halfSize = {3, 2}}, world);
  for (const float z : {4.0f, 0.0f, -20.0f}) {
    EXPECT_NEAR(inPicture(camera, 1.5f, {3, 3, z}).x, 1, 1e-5) << z;
    EXPECT_NEAR(inPicture(camera, 1.5f, {3, 3, z}).y, 1, 1e-5) << z;
  }
  EXPECT_NEAR(inPicture(camera, 1, {3, 1, 0}).x, 1, 1e-5) << "all of its width in a square picture";
}

TEST(Camera, OfANodeWithoutAxesStillSeesSomething) {
  for (const glm::mat4& world : {glm::mat4(0), glm::mat4(NAN)}) {
    const FileView view = fileViewOf({}, world);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(glm::length(glm::vec3(view.view[i])), 1, 1e-5);
  }
}

TEST(Camera, ShowsTheFrontOfAModel) {
  Model model;
  EXPECT_EQ(facing(model), Camera{});
  model.frontYaw = 3.14159265f;
  EXPECT_NEAR(glm::dot(eyeOf(facing(model)) - Camera().target, eyeOf({}) - Camera().target),
              -std::pow(std::cos(Camera().pitch) * Camera().distance, 2) +
                  std::pow(std::sin(Camera().pitch) * Camera().distance, 2),
              1e-4)
      << "the opposite side, from the same height";
}

}  // namespace
}  // namespace app
