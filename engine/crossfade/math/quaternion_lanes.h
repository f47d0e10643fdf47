// Quaternions in registers of two doubles, for what is computed for every joint: half of the instructions.
#ifndef CROSSFADE_MATH_QUATERNION_LANES_H
#define CROSSFADE_MATH_QUATERNION_LANES_H

#include <cmath>
#include <cstring>

namespace crossfade {

#if defined(__wasm__) || !defined(__GNUC__)
/// One by one: engines of JavaScript are slower with vectors of doubles, and other compilers have no such type.
class DoublePair {
 public:
  DoublePair() = default;
  DoublePair(double first, double second) : values_{first, second} {}
  double operator[](int i) const { return values_[i]; }
  friend DoublePair operator+(DoublePair a, DoublePair b) { return {a[0] + b[0], a[1] + b[1]}; }
  friend DoublePair operator*(DoublePair a, DoublePair b) { return {a[0] * b[0], a[1] * b[1]}; }
  friend DoublePair operator*(DoublePair a, double factor) { return {a[0] * factor, a[1] * factor}; }

 private:
  double values_[2]{};
};
#else
using DoublePair [[gnu::vector_size(16)]] = double;
#endif

/// x, y and z, w. Each component is computed as it would be alone: the same bits on every processor.
struct QuaternionLanes {
  QuaternionLanes() = default;
  QuaternionLanes(DoublePair first, DoublePair second) : xy(first), zw(second) {}
  explicit QuaternionLanes(const double* components) {
    std::memcpy(&xy, components, sizeof(xy));
    std::memcpy(&zw, components + 2, sizeof(zw));
  }
  explicit QuaternionLanes(const float* components)
      : xy{components[0], components[1]}, zw{components[2], components[3]} {}
  void store(double* components) const {
    std::memcpy(components, &xy, sizeof(xy));
    std::memcpy(components + 2, &zw, sizeof(zw));
  }

  friend QuaternionLanes operator+(const QuaternionLanes& a, const QuaternionLanes& b) {
    return {a.xy + b.xy, a.zw + b.zw};
  }
  friend QuaternionLanes operator*(const QuaternionLanes& a, double factor) { return {a.xy * factor, a.zw * factor}; }
  friend bool operator==(const QuaternionLanes& a, const QuaternionLanes& b) {
    return a.xy[0] == b.xy[0] && a.xy[1] == b.xy[1] && a.zw[0] == b.zw[0] && a.zw[1] == b.zw[1];
  }
  friend double dot(const QuaternionLanes& a, const QuaternionLanes& b) {
    const DoublePair products = a.xy * b.xy + a.zw * b.zw;
    return products[0] + products[1];
  }

  DoublePair xy{}, zw{};
};

}  // namespace crossfade

#endif  // CROSSFADE_MATH_QUATERNION_LANES_H
