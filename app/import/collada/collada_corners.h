// The corners of a COLLADA mesh, face by face, and the UV sets that carry their indices through assimp.
#ifndef APP_IMPORT_COLLADA_COLLADA_CORNERS_H
#define APP_IMPORT_COLLADA_COLLADA_CORNERS_H

#include <cstdint>
#include <utility>
#include <vector>

#include <pugixml.hpp>

#include "app/import/collada/collada_document.h"

namespace app {

/// The v component of such a UV set, which distinguishes it from real texture coordinates.
inline constexpr float kColladaPositionMark = -7779, kColladaNormalMark = -7781;

using ColladaCorner = std::pair<std::uint32_t, std::uint32_t>;  // indices of its position and normal

struct ColladaCorners {
  std::vector<ColladaCorner> corners;  // none: the mesh has no normals, or faces without one
  pugi::xml_node normals;              // the <source>
};

/// `mesh`: a <mesh>.
ColladaCorners readColladaCorners(ColladaDocument& document, const pugi::xml_node& mesh);
/// The <source> of its positions.
pugi::xml_node positionsOf(const ColladaDocument& document, const pugi::xml_node& mesh);

/// Adds two UV sets to all faces, which hold the index of each corner's position and normal.
void addColladaIndexSets(const ColladaDocument& document, pugi::xml_node mesh, std::size_t index);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_CORNERS_H
