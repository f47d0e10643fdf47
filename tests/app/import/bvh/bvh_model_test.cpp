// Where the joints of hand-written BVH files must be.
#include "app/import/bvh/bvh_model.h"

#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/file/import_error.h"
#include "app/import/import_model.h"
#include "tests/support/assimp_samples.h"
#include "tests/support/opened_model.h"
#include "tests/support/posed_joints.h"

namespace app {
namespace {

using ::test::expectNear;
using ::test::kBvh;
using ::test::openedModel;
using ::test::positionOf;
using ::testing::HasSubstr;

/// kBvh with one part of it replaced.
std::string changed(std::string_view part, std::string_view by, std::string text = kBvh) {
  text.replace(text.find(part), part.size(), by);
  return text;
}

Model read(std::string_view text) {
  Model model;
  fillBvhModel(model, ByteSpan(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  return model;
}

std::string faultOf(const std::string& text) {
  try {
    read(text);
  } catch (const ImportError& error) {
    return error.what();
  }
  return "none";
}

std::string reportOf(const Model& model) {
  std::string lines;
  for (const ReportLine& line : model.report.lines) lines += line.what + "\n";
  return lines;
}

/// Expects the joint positions of kBvh.
void expectSample(const Model& model) {
  ASSERT_EQ(model.clips.size(), 1u);
  EXPECT_NEAR(model.clips[0].duration(), 1, 1e-6);
  expectNear(positionOf(model, "Arm", 0), {3, 10, 0});
  expectNear(positionOf(model, "Arm", 0.25), {0.5f + 3 * std::sqrt(0.5f), 10 + 3 * std::sqrt(0.5f), 0});
  expectNear(positionOf(model, "Arm", 0.5), {1, 13, 0});
  expectNear(positionOf(model, "Arm", 1), {2, 13, 0});
  expectNear(positionOf(model, "EndSite_Arm", 1), {0, 13, 0});
}

TEST(BvhModel, HasItsJointsWhereTheMotionPutsThem) {
  const Model model = openedModel("walk.bvh", kBvh);
  expectSample(model);
  EXPECT_TRUE(model.meshes.empty()) << "its joints are drawn instead";
  EXPECT_EQ(reportOf(model), "");
}

TEST(BvhModel, SpellingsMakeNoDifference) {
  std::string lines = kBvh;
  for (std::size_t at = 0; (at = lines.find('\n', at)) != lines.npos; at += 2) lines.insert(at, "\r");
  for (const auto& [what, text] : std::vector<std::pair<std::string, std::string>>{
           {"an end site with a name", changed("End Site", "End Site5")},
           {"an end site in one word", changed("End Site", "EndSite")},
           {"carriage returns", lines},
           {"space", changed("OFFSET 3 0 0", "  OFFSET\t3   0 \t 0  \n\n", changed("Frames: 3", "Frames :  3\n"))},
           {"no space", changed("Frames: 3", "Frames:3", changed("JOINT Arm\n", "JOINT Arm"))},
           {"no line break at the end", std::string(kBvh, std::string_view(kBvh).size() - 1)},
           {"a byte order mark", std::string("\xEF\xBB\xBF") + kBvh},
           {"plus signs", changed("1 10 0 90", "+1 +10 0 +90.0e0")},
           {"all frames in one line", changed("0 0\n1 10", "0 0 1 10", changed("0 0\n2 10", "0 0 2 10"))},
           {"frames of two lines", changed("1 10 0 90", "1 10 0\n90", changed("2 10 0 90", "2 10 0\n90"))}}) {
    SCOPED_TRACE(what);
    const Model model = read(text);
    expectSample(model);
    EXPECT_EQ(reportOf(model), "");
  }
}

TEST(BvhModel, KeywordsMayBeInLowerCase) {
  const Model model = openedModel("a.bvh",
                                  "hierarchy\nroot hips\n{\n offset 0 1 0\n channels 1 zrotation\n end site\n {\n"
                                  "  offset 2 0 0\n }\n}\nmotion\nframes: 1\nframe time: 0.5\n90\n");
  expectNear(positionOf(model, "EndSite_hips", 0), {0, 3, 0});
}

TEST(BvhModel, NamesMayHaveSpacesAndColonsAndBeEqual) {
  std::string text = changed("JOINT Arm", "JOINT my rig:Upper  Arm");
  text = changed("End Site\n    {\n      OFFSET 2 0 0\n    }", "JOINT Hips\n{\nOFFSET 2 0 0\nCHANNELS 0\n}", text);
  const Model model = read(text);
  ASSERT_EQ(model.skeleton.jointCount(), 3);
  EXPECT_EQ(model.skeleton.name(1), "my rig:Upper Arm");
  EXPECT_EQ(model.skeleton.name(2), "Hips");
  expectNear(positionOf(model, "my rig:Upper Arm", 1), {2, 13, 0});
}

TEST(BvhModel, PlaysTheFramesThatAreThere) {
  const Model few = read(changed("Frames: 3", "Frames: 9"));
  expectSample(few);
  EXPECT_EQ(reportOf(few), "it states 9 frames but has 3; all that are there are played\n");
  const Model more = read(changed("Frames: 3", "Frames: 2"));
  expectSample(more);
  EXPECT_EQ(reportOf(more), "it states 2 frames but has 3; all that are there are played\n");
  const Model cut = read(std::string(kBvh) + "3 10 0 90");
  expectSample(cut);
  EXPECT_THAT(reportOf(cut), HasSubstr("its last frame has 4 of 9 values and is left out"));
  const Model note = read(std::string(kBvh) + "made by hand 1 2 3");
  expectSample(note);
  EXPECT_EQ(reportOf(note), "'made' is not a number; nothing after it is read\n");
}

TEST(BvhModel, StopsAtALineWithTooFewOrTooManyValues) {
  for (const char* const wrong : {"5 10 0 90 0 0 90 0\n", "5 10 0 90 0 0 90 0 0 7\n"}) {
    const Model model = read(changed("Frames: 3", "Frames: 5", kBvh) + wrong + "6 10 0 90 0 0 90 0 0\n");
    ASSERT_EQ(model.clips.size(), 1u);
    expectNear(positionOf(model, "Arm", 1), {2, 13, 0});
    EXPECT_THAT(reportOf(model),
                HasSubstr("line 22 does not have the 9 values of a frame; that line and all after it"));
  }
  EXPECT_THAT(faultOf(changed("0 10 0 0 0 0 0 0 0\n", "0 10 0 0 0 0 0 0\n")),
              HasSubstr("in line 19 (it does not have 9 values for a frame)"));
}

TEST(BvhModel, HoldsWhatIsNoNumber) {
  for (const char* const bad : {"nan", "-inf", "1.#QNAN", "1e99", "0.5.1"}) {
    const Model model = read(changed("1 10 0 90", std::string(bad) + " 10 0 90"));
    ASSERT_EQ(model.clips.size(), 1u);
    expectNear(positionOf(model, "Arm", 0.5), {0, 13, 0});
    EXPECT_THAT(reportOf(model), HasSubstr("line 20, '" + std::string(bad) + "'"));
  }
}

TEST(BvhModel, WithoutAUsableFrameTimePlaysThirtyFramesPerSecond) {
  for (const char* const time : {"0", "-1", "nan", "1e9"}) {
    const Model model = read(changed("Frame Time: 0.5", "Frame Time: " + std::string(time)));
    EXPECT_NEAR(model.clips[0].duration(), 2.0 / 30, 1e-6) << time;
    EXPECT_THAT(reportOf(model), HasSubstr("frame time")) << time;
  }
}

TEST(BvhModel, WithoutFramesIsItsSkeleton) {
  const std::string none(kBvh, std::string_view(kBvh).find("0 10 0 0 0"));
  const Model model = read(changed("Frames: 3", "Frames: 0", none));
  EXPECT_TRUE(model.clips.empty());
  EXPECT_EQ(model.skeleton.jointCount(), 3);
  EXPECT_EQ(reportOf(model), "");
}

// As in Blender. differs from three.js: three.js adds the two.
TEST(BvhModel, PositionChannelsOfAnyJointReplaceItsOffset) {
  std::string text = changed("CHANNELS 3 Z", "CHANNELS 5 Zposition Xposition Z");
  text = changed("0 0 0\n1", "5 7 0 0 0\n1", text);
  text = changed("0 0 0\n2", "6 8 0 0 0\n2", text);
  text = changed("90 0 0\n", "6 9 90 0 0\n", text);
  const Model model = read(text);
  expectNear(positionOf(model, "Arm", 0), {7, 10, 5});
  expectNear(positionOf(model, "Arm", 0.5), {1, 18, 6});
  const glm::vec3 rest = model.skeleton.restLocals()[1].translation;
  expectNear(rest, {7, 0, 5});
}

TEST(BvhModel, RotatesInTheOrderOfTheChannels) {
  const std::string turn = changed("0 10 0 0 0 0 0 0 0\n", "0 10 0 90 0 90 0 0 0\n");
  expectNear(positionOf(read(turn), "Arm", 0), {0, 10, -3});  // about y, then z
  const std::string other = changed("Zrotation Xrotation Yrotation", "Yrotation Xrotation Zrotation", turn);
  expectNear(positionOf(read(other), "Arm", 0), {0, 13, 0});
  const std::string two = changed("Zrotation Xrotation Yrotation", "Zrotation Zrotation Yrotation", turn);
  expectNear(positionOf(read(changed("0 10 0 90 0 90", "0 10 0 45 45 90", two)), "Arm", 0), {0, 10, -3});
}

TEST(BvhModel, FaultsNameTheLine) {
  const auto damaged = [](const char* where) { return "the BVH data is damaged in line " + std::string(where); };
  EXPECT_THAT(faultOf(changed("CHANNELS 6 X", "CHANNELS 6 W")), HasSubstr(damaged("5 ('Wposition' is not a channel)")));
  EXPECT_THAT(faultOf(changed("CHANNELS 6", "CHANNELS 1e9")),
              HasSubstr(damaged("5 (a joint cannot have 1e+09 channels)")));
  EXPECT_THAT(faultOf(changed("OFFSET 3", "OFFSET x")), HasSubstr(damaged("8 ('x' is not a number)")));
  EXPECT_THAT(faultOf(changed("OFFSET 3", "OFSET 3")), HasSubstr(damaged("8 (unknown keyword 'ofset')")));
  EXPECT_THAT(faultOf(changed("CHANNELS 3", "CHANNELS 0 CHANNELS 3 CHANNELS 3")), HasSubstr(damaged("9 (")));
  EXPECT_THAT(faultOf("HIERARCHY\nROOT a {"), HasSubstr(damaged("2 (it ends inside joint 'a')")));
  EXPECT_THAT(faultOf("HIERARCHY\nROOT a { }"), HasSubstr(damaged("2 (it ends where 'motion' is expected)")));
  EXPECT_THAT(faultOf("HIERARCHY\nMOTION"), HasSubstr(damaged("2 ('root' is expected, not 'MOTION')")));
  EXPECT_THAT(faultOf(changed("Frame Time", "Time")), HasSubstr(damaged("18 ('frame' is expected, not 'Time')")));
}

TEST(BvhModel, NestedAsDeepAsAFileLikes) {
  std::string deep = "HIERARCHY ROOT a {", end;
  for (int i = 0; i < 60'000; ++i) deep += "End Site {", end += "}";
  const Model model = read(deep + end + "} MOTION Frames: 0 Frame Time: 1");
  EXPECT_EQ(model.skeleton.jointCount(), 60'001);
  EXPECT_LE(model.skeleton.name(60'000).size(), 1'023u);
  for (int i = 0; i < 10'000; ++i) deep += "End Site {";
  EXPECT_THAT(faultOf(deep), HasSubstr("more than 65536 joints"));
}

TEST(BvhModel, HasTwoRootsIfTheFileHas) {
  const std::string second = "ROOT Prop { OFFSET 0 5 0 CHANNELS 1 Xposition }\nMOTION";
  std::string text = changed("MOTION", second);
  text = changed("0 0\n1", "0 0 7\n1", changed("0 0\n2", "0 0 8\n2", changed("90 0 0\n", "90 0 0 9\n", text)));
  const Model model = read(text);
  expectNear(positionOf(model, "Prop", 1), {9, 5, 0});
  EXPECT_EQ(reportOf(model), "");
}

}  // namespace
}  // namespace app
