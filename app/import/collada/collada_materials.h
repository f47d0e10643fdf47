// The materials of a COLLADA document.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <pugixml.hpp>

#include "app/import/file/model_images.h"
#include "app/model/import_report.h"
#include "app/model/material.h"

namespace app {

struct ColladaMaterials {
  std::vector<Material> materials;     // by id
  std::vector<std::string> texcoords;  // of each: what its color texture calls its texture coordinates
  std::map<std::string, int> byId;
};

/// Reads emission, diffuse color, shininess, opacity, bump map and double-sidedness, and ignores everything else. Adds
/// the images to `images`, and reports what has no value.
ColladaMaterials readColladaMaterials(const pugi::xml_node& root, MaterialImages& images, ImportReport& report);

/// What a mesh without any material in its file looks like.
Material grayMaterial();

/// The materials that an instance binds to the symbols of a mesh.
class ColladaBinding {
 public:
  /// `instance`: an <instance_geometry> or <instance_controller>.
  ColladaBinding(const pugi::xml_node& instance, const ColladaMaterials& materials);

  struct Look {
    int material = 0;
    unsigned uvSet = 0;  // the set of texture coordinates that its color texture has
  };
  /// The material that is bound to the symbol or has its id; otherwise the instance's first, or that of the document.
  Look of(const std::string& symbol) const;

 private:
  struct Bound {
    int material = -1;  // -1: it is not in the file
    unsigned uvSet = 0;
  };
  const ColladaMaterials& materials_;
  std::map<std::string, Bound> bound_;  // by symbol
};

}  // namespace app
