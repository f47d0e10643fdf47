// The corners of a COLLADA mesh, face by face, and the numbers that a copy of the mesh gives to its vertices.
#ifndef APP_IMPORT_COLLADA_COLLADA_CORNERS_H
#define APP_IMPORT_COLLADA_COLLADA_CORNERS_H

#include <cstdint>
#include <utility>
#include <vector>

#include <pugixml.hpp>

#include "app/import/collada/collada_document.h"

namespace app {

/// In the second component of a vertex's number, to tell it from texture coordinates.
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

/// Adds texture coordinates to all faces: the index of each position, and of each normal.
void addColladaNumbers(const ColladaDocument& document, pugi::xml_node mesh, std::size_t index);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_CORNERS_H
