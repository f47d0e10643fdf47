#include "app/export/glb_clips.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/import/import_model.h"
#include "crossfade/clip/interpolant.h"
#include "tests/app/import/codec/meshopt_stream.h"
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
  ImportReport report;
  const std::string document = builder().glb();
  const Model before = imported({bytesOf(document).begin(), bytesOf(document).end()});
  const crossfade::AnimationClip clip = newClip();
  const auto file = glbWithClips(bytesOf(document), {}, before.skeleton, std::array{&clip}, report);
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
  ImportReport report;
  const GltfBuilder gltf = builder();
  const std::string document = gltf.glb();
  const Model model = imported({bytesOf(document).begin(), bytesOf(document).end()});
  const crossfade::AnimationClip clip = newClip();
  const auto file = glbWithClips(bytesOf(document), {}, model.skeleton, std::array{&clip}, report);
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
  const auto only =
      glbWithClips(bytesOf(document), {}, model.skeleton, std::array{&clip}, report, {.keepsOwnClips = false});
  ASSERT_TRUE(only);
  ASSERT_EQ(imported(*only).clips.size(), 1u);
}

nlohmann::json jsonOf(const std::vector<std::uint8_t>& file) {
  const std::uint32_t length = file[12] | file[13] << 8 | file[14] << 16;
  return nlohmann::json::parse(file.begin() + 20, file.begin() + 20 + length);
}

/// The body of a chunk of a .glb file; empty: there is none of this type.
std::string chunkOf(std::string_view file, std::string_view type) {
  const auto sizeAt = [&](std::size_t at) {
    std::size_t size = 0;
    for (std::size_t i = 4; i-- > 0;) size = size << 8 | static_cast<unsigned char>(file[at + i]);
    return size;
  };
  for (std::size_t at = 12; at + 8 <= file.size(); at += 8 + sizeAt(at))
    if (file.substr(at + 4, 4) == type) return std::string(file.substr(at + 8, sizeAt(at)));
  return {};
}

void appendChunk(std::string& file, std::string_view type, std::string_view body) {
  file += std::string{static_cast<char>(body.size()), 0, 0, 0};
  file += type;
  file += body;
  for (std::size_t i = 0; i < 4; ++i) file[8 + i] = static_cast<char>(file.size() >> (8 * i));
}

TEST(GlbClips, LeaveTheBytesOfEverythingElse) {
  GltfBuilder gltf = builder();
  gltf.json["animations"][0]["extras"] = {{"mood", "calm"}};
  std::string document = gltf.glb();
  appendChunk(document, "ODD1", "kept too");
  const Model model = imported({bytesOf(document).begin(), bytesOf(document).end()});
  const crossfade::AnimationClip clip = newClip();
  ImportReport report;
  const auto file = glbWithClips(bytesOf(document), {}, model.skeleton, std::array{&clip}, report);
  ASSERT_TRUE(file);
  const std::string after(file->begin(), file->end());
  const std::string binary = chunkOf(document, std::string_view("BIN\0", 4));
  EXPECT_EQ(chunkOf(after, std::string_view("BIN\0", 4)).substr(0, binary.size()), binary);
  EXPECT_EQ(chunkOf(after, "ODD1"), "kept too");
  // Without the new elements at the ends of three lists, and the new length of the buffer, it is the text of before.
  const std::string was = chunkOf(document, "JSON");
  std::string is = chunkOf(after, "JSON");
  nlohmann::json json = nlohmann::json::parse(is);
  for (const char* list : {"accessors", "bufferViews", "animations"})
    for (std::size_t i = gltf.json[list].size(); i < json[list].size(); ++i) {
      const std::string added = "," + json[list][i].dump();
      ASSERT_NE(is.find(added), std::string::npos) << added;
      is.erase(is.find(added), added.size());
    }
  const std::string length = std::to_string(json["buffers"][0]["byteLength"].get<int>());
  const std::string before = std::to_string(nlohmann::json::parse(was)["buffers"][0]["byteLength"].get<int>());
  is.replace(is.rfind(length), length.size(), before);
  EXPECT_EQ(is.substr(0, is.find_last_not_of(' ') + 1), was.substr(0, was.find_last_not_of(' ') + 1));
}

