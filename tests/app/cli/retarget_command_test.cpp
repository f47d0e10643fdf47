// crossfade retarget: a new file with the clips of another one, and sentences for what cannot be transferred.
#include <fstream>

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
  const ProgramRun again = runCrossfade({"retarget", source, "--out", out + "2", "--only", "--map", map}, folder);
  ASSERT_EQ(again.exitCode, 0) << again.err;
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
  const std::string nowhere = (folder / "no/such/folder.glb").string();
  EXPECT_NE(runCrossfade({"retarget", wheel, "--onto", wheel, "--out", nowhere}, folder).err.find("cannot be written"),
            std::string::npos);
}

}  // namespace
}  // namespace test
