#include "app/import/gltf/gltf_compression.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

#include "app/import/codec/draco_decode.h"
#include "app/import/codec/meshopt_decode.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"
#include "app/import/gltf/gltf_accessor.h"
#include "app/import/gltf/gltf_extensions.h"

namespace app {
namespace {

constexpr const char* kDraco = "KHR_draco_mesh_compression";
constexpr std::array<const char*, 2> kMeshopt = {"KHR_meshopt_compression", "EXT_meshopt_compression"};

template <class Value>
Value namedMember(const Json& object, const char* key, std::string_view fallback,
                  std::initializer_list<std::pair<std::string_view, Value>> values) {
  const std::string name = textMember(object, key, fallback);
  for (const auto& [known, value] : values)
    if (known == name) return value;
  refuse("the ", key, " '", shortText(name), "' is unknown");
}

Bytes decodeView(const GltfDocument& document, const Json& compression, const JsonLocation& location,
                 std::size_t fileBuffers, std::uint64_t bytesLeft) {
  const auto buffer = indexMember(compression, "buffer", fileBuffers, "buffer", location);
  if (!buffer) refuse("it names no buffer");
  const GltfBuffer& source = document.buffers[static_cast<std::size_t>(*buffer)];
  const std::uint64_t offset = sizeMember(compression, "byteOffset", 0, location);
  const std::uint64_t length = sizeMember(compression, "byteLength", 0, location);
  if (source.absent) refuse("buffer ", *buffer, " has no data");
  if (offset > source.size || length > source.size - offset)
    refuse(length, " bytes from offset ", offset, " reach past buffer ", *buffer, " of ", source.size, " bytes");
  return decodeMeshopt({.bytes = ByteSpan(source.bytes).subspan(offset, length),
                        .count = sizeMember(compression, "count", 0, location),
                        .stride = sizeMember(compression, "byteStride", 0, location),
                        .mode = namedMember<MeshoptMode>(compression, "mode", "",
                                                         {{"ATTRIBUTES", MeshoptMode::Attributes},
                                                          {"TRIANGLES", MeshoptMode::Triangles},
                                                          {"INDICES", MeshoptMode::Indices}}),
                        .filter = namedMember<MeshoptFilter>(compression, "filter", "NONE",
                                                             {{"NONE", MeshoptFilter::None},
                                                              {"OCTAHEDRAL", MeshoptFilter::Octahedral},
                                                              {"QUATERNION", MeshoptFilter::Quaternion},
                                                              {"EXPONENTIAL", MeshoptFilter::Exponential},
                                                              {"COLOR", MeshoptFilter::Color}})},
                       bytesLeft);
}

/// The data of a new buffer, which the document owns from now on.
ByteSpan addBuffer(GltfDocument& document, Bytes bytes) {
  const std::size_t size = bytes.size();
  document.buffers.push_back({.bytes = std::move(bytes), .size = size});
  return document.buffers.back().bytes;
}

class DracoPrimitives {
 public:
  DracoPrimitives(GltfDocument& document, ImportReport& report) : document_(document), report_(report) {}

  /// `pointer` is the JSON pointer of the primitive's extension.
  void decode(GltfPrimitive& primitive, const Json& extension, const std::string& pointer) {
    try {
      decodeOrThrow(primitive, extension, {pointer});
    } catch (const ImportError& error) {
      if (!hasOwnData(primitive)) refuse(pointer, ": ", error.what());
      report_.add(Finding::Repaired, pointer, concat(error.what(), "; the file's uncompressed copy is used"));
    }
  }

 private:
  /// glTF allows an uncompressed copy, so that readers without Draco can show the mesh.
  bool hasOwnData(const GltfPrimitive& primitive) const {
    const auto isThere = [&](int index) {
      const GltfAccessor& accessor = document_.accessors[static_cast<std::size_t>(index)];
      return !accessor.bytes.empty() || accessor.sparseCount > 0;
    };
    const auto position = primitive.attributes.find("POSITION");
    return position != primitive.attributes.end() && isThere(position->second) &&
           (primitive.indices < 0 || isThere(primitive.indices));
  }

