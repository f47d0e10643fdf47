// The stick of a gamepad moves the point of the blend space that plays.
#pragma once

#include <optional>

#include <glm/vec2.hpp>

#include "app/session/command.h"
#include "app/session/session.h"

namespace app {

inline constexpr double kStickDeadZone = 0.15;  // around its center, in which it counts as released

/// Remembers whether the stick moves the point: from when it leaves its dead zone until it is back in it. One such move
/// is one step to undo; in between, the mouse and scripts move the point.
class GamepadStick {
 public:
  /// `stick`: -1 to 1, to the right and ahead; none: there is no gamepad. Ahead is faster, from the speed nearest to 0
  /// on, and left turns left (counterclockwise seen from above). What to send to the session: nothing while no blend
  /// space plays.
  Commands follow(const Session& session, std::optional<glm::dvec2> stick);

 private:
  bool moves_ = false;
};

}  // namespace app
