// Frames per second as a fraction, so that 29.97 means 30000/1001 as in film.
#ifndef APP_RECORD_FRAME_RATE_H
#define APP_RECORD_FRAME_RATE_H

#include <cmath>

namespace app {

struct FrameRate {
  int frames = 25;
  int seconds = 1;  // how long `frames` frames take

  double perSecond() const { return static_cast<double>(frames) / seconds; }
  /// When frame `index` is shown.
  double timeOf(double index) const { return index * seconds / frames; }
};

/// An integer; or an integer times 1000/1001, which 29.97 and 23.976 stand for; else rounded to 1/1000.
inline FrameRate frameRateOf(double perSecond) {
  constexpr double kNear = 5e-4;
  const double whole = std::round(perSecond), film = std::round(perSecond * 1.001);
  if (std::abs(perSecond - whole) < 1e-9) return {.frames = static_cast<int>(whole), .seconds = 1};
  if (std::abs(perSecond - film / 1.001) < kNear * film / 24)
    return {.frames = static_cast<int>(film) * 1000, .seconds = 1001};
  return {.frames = static_cast<int>(std::lround(perSecond * 1000)), .seconds = 1000};
}

}  // namespace app

#endif  // APP_RECORD_FRAME_RATE_H
