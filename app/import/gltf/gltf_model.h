// Makes a model of a validated glTF document.
#pragma once

#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app {

// ---- EXT_mesh_gpu_instancing: a node whose mesh is drawn many times.

/// Adds one child node per instance to the node that is instanced; the new nodes come after the file's. Instances above
/// limits::kInstances are dropped; if the instance attributes cannot be read, the mesh is drawn once. Both are
/// reported.
void addInstanceNodes(GltfDocument& document, ImportReport& report);

// ---- The model.

/// Fills everything but name, path and the findings of validation. `allInfluences`: also JOINTS_1 and up;
/// `imageHeadersOnly`: images have their sizes, but no pixels. What cannot be used is left out and reported; throws
/// ImportError when it cannot be left out.
void fillGltfModel(Model& model, const GltfDocument& document, bool allInfluences, bool imageHeadersOnly,
                   const ImportWatch& watch);

}  // namespace app
