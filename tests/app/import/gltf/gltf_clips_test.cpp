#include "app/import/gltf/gltf_clips.h"

#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/gltf/gltf_skin.h"
#include "tests/app/import/built_document.h"

namespace app {
namespace {

using test::GltfBuilder;
using testing::ElementsAre;
using testing::HasSubstr;

struct ReadClips {
  std::vector<crossfade::AnimationClip> clips;
  ImportReport report;
};

const crossfade::KeyframeTrack& onlyTrackOf(const ReadClips& read) { return read.clips.at(0).tracks().front(); }

ReadClips readClips(const GltfBuilder& builder) {
  ReadClips result;
  const GltfDocument document = test::inspect(builder, result.report);
  result.clips = readGltfClips(document, readGltfSkeleton(document), result.report);
  return result;
}

/// A node with one clip that animates it; `edit` may break it.
template <class Edit>
ReadClips readTranslation(const std::vector<float>& times, const std::vector<float>& values, Edit edit) {
  GltfBuilder builder;
  const int node = builder.addNode({{"name", "moved"}});
  builder.addClip(node, "translation", times, builder.add(values, "VEC3"));
  edit(builder.json);
  return readClips(builder);
}

std::string lossOf(const ReadClips& read) {
  if (!read.clips.at(0).tracks().empty() || read.report.lines.empty()) return "not lost";
  return read.report.lines[0].location + ": " + read.report.lines[0].what;
}

const auto kAsItIs = [](nlohmann::json&) {};

TEST(GltfClips, ReadsModeTimesAndValues) {
  const ReadClips result = readTranslation({0, 2}, {1, 2, 3, 4, 5, 6}, [](nlohmann::json& json) {
    json["animations"][0]["samplers"][0]["interpolation"] = "STEP";
  });
  ASSERT_EQ(result.clips.size(), 1u);
  ASSERT_EQ(result.clips[0].tracks().size(), 1u);
  const crossfade::KeyframeTrack& track = onlyTrackOf(result);
  EXPECT_EQ(track.interpolation(), crossfade::Interpolation::Discrete);
  EXPECT_THAT(track.times(), ElementsAre(0, 2));
  EXPECT_THAT(track.values(), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(GltfClips, ReadsTangentsOfCubicSplines) {
  GltfBuilder builder;
  const int node = builder.addNode(nlohmann::json::object());
  builder.addClip(node, "scale", {1}, builder.add<float>({1, 2, 3, 4, 5, 6, 7, 8, 9}, "VEC3"), "CUBICSPLINE");
  EXPECT_THAT(onlyTrackOf(readClips(builder)).values(), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9));
}

TEST(GltfClips, ScalesNormalizedIntegers) {
  GltfBuilder builder;
  const int node = builder.addNode(nlohmann::json::object());
  builder.addClip(node, "rotation", {0}, builder.add<std::int16_t>({0, 0, -32768, 0}, "VEC4", true));
  EXPECT_THAT(onlyTrackOf(readClips(builder)).values(), ElementsAre(0, 0, -1, 0));
}

TEST(GltfClips, NormalizesRotations) {
  GltfBuilder builder;
  const int node = builder.addNode(nlohmann::json::object());
  builder.addClip(node, "rotation", {0, 1}, builder.add<float>({0, 0, 3, 4, 0, 0.999f, 0, 0}, "VEC4"));
  const ReadClips result = readClips(builder);
  EXPECT_THAT(onlyTrackOf(result).values(), ElementsAre(0, 0, 0.6f, 0.8f, 0, 0.999f, 0, 0))
      << "a rounding error is left alone";
  EXPECT_EQ(result.report.lines.at(0).what, "1 rotation was normalized");
}

TEST(GltfClips, NeedsOneWeightPerTargetAndKey) {
  GltfBuilder builder;
  const int mesh = builder.addTriangle();
  builder.json["meshes"][0]["primitives"][0]["targets"] = {nlohmann::json::object(), nlohmann::json::object()};
  const int node = builder.addNode({{"mesh", mesh}});
  builder.addClip(node, "weights", {0, 1}, builder.add<float>({0, 1, 1, 0}, "SCALAR"));
  builder.addClip(node, "weights", {0, 1}, builder.add<float>({0, 1, 1}, "SCALAR"));
  const ReadClips result = readClips(builder);
  EXPECT_EQ(result.clips[0].tracks().size(), 1u);
  EXPECT_EQ(result.report.lines.at(0).what, "it has 3 values for 2 keys; 4 are needed");
  EXPECT_EQ(result.report.lines.at(0).kind, Finding::Lost);
}

TEST(GltfClips, DropsAChannelWhoseKeysAreOutOfOrder) {
  EXPECT_EQ(lossOf(readTranslation({0, 1.25f, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, kAsItIs)),
            "animation 0, channel 0: key 2 is out of order (1 s after 1.25 s)");
}

TEST(GltfClips, KeepsKeysAtEqualTimes) {
  EXPECT_EQ(readTranslation({0, 1, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, kAsItIs).clips[0].tracks().size(), 1u);
}

TEST(GltfClips, DropsAChannelThatIsNotFinite) {
  EXPECT_THAT(lossOf(readTranslation({0, std::nanf("")}, {1, 2, 3, 4, 5, 6}, kAsItIs)), HasSubstr("the time of key 1"));
  EXPECT_THAT(lossOf(readTranslation({0, 1}, {1, 2, 3, 4, INFINITY, 6}, kAsItIs)), HasSubstr("key 1 has a value"));
}

TEST(GltfClips, DropsAChannelWithABadReference) {
  const auto broken = [](auto edit) { return lossOf(readTranslation({0}, {1, 2, 3}, edit)); };
  using Json = nlohmann::json;
  EXPECT_THAT(broken([](Json& j) { j["animations"][0]["channels"][0]["sampler"] = 5; }),
              HasSubstr("sampler 5 does not exist"));
  EXPECT_THAT(broken([](Json& j) { j["animations"][0]["samplers"][0]["output"] = 99; }),
              HasSubstr("accessor 99 does not exist"));
  EXPECT_THAT(broken([](Json& j) { j["animations"][0]["samplers"][0].erase("input"); }), HasSubstr("no input"));
  EXPECT_THAT(broken([](Json& j) { j["animations"][0]["channels"][0]["target"]["node"] = 7; }),
              HasSubstr("node 7 does not exist"));
  EXPECT_THAT(broken([](Json& j) { j["animations"][0]["samplers"][0]["interpolation"] = "EASE"; }),
              HasSubstr("'EASE' is unknown"));
}

TEST(GltfClips, IgnoresAChannelWithoutANode) {
  const ReadClips result = readTranslation(
      {0}, {1, 2, 3}, [](nlohmann::json& json) { json["animations"][0]["channels"][0]["target"].erase("node"); });
  EXPECT_TRUE(result.clips[0].tracks().empty());
  EXPECT_EQ(result.report.lines.at(0).kind, Finding::Ignored);
  EXPECT_EQ(result.report.lines.at(1).what, "it animates nothing") << "the clip itself stays in the list";
}

TEST(GltfClips, UsesTheFirstOfTwoChannelsForOneTarget) {
  const ReadClips result = readTranslation({0}, {1, 2, 3}, [](nlohmann::json& json) {
    nlohmann::json& channels = json["animations"][0]["channels"];
    const nlohmann::json twin = channels[0];
    channels.push_back(twin);
  });
  EXPECT_EQ(result.clips[0].tracks().size(), 1u);
  EXPECT_EQ(result.report.lines.at(0).what, "an earlier channel already animates the translation of node 0");
}

TEST(GltfClips, AnimateTheNodeOfTheirIndexWhateverItsName) {
  GltfBuilder builder;
  const int first = builder.addNode({{"name", "same"}}), second = builder.addNode({{"name", "same"}}),
            third = builder.addNode({{"name", ""}});
  for (const int node : {first, second, third})
    builder.addClip(node, "translation", {0}, builder.add<float>({static_cast<float>(node), 0, 0}, "VEC3"));
  const ReadClips result = readClips(builder);
  ASSERT_EQ(result.clips.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(result.clips[i].name(), "animation_" + std::to_string(i)) << "as three.js calls unnamed clips";
    const crossfade::KeyframeTrack& track = result.clips[i].tracks().front();
    EXPECT_EQ(track.values()[0], static_cast<float>(track.target().node));
  }
}

TEST(GltfClips, ReadsEventsFromExtras) {
  GltfBuilder builder;
  const int node = builder.addNode(nlohmann::json::object());
  for (int i = 0; i < 4; ++i)
    builder.addClip(node, "translation", {0, 1}, builder.add<float>({0, 0, 0, 1, 0, 0}, "VEC3"));
  nlohmann::json& animations = builder.json["animations"];
  animations[0]["extras"]["events"] = {{{"name", "step"}, {"time", 0.5}, {"value", 2}},
                                       {{"name", "late"}, {"time", 9}}};
  animations[1]["extras"] = "none";
  animations[2]["extras"]["events"] = 7;
  ImportReport report;
  const GltfDocument document = test::inspect(builder, report);
  const crossfade::ClipSet clips(readGltfClips(document, readGltfSkeleton(document), report));
  const crossfade::ClipEventSet events = readGltfEvents(document, clips, report);
  ASSERT_NE(events.find(clips.ids()[0]), nullptr);
  ASSERT_EQ(events.find(clips.ids()[0])->events().size(), 1u);
  EXPECT_EQ(events.find(clips.ids()[0])->events()[0], (crossfade::ClipEvent{.name = "step", .time = 0.5, .value = 2}));
  for (const int other : {1, 2, 3}) EXPECT_EQ(events.find(clips.ids()[static_cast<std::size_t>(other)]), nullptr);
  ASSERT_EQ(report.lines.size(), 2u);
  EXPECT_EQ(report.lines[0].kind, Finding::Ignored);
  EXPECT_EQ(report.lines[0].what, "event 'late': its time 9 s is not within the clip (0 to 1 s)");
  EXPECT_THAT(report.lines[1].location, HasSubstr("animation 2"));
}

}  // namespace
}  // namespace app
