// A glTF document after inspection: typed, every index in range, every byte range inside its buffer, the node tree
// strict.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/import/file/file_bytes.h"
#include "app/import/gltf/json_reading.h"
#include "app/model/import_report.h"
#include "crossfade/clip/keyframe_track.h"
#include "crossfade/math/transform.h"

namespace app {

enum class ComponentType {
  Byte = 5120,
  UnsignedByte = 5121,
  Short = 5122,
  UnsignedShort = 5123,
  UnsignedInt = 5125,
  Float = 5126
};

/// glTF allows buffers that name no data (for others to fill in); views and accessors of one can exist, not be read.
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

/// `count` elements of `components` numbers, `stride` bytes apart; no bytes means zeros. Sparse elements replace
/// others. The spans lend from the document's buffers.
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
  int absentBuffer = -1;   // the buffer without data that this would have to be read from
};

struct GltfNode {
  std::string name;
  std::vector<int> children;
  int parent = -1;
  int mesh = -1;
  int skin = -1;
  int camera = -1;
  crossfade::Transform local;
  std::vector<float> weights;
  bool inScene = false;  // reachable from the default scene
};

using AttributeMap = std::map<std::string, int>;  // glTF's attribute name -> accessor

struct GltfPrimitive {
  int mode = 4;  // glTF: 0 points, 1 lines, 2 loop, 3 strip, 4 triangles, 5 strip, 6 fan
  int indices = -1;
  int material = -1;
  AttributeMap attributes;
  std::vector<AttributeMap> targets;
};

struct GltfMesh {
  std::string name;
  std::vector<GltfPrimitive> primitives;
  std::vector<float> weights;
  std::vector<std::string> targetNames;
  int targetCount() const;  // the most of any primitive
};

struct GltfSkin {
  std::string name;
  std::vector<int> joints;
  int inverseBinds = -1;  // accessor; -1: identity
};

struct GltfChannel {
  int node = -1;  // -1: none that is known
  crossfade::Channel channel = crossfade::Channel::Translation;
  crossfade::Interpolation interpolation = crossfade::Interpolation::Linear;
  int input = -1;  // accessors
  int output = -1;
  std::string fault;       // why it cannot be used; empty: it can, as far as the JSON shows
  bool ignorable = false;  // the fault is allowed by glTF
};

struct GltfAnimation {
  std::string name;
  std::vector<GltfChannel> channels;
};

struct GltfCamera {
  std::string name;
  bool perspective = true;
  float verticalFov = 0.8f;
};

/// Owns the buffers that views and accessors lend from; moving it keeps them in place, so copying is not offered.
struct GltfDocument {
  GltfDocument() = default;
  GltfDocument(GltfDocument&&) = default;
  GltfDocument& operator=(GltfDocument&&) = default;

  std::filesystem::path folder;
  Json json;  // materials, textures and images are read from here
  std::vector<GltfBuffer> buffers;
  std::vector<GltfView> views;
  std::vector<GltfAccessor> accessors;
  std::vector<GltfNode> nodes;
  std::vector<int> parentsFirst;  // every node once, depth first from the roots in document order
  std::vector<GltfMesh> meshes;
  std::vector<GltfSkin> skins;
  std::vector<GltfAnimation> animations;
  std::vector<GltfCamera> cameras;
};

/// Reads and inspects. Throws ImportError when something is wrong that cannot be left out; the rest is reported.
GltfDocument loadGltfDocument(const std::filesystem::path& file, ImportReport& report, const ImportWatch& watch = {});
/// The same for a document in memory; what it names is read from `folder`.
GltfDocument inspectGltfDocument(ByteSpan bytes, const std::filesystem::path& folder, ImportReport& report,
                                 const ImportWatch& watch = {});

/// The bytes of a view; empty when its buffer has no data.
ByteSpan bytesOf(const GltfDocument& document, const GltfView& view);

/// "node 4 'Hips'"; the name only where there is one.
std::string locationText(std::string_view kind, std::size_t index, std::string_view name);

}  // namespace app
