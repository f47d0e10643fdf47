// The transforms of COLLADA nodes: a stack per node, whose numbers can be animated.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/mat4x4.hpp>
#include <pugixml.hpp>

#include "app/import/collada/collada_document.h"
#include "app/model/import_report.h"
#include "crossfade/math/transform.h"
#include "crossfade/skeleton/skeleton.h"

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

// The nodes of a COLLADA document's scene, as joints.

/// The first joint is the scene: its rest pose turns +Y up and converts units to meters.
struct ColladaTree {
  std::vector<crossfade::Joint> joints;  // parents first; children before instances of nodes
  std::vector<pugi::xml_node> nodes;     // of each joint; a sheared node has two joints, of which the outer has none
  std::vector<int> ends;                 // of each joint: after the last one below it
  std::multimap<std::string, int> byId;  // an instanced node has several
  std::map<std::string, std::vector<int>, std::less<>> byName, bySid;  // byName: id or name
  std::vector<int> bones;                                              // ascending

  /// -1 if there is none, as below.
  int jointOfId(std::string_view id) const;
  /// The first with that id or name; otherwise with that sid.
  int jointNamed(std::string_view name) const;
  /// The first with that sid in the skeleton whose root has the id "#id" or "id".
  int jointBelow(std::string_view url, std::string_view sid) const;
};

/// Expands instances of nodes, but not within themselves, which is reported. Nodes with shear become two joints, so
/// that nothing is lost; bones and those that are animated (`isAnimated`) do lose it, which is reported, too. Throws
/// ImportError if there are too many nodes.
ColladaTree readColladaTree(const ColladaDocument& document, const pugi::xml_node& scene,
                            const std::function<bool(const pugi::xml_node&)>& isAnimated, ImportReport& report);

/// Gives every <node> without an id one of its own.
void nameColladaNodes(const pugi::xml_node& root);

}  // namespace app
