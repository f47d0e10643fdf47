// crossfade bake: a copy of the file with new clips, and sentences for what cannot be baked.
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/gltf_builder.h"
#include "tests/support/program.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"

namespace test {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

Json documentIn(const fs::path& glb) {
  const std::string file = readFile(glb);
  std::size_t size = 0;
  for (std::size_t i = 4; i-- > 0;) size = size << 8 | static_cast<unsigned char>(file.at(12 + i));
  return Json::parse(file.substr(20, size));
}

std::string character() { return (app::test::sourceFolder() / "assets/character.glb").string(); }

TEST(BakeCommand, WritesTheTransitionsOfASet) {
  const fs::path folder = scratchFolder("bake set");
  const std::string set = writeFile(folder / "set.json", R"({"crossfade": 1, "transitions": [
    {"from": {"name": "Walk", "index": 1}, "to": {"name": "Run", "index": 2}, "seconds": 0.3},
    {"from": {"name": "Run", "index": 2}, "to": {"name": "Idle", "index": 0}, "seconds": 0},
    {"from": null, "to": {"name": "Idle", "index": 0}, "seconds": 0.5}]})");
  const std::string out = (folder / "new.glb").string();
  const ProgramRun run = runCrossfade({"bake", character(), "--set", set, "--out", out}, folder);
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_NE(run.out.find("Walk to Run: 0.3 s, "), std::string::npos) << run.out;
  EXPECT_NE(run.err.find("the transition from 'Run' to 'Idle' takes no time"), std::string::npos) << run.err;
  const Json before = documentIn(character()), after = documentIn(out);
  ASSERT_EQ(after["animations"].size(), before["animations"].size() + 1);
  EXPECT_EQ(after["animations"].back()["name"], "Walk to Run");
  EXPECT_EQ(after["animations"].back()["extras"]["crossfade"]["seconds"], 0.3);
  EXPECT_EQ(after["extras"]["crossfade"]["transitions"].size(), 3u);
  for (const char* same : {"nodes", "meshes", "skins", "materials", "scenes", "asset"})
    EXPECT_EQ(after[same], before[same]) << same;
}

TEST(BakeCommand, BakesScriptsQueuesAndClipFiles) {
  const fs::path folder = scratchFolder("bake script");
  const std::string script = writeFile(folder / "tour.json", R"({"commands": [{"at": 0, "do": "play", "clip": "Walk"},
    {"at": 0.5, "do": "fadeTo", "clip": "Run", "seconds": 0.25}]})");
  const auto clipsOf = [&](std::vector<std::string> arguments) {
    const std::string out = (folder / "out.glb").string();
    arguments.insert(arguments.begin(), "bake");
    arguments.insert(arguments.end(), {"--out", out, "--only"});
    const ProgramRun run = runCrossfade(arguments, folder);
    EXPECT_EQ(run.exitCode, 0) << run.err;
    std::string names;
    const Json document = documentIn(out);
    for (const Json& animation : document["animations"]) names += animation["name"].get<std::string>() + ";";
    return names;
  };
  EXPECT_EQ(clipsOf({character(), "--script", script}), "tour;");
  EXPECT_EQ(clipsOf({"--script", script, "--name", "Walk"}), "Walk 2;") << "the model has a clip of that name";
  EXPECT_EQ(clipsOf({"--queue", "Walk 1 loop,Run 0.5 s", character(), "--loop", "--name", "cycle"}), "cycle;");
  EXPECT_EQ(clipsOf({"--pair", "Walk,Run", "--pair", "Run,Idle", character()}), "Walk to Run;Run to Idle;");
  const std::string names = clipsOf({"--clips", character()});
  EXPECT_NE(names.find("character Walk;"), std::string::npos) << names;
}

