// The morph controllers of a COLLADA document.
#ifndef APP_IMPORT_COLLADA_COLLADA_MORPHS_H
#define APP_IMPORT_COLLADA_COLLADA_MORPHS_H

#include <map>
#include <string>
#include <vector>

#include <pugixml.hpp>

#include <glm/vec3.hpp>

#include "app/import/collada/collada_document.h"
#include "app/import/collada/collada_mesh.h"
#include "app/model/import_report.h"

namespace app {

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

#endif  // APP_IMPORT_COLLADA_COLLADA_MORPHS_H
