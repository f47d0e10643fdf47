#include "app/import/codec/meshopt_decode.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/file/import_error.h"
#include "tests/app/import/codec/meshopt_stream.h"

namespace app {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t kLimit = 1 << 20;

std::string meshoptError(const MeshoptStream& stream, std::uint64_t limit = kLimit) {
  try {
    decodeMeshopt(stream, limit);
    return "decoded";
  } catch (const ImportError& error) {
    return error.what();
  }
}

template <class T>
std::vector<T> decoded(const MeshoptStream& stream) {
  const Bytes bytes = decodeMeshopt(stream, kLimit);
  std::vector<T> result(bytes.size() / sizeof(T));
  std::memcpy(result.data(), bytes.data(), bytes.size());
  return result;
}

std::vector<std::uint32_t> sheetIndices() {
  std::vector<std::uint32_t> indices;
  for (std::uint32_t at = 0; at < 90; ++at)
    if (at % 10 != 9) indices.insert(indices.end(), {at, at + 1, at + 10, at + 1, at + 11, at + 10});
  return indices;
}

TEST(MeshoptDecode, OfAttributesIsWhatWasEncoded) {
  std::vector<float> values;
  for (int i = 0; i < 3 * 300; ++i) values.push_back(std::sin(static_cast<float>(i)));
  const Bytes stream = test::meshoptAttributes(values, 12);
  EXPECT_EQ(decoded<float>({.bytes = stream, .count = 300, .stride = 12}), values);
}

TEST(MeshoptDecode, OfTrianglesIsWhatWasEncoded) {
  const std::vector<std::uint32_t> indices = sheetIndices();
  const Bytes stream = test::meshoptTriangles(indices);
  const auto whole =
      decoded<std::uint32_t>({.bytes = stream, .count = indices.size(), .stride = 4, .mode = MeshoptMode::Triangles});
  const auto half =
      decoded<std::uint16_t>({.bytes = stream, .count = indices.size(), .stride = 2, .mode = MeshoptMode::Triangles});
  ASSERT_EQ(whole.size(), indices.size());
  EXPECT_TRUE(std::equal(whole.begin(), whole.end(), half.begin(), half.end()));
  for (std::size_t i = 0; i < indices.size(); i += 3) {  // the codec may rotate a triangle
    std::vector<std::uint32_t> in(indices.begin() + static_cast<std::ptrdiff_t>(i),
                                  indices.begin() + static_cast<std::ptrdiff_t>(i) + 3);
    std::rotate(in.begin(), std::find(in.begin(), in.end(), whole[i]), in.end());
    EXPECT_TRUE(std::equal(in.begin(), in.end(), whole.begin() + static_cast<std::ptrdiff_t>(i)));
  }
}

TEST(MeshoptDecode, OfIndicesIsWhatWasEncoded) {
  const std::vector<std::uint32_t> indices = {0, 5, 1, 4, 2, 3, 3, 70, 8};
  const Bytes stream = test::meshoptIndices(indices);
  EXPECT_EQ(
      decoded<std::uint32_t>({.bytes = stream, .count = indices.size(), .stride = 4, .mode = MeshoptMode::Indices}),
      indices);
}

std::vector<float> unitVectors(std::size_t count, std::size_t components) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  std::vector<float> values;
  while (values.size() < count * components) {
    std::vector<float> one(components);
    float length = 0;
    for (float& value : one) {
      value = normal(random);
      length += value * value;
    }
    for (const float value : one) values.push_back(value / std::sqrt(length));
  }
  return values;
}

TEST(MeshoptDecode, OctahedralFilterGivesUnitVectors) {
  const std::vector<float> normals = unitVectors(40, 4);  // the fourth component is kept as it is
  for (const std::size_t stride : {4u, 8u}) {
    const Bytes stream = test::meshoptOctahedral(normals, stride);
    const MeshoptStream source{.bytes = stream, .count = 40, .stride = stride, .filter = MeshoptFilter::Octahedral};
    std::vector<float> result;
    if (stride == 4)
      for (const std::int8_t value : decoded<std::int8_t>(source)) result.push_back(static_cast<float>(value) / 127);
    else
      for (const std::int16_t value : decoded<std::int16_t>(source))
        result.push_back(static_cast<float>(value) / 32767);
    for (std::size_t i = 0; i < normals.size(); i += 4) {
      const float length = std::hypot(normals[i], normals[i + 1], normals[i + 2]);
      for (std::size_t k = 0; k < 3; ++k)
        EXPECT_NEAR(result[i + k], normals[i + k] / length, stride == 4 ? 0.02 : 2e-4);
    }
  }
}

