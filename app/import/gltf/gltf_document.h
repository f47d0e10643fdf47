// A glTF document after validation: typed, every index in range, every byte range inside its buffer, every node with at
// most one parent and no cycles.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/import/codec/component_type.h"
#include "app/import/file/file_bytes.h"
#include "app/import/gltf/gltf_material_values.h"
#include "app/import/gltf/json_reading.h"
#include "app/model/import_report.h"
#include "app/model/json/json_tree.h"
#include "app/model/model.h"
#include "crossfade/clip/keyframe_track.h"
#include "crossfade/math/transform.h"

namespace app {

// The objects of a glTF document (glTF 2.0, 5), as GltfDocument holds them after validation. Indices refer to the lists
// of the document; -1 means none.

/// glTF allows buffers without data, for extensions to fill. Views and accessors of one may exist, but not be read.
struct GltfBuffer {
  Bytes bytes;
  std::size_t size = 0;
  bool absent = false;
};

struct GltfView {
  int buffer = 0;
  std::size_t offset = 0;
  std::size_t size = 0;
  std::size_t stride = 0;  // 0: packed
};

/// `count` elements of `components` values, `stride` bytes apart; without bytes all are 0. Sparse elements replace
/// single ones. The spans point into the document's buffers.
struct GltfAccessor {
  ComponentType component = ComponentType::Float;
  int components = 1;  // 1..4, 9 or 16
  bool matrix = false;
  bool normalized = false;
  std::size_t count = 0;
  std::size_t stride = 0;
  ByteSpan bytes;
  std::size_t sparseCount = 0;
  ComponentType sparseIndexType = ComponentType::UnsignedInt;
  ByteSpan sparseIndices;  // packed
  ByteSpan sparseValues;   // packed
  int absentBuffer = -1;   // the buffer without data that holds its values; -1: none
};

struct GltfNode {
  std::string name;
  std::vector<int> children;
  int parent = -1;
  int mesh = -1;
  int skin = -1;
  int camera = -1;
  int light = -1;
  crossfade::Transform local;
  std::vector<float> weights;
  bool isHidden = false;      // KHR_node_visibility, and no clip shows it; so is all below it
  bool startsHidden = false;  // whatever clips do
  bool isCollider = false;    // its extras say so
  bool inScene = false;       // reachable from the default scene, and not hidden
};

using AttributeMap = std::map<std::string, int>;  // glTF's attribute name -> accessor

struct GltfPrimitive {
  int mode = 4;  // glTF: 0 points, 1 lines, 2 loop, 3 strip, 4 triangles, 5 strip, 6 fan
  int indices = -1;
  int material = -1;
  std::vector<VariantMaterial> variantMaterials;
  AttributeMap attributes;
  std::vector<AttributeMap> targets;
};

struct GltfMesh {
  std::string name;
  std::vector<GltfPrimitive> primitives;
  std::vector<float> weights;
  std::vector<std::string> targetNames;
  int targetCount() const;  // the maximum over all primitives
};

struct GltfSkin {
  std::string name;
  std::vector<int> joints;
  int inverseBinds = -1;  // accessor; -1: identity
};

struct GltfChannel {
  int node = -1;         // of Channel::Values: into materialValues or sceneValues; -1: none
  bool ofScene = false;  // of Channel::Values: a value of the scene
  crossfade::Channel channel = crossfade::Channel::Translation;
  crossfade::Interpolation interpolation = crossfade::Interpolation::Linear;
  int input = -1;  // accessors
  int output = -1;
  std::string fault;       // why it cannot be used; empty: the JSON shows none
  bool ignorable = false;  // glTF allows the fault
};

struct GltfAnimation {
  std::string name;
  std::vector<GltfChannel> channels;
};

/// `camera.node` is not set yet.
struct GltfCamera {
  FileCamera camera;
  bool usable = true;  // false: it was reported why
};

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
  GltfMaterialValues materialValues;    // those of the animations
  std::vector<SceneValue> sceneValues;  // the same; `of` is an index in the document, `offset` is not set
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
