// The animations of a COLLADA document: node transforms and morph weights.
#ifndef APP_IMPORT_COLLADA_COLLADA_MOTION_H
#define APP_IMPORT_COLLADA_COLLADA_MOTION_H

#include <map>
#include <string>
#include <vector>

#include "app/import/collada/collada_curves.h"
#include "app/import/collada/collada_document.h"
#include "app/import/collada/collada_nodes.h"
#include "app/model/import_report.h"

namespace app {

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
      weights;  // by id of the node, and of the <morph> controller
};

struct ColladaMotion {
  std::map<std::string, ColladaStack> stacks;  // of animated nodes, by id
  std::vector<ColladaSampler> samplers;
  std::vector<ColladaClip> clips;
};

/// Each <animation_clip> becomes a clip; if there are none, all channels form one. All nodes must have ids.
ColladaMotion readColladaMotion(ColladaDocument& document, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_MOTION_H
