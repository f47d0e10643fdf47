// Clips that animate materials, baked and written as KHR_animation_pointer.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/export/glb_clips.h"
#include "app/host/bake/pose_recorder.h"
#include "app/view/model_matrices.h"
#include "crossfade/pose/pose_sampler.h"
#include "tests/support/gltf_builder.h"
#include "tests/support/opened_model.h"
#include "tests/support/sample_clips.h"

namespace app::test {
namespace {

using crossfade::Channel;

std::span<const std::uint8_t> spanOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

Model openedGlb(std::span<const std::uint8_t> file) {
  return ::test::openedModel("new.glb", {reinterpret_cast<const char*>(file.data()), file.size()});
}

/// A clip of a color, a number and the offset of a texture.
std::string glowing() {
  GltfBuilder builder;
  builder.addTexturedTriangle();
  builder.addTo("materials", {{"emissiveTexture", {{"index", 0}}}, {"emissiveFactor", {1, 1, 1}}});
  const auto addClip = [&](const char* pointer, const std::vector<float>& values, const char* type) {
    builder.addPointerClip(pointer, {0, 1}, builder.add(values, type));
  };
  addClip("/materials/0/pbrMetallicRoughness/baseColorFactor", {1, 0, 0, 1, 0, 1, 0, 0.5f}, "VEC4");
  addClip("/materials/0/pbrMetallicRoughness/roughnessFactor", {0.25f, 0.75f}, "SCALAR");
  addClip("/materials/0/emissiveTexture/extensions/KHR_texture_transform/offset", {0, 0, 1, -1}, "VEC2");
  nlohmann::json& all = builder.json["animations"];
  for (std::size_t i = 1; i < all.size(); ++i) {  // as channels of the first
    all[0]["samplers"].push_back(all[i]["samplers"][0]);
    all[i]["channels"][0]["sampler"] = i;
    all[0]["channels"].push_back(all[i]["channels"][0]);
  }
  all = nlohmann::json::array({all[0]});
  return builder.glb();
}

std::ptrdiff_t lostTracksIn(const ImportReport& report) {
  return std::ranges::count_if(report.lines,
                               [](const ReportLine& line) { return line.location.starts_with("clip '"); });
}

void expectSameTracks(const crossfade::AnimationClip& a, const crossfade::AnimationClip& b) {
  ASSERT_EQ(a.tracks().size(), b.tracks().size());
  for (std::size_t i = 0; i < a.tracks().size(); ++i) {
    const crossfade::KeyframeTrack &one = a.tracks()[i], &two = b.tracks()[i];
    EXPECT_EQ(one.target(), two.target()) << i;
    EXPECT_TRUE(std::ranges::equal(one.values(), two.values())) << i;
    EXPECT_TRUE(std::ranges::equal(one.times(), two.times())) << i;
  }
}

TEST(GlbMaterialClips, AreReadBackAsTheyWere) {
  const std::string document = glowing();
  const Model before = openedGlb(spanOf(document));
  ASSERT_EQ(before.clips[0].tracks().size(), 3u);
  ImportReport report;
  const auto file = glbWithClips(spanOf(document), {}, before.skeleton, std::array{&before.clips[0]}, report,
                                 {.keepsOwnClips = false, .materialValues = before.materialValues});
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(lostTracksIn(report), 0);
  const Model after = openedGlb(*file);
  EXPECT_EQ(after.materialValues, before.materialValues);
  ASSERT_EQ(after.clips.size(), 1u);
  expectSameTracks(after.clips[0], before.clips[0]);
}

TEST(GlbMaterialClips, OfMaterialsThatTheFileLacksAreReported) {
  const std::string document = glowing();
  const Model model = openedGlb(spanOf(document));
  ImportReport report;
  const auto file =
      glbWithClips(spanOf(document), {}, model.skeleton, std::array{&model.clips[0]}, report, {.keepsOwnClips = false});
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(lostTracksIn(report), 3);
  EXPECT_TRUE(openedGlb(*file).clips.empty());
}

TEST(GlbMaterialClips, OfPropertiesThatTheFileLacksAreReported) {
  const std::string document = glowing();
  const Model model = openedGlb(spanOf(document));
  std::vector<MaterialValue> values = model.materialValues;
  values[0].property = MaterialProperty::ShadeColor;
  values[1].property = MaterialProperty::NormalScale;
  values[2].texture = 2;  // the normal map
  ImportReport report;
  const auto file = glbWithClips(spanOf(document), {}, model.skeleton, std::array{&model.clips[0]}, report,
                                 {.keepsOwnClips = false, .materialValues = values});
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(lostTracksIn(report), 3);
  EXPECT_TRUE(openedGlb(*file).clips.empty());
}

TEST(GlbMaterialClips, OfASpecularGlossinessMaterialAreReported) {
  const Model model = openedGlb(spanOf(glowing()));
  GltfBuilder builder;
  builder.addTexturedTriangle();
  builder.addTo("materials", {{"extensions", {{"KHR_materials_pbrSpecularGlossiness", nlohmann::json::object()}}},
                              {"emissiveTexture", {{"index", 0}}}});
  const std::string document = builder.glb();
  ImportReport report;
  const auto file = glbWithClips(spanOf(document), {}, model.skeleton, std::array{&model.clips[0]}, report,
                                 {.materialValues = model.materialValues});
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(lostTracksIn(report), 2) << "base color and roughness";
  EXPECT_EQ(openedGlb(*file).clips[0].tracks().size(), 1u) << "the texture's offset";
}

// A bake samples the poses, so a straight line needs only its ends.
TEST(GlbMaterialClips, AreBaked) {
  const Model model = openedGlb(spanOf(glowing()));
  crossfade::PoseSampler sampler(channelLayoutOf(model), restPoseOf(model));
  sampler.bind(0, model.clips[0]);
  PoseRecorder recorder(model);
  crossfade::Pose pose = restPoseOf(model);
  for (int i = 0; i <= 30; ++i) {
    const crossfade::BlendEntry entry{.clip = &model.clips[0], .time = i / 30.0, .weight = 1};
    sampler.sampleOrderFree(std::span(&entry, 1));
    sampler.writePose(pose);
    ASSERT_TRUE(recorder.add(i / 30.0, pose));
  }
  const crossfade::AnimationClip baked = recorder.clip("baked", 1e-4);
  ASSERT_EQ(baked.tracks().size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto wanted = model.clips[0].tracks()[i].values(), got = baked.tracks()[i].values();
    EXPECT_EQ(baked.tracks()[i].target(), (crossfade::TrackTarget{static_cast<int>(i), Channel::Values}));
    ASSERT_EQ(got.size(), wanted.size());
    for (std::size_t k = 0; k < got.size(); ++k) EXPECT_NEAR(got[k], wanted[k], 1e-4) << i;
  }
}

}  // namespace
}  // namespace app::test
