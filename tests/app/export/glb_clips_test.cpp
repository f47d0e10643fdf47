#include "app/export/glb_clips.h"

#include <array>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/import/import_model.h"
#include "tests/support/gltf_builder.h"
#include "tests/support/sample_clips.h"

namespace app::test {
namespace {

using crossfade::Channel;
using crossfade::Interpolation;
using crossfade::test::track;

std::span<const std::uint8_t> bytesOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

Model imported(const std::vector<std::uint8_t>& file) {
  auto model = importModel("new.glb", std::as_bytes(std::span(file)));
  EXPECT_TRUE(model) << model.error().message;
  return std::move(*model);
}

/// Two nodes, a mesh, one clip, and members that nobody knows.
GltfBuilder builder() {
  GltfBuilder gltf;
  const int arm = gltf.addNodeOutside({{"name", "arm"}, {"mesh", gltf.addTriangle()}, {"extras", {{"price", 3.25}}}});
  gltf.addNode({{"name", "root"}, {"children", {arm}}});
  const int output = gltf.add(std::vector<float>{0, 0, 0, 1, 2, 3}, "VEC3");
  gltf.addClip(arm, "translation", {0, 1}, output);
  gltf.json["extensionsUsed"] = {"VENDOR_thing"};
  gltf.json["extensions"] = {{"VENDOR_thing", {{"deep", {1, "two", nullptr}}}}};
  gltf.json["asset"]["copyright"] = "somebody";
  return gltf;
}

/// Of both joints, one track of each kind that glTF knows.
crossfade::AnimationClip newClip() {
  std::vector<float> spline;
  for (int i = 0; i < 2 * 9; ++i) spline.push_back(static_cast<float>(i) * 0.1f);
  return crossfade::test::clip(
      "new", {track({0, Channel::Rotation}, Interpolation::Linear, {0, 0.5f}, {0, 0, 0, 1, 0.6f, 0, 0, 0.8f}),
              track({0, Channel::Scale}, Interpolation::Discrete, {0, 0.5f}, {1, 1, 1, 2, 2, 2}),
              track({1, Channel::Translation}, Interpolation::Hermite, {0.25f, 0.75f}, spline)});
}

TEST(GlbClips, AreReadBackAsTheyWere) {
  const std::string document = builder().glb();
  const Model before = imported({bytesOf(document).begin(), bytesOf(document).end()});
  const crossfade::AnimationClip clip = newClip();
  const auto file = glbWithClips(bytesOf(document), {}, before.skeleton, std::array{&clip});
  ASSERT_TRUE(file) << file.error().message;
  const Model after = imported(*file);
  ASSERT_EQ(after.clips.size(), 2u);
  EXPECT_EQ(after.clips[1].name(), "new");
  ASSERT_EQ(after.clips[1].tracks().size(), clip.tracks().size());
  for (const crossfade::KeyframeTrack& wanted : clip.tracks()) {
    const auto tracks = after.clips[1].tracks();
    const auto found =
        std::find_if(tracks.begin(), tracks.end(), [&](const auto& each) { return each.target() == wanted.target(); });
    ASSERT_NE(found, tracks.end());
    EXPECT_EQ(found->interpolation(), wanted.interpolation());
    EXPECT_TRUE(std::equal(found->times().begin(), found->times().end(), wanted.times().begin(), wanted.times().end()));
    EXPECT_TRUE(
        std::equal(found->values().begin(), found->values().end(), wanted.values().begin(), wanted.values().end()));
  }
}

TEST(GlbClips, LeaveEverythingElseAsItWas) {
  const GltfBuilder gltf = builder();
  const std::string document = gltf.glb();
  const Model model = imported({bytesOf(document).begin(), bytesOf(document).end()});
  const crossfade::AnimationClip clip = newClip();
  const auto file = glbWithClips(bytesOf(document), {}, model.skeleton, std::array{&clip});
  ASSERT_TRUE(file);
  const std::uint32_t length = (*file)[12] | (*file)[13] << 8 | (*file)[14] << 16;
  const auto json = nlohmann::json::parse(file->begin() + 20, file->begin() + 20 + length);
  for (const auto& [key, value] : gltf.json.items()) {
    if (key == "buffers") continue;
    const bool grows = key == "animations" || key == "accessors" || key == "bufferViews";
    const std::size_t count = grows ? value.size() : 1;
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(grows ? json.at(key)[i] : json.at(key), grows ? value[i] : value);
  }
  EXPECT_EQ(file->size() % 4, 0u);
  const auto only = glbWithClips(bytesOf(document), {}, model.skeleton, std::array{&clip}, false);
  ASSERT_TRUE(only);
  ASSERT_EQ(imported(*only).clips.size(), 1u);
}

TEST(GlbClips, TakeBuffersAndPicturesAlong) {
  const TemporaryFolder folder;
  GltfBuilder gltf = builder();
  nlohmann::json json = nlohmann::json::parse(gltf.gltf());
  const std::string picture = "\x89PNG not really";
  (void)folder.write("data/skin.png", picture);
  (void)folder.write("more.bin", "abcd");
  json["images"] = {{{"uri", "data/skin.png"}, {"name", "skin"}}};
  json["buffers"].push_back({{"uri", "more.bin"}, {"byteLength", 4}});
  json["bufferViews"].push_back({{"buffer", 1}, {"byteLength", 4}});
  const std::size_t view = json["bufferViews"].size() - 1;
  const std::string document = json.dump();
  const std::string plain = builder().gltf();
  const auto before = importModel("a.gltf", std::as_bytes(std::span(plain)));
  const crossfade::AnimationClip clip = newClip();
  const auto file = glbWithClips(bytesOf(document), folder.path(), before->skeleton, std::array{&clip});
  ASSERT_TRUE(file) << file.error().message;
  const std::uint32_t length = (*file)[12] | (*file)[13] << 8 | (*file)[14] << 16;
  const auto written = nlohmann::json::parse(file->begin() + 20, file->begin() + 20 + length);
  const auto textOf = [&](const nlohmann::json& which) {
    const auto start = file->begin() + 20 + length + 8 + which.at("byteOffset").get<int>();
    return std::string(start, start + which.at("byteLength").get<int>());
  };
  ASSERT_EQ(written["buffers"].size(), 1u);
  EXPECT_FALSE(written["buffers"][0].contains("uri"));
  EXPECT_EQ(textOf(written["bufferViews"][view]), "abcd");
  EXPECT_EQ(written["images"][0]["mimeType"], "image/png");
  EXPECT_EQ(written["images"][0]["name"], "skin");
  EXPECT_EQ(textOf(written["bufferViews"][written["images"][0]["bufferView"].get<int>()]), picture);
  EXPECT_EQ(imported(*file).clips.size(), 2u);
}

TEST(GlbClips, SayWhatGltfCannotExpress) {
  const std::string document = builder().glb();
  const Model model = imported({bytesOf(document).begin(), bytesOf(document).end()});
  const auto errorOf = [&](const crossfade::AnimationClip& clip, const std::string& file) {
    const auto result = glbWithClips(bytesOf(file), {}, model.skeleton, std::array{&clip});
    return result ? std::string() : result.error().message;
  };
  const auto smooth =
      crossfade::test::clip("soft", {track({0, Channel::Scale}, Interpolation::Smooth, {0, 1}, {1, 1, 1, 2, 2, 2})});
  EXPECT_EQ(errorOf(smooth, document), "clip 'soft': glTF cannot express a track of scale with SMOOTH interpolation");
  EXPECT_EQ(errorOf(newClip(), "ply"), "is neither a glTF binary nor JSON");
  EXPECT_EQ(errorOf(newClip(), R"({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 4}]})"),
            "buffer 0 has no data");
  EXPECT_EQ(errorOf(newClip(), R"({"asset": {"version": "2.0"}})"), "clip 'new': the document has no node 1");
  EXPECT_FALSE(errorOf(newClip(), R"({"nodes": 7, "buffers": {"a": 1}})").empty());
}

}  // namespace
}  // namespace app::test
