// crossfade pack and crossfade info of packs: what is written is what is listed, by us and by a reader made from the
// page of the format alone.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

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

std::string bundled() { return (app::test::sourceFolder() / "assets/character.glb").string(); }

/// A set with a default, a pair, and what leads to a blend space.
constexpr const char* kTransitions = R"({"crossfade":1,
  "blendSpaces":[{"name":"strides","samples":[{"clip":{"name":"Sneak"},"x":0.7},{"clip":{"name":"Walk"},"x":1.4}]}],
  "transitions":[{"seconds":0.3},{"to":{"space":"strides"},"seconds":0.6},
  {"from":{"name":"Walk"},"to":{"name":"Run"},"seconds":0.2,"kind":"inertial","sync":"phase","toPhase":0.25}]})";

TEST(PackCommand, WritesWhatInfoAndAnIndependentReaderList) {
  const fs::path folder = scratchFolder("pack");
  const std::string set = writeFile(folder / "set.json", kTransitions), out = (folder / "hero.xfade").string();
  const ProgramRun run = runCrossfade({"pack", bundled(), "--out", out, "--set", set, "--space", "gaits"}, folder);
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_TRUE(run.out.starts_with(out + ": ")) << run.out;

  const ProgramRun info = runCrossfade({"info", out, "--json"}, folder);
  ASSERT_EQ(info.exitCode, 0) << info.err;
  const Json json = Json::parse(info.out);
  const ProgramRun model = runCrossfade({"info", bundled(), "--json"}, folder);
  const Json wanted = Json::parse(model.out);
  EXPECT_EQ(json.at("joints").size(), wanted.at("nodes"));
  ASSERT_EQ(json.at("clips").size(), wanted.at("clips").size());
  for (std::size_t i = 0; i < wanted.at("clips").size(); ++i) {
    EXPECT_EQ(json["clips"][i].at("name"), wanted["clips"][i].at("name"));
    EXPECT_EQ(json["clips"][i].at("duration"), wanted["clips"][i].at("duration"));
    EXPECT_EQ(json["clips"][i].at("tracks").size(), wanted["clips"][i].at("channels"));
  }
  EXPECT_EQ(json.at("transitions").size(), 3u);
  EXPECT_EQ(json["transitions"][1].at("to"), (Json{{"space", 0}}));
  EXPECT_EQ(json["transitions"][2].at("kind"), "inertial");

  ASSERT_EQ(json.at("blendSpaces").size(), 2u);
  EXPECT_EQ(json["blendSpaces"][0].at("name"), "strides");
  const Json& gaits = json["blendSpaces"][1];
  EXPECT_EQ(gaits.at("name"), "gaits");
  EXPECT_EQ(gaits.at("sync"), "phase");
  std::vector<std::string> names;
  for (const Json& sample : gaits.at("samples")) names.push_back(json["clips"][sample.at("clip").get<int>()]["name"]);
  EXPECT_EQ(names[0], "Idle");
  EXPECT_NE(std::find(names.begin(), names.end(), "Run"), names.end());

  const std::string listed = writeFile(folder / "info.json", info.out);
  const std::string reader = (app::test::sourceFolder() / "tests/support/read_pack.py").string();
  const fs::path difference = folder / "difference.txt";
  const std::string line =
      "python3 '" + reader + "' '" + out + "' '" + listed + "' >'" + difference.string() + "' 2>&1";
  EXPECT_EQ(std::system(line.c_str()), 0) << readFile(difference);

  const ProgramRun text = runCrossfade({"info", out}, folder);
  EXPECT_NE(text.out.find("Walk"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("2 markers"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("2 blend spaces"), std::string::npos) << text.out;
}

TEST(PackCommand, CompressesClipsWithinATolerance) {
  const fs::path folder = scratchFolder("pack compressed");
  ASSERT_EQ(runCrossfade({"pack", bundled(), "--out", "keys.xfade"}, folder).exitCode, 0);
  const ProgramRun run = runCrossfade({"pack", bundled(), "--out", "hero.xfade", "--tolerance", "0.1"}, folder);
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_LT(fs::file_size(folder / "hero.xfade"), fs::file_size(folder / "keys.xfade"));
  const ProgramRun info = runCrossfade({"info", "hero.xfade", "--json"}, folder);
  ASSERT_EQ(info.exitCode, 0) << info.err;
  EXPECT_TRUE(Json::parse(info.out)["clips"][0].contains("packed"));
  const std::string listed = writeFile(folder / "info.json", info.out);
  const std::string reader = (app::test::sourceFolder() / "tests/support/read_pack.py").string();
  const fs::path difference = folder / "difference.txt";
  const std::string line = "python3 '" + reader + "' '" + (folder / "hero.xfade").string() + "' '" + listed + "' >'" +
                           difference.string() + "' 2>&1";
  EXPECT_EQ(std::system(line.c_str()), 0) << readFile(difference);
}

TEST(PackCommand, AddsTheClipsOfFurtherFiles) {
  const fs::path folder = scratchFolder("pack several");
  const std::string other = (folder / "other.glb").string(), out = (folder / "hero.xfade").string();
  fs::copy_file(bundled(), other);
  const ProgramRun run = runCrossfade({"pack", bundled(), other, "--out", out}, folder);
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const Json json = Json::parse(runCrossfade({"info", out, "--json"}, folder).out);
  const Json model = Json::parse(runCrossfade({"info", bundled(), "--json"}, folder).out);
  EXPECT_EQ(json.at("clips").size(), 2 * model.at("clips").size() - 1) << "Blink has morph weights only, and they stay";
  EXPECT_EQ(json.at("joints").size(), model.at("nodes"));
}

TEST(PackCommand, RefusesWhatItCannotDoInASentence) {
  const fs::path folder = scratchFolder("pack errors");
  const ProgramRun ending = runCrossfade({"pack", bundled(), "--out", "hero.glb"}, folder);
  EXPECT_EQ(ending.exitCode, 2);
  EXPECT_NE(ending.err.find("writes .xfade files, not hero.glb"), std::string::npos) << ending.err;

  const std::string out = (folder / "hero.xfade").string();
  ASSERT_EQ(runCrossfade({"pack", bundled(), "--out", out}, folder).exitCode, 0);
  writeFile(folder / "still.gltf", R"({"asset":{"version":"2.0"},"nodes":[{"name":"one"}]})");
  std::string damaged = readFile(out);
  damaged[8] = 9;
  writeFile(folder / "new.xfade", damaged);
  const ProgramRun newer = runCrossfade({"info", "new.xfade"}, folder);
  EXPECT_EQ(newer.exitCode, 1);
  EXPECT_NE(newer.err.find("new.xfade: the pack is of version 9, and this library reads versions up to 5"),
            std::string::npos)
      << newer.err;
  const ProgramRun gaits = runCrossfade({"pack", "still.gltf", "--out", out, "--space", "gaits"}, folder);
  EXPECT_EQ(gaits.exitCode, 1);
  EXPECT_NE(gaits.err.find("still.gltf: --space gaits: no clip of the model walks or runs"), std::string::npos)
      << gaits.err;
  writeFile(folder / "cut.xfade", damaged.substr(0, 100));
  EXPECT_EQ(runCrossfade({"info", "cut.xfade", "--json"}, folder).exitCode, 1);
}

/// A node that moves for a second, with a step and a span.
std::string withEvents() {
  app::test::GltfBuilder builder;
  const int node = builder.addNode({{"name", "moved"}});
  builder.addClip(node, "translation", {0, 1}, builder.add<float>({0, 0, 0, 1, 0, 0}, "VEC3"));
  Json& animation = builder.json["animations"][0];
  animation["name"] = "Walk";
  animation["extras"]["events"] = {{{"name", "step"}, {"time", 0.25}, {"value", 0.5}},
                                   {{"name", "swing"}, {"time", 0.5}, {"end", 0.75}},
                                   {{"name", "never"}, {"time", 2}}};
  return builder.gltf();
}

TEST(PackCommand, CarriesTheEventsOfClips) {
  const fs::path folder = scratchFolder("pack events");
  const std::string model = writeFile(folder / "walk.gltf", withEvents());
  ASSERT_EQ(runCrossfade({"pack", model, "--out", "walk.xfade"}, folder).exitCode, 0);
  const Json events = Json::parse(runCrossfade({"info", "walk.xfade", "--json"}, folder).out)["clips"][0]["events"];
  EXPECT_EQ(events, Json::parse(R"([{"name": "step", "time": 0.25, "value": 0.5},
                                    {"name": "swing", "time": 0.5, "end": 0.75}])"));
  EXPECT_NE(runCrossfade({"info", "walk.xfade"}, folder).out.find("2 events"), std::string::npos);
}

TEST(PackCommand, MakesEventsOfFeetOnRequest) {
  const fs::path folder = scratchFolder("pack steps");
  ASSERT_EQ(runCrossfade({"pack", bundled(), "--out", "hero.xfade", "--steps"}, folder).exitCode, 0);
  const Json clips = Json::parse(runCrossfade({"info", "hero.xfade", "--json"}, folder).out)["clips"];
  for (const Json& clip : clips)
    if (clip["name"] == "Walk") {
      ASSERT_EQ(clip["events"].size(), 2u);
      EXPECT_NE(clip["events"].dump().find("left down"), std::string::npos);
    }
}

TEST(EventsCommand, ListsAllEventsWithoutAScript) {
  const fs::path folder = scratchFolder("all events");
  const std::string model = writeFile(folder / "walk.gltf", withEvents());
  EXPECT_EQ(runCrossfade({"events", model}, folder).out,
            "    0.2500 s               Walk: step 0.5\n    0.5000 s  to 0.7500 s  Walk: swing\n");
  const Json clips = Json::parse(runCrossfade({"events", model, "--json"}, folder).out);
  ASSERT_EQ(clips.size(), 1u);
  EXPECT_EQ(clips[0]["name"], "Walk");
  EXPECT_EQ(clips[0]["events"][1], Json::parse(R"({"name": "swing", "time": 0.5, "end": 0.75})"));
  EXPECT_EQ(runCrossfade({"events", bundled()}, folder).out, "no clip has events inside\n");
}

TEST(EventsCommand, ListsEventsInsideClips) {
  const fs::path folder = scratchFolder("events inside");
  const std::string model = writeFile(folder / "walk.gltf", withEvents());
  const std::string script =
      writeFile(folder / "walk.json",
                R"({"commands":[{"at":0,"do":"play","clip":"Walk"},{"at":0.6,"do":"stop","clip":"Walk"}]})");
  const std::vector<std::string> words{"events", model, "--script", script, "--seconds", "1"};
  EXPECT_EQ(runCrossfade(words, folder).out,
            "    0.2500 s  event     Walk: step 0.5\n    0.5000 s  begin     Walk: swing\n    0.6000 s  end       "
            "Walk: swing, cut\n");
  std::vector<std::string> asJson = words;
  asJson.push_back("--json");
  const Json list = Json::parse(runCrossfade(asJson, folder).out);
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[0]["type"], "event");
  EXPECT_EQ(list[0]["name"], "step");
  EXPECT_EQ(list[0]["value"], 0.5);
  EXPECT_EQ(list[2]["type"], "end");
  EXPECT_EQ(list[2]["cut"], true);
}

}  // namespace
}  // namespace test
