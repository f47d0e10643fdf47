#include "app/import/codec/meshopt_decode.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
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

using testing::ElementsAre;

/// Random walks, as vertices and keys are.
Bytes walk(std::size_t count, std::size_t stride, int largestStep, unsigned seed) {
  std::mt19937 random(seed);
  Bytes elements(count * stride);
  for (std::size_t i = stride; i < elements.size(); ++i)
    elements[i] = static_cast<std::uint8_t>(elements[i - stride] + random() % static_cast<unsigned>(largestStep + 1));
  return elements;
}

TEST(MeshoptAttributes, OfVersion0AreWhatTheLibraryEncoded) {
  for (const std::size_t stride : {4u, 12u, 64u, 256u})
    for (const std::size_t count : {1u, 15u, 16u, 17u, 300u, 1000u})
      for (const int step : {0, 1, 7, 255}) {
        const Bytes elements = walk(count, stride, step, 1);
        const Bytes stream = test::meshoptElements(elements.data(), count, stride);
        Bytes decoded(elements.size());
        ASSERT_TRUE(decodeMeshoptAttributes(stream, stride, decoded));
        ASSERT_EQ(decoded, elements) << count << " elements of " << stride << " bytes";
      }
}

// A simple encoder of version 1, which leaves all choices to the test.
struct Choices {
  unsigned control = 0;  // of all bytes
  std::uint8_t channel = 0;
};

void appendGroups(Bytes& stream, const std::vector<std::uint8_t>& deltas, const std::array<int, 4>& widths,
                  std::mt19937& random) {
  const std::size_t groups = (deltas.size() + 15) / 16, header = stream.size();
  stream.resize(header + (groups + 3) / 4);
  for (std::size_t group = 0; group < groups; ++group) {
    std::array<unsigned, 16> values{};
    for (std::size_t i = 0; i < 16 && group * 16 + i < deltas.size(); ++i) values[i] = deltas[group * 16 + i];
    unsigned mode = random() % 4;
    const bool allZero = std::all_of(values.begin(), values.end(), [](unsigned value) { return value == 0; });
    if (widths[mode] == 0 && !allZero) mode = 3;
    stream[header + group / 4] |= static_cast<std::uint8_t>(mode << group % 4 * 2);
    const auto width = static_cast<unsigned>(widths[mode]);
    if (width == 0) continue;
    Bytes packed(2 * width), whole;
    for (unsigned i = 0; i < 16; ++i) {
      const unsigned escape = (1u << width) - 1, value = width < 8 ? std::min(values[i], escape) : values[i];
      const unsigned perByte = 8 / width, at = i % perByte;
      packed[i / perByte] |= static_cast<std::uint8_t>(value << (width == 1 ? at : 8 - width * (at + 1)));
      if (width < 8 && value == escape) whole.push_back(static_cast<std::uint8_t>(values[i]));
    }
    stream.insert(stream.end(), packed.begin(), packed.end());
    stream.insert(stream.end(), whole.begin(), whole.end());
  }
}

template <class T>
void zigzagDeltas(const std::uint8_t* last, const std::uint8_t* element, std::uint8_t* deltas) {
  for (std::size_t at = 0; at < 4; at += sizeof(T)) {
    T before, now;
    std::memcpy(&before, last + at, sizeof(T));
    std::memcpy(&now, element + at, sizeof(T));
    const auto difference = static_cast<T>(now - before);
    const bool negative = (difference >> (8 * sizeof(T) - 1)) != 0;
    const T delta = static_cast<T>(negative ? ~(difference << 1) : difference << 1);
    std::memcpy(deltas + at, &delta, sizeof(T));
  }
}

void deltasOf(std::uint8_t channel, const std::uint8_t* last, const std::uint8_t* element, std::uint8_t* deltas) {
  if (channel == 0) return zigzagDeltas<std::uint8_t>(last, element, deltas);
  if (channel == 1) return zigzagDeltas<std::uint16_t>(last, element, deltas);
  std::uint32_t before, now;
  std::memcpy(&before, last, 4);
  std::memcpy(&now, element, 4);
  const std::uint32_t delta = std::rotr(before ^ now, channel >> 4);
  std::memcpy(deltas, &delta, 4);
}

Bytes encodeVersion1(const Bytes& elements, std::size_t stride, const Choices& choices, unsigned seed) {
  std::mt19937 random(seed);
  Bytes stream{0xA1};
  const Bytes baseline(stride, 3);
  const std::uint8_t* last = baseline.data();
  const std::size_t count = elements.size() / stride, largest = std::min<std::size_t>(8192 / stride / 16 * 16, 256);
  for (std::size_t first = 0; first < count; first += largest) {
    const std::size_t size = std::min(largest, count - first);
    stream.insert(stream.end(), stride / 4, static_cast<std::uint8_t>(choices.control * 0x55));
    Bytes deltas(size * stride);
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint8_t* element = elements.data() + (first + i) * stride;
      for (std::size_t k = 0; k < stride; k += 4)
        deltasOf(choices.channel, last + k, element + k, deltas.data() + i * stride + k);
      last = element;
    }
    for (std::size_t k = 0; k < stride; ++k) {
      std::vector<std::uint8_t> column;
      for (std::size_t i = 0; i < size; ++i) column.push_back(deltas[i * stride + k]);
      if (choices.control == 3) stream.insert(stream.end(), column.begin(), column.end());
      if (choices.control == 0) appendGroups(stream, column, {0, 1, 2, 4}, random);
      if (choices.control == 1) appendGroups(stream, column, {1, 2, 4, 8}, random);
    }
  }
  const std::size_t tail = stride + stride / 4;
  stream.resize(stream.size() + (tail < 24 ? 24 - tail : 0));
  stream.insert(stream.end(), baseline.begin(), baseline.end());
  stream.insert(stream.end(), stride / 4, choices.channel);
  return stream;
}

