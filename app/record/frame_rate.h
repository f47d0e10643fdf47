// Frames per second as a fraction, so that 29.97 is what films mean by it.
#pragma once

#include <cmath>

namespace app {

struct FrameRate {
  int frames = 25;
  int seconds = 1;  // in which `frames` are shown

  double perSecond() const { return static_cast<double>(frames) / seconds; }
  /// When frame `index` is shown.
  double timeOf(double index) const { return index * seconds / frames; }
};

/// A whole number; or a whole number times 1000/1001, as 29.97 and 23.976 stand for; else to a thousandth.
inline FrameRate frameRateOf(double perSecond) {
  constexpr double kNear = 5e-4;
  const double whole = std::round(perSecond), film = std::round(perSecond * 1.001);
  if (std::abs(perSecond - whole) < 1e-9) return {.frames = static_cast<int>(whole), .seconds = 1};
  if (std::abs(perSecond - film / 1.001) < kNear * film / 24)
    return {.frames = static_cast<int>(film) * 1000, .seconds = 1001};
  return {.frames = static_cast<int>(std::lround(perSecond * 1000)), .seconds = 1000};
}

}  // namespace app
