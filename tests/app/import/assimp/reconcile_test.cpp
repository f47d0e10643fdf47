#include "app/import/assimp/reconcile.h"

#include <array>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/assimp/assimp_copy.h"
#include "app/import/gltf/gltf_mesh.h"
#include "tests/app/import/built_document.h"

namespace app {
namespace {

using test::GltfBuilder;

bool agreeing(float assimp, float gltf) { return agrees({&assimp, 1}, {&gltf, 1}); }

TEST(Reconcile, IgnoresFloatRounding) {
  EXPECT_TRUE(agreeing(1.0f, 1.0f + 5e-7f));
  EXPECT_FALSE(agreeing(1.0f, 1.00001f));
  EXPECT_TRUE(agreeing(1000.0f, 1000.0005f));
  EXPECT_FALSE(agreeing(NAN, 1));
  EXPECT_FALSE(agrees(std::array{1.0f}, std::array{1.0f, 2.0f}));
  EXPECT_TRUE(agrees({}, {}));
}

/// A document with one clip on one node, read both ways.
ImportReport reconcile(const GltfBuilder& builder, std::vector<crossfade::AnimationClip>* clips = nullptr,
                       bool withoutAssimp = false) {
  ImportReport report;
  const GltfDocument document = test::inspect(builder, report);
  std::vector<Mesh> meshes;
  for (std::size_t i = 0; i < document.meshes.size(); ++i) meshes.push_back(readGltfMesh(document, i, false, report));
  std::vector<GltfClip> gltf = readGltfClips(document, report);
  AssimpScene assimp;
  if (withoutAssimp)
    assimp.fault = "not read";
  else
    assimp = readAssimpScene(writeAssimpCopy(document, meshes, gltf));
  EXPECT_TRUE(withoutAssimp || assimp.fault.empty()) << assimp.fault;
  const crossfade::Skeleton skeleton = reconcileSkeleton(document, assimp, report);
  reconcileMeshes(std::move(meshes), assimp, report);
  std::vector<crossfade::AnimationClip> reconciled = reconcileClips(std::move(gltf), assimp, skeleton, report);
  if (clips) *clips = std::move(reconciled);
  return report;
}

GltfBuilder moving(std::string_view path, const std::vector<float>& times, int (*output)(GltfBuilder&),
                   std::string_view interpolation = "LINEAR") {
  GltfBuilder builder;
  const int values = output(builder);
  builder.addClip(builder.addNode({{"name", "moved"}}), path, times, values, interpolation);
  return builder;
}

int twoPositions(GltfBuilder& builder) { return builder.add<float>({0, 0, 0, 1, 2, 3}, "VEC3"); }

TEST(Reconcile, KeepsTheKeysOfALinearChannel) {
  std::vector<crossfade::AnimationClip> clips;
  const ImportReport report = reconcile(moving("translation", {0, 33.3f}, twoPositions), &clips);
  EXPECT_EQ(report.channelsUnchanged, 1);
  EXPECT_EQ(report.channelsCorrected, 0);
  EXPECT_NEAR(clips.at(0).duration(), 33.3, 1e-5);
}

TEST(Reconcile, CorrectsASteppedChannel) {
  std::vector<crossfade::AnimationClip> clips;
  EXPECT_EQ(reconcile(moving("translation", {0, 1}, twoPositions, "STEP"), &clips).channelsCorrected, 1);
  EXPECT_EQ(clips.at(0).tracks()[0].interpolation(), crossfade::Interpolation::Discrete);
}

TEST(Reconcile, CorrectsACubicSpline) {
  const auto spline = [](GltfBuilder& builder) { return builder.add<float>({9, 9, 9, 1, 2, 3, 9, 9, 9}, "VEC3"); };
  std::vector<crossfade::AnimationClip> clips;
  EXPECT_EQ(reconcile(moving("scale", {0}, spline, "CUBICSPLINE"), &clips).channelsCorrected, 1);
  EXPECT_EQ(clips.at(0).tracks()[0].values().size(), 9u);
}

TEST(Reconcile, CorrectsNormalizedIntegers) {
  const auto rotations = [](GltfBuilder& builder) {
    return builder.add<std::int16_t>({0, 0, 0, 32767, 0, 0, 32767, 0}, "VEC4", true);
  };
  std::vector<crossfade::AnimationClip> clips;
  EXPECT_EQ(reconcile(moving("rotation", {0, 1}, rotations), &clips).channelsCorrected, 1);
  EXPECT_THAT(clips.at(0).tracks()[0].values(), testing::ElementsAre(0, 0, 0, 1, 0, 0, 1, 0));
}

TEST(Reconcile, FallsBackToTheFileWhereAssimpReadNothing) {
  GltfBuilder builder = moving("translation", {0, 1}, twoPositions);
  builder.addNode({{"mesh", builder.addTriangle()}});
  std::vector<crossfade::AnimationClip> clips;
  const ImportReport report = reconcile(builder, &clips, true);
  EXPECT_EQ(report.channelsCorrected, 1);
  EXPECT_EQ(clips.size(), 1u);
}

TEST(Reconcile, DistinguishesChannelsOfEqualAndEmptyNames) {
  GltfBuilder builder;
  const int first = builder.addNode({{"name", "same"}}), second = builder.addNode({{"name", "same"}}),
            third = builder.addNode({{"name", ""}});
  for (const int node : {first, second, third}) {
    const float position = static_cast<float>(node);
    builder.addClip(node, "translation", {0}, builder.add<float>({position, 0, 0}, "VEC3"));
  }
  std::vector<crossfade::AnimationClip> clips;
  EXPECT_EQ(reconcile(builder, &clips).channelsUnchanged, 3);
  ASSERT_EQ(clips.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(clips[i].name(), "animation_" + std::to_string(i)) << "as three.js calls unnamed clips";
    EXPECT_EQ(clips[i].tracks()[0].values()[0], static_cast<float>(clips[i].tracks()[0].target().node));
  }
}

TEST(Reconcile, ReportsVertexArraysThatAssimpChanged) {
  GltfBuilder builder;
  builder.addNode(
      {{"mesh", builder.addTriangle({{"COLOR_0", builder.add<float>({1, 1, 1, 1, 1, 1, 1, 1, 1}, "VEC3")}})}});
  const ImportReport report = reconcile(builder);
  ASSERT_FALSE(report.lines.empty());
  EXPECT_EQ(report.lines.back().what,
            "1 of 2 vertex and index arrays came back changed from assimp; the file's are used");
}

}  // namespace
}  // namespace app
