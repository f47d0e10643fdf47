// The curves of a COLLADA sampler, one per animated number.
#ifndef APP_IMPORT_COLLADA_COLLADA_CURVES_H
#define APP_IMPORT_COLLADA_COLLADA_CURVES_H

#include <vector>

#include "app/import/collada/collada_document.h"
#include "app/import/motion/file_curve.h"
#include "crossfade/math/transform.h"

namespace app {

/// A key of a whole matrix. Translation, rotation and scale are interpolated, not the elements: halfway through a
/// rotation by 180 degrees those would be flat.
struct ColladaMatrixKey {
  double time = 0;
  crossfade::Transform value;
  bool holds = false;      // until the next one
  bool isSheared = false;  // `value` lacks the shear
};

/// Either curves or matrix keys; if both are empty, the sampler is unusable.
struct ColladaSampler {
  std::vector<FileCurve> curves;
  std::vector<ColladaMatrixKey> matrices;

  bool isEmpty() const { return curves.empty() && matrices.empty(); }
};

/// How many problems samplers had, for the report.
struct ColladaRepairs {
  std::size_t dropped = 0;  // keys that are out of order or not finite
  std::size_t unequal = 0;  // samplers with times that have no values, or the reverse
};

/// LINEAR, STEP, BEZIER and HERMITE are exact; CARDINAL and BSPLINE only where keys are evenly spaced. `isMatrix`: the
/// sampler animates a whole matrix. Adds to `repairs`.
ColladaSampler readColladaSampler(ColladaDocument& document, const pugi::xml_node& sampler, bool isMatrix,
                                  ColladaRepairs& repairs);

/// Evaluates matrix keys, of which there must be at least one.
crossfade::Transform matrixAt(const std::vector<ColladaMatrixKey>& keys, double time);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_CURVES_H
