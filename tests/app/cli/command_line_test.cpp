// The program from the outside: its output on stdout and stderr, and its exit code.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/record/decode.h"
#include "tests/support/program.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"

namespace test {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

const std::string kCharacter = (app::test::sourceFolder() / "assets/character.glb").string();

TEST(CommandLine, ListsItsSubcommands) {
  const ProgramRun run = runCrossfade({"--help"}, scratchFolder("help"));
  EXPECT_EQ(run.exitCode, 0);
  for (const char* word : {"info", "pose", "events", "render", "check", "curve", "pack", "page", "MODEL"})
    EXPECT_NE(run.out.find(word), std::string::npos) << word;
}

TEST(CommandLine, HelpNamesEveryFormat) {
  const fs::path folder = scratchFolder("formats");
  for (const char* command : {"info", "pose", "events", "check", "bench", "render"}) {
    const ProgramRun run = runCrossfade({command, "--help"}, folder);
    EXPECT_EQ(run.exitCode, 0) << command;
    for (const char* ending : {".gltf", ".glb", ".vrm", ".vrma", ".fbx", ".dae", ".bvh", ".xfade"})
      EXPECT_NE(run.out.find(ending), std::string::npos) << command << ' ' << ending;
  }
  const ProgramRun render = runCrossfade({"render", "--help"}, folder);
  for (const char* ending : {".gif", ".mp4", ".webm", ".avi", ".png"})
    EXPECT_NE(render.out.find(ending), std::string::npos) << ending;
}

TEST(CommandLine, AGifOfMoreThanFiftyFramesIsWrongUsage) {
  const ProgramRun run = runCrossfade({"render", "--out", "a.gif", "--fps", "60"}, scratchFolder("gif"));
  EXPECT_EQ(run.exitCode, 2);
  EXPECT_NE(run.err.find("a GIF shows at most 50 frames per second, not 60"), std::string::npos) << run.err;
}

TEST(CommandLine, WrongUsageExitsWithTwo) {
  const fs::path folder = scratchFolder("usage");
  EXPECT_EQ(runCrossfade({"info"}, folder).exitCode, 2);
  EXPECT_EQ(runCrossfade({"render", "--out", "a.png", "--size", "big"}, folder).exitCode, 2);
  EXPECT_EQ(runCrossfade({"pose", kCharacter}, folder).exitCode, 2);
  EXPECT_EQ(runCrossfade({"--no-such-option"}, folder).exitCode, 2);
}

TEST(CommandLine, InfoCountsWhatIsInTheFile) {
  const ProgramRun run = runCrossfade({"info", kCharacter, "--json"}, scratchFolder("info"));
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const Json info = Json::parse(run.out);
  EXPECT_EQ(info["skins"], 1);
  EXPECT_GT(info["triangles"], 1000);
  std::vector<std::string> names;
  for (const Json& clip : info["clips"]) names.push_back(clip["name"]);
  for (const char* name : {"Idle", "Walk", "Run"})
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
}

TEST(CommandLine, InfoSaysHowClipsTravel) {
  const ProgramRun run = runCrossfade({"info", kCharacter, "--json"}, scratchFolder("travel"));
  ASSERT_EQ(run.exitCode, 0) << run.err;
  std::map<std::string, Json> motions;
  const Json info = Json::parse(run.out);
  for (const Json& clip : info["clips"]) motions[clip["name"].get<std::string>()] = clip["rootMotion"];
  EXPECT_EQ(motions["Walk"]["kind"], "in place");
  EXPECT_EQ(motions["Walk"]["joint"], "Hips");
  EXPECT_NEAR(motions["Walk"]["speed"].get<double>(), 1.4, 0.028);
  EXPECT_NEAR(motions["Walk"]["direction"].get<double>(), 0, 1);
  EXPECT_NEAR(motions["TurnLeft"]["turn"].get<double>(), 90, 1);
  EXPECT_TRUE(motions["Nod"]["joint"].is_null());

  const ProgramRun text = runCrossfade({"info", kCharacter}, scratchFolder("travel_text"));
  EXPECT_NE(text.out.find("in place, 1.4 m/s at 0 deg "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("turning, 90 deg per loop "), std::string::npos) << text.out;
}

TEST(CommandLine, RenderShowsScenesWithoutAModel) {
  const fs::path folder = scratchFolder("scenes");
  writeFile(folder / "triangle.svg", R"(<svg><path d="M0 0 L100 0 L50 80 Z"/></svg>)");
  writeFile(folder / "two.json",
            R"({"shapes":[{"preset":"apple"},{"preset":"vase","centre":[500,100]}],"algorithm":"linear"})");
  writeFile(folder / "own.json",
            R"({"commands":[{"at":0,"do":"shapes","set":"file","value":"two.json"},
                      {"at":0,"do":"shapes","set":"sideBySide"}]})");
  const auto render = [&](std::vector<std::string> rest) {
    rest.insert(rest.begin(), {"render", "--size", "160x90"});
    return runCrossfade(rest, folder);
  };
  for (const auto& [scene, out] : {std::pair("shapes", "a.png"), std::pair("shapes:triangle.svg", "b.png"),
                                   std::pair("shapes:two.json", "c.png"), std::pair("timing", "d.png")}) {
    const ProgramRun run = render({"--scene", scene, "--out", out});
    EXPECT_EQ(run.exitCode, 0) << scene << ": " << run.err;
    EXPECT_GT(fs::file_size(folder / out), 200u) << scene;
  }
  EXPECT_EQ(render({"--scene", "shapes", "--out", "film.gif", "--fps", "10", "--seconds", "0.5"}).exitCode, 0);
  EXPECT_EQ(render({"--scene", "shapes", "--out", "sheet.png", "--sheet", "4"}).exitCode, 0);
  EXPECT_EQ(render({"--scene", "shapes", "--out", "script.png", "--script", "own.json"}).exitCode, 0);
  EXPECT_EQ(render({"--scene", "shapes", "--out", "clear.png", "--transparent"}).exitCode, 0);
  EXPECT_EQ(render({"--scene", "clouds", "--out", "never.png"}).exitCode, 2);
  const ProgramRun missing = render({"--scene", "shapes:none.json", "--out", "never.png"});
  EXPECT_EQ(missing.exitCode, 1);
  EXPECT_NE(missing.err.find("none.json: cannot be opened"), std::string::npos) << missing.err;
}

