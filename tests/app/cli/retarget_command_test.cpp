// crossfade retarget: a new file with the clips of another one, and sentences for what cannot be transferred.
#include <string>
#include <vector>

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
namespace fs = std::filesystem;

/// One joint that turns.
std::string spinner(const char* joint) {
  app::test::GltfBuilder gltf;
  const int node = gltf.addNode({{"name", joint}, {"mesh", gltf.addTriangle()}});
  const int output = gltf.add(std::vector<float>{0, 0, 0, 1, 0, 1, 0, 0}, "VEC4");
  gltf.addClip(node, "rotation", {0, 1}, output);
  gltf.json["animations"][0]["name"] = "Spin";
  return gltf.glb();
}

TEST(RetargetCommand, WritesTheBundledCharacterWithItsOwnClipsAgain) {
  const fs::path folder = scratchFolder("retarget");
  const std::string out = (folder / "new.glb").string(), map = (folder / "map.json").string();
  const std::string source = (app::test::sourceFolder() / "assets/character.glb").string();
  const ProgramRun run = runCrossfade({"retarget", source, "--out", out, "--only", "--map-out", map}, folder);
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const std::string mapped = (folder / "mapped.glb").string();
  const ProgramRun again = runCrossfade({"retarget", source, "--out", mapped, "--only", "--map", map}, folder);
  ASSERT_EQ(again.exitCode, 0) << again.err;
  EXPECT_EQ(readFile(mapped), readFile(out)) << "the map that was written is the one that was guessed";
  const ProgramRun poses = runCrossfade({"pose", out, "--clip", "Walk", "--times", "0.3", "--json"}, folder);
  const ProgramRun wanted = runCrossfade({"pose", source, "--clip", "Walk", "--times", "0.3", "--json"}, folder);
  ASSERT_EQ(poses.exitCode, 0) << poses.err;
  const Json a = Json::parse(poses.out).flatten(), b = Json::parse(wanted.out).flatten();
  ASSERT_EQ(a.size(), b.size());
  EXPECT_GT(a.size(), 500u);
  for (const auto& [key, value] : b.items())
    if (value.is_number_float()) {
      EXPECT_NEAR(a.at(key).get<double>(), value.get<double>(), 2e-5) << key;
    }
}

TEST(RetargetCommand, PrintsTheMapWithoutAnOutput) {
  const fs::path folder = scratchFolder("retarget map");
  const std::string source = (app::test::sourceFolder() / "assets/character.glb").string();
  const ProgramRun run = runCrossfade({"retarget", source}, folder);
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_NE(run.out.find("LeftUpperArm                 LeftUpperArm                 bone    1.00"), std::string::npos)
      << run.out;
}

TEST(RetargetCommand, SaysWhatDoesNotFit) {
  const fs::path folder = scratchFolder("retarget errors");
  const std::string wheel = writeFile(folder / "wheel.glb", spinner("wheel")),
                    fan = writeFile(folder / "fan.glb", spinner("fan"));
  const ProgramRun none = runCrossfade({"retarget", wheel, "--onto", fan}, folder);
  EXPECT_EQ(none.exitCode, 1);
  EXPECT_NE(none.err.find("no joint of wheel.glb has a counterpart in fan.glb"), std::string::npos) << none.err;
  const std::string map = writeFile(folder / "map.json", R"({"joints": [{"target": "fan", "source": "wheel"}]})");
  const std::string out = (folder / "out.glb").string();
  const ProgramRun mapped = runCrossfade({"retarget", wheel, "--onto", fan, "--map", map, "--out", out}, folder);
  EXPECT_EQ(mapped.exitCode, 0) << mapped.err;
  EXPECT_NE(runCrossfade({"info", out}, folder).out.find("Spin"), std::string::npos);
  const std::string bad = writeFile(folder / "bad.json", R"({"joints": [{"target": "fan", "source": "wing"}]})");
  EXPECT_NE(
      runCrossfade({"retarget", wheel, "--onto", fan, "--map", bad}, folder).err.find("no joint is called 'wing'"),
      std::string::npos);
  const std::string nobody = writeFile(folder / "nobody.json", R"({"joints": []})");
  EXPECT_NE(runCrossfade({"retarget", wheel, "--onto", wheel, "--map", nobody}, folder).err.find("maps no joint"),
            std::string::npos);
  const std::string file = writeFile(folder / "file", "");
  const ProgramRun failed = runCrossfade({"retarget", wheel, "--onto", wheel, "--out", file + "/new.glb"}, folder);
  EXPECT_EQ(failed.exitCode, 1);
  EXPECT_NE(failed.err.find(file + " is not a folder"), std::string::npos) << failed.err;
}

