// Smooth random motion of points, as clips to compare.
#ifndef TESTS_ENGINE_MATCH_RANDOM_POINTS_H
#define TESTS_ENGINE_MATCH_RANDOM_POINTS_H

#include <cmath>
#include <random>
#include <vector>

#include <glm/vec3.hpp>

namespace crossfade::test {

inline constexpr int kRandomPoints = 9;

/// `frames` x kRandomPoints positions, periodic in `frames`.
inline std::vector<glm::dvec3> randomMotion(unsigned seed, int frames) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<glm::dvec3> positions(static_cast<std::size_t>(frames) * kRandomPoints);
  for (std::size_t point = 0; point < kRandomPoints; ++point)
    for (int axis = 0; axis < 3; ++axis) {
      const double middle = unit(random), a = unit(random), b = unit(random) / 3, phase = 3 * unit(random);
      for (int i = 0; i < frames; ++i) {
        const double t = 2 * 3.14159265358979323846 * i / frames;
        positions[static_cast<std::size_t>(i) * kRandomPoints + point][axis] =
            middle + a * std::sin(t + phase) + b * std::cos(2 * t - phase);
      }
    }
  return positions;
}

/// By `angle` about y, then by `x` and `z`: written out, not the code under test.
inline glm::dvec3 movedOverGround(const glm::dvec3& p, double angle, double x, double z) {
  return {p.x * std::cos(angle) + p.z * std::sin(angle) + x, p.y, -p.x * std::sin(angle) + p.z * std::cos(angle) + z};
}

}  // namespace crossfade::test

#endif  // TESTS_ENGINE_MATCH_RANDOM_POINTS_H
