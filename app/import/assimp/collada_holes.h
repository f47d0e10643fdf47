// Polygons with holes of a COLLADA document, which assimp does not read. Private to this folder.
#ifndef APP_IMPORT_ASSIMP_COLLADA_HOLES_H
#define APP_IMPORT_ASSIMP_COLLADA_HOLES_H

#include <cstddef>
#include <span>
#include <vector>

#include <pugixml.hpp>

#include <glm/vec2.hpp>

namespace app {

/// Replaces each <ph>, an outline <p> with holes <h>, by triangles. A corner has `stride` indices, that of its position
/// at `vertexOffset`. Returns how many holes were left out: those that lie outside of their outline, and any that would
/// take too long.
int cutHoles(const pugi::xml_node& mesh, pugi::xml_node group, std::size_t stride, std::size_t vertexOffset);

/// One outline along `outline` and all `holes` (indices of `points`), joined by bridges that are passed twice, as in
/// "Triangulation by Ear Clipping" (D. Eberly, 2002). `skipped` counts holes that no bridge reaches.
std::vector<int> joinHoles(std::span<const glm::dvec2> points, std::vector<int> outline,
                           std::vector<std::vector<int>> holes, int& skipped);

}  // namespace app

#endif  // APP_IMPORT_ASSIMP_COLLADA_HOLES_H
