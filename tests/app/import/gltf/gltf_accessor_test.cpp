#include "app/import/gltf/gltf_accessor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/file/import_error.h"

namespace app {
namespace {

using testing::ElementsAre;

const JsonLocation kLocation{"accessor", 7};

template <class T>
Bytes bytesOf(std::initializer_list<T> values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), std::data(values), bytes.size());
  return bytes;
}

GltfAccessor accessorOver(ByteSpan bytes, ComponentType type, int components, std::size_t count,
                          std::size_t stride = 0) {
  GltfAccessor accessor;
  accessor.component = type;
  accessor.components = components;
  accessor.count = count;
  accessor.bytes = bytes;
  accessor.stride = stride != 0 ? stride : elementBytes(accessor);
  return accessor;
}

TEST(GltfAccessor, ReadsPackedFloats) {
  const Bytes bytes = bytesOf<float>({1.5f, -2, 3, 4});
  EXPECT_THAT(readFloats(accessorOver(bytes, ComponentType::Float, 2, 2), kLocation), ElementsAre(1.5f, -2, 3, 4));
}

TEST(GltfAccessor, SkipsBytesBetweenStridedElements) {
  const Bytes bytes = bytesOf<std::uint16_t>({1, 2, 99, 99, 3, 4});
  EXPECT_THAT(readFloats(accessorOver(bytes, ComponentType::UnsignedShort, 2, 2, 8), kLocation),
              ElementsAre(1, 2, 3, 4));
}

TEST(GltfAccessor, WithoutBytesIsAllZeros) {
  EXPECT_THAT(readFloats(accessorOver({}, ComponentType::Float, 3, 1), kLocation), ElementsAre(0, 0, 0));
}

TEST(GltfAccessor, WithoutElementsIsEmpty) {
  EXPECT_TRUE(readFloats(accessorOver({}, ComponentType::Float, 3, 0), kLocation).empty());
}

TEST(GltfAccessor, NormalizesUnsignedIntegersToOne) {
  const Bytes bytes = bytesOf<std::uint8_t>({0, 255, 51});
  GltfAccessor accessor = accessorOver(bytes, ComponentType::UnsignedByte, 1, 3);
  accessor.normalized = true;
  EXPECT_THAT(readFloats(accessor, kLocation), ElementsAre(0, 1, 0.2f));
  accessor.normalized = false;
  EXPECT_THAT(readFloats(accessor, kLocation), ElementsAre(0, 255, 51));
}

TEST(GltfAccessor, ClampsTheMostNegativeNormalizedInteger) {
  const Bytes bytes = bytesOf<std::int8_t>({-128, -127, 127});
  GltfAccessor accessor = accessorOver(bytes, ComponentType::Byte, 1, 3);
  accessor.normalized = true;
  EXPECT_THAT(readFloats(accessor, kLocation), ElementsAre(-1, -1, 1));
  const Bytes shorts = bytesOf<std::int16_t>({-32768, 32767, 0});
  accessor = accessorOver(shorts, ComponentType::Short, 1, 3);
  accessor.normalized = true;
  EXPECT_THAT(readFloats(accessor, kLocation), ElementsAre(-1, 1, 0));
}

TEST(GltfAccessor, ReplacesSparseElements) {
  const Bytes base = bytesOf<float>({1, 2, 3}), values = bytesOf<float>({20});
  const Bytes indices = bytesOf<std::uint8_t>({1});
  GltfAccessor accessor = accessorOver(base, ComponentType::Float, 1, 3);
  accessor.sparseCount = 1;
  accessor.sparseIndexType = ComponentType::UnsignedByte;
  accessor.sparseIndices = indices;
  accessor.sparseValues = values;
  EXPECT_THAT(readFloats(accessor, kLocation), ElementsAre(1, 20, 3));
  accessor.bytes = {};
  EXPECT_THAT(readFloats(accessor, kLocation), ElementsAre(0, 20, 0));
}

TEST(GltfAccessor, RefusesASparseIndexOutOfRange) {
  const Bytes indices = bytesOf<std::uint16_t>({3}), values = bytesOf<float>({20});
  GltfAccessor accessor = accessorOver({}, ComponentType::Float, 1, 3);
  accessor.sparseCount = 1;
  accessor.sparseIndexType = ComponentType::UnsignedShort;
  accessor.sparseIndices = indices;
  accessor.sparseValues = values;
  try {
    readFloats(accessor, kLocation);
    FAIL();
  } catch (const ImportError& error) {
    EXPECT_STREQ(error.what(), "accessor 7: sparse index 0 is 3, but there are 3 elements");
  }
}

TEST(GltfAccessor, RefusesToReadABufferWithoutData) {
  GltfAccessor accessor = accessorOver({}, ComponentType::Float, 1, 3);
  accessor.absentBuffer = 2;
  EXPECT_THROW(readFloats(accessor, kLocation), ImportError);
}

TEST(GltfAccessor, KnowsThatMatrixColumnsArePadded) {
  GltfAccessor accessor;
  accessor.component = ComponentType::UnsignedByte;
  accessor.components = 9;
  accessor.matrix = true;
  EXPECT_EQ(elementBytes(accessor), 12u);
  const Bytes bytes = bytesOf<std::uint8_t>({1, 2, 3, 99, 4, 5, 6, 99, 7, 8, 9, 99});
  accessor.count = 1;
  accessor.bytes = bytes;
  accessor.stride = 12;
  EXPECT_THAT(readFloats(accessor, kLocation), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9));
}

TEST(GltfAccessor, ReadsIndicesOfEveryUnsignedType) {
  const Bytes bytes = bytesOf<std::uint8_t>({0, 200}), shorts = bytesOf<std::uint16_t>({65535}),
              ints = bytesOf<std::uint32_t>({4000000000u});
  EXPECT_THAT(readIndices(accessorOver(bytes, ComponentType::UnsignedByte, 1, 2), kLocation), ElementsAre(0u, 200u));
  EXPECT_THAT(readIndices(accessorOver(shorts, ComponentType::UnsignedShort, 1, 1), kLocation), ElementsAre(65535u));
  EXPECT_THAT(readIndices(accessorOver(ints, ComponentType::UnsignedInt, 1, 1), kLocation), ElementsAre(4000000000u));
}

}  // namespace
}  // namespace app