constexpr const char* kBentBvh = R"(HIERARCHY
ROOT hip
{
  OFFSET 0 0 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  JOINT leg
  {
    OFFSET 0 1 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 1 0
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.5
0 0 0 0 0 0
90 0 0 20 0 0
90 0 0 0 10 0
)";

TEST(BakeCommand, MakesAGltfFileOfOtherFormats) {
  const fs::path folder = scratchFolder("bake formats");
  const std::string bvh = writeFile(folder / "a.bvh", kBentBvh), out = (folder / "new.glb").string();
  const ProgramRun run = runCrossfade({"bake", bvh, "--queue", "#0 1 loop", "--out", out}, folder);
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_EQ(documentIn(out)["animations"].size(), 2u) << "its own clip, and the baked one";
  const auto posesOf = [&](const std::string& file) {
    const ProgramRun poses = runCrossfade({"pose", file, "--clip", "#0", "--times", "0.25,0.8"}, folder);
    EXPECT_EQ(poses.exitCode, 0) << poses.err;
    Json moments = Json::parse(poses.out)["entries"][1]["poses"];
    for (Json& moment : moments) moment.erase("palettes");  // a BVH's skin has a joint twice
    return moments.flatten();
  };
  const Json before = posesOf(bvh), after = posesOf(out);
  ASSERT_EQ(after.size(), before.size());
  for (const auto& [key, value] : before.items())
    if (value.is_number_float()) {
      EXPECT_NEAR(after.at(key).get<double>(), value.get<double>(), 1e-5) << key;
    }
  EXPECT_EQ(runCrossfade({"bake", bvh, "--out", out}, folder).exitCode, 0) << "no need to bake anything";
}

TEST(BakeCommand, SaysWhatDoesNotFit) {
  const fs::path folder = scratchFolder("bake errors");
  const std::string out = (folder / "new.glb").string();
  const auto errorOf = [&](std::vector<std::string> arguments, int code) {
    arguments.insert(arguments.begin(), "bake");
    const ProgramRun run = runCrossfade(arguments, folder);
    EXPECT_EQ(run.exitCode, code) << run.out;
    EXPECT_FALSE(fs::exists(out));
    return run.err;
  };
  const auto expect = [&](std::vector<std::string> arguments, int code, const std::string& sentence) {
    const std::string error = errorOf(std::move(arguments), code);
    EXPECT_NE(error.find(sentence), std::string::npos) << error;
  };
  expect({"--out", out}, 2, "needs something to bake");
  expect({"--pair", "Walk,Run", "--out", "new.fbx"}, 2, "writes .glb files, not new.fbx");
  expect({"--pair", "Walk,Rum", "--out", out}, 1, "Rum");
  expect({"--pair", "Walk", "--out", out}, 1, "is not two names with a comma between them");
  expect({"--pair", "Walk,Walk", "--out", out}, 1, "names one clip twice");
  expect({"--pair", "Walk,Run", "--loop", "--out", out}, 2, "is for --script and --queue");
  expect({"--queue", "Walk,Walkies", "--out", out}, 1, "Walkies");
  const std::string set = writeFile(folder / "all.json", R"({"crossfade": 1, "transitions": [{"seconds": 1}]})");
  expect({"--set", set, "--out", out}, 1,
         "has no transition for a specific pair of clips; choose one with --pair FROM,TO");
  const std::string play =
      writeFile(folder / "play.json", R"({"commands": [{"at": 0, "do": "play", "clip": "Walk"}]})");
  expect({"--script", play, "--out", out}, 1, "play.json: has no end of its own; --seconds says how much is baked");
  expect({"--queue", "Wal\xff", "--out", out}, 1, "--queue: there is no clip 'Wal");
  expect({character(), "--pair", "Walk,Run", "--out", character()}, 2, "which is an input file");
  (void)writeFile(folder / "model.glb", readFile(character()));
  const std::string project =
      writeFile(folder / "a.crossfade", R"({"crossfade": 1, "model": {"path": "model.glb"}, "transitions": []})");
  expect({project, "--pair", "Walk,Run", "--out", "model.glb"}, 1, "the project's model");
}

}  // namespace
}  // namespace test
