#include "app/import/codec/draco_decode.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/file/import_error.h"
#include "tests/app/import/codec/draco_stream.h"

namespace app {
namespace {

using test::Sheet;
using ::testing::HasSubstr;

constexpr DracoLimits kLimits{.vertices = 10'000, .triangles = 20'000, .bytes = 10'000'000};
const std::vector<DracoAttribute> kWanted{
    {7, ComponentType::Float}, {3, ComponentType::Float}, {5, ComponentType::UnsignedByte}, {9, ComponentType::Float}};

template <class T>
std::vector<T> numbers(const DracoValues& values) {
  std::vector<T> result(values.bytes.size() / sizeof(T));
  std::memcpy(result.data(), values.bytes.data(), values.bytes.size());
  return result;
}

std::string dracoError(const Bytes& stream, const DracoLimits& limits = kLimits) {
  try {
    decodeDraco(stream, kWanted, limits);
    return "decoded";
  } catch (const ImportError& error) {
    return error.what();
  }
}

TEST(DracoDecode, OfASequentialStreamIsWhatWasEncoded) {
  const Sheet sheet(9);
  const DracoMesh mesh = decodeDraco(test::dracoBytes(sheet), kWanted, kLimits);
  EXPECT_EQ(mesh.vertexCount, sheet.vertexCount);
  EXPECT_EQ(mesh.indices, sheet.indices);
  EXPECT_EQ(numbers<float>(mesh.attributes.at(0)), sheet.positions);
  EXPECT_EQ(numbers<float>(mesh.attributes.at(1)), sheet.uvs);
  EXPECT_EQ(numbers<std::uint8_t>(mesh.attributes.at(2)), sheet.joints);
  EXPECT_EQ(numbers<float>(mesh.attributes.at(3)), sheet.weights);
  EXPECT_EQ(mesh.attributes.at(1).components, 2);
}

/// A corner of a triangle: rounded position and its first joint, so that lists without an order can be compared.
using Corner = std::tuple<int, int, int, int>;

std::vector<std::array<Corner, 3>> triangles(const std::vector<std::uint32_t>& indices,
                                             const std::vector<float>& positions,
                                             const std::vector<std::uint8_t>& joints) {
  std::vector<std::array<Corner, 3>> result;
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    std::array<Corner, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t at = indices[i + k];
      const auto rounded = [&](std::size_t axis) {
        return static_cast<int>(std::lround(positions[3 * at + axis] * 4));
      };
      corners[k] = {rounded(0), rounded(1), rounded(2), joints[4 * at]};
    }
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    result.push_back(corners);
  }
  std::sort(result.begin(), result.end());
  return result;
}

TEST(DracoDecode, OfAnEdgebreakerStreamHasTheSameTriangles) {
  const Sheet sheet(12);
  const DracoMesh mesh = decodeDraco(test::dracoBytes(sheet, false, 14), kWanted, kLimits);
  EXPECT_EQ(
      triangles(mesh.indices, numbers<float>(mesh.attributes.at(0)), numbers<std::uint8_t>(mesh.attributes.at(2))),
      triangles(sheet.indices, sheet.positions, sheet.joints));
}

TEST(DracoDecode, ConvertsToTheTypeThatIsAskedFor) {
  const Sheet sheet(3);
  const std::vector<DracoAttribute> joints{{5, ComponentType::UnsignedShort}};
  const DracoMesh mesh = decodeDraco(test::dracoBytes(sheet), joints, kLimits);
  EXPECT_EQ(numbers<std::uint16_t>(mesh.attributes.at(0)),
            std::vector<std::uint16_t>(sheet.joints.begin(), sheet.joints.end()));
}

TEST(DracoDecode, RefusesAnAttributeThatIsNotThere) {
  const Sheet sheet(3);
  const std::vector<DracoAttribute> wanted{{8, ComponentType::Float}};
  EXPECT_THROW(decodeDraco(test::dracoBytes(sheet), wanted, kLimits), ImportError);
}

TEST(DracoDecode, RefusesMoreThanTheLimitsBeforeItDecodes) {
  const Bytes stream = test::dracoBytes(Sheet(20));
  const Bytes edgebreaker = test::dracoBytes(Sheet(20), false, 11);
  EXPECT_THAT(dracoError(stream, {.vertices = 399, .triangles = 20'000, .bytes = 1'000'000}),
              HasSubstr("declares 400 vertices; the limit is 399"));
  EXPECT_THAT(dracoError(edgebreaker, {.vertices = 399, .triangles = 20'000, .bytes = 1'000'000}),
              HasSubstr("declares 400 vertices; the limit is 399"));
  EXPECT_THAT(dracoError(stream, {.vertices = 400, .triangles = 721, .bytes = 1'000'000}),
              HasSubstr("declares 722 triangles; the limit is 721"));
  EXPECT_THAT(dracoError(edgebreaker, {.vertices = 400, .triangles = 721, .bytes = 1'000'000}),
              HasSubstr("declares 722 triangles; the limit is 721"));
  EXPECT_THAT(dracoError(stream, {.vertices = 400, .triangles = 722, .bytes = 400 * 13 * 4 - 1}),
              HasSubstr("4 attributes of 400 vertices need too much memory"));
  EXPECT_EQ(dracoError(stream, {.vertices = 400, .triangles = 722, .bytes = 400 * 13 * 4}), "decoded");
}

TEST(DracoDecode, RefusesADeclaredSizeThatTheStreamDoesNotHold) {
  Bytes stream = {'D', 'R', 'A', 'C', 'O', 2, 2, 1, 0, 0, 0};  // version 2.2, a mesh, sequential
  stream.insert(stream.end(), {0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0xFF, 0xFF, 0xFF, 0xFF, 0x07});  // 2^31 - 1, twice
  EXPECT_THAT(dracoError(stream), HasSubstr("declares 2147483647 vertices; the limit is 10000"));
  EXPECT_THAT(dracoError({stream.begin(), stream.begin() + 12}), HasSubstr("ends before its first triangle"));
  EXPECT_THAT(dracoError({}), HasSubstr("does not begin"));
  stream[7] = 0;
  EXPECT_THAT(dracoError(stream), HasSubstr("is not a triangle mesh"));
}

TEST(DracoDecode, OfDamagedStreamsEndsInASentence) {
  const std::vector<Bytes> streams{test::dracoBytes(Sheet(9)), test::dracoBytes(Sheet(9), false, 11)};
  int refused = 0, decoded = 0;
  for (unsigned seed = 0; seed < 600; ++seed) {
    std::mt19937 random(seed);
    Bytes stream = streams[seed % streams.size()];
    if (seed % 5 == 0) stream.resize(random() % stream.size());
    for (unsigned flips = 1 + random() % 4; flips > 0 && !stream.empty(); --flips)
      stream[random() % stream.size()] ^= static_cast<std::uint8_t>(1u << random() % 8);
    const std::string error = dracoError(stream);
    ++(error == "decoded" ? decoded : refused);
    EXPECT_LT(error.size(), 200u);
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(decoded, 10);  // a flipped bit of a number is no damage that one can see
}

}  // namespace
}  // namespace app
