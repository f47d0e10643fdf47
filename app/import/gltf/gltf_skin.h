// Reads the skeleton and the skins of a glTF document. Inverse bind matrices are identity where it has none.
#ifndef APP_IMPORT_GLTF_GLTF_SKIN_H
#define APP_IMPORT_GLTF_GLTF_SKIN_H

#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app {

/// Every node is a joint, parents first. Throws ImportError when no skeleton can be made of them.
crossfade::Skeleton readGltfSkeleton(const GltfDocument& document);

/// Throws ImportError when there are fewer inverse bind matrices than joints, or their accessor holds no matrices.
Skin readGltfSkin(const GltfDocument& document, std::size_t skinIndex, const crossfade::Skeleton& skeleton,
                  ImportReport& report);

/// Throws ImportError when a vertex follows a joint that the skin does not have; `where` is the node that uses both.
void checkSkinJoints(const Mesh& mesh, const Skin& skin, const std::string& where);

}  // namespace app

#endif  // APP_IMPORT_GLTF_GLTF_SKIN_H
