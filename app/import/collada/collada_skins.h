// The skins of a COLLADA document.
#ifndef APP_IMPORT_COLLADA_COLLADA_SKINS_H
#define APP_IMPORT_COLLADA_COLLADA_SKINS_H

#include <cstdint>
#include <string>
#include <vector>

#include <pugixml.hpp>

#include <glm/mat4x4.hpp>

#include "app/import/collada/collada_document.h"
#include "app/import/collada/collada_tree.h"
#include "app/model/import_report.h"
#include "app/model/mesh.h"

namespace app {

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

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_SKINS_H
