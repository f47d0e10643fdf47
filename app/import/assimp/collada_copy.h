// A copy of a COLLADA document for assimp, without what assimp stumbles over.
#ifndef APP_IMPORT_ASSIMP_COLLADA_COPY_H
#define APP_IMPORT_ASSIMP_COLLADA_COPY_H

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/import/assimp/collada_views.h"
#include "app/import/file/file_bytes.h"
#include "app/model/import_report.h"

namespace app {

/// In the name that assimp gives an animation of the copy, before the index of its clip.
inline constexpr std::string_view kColladaClipMark = "crossfade-clip-";

struct ColladaClip {
  std::string name;
  double start = 0, end = 0;  // seconds, of the document; not start < end: all of it
};

struct ColladaCopy {
  std::string text;                          // UTF-8
  std::map<std::string, std::string> names;  // of nodes, by the name that assimp gives them: their id
  std::vector<ColladaClip> clips;            // in the order of the copy's animations
  std::vector<std::string> bones;            // ids of the nodes that are joints
  std::string elsewhere;                     // the first URL into another file; empty: there is none
  ColladaViews views;                        // by the ids that nodes have in the copy
};

/// Spaces around numbers go, counts are those of the arrays, and each clip of the document is one animation: without
/// <animation_clip> there is one, of all channels. Throws ImportError if the document is not well-formed.
ColladaCopy writeColladaCopy(ByteSpan file, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_ASSIMP_COLLADA_COPY_H