TEST(GlbClips, HaveExtras) {
  const std::string document = builder().glb();
  const Model model = imported({bytesOf(document).begin(), bytesOf(document).end()});
  const crossfade::AnimationClip clip = newClip();
  ImportReport report;
  const std::string clipExtras = R"({"from": "A"})";
  const GlbOptions options{.clipExtras = std::span(&clipExtras, 1), .extras = R"({"transitions": []})"};
  const auto file = glbWithClips(bytesOf(document), {}, model.skeleton, std::array{&clip}, report, options);
  ASSERT_TRUE(file);
  EXPECT_EQ(jsonOf(*file)["animations"][1]["extras"], (nlohmann::json{{"from", "A"}}));
  EXPECT_EQ(jsonOf(*file)["extras"], (nlohmann::json{{"crossfade", {{"transitions", nlohmann::json::array()}}}}));
  GltfBuilder own = builder();
  own.json["extras"] = {{"mine", 1}};
  const std::string withOwn = own.glb();
  const auto both = glbWithClips(bytesOf(withOwn), {}, model.skeleton, std::array{&clip}, report, options);
  EXPECT_EQ(jsonOf(*both)["extras"]["mine"], 1);
  EXPECT_TRUE(jsonOf(*both)["extras"].contains("crossfade"));
  EXPECT_TRUE(report.lines.empty());
  own.json["extras"] = "text";
  const std::string withText = own.glb();
  const auto text = glbWithClips(bytesOf(withText), {}, model.skeleton, std::array{&clip}, report, options);
  EXPECT_EQ(jsonOf(*text)["extras"], "text");
  ASSERT_EQ(report.lines.size(), 1u);
  EXPECT_EQ(report.lines[0].what, "the document's extras are not an object, so the transition set was not added");
}