TEST(CommandLine, AFilmOfShapesLastsAsLongAsItsScriptMakesThem) {
  const fs::path folder = scratchFolder("shape films");
  const auto frames = [&](const std::string& name, const std::string& commands, const std::string& fps) {
    writeFile(folder / (name + ".json"), "{\"commands\":[" + commands + "]}");
    const ProgramRun run = runCrossfade({"render", "--size", "80x45", "--scene", "shapes", "--out", name + "-%03d.png",
                                         "--fps", fps, "--script", name + ".json"},
                                        folder);
    EXPECT_EQ(run.exitCode, 0) << run.err;
    return std::count_if(fs::directory_iterator(folder), {}, [&](const fs::directory_entry& file) {
      const std::string found = file.path().filename().string();
      return found.starts_with(name + "-") && found.ends_with(".png");
    });
  };
  EXPECT_EQ(frames("lesson", R"({"at":0,"do":"shapes","set":"lesson","inBetweens":5})", "2"), 7)
      << "five in-betweens and the key shapes, half a second each";
  EXPECT_EQ(frames("chain",
                   R"({"at":0,"do":"shapes","set":"pair","from":"apple","to":"vase"},
                      {"at":0,"do":"shapes","set":"add","value":"stool"},
                      {"at":0,"do":"shapes","set":"add","value":"horse"},
                      {"at":0,"do":"shapes","set":"ending","value":"stop"})",
                   "4"),
            20)
      << "four holds of half a second, three morphs of one";
  EXPECT_EQ(frames("late",
                   R"({"at":0,"do":"shapes","set":"ending","value":"stop"},
                      {"at":1,"do":"shapes","set":"morph","shape":0,"value":3})",
                   "4"),
            16)
      << "up to the end of the morph that became longer";
}

