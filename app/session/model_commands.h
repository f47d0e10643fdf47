// Commands for the model as a whole.
#ifndef APP_SESSION_MODEL_COMMANDS_H
#define APP_SESSION_MODEL_COMMANDS_H

#include <optional>
#include <variant>

#include <glm/gtc/quaternion.hpp>

#include "crossfade/math/transform.h"

namespace app {

/// Turns the model about a world axis (0, 1, 2: x, y, z), and frames it.
struct TurnModel {
  int axis = 0;
  double degrees = 90;
};

/// The same to a rotation from how the file was read.
struct SetTurn {
  glm::quat turn = crossfade::makeQuat(0, 0, 0, 1);
};

/// Holds the morph weights and material values of one of Model::expressions at that strength, 0 to 1, whatever plays.
/// Without a value the animation controls them again.
struct HoldExpression {
  int expression = 0;
  std::optional<double> value = std::nullopt;
};

using ModelCommand = std::variant<TurnModel, SetTurn, HoldExpression>;

}  // namespace app

#endif  // APP_SESSION_MODEL_COMMANDS_H
