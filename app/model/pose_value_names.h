// What the values in Pose::morphWeights are called, to find them in another version of a model, and what they show.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/model/model.h"

namespace app {

/// One for each of Model::restMorphWeights: "Head/smile" for a morph weight, by node and target, and "Skin/base
/// color/0" or "Skin/texture offset 4/1" for a component of a material's value. Not always unique.
std::vector<std::string> poseValueNames(const Model& model);

/// How strong an expression is in a pose, 0 to 1, judged by the first value that it changes. `values`: as
/// Model::restMorphWeights.
double strengthOf(const Expression& expression, std::span<const float> values);

/// The name of a joint, or of a value if `joint` is -1; empty if both are.
std::string nameOfJointOrValue(const Model& model, int joint, int value);

}  // namespace app
