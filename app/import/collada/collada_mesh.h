// The meshes of a COLLADA document, and the primitives that they become.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <pugixml.hpp>

#include "app/import/collada/collada_document.h"
#include "app/import/file/import_watch.h"
#include "app/model/import_report.h"
#include "app/model/mesh.h"

namespace app {

/// An <input> of faces; its values have an element for every index of the group.
struct ColladaInput {
  ColladaValues values;    // count 0: there is none
  std::size_t offset = 0;  // of its index within a corner
  unsigned set = 0;
};

/// Faces with one material: <triangles>, <polylist> and so on.
struct ColladaGroup {
  std::string material;                             // the symbol that instances bind
  std::size_t stride = 1;                           // indices of each corner
  std::vector<std::uint32_t> indices;               // of all corners, in the order of the file
  std::array<std::vector<std::uint32_t>, 3> faces;  // by Topology: corners of points, lines and triangles
  ColladaInput positions, normals, colors;
  std::vector<ColladaInput> uvs;  // sorted by set

  std::size_t cornerCount() const { return indices.size() / stride; }
  std::uint32_t indexAt(std::size_t corner, const ColladaInput& input) const {
    return indices[corner * stride + input.offset];
  }
};

/// A <geometry>. Whatever is wrong with its faces has been left out.
struct ColladaMesh {
  std::string id, name;
  ColladaValues positions;
  std::vector<ColladaGroup> groups;
};
using ColladaMeshes = std::map<pugi::xml_node_struct*, ColladaMesh>;  // by <geometry>

/// All meshes of the document. An input with an index out of range (texture coordinates, normals) is left out; if it is
/// the positions, the group is. Counts of primitives follow from the indices. Reports what is left out, and geometry
/// that is no mesh.
ColladaMeshes readColladaMeshes(ColladaDocument& document, ImportReport& report, const ImportWatch& watch);

/// What one topology of a group becomes: equal corners are one vertex.
struct ColladaPart {
  Primitive primitive;                 // without material, skin and targets
  std::vector<std::uint32_t> corners;  // of each vertex one of those that it stands for
};
/// `uvSet`: the set that comes first; without it, the lowest does. `isDeformed`: different positions of the file stay
/// different vertices, even if they are equal. Throws ImportError if a position is not finite.
ColladaPart colladaPart(const ColladaMesh& mesh, const ColladaGroup& group, Topology topology, unsigned uvSet,
                        bool isDeformed);

}  // namespace app
