// FBX geometries as primitives: one for each material and kind of polygon.
#ifndef APP_IMPORT_FBX_FBX_PRIMITIVES_H
#define APP_IMPORT_FBX_FBX_PRIMITIVES_H

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/import/fbx/fbx_geometry.h"
#include "app/import/file/import_watch.h"
#include "app/model/mesh.h"

namespace app {

struct FbxPart {
  std::int32_t slot = 0;              // which material of the node; -1: none
  Primitive primitive;                // without material, influences and morph targets
  std::vector<std::uint32_t> points;  // of each vertex: its point
};

/// The polygons of each slot, in the order in which slots first appear: those with one corner as points, with two as
/// lines, all others triangulated. Corners of one point with equal values share a vertex. Polygons with corners that
/// the geometry lacks are left out and reported. `name` is for messages. Throws ImportError if a position is not
/// finite, and above limits::kVertices or limits::kIndices.
std::vector<FbxPart> primitivesOf(const FbxGeometry& geometry, std::string_view name, ImportReport& report,
                                  const ImportWatch& watch);

}  // namespace app

#endif  // APP_IMPORT_FBX_FBX_PRIMITIVES_H
