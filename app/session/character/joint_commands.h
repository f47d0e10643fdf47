// Commands for single joints and morph weights of the model.
#ifndef APP_SESSION_CHARACTER_JOINT_COMMANDS_H
#define APP_SESSION_CHARACTER_JOINT_COMMANDS_H

#include <optional>
#include <variant>

namespace app {

/// -1: none.
struct SelectJoint {
  int joint = -1;
};

/// Draws the joint's path, one second back and one ahead.
struct TraceJoint {
  int joint = 0;
  bool on = true;
};

/// Holds one of Model::restMorphWeights at `weight`, -100 to 100, whatever plays. Without a weight the animation
/// controls it again.
struct HoldMorph {
  int index = 0;
  std::optional<double> weight = std::nullopt;
};

using JointCommand = std::variant<SelectJoint, TraceJoint, HoldMorph>;

}  // namespace app

#endif  // APP_SESSION_CHARACTER_JOINT_COMMANDS_H
