// Materials of a glTF document, MToon among them.
#ifndef APP_IMPORT_GLTF_GLTF_MATERIALS_H
#define APP_IMPORT_GLTF_GLTF_MATERIALS_H

#include <cstddef>
#include <vector>

#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app {

// ---- Reads MToon, the cel-shaded material of VRM: VRMC_materials_mtoon, and the material properties of VRM 0.x.

/// If `object`, the document's material `index`, is MToon, makes `material` unlit with a shade. The parts of MToon that
/// we do not show are reported.
void readMToon(const GltfDocument& document, const Json& object, std::size_t index, Material& material,
               ImportReport& report);

// ---- Reads materials, textures and images of a glTF document: metallic-roughness, unlit, clearcoat, emissive strength
// and texture transforms; specular-glossiness and transmission are approximated.

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
