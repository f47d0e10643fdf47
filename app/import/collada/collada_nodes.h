// The transforms of COLLADA nodes: a stack of steps each, of which animations change the numbers.
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

/// How many numbers it has.
std::size_t sizeOf(ColladaStep step);
/// Nothing: the element is no transform. Missing numbers are those of a transform that does nothing.
std::optional<ColladaTransform> readColladaTransform(const pugi::xml_node& element);

glm::dmat4 matrixOf(const ColladaTransform& transform);
glm::dmat4 matrixOf(const ColladaStack& stack);
/// Shear is lost. A mirrored matrix has three negative scales, as in assimp, which makes the rest pose.
crossfade::Transform transformOf(const glm::dmat4& matrix);
/// Whether two axes are visibly not at right angles.
bool isSheared(const glm::dmat4& matrix);

/// Writes matrices for the stacks that assimp gets wrong: it aborts at <skew>, and takes the axes of <rotate> and
/// <lookat> as they are. A node with shear becomes two, which keys can represent: the outer one has a name that
/// `names` maps to the node's. Not so bones and nodes that are animated (`isAnimated`): their shear is reported.
void repairColladaTransforms(const std::vector<pugi::xml_node>& nodes,
                             const std::function<bool(const pugi::xml_node&)>& isAnimated,
                             std::map<std::string, std::string>& names, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_NODES_H
