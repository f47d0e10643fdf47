// The classic lesson's block: it goes to and fro between 0 and 300, and what happens at the ends tells the clocks
// apart.
#pragma once

#include <cstdint>

namespace app {

/// Clamp, as the lesson has it: a step that would pass an end stops there, and the rest of it is lost. Reflect: nothing
/// is lost.
enum class Edges { Clamp, Reflect };

struct BlockPath {
  double length = 300;          // units, above 0
  double unitsPerSecond = 120;  // 0 or above
};

struct Block {
  double position = 0;  // units, in [0, length]
  int direction = 1;    // 1 towards the far end, -1 back; what time that runs forwards does
  std::int64_t reversals = 0;
  double travelled = 0;  // units along the way, less those taken back
  double lost = 0;       // units cut off at the ends
};

/// One step of `seconds`; below 0 goes back the way it came. Turns once in a step when clamped, as often as needed when
/// reflected. A time that is not finite is none. An end missed by no more than rounding is reached: else the same step
/// would lose nothing or all of the next, by chance.
Block advanceBlock(Block block, double seconds, Edges edges, const BlockPath& path = {});

/// Where it is by right after `seconds`, in one step from the start and however long that is: a triangle wave.
Block blockAfter(double seconds, const BlockPath& path = {});

}  // namespace app
