// Reads materials, textures and images of a glTF document: metallic-roughness, unlit, clearcoat, emissive strength and
// texture transforms; specular-glossiness and transmission are approximated.
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

/// A color image that is missing, broken or outside the model's folder is replaced by a checkerboard; other maps that
/// are missing are left out; both are reported. `imageHeadersOnly`: images have their sizes, but no pixels. Throws
/// ImportError for an index out of range.
Materials readMaterials(const GltfDocument& document, ImportReport& report, const ImportWatch& watch = {},
                        bool imageHeadersOnly = false);

}  // namespace app

#endif  // APP_IMPORT_GLTF_GLTF_MATERIALS_H
