// Reads MToon, the cel-shaded material of VRM: VRMC_materials_mtoon, and the material properties of VRM 0.x.
#ifndef APP_IMPORT_GLTF_GLTF_MTOON_H
#define APP_IMPORT_GLTF_GLTF_MTOON_H

#include <cstddef>

#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app {

/// If `object`, the document's material `index`, is MToon, makes `material` unlit with a shade. The parts of MToon that
/// we do not show are reported.
void readMToon(const GltfDocument& document, const Json& object, std::size_t index, Material& material,
               ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_GLTF_GLTF_MTOON_H
