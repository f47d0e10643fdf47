// How loadGltfDocument reads the sections of a document, one function each, in this order.
#pragma once

#include "app/import/gltf/gltf_container.h"
#include "app/import/gltf/gltf_document.h"

namespace app {

/// Version 2.x, and no required extension that we do not know; used ones that we do not know are reported.
void checkVersionAndExtensions(const Json& json, ImportReport& report);

void readBuffers(GltfDocument& document, GltfContainer& container, ImportReport& report, const ImportWatch& watch);
void readViews(GltfDocument& document);
void readAccessors(GltfDocument& document);
void readCameras(GltfDocument& document, ImportReport& report);
void readMeshes(GltfDocument& document, ImportReport& report);
void readNodes(GltfDocument& document, ImportReport& report);  // needs meshes and cameras; checks the tree
void readScenes(GltfDocument& document, ImportReport& report);
void readSkins(GltfDocument& document, ImportReport& report);
void readAnimations(GltfDocument& document, ImportReport& report);

/// Refuses a document whose parts together would need too much memory.
void checkTotals(const GltfDocument& document);

/// The object's name, cut at limits::kNameBytes (reported).
std::string readName(const Json& object, const JsonLocation& location, ImportReport& report);
/// Elements of a top-level list, refused above `limit`.
const Json& section(const GltfDocument& document, const char* key, std::size_t limit);

}  // namespace app