TEST(CommandLine, AScriptThatShowsShapesSetsTheLengthOfItsFilm) {
  const fs::path folder = scratchFolder("shown shapes");
  const auto frames = [&](const std::string& name, const std::string& commands) {
    writeFile(folder / (name + ".json"), "{\"commands\":[" + commands + "]}");
    const ProgramRun run = runCrossfade(
        {"render", "--size", "80x45", "--out", name + "-%03d.png", "--fps", "2", "--script", name + ".json"}, folder);
    EXPECT_EQ(run.exitCode, 0) << run.err;
    return std::count_if(fs::directory_iterator(folder), {}, [&](const fs::directory_entry& file) {
      const std::string found = file.path().filename().string();
      return found.starts_with(name + "-") && found.ends_with(".png");
    });
  };
  const std::string lesson = R"({"at":0,"do":"shapes","set":"lesson","inBetweens":5})";
  EXPECT_EQ(frames("shown", R"({"at":0,"do":"scene","scene":"shapes"},)" + lesson), 7);
  EXPECT_EQ(frames("late", lesson + R"(,{"at":1.5,"do":"scene","scene":"shapes"})"), 10)
      << "shapes stand still until they are shown";
  EXPECT_EQ(frames("gone", R"({"at":0,"do":"scene","scene":"shapes"},{"at":1,"do":"scene","scene":"curves"})"), 8)
      << "four seconds, as any other film";
}

TEST(CommandLine, RenderSaysWhenAFilmOfShapesDoesNotMove) {
  const fs::path folder = scratchFolder("still");
  writeFile(folder / "still.json", R"({"commands":[{"at":0,"do":"shapes","set":"mode","value":"picture"}]})");
  const ProgramRun run = runCrossfade({"render", "--size", "160x90", "--scene", "shapes", "--out", "still.gif", "--fps",
                                       "10", "--seconds", "0.5", "--script", "still.json"},
                                      folder);
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_NE(run.err.find("does not move"), std::string::npos) << run.err;
}

TEST(CommandLine, TakesAProjectLikeAModel) {
  const fs::path folder = scratchFolder("project");
  const fs::path project = writeFile(folder / "p.crossfade", R"({"crossfade": 1, "playing": {"name": "Run", "index": 2},
    "speed": 2, "view": {"skeleton": true}, "fade": {"seconds": -1}})");
  const fs::path script = writeFile(folder / "run.json", R"({"commands": [{"at": 0, "do": "stopAll"},
    {"at": 0, "do": "play", "clip": "Run"}, {"at": 0, "do": "speed", "value": 2}]})");
  const ProgramRun of = runCrossfade({"pose", project.string(), "--times", "0,0.2,0.4"}, folder);
  EXPECT_EQ(of.exitCode, 0) << of.err;
  EXPECT_NE(of.err.find("/fade/seconds: fade length -1 is not between 0 and 3600"), std::string::npos) << of.err;
  const ProgramRun same =
      runCrossfade({"pose", kCharacter, "--script", script.string(), "--times", "0,0.2,0.4"}, folder);
  EXPECT_TRUE(Json::parse(of.out)["entries"][1] == Json::parse(same.out)["entries"][1]) << same.err;
  const ProgramRun picture = runCrossfade({"render", project.string(), "--out", "p.png", "--size", "160x90"}, folder);
  EXPECT_EQ(picture.exitCode, 0) << picture.err;
  const ProgramRun broken = runCrossfade({"info", writeFile(folder / "broken.crossfade", "{\"crossfade")}, folder);
  EXPECT_EQ(broken.exitCode, 1);
  EXPECT_NE(broken.err.find("is no Crossfade project; line 1: the file ends too early"), std::string::npos)
      << broken.err;
}

