#include "app/import/gltf/gltf_accessor.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>
#include <type_traits>

#include "app/import/file/import_error.h"

namespace app {
namespace {

template <class T>
T valueAt(const std::uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

std::uint32_t unsignedAt(ComponentType type, const std::uint8_t* bytes) {
  assert(isUnsignedInteger(type));
  return withNumberOf(type, [&](auto number) { return static_cast<std::uint32_t>(valueAt<decltype(number)>(bytes)); });
}

/// glTF 2.0, 3.11: the most negative integer is clamped to -1.
/// differs from three.js: it does not clamp, so -128 becomes -1.0079 there.
float floatAt(const GltfAccessor& accessor, const std::uint8_t* bytes) {
  return withNumberOf(accessor.component, [&](auto number) {
    using Number = decltype(number);
    const auto value = static_cast<double>(valueAt<Number>(bytes));
    const bool scales = accessor.normalized && std::is_integral_v<Number>;
    return static_cast<float>(scales ? std::max(value / static_cast<double>(std::numeric_limits<Number>::max()), -1.0)
                                     : value);
  });
}

/// Rows per column of a matrix, whose columns may be padded; any other element counts as one column.
std::size_t columnHeight(const GltfAccessor& accessor) {
  if (!accessor.matrix) return static_cast<std::size_t>(accessor.components);
  return accessor.components == 4 ? 2 : accessor.components == 9 ? 3 : 4;
}

/// Bytes from one column to the next.
std::size_t columnBytes(const GltfAccessor& accessor) {
  const std::size_t bytes = columnHeight(accessor) * componentBytes(accessor.component);
  return accessor.matrix ? (bytes + 3) / 4 * 4 : bytes;
}

/// The count * components values as packed bytes of the accessor's own type, with sparse elements applied.
Bytes packedBytes(const GltfAccessor& accessor, const JsonLocation& location) {
  if (accessor.count == 0) return {};
  if (accessor.absentBuffer >= 0)
    refuse(location.text(), ": its values are in buffer ", accessor.absentBuffer, ", which has no data");
  const std::size_t element = elementBytes(accessor);
  Bytes packed(accessor.count * element);
  if (accessor.count > 0 && !accessor.bytes.empty()) {
    if (accessor.stride == element) {
      std::memcpy(packed.data(), accessor.bytes.data(), packed.size());
    } else {
      for (std::size_t i = 0; i < accessor.count; ++i)
        std::memcpy(packed.data() + i * element, accessor.bytes.data() + i * accessor.stride, element);
    }
  }
  const std::size_t indexBytes = componentBytes(accessor.sparseIndexType);
  for (std::size_t i = 0; i < accessor.sparseCount; ++i) {
    const std::size_t index = unsignedAt(accessor.sparseIndexType, accessor.sparseIndices.data() + i * indexBytes);
    if (index >= accessor.count)
      refuse(location.text(), ": sparse index ", i, " is ", index, ", but there are ", accessor.count, " elements");
    std::memcpy(packed.data() + index * element, accessor.sparseValues.data() + i * element, element);
  }
  return packed;
}

template <class Vector>
std::vector<Vector> readVectors(const GltfAccessor& accessor, const JsonLocation& location) {
  assert(accessor.components == Vector::length());
  const std::vector<float> values = readFloats(accessor, location);
  std::vector<Vector> vectors(accessor.count);
  if (!values.empty()) std::memcpy(vectors.data(), values.data(), values.size() * sizeof(float));
  return vectors;
}

}  // namespace

std::size_t elementBytes(const GltfAccessor& accessor) {
  const std::size_t columns = static_cast<std::size_t>(accessor.components) / columnHeight(accessor);
  return columns * columnBytes(accessor);
}

std::vector<float> readFloats(const GltfAccessor& accessor, const JsonLocation& location) {
  const Bytes packed = packedBytes(accessor, location);
  const std::size_t element = elementBytes(accessor);
  const std::size_t height = columnHeight(accessor);
  const std::size_t width = componentBytes(accessor.component);
  std::vector<float> values(accessor.count * static_cast<std::size_t>(accessor.components));
  if (accessor.component == ComponentType::Float && !values.empty()) {  // columns of floats are never padded
    std::memcpy(values.data(), packed.data(), packed.size());
    return values;
  }
  std::size_t next = 0;
  for (std::size_t i = 0; i < accessor.count; ++i)
    for (std::size_t column = 0; column < element; column += columnBytes(accessor))
      for (std::size_t row = 0; row < height; ++row)
        values[next++] = floatAt(accessor, packed.data() + i * element + column + row * width);
  return values;
}

std::vector<glm::vec2> readVec2(const GltfAccessor& accessor, const JsonLocation& location) {
  return readVectors<glm::vec2>(accessor, location);
}
std::vector<glm::vec3> readVec3(const GltfAccessor& accessor, const JsonLocation& location) {
  return readVectors<glm::vec3>(accessor, location);
}
std::vector<glm::vec4> readVec4(const GltfAccessor& accessor, const JsonLocation& location) {
  return readVectors<glm::vec4>(accessor, location);
}

std::vector<std::uint32_t> readIndices(const GltfAccessor& accessor, const JsonLocation& location) {
  assert(isUnsignedInteger(accessor.component) && !accessor.matrix);
  const Bytes packed = packedBytes(accessor, location);
  const std::size_t width = componentBytes(accessor.component);
  std::vector<std::uint32_t> indices(accessor.count * static_cast<std::size_t>(accessor.components));
  for (std::size_t i = 0; i < indices.size(); ++i)
    indices[i] = unsignedAt(accessor.component, packed.data() + i * width);
  return indices;
}

}  // namespace app
