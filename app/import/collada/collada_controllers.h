// What <controller> elements say: skins, joints and weights of a mesh, and the targets that it morphs into.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <pugixml.hpp>

#include "app/import/collada/collada_document.h"
#include "app/import/collada/collada_mesh.h"
#include "app/import/collada/collada_nodes.h"
#include "app/model/import_report.h"
#include "app/model/mesh.h"

namespace app {

// The skins of a COLLADA document.

struct ColladaSkin {
  struct JointWeight {
    std::uint32_t joint = 0;
    float weight = 0;
  };
  std::vector<std::string> joints;      // as the file names them
  bool areIds = false;                  // and not sids, as they should be
  std::vector<glm::mat4> inverseBinds;  // of each joint, times the bind shape matrix
  std::vector<std::size_t> starts;      // of each position in `weights`, and their end
  std::vector<JointWeight> weights;     // above 0; by joint
};

/// Reads a <controller> with a <skin>. Reports weights that have no joint or value, and joints without matrices.
ColladaSkin readColladaSkin(ColladaDocument& document, const pugi::xml_node& controller, ImportReport& report);

/// The joints of the skeleton that the skin's joints are, for one <instance_controller>: those with the sid in the
/// skeletons that it names; otherwise the first with that id or name, then with that sid. -1: there is none.
std::vector<int> colladaSkinJoints(const ColladaSkin& skin, const pugi::xml_node& instance, const ColladaTree& tree);

/// Gives the primitive the weights of its vertices: the four strongest joints of each, with weights that sum to 1. A
/// vertex without any follows the node. `points`: the position in the file of each vertex. Joints that move no vertex
/// are left out; `missing` counts those that are not in the skeleton, which follow the node, too. Returns a skin
/// without joints, and gives no weights, if the skin moves nothing or has too many joints.
Skin colladaSkinOf(const ColladaSkin& skin, const std::vector<int>& joints, int node,
                   const std::vector<std::uint32_t>& points, Primitive& primitive, int& missing);

// The morph controllers of a COLLADA document.

/// The controllers and the geometry that an instance shows.
struct ColladaChain {
  std::vector<pugi::xml_node> morphs;  // <controller> elements, the outermost first
  pugi::xml_node skin;                 // one, too; empty: none
  pugi::xml_node geometry;             // empty: it shows nothing
};
/// `instance`: an <instance_geometry> or <instance_controller>.
ColladaChain colladaChainOf(const ColladaDocument& document, const pugi::xml_node& instance);

struct ColladaShape {
  std::string name;
  std::vector<glm::vec3> positions;      // offsets, by position of the base mesh
  const ColladaMesh* normals = nullptr;  // has a normal for every corner of the base mesh; null: there are none
  bool isRelative = false;               // those normals are offsets, too
};

/// The combined effect of a chain of morph controllers, each the source of the next, on a mesh.
struct ColladaMorph {
  struct Part {
    std::string controller;  // its id
    std::size_t first = 0, count = 0;
  };
  std::vector<Part> parts;
  std::vector<ColladaShape> shapes;
  std::vector<float> restWeights;
};

/// Reads each chain once. `meshes` must outlive it.
class ColladaMorphs {
 public:
  ColladaMorphs(ColladaDocument& document, const ColladaMeshes& meshes, ImportReport& report)
      : document_(document), meshes_(meshes), report_(report) {}

  /// Null if the chain has no morphs. Its geometry must be one of the meshes. Valid as long as this. Throws ImportError
  /// if there are too many targets.
  const ColladaMorph* of(const ColladaChain& chain);

 private:
  void addPart(const pugi::xml_node& controller, const ColladaMesh& base, ColladaMorph& morph);
  ColladaShape shapeOf(std::string_view id, const ColladaMesh& base, bool isRelative);

  ColladaDocument& document_;
  const ColladaMeshes& meshes_;
  ImportReport& report_;
  std::map<pugi::xml_node_struct*, ColladaMorph> known_;  // by the outermost controller
  std::size_t morphed_ = 0;
};

/// Adds the targets to a primitive that was made of a group of the mesh: `part`.
void addColladaTargets(const ColladaMorph& morph, const ColladaMesh& mesh, std::size_t group, const ColladaPart& part,
                       Primitive& primitive);

}  // namespace app
