// The animations of a COLLADA document: node transforms and morph weights.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/import/collada/collada_document.h"
#include "app/import/collada/collada_nodes.h"
#include "app/import/motion/file_motion.h"
#include "app/model/import_report.h"
#include "crossfade/math/transform.h"

namespace app {

// The curves of a COLLADA sampler, one per animated number.

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

/// Animates as many numbers as the sampler has, from `first` on.
struct ColladaChannel {
  std::size_t step = 0;   // of the node's stack; for weights 0
  std::size_t first = 0;  // number of that step, or morph target
  std::size_t sampler = 0;
};

struct ColladaClip {
  std::string name;
  double start = 0, end = 0;  // seconds, of the document; not start < end: all of it
  std::map<std::string, std::vector<ColladaChannel>> nodes,
      weights;                                         // by id of the node, and of the <morph> controller
  std::map<std::string, ColladaChannel> visibilities;  // by id of the node
};

struct ColladaMotion {
  std::map<std::string, ColladaStack> stacks;  // of animated nodes, by id
  std::vector<ColladaSampler> samplers;
  std::vector<ColladaClip> clips;
};

/// Each <animation_clip> becomes a clip; if there are none, all channels form one. All nodes must have ids.
ColladaMotion readColladaMotion(ColladaDocument& document, ImportReport& report);

}  // namespace app
