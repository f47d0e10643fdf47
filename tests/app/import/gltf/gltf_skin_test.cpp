#include "app/import/gltf/gltf_skin.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/file/import_error.h"
#include "tests/app/import/built_document.h"

namespace app {
namespace {

using test::GltfBuilder;
using testing::ElementsAre;

struct ReadSkin {
  Skin skin;
  ImportReport report;
};

/// The skin of a document whose node 1 is the parent of node 0.
ReadSkin readSkin(GltfBuilder& builder) {
  builder.addNodeOutside(nlohmann::json::object());
  builder.addNode({{"children", {0}}});
  ReadSkin result;
  const GltfDocument document = test::inspect(builder, result.report);
  const auto skeleton = crossfade::Skeleton::make({{"root", crossfade::kNoJoint, {}, 1}, {"child", 0, {}, 0}});
  result.skin = readGltfSkin(document, 0, *skeleton, result.report);
  return result;
}

TEST(GltfSkin, CountsJointsInTheSkeleton) {
  GltfBuilder builder;
  builder.addTo("skins", {{"joints", {0, 1, 0}}});
  EXPECT_THAT(readSkin(builder).skin.joints, ElementsAre(1, 0, 1));
}

TEST(GltfSkin, WithoutInverseBindsHasIdentity) {
  GltfBuilder builder;
  builder.addTo("skins", {{"joints", {0, 1}}});
  EXPECT_THAT(readSkin(builder).skin.inverseBinds, ElementsAre(glm::mat4(1), glm::mat4(1)));
}

TEST(GltfSkin, ReadsInverseBinds) {
  GltfBuilder builder;
  std::vector<float> values(32);
  for (int i = 0; i < 32; ++i) values[static_cast<std::size_t>(i)] = static_cast<float>(i);
  values[20] = NAN;
  builder.addTo("skins", {{"joints", {0, 1}}, {"inverseBindMatrices", builder.add(values, "MAT4")}});
  const ReadSkin result = readSkin(builder);
  EXPECT_EQ(result.skin.inverseBinds[0][3], glm::vec4(12, 13, 14, 15));
  EXPECT_EQ(result.skin.inverseBinds[1], glm::mat4(1)) << "not finite";
  EXPECT_EQ(result.report.lines.size(), 1u);
}

TEST(GltfSkin, MayHaveMoreSparseInverseBindsThanJoints) {
  GltfBuilder builder;
  const int matrices = builder.add(std::vector<float>(48), "MAT4");
  const int values = builder.add(std::vector<float>(16, 7), "MAT4");
  const int index = builder.add<std::uint8_t>({2}, "SCALAR");
  const auto viewOf = [&](int accessor) {
    return builder.json["accessors"][static_cast<std::size_t>(accessor)]["bufferView"];
  };
  builder.json["accessors"][static_cast<std::size_t>(matrices)]["sparse"] = {
      {"count", 1},
      {"indices", {{"bufferView", viewOf(index)}, {"componentType", 5121}}},
      {"values", {{"bufferView", viewOf(values)}}}};
  builder.addTo("skins", {{"joints", {0, 1}}, {"inverseBindMatrices", matrices}});
  EXPECT_THAT(readSkin(builder).skin.inverseBinds.size(), 2u) << "the third is unused, whatever it is";
}

TEST(GltfSkin, WithTooFewInverseBindsIsRefused) {
  GltfBuilder builder;
  builder.addTo("skins", {{"joints", {0, 1}}, {"inverseBindMatrices", builder.add(std::vector<float>(16), "MAT4")}});
  try {
    readSkin(builder);
    FAIL();
  } catch (const ImportError& error) {
    EXPECT_STREQ(error.what(), "skin 0: has 2 joints, but only 1 inverse bind matrices");
  }
}

TEST(GltfSkin, ThatLacksAJointOfAVertexIsRefused) {
  Mesh mesh;
  mesh.primitives.emplace_back().influences = {{Influences{.joints = {0, 2, 0, 0}, .weights = {0.5f, 0.5f, 0, 0}}}};
  Skin skin{.name = "", .joints = {0, 1}, .inverseBinds = {}};
  EXPECT_THROW(checkSkinJoints(mesh, skin, "node 3"), ImportError);
  skin.joints.push_back(2);
  EXPECT_NO_THROW(checkSkinJoints(mesh, skin, "node 3"));
}

}  // namespace
}  // namespace app