TEST(CommandLine, TheLookOfARenderingGoesOverThatOfTheProject) {
  const fs::path folder = scratchFolder("look");
  const auto picture = [&](const std::string& view, std::vector<std::string> options) {
    const fs::path project = writeFile(folder / "p.crossfade", R"({"crossfade": 1, "view": )" + view + "}");
    std::vector<std::string> words{"render", project.string(), "--out", "p.png", "--size", "160x90"};
    words.insert(words.end(), options.begin(), options.end());
    const ProgramRun run = runCrossfade(words, folder);
    EXPECT_EQ(run.exitCode, 0) << run.err;
    std::ifstream file(folder / "p.png", std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string plain = picture("{}", {});
  const std::string light = picture(R"({"dark": false})", {}), bright = picture(R"({"exposure": 2})", {});
  EXPECT_NE(light, plain);
  EXPECT_NE(bright, plain);
  EXPECT_TRUE(picture("{}", {"--light"}) == light);
  EXPECT_TRUE(picture(R"({"exposure": 2})", {"--exposure", "0"}) == plain);
  EXPECT_TRUE(picture(R"({"exposure": -1})", {"--exposure", "2"}) == bright);
}

TEST(CommandLine, PoseOfOneClipLeavesOutTheLayersOfTheProject) {
  const fs::path folder = scratchFolder("layers");
  const fs::path project = writeFile(folder / "p.crossfade", R"({"crossfade": 1, "playing": {"name": "Walk"},
    "layers": {"stack": [{"name": "Run"}]}})");
  const auto poses = [&](const std::string& model, std::vector<std::string> options) {
    std::vector<std::string> words{"pose", model, "--times", "0,0.2"};
    words.insert(words.end(), options.begin(), options.end());
    const ProgramRun run = runCrossfade(words, folder);
    EXPECT_EQ(run.exitCode, 0) << run.err;
    return run.exitCode == 0 ? Json::parse(run.out)["entries"][1]["poses"] : Json();
  };
  const Json walk = poses(kCharacter, {"--clip", "Walk"});
  EXPECT_TRUE(poses(project.string(), {"--clip", "Walk"}) == walk);
  EXPECT_TRUE(poses(project.string(), {}) != walk) << "what the project plays has its layers";
}

TEST(CommandLine, CheckJudgesTransitions) {
  const fs::path folder = scratchFolder("check");
  const fs::path smooth =
      writeFile(folder / "smooth.json",
                R"({"commands":[{"at":0,"do":"play","clip":"Walk"},{"at":0.5,"do":"fadeTo","clip":"Run"}]})");
  const ProgramRun good = runCrossfade({"check", kCharacter, "--script", smooth.string(), "--json"}, folder);
  EXPECT_EQ(good.exitCode, 0) << good.err;
  EXPECT_TRUE(Json::parse(good.out)["passed"]);
  const ProgramRun strict =
      runCrossfade({"check", kCharacter, "--script", smooth.string(), "--max-ratio", "0.01"}, folder);
  EXPECT_EQ(strict.exitCode, 4) << "its own exit code";
  EXPECT_NE(strict.out.find("PAST THE LIMIT"), std::string::npos) << strict.out;
  const ProgramRun few = runCrossfade({"check", kCharacter, "--kind", "curve", "--most-clips", "2", "--json"}, folder);
  EXPECT_NE(few.err.find("measuring 2 of 12 clips, spread evenly over the file; --most-clips 12 measures all"),
            std::string::npos)
      << few.err;
  const Json row = Json::parse(few.out)["rows"][0];
  EXPECT_EQ(row["cases"], 4) << "two clips, two starts";
  EXPECT_TRUE(row["worst"]["sink"].contains("from")) << row;
  EXPECT_EQ(runCrossfade({"check", kCharacter, "--kind", "magic"}, folder).exitCode, 2);
  EXPECT_EQ(runCrossfade({"check", kCharacter, "--script", "missing.json"}, folder).exitCode, 1);
}

TEST(CommandLine, CheckMeasuresFeet) {
  const fs::path folder = scratchFolder("feet");
  const ProgramRun feet = runCrossfade({"check", kCharacter, "--feet", "--json"}, folder);
  ASSERT_EQ(feet.exitCode, 0) << feet.err;
  const Json found = Json::parse(feet.out);
  EXPECT_EQ(found["clips"], (Json{"Walk", "Run", "Sneak"}));
  EXPECT_EQ(found["rows"].size(), 18u) << "three syncs, six kinds";
  EXPECT_EQ(runCrossfade({"check", kCharacter, "--feet", "--kind", "curve"}, folder).exitCode, 2) << "measures all";
  EXPECT_EQ(runCrossfade({"check", kCharacter, "--feet", "--max-ratio", "2"}, folder).exitCode, 2) << "has no limit";
  const fs::path bare = writeFile(folder / "bare.gltf", R"({"asset":{"version":"2.0"},"nodes":[{}]})");
  const ProgramRun none = runCrossfade({"check", bare.string(), "--feet"}, folder);
  EXPECT_EQ(none.exitCode, 1);
  EXPECT_NE(none.err.find("two clips that walk in place"), std::string::npos) << none.err;
}

TEST(CommandLine, ABrokenFileIsOneSentenceOnStderr) {
  const fs::path folder = scratchFolder("broken");
  const fs::path file = writeFile(folder / "broken.gltf", R"({"asset":{"version":"2.0"},"nodes":[{"children":[7]}]})");
  for (const char* command : {"info", "render"}) {
    std::vector<std::string> arguments = {command, file.string()};
    if (arguments[0] == "render") arguments.insert(arguments.end(), {"--out", "never.png"});
    const ProgramRun run = runCrossfade(arguments, folder);
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_TRUE(run.out.empty()) << run.out;
    EXPECT_NE(run.err.find("broken.gltf"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("7"), std::string::npos) << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  }
  EXPECT_FALSE(fs::exists(folder / "never.png"));
}

TEST(CommandLine, PoseLikeATraceReproducesIt) {
  const fs::path folder = scratchFolder("pose");
  const ProgramRun first = runCrossfade({"pose", kCharacter, "--clip", "Walk", "--times", "0,0.25", "--json"}, folder);
  ASSERT_EQ(first.exitCode, 0) << first.err;
  const fs::path trace = writeFile(folder / "trace.json", first.out);
  const ProgramRun second = runCrossfade({"pose", kCharacter, "--like", trace.string(), "--json"}, folder);
  ASSERT_EQ(second.exitCode, 0) << second.err;
  EXPECT_EQ(Json::parse(first.out)["entries"], Json::parse(second.out)["entries"]);
  EXPECT_NE(Json::parse(first.out)["entries"][1]["poses"][0]["local"],
            Json::parse(first.out)["entries"][1]["poses"][1]["local"]);
}

TEST(CommandLine, ADamagedTraceIsASentence) {
  const fs::path folder = scratchFolder("trace");
  const ProgramRun good = runCrossfade({"pose", kCharacter, "--clip", "Walk", "--times", "0", "--json"}, folder);
  const Json trace = Json::parse(good.out);
  const auto damaged = [&](const char* pointer, const Json& value) {
    Json copy = trace;
    copy[Json::json_pointer(pointer)] = value;
    const ProgramRun run =
        runCrossfade({"pose", kCharacter, "--like", writeFile(folder / "bad.json", copy.dump())}, folder);
    EXPECT_EQ(run.exitCode, 1) << pointer << run.err;
    EXPECT_NE(run.err.find("bad.json"), std::string::npos) << run.err;
  };
  damaged("/primitives/0/indices/0", -1);
  damaged("/primitives/0/indices/0", 1'000'000);
  damaged("/entries/1/kind", "nothing");
  damaged("/entries/1/clip", 99);
  damaged("/entries/1/poses", 5);
  damaged("/entries", 5);
}

TEST(CommandLine, TimesAreCheckedUpFront) {
  const fs::path folder = scratchFolder("times");
  for (const char* times : {"nan", "-1", "inf"})
    EXPECT_EQ(runCrossfade({"pose", kCharacter, "--clip", "Walk", "--times", times}, folder).exitCode, 2) << times;
  EXPECT_EQ(runCrossfade({"pose", kCharacter, "--clip", "Walk", "--times", "1e300"}, folder).exitCode, 0)
      << "the last key";
  EXPECT_EQ(runCrossfade({"pose", kCharacter, "--script", "/tmp", "--times", "1"}, folder).exitCode, 1)
      << "a folder is not a script";
}

TEST(CommandLine, ScriptErrorsNameFileCommandAndValue) {
  const fs::path folder = scratchFolder("script");
  const fs::path script = writeFile(
      folder / "fade.json", R"({"commands":[{"at":0,"do":"play","clip":"Walk"},{"at":1,"do":"fadeTo","clip":"Rnu"}]})");
  const ProgramRun run = runCrossfade({"pose", kCharacter, "--script", script.string(), "--times", "1"}, folder);
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_NE(run.err.find("fade.json: command 1: there is no clip 'Rnu'"), std::string::npos) << run.err;
}

TEST(CommandLine, EventsAreATableOrJson) {
  const fs::path folder = scratchFolder("events");
  const fs::path script = writeFile(folder / "walk.json", R"({"commands":[{"at":0,"do":"play","clip":"Walk"},
      {"at":0,"do":"duration","clip":"Walk","value":0.495},{"at":0,"do":"repetitions","clip":"Walk","value":2}]})");
  const std::vector<std::string> words{"events", kCharacter, "--script", script.string(), "--seconds", "2"};
  const ProgramRun table = runCrossfade(words, folder);
  EXPECT_EQ(table.out, "    0.4950 s  loop      Walk\n    0.9900 s  finished  Walk\n") << table.err;
  std::vector<std::string> asJson = words;
  asJson.push_back("--json");
  const Json list = Json::parse(runCrossfade(asJson, folder).out);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0]["type"], "loop");
  EXPECT_EQ(list[0]["loopDelta"], 1);
  EXPECT_NEAR(list[1]["time"].get<double>(), 0.99, 1e-9);
  EXPECT_EQ(list[1]["clip"], "Walk");
  EXPECT_EQ(list[1]["direction"], 1);
  EXPECT_EQ(runCrossfade({"events", kCharacter, "--seconds", "2"}, folder).exitCode, 2) << "there is nothing to play";
  EXPECT_EQ(runCrossfade({"events", kCharacter, "--script", script.string(), "--fps", "0"}, folder).exitCode, 2);
}

