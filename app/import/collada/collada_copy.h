// A copy of a COLLADA document for assimp, without what assimp stumbles over.
#ifndef APP_IMPORT_COLLADA_COLLADA_COPY_H
#define APP_IMPORT_COLLADA_COLLADA_COPY_H

#include <map>
#include <string>
#include <vector>

#include "app/import/collada/collada_morphs.h"
#include "app/import/collada/collada_motion.h"
#include "app/import/collada/collada_views.h"
#include "app/import/file/file_bytes.h"
#include "app/model/import_report.h"

namespace app {

struct ColladaCopy {
  std::string text;                          // UTF-8
  std::map<std::string, std::string> names;  // of nodes, by the name that assimp gives them: their id
  std::vector<std::string> bones;            // ids of the nodes that are joints
  std::string elsewhere;                     // the first URL into another file; empty: there is none
  ColladaViews views;                        // by the ids that nodes have in the copy
  ColladaMotion motion;                      // by the same ids
  ColladaMorphs morphs;
};

/// Repairs the document for assimp (each repair is reported), and reads animations, morph targets, cameras and lights,
/// which assimp does not get to see. Throws ImportError if the document is not well-formed.
ColladaCopy writeColladaCopy(ByteSpan file, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_COPY_H
