#include "crossfade/clock/clock.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "crossfade/base/assert.h"

namespace crossfade {
namespace {

constexpr double kMaxSeconds = 1e9;  // per frame, times the speed; more would overflow the counters
constexpr std::int64_t kMaxRate = 10'000'000'000;

bool isValid(const StepRate& rate) {
  return rate.steps > 0 && rate.seconds > 0 && std::int64_t{rate.steps} * rate.seconds <= kMaxRate;
}

/// Saturates: after centuries a clock stops instead of overflowing.
std::int64_t sum(std::int64_t a, std::int64_t b) {
  using Limits = std::numeric_limits<std::int64_t>;
  if (b > 0 && a > Limits::max() - b) return Limits::max();
  if (b < 0 && a < Limits::min() - b) return Limits::min();
  return a + b;
}

std::int64_t signedBy(bool negative, std::int64_t value) { return negative ? -value : value; }

/// A fixed step, in the unit of Clock::accumulator.
std::int64_t stepUnits(const StepRate& rate) { return kFlicksPerSecond * rate.seconds; }

struct Elapsed {
  double seconds = 0;  // wall-clock time
  double dropped = 0;
  ElapsedFault fault = ElapsedFault::None;
};

Elapsed checked(double elapsed, double longest) {
  if (!std::isfinite(elapsed)) return {.fault = ElapsedFault::NotFinite};
  if (elapsed < 0) return {.fault = ElapsedFault::Backward};
  const double limit = longest > 0 ? longest : 0;
  return {.seconds = std::min(elapsed, limit), .dropped = std::max(0.0, elapsed - limit)};
}

/// Reverses time. The moment on screen stays at the same point between the two states; the states swap roles, so its
/// distance from the first becomes its distance from the second.
bool reverse(Clock& clock) {
  clock.backward = !clock.backward;
  if (!clock.stepped) {
    clock.accumulator = -clock.accumulator;
    return false;
  }
  clock.accumulator = stepUnits(clock.settings.rate) - clock.accumulator;
  clock.ticks = sum(clock.ticks, clock.backward ? -1 : 1);
  return true;
}

/// Takes the fixed steps that fit into the accumulator plus `flicks`; returns how many, some of which may have to be
/// dropped.
std::int64_t takeSteps(Clock& clock, std::int64_t flicks) {
  const StepRate rate = clock.settings.rate;
  const std::int64_t step = stepUnits(rate);
  const std::int64_t whole = flicks / step;  // splitting avoids overflow of the product
  const std::int64_t units = clock.accumulator + (flicks % step) * rate.steps;
  const std::int64_t more = units >= 0 ? units / step : 0;
  clock.accumulator = units - more * step;
  return whole * rate.steps + more;
}

double alphaOf(const Clock& clock) {
  const auto fraction = static_cast<double>(clock.accumulator) / static_cast<double>(stepUnits(clock.settings.rate));
  return std::clamp(fraction, 0.0, 1.0);
}

ClockStep tickFrame(Clock& clock) {
  clock.ticks = sum(clock.ticks, clock.backward ? -1 : 1);
  return {.steps = 1, .stepSeconds = clock.settings.rate.stepSeconds() * clock.settings.speed};
}

ClockStep tickTime(Clock& clock, double seconds) {
  clock.ticks = sum(clock.ticks, signedBy(clock.backward, takeFlicks(seconds, clock.carry)));
  return {.steps = 1, .stepSeconds = clock.backward ? -seconds : seconds};
}

ClockStep tickFixed(Clock& clock, double seconds) {
  const std::int64_t due = takeSteps(clock, takeFlicks(seconds, clock.carry));
  const std::int64_t taken = std::min<std::int64_t>(due, std::max(clock.settings.maxSteps, 0));
  const double length = clock.settings.rate.stepSeconds();
  clock.ticks = sum(clock.ticks, signedBy(clock.backward, taken));
  clock.stepped = clock.stepped || taken > 0;
  return {.steps = static_cast<int>(taken),
          .stepSeconds = clock.backward ? -length : length,
          .alpha = alphaOf(clock),
          .droppedSeconds = static_cast<double>(due - taken) * length};
}

}  // namespace

StepRate stepRate(double stepsPerSecond) {
  if (!std::isfinite(stepsPerSecond)) return {};
  const auto thousandths = static_cast<std::int32_t>(std::lround(std::clamp(stepsPerSecond, 0.001, 5000.0) * 1000));
  const std::int32_t common = std::gcd(thousandths, 1000);
  return {.steps = thousandths / common, .seconds = 1000 / common};
}

std::int64_t takeFlicks(double seconds, double& carry) {
  const double exact = std::clamp(seconds, -kMaxSeconds, kMaxSeconds) * static_cast<double>(kFlicksPerSecond) + carry;
  const double whole = std::isfinite(exact) ? std::round(exact) : 0;
  carry = std::isfinite(exact) ? exact - whole : 0;
  return static_cast<std::int64_t>(whole);
}

ClockStep tick(Clock& clock, double elapsed) {
  const ClockSettings& settings = clock.settings;
  CROSSFADE_ASSERT(isValid(settings.rate), "tick: the step rate is not one of StepRate's");
  if (!isValid(settings.rate)) clock.settings.rate = {};
  const Elapsed wall = checked(elapsed, settings.longestFrame);
  const bool isFixed = settings.kind == ClockKind::FixedStep;
  if (settings.paused || settings.speed == 0 || !std::isfinite(settings.speed))
    return {.alpha = isFixed ? alphaOf(clock) : 1, .fault = wall.fault};

  bool reversed = false;
  if ((settings.speed < 0) != clock.backward) {
    if (isFixed)
      reversed = reverse(clock);
    else
      clock.backward = !clock.backward;
  }
  const double speed = std::abs(settings.speed);
  const double seconds = std::min(wall.seconds * speed, kMaxSeconds);
  ClockStep due;
  switch (settings.kind) {
    case ClockKind::FrameBased:
      due = tickFrame(clock);
      break;
    case ClockKind::TimeBased:
      due = tickTime(clock, seconds);
      break;
    case ClockKind::FixedStep:
      due = tickFixed(clock, seconds);
      break;
  }
  if (settings.kind != ClockKind::FrameBased)
    due.droppedSeconds += wall.dropped * speed + (wall.seconds * speed - seconds);
  clock.droppedSeconds += due.droppedSeconds;
  due.reversed = reversed;
  due.fault = wall.fault;
  return due;
}

double secondsOf(const Clock& clock) {
  const auto ticks = static_cast<double>(clock.ticks);
  if (clock.settings.kind == ClockKind::TimeBased) return ticks / static_cast<double>(kFlicksPerSecond);
  const StepRate rate = isValid(clock.settings.rate) ? clock.settings.rate : StepRate{};
  return ticks * rate.seconds / rate.steps;
}

}  // namespace crossfade
