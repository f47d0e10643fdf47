// Lights of formats that state no photometric unit.
#pragma once

#include <vector>

#include "app/model/model.h"

namespace app {

/// Shines with intensity / (constant + linear * d + quadratic * d^2) at a distance of d units of the file.
struct UnitlessLight {
  FileLight light;  // of an intensity of 1, a directional light makes a matte white surface white
  double constant = 1, linear = 0, quadratic = 0;
};

/// Appends them to the model's lights, so that each is as bright in the middle of the model at rest as its file says;
/// with distance, all points and spots follow the inverse square. Points and spots that decay, or any of which is
/// brighter there than 1, are scaled together until the brightest is 1, as such files leave the exposure to the
/// renderer.
void addUnitlessLights(std::vector<UnitlessLight> lights, double metersPerUnit, Model& model);

}  // namespace app
