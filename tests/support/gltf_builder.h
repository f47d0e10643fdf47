// Builds small glTF documents for tests, byte by byte where needed.
#ifndef TESTS_SUPPORT_GLTF_BUILDER_H
#define TESTS_SUPPORT_GLTF_BUILDER_H

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/support/temporary_folder.h"

namespace app::test {

using ::test::TemporaryFolder;

/// Edit `json` freely. All accessors share one buffer, each with its own view.
class GltfBuilder {
 public:
  GltfBuilder();

  nlohmann::json json;

  /// `type` as in glTF: "SCALAR", "VEC3". T decides the component type. Returns the accessor's index.
  template <class T>
  int add(const std::vector<T>& values, std::string_view type, bool normalized = false) {
    std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
    if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    return addBytes(bytes, componentCode(T{}), type, values.size(), normalized);
  }

  /// Adds bytes without an accessor; returns their view's index.
  int addView(const std::vector<std::uint8_t>& bytes);
  /// Adds a node to the scene; returns its index.
  int addNode(nlohmann::json node);
  /// Adds a node that no scene lists.
  int addNodeOutside(nlohmann::json node);
  int addTo(const char* list, nlohmann::json object);
  /// Adds a triangle in the plane z = 0 with `attributes` besides POSITION; returns the mesh's index.
  int addTriangle(nlohmann::json attributes = nlohmann::json::object());
  /// Adds an animation of one channel; returns its index.
  int addClip(int node, std::string_view path, const std::vector<float>& times, int output,
              std::string_view interpolation = "LINEAR");
  /// Adds an animation of what a JSON pointer names (KHR_animation_pointer); returns its index.
  int addPointerClip(std::string_view pointer, const std::vector<float>& times, int output,
                     std::string_view interpolation = "LINEAR");
  /// Adds a node that shows a triangle of material 0, and texture 0, whose image is missing. Add the material.
  void addTexturedTriangle();

  /// The document, with its buffer as a data URI.
  std::string gltf() const;
  /// The document as GLB.
  std::string glb() const;

 private:
  static int componentCode(float) { return 5126; }
  static int componentCode(std::int8_t) { return 5120; }
  static int componentCode(std::uint8_t) { return 5121; }
  static int componentCode(std::int16_t) { return 5122; }
  static int componentCode(std::uint16_t) { return 5123; }
  static int componentCode(std::uint32_t) { return 5125; }
  int addBytes(const std::vector<std::uint8_t>& bytes, int code, std::string_view type, std::size_t valueCount,
               bool normalized);

  std::vector<std::uint8_t> buffer_;
};

std::string base64(const std::vector<std::uint8_t>& bytes);

}  // namespace app::test

#endif  // TESTS_SUPPORT_GLTF_BUILDER_H