TEST(CommandLine, RendersAPictureOfTheRequestedSize) {
  const fs::path folder = scratchFolder("render");
  const ProgramRun run = runCrossfade({"render", "--out", "a.png", "--size", "320x200", "--ui", "--timing"}, folder);
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_EQ(run.out.substr(0, run.out.find('\n')), "a.png");
  for (const char* stage :
       {"mixer", "sampling", "model matrices", "palettes", "upload", "draw submit", "interface", "swap"})
    EXPECT_NE(run.out.find(stage), std::string::npos) << stage;
  std::ifstream picture(folder / "a.png", std::ios::binary);
  std::string head(24, '\0');
  picture.read(head.data(), 24);
  const auto number = [&head](std::size_t at) {
    return (static_cast<unsigned char>(head[at + 2]) << 8) + static_cast<unsigned char>(head[at + 3]);
  };
  EXPECT_EQ(number(16), 320);
  EXPECT_EQ(number(20), 200);
}

TEST(CommandLine, RenderWritesTheCameraOfTheFirstFrame) {
  const fs::path folder = scratchFolder("camera");
  const std::vector<std::string> render{"render", "--size", "160x90", "--out", "p.png", "--camera-out"};
  const auto writing = [&](const char* file) {
    std::vector<std::string> words = render;
    words.emplace_back(file);
    return runCrossfade(words, folder);
  };
  const ProgramRun run = writing("camera.json");
  if (run.exitCode == 3) GTEST_SKIP() << run.err;
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const auto camera = nlohmann::json::parse(std::ifstream(folder / "camera.json"));
  ASSERT_EQ(camera["view"].size(), 16u);
  ASSERT_EQ(camera["projection"].size(), 16u);
  EXPECT_EQ(camera["view"][15], 1.0) << "column by column: a rigid motion";
  EXPECT_NEAR(camera["projection"][5].get<double>() / camera["projection"][0].get<double>(), 16.0 / 9, 1e-6);
  EXPECT_EQ(camera["projection"][11], -1.0);
  const ProgramRun failed = writing("camera.json/below.json");
  EXPECT_EQ(failed.exitCode, 1);
  EXPECT_NE(failed.err.find("camera.json"), std::string::npos) << failed.err;
}