TEST(MeshoptAttributes, OfVersion1DecodeWithEveryControlAndChannel) {
  unsigned seed = 0;
  for (const unsigned control : {0u, 1u, 3u})
    for (const std::uint8_t channel : {0x00, 0x01, 0x02, 0x82, 0xF2})
      for (const std::size_t stride : {4u, 12u, 68u})
        for (const std::size_t count : {1u, 16u, 39u, 700u}) {
          ++seed;
          const Bytes elements = walk(count, stride, static_cast<int>(seed % 5) * 60, seed);
          const Bytes stream = encodeVersion1(elements, stride, {control, channel}, seed);
          Bytes decoded(elements.size());
          ASSERT_TRUE(decodeMeshoptAttributes(stream, stride, decoded)) << control << " " << int{channel};
          ASSERT_EQ(decoded, elements) << control << " " << int{channel};
        }
}

TEST(MeshoptAttributes, OfVersion1MayHaveNoDeltasAtAll) {
  const Bytes elements(40 * 8, 3);  // as the baseline
  Bytes decoded(elements.size());
  ASSERT_TRUE(decodeMeshoptAttributes(encodeVersion1(elements, 8, {.control = 2}, 1), 8, decoded));
  EXPECT_EQ(decoded, elements);
}

TEST(MeshoptAttributes, DecodeTheExampleOfTheSpecification) {
  // "Channel mode 0 (byte deltas)": 16 deltas of 4 bits, two of which are whole bytes.
  Bytes stream{0xA1, 0x00};
  stream[1] = 0x2A << 2 & 0xFF;  // control: byte 0 narrow, bytes 1 to 3 zero
  stream.insert(stream.end(), {0x03, 0x17, 0x5F, 0xF0, 0xBC, 0x77, 0xA9, 0x21, 0x00, 0x34, 0xB5});
  stream.insert(stream.end(), 24, 0);
  Bytes decoded(16 * 4);
  ASSERT_TRUE(decodeMeshoptAttributes(stream, 4, decoded));
  std::vector<int> deltas;
  for (std::size_t i = 0; i < 16; ++i)
    deltas.push_back(static_cast<std::int8_t>(decoded[4 * i] - (i == 0 ? 0 : decoded[4 * i - 4])));
  EXPECT_THAT(deltas, ElementsAre(-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0));
}

TEST(MeshoptAttributes, RefuseWhatIsDamaged) {
  const Bytes good = encodeVersion1(walk(50, 12, 9, 1), 12, {.control = 1}, 1);
  Bytes decoded(50 * 12);
  const auto decodes = [&](const Bytes& stream) { return decodeMeshoptAttributes(stream, 12, decoded); };
  EXPECT_TRUE(decodes(good));
  EXPECT_FALSE(decodes({}));
  EXPECT_FALSE(decodes({0xA1, 0, 0}));
  EXPECT_FALSE(decodes({good.begin(), good.end() - 1})) << "cut off";
  Bytes longer = good;
  longer.insert(longer.begin() + 1, 3, 0);
  EXPECT_FALSE(decodes(longer)) << "bytes are left over";
  Bytes channel = good;
  channel.back() = 3;
  EXPECT_FALSE(decodes(channel));
  channel.back() = 0x10;
  EXPECT_FALSE(decodes(channel));
  Bytes version = good;
  version[0] = 0xA2;
  EXPECT_FALSE(decodes(version));
  int damaged = 0;
  for (unsigned seed = 0; seed < 500; ++seed) {
    std::mt19937 random(seed);
    Bytes stream = good;
    for (int flips = 0; flips < 3; ++flips)
      stream[random() % stream.size()] ^= static_cast<std::uint8_t>(1u << random() % 8);
    damaged += decodes(stream) ? 0 : 1;
  }
  EXPECT_GT(damaged, 50);
}

TEST(MeshoptColorFilter, TurnsLumaAndChromaIntoColors) {
  // 8 bits: y, co, cg and alpha of 7 bits below the highest.
  Bytes bytes{100, 20, static_cast<std::uint8_t>(-10), 0x80 | 0x7F, 1, 0, 0, 0x02};
  applyMeshoptColorFilter(bytes, 4);
  EXPECT_THAT(bytes, ElementsAre(130, 90, 90, 255, 85, 85, 85, 0)) << "the second has two bits: a third is 1 of 3";
  Bytes shorts(8);
  const std::array<std::uint16_t, 4> gray{0x0FFF, 0, 0, 0x0FFF};  // of 12 bits
  std::memcpy(shorts.data(), gray.data(), 8);
  applyMeshoptColorFilter(shorts, 8);
  EXPECT_EQ(shorts, Bytes(8, 255));
  Bytes zero(4, 0);  // not allowed, but it must not divide by zero
  applyMeshoptColorFilter(zero, 4);
}

}  // namespace

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
