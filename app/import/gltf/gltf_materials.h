// Reads materials, textures and images of a glTF document: metallic-roughness, unlit, clearcoat, emissive strength and
// texture transforms.
#ifndef APP_IMPORT_GLTF_GLTF_MATERIALS_H
#define APP_IMPORT_GLTF_GLTF_MATERIALS_H

#include <vector>

#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app {

struct Materials {
  std::vector<Material> materials;  // in document order
  std::vector<Image> images;        // only those that a material uses, in order of first use
};

/// An image that is missing, broken or outside the model's folder is replaced by a checkerboard and reported. Throws
/// ImportError for an index out of range.
Materials readMaterials(const GltfDocument& document, ImportReport& report, const ImportWatch& watch = {});

}  // namespace app

#endif  // APP_IMPORT_GLTF_GLTF_MATERIALS_H
