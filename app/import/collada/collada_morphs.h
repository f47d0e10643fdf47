// The morph controllers of a COLLADA document. assimp 5.2.5 loses every mesh that has one, so assimp gets the base mesh
// instead, and the targets are read here.
#ifndef APP_IMPORT_COLLADA_COLLADA_MORPHS_H
#define APP_IMPORT_COLLADA_COLLADA_MORPHS_H

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <pugixml.hpp>

#include <glm/vec3.hpp>

#include "app/import/collada/collada_document.h"
#include "app/model/import_report.h"

namespace app {

struct ColladaShape {
  std::string name;
  std::vector<glm::vec3> positions;  // offsets, by position of the base mesh
  // Normals (not offsets) at the corners of the base mesh, by its position and normal indices. Empty if there are none.
  std::map<std::pair<std::uint32_t, std::uint32_t>, glm::vec3> normals;
  bool isRelative = false;  // its normals are offsets, too
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

struct ColladaMorphs {
  std::vector<ColladaMorph> morphs;
  std::map<std::pair<std::string, std::string>, std::size_t> uses;  // by ids of a node and a <geometry>

  const ColladaMorph* of(const std::string& node, const std::string& geometry) const;
};

/// Removes the morph controllers from the document, and adds two UV sets with position and normal indices to their
/// meshes.
ColladaMorphs takeColladaMorphs(ColladaDocument& document, const std::vector<pugi::xml_node>& nodes,
                                ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_MORPHS_H
