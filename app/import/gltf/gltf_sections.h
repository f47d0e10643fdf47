// The sections of a glTF document, one function each; inspectGltfDocument() calls them in this order.
#pragma once

#include "app/import/gltf/gltf_container.h"
#include "app/import/gltf/gltf_document.h"

namespace app {

/// Refuses versions other than 2.0.
void checkVersion(const Json& json);

void readBuffers(GltfDocument& document, GltfContainer& container, ImportReport& report, const ImportWatch& watch);
void readViews(GltfDocument& document, ImportReport& report, const ImportWatch& watch);  // decodes compressed ones
void readAccessors(GltfDocument& document);
void readCameras(GltfDocument& document, ImportReport& report);
void readLights(GltfDocument& document, ImportReport& report);
void readVariants(GltfDocument& document, ImportReport& report);
void readMeshes(GltfDocument& document, ImportReport& report);  // needs variants
void readNodes(GltfDocument& document, ImportReport& report);   // needs meshes, cameras and lights; checks the tree
void readScenes(GltfDocument& document, ImportReport& report);
void readSkins(GltfDocument& document, ImportReport& report);
void readAnimations(GltfDocument& document, ImportReport& report);

/// Refuses a document whose meshes and animations together exceed the limits.
void checkTotals(const GltfDocument& document);

/// The object's name, cut at limits::kNameBytes (reported).
std::string readName(const Json& object, const JsonLocation& location, ImportReport& report);
/// Calls `read(object, location)` for each element of a list, refused unless it is an object. `kind`: such as "mesh".
template <class Read>
void forEachObject(const Json& list, std::string_view kind, const Read& read) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const JsonLocation location{kind, static_cast<std::ptrdiff_t>(i)};
    read(requireObject(list[i], location), location);
  }
}
/// Elements of a top-level list, refused above `limit`.
const Json& section(const GltfDocument& document, const char* key, std::size_t limit);

}  // namespace app
