// Polygons with holes of a COLLADA document, which assimp does not read. Private to this folder.
#ifndef APP_IMPORT_COLLADA_COLLADA_HOLES_H
#define APP_IMPORT_COLLADA_COLLADA_HOLES_H

#include <cstddef>
#include <span>
#include <vector>

#include <pugixml.hpp>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace app {

/// Limits the sum of squared corner counts over a document; takes a few seconds at worst.
inline constexpr std::size_t kHoleSteps = 500'000'000;

/// The positions that the <vertices> of a mesh refer to.
std::vector<glm::dvec3> colladaPositions(const pugi::xml_node& mesh);

/// Replaces each <ph> (an outline <p> with holes <h>) by triangles. A corner has `stride` indices; its position index
/// is at `vertexOffset`. Returns how many holes were left out because they lie outside their outline or `stepsLeft` was
/// used up.
int cutHoles(pugi::xml_node group, std::span<const glm::dvec3> positions, std::size_t stride, std::size_t vertexOffset,
             std::size_t& stepsLeft);

/// Joins `outline` and all `holes` (indices of `points`) into one outline, by bridges that are traversed twice, as in
/// "Triangulation by Ear Clipping" (D. Eberly, 2002). `skipped` counts holes that could not be joined.
std::vector<int> joinHoles(std::span<const glm::dvec2> points, std::vector<int> outline,
                           std::vector<std::vector<int>> holes, int& skipped);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_HOLES_H
