// Compresses triangles with Draco's own encoder, for tests of our decoding.
#ifndef TESTS_APP_IMPORT_CODEC_DRACO_STREAM_H
#define TESTS_APP_IMPORT_CODEC_DRACO_STREAM_H

#include <cstdint>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <draco/compression/encode.h>
#include <draco/mesh/mesh.h>

namespace app::test {

class DracoStream {
 public:
  DracoStream(std::size_t vertices, const std::vector<std::uint32_t>& indices) : vertices_(vertices) {
    mesh_.set_num_points(static_cast<std::uint32_t>(vertices));
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
      mesh_.AddFace(
          {draco::PointIndex(indices[i]), draco::PointIndex(indices[i + 1]), draco::PointIndex(indices[i + 2])});
  }

  template <class T>
  void add(draco::GeometryAttribute::Type type, std::uint32_t uniqueId, const std::vector<T>& values) {
    const std::size_t components = values.size() / vertices_;
    draco::GeometryAttribute shape;
    shape.Init(type, nullptr, static_cast<std::uint8_t>(components), typeOf<T>(), false,
               static_cast<std::int64_t>(components * sizeof(T)), 0);
    const int index = mesh_.AddAttribute(shape, true, static_cast<std::uint32_t>(vertices_));
    for (std::size_t i = 0; i < vertices_; ++i)
      mesh_.attribute(index)->SetAttributeValue(draco::AttributeValueIndex(static_cast<std::uint32_t>(i)),
                                                &values[i * components]);
    mesh_.attribute(index)->set_unique_id(uniqueId);
  }

  /// A sequential stream keeps the order of vertices and, without quantization, every bit; an edgebreaker stream has
  /// its own order.
  std::vector<std::uint8_t> bytes(bool sequential = true, int positionBits = 0) {
    draco::Encoder encoder;
    encoder.SetEncodingMethod(sequential ? draco::MESH_SEQUENTIAL_ENCODING : draco::MESH_EDGEBREAKER_ENCODING);
    if (positionBits > 0) encoder.SetAttributeQuantization(draco::GeometryAttribute::POSITION, positionBits);
    draco::EncoderBuffer buffer;
    if (!encoder.EncodeMeshToBuffer(mesh_, &buffer).ok()) throw std::runtime_error("draco could not encode");
    return {buffer.data(), buffer.data() + buffer.size()};
  }

 private:
  template <class T>
  static draco::DataType typeOf() {
    if constexpr (std::is_same_v<T, float>) return draco::DT_FLOAT32;
    if constexpr (std::is_same_v<T, std::uint8_t>) return draco::DT_UINT8;
    if constexpr (std::is_same_v<T, std::uint16_t>) return draco::DT_UINT16;
    return draco::DT_INVALID;
  }

  std::size_t vertices_;
  draco::Mesh mesh_;
};

/// A wavy sheet of side * side vertices.
struct Sheet {
  explicit Sheet(std::uint32_t side) {
    for (std::uint32_t y = 0; y < side; ++y)
      for (std::uint32_t x = 0; x < side; ++x) {
        const auto u = static_cast<float>(x), v = static_cast<float>(y);
        positions.insert(positions.end(), {u, v, 0.25f * static_cast<float>((x * y) % 5)});
        uvs.insert(uvs.end(), {u / static_cast<float>(side), v / static_cast<float>(side)});
        joints.insert(joints.end(), {static_cast<std::uint8_t>(x % 3), static_cast<std::uint8_t>(y % 3), 0, 0});
        weights.insert(weights.end(), {0.75f, 0.25f, 0, 0});
        if (x + 1 == side || y + 1 == side) continue;
        const std::uint32_t at = y * side + x;
        indices.insert(indices.end(), {at, at + 1, at + side, at + 1, at + side + 1, at + side});
      }
    vertexCount = std::size_t{side} * side;
  }

  std::size_t vertexCount = 0;
  std::vector<float> positions, uvs, weights;
  std::vector<std::uint8_t> joints;
  std::vector<std::uint32_t> indices;
};

/// With the unique ids 7 (positions), 3 (texture coordinates), 5 (joints) and 9 (weights).
inline std::vector<std::uint8_t> dracoBytes(const Sheet& sheet, bool sequential = true, int positionBits = 0) {
  using draco::GeometryAttribute;
  DracoStream stream(sheet.vertexCount, sheet.indices);
  stream.add(GeometryAttribute::POSITION, 7, sheet.positions);
  stream.add(GeometryAttribute::TEX_COORD, 3, sheet.uvs);
  stream.add(GeometryAttribute::GENERIC, 5, sheet.joints);
  stream.add(GeometryAttribute::GENERIC, 9, sheet.weights);
  return stream.bytes(sequential, positionBits);
}

}  // namespace app::test

#endif  // TESTS_APP_IMPORT_CODEC_DRACO_STREAM_H
