#include "app/import/assimp/assimp_copy.h"

#include <map>
#include <string_view>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/gltf/gltf_accessor.h"
#include "app/import/gltf/gltf_container.h"
#include "app/import/gltf/gltf_mesh.h"
#include "app/import/gltf/primitive_topology.h"

namespace app {
namespace {

constexpr std::string_view shapeName(int components) {
  return components == 1 ? "SCALAR" : components == 2 ? "VEC2" : components == 3 ? "VEC3" : "VEC4";
}

class CopyWriter {
 public:
  CopyWriter(const GltfDocument& document, const ImportWatch& watch) : document_(document), watch_(watch) {}

  void writeNodes();
  void writeMeshes(const std::vector<Mesh>& gltfMeshes);
  void writeClips(const std::vector<GltfClip>& clips);
  Bytes container() const;

 private:
  int accessor(int documentIndex);
  Json primitive(const GltfPrimitive& source);
  std::string jsonText() const;

  const GltfDocument& document_;
  const ImportWatch& watch_;
  Json json_ = {{"asset", {{"version", "2.0"}}}, {"scene", 0}};
  std::string views_, accessors_, clips_;  // elements of JSON lists, as text
  std::map<int, int> copied_;              // accessor of the document -> of the copy
  std::map<std::size_t, int> meshes_;      // mesh of the document -> of the copy
  Bytes binary_;
};

int CopyWriter::accessor(int documentIndex) {
  const auto [entry, isNew] = copied_.try_emplace(documentIndex, static_cast<int>(copied_.size()));
  if (!isNew) return entry->second;
  watch_.throwIfCanceled();
  const GltfAccessor& source = document_.accessors[static_cast<std::size_t>(documentIndex)];
  const Bytes packed = packedBytes(source, {"accessor", documentIndex});
  views_ += concat(views_.empty() ? "" : ",", R"({"buffer":0,"byteOffset":)", binary_.size(), R"(,"byteLength":)",
                   packed.size(), "}");
  accessors_ += concat(accessors_.empty() ? "" : ",", R"({"bufferView":)", entry->second, R"(,"componentType":)",
                       static_cast<int>(source.component), R"(,"normalized":)", source.normalized ? "true" : "false",
                       R"(,"count":)", source.count, R"(,"type":")", shapeName(source.components), R"("})");
  binary_.insert(binary_.end(), packed.begin(), packed.end());
  binary_.resize((binary_.size() + 3) / 4 * 4);
  return entry->second;
}

Json CopyWriter::primitive(const GltfPrimitive& source) {
  Json attributes = {{"POSITION", accessor(source.attributes.at("POSITION"))}};
  const auto add = [&](const char* name, std::initializer_list<int> components) {
    if (!fittingAttribute(document_, source, source.attributes, name, components)) return false;
    attributes[name] = accessor(source.attributes.at(name));
    return true;
  };
  add("NORMAL", {3});
  add("COLOR_0", {3, 4});
  if (add("TEXCOORD_0", {2})) add("TEXCOORD_1", {2});  // assimp rejects sets that do not start at 0
  Json result = {{"attributes", std::move(attributes)}, {"mode", source.mode}};
  if (source.indices >= 0) result["indices"] = accessor(source.indices);
  return result;
}

void CopyWriter::writeMeshes(const std::vector<Mesh>& gltfMeshes) {
  Json list = Json::array();
  for (std::size_t i = 0; i < gltfMeshes.size(); ++i) {
    Json primitives = Json::array();
    for (std::size_t p = 0; p < gltfMeshes[i].primitives.size(); ++p)
      if (isInCopy(gltfMeshes[i].primitives[p])) primitives.push_back(primitive(document_.meshes[i].primitives[p]));
    if (primitives.empty()) continue;
    meshes_[i] = static_cast<int>(list.size());
    list.push_back({{"name", copyMeshName(i)}, {"primitives", std::move(primitives)}});
  }
  if (!list.empty()) json_["meshes"] = std::move(list);
}

void CopyWriter::writeNodes() {
  Json list = Json::array(), roots = Json::array();
  for (std::size_t i = 0; i < document_.nodes.size(); ++i) {
    const GltfNode& node = document_.nodes[i];
    Json copy = {{"name", copyNodeName(i)}};
    if (!node.children.empty() && !isFlattened(document_)) copy["children"] = node.children;
    if (node.mesh >= 0)
      if (const auto mesh = meshes_.find(static_cast<std::size_t>(node.mesh)); mesh != meshes_.end())
        copy["mesh"] = mesh->second;
    if (node.parent == -1 || isFlattened(document_)) roots.push_back(i);
    list.push_back(std::move(copy));
  }
  json_["nodes"] = std::move(list);
  json_["scenes"] = Json::array({{{"nodes", std::move(roots)}}});
}

void CopyWriter::writeClips(const std::vector<GltfClip>& clips) {
  for (const GltfClip& clip : clips) {
    std::string samplers, channels;
    int count = 0;
    for (const GltfClipChannel& channel : clip.channels) {
      const GltfAccessor& input = document_.accessors[static_cast<std::size_t>(channel.input)];
      const GltfAccessor& output = document_.accessors[static_cast<std::size_t>(channel.output)];
      // assimp reads integer key times and integer weights as if they were floats, so they are left out.
      if (input.component != ComponentType::Float) continue;
      if (channel.channel == crossfade::Channel::Weights &&
          (output.component != ComponentType::Float || output.components != 1))
        continue;
      const char* comma = count == 0 ? "" : ",";
      channels += concat(comma, R"({"sampler":)", count++, R"(,"target":{"node":)", channel.node, R"(,"path":")",
                         crossfade::nameOf(channel.channel), R"("}})");
      samplers += concat(comma, R"({"input":)", accessor(channel.input), R"(,"output":)", accessor(channel.output),
                         R"(,"interpolation":")", crossfade::nameOf(channel.interpolation), R"("})");
    }
    clips_ += concat(clips_.empty() ? "" : ",", R"({"name":)", Json(clip.name).dump(), R"(,"samplers":[)", samplers,
                     R"(],"channels":[)", channels, "]}");
  }
}

