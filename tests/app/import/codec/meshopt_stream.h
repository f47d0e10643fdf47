// Compresses with meshoptimizer's own encoders, for tests of our decoding.
#ifndef TESTS_APP_IMPORT_CODEC_MESHOPT_STREAM_H
#define TESTS_APP_IMPORT_CODEC_MESHOPT_STREAM_H

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
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

/// An exponent of 8 bits above a mantissa of 24, both signed, as EXT_meshopt_compression defines its exponential
/// filter.
inline std::uint32_t exponentialOf(float value) {
  constexpr int kMantissaBits = 15;
  int exponent = 0;
  std::frexp(value, &exponent);
  exponent -= kMantissaBits - 1;
  const auto mantissa = static_cast<std::int32_t>(std::lround(std::ldexp(value, -exponent)));
  return static_cast<std::uint32_t>(exponent) << 24 | (static_cast<std::uint32_t>(mantissa) & 0xFFFFFFu);
}

inline StreamBytes meshoptExponential(const std::vector<float>& values, std::size_t stride) {
  const std::size_t count = values.size() * sizeof(float) / stride;
  StreamBytes filtered(count * stride);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint32_t word = exponentialOf(values[i]);
    std::memcpy(filtered.data() + i * sizeof word, &word, sizeof word);
  }
  return meshoptElements(filtered.data(), count, stride);
}

}  // namespace app::test

#endif  // TESTS_APP_IMPORT_CODEC_MESHOPT_STREAM_H
