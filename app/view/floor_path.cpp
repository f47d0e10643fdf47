#include "app/view/floor_path.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace app {
namespace {

constexpr glm::vec3 kPathColor{0.95f, 0.42f, 0.08f};  // linear
constexpr float kPathAlpha = 0.85f;
constexpr float kHalfWidth = 0.014f;  // these in scene radii
constexpr float kLeastStep = 0.01f;
constexpr float kPathReach = 8;  // a little less than the floor's own

glm::vec3 onFloor(const glm::vec3& position) { return {position.x, 0, position.z}; }

/// To the left of the way from one point to another.
glm::vec3 leftOf(const glm::vec3& from, const glm::vec3& to) {
  const glm::vec3 way = onFloor(to - from);
  const float length = glm::length(way);
  return length > 0 ? glm::vec3(way.z, 0, -way.x) / length : glm::vec3(0.0f);
}

}  // namespace

void addFloorPath(std::span<const TrailPoint> path, DrawList& out) {
  const float radius = out.sceneRadius, halfWidth = kHalfWidth * radius;
  const glm::vec3 floor(0, out.groundHeight, 0);
  const auto add = [&](const TrailPoint& point, const glm::vec3& left) {
    const float away = std::clamp(glm::length(onFloor(point.position)) / (kPathReach * radius), 0.0f, 1.0f);
    const float young = std::clamp(1 + point.seconds / static_cast<float>(kFloorPathSeconds), 0.0f, 1.0f);
    const glm::vec4 color(kPathColor, kPathAlpha * young * (1 - away * away));
    const glm::vec3 at = floor + onFloor(point.position);
    out.floorBand.push_back({.position = at + left * halfWidth, .color = color});
    out.floorBand.push_back({.position = at - left * halfWidth, .color = color});
  };
  const TrailPoint* last = nullptr;  // drawn so far; what is closer to it than kLeastStep is left out
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool isEnd = i + 1 == path.size();
    if (last && !isEnd && glm::distance(onFloor(last->position), onFloor(path[i].position)) < kLeastStep * radius)
      continue;
    const TrailPoint& next = isEnd ? path[i] : path[i + 1];
    const TrailPoint& before = last ? *last : path[i];
    if (const glm::vec3 left = leftOf(before.position, next.position); left != glm::vec3(0.0f)) add(path[i], left);
    last = &path[i];
  }
}

}  // namespace app
