#include "app/ui/character/cost_scale.h"

#include <algorithm>
#include <cmath>

#include "app/ui/widgets/color_space.h"

namespace app {
namespace {

/// A color by Oklab lightness, chroma, and hue in degrees.
struct ScaleEnd {
  double lightness, chroma, hue;
};
constexpr ScaleEnd kCheapOnDark{0.92, 0.13, 102}, kCostlyOnDark{0.26, 0.09, 290};
constexpr ScaleEnd kCheapOnLight{0.36, 0.12, 290}, kCostlyOnLight{0.96, 0.03, 102};
constexpr double kDegree = 3.14159265358979 / 180;

}  // namespace

ImU32 costColor(double share, bool dark) {
  const ScaleEnd &a = dark ? kCheapOnDark : kCheapOnLight, &b = dark ? kCostlyOnDark : kCostlyOnLight;
  const double t = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 1;
  const double hue = std::lerp(a.hue, b.hue, t) * kDegree, chroma = std::lerp(a.chroma, b.chroma, t);
  return colorOf(
      linearOfOklab({std::lerp(a.lightness, b.lightness, t), chroma * std::cos(hue), chroma * std::sin(hue)}));
}

}  // namespace app
