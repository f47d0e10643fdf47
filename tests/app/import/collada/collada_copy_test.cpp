#include "app/import/collada/collada_copy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/import/file/import_error.h"
#include "app/import/import_model.h"
#include "tests/support/assimp_samples.h"
#include "tests/support/gltf_builder.h"

namespace app {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

ByteSpan bytesOfText(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

ColladaCopy copyOf(const std::string& text) {
  ImportReport report;
  return writeColladaCopy(bytesOfText(text), report);
}

Model openedDae(const std::string& text) {
  const test::TemporaryFolder folder;
  auto model = importModel(folder.write("a.dae", text));
  EXPECT_TRUE(model) << model.error().message;
  return model ? std::move(*model) : Model{};
}

/// The sample's animation once more, under other ids and for another part of its translation.
std::string animation(const std::string& id, const std::string& target, double last) {
  const auto array = [&](const std::string& name, const std::string& values) {
    return "<source id=\"" + id + name + "\"><float_array id=\"" + id + name + "a\" count=\"2\">" + values +
           "</float_array><technique_common><accessor source=\"#" + id + name +
           "a\" count=\"2\" stride=\"1\"><param name=\"X\" type=\"float\"/></accessor></technique_common></source>";
  };
  return "<animation id=\"" + id + "\">" + array("t", "0 " + std::to_string(last)) + array("o", "0 6") +
         "<sampler id=\"" + id + "s\"><input semantic=\"INPUT\" source=\"#" + id +
         "t\"/><input semantic=\"OUTPUT\" source=\"#" + id + "o\"/></sampler><channel source=\"#" + id +
         "s\" target=\"" + target + "\"/></animation>";
}

TEST(ColladaCopy, TrimsSpacesAroundNumbers) {
  const std::string text = replaced(::test::kDae, "0 5 0</translate>", "  0 5 0\n </translate>");
  EXPECT_THAT(copyOf(text).text, HasSubstr(">0 5 0<"));
  EXPECT_FALSE(openedDae(text).meshes.empty());
}

TEST(ColladaCopy, CountsTheValuesOfArrays) {
  const std::string text = replaced(::test::kDae, "id=\"pa\" count=\"9\"", "id=\"pa\" count=\"3\"");
  EXPECT_THAT(copyOf(text).text, HasSubstr("id=\"pa\" count=\"9\""));
  const Model model = openedDae(text);
  ASSERT_FALSE(model.meshes.empty());
  EXPECT_EQ(model.meshes[0].primitives[0].positions[2], glm::vec3(0, 1, 0));
}

TEST(ColladaCopy, ShortensAccessorsThatClaimTooMuch) {
  EXPECT_THAT(copyOf(replaced(::test::kDae, "source=\"#pa\" count=\"3\"", "source=\"#pa\" count=\"300\"")).text,
              HasSubstr("source=\"#pa\" count=\"3\""));
}

TEST(ColladaCopy, CutsCurvesWhereTimesOrValuesEnd) {
  const std::string up = animation("up", "base/t.Y", 3);
  const std::string library = "</library_animations>";
  const auto with = [&](const std::string& curve) {
    return openedDae(replaced(::test::kDae, library, curve + library));
  };
  const std::string three = replaced(replaced(up, "0 3.000000", "0 3 4"), "count=\"2\" stride", "count=\"3\" stride");
  const Model cut = with(three);
  ASSERT_EQ(cut.clips.size(), 1u);
  EXPECT_EQ(cut.clips[0].tracks().size(), 6u) << "three of each node";
  EXPECT_NEAR(cut.clips[0].duration(), 3, 1e-5) << "the third time has no value";
  const Model without = with(replaced(up, "0 6</float_array>", "</float_array>"));
  ASSERT_EQ(without.clips.size(), 1u);
  EXPECT_EQ(without.clips[0].tracks().size(), 3u) << "a curve without values does not stop the others";
}

TEST(ColladaCopy, ReadsUtf16) {
  std::string wide = "\xFF\xFE";
  for (const char c : replaced(::test::kDae, "<?xml version=\"1.0\"?>", "<?xml version=\"1.0\" encoding=\"utf-16\"?>"))
    wide += {c, '\0'};
  EXPECT_FALSE(openedDae(wide).meshes.empty());
}

TEST(ColladaCopy, MakesOneClipOfAllAnimations) {
  const std::string text =
      replaced(::test::kDae, "</library_animations>",
               animation("up", "base/t.Y", 1) + animation("aside", "base/t.X", 3) + "</library_animations>");
  const Model model = openedDae(text);
  ASSERT_EQ(model.clips.size(), 1u);
  EXPECT_EQ(model.clips[0].name(), "animation");
  EXPECT_NEAR(model.clips[0].duration(), 3, 1e-5);
}

TEST(ColladaCopy, KeepsTheClipsOfTheFileAndTheirRanges) {
  const std::string clips = R"(</library_animations><library_animation_clips>
<animation_clip name="Slide" start="0.5" end="1.5"><instance_animation url="#a"/></animation_clip>
<animation_clip id="Rise"><instance_animation url="#up"/><instance_animation url="#aside"/></animation_clip>
</library_animation_clips>)";
  const Model model =
      openedDae(replaced(::test::kDae, "</library_animations>",
                         animation("up", "base/t.Y", 1) + animation("aside", "slider/move.Z", 1) + clips));
  ASSERT_EQ(model.clips.size(), 2u);
  EXPECT_EQ(model.clips[0].name(), "Slide");
  EXPECT_NEAR(model.clips[0].duration(), 1, 1e-5);
  const auto tracks = model.clips[0].tracks();
  const auto slide = std::find_if(tracks.begin(), tracks.end(), [](const crossfade::KeyframeTrack& track) {
    return track.target().channel == crossfade::Channel::Translation;
  });
  ASSERT_NE(slide, tracks.end());
  EXPECT_NEAR(slide->values().front(), 1, 1e-5);
  EXPECT_NEAR(slide->values()[slide->values().size() - 3], 3, 1e-5);
  EXPECT_EQ(model.clips[1].name(), "Rise");
}

TEST(ColladaCopy, ShowsTheNamesOfNodesAndNotTheirIds) {
  const Model model = openedDae(replaced(::test::kDae, "id=\"base\" name=\"base\"", "id=\"node-7\" name=\"Left Arm\""));
  EXPECT_EQ(model.skeleton.name(1), "Left Arm");
}

TEST(ColladaCopy, SaysWhereXmlIsBroken) {
  try {
    copyOf("<COLLADA><asset></COLLADA>");
    FAIL() << "not refused";
  } catch (const ImportError& error) {
    EXPECT_THAT(error.what(), HasSubstr("damaged at byte"));
    EXPECT_THAT(error.what(), HasSubstr("export it again"));
  }
}

}  // namespace
}  // namespace app