void append32(Bytes& bytes, std::size_t value) {
  for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

/// The large lists are text already: building them as Json took most of an import's time.
std::string CopyWriter::jsonText() const {
  std::string text = json_.dump();
  text.pop_back();  // the closing brace
  if (!binary_.empty())
    text += concat(R"(,"buffers":[{"byteLength":)", binary_.size(), R"(}],"bufferViews":[)", views_,
                   R"(],"accessors":[)", accessors_, "]");
  if (!clips_.empty()) text += concat(R"(,"animations":[)", clips_, "]");
  text += "}";
  text.resize((text.size() + 3) / 4 * 4, ' ');
  return text;
}

Bytes CopyWriter::container() const {
  const std::string text = jsonText();
  Bytes file = {'g', 'l', 'T', 'F', 2, 0, 0, 0};
  const std::size_t binaryChunk = binary_.empty() ? 0 : glb::kChunkHeaderBytes + binary_.size();
  const std::size_t size = glb::kHeaderBytes + glb::kChunkHeaderBytes + text.size() + binaryChunk;
  file.reserve(size);
  append32(file, size);
  append32(file, text.size());
  append32(file, glb::kJsonChunk);
  file.insert(file.end(), text.begin(), text.end());
  if (binary_.empty()) return file;
  append32(file, binary_.size());
  append32(file, glb::kBinaryChunk);
  file.insert(file.end(), binary_.begin(), binary_.end());
  return file;
}

}  // namespace

std::string copyNodeName(std::size_t node) { return "node " + std::to_string(node); }
std::string copyMeshName(std::size_t mesh) { return "mesh " + std::to_string(mesh); }

bool isFlattened(const GltfDocument& document) { return document.nodeDepth > limits::kDepthForAssimp; }

bool isInCopy(const Primitive& primitive) { return !primitive.positions.empty() && !drawsNothing(primitive); }

Bytes writeAssimpCopy(const GltfDocument& document, const std::vector<Mesh>& gltfMeshes,
                      const std::vector<GltfClip>& clips, const ImportWatch& watch) {
  CopyWriter writer(document, watch);
  writer.writeMeshes(gltfMeshes);
  writer.writeNodes();
  writer.writeClips(clips);
  return writer.container();
}

}  // namespace app