TEST(CommandLine, BenchWritesATraceOfDrawnFrames) {
  const fs::path folder = scratchFolder("trace");
  const ProgramRun run =
      runCrossfade({"bench", kCharacter, "--trace", "trace.json", "--frames", "40", "--size", "320x200"}, folder);
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_NE(run.out.find("draw submit"), std::string::npos) << "and prints a table";
  std::ifstream file(folder / "trace.json");
  const Json trace = Json::parse(file, nullptr, false);
  ASSERT_FALSE(trace.is_discarded());
  std::map<std::string, int> events;
  for (const Json& event : trace["traceEvents"]) ++events[event.value("cat", "") + event["ph"].get<std::string>()];
  EXPECT_EQ(events["frameX"], 40);
  EXPECT_GT(events["stageX"], 40 * 5);
  EXPECT_GT(events["C"], 0);

  const ProgramRun table =
      runCrossfade({"bench", kCharacter, "--trace", "trace.csv", "--frames", "3", "--size", "320x200"}, folder);
  EXPECT_EQ(table.exitCode, 0) << table.err;
  std::ifstream lines(folder / "trace.csv");
  EXPECT_EQ(std::count(std::istreambuf_iterator<char>(lines), {}, '\n'), 4);
  EXPECT_EQ(runCrossfade({"bench", "--trace", "trace.txt"}, folder).exitCode, 2);
  EXPECT_EQ(runCrossfade({"bench", "--trace", "a.json", "--interface"}, folder).exitCode, 2);
  EXPECT_EQ(runCrossfade({"bench", "--script", "a.json"}, folder).exitCode, 2);
}