TEST(GlbClips, MoveMorphWeights) {
  GltfBuilder gltf = builder();
  const int offsets = gltf.add(std::vector<float>{0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
  gltf.json["meshes"][0]["primitives"][0]["targets"] = {{{"POSITION", offsets}}, {{"POSITION", offsets}}};
  const std::string document = gltf.glb();
  const Model model = imported({bytesOf(document).begin(), bytesOf(document).end()});
  const int arm = model.skeleton.jointAt(0);
  const auto clip = crossfade::test::clip(
      "smile", {track({arm, Channel::Weights}, Interpolation::Linear, {0, 1}, {0, 1, 0.25f, 0.75f})});
  ImportReport report;
  const auto file = glbWithClips(bytesOf(document), {}, model.skeleton, std::array{&clip}, report);
  ASSERT_TRUE(file) << file.error().message;
  const auto accessor = jsonOf(*file)["accessors"].back();
  EXPECT_EQ(accessor["type"], "SCALAR");
  EXPECT_EQ(accessor["count"], 4);
  const Model after = imported(*file);
  ASSERT_EQ(after.clips.size(), 2u);
  const crossfade::KeyframeTrack& read = after.clips[1].tracks()[0];
  EXPECT_EQ(read.target(), (crossfade::TrackTarget{arm, Channel::Weights}));
  EXPECT_EQ(std::vector<float>(read.values().begin(), read.values().end()), (std::vector<float>{0, 1, 0.25f, 0.75f}));
}

TEST(GlbClips, KeepBuffersWithoutData) {
  GltfBuilder gltf = builder();
  nlohmann::json json = nlohmann::json::parse(gltf.gltf());
  const nlohmann::json fallback = {{"byteLength", 8},
                                   {"extensions", {{"EXT_meshopt_compression", {{"fallback", true}}}}}};
  json["buffers"].push_back(fallback);
  json["bufferViews"].push_back({{"buffer", 1}, {"byteLength", 4}, {"byteOffset", 4}});
  const std::string document = json.dump(), plain = builder().gltf();
  const auto before = importModel("a.gltf", std::as_bytes(std::span(plain)));
  const crossfade::AnimationClip clip = newClip();
  ImportReport report;
  const auto file = glbWithClips(bytesOf(document), {}, before->skeleton, std::array{&clip}, report);
  ASSERT_TRUE(file) << file.error().message;
  const auto written = jsonOf(*file);
  ASSERT_EQ(written["buffers"].size(), 2u);
  EXPECT_EQ(written["buffers"][1], fallback);
  EXPECT_FALSE(written["buffers"][0].contains("extensions"));
  EXPECT_EQ(written["bufferViews"][json["bufferViews"].size() - 1], json["bufferViews"].back());
}

/// As gltfpack writes it: what is compressed lies in the binary chunk, and its views in a buffer without data.
TEST(GlbClips, KeepWhatIsCompressedWithAFallbackBuffer) {
  const std::vector<float> path{0, 0, 0, 0, 2, 0};
  GltfBuilder gltf;
  const int mesh = gltf.addTriangle();
  const int node = gltf.addNode({{"name", "arm"}, {"mesh", mesh}});
  gltf.addNode({{"name", "root"}});
  const int output = gltf.add(path, "VEC3");
  gltf.addClip(node, "translation", {0, 1}, output);
  const std::string uncompressed = gltf.glb();
  const Model plain = imported({bytesOf(uncompressed).begin(), bytesOf(uncompressed).end()});
  const std::vector<glm::vec3>& corners = plain.meshes.at(0).primitives.at(0).positions;

  int size = 0;  // of the fallback
  const auto compress = [&](int accessor, const StreamBytes& stream, std::size_t count) {
    const auto packed = static_cast<std::size_t>(gltf.addView(stream));
    nlohmann::json& views = gltf.json["bufferViews"];
    nlohmann::json& view =
        views[gltf.json["accessors"][static_cast<std::size_t>(accessor)]["bufferView"].get<std::size_t>()];
    view["extensions"]["EXT_meshopt_compression"] = {{"buffer", 0},
                                                     {"byteOffset", views[packed]["byteOffset"]},
                                                     {"byteLength", views[packed]["byteLength"]},
                                                     {"byteStride", 12},
                                                     {"count", count},
                                                     {"mode", "ATTRIBUTES"}};
    view["buffer"] = 1;
    view["byteOffset"] = size;
    size += view["byteLength"].get<int>();
  };
  const auto& primitive = gltf.json["meshes"][static_cast<std::size_t>(mesh)]["primitives"][0];
  compress(primitive["attributes"]["POSITION"], meshoptAttributes(corners, 12), corners.size());
  compress(output, meshoptAttributes(path, 12), 2);
  gltf.json["extensionsUsed"] = gltf.json["extensionsRequired"] = {"EXT_meshopt_compression"};
  nlohmann::json json = nlohmann::json::parse(gltf.gltf());
  const nlohmann::json fallback = {{"byteLength", size},
                                   {"extensions", {{"EXT_meshopt_compression", {{"fallback", true}}}}}};
  json["buffers"].push_back(fallback);
  const std::string document = json.dump();

  const auto before = importModel("a.gltf", std::as_bytes(std::span(document)));
  ASSERT_TRUE(before) << before.error().message;
  const crossfade::AnimationClip clip = newClip();
  ImportReport report;
  const auto file = glbWithClips(bytesOf(document), {}, before->skeleton, std::array{&clip}, report);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(jsonOf(*file)["buffers"][1], fallback);
  const Model once = imported(*file);
  const auto again = glbWithClips(*file, {}, once.skeleton, std::array{&clip}, report);
  ASSERT_TRUE(again) << again.error().message;
  const Model after = imported(*again);
  EXPECT_EQ(after.meshes.at(0).primitives.at(0).positions, corners);
  ASSERT_EQ(after.clips.size(), 3u);
  const auto values = after.clips[0].tracks().front().values();
  EXPECT_TRUE(std::equal(values.begin(), values.end(), path.begin(), path.end()));
  EXPECT_EQ(after.clips[2].tracks().size(), clip.tracks().size());
}

TEST(GlbClips, TakeBuffersAndPicturesAlong) {
  ImportReport report;
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
  const auto file = glbWithClips(bytesOf(document), folder.path(), before->skeleton, std::array{&clip}, report);
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

/// A clip of joint 0 that lasts for `duration`, whatever its keys.
crossfade::AnimationClip lasting(double duration, std::vector<crossfade::KeyframeTrack> tracks) {
  return *crossfade::AnimationClip::make("new", std::move(tracks), crossfade::BlendMode::Normal, duration);
}

/// The new clip as it is read back.
crossfade::AnimationClip writtenAndRead(const crossfade::AnimationClip& clip) {
  ImportReport report;
  const std::string document = builder().glb();
  const Model model = imported({bytesOf(document).begin(), bytesOf(document).end()});
  const auto file =
      glbWithClips(bytesOf(document), {}, model.skeleton, std::array{&clip}, report, {.keepsOwnClips = false});
  EXPECT_TRUE(file) << file.error().message;
  const Model after = imported(*file);
  return *after.clips.begin();
}

std::vector<double> valueAt(const crossfade::KeyframeTrack& track, double time) {
  std::vector<double> value(static_cast<std::size_t>(track.valueSize()));
  crossfade::KeyCursor cursor;
  crossfade::evaluate(track, time, cursor, value);
  return value;
}

TEST(GlbClips, LastAsLongAsTheyDid) {
  const auto still = lasting(2.5, {track({0, Channel::Scale}, Interpolation::Discrete, {0}, {2, 2, 2})});
  EXPECT_EQ(writtenAndRead(still).duration(), 2.5);
  std::vector<float> spline(2 * 9, 3.0f);
  const auto held = lasting(2, {track({0, Channel::Translation}, Interpolation::Hermite, {0, 1}, spline)});
  const auto read = writtenAndRead(held);
  EXPECT_EQ(read.duration(), 2);
  for (const double time : {0.3, 1.0, 1.4, 2.0})
    EXPECT_NEAR(valueAt(read.tracks()[0], time)[0], valueAt(held.tracks()[0], time)[0], 1e-6) << time;
  const auto cut = lasting(0.5, {track({0, Channel::Scale}, Interpolation::Linear, {0, 1}, {1, 1, 1, 3, 3, 3})});
  EXPECT_EQ(writtenAndRead(cut).duration(), 0.5);
}

TEST(GlbClips, HaveKeysFromZeroOnThatIncrease) {
  std::vector<float> spline;
  for (int i = 0; i < 4 * 9; ++i) spline.push_back(static_cast<float>((i * 7) % 10) * 0.2f);
  const auto clip =
      lasting(1.2, {track({0, Channel::Translation}, Interpolation::Hermite, {-1, -0.25f, 0.75f, 2}, spline),
                    track({1, Channel::Scale}, Interpolation::Discrete, {-2, -1}, {1, 1, 1, 2, 2, 2}),
                    track({0, Channel::Rotation}, Interpolation::Linear, {0, 0.5f, 0.5f, 1.2f},
                          {0, 0, 0, 1, 0.6f, 0, 0, 0.8f, 0, 0.6f, 0, 0.8f, 0, 0, 0, 1})});
  const auto read = writtenAndRead(clip);
  EXPECT_NEAR(read.duration(), 1.2, 1e-6);
  for (const crossfade::KeyframeTrack& made : read.tracks()) {
    EXPECT_GE(made.firstTime(), 0);
    for (std::size_t i = 1; i < made.times().size(); ++i) EXPECT_LT(made.times()[i - 1], made.times()[i]);
    const auto tracks = clip.tracks();
    const auto wanted =
        std::find_if(tracks.begin(), tracks.end(), [&](const auto& each) { return each.target() == made.target(); });
    ASSERT_NE(wanted, tracks.end());
    for (const double time : {0.0, 0.2, 0.49, 0.501, 0.8, 1.1, 1.2}) {
      const auto a = valueAt(made, time), b = valueAt(*wanted, time);
      for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_NEAR(a[i], b[i], 1e-5) << nameOf(made.target().channel) << " at " << time;
    }
  }
}

TEST(GlbClips, ReplaceTheMatrixOfWhatTheyMove) {
  ImportReport report;
  GltfBuilder gltf = builder();
  const auto matrix = nlohmann::json{0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1};
  gltf.json["nodes"][0]["matrix"] = matrix;
  gltf.json["nodes"][1]["matrix"] = matrix;
  gltf.json.erase("animations");
  const std::string document = gltf.glb();
  const Model model = imported({bytesOf(document).begin(), bytesOf(document).end()});
  const int root = model.skeleton.jointAt(1);
  const auto clip =
      lasting(1, {track({root, Channel::Translation}, Interpolation::Linear, {0, 1}, {5, 6, 7, 1, 1, 1})});
  const auto file = glbWithClips(bytesOf(document), {}, model.skeleton, std::array{&clip}, report);
  ASSERT_TRUE(file) << file.error().message;
  const auto nodes = jsonOf(*file)["nodes"];
  EXPECT_EQ(nodes[0]["matrix"], matrix) << "nothing moves it";
  EXPECT_FALSE(nodes[1].contains("matrix"));
  EXPECT_EQ(nodes[1]["translation"], (nlohmann::json{5, 6, 7}));
  for (const double scale : nodes[1]["scale"]) EXPECT_NEAR(scale, 2, 1e-6);
  const auto rotation = nodes[1]["rotation"].get<std::vector<double>>();
  EXPECT_NEAR(std::abs(rotation[2]), std::sqrt(0.5), 1e-6) << "a quarter turn about z";
}

TEST(GlbClips, LeaveImagesExternalThatCannotBeEmbedded) {
  const TemporaryFolder folder;
  nlohmann::json json = nlohmann::json::parse(builder().gltf());
  (void)folder.write("odd.png", "who knows");
  (void)folder.write("typed.bin", "bytes");
  json["images"] = {{{"uri", "gone.png"}}, {{"uri", "odd.png"}}, {{"uri", "typed.bin"}, {"mimeType", "image/x-own"}}};
  const std::string document = json.dump();
  const std::string plain = builder().gltf();
  const auto before = importModel("a.gltf", std::as_bytes(std::span(plain)));
  const crossfade::AnimationClip clip = newClip();
  ImportReport report;
  const auto file = glbWithClips(bytesOf(document), folder.path(), before->skeleton, std::array{&clip}, report);
  ASSERT_TRUE(file) << file.error().message;
  const auto images = jsonOf(*file)["images"];
  EXPECT_EQ(images[0], json["images"][0]);
  EXPECT_EQ(images[1], json["images"][1]);
  EXPECT_EQ(images[2]["mimeType"], "image/x-own");
  EXPECT_TRUE(images[2].contains("bufferView"));
  ASSERT_EQ(report.lines.size(), 2u);
  EXPECT_EQ(report.lines[0].kind, Finding::Lost);
  EXPECT_EQ(report.lines[1].what, "stays outside: its kind is unknown");
}

TEST(GlbClips, MoveWhatExtensionsOfBufferViewsPointTo) {
  const TemporaryFolder folder;
  nlohmann::json json = nlohmann::json::parse(builder().gltf());
  (void)folder.write("more.bin", "abcdefgh");
  json["buffers"].push_back({{"uri", "more.bin"}, {"byteLength", 8}});
  const nlohmann::json packed = {{"buffer", 1}, {"byteOffset", 4}, {"byteLength", 4}, {"mode", "ATTRIBUTES"}};
  json["bufferViews"].push_back(
      {{"buffer", 1}, {"byteLength", 4}, {"extensions", {{"EXT_meshopt_compression", packed}, {"OTHER", {1}}}}});
  const std::string document = json.dump(), plain = builder().gltf();
  const auto before = importModel("a.gltf", std::as_bytes(std::span(plain)));
  const crossfade::AnimationClip clip = newClip();
  ImportReport report;
  const auto file = glbWithClips(bytesOf(document), folder.path(), before->skeleton, std::array{&clip}, report);
  ASSERT_TRUE(file) << file.error().message;
  const auto views = jsonOf(*file)["bufferViews"];
  const auto& view = views[json["bufferViews"].size() - 1];
  const auto& moved = view["extensions"]["EXT_meshopt_compression"];
  EXPECT_EQ(moved["buffer"], 0);
  EXPECT_EQ(moved["byteOffset"], view["byteOffset"].get<int>() + 4);
  EXPECT_EQ(moved["mode"], "ATTRIBUTES");
}

TEST(GlbClips, SayWhatGltfCannotExpress) {
  ImportReport report;
  const std::string document = builder().glb();
  const Model model = imported({bytesOf(document).begin(), bytesOf(document).end()});
  const auto errorOf = [&](const crossfade::AnimationClip& clip, const std::string& file) {
    const auto result = glbWithClips(bytesOf(file), {}, model.skeleton, std::array{&clip}, report);
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
