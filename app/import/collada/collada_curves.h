// The curves of a COLLADA sampler: one for each number that it animates.
#ifndef APP_IMPORT_COLLADA_COLLADA_CURVES_H
#define APP_IMPORT_COLLADA_COLLADA_CURVES_H

#include <vector>

#include "app/import/collada/collada_document.h"
#include "app/import/fbx/fbx_curve.h"
#include "crossfade/math/transform.h"

namespace app {

/// One key of a matrix. Between keys its translation, rotation and scale are interpolated, not its numbers: half way to
/// a turn by 180 degrees those would be flat.
struct ColladaMatrixKey {
  double time = 0;
  crossfade::Transform value;
  bool holds = false;      // until the next one
  bool isSheared = false;  // which `value` is not
};

/// Either curves or keys of a matrix; neither: it cannot be used.
struct ColladaSampler {
  std::vector<FbxCurve> curves;
  std::vector<ColladaMatrixKey> matrices;

  bool isEmpty() const { return curves.empty() && matrices.empty(); }
};

/// What was wrong with samplers.
struct ColladaRepairs {
  std::size_t dropped = 0;  // keys that are out of order or not finite
  std::size_t unequal = 0;  // samplers with times that have no values, or the reverse
};

/// LINEAR, STEP and BEZIER are exact, and so is HERMITE. CARDINAL and BSPLINE are, where keys are evenly spaced.
/// `isMatrix`: it animates all of a matrix. Adds to `repairs`.
ColladaSampler readColladaSampler(ColladaDocument& document, const pugi::xml_node& sampler, bool isMatrix,
                                  ColladaRepairs& repairs);

/// The matrix at that time. There must be a key.
crossfade::Transform matrixAt(const std::vector<ColladaMatrixKey>& keys, double time);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_CURVES_H
