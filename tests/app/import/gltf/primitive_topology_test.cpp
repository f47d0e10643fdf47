#include "app/import/gltf/gltf_mesh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <glm/geometric.hpp>

namespace app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Indices = std::vector<std::uint32_t>;

TEST(PrimitiveTopology, UnrollsStripsLoopsAndFans) {
  EXPECT_THAT(listIndices(2, Indices{5, 6, 7}, 9), ElementsAre(5, 6, 6, 7, 7, 5));
  EXPECT_THAT(listIndices(3, Indices{5, 6, 7}, 9), ElementsAre(5, 6, 6, 7));
  EXPECT_THAT(listIndices(5, Indices{1, 2, 3, 4}, 9), ElementsAre(1, 2, 3, 3, 2, 4));
  EXPECT_THAT(listIndices(6, Indices{1, 2, 3, 4}, 9), ElementsAre(1, 2, 3, 1, 3, 4));
}

TEST(PrimitiveTopology, OfUnindexedVerticesInOrderNeedsNoIndices) {
  EXPECT_THAT(listIndices(4, std::nullopt, 6), IsEmpty());
  EXPECT_THAT(listIndices(0, std::nullopt, 5), IsEmpty());
  EXPECT_THAT(listIndices(0, std::nullopt, 1), IsEmpty());
  EXPECT_THAT(listIndices(1, std::nullopt, 4), IsEmpty());
  EXPECT_THAT(listIndices(5, std::nullopt, 4), ElementsAre(0, 1, 2, 2, 1, 3));
  EXPECT_THAT(listIndices(6, std::nullopt, 3), ElementsAre(0, 1, 2));
  EXPECT_THAT(listIndices(3, std::nullopt, 4), ElementsAre(0, 1, 1, 2, 2, 3));
}

TEST(PrimitiveTopology, DropsAnIncompleteTriangle) {
  EXPECT_THAT(listIndices(4, std::nullopt, 4), ElementsAre(0, 1, 2));
  EXPECT_THAT(listIndices(4, Indices{3, 2, 1, 0}, 4), ElementsAre(3, 2, 1));
  EXPECT_THAT(listIndices(1, Indices{3, 2, 1}, 4), ElementsAre(3, 2));
}

TEST(PrimitiveTopology, WithoutACompleteTriangleDrawsNothingRatherThanAll) {
  EXPECT_THAT(listIndices(4, Indices{3, 2}, 6), ElementsAre(0, 0, 0));
  EXPECT_THAT(listIndices(5, Indices{3, 2}, 6), ElementsAre(0, 0, 0));
  EXPECT_THAT(listIndices(6, std::nullopt, 1), ElementsAre(0, 0, 0));
  EXPECT_THAT(listIndices(2, Indices{3}, 4), ElementsAre(0, 0));
  EXPECT_THAT(listIndices(4, Indices{}, 6), ElementsAre(0, 0, 0));
  Primitive primitive;
  EXPECT_FALSE(drawsNothing(primitive));
  primitive.indices = {0, 0, 0};
  EXPECT_TRUE(drawsNothing(primitive));
}

}  // namespace
}  // namespace app