  void decodeOrThrow(GltfPrimitive& primitive, const Json& extension, const JsonLocation& location) {
    const auto index = indexMember(extension, "bufferView", document_.views.size(), "buffer view", location);
    if (!index) refuse("it names no buffer view");
    const ByteSpan stream = bytesOf(document_, document_.views[static_cast<std::size_t>(*index)]);
    if (stream.empty()) refuse("buffer view ", *index, " has no data");
    std::vector<std::string> names;
    std::vector<DracoAttribute> wanted;
    const Json* attributes = findMember(extension, "attributes");
    if (attributes == nullptr) refuse("it names no attributes");
    for (const auto& [name, id] : requireObject(*attributes, location).items()) {
      const auto used = primitive.attributes.find(name);
      if (used == primitive.attributes.end()) continue;
      const auto number = indexMember(*attributes, name.c_str(), std::size_t{1} << 31, "attribute", location);
      wanted.push_back({static_cast<std::uint32_t>(*number), accessorAt(used->second).component});
      names.push_back(name);
    }
    DracoMesh mesh = decodeDraco(stream, wanted, limits_);
    for (std::size_t i = 0; i < names.size(); ++i)
      checkShape(accessorAt(primitive.attributes[names[i]]), mesh.attributes[i], names[i]);
    for (std::size_t i = 0; i < names.size(); ++i) {
      int& accessor = primitive.attributes[names[i]];
      accessor = addAccessor(accessorAt(accessor), mesh.vertexCount, std::move(mesh.attributes[i].bytes));
    }
    useIndices(primitive, mesh);
    limits_.vertices -= mesh.vertexCount;
    limits_.triangles -= mesh.indices.size() / 3;
  }

  static void checkShape(const GltfAccessor& accessor, const DracoValues& values, const std::string& name) {
    if (accessor.components != values.components)
      refuse(shortText(name), " has ", values.components, " components in the Draco data, but ", accessor.components,
             " in the file");
  }

  void useIndices(GltfPrimitive& primitive, const DracoMesh& mesh) {
    Bytes bytes(mesh.indices.size() * sizeof(std::uint32_t));
    if (!bytes.empty())
      std::copy_n(reinterpret_cast<const std::uint8_t*>(mesh.indices.data()), bytes.size(), bytes.begin());
    GltfAccessor shape;
    shape.component = ComponentType::UnsignedInt;
    primitive.indices = addAccessor(shape, mesh.indices.size(), std::move(bytes));
    primitive.mode = kTrianglesMode;  // also for a strip: Draco's triangles are a list
  }

  const GltfAccessor& accessorAt(int index) const { return document_.accessors[static_cast<std::size_t>(index)]; }

  /// Of the components of `shape`, but not of its data.
  int addAccessor(GltfAccessor shape, std::size_t count, Bytes bytes) {
    limits_.bytes -= std::min<std::uint64_t>(limits_.bytes, bytes.size());
    shape.count = count;
    shape.stride = elementBytes(shape);
    shape.bytes = addBuffer(document_, std::move(bytes));
    shape.sparseCount = 0;
    shape.absentBuffer = -1;
    document_.accessors.push_back(shape);
    return static_cast<int>(document_.accessors.size()) - 1;
  }

  static constexpr int kTrianglesMode = 4;

  GltfDocument& document_;
  ImportReport& report_;
  DracoLimits limits_{
      .vertices = limits::kVertices, .triangles = limits::kIndices / 3, .bytes = limits::kResourceBytes};
};

}  // namespace

std::optional<GltfView> readCompressedView(GltfDocument& document, const Json& object, const JsonLocation& location,
                                           std::size_t fileBuffers, std::uint64_t& bytesLeft, ImportReport& report) {
  for (const char* name : kMeshopt) {
    const Json* compression = findExtension(object, name);
    if (compression == nullptr) continue;
    const JsonLocation inside{name, -1, &location};
    try {
      Bytes bytes = decodeView(document, requireObject(*compression, inside), inside, fileBuffers, bytesLeft);
      bytesLeft -= bytes.size();
      const std::size_t size = addBuffer(document, std::move(bytes)).size();
      return GltfView{.buffer = static_cast<int>(document.buffers.size()) - 1,
                      .offset = 0,
                      .size = size,
                      .stride = sizeMember(object, "byteStride", 0, location)};
    } catch (const ImportError& error) {
      const std::string where = concat("/bufferViews/", location.index, "/extensions/", name);
      const auto own = indexMember(object, "buffer", fileBuffers, "buffer", location);
      if (!own || document.buffers[static_cast<std::size_t>(*own)].absent) refuse(where, ": ", error.what());
      report.add(Finding::Repaired, where, concat(error.what(), "; the file's uncompressed copy is used"));
    }
  }
  return std::nullopt;
}

void decodeDracoPrimitives(GltfDocument& document, ImportReport& report, const ImportWatch& watch) {
  DracoPrimitives primitives(document, report);
  const Json& meshes = listMember(document.json, "meshes", {"document"});
  for (std::size_t m = 0; m < document.meshes.size(); ++m) {
    const Json& list = listMember(meshes[m], "primitives", {"mesh", static_cast<std::ptrdiff_t>(m)});
    for (std::size_t p = 0; p < document.meshes[m].primitives.size(); ++p) {
      const Json* extension = findExtension(list[p], kDraco);
      if (extension == nullptr) continue;
      watch.throwIfCanceled();
      primitives.decode(document.meshes[m].primitives[p], *extension,
                        concat("/meshes/", m, "/primitives/", p, "/extensions/", kDraco));
    }
  }
}

}  // namespace app
