#include "app/session/timing/timing_command.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

/// splitmix64 (Steele, Lea and Flood 2014): the same values with every compiler.
std::uint64_t nextRandom(std::uint64_t& state) {
  std::uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// In [-1, 1).
double nextShift(std::uint64_t& state) { return static_cast<double>(nextRandom(state) >> 11) * 0x1p-52 - 1; }

std::int64_t flicksOf(double seconds) {
  return std::llround(seconds * static_cast<double>(crossfade::kFlicksPerSecond));
}

bool isInHitch(std::int64_t time, const Hitches& hitches) {
  const std::int64_t every = std::max<std::int64_t>(1, flicksOf(hitches.every));
  return time >= every && time % every < flicksOf(hitches.seconds);
}

}  // namespace

void toNextFrame(DisplayFrames& frames, const DisplayRate& display, const Hitches& hitches) {
  const crossfade::StepRate rate = crossfade::stepRate(display.framesPerSecond);
  const std::int64_t second = crossfade::kFlicksPerSecond * rate.seconds;
  const std::int64_t step = second / rate.steps;
  do {
    frames.even += (second + frames.rest) / rate.steps;
    frames.rest = (second + frames.rest) % rate.steps;
    const double shift = nextShift(frames.random) * std::clamp(display.jitter, 0.0, 0.45) * static_cast<double>(step);
    frames.next = frames.even + std::llround(shift);
  } while (display.hitches && hitches.seconds < hitches.every && isInHitch(frames.next, hitches));
}

namespace {

constexpr double kRounding = 1e-11;  // of the path's length
constexpr double kMaxReversals = 1e15;

/// `turnsWhenReached`: also a step that ends exactly there turns.
Block clamped(Block block, double travel, double length, bool turnsWhenReached) {
  const double wanted = block.position + block.direction * travel;
  const bool passesFarEnd = block.direction * travel > 0;
  const double end = passesFarEnd ? length : 0;
  const double beyond = passesFarEnd ? wanted - end : end - wanted;
  const double side = travel < 0 ? -1 : 1;
  if (beyond < -kRounding * length) {
    block.traveled += travel;
    block.position = wanted;
    return block;
  }
  block.traveled += side * std::abs(end - block.position);
  block.position = end;
  if (!turnsWhenReached && beyond <= kRounding * length) return block;
  block.lost += std::max(0.0, beyond);
  block.direction = -block.direction;
  ++block.reversals;
  return block;
}

/// Back and forth unrolled into one line: [0, length) forward, [length, 2 length) backward.
Block folded(Block block, double line, double length) {
  double distance = std::fmod(line, 2 * length);
  if (distance < 0) distance += 2 * length;
  block.direction = distance < length ? 1 : -1;
  block.position = std::clamp(distance < length ? distance : 2 * length - distance, 0.0, length);
  return block;
}

std::int64_t endsBetween(double a, double b, double length) {
  return static_cast<std::int64_t>(std::min(kMaxReversals, std::abs(std::floor(b / length) - std::floor(a / length))));
}

}  // namespace

Block advanceBlock(Block block, double seconds, Edges edges, const BlockPath& path) {
  const double travel = path.unitsPerSecond * seconds;
  if (!std::isfinite(travel) || travel == 0) return block;
  switch (edges) {
    case Edges::Clamp:
      return clamped(block, travel, path.length, true);
    case Edges::ClampPast:
      return clamped(block, travel, path.length, false);
    case Edges::Reflect:
      break;
  }
  const double line = block.direction > 0 ? block.position : 2 * path.length - block.position;
  Block next = folded(block, line + travel, path.length);
  next.traveled += travel;
  next.reversals += endsBetween(line, line + travel, path.length);
  return next;
}

Block blockAfter(double seconds, const BlockPath& path) {
  const double travel = path.unitsPerSecond * seconds;
  if (!std::isfinite(travel)) return {};
  Block block = folded({}, travel, path.length);
  block.traveled = travel;
  block.reversals = endsBetween(0, travel, path.length);
  return block;
}

/// The six have some jitter, as real timers do: at exactly 10, 30, 60 or 144 frames per second a block that turns when
/// it reaches an end would do so in whole frames and never lose anything. For the same reason their fixed step is 16
/// ms: with 1/60 s, 300 units are 150 whole steps.
std::vector<TimingRowSettings> rowsOf(TimingPreset preset) {
  switch (preset) {
    case TimingPreset::SixDisplays:
      return {{.display = {.framesPerSecond = 10, .jitter = 0.05}},
              {.display = {.framesPerSecond = 30, .jitter = 0.05}},
              {.display = {.framesPerSecond = 60, .jitter = 0.05}},
              {.display = {.framesPerSecond = 144, .jitter = 0.05}},
              {.display = {.framesPerSecond = 60, .jitter = 0.45}},
              {.display = {.framesPerSecond = 60, .jitter = 0.05, .hitches = true}}};
    case TimingPreset::Lesson:
      return {{.display = {.framesPerSecond = 60}},
              {.display = {.framesPerSecond = 30}},
              {.display = {.framesPerSecond = 10}}};
  }
  return {};
}

TimingSettings withPreset(const TimingSettings& settings, TimingPreset preset) {
  TimingSettings made{.rows = rowsOf(preset),
                      .paused = settings.paused,
                      .showsCharacter = settings.showsCharacter,
                      .graph = settings.graph};
  if (preset == TimingPreset::Lesson) {
    made.stepsPerSecond = 60;
    made.edges = Edges::ClampPast;
  }
  return made;
}

}  // namespace app