TEST(CommandLine, BenchMeasuresTheInterface) {
  const ProgramRun run =
      runCrossfade({"bench", kCharacter, "--interface", "--frames", "5", "--json"}, scratchFolder("interface"));
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const Json result = Json::parse(run.out);
  ASSERT_EQ(result["rows"].size(), 4u);
  for (const Json& row : result["rows"]) EXPECT_GT(row["milliseconds"]["p50"].get<double>(), 0) << row;
}

TEST(CommandLine, WithoutADisplayADemoIsRendered) {
  const fs::path folder = scratchFolder("demo");
  const ProgramRun run = runCrossfade({}, folder, {"-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", "-u", "XDG_RUNTIME_DIR"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_EQ(run.out.find("out/demo.gif\nout/demo.png\n"), 0u) << run.out;
  EXPECT_NE(run.err.find("no window can be opened"), std::string::npos) << run.err;
  EXPECT_GT(fs::file_size(folder / "out/demo.gif"), 100'000u);
  EXPECT_GT(fs::file_size(folder / "out/demo.png"), 20'000u);
}

TEST(CommandLine, WithoutOpenGlExitsWithThree) {
  const ProgramRun run = runCrossfade({"render", "--out", "a.png"}, scratchFolder("nogl"),
                                      {"MESA_GL_VERSION_OVERRIDE=2.1", "MESA_GLSL_VERSION_OVERRIDE=120"});
  EXPECT_EQ(run.exitCode, 3) << run.err;
  EXPECT_FALSE(run.err.empty());
}

TEST(CommandLine, ComparesKindsAndPrintsHowStronglyEachPops) {
  const fs::path folder = scratchFolder("compare");
  const auto compare = [&](const std::string& pair, const std::string& kinds) {
    return runCrossfade({"render", "--pair", pair, "--compare", kinds, "--out", "a.png", "--size", "320x200"}, folder);
  };
  const ProgramRun run = compare("Idle,Walk", "inertial,linear");
  EXPECT_EQ(run.exitCode, 0) << run.err;
  EXPECT_TRUE(fs::exists(folder / "a.png"));
  for (const char* word : {"velocity", "\ninertial", "\nlinear"})
    EXPECT_NE(run.out.find(word), std::string::npos) << word << " in " << run.out;
  EXPECT_NE(compare("Idle", "inertial,linear").err.find("is not two names"), std::string::npos);
  EXPECT_EQ(compare("Idle,Walk", "inertial,soft").exitCode, 2);
  const ProgramRun one = compare("Idle,Walk", "inertial"), unknown = compare("Idle,Fly", "inertial,linear");
  EXPECT_EQ(one.exitCode, 1);
  EXPECT_NE(one.err.find("a comparison has 2 to 6 variants, not 1"), std::string::npos) << one.err;
  EXPECT_EQ(unknown.exitCode, 1);
  EXPECT_NE(unknown.err.find("there is no clip 'Fly'"), std::string::npos) << unknown.err;
}

TEST(CommandLine, ASheetOfAPairShowsTheFadeItself) {
  const fs::path folder = scratchFolder("sheet");
  constexpr int kSide = 96, kGap = 8;
  const ProgramRun run = runCrossfade(
      {"render", kCharacter, "--pair", "Idle,Dance", "--sheet", "3", "--size", "96x96", "--out", "sheet.png"}, folder);
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const Decoded sheet = decode(folder / "sheet.png");
  ASSERT_EQ(sheet.width, 2 * kSide + 3 * kGap);
  std::vector<std::vector<std::uint8_t>> pictures(3);
  for (int i = 0; i < 3; ++i)
    for (int y = 0; y < kSide; ++y) {
      const int left = kGap + i % 2 * (kSide + kGap), top = kGap + i / 2 * (kSide + kGap);
      const auto row = sheet.frames[0].rgba.begin() + 4 * ((top + y) * sheet.width + left);
      pictures[static_cast<std::size_t>(i)].insert(pictures[static_cast<std::size_t>(i)].end(), row, row + 4 * kSide);
    }
  EXPECT_LT(psnr(pictures[0], pictures[1]), 25) << "before and in the middle of the fade, not Idle and Idle";
  EXPECT_LT(psnr(pictures[1], pictures[2]), 25) << "and after it";
}

}  // namespace
}  // namespace test
