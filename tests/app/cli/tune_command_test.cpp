// crossfade tune: the table, the JSON and the set of what it found, and sentences for what cannot be tuned.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/gltf_builder.h"
#include "tests/support/program.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"

namespace test {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

/// One joint and three clips: two that swing, and a pose.
std::string swingingJoint() {
  app::test::GltfBuilder gltf;
  const int node = gltf.addNode({{"name", "arm"}, {"mesh", gltf.addTriangle()}});
  for (const float x : {0.1f, 1.0f}) {
    const int output = gltf.add(std::vector<float>{0, 0, 0, x, 0, 0, 0, 0, 0}, "VEC3");
    gltf.addClip(node, "translation", {0, 0.5, 1}, output);
  }
  gltf.addClip(node, "translation", {0}, gltf.add(std::vector<float>{0, 0, 0}, "VEC3"));
  const char* const names[] = {"slow", "fast", "pose"};
  for (std::size_t i = 0; i < 3; ++i) gltf.json["animations"][i]["name"] = names[i];
  return gltf.glb();
}

struct TuneCommand : testing::Test {
  fs::path folder = scratchFolder("tune");
  std::string character = (app::test::sourceFolder() / "assets/character.glb").string();
  std::string arm = writeFile(folder / "arm.glb", swingingJoint());

  ProgramRun tune(const std::string& model, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"tune", model, "--min-seconds", "0.2", "--max-seconds", "0.2", "--no-sync"});
    return runCrossfade(arguments, folder);
  }
};

TEST_F(TuneCommand, WritesASetThatOtherCommandsUse) {
  const std::string set = (folder / "set.json").string();
  const ProgramRun run = tune(character, {"--pair", "Walk,Jump", "--pair", "Idle,Walk", "--out", set});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("2 pairs of clips"));
  EXPECT_THAT(run.out, HasSubstr("  Idle -> Walk "));
  EXPECT_THAT(run.out, HasSubstr("95th percentile"));
  const Json written = Json::parse(readFile(set));
  ASSERT_EQ(written["transitions"].size(), 1u) << "the other is as good as it gets";
  const ProgramRun bake = runCrossfade({"bake", character, "--set", set, "--out", "new.glb"}, folder);
  EXPECT_EQ(bake.exitCode, 0) << bake.err;
  EXPECT_THAT(bake.out, HasSubstr("Walk to Jump: 0.2 s"));
}

TEST_F(TuneCommand, KeepsWhatTheSetSaysWhereNothingIsBetter) {
  const std::string set = (folder / "set.json").string(), next = (folder / "next.json").string();
  ASSERT_EQ(tune(character, {"--pair", "Walk,Jump", "--out", set}).exitCode, 0);
  const ProgramRun run = tune(character, {"--pair", "Idle,Walk", "--pair", "Walk,Jump", "--set", set, "--out", next});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_EQ(Json::parse(readFile(next))["transitions"], Json::parse(readFile(set))["transitions"]);
  EXPECT_THAT(run.out, testing::ContainsRegex("Walk -> Jump .*as they are"));
}

TEST_F(TuneCommand, PrintsWhatItFoundAsJson) {
  const ProgramRun run = tune(character, {"--pair", "#1,Jump", "--json", "--max-ratio", "3"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const Json json = Json::parse(run.out);
  EXPECT_EQ(json["maxRatio"], 3.0);
  ASSERT_EQ(json["pairs"].size(), 1u);
  const Json& pair = json["pairs"][0];
  EXPECT_EQ(pair["from"], "Walk");
  EXPECT_EQ(pair["to"], "Jump");
  ASSERT_TRUE(pair.contains("seconds"));
  EXPECT_EQ(pair["seconds"], 0.2);
  EXPECT_LT(pair["after"]["sink"], pair["before"]["sink"]);
  EXPECT_EQ(json["p95"]["after"], pair["after"]) << "of one pair";
}

TEST_F(TuneCommand, TunesEveryPairOfClipsThatHaveALength) {
  const ProgramRun run = tune(arm, {});
  EXPECT_THAT(run.out, HasSubstr("arm.glb: 2 pairs of clips"));
  EXPECT_THAT(run.out, HasSubstr("  slow -> fast "));
  EXPECT_THAT(run.out, Not(HasSubstr("pose")));
}

TEST_F(TuneCommand, SaysWhatCannotBeTuned) {
  const auto expect = [&](std::vector<std::string> arguments, int code, const std::string& sentence) {
    const ProgramRun run = tune(arm, std::move(arguments));
    EXPECT_EQ(run.exitCode, code) << sentence;
    EXPECT_THAT(run.err, HasSubstr(sentence));
  };
  expect({"--pair", "slow"}, 1, "'slow' is not two names with a comma between them");
  expect({"--pair", "slow,slow"}, 1, "names one clip twice");
  expect({"--pair", "slow,swift"}, 1, "there is no clip 'swift'");
  expect({"--pair", "slow,pose"}, 1, "clip 'pose' has no length");
  expect({"--out", arm}, 2, "which is an input file");
  EXPECT_EQ(readFile(arm), swingingJoint());
  const ProgramRun bounds = runCrossfade({"tune", arm, "--min-seconds", "0.6"}, folder);
  EXPECT_EQ(bounds.exitCode, 2);
  EXPECT_THAT(bounds.err, HasSubstr("--min-seconds is above --max-seconds"));
}

}  // namespace
}  // namespace test
