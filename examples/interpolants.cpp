// Two interpolations that the library does not have, between the same keys: a monotone cubic, which never overshoots,
// and a spring that follows the keys and settles after the last one.
//
// Prints:
//   t     smooth  monotone  spring
//   0.50  0.5625  0.6250    0.0000
//   1.25  1.0469  1.0000    0.2642
//   1.75  0.9531  1.0000    0.8009
//   2.50  1.4375  1.3750    0.9826
//   3.50  2.0000  2.0000    1.5935
//   9.00  2.0000  2.0000    2.0000
//
// The keys are 0, 1, 1, 2 at 0, 1, 2 and 3 s. Monotone: the slopes are 1, 0, 0, 1, so the cubic is flat from 1 s to
// 2 s, and at 0.5 s it is 1/8 + 1/2. Smooth has the slope 1/2 there and rises to 1.0469. Spring: s seconds after it was
// at rest at a distance of 1, 1 - (1 + 4 s) e^(-4 s) of that is done: 0.2642 after 0.25 s, 0.9826 after 1.5 s.
#include <cmath>
#include <cstdio>
#include <vector>

#include "crossfade/clip/custom_interpolant.h"
#include "crossfade/clip/interpolant.h"
#include "crossfade/math/hermite.h"

using namespace crossfade;

namespace {

const std::vector<double> kTimes = {0, 1, 2, 3};
const std::vector<double> kValues = {0, 1, 1, 2};

double chord(std::size_t left) { return (kValues[left + 1] - kValues[left]) / (kTimes[left + 1] - kTimes[left]); }

/// Fritsch and Carlson (1980) with the harmonic mean of Fritsch and Butland (1984): a slope that keeps every segment
/// between its keys.
double monotoneSlope(std::size_t key) {
  if (key == 0) return chord(0);
  if (key + 1 == kTimes.size()) return chord(key - 1);
  const double before = chord(key - 1), after = chord(key);
  return before * after > 0 ? 2 * before * after / (before + after) : 0;
}

/// The slopes are computed once per interval, not once per frame.
struct MonotoneCubic {
  double m0 = 0, m1 = 0;

  void intervalChanged(std::size_t right, double t0, double t1) {
    m0 = monotoneSlope(right - 1) * (t1 - t0);
    m1 = monotoneSlope(right) * (t1 - t0);
  }
  void interpolate(std::size_t right, double t0, double t, double t1, std::span<double> result) const {
    result[0] = hermite(kValues[right - 1], m0, kValues[right], m1, (t - t0) / (t1 - t0));
  }
  void copyKey(std::size_t key, std::span<double> result) const { result[0] = kValues[key]; }
};

/// Critically damped. Where it is at a key depends on all keys before; so that any time can be asked for in any order,
/// its states at the keys are computed first.
class Spring {
 public:
  explicit Spring(double rate) : rate_(rate), atKeys_(kTimes.size(), {kValues[0], 0}) {
    for (std::size_t key = 1; key < kTimes.size(); ++key) atKeys_[key] = after(key - 1, kTimes[key] - kTimes[key - 1]);
  }
  void interpolate(std::size_t right, double t0, double t, double, std::span<double> result) const {
    result[0] = after(right - 1, t - t0).value;
  }
  void afterEnd(double tn, double t, std::span<double> result) const {
    result[0] = after(kTimes.size() - 1, t - tn).value;
  }
  void copyKey(std::size_t, std::span<double> result) const { result[0] = kValues[0]; }  // before the first key

 private:
  struct State {
    double value, speed;
  };

  /// `seconds` after a key was reached, whose value is the target from then on.
  State after(std::size_t key, double seconds) const {
    const double offset = atKeys_[key].value - kValues[key], pull = atKeys_[key].speed + rate_ * offset;
    const double left = std::exp(-rate_ * seconds);
    return {kValues[key] + (offset + pull * seconds) * left, (pull - rate_ * (offset + pull * seconds)) * left};
  }

  double rate_;  // per second
  std::vector<State> atKeys_;
};

}  // namespace

int main() {
  double smoothly[1], monotonely[1], springily[1];
  auto smooth = *Interpolant::make({kTimes, kValues, {}, 1}, Interpolation::Smooth, Mixing::Lerp, smoothly);
  auto monotone = *CustomInterpolant<MonotoneCubic>::make(kTimes, {}, 1, monotonely);
  auto spring = *CustomInterpolant<Spring>::make(kTimes, Spring(4), 1, springily);

  std::printf("t     smooth  monotone  spring\n");
  for (const double t : {0.5, 1.25, 1.75, 2.5, 3.5, 9.0})
    std::printf("%.2f  %.4f  %.4f    %.4f\n", t, smooth.evaluate(t)[0], monotone.evaluate(t)[0], spring.evaluate(t)[0]);
}