TEST(RetargetCommand, ReadsAModelOfTheCurrentFolder) {
  const fs::path folder = scratchFolder("retarget here");
  app::test::GltfBuilder gltf;
  gltf.addNode({{"name", "wheel"}, {"mesh", gltf.addTriangle()}});
  Json json = Json::parse(gltf.gltf());
  writeFile(folder / "four.bin", "abcd");
  json["buffers"].push_back({{"uri", "four.bin"}, {"byteLength", 4}});
  writeFile(folder / "hero.gltf", json.dump());
  writeFile(folder / "wheel.glb", spinner("wheel"));
  const ProgramRun run = runCrossfade({"retarget", "wheel.glb", "--onto", "hero.gltf", "--out", "new.glb"}, folder);
  EXPECT_EQ(run.exitCode, 0) << run.err;
  EXPECT_NE(readFile(folder / "new.glb").find("abcd"), std::string::npos);
}

TEST(RetargetCommand, NamesTheClipsOfSeveralSourcesApart) {
  const fs::path folder = scratchFolder("retarget several");
  writeFile(folder / "hero.glb", spinner("wheel"));
  writeFile(folder / "one.glb", spinner("wheel"));
  writeFile(folder / "two.glb", spinner("wheel"));
  const ProgramRun run =
      runCrossfade({"retarget", "one.glb", "two.glb", "--onto", "hero.glb", "--out", "new.glb"}, folder);
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_NE(run.err.find("'Spin' is called 'two'"), std::string::npos) << run.err;
  EXPECT_EQ(run.err.find("added through"), std::string::npos) << run.err;
  const Json info = Json::parse(runCrossfade({"info", "new.glb", "--json"}, folder).out);
  std::vector<std::string> names;
  for (const Json& clip : info["clips"]) names.push_back(clip["name"]);
  EXPECT_EQ(names, (std::vector<std::string>{"Spin", "one", "two"}));
}

TEST(RetargetCommand, RefusesOptionsThatWouldLoseFilesOrDoNothing) {
  const fs::path folder = scratchFolder("retarget options");
  const std::string wheel = spinner("wheel");
  for (const char* name : {"one.glb", "two.glb", "hero.glb"}) writeFile(folder / name, wheel);
  writeFile(folder / "map.json", R"({"joints": [{"target": "wheel", "source": "wheel"}]})");
  const auto refusal = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "retarget");
    const ProgramRun run = runCrossfade(arguments, folder);
    EXPECT_EQ(run.exitCode, 2) << run.out;
    return run.err;
  };
  using testing::HasSubstr;
  EXPECT_THAT(refusal({"one.glb", "--onto", "hero.glb", "--out", "./hero.glb"}), HasSubstr("would replace ./hero.glb"));
  EXPECT_THAT(refusal({"one.glb", "--onto", "hero.glb", "--out", "one.glb"}), HasSubstr("would replace one.glb"));
  EXPECT_THAT(refusal({"one.glb", "--onto", "hero.glb", "--map-out", "one.glb"}), HasSubstr("would replace one.glb"));
  EXPECT_THAT(refusal({"one.glb", "--onto", "hero.glb", "--out", "new.fbx"}), HasSubstr("writes .glb files"));
  EXPECT_THAT(refusal({"one.glb", "--onto", "hero.glb", "--only"}), HasSubstr("there is no --out"));
  EXPECT_THAT(refusal({"one.glb", "two.glb", "--onto", "hero.glb", "--map-out", "m.json"}), HasSubstr("one source"));
  EXPECT_THAT(refusal({"one.glb", "--onto", "work.crossfade", "--out", "new.glb"}), HasSubstr("a glTF file"));
  EXPECT_THAT(refusal({"one.glb", "--onto", "hero.fbx", "--out", "new.glb"}), HasSubstr("a glTF file"));
  EXPECT_EQ(readFile(folder / "hero.glb"), wheel);
  const ProgramRun edited =
      runCrossfade({"retarget", "one.glb", "--onto", "hero.glb", "--map", "map.json", "--map-out", "map.json"}, folder);
  EXPECT_EQ(edited.exitCode, 0) << edited.err;
}

TEST(RetargetCommand, MirroredSwapsLeftAndRight) {
  const fs::path folder = scratchFolder("retarget mirrored");
  const std::string source = (app::test::sourceFolder() / "assets/character.glb").string();
  const ProgramRun run = runCrossfade({"retarget", source, "--out", "new.glb", "--only", "--mirrored"}, folder);
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const auto positionOf = [&](const std::string& file, const std::string& joint) {
    const Json pose =
        Json::parse(runCrossfade({"pose", file, "--clip", "Wave", "--times", "0.5", "--json"}, folder).out);
    const auto& names = pose.at("nodes");
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i].value("name", "") == joint) {
        const Json& world = pose.at("entries").back().at("poses")[0].at("world")[i];
        return std::vector<double>{world[3].get<double>(), world[7].get<double>(), world[11].get<double>()};
      }
    ADD_FAILURE() << joint;
    return std::vector<double>(3);
  };
  const auto hand = positionOf(source, "RightHand"), mirrored = positionOf("new.glb", "LeftHand");
  EXPECT_NEAR(mirrored[0], -hand[0], 0.02);
  EXPECT_NEAR(mirrored[1], hand[1], 0.02);
  EXPECT_NEAR(mirrored[2], hand[2], 0.02);
}

}  // namespace
}  // namespace test
