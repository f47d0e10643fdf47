// The transforms of COLLADA nodes: a stack per node, whose numbers can be animated.
#ifndef APP_IMPORT_COLLADA_COLLADA_NODES_H
#define APP_IMPORT_COLLADA_COLLADA_NODES_H

#include <array>
#include <optional>
#include <vector>

#include <pugixml.hpp>

#include <glm/mat4x4.hpp>

#include "crossfade/math/transform.h"

namespace app {

enum class ColladaStep { LookAt, Rotate, Translate, Scale, Skew, Matrix };

struct ColladaTransform {
  ColladaStep step = ColladaStep::Matrix;
  std::array<double, 16> numbers{};  // in the order of the file, as many as the step has
};
using ColladaStack = std::vector<ColladaTransform>;

/// How many numbers that kind of transform has.
std::size_t sizeOf(ColladaStep step);
/// Empty if the element is not a transform. Missing numbers are those of the identity.
std::optional<ColladaTransform> readColladaTransform(const pugi::xml_node& element);

glm::dmat4 matrixOf(const ColladaTransform& transform);
glm::dmat4 matrixOf(const ColladaStack& stack);
/// Loses shear. A mirroring matrix gets three negative scales.
crossfade::Transform transformOf(const glm::dmat4& matrix);
/// Whether two axes are visibly not perpendicular.
bool isSheared(const glm::dmat4& matrix);

/// Of its transforms, in their order.
ColladaStack readColladaStack(const pugi::xml_node& node);

/// Splits matrix = outer * inner so that neither is sheared: `inner` is a rotation.
struct ColladaSplit {
  glm::dmat4 outer, inner;
};
ColladaSplit splitShear(const glm::dmat4& matrix);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_NODES_H
