// Which way is up in a file that does not say so, and how large its unit is.
#ifndef APP_MODEL_UPRIGHT_H
#define APP_MODEL_UPRIGHT_H

#include <optional>

#include "app/model/model.h"

namespace app {

/// The axis along which a human body's hips stay above its feet while its first clip plays (without clips: in the rest
/// pose), for at least three quarters of the time. +Y or nothing found: (0, 1, 0).
glm::vec3 guessedUp(const Model& model);

/// What one unit of the file is in meters, judged by the height of a human body: 1 for a body of `least` to `most`
/// units, else the unit with which it is nearest to 1.7 m. Nothing: there is no human body.
struct GuessedUnit {
  double meters = 1;
  const char* name = "";  // "centimeters"
  double height = 0;      // of the body, in units
};
std::optional<GuessedUnit> guessedUnit(const Model& model, double least, double most);

/// Turns the model upright and scales it to meters, and says so in its report. Files that state their axes and unit
/// (`saysAxes`) are only scaled, if the body is absurdly large or small.
void setUpright(Model& model, bool saysAxes);

}  // namespace app

#endif  // APP_MODEL_UPRIGHT_H
