// Materials, textures and pictures from the document: metallic-roughness, unlit, clearcoat, emissive strength, texture
// transforms.
#pragma once

#include <vector>

#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app {

struct Materials {
  std::vector<Material> materials;  // as in the document
  std::vector<Image> images;        // those that a material uses, in the order of their first use
};

/// A picture that is missing or broken becomes a checker and is reported. Throws ImportError for indices out of range.
Materials readMaterials(const GltfDocument& document, ImportReport& report, const ImportWatch& watch = {});

}  // namespace app
