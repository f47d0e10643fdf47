// A glTF document after validation: typed, every index in range, every byte range inside its buffer, every node with at
// most one parent and no cycles.
#ifndef APP_IMPORT_GLTF_GLTF_DOCUMENT_H
#define APP_IMPORT_GLTF_GLTF_DOCUMENT_H

#include <filesystem>
#include <string>
#include <vector>

#include "app/import/file/file_bytes.h"
#include "app/import/gltf/gltf_material_values.h"
#include "app/import/gltf/gltf_types.h"
#include "app/import/gltf/json_reading.h"
#include "app/model/import_report.h"
#include "app/model/json/json_tree.h"

namespace app {

/// Owns the buffers that accessors point into. Moving keeps those pointers valid, copying would not.
struct GltfDocument {
  GltfDocument() = default;
  GltfDocument(GltfDocument&&) = default;
  GltfDocument& operator=(GltfDocument&&) = default;

  std::filesystem::path folder;
  JsonTree<> json;  // materials, textures and images are read from here
  std::vector<GltfBuffer> buffers;
  std::vector<GltfView> views;
  std::vector<GltfAccessor> accessors;
  std::vector<GltfNode> nodes;
  std::vector<int> parentsFirst;  // every node once, depth first from the roots in document order
  std::vector<GltfMesh> meshes;
  std::vector<GltfSkin> skins;
  std::vector<GltfAnimation> animations;
  GltfMaterialValues materialValues;  // those of the animations
  std::vector<GltfCamera> cameras;
  std::vector<FileLight> lights;  // `node` is not set yet
  std::vector<std::string> variants;
};

/// Reads and validates a file, and decodes what is compressed. Faults are left out or repaired, and reported; throws
/// ImportError when they cannot be.
GltfDocument loadGltfDocument(const std::filesystem::path& file, ImportReport& report, const ImportWatch& watch = {});
/// The same for a document in memory; `folder` is where the files it names are (resource_uri.h).
GltfDocument inspectGltfDocument(ByteSpan bytes, const std::filesystem::path& folder, ImportReport& report,
                                 const ImportWatch& watch = {});

/// The bytes of a view; empty when its buffer has no data.
ByteSpan bytesOf(const GltfDocument& document, const GltfView& view);

/// "node 4 'Hips'"; "node 4" without a name.
std::string locationText(std::string_view kind, std::size_t index, std::string_view name);

}  // namespace app

#endif  // APP_IMPORT_GLTF_GLTF_DOCUMENT_H