TEST(MeshoptDecode, QuaternionFilterGivesTheSameRotations) {
  const std::vector<float> rotations = unitVectors(40, 4);
  const Bytes stream = test::meshoptQuaternions(rotations);
  const auto result =
      decoded<std::int16_t>({.bytes = stream, .count = 40, .stride = 8, .filter = MeshoptFilter::Quaternion});
  for (std::size_t i = 0; i < rotations.size(); i += 4) {
    float dot = 0;
    for (std::size_t k = 0; k < 4; ++k) dot += rotations[i + k] * static_cast<float>(result[i + k]) / 32767;
    EXPECT_NEAR(std::abs(dot), 1, 1e-4);  // q and -q turn alike
  }
}

TEST(MeshoptDecode, ExponentialFilterKeepsTheSizeOfNumbers) {
  const std::vector<float> values = {1, 0, -2.5f, 1e-6f, 2e-6f, -3e-6f};  // the encoder gives a vector one exponent
  const Bytes stream = test::meshoptExponential(values, 12);
  const auto result = decoded<float>({.bytes = stream, .count = 2, .stride = 12, .filter = MeshoptFilter::Exponential});
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(result[i], values[i], 2e-4 * std::abs(values[i]));
}

TEST(MeshoptDecode, RefusesShapesThatItsDecodersOnlyAssert) {
  const Bytes stream = test::meshoptAttributes(std::vector<float>(12, 1.0f), 12);
  using Stream = MeshoptStream;
  using enum MeshoptMode;
  using enum MeshoptFilter;
  EXPECT_THAT(meshoptError(Stream{stream, 4, 0}), HasSubstr("stride of 0 bytes"));
  EXPECT_THAT(meshoptError(Stream{stream, 4, 6}), HasSubstr("stride of 6 bytes"));
  EXPECT_THAT(meshoptError(Stream{stream, 4, 260}), HasSubstr("stride of 260 bytes"));
  EXPECT_THAT(meshoptError(Stream{stream, 4, 12, Attributes, Octahedral}), HasSubstr("its filter does not allow"));
  EXPECT_THAT(meshoptError(Stream{stream, 4, 4, Attributes, Quaternion}), HasSubstr("its filter does not allow"));
  EXPECT_THAT(meshoptError(Stream{stream, 4, 4, Triangles}), HasSubstr("4 indices are not whole triangles"));
  EXPECT_THAT(meshoptError(Stream{stream, 3, 8, Triangles}), HasSubstr("indices of 8 bytes"));
  EXPECT_THAT(meshoptError(Stream{stream, 3, 1, Indices}), HasSubstr("indices of 1 bytes"));
  EXPECT_THAT(meshoptError(Stream{stream, 3, 4, Indices, Exponential}), HasSubstr("indices cannot have a filter"));
  EXPECT_THAT(meshoptError(Stream{{}, 4, 12}), HasSubstr("empty"));
}

TEST(MeshoptDecode, RefusesMoreThanTheLimitBeforeItDecodes) {
  const Bytes stream = test::meshoptAttributes(std::vector<float>(12, 1.0f), 12);
  EXPECT_EQ(meshoptError({.bytes = stream, .count = 4, .stride = 12}, 48), "decoded");
  EXPECT_THAT(meshoptError({.bytes = stream, .count = 4, .stride = 12}, 47), HasSubstr("the limit of 47 bytes"));
  EXPECT_THAT(meshoptError({.bytes = stream, .count = std::uint64_t{1} << 62, .stride = 12}), HasSubstr("limit"));
}

TEST(MeshoptDecode, OfDamagedStreamsEndsInASentence) {
  const std::vector<std::uint32_t> indices = sheetIndices();
  const std::vector<float> vectors = unitVectors(64, 4);
  const std::vector<Bytes> data{test::meshoptAttributes(vectors, 16), test::meshoptTriangles(indices),
                                test::meshoptIndices(indices), test::meshoptQuaternions(vectors)};
  const std::vector<MeshoptStream> shapes{{.count = 64, .stride = 16, .filter = MeshoptFilter::Exponential},
                                          {.count = indices.size(), .stride = 4, .mode = MeshoptMode::Triangles},
                                          {.count = indices.size(), .stride = 2, .mode = MeshoptMode::Indices},
                                          {.count = 64, .stride = 8, .filter = MeshoptFilter::Quaternion}};
  int refused = 0;
  for (unsigned seed = 0; seed < 800; ++seed) {
    std::mt19937 random(seed);
    Bytes bytes = data[seed % 4];
    if (seed % 3 == 0) bytes.resize(random() % bytes.size());
    for (unsigned flips = 1 + random() % 4; flips > 0 && !bytes.empty(); --flips)
      bytes[random() % bytes.size()] ^= static_cast<std::uint8_t>(1u << random() % 8);
    MeshoptStream stream = shapes[seed % 4];
    stream.bytes = bytes;
    refused += meshoptError(stream) != "decoded" ? 1 : 0;
  }
  EXPECT_GT(refused, 200);
}

}  // namespace
}  // namespace app
