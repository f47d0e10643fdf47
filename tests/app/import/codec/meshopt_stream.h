// Compresses with meshoptimizer's own encoders, for tests of our decoding.
#ifndef TESTS_APP_IMPORT_CODEC_MESHOPT_STREAM_H
#define TESTS_APP_IMPORT_CODEC_MESHOPT_STREAM_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include <meshoptimizer.h>

namespace app::test {

using StreamBytes = std::vector<std::uint8_t>;

inline StreamBytes meshoptElements(const void* data, std::size_t count, std::size_t stride) {
  StreamBytes bytes(meshopt_encodeVertexBufferBound(count, stride));
  bytes.resize(meshopt_encodeVertexBuffer(bytes.data(), bytes.size(), data, count, stride));
  return bytes;
}

template <class T>
StreamBytes meshoptAttributes(const std::vector<T>& values, std::size_t stride) {
  return meshoptElements(values.data(), values.size() * sizeof(T) / stride, stride);
}

inline StreamBytes meshoptTriangles(const std::vector<std::uint32_t>& indices) {
  StreamBytes bytes(meshopt_encodeIndexBufferBound(indices.size(), 1 << 16));
  bytes.resize(meshopt_encodeIndexBuffer(bytes.data(), bytes.size(), indices.data(), indices.size()));
  return bytes;
}

inline StreamBytes meshoptIndices(const std::vector<std::uint32_t>& indices) {
  StreamBytes bytes(meshopt_encodeIndexSequenceBound(indices.size(), 1 << 16));
  bytes.resize(meshopt_encodeIndexSequence(bytes.data(), bytes.size(), indices.data(), indices.size()));
  return bytes;
}

/// Of vectors of four components.
inline StreamBytes meshoptOctahedral(const std::vector<float>& vectors, std::size_t stride) {
  const std::size_t count = vectors.size() / 4;
  StreamBytes filtered(count * stride);
  meshopt_encodeFilterOct(filtered.data(), count, stride, stride == 4 ? 8 : 16, vectors.data());
  return meshoptElements(filtered.data(), count, stride);
}

inline StreamBytes meshoptQuaternions(const std::vector<float>& rotations) {
  const std::size_t count = rotations.size() / 4;
  StreamBytes filtered(count * 8);
  meshopt_encodeFilterQuat(filtered.data(), count, 8, 16, rotations.data());
  return meshoptElements(filtered.data(), count, 8);
}

inline StreamBytes meshoptExponential(const std::vector<float>& values, std::size_t stride) {
  const std::size_t count = values.size() * sizeof(float) / stride;
  StreamBytes filtered(count * stride);
  meshopt_encodeFilterExp(filtered.data(), count, stride, 15, values.data());
  return meshoptElements(filtered.data(), count, stride);
}

}  // namespace app::test

#endif  // TESTS_APP_IMPORT_CODEC_MESHOPT_STREAM_H
