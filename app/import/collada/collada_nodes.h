// The transforms of COLLADA nodes: a stack per node, whose numbers can be animated.
#ifndef APP_IMPORT_COLLADA_COLLADA_NODES_H
#define APP_IMPORT_COLLADA_COLLADA_NODES_H

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <pugixml.hpp>

#include <glm/mat4x4.hpp>

#include "app/model/import_report.h"
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
/// Loses shear. A mirroring matrix gets three negative scales, like in assimp, which computes the rest pose.
crossfade::Transform transformOf(const glm::dmat4& matrix);
/// Whether two axes are visibly not perpendicular.
bool isSheared(const glm::dmat4& matrix);

/// Replaces transforms that assimp gets wrong by matrices: it aborts on <skew>, and does not normalize the axes of
/// <rotate> and <lookat>. A node with shear is split into two without; the outer one gets a new id that `names` maps to
/// the node's name. Bones and animated nodes (`isAnimated`) are not split; their shear is lost, which is reported.
void repairColladaTransforms(const std::vector<pugi::xml_node>& nodes,
                             const std::function<bool(const pugi::xml_node&)>& isAnimated,
                             std::map<std::string, std::string>& names, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_NODES_H
