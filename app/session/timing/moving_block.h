// The block of the classic lesson: it moves back and forth between 0 and 300, and the ends reveal how clocks differ.
#pragma once

#include <cstdint>

#include "app/fields/field.h"

namespace app {

/// What a step does at an end. Clamp: one that reaches or passes it stops there and turns; the rest of it is lost.
/// ClampPast, the rule of the classic lesson: only one that passes it turns, so a block that reaches an end exactly
/// loses the whole next step. Reflect: nothing is lost.
enum class Edges { Clamp, ClampPast, Reflect };
template <>
inline constexpr std::array<std::string_view, 3> kWords<Edges>{"clamp", "clampPast", "reflect"};

struct BlockPath {
  double length = 300;          // units, above 0
  double unitsPerSecond = 120;  // 0 or above
};

struct Block {
  double position = 0;  // units, in [0, length]
  int direction = 1;    // 1 toward the far end, -1 back, when time runs forward
  std::int64_t reversals = 0;
  double traveled = 0;  // units along the path; backward time subtracts
  double lost = 0;      // units cut off at the ends
};

/// One step of `seconds`; negative time retraces the path. A clamped step reverses at most once, a reflected one as
/// often as needed. A time that is not finite does nothing. An end missed or passed only by rounding counts as reached:
/// otherwise chance would decide how much of a step is lost.
Block advanceBlock(Block block, double seconds, Edges edges, const BlockPath& path = {});

/// The exact position after `seconds`, in one step from the start: a triangle wave.
Block blockAfter(double seconds, const BlockPath& path = {});

}  // namespace app
