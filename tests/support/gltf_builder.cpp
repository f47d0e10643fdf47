#include "tests/support/gltf_builder.h"

#include <fstream>
#include <stdexcept>

namespace app::test {
namespace {

using Json = nlohmann::json;

std::size_t componentsOf(std::string_view type) {
  if (type == "SCALAR") return 1;
  if (type == "VEC2") return 2;
  if (type == "VEC3") return 3;
  return type == "MAT4" ? 16 : 4;
}

void append32(std::string& text, std::size_t value) {
  for (int shift = 0; shift < 32; shift += 8) text += static_cast<char>(value >> shift & 0xFF);
}

}  // namespace

std::string base64(const std::vector<std::uint8_t>& bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k) three = three << 8 | (i + k < bytes.size() ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? kDigits[three >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

GltfBuilder::GltfBuilder() {
  json = {{"asset", {{"version", "2.0"}}},
          {"scene", 0},
          {"scenes", {{{"nodes", Json::array()}}}},
          {"nodes", Json::array()}};
}

int GltfBuilder::addTo(const char* list, Json object) {
  json[list].push_back(std::move(object));
  return static_cast<int>(json[list].size()) - 1;
}

int GltfBuilder::addNodeOutside(Json node) { return addTo("nodes", std::move(node)); }

int GltfBuilder::addNode(Json node) {
  const int index = addNodeOutside(std::move(node));
  json["scenes"][0]["nodes"].push_back(index);
  return index;
}

int GltfBuilder::addView(const std::vector<std::uint8_t>& bytes) {
  const int view = addTo("bufferViews", {{"buffer", 0}, {"byteOffset", buffer_.size()}, {"byteLength", bytes.size()}});
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  buffer_.resize((buffer_.size() + 3) / 4 * 4);
  return view;
}

int GltfBuilder::addBytes(const std::vector<std::uint8_t>& bytes, int code, std::string_view type,
                          std::size_t valueCount, bool normalized) {
  Json accessor = {{"bufferView", addView(bytes)},
                   {"componentType", code},
                   {"count", valueCount / componentsOf(type)},
                   {"type", type}};
  if (normalized) accessor["normalized"] = true;
  return addTo("accessors", std::move(accessor));
}

int GltfBuilder::addTriangle(Json attributes) {
  attributes["POSITION"] = add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
  return addTo("meshes", {{"primitives", {{{"attributes", std::move(attributes)}}}}});
}

int GltfBuilder::addClip(int node, std::string_view path, const std::vector<float>& times, int output,
                         std::string_view interpolation) {
  const int input = add(times, "SCALAR");
  return addTo("animations", {{"samplers", {{{"input", input}, {"output", output}, {"interpolation", interpolation}}}},
                              {"channels", {{{"sampler", 0}, {"target", {{"node", node}, {"path", path}}}}}}});
}

int GltfBuilder::addPointerClip(std::string_view pointer, const std::vector<float>& times, int output,
                                std::string_view interpolation) {
  const int clip = addClip(0, "pointer", times, output, interpolation);
  Json& target = json["animations"][static_cast<std::size_t>(clip)]["channels"][0]["target"];
  target.erase("node");
  target["extensions"]["KHR_animation_pointer"]["pointer"] = pointer;
  return clip;
}

void GltfBuilder::addTexturedTriangle() {
  const int mesh = addTriangle();
  json["meshes"][static_cast<std::size_t>(mesh)]["primitives"][0]["material"] = 0;
  addNode({{"name", "shape"}, {"mesh", mesh}});
  addTo("images", {{"uri", "missing.png"}});
  addTo("textures", {{"source", 0}});
}

std::string GltfBuilder::gltf() const {
  Json document = json;
  if (!buffer_.empty())
    document["buffers"][0] = {{"byteLength", buffer_.size()},
                              {"uri", "data:application/octet-stream;base64," + base64(buffer_)}};
  return document.dump();
}

std::string GltfBuilder::glb() const {
  Json document = json;
  if (!buffer_.empty()) document["buffers"][0] = {{"byteLength", buffer_.size()}};
  std::string text = document.dump();
  text.resize((text.size() + 3) / 4 * 4, ' ');
  std::string file = "glTF";
  append32(file, 2);
  append32(file, 12 + 8 + text.size() + (buffer_.empty() ? 0 : 8 + buffer_.size()));
  append32(file, text.size());
  file += "JSON" + text;
  if (buffer_.empty()) return file;
  append32(file, buffer_.size());
  file += std::string("BIN\0", 4);
  file.append(buffer_.begin(), buffer_.end());
  return file;
}

}  // namespace app::test
