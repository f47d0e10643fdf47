#include "app/session/timing/moving_block.h"

#include <algorithm>
#include <cmath>

namespace app {
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

}  // namespace app
