// What a command line meets in the wild: names that give orders, files that never end, places that cannot be written.
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/support/gltf_builder.h"
#include "tests/support/program.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"

namespace test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string characterFile() { return (app::test::sourceFolder() / "assets/character.glb").string(); }

std::string base64(const std::string& bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {  // all lengths here are multiples of 3
    const auto at = [&](std::size_t k) { return static_cast<unsigned>(static_cast<unsigned char>(bytes[i + k])); };
    const unsigned group = at(0) << 16 | at(1) << 8 | at(2);
    for (const unsigned shift : {18u, 12u, 6u, 0u}) text += kDigits[group >> shift & 63];
  }
  return text;
}

/// A glTF file of two joints, the second of which moves 1 m in each of these clips, which take a second.
std::string movingJoint(const std::string& joint, const std::vector<std::string>& clips) {
  const float values[] = {0, 1, 0, 0, 0, 1, 0, 0, 0};  // two times, two translations; the last one pads
  Json animations = Json::array();
  for (const std::string& name : clips)
    animations.push_back({{"name", name},
                          {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "translation"}}}}}},
                          {"samplers", {{{"input", 0}, {"output", 1}}}}});
  const std::string data = base64({reinterpret_cast<const char*>(values), sizeof values});
  return Json{
      {"asset", {{"version", "2.0"}}},
      {"scene", 0},
      {"scenes", {{{"nodes", {0}}}}},
      {"nodes", {{{"name", "Root"}, {"children", {1}}}, {{"name", joint}}}},
      {"animations", animations},
      {"accessors",
       {{{"bufferView", 0}, {"componentType", 5126}, {"count", 2}, {"type", "SCALAR"}, {"min", {0}}, {"max", {1}}},
        {{"bufferView", 1}, {"componentType", 5126}, {"count", 2}, {"type", "VEC3"}}}},
      {"bufferViews", {{{"buffer", 0}, {"byteLength", 8}}, {{"buffer", 0}, {"byteOffset", 8}, {"byteLength", 24}}}},
      {"buffers", {{{"byteLength", 36}, {"uri", "data:application/octet-stream;base64," + data}}}}}
      .dump();
}

/// Whether a terminal finds nothing to obey in it, other than line breaks.
bool isHarmless(const std::string& text) {
  for (const char c : text)
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7F) return false;
  return text.find("\xC2\x9B") == text.npos && text.find("\xE2\x80\xAE") == text.npos;
}

TEST(CommandLineEdges, NamesAreShownAndNotObeyed) {
  const TemporaryFolder folder;
  const std::string esc = "\x1b]0;owned\x07",
                    red =
                        "\xC2\x9B"
                        "31m",
                    turned =
                        "\xE2\x80\xAE"
                        "evaW";
  const std::string first = "A" + esc + "\nfake line", second = "B" + red + turned;
  folder.write("evil.gltf", movingJoint("Joint" + esc + turned, {first, second, "Plain"}));
  folder.write("plain.gltf", movingJoint("Other", {"Walk", "Run"}));
  folder.write("play.json", Json{{"commands", {{{"at", 0}, {"do", "play"}, {"clip", first}}}}}.dump());
  folder.write("bad.json", Json{{"commands", {{{"at", 0}, {"do", "play"}, {"clip", esc}}}}}.dump());
  folder.write("template.html", "<!--MODEL-->");
  const std::vector<std::vector<std::string>> uses{
      {"info", "evil.gltf"},
      {"info", "evil.gltf", "--json"},
      {"pose", "evil.gltf", "--clip", "#0", "--times", "0"},
      {"pose", "evil.gltf", "--clip", "none", "--times", "0"},
      {"events", "evil.gltf", "--script", "play.json", "--seconds", "3"},
      {"events", "evil.gltf", "--script", "play.json", "--seconds", "3", "--json"},
      {"events", "evil.gltf", "--script", "bad.json"},
      {"check", "evil.gltf", "--kind", "linear"},
      {"check", "evil.gltf", "--kind", "linear", "--json"},
      {"check", "evil.gltf", "--script", "play.json"},
      {"bake", "evil.gltf", "--queue", first + "," + second, "--out", "new.glb"},
      {"tune", "evil.gltf", "--pair", first + "," + second},
      {"retarget", "plain.gltf", "--onto", "evil.gltf"},
      {"pack", "plain.gltf", "--out", "A" + esc + ".xfade"},
      {"retarget", "evil.gltf", "--onto", "plain.gltf"},
      {"bench", "evil.gltf", "--characters", "1", "--frames", "1"},
      {"report", "evil.gltf", "--out", "pages", "--films", "0"},
      {"page", "evil.gltf", "--script", "bad.json", "--template", "template.html", "--out", "page.html"},
      {"info", "no" + esc + ".gltf"},
      {"--" + esc}};
  for (const auto& arguments : uses) {
    const ProgramRun run = runCrossfade(arguments, folder.path());
    EXPECT_TRUE(isHarmless(run.out)) << arguments[0] << ": " << run.out;
    EXPECT_TRUE(isHarmless(run.err)) << arguments[0] << ": " << run.err;
    EXPECT_EQ(run.out.find("\nfake line"), run.out.npos) << arguments[0];
    EXPECT_EQ(run.err.find("\nfake line"), run.err.npos) << arguments[0];
  }
  const ProgramRun info = runCrossfade({"info", "evil.gltf"}, folder.path());
  EXPECT_NE(info.out.find("A\\x1b]0;owned\\x07\\nfake line"), info.out.npos) << info.out;
  const ProgramRun json = runCrossfade({"info", "evil.gltf", "--json"}, folder.path());
  EXPECT_EQ(Json::parse(json.out)["clips"][1]["name"], second) << "machines get the name itself";
  for (const char* const page : {"pages/evil.html", "pages/index.html", "pages/junit.xml"})
    EXPECT_TRUE(isHarmless(readFile(folder / page))) << page;
}

int exitCodeOf(const std::string& line) {
  const int status = std::system(line.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(CommandLineEdges, OutputThatDoesNotArriveIsAFailure) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  const std::string program = "'" + programPath() + "' ";
  for (const std::string& arguments :
       {"info '" + characterFile() + "'", "info --json '" + characterFile() + "'",
        "pose --clip Walk --times 0 '" + characterFile() + "'", "export '" + characterFile() + "'",
        std::string("--help"), std::string("--version")})
    EXPECT_EQ(exitCodeOf(program + arguments + " >/dev/full 2>/dev/null"), 1) << arguments;
  EXPECT_EQ(exitCodeOf(program + "info '" + characterFile() + "' >&- 2>/dev/null"), 1) << "closed";
  EXPECT_EQ(exitCodeOf(program + "info '" + characterFile() + "' >/dev/null 2>&1"), 0);
}

TEST(CommandLineEdges, TextsThatNeverEndAreRefusedAtOnce) {
  const TemporaryFolder folder;
  const std::string pipe = (folder / "pipe.json").string(), huge = folder.write("huge.json", "{");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  ASSERT_EQ(::mkfifo((folder / "pipe.crossfade").c_str(), 0600), 0);
  fs::resize_file(huge, 30ull << 30);  // takes no room on the disk
  fs::create_hard_link(huge, folder / "huge.crossfade");
  for (const auto& [file, why] : {std::pair<std::string, std::string>{"/dev/zero", "is not a regular file"},
                                  {pipe, "is not a regular file"},
                                  {huge, "has 32212254720 bytes; the limit is"},
                                  {folder.path().string(), "is a folder, not a file"}})
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"export", characterFile(), "--set", file},
                                               {"events", characterFile(), "--script", file},
                                               {"pose", characterFile(), "--like", file},
                                               {"retarget", characterFile(), "--map", file},
                                               {"render", "--scene", "shapes:" + file, "--out", "a.png"},
                                               {"curve", file}}) {
      const ProgramRun run = runCrossfade(arguments, folder.path());
      EXPECT_EQ(run.exitCode, 1) << arguments[0] << ' ' << file;
      EXPECT_NE(run.err.find(file + ": " + why), run.err.npos) << arguments[0] << ": " << run.err;
    }
  for (const char* const project : {"pipe.crossfade", "huge.crossfade"})
    EXPECT_EQ(runCrossfade({"info", project}, folder.path()).exitCode, 1) << project;
}

TEST(CommandLineEdges, ResultsReplaceRegularFilesOnly) {
  const TemporaryFolder folder;
  const std::string pipe = (folder / "pipe.glb").string(), target = folder.write("target.glb", "old");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  fs::create_symlink("target.glb", folder / "link.glb");
  fs::create_symlink("nowhere.glb", folder / "loose.glb");
  fs::create_directory(folder / "folder.glb");
  const auto bake = [&](const std::string& out) {
    return runCrossfade({"bake", characterFile(), "--pair", "Walk,Run", "--out", out}, folder.path());
  };
  for (const auto& [out, why] : {std::pair<std::string, std::string>{"pipe.glb", "it is not a regular file"},
                                 {"loose.glb", "it is a link that leads nowhere"},
                                 {"folder.glb", "it is a folder"},
                                 {"none/new.glb", "there is no folder none"},
                                 {"target.glb/new.glb", "is not a folder"}}) {
    const ProgramRun run = bake(out);
    EXPECT_EQ(run.exitCode, 1) << out;
    EXPECT_NE(run.err.find("cannot write " + out + ": "), run.err.npos) << run.err;
    EXPECT_NE(run.err.find(why), run.err.npos) << run.err;
  }
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_FALSE(fs::exists(folder / "none"));
  EXPECT_EQ(bake("link.glb").exitCode, 0);
  EXPECT_TRUE(fs::is_symlink(folder / "link.glb"));
  EXPECT_EQ(readFile(target).substr(0, 4), "glTF");
}

TEST(CommandLineEdges, NoCommandMakesAFolderForItsResult) {
  const TemporaryFolder folder;
  const std::string model = characterFile();
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"render", model, "--size", "16x16", "--out", "none/a.png"},
           {"render", model, "--size", "16x16", "--out", "a.png", "--camera-out", "none/a.json"},
           {"bake", model, "--pair", "Walk,Run", "--out", "none/a.glb"},
           {"retarget", model, "--out", "none/a.glb"},
           {"retarget", model, "--map-out", "none/a.json"},
           {"pack", model, "--out", "none/a.xfade"},
           {"page", model, "--out", "none/a.html"},
           {"export", model, "--out", "none/a.json"},
           {"tune", model, "--pair", "Walk,Run", "--out", "none/a.json"},
           {"report", model, "--out", "none/pages"}}) {
    const ProgramRun run = runCrossfade(arguments, folder.path());
    EXPECT_EQ(run.exitCode, 1) << arguments[0] << ": " << run.err;
    EXPECT_NE(run.err.find("none"), run.err.npos) << run.err;
    EXPECT_FALSE(fs::exists(folder / "none")) << arguments[0];
  }
}

TEST(CommandLineEdges, PatternsAndSizesThatCannotBeAreRefusedBeforeWorkBegins) {
  const TemporaryFolder folder;
  for (const std::vector<std::string>& each :
       std::vector<std::vector<std::string>>{{"--out", "f-%d-%d.png"},
                                             {"--out", "f-%s.png"},
                                             {"--out", "f-%4d.png"},
                                             {"--out", "f-%04d.gif"},
                                             {"--out", "f-%-4d.png"},
                                             {"--out", "f-%5.2d.png"},
                                             {"--out", "f-####.png"},
                                             {"--out", "f.$F4.png"},
                                             {"--out", "f-@@@.gif"},
                                             {"--out", "{clip}.png"},
                                             {"--out", "{name}-{}.png"},
                                             {"--out", "big.png", "--size", "16384x16384"},
                                             {"--out", "long.gif", "--size", "4096x4096", "--seconds", "3600"},
                                             {"--out", "film.mkv"}}) {
    std::vector<std::string> arguments{"render", "missing.glb"};  // is not even looked for
    arguments.insert(arguments.end(), each.begin(), each.end());
    const ProgramRun run = runCrossfade(arguments, folder.path());
    EXPECT_EQ(run.exitCode, 2) << each[1] << ": " << run.err;
    EXPECT_NE(run.exitCode, 0) << each[1];
  }
  const ProgramRun percent = runCrossfade({"render", "--out", "100%.png", "--size", "16x16"}, folder.path());
  EXPECT_EQ(percent.exitCode, 0) << percent.err;
  EXPECT_TRUE(fs::exists(folder / "100%.png"));
}

/// A clip of a node whose keys are at these times, each 4 bytes.
std::string keyedAt(const std::vector<float>& times) {
  app::test::GltfBuilder builder;
  const int node = builder.addNode({{"mesh", builder.addTriangle()}, {"name", "n"}});
  std::vector<float> values;
  for (std::size_t i = 0; i < times.size(); ++i) values.insert(values.end(), {static_cast<float>(i % 7), 0, 0});
  builder.addClip(node, "translation", times, builder.add(values, "VEC3"));
  return builder.gltf();
}

// Each of them costs no more than others do: none takes time or memory that grows with the numbers.
TEST(CommandLineEdges, AbsurdKeyTimesAreReportedOrCostNothing) {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN(), kInfinity = std::numeric_limits<float>::infinity();
  std::vector<float> near;
  for (int i = 0; i < 1000; ++i) near.push_back(static_cast<float>(i) * 1e-30f);
  const TemporaryFolder folder;
  folder.write("play.json", R"({"commands": [{"at": 0, "do": "play", "clip": "#0"}]})");
  for (const std::vector<float>& times : std::vector<std::vector<float>>{{0, 1e30f},
                                                                         {0, 1, 1e37f},
                                                                         {-5, -1, 2},
                                                                         {-5, -1},
                                                                         {0, kNaN, 1},
                                                                         {0, kInfinity},
                                                                         near,
                                                                         {0, 1e-30f},
                                                                         {0, 1e-40f, 2e-40f},
                                                                         {0, 1e9f},
                                                                         {2, 1},
                                                                         {1e30f, 1e30f}}) {
    const std::string last = times.size() < 5 ? std::to_string(times.back()) : "near";
    folder.write("keys.gltf", keyedAt(times));
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"info", "keys.gltf"},
             {"pose", "keys.gltf", "--clip", "#0", "--times", "0,1,1000000"},
             {"events", "keys.gltf", "--script", "play.json", "--seconds", "3"},
             {"check", "keys.gltf"},
             {"bake", "keys.gltf", "--script", "play.json", "--seconds", "1", "--name", "new", "--out", "new.glb"},
             {"render", "keys.gltf", "--size", "32x32", "--out", "still.png"}}) {
      const ProgramRun run = runCrossfade(arguments, folder.path());
      EXPECT_TRUE(run.exitCode == 0 || run.exitCode == 1) << arguments[0] << " " << last << ": " << run.err;
    }
  }
}

TEST(CommandLineEdges, UpAndUnitSayWhatTheFileDoesNot) {
  const TemporaryFolder folder;
  folder.write("keys.gltf", keyedAt({0, 1}));  // at 1 s, 1 unit along x
  const auto place = [&](const std::vector<std::string>& how) {
    std::vector<std::string> arguments{"pose", "keys.gltf", "--clip", "#0", "--times", "1"};
    arguments.insert(arguments.end(), how.begin(), how.end());
    const ProgramRun run = runCrossfade(arguments, folder.path());
    if (run.exitCode != 0) return std::vector<double>{-1.0 * run.exitCode};
    const Json world = Json::parse(run.out).at("entries").back().at("poses").at(0).at("world").at(0);
    std::vector<double> at;
    for (std::size_t i = 9; i < 12; ++i) at.push_back(std::round(world.at(i).get<double>() * 1e4) / 1e4);
    return at;
  };
  EXPECT_EQ(place({}), (std::vector<double>{1, 0, 0}));
  EXPECT_EQ(place({"--unit", "0.01"}), (std::vector<double>{0.01, 0, 0}));
  EXPECT_EQ(place({"--up", "x", "--unit", "10"}), (std::vector<double>{0, 10, 0}));
  EXPECT_EQ(place({"--up", "-x"}), (std::vector<double>{0, -1, 0}));
  for (const std::vector<std::string>& wrong :
       {std::vector<std::string>{"--up", "w"}, {"--unit", "0"}, {"--unit", "nan"}, {"--unit", "-1"}})
    EXPECT_EQ(place(wrong), std::vector<double>{-2}) << wrong[1];
}

TEST(CommandLineEdges, UpAndUnitAreKnownWhereverAFileIsRead) {
  const TemporaryFolder folder;
  for (const char* const command : {"info", "pose", "events", "check", "bench", "render", "retarget", "tune", "export",
                                    "bake", "report", "pack", "page"}) {
    const ProgramRun run = runCrossfade({command, "model.glb", "--up", "w"}, folder.path());
    EXPECT_EQ(run.exitCode, 2) << command;
    EXPECT_NE(run.err.find("--up: w not in"), run.err.npos) << command << ": " << run.err;
  }
  const auto travel = [&](const char* unit) {
    const ProgramRun run = runCrossfade({"retarget", characterFile(), "--unit", unit}, folder.path());
    EXPECT_EQ(run.exitCode, 0) << run.err;
    return run.out.substr(std::min(run.out.size(), run.out.rfind("travel x ")));
  };
  EXPECT_EQ(travel("1"), "travel x 1\n");
  EXPECT_EQ(travel("10"), "travel x 0.1\n") << "of the source, not of the character";
}

TEST(CommandLineEdges, ASignalLeavesNoUnfinishedFile) {
  for (const int signal : {SIGTERM, SIGHUP, SIGINT, SIGPIPE}) {
    const TemporaryFolder folder;
    const std::string out = (folder / "long.avi").string(), program = programPath(), model = characterFile();
    const pid_t child = ::fork();
    if (child == 0) {
      ::execl(program.c_str(), program.c_str(), "render", model.c_str(), "--out", out.c_str(), "--seconds", "3600",
              "--size", "64x64", nullptr);
      ::_exit(127);
    }
    for (int i = 0; i < 3000 && folder.names().empty(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_EQ(folder.names().size(), 1u) << "the file has begun";
    ::kill(child, signal);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_FALSE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT_TRUE(folder.names().empty()) << signal << ": " << folder.names().front();
  }
}

/// What it says when this signal ends a long sequence of pictures after the third.
void cancelSequence(int signal) {
  const TemporaryFolder folder;
  const std::string out = (folder / "f-%04d.png").string(), program = programPath(), model = characterFile();
  const std::string messages = (folder / "messages").string();
  const pid_t child = ::fork();
  if (child == 0) {
    if (std::freopen(messages.c_str(), "w", stderr) == nullptr) ::_exit(126);
    ::execl(program.c_str(), program.c_str(), "render", model.c_str(), "--out", out.c_str(), "--seconds", "3600",
            "--size", "64x64", nullptr);
    ::_exit(127);
  }
  const fs::path third = folder / "f-0002.png";
  for (int i = 0; i < 3000 && !fs::exists(third); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ::kill(child, signal);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 1) << signal;
  int pictures = 0;
  for (const std::string& name : folder.names()) pictures += name.ends_with(".png") ? 1 : 0;
  std::string last = std::to_string(pictures - 1);
  last.insert(0, 4 - last.size(), '0');
  const std::string said = readFile(messages);
  EXPECT_NE(said.find("canceled; " + (folder / "f-0000.png").string() + " to " +
                      (folder / ("f-" + last + ".png")).string() + " are complete and stay"),
            said.npos)
      << signal << ": " << said;
}

TEST(CommandLineEdges, ACanceledSequenceSaysWhichPicturesStay) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) cancelSequence(signal);
}

/// Ends a command by a signal as soon as `begun`, and returns what it said. Its file of messages is in `folder`.
std::string endBySignal(const TemporaryFolder& folder, std::vector<std::string> arguments, int signal,
                        const std::function<bool()>& begun) {
  const std::string program = programPath(), messages = (folder / "messages").string();
  arguments.insert(arguments.begin(), program);
  std::vector<char*> pointers;
  for (std::string& each : arguments) pointers.push_back(each.data());
  pointers.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    if (std::freopen(messages.c_str(), "w", stderr) == nullptr) ::_exit(126);
    if (std::freopen("/dev/null", "w", stdout) == nullptr) ::_exit(126);
    ::execv(program.c_str(), pointers.data());
    ::_exit(127);
  }
  for (int i = 0; i < 6000 && !begun(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_TRUE(begun()) << arguments[1];
  ::kill(child, signal);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_FALSE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << arguments[1];
  return readFile(messages);
}

TEST(CommandLineEdges, ASignalLeavesNoFolderWithoutResults) {
  for (const int signal : {SIGTERM, SIGHUP, SIGINT, SIGUSR1})
    for (const bool beginsFilm : {false, true}) {
      const TemporaryFolder folder;
      const fs::path pages = folder / "pages";
      endBySignal(folder, {"report", characterFile(), "--out", pages.string()}, signal,
                  [&] { return fs::exists(pages) && (!beginsFilm || !fs::is_empty(pages)); });
      EXPECT_FALSE(fs::exists(pages)) << signal << (beginsFilm ? ", in its first film" : "");
    }
}

TEST(CommandLineEdges, ASignalLeavesFoldersThatWereThere) {
  const TemporaryFolder folder;
  const fs::path pages = folder / "pages";
  fs::create_directory(pages);
  endBySignal(folder, {"report", characterFile(), "--out", pages.string()}, SIGTERM,
              [&] { return !fs::is_empty(pages); });
  EXPECT_TRUE(fs::exists(pages) && fs::is_empty(pages));
}

TEST(CommandLineEdges, AReportThatFailsLeavesNoFolder) {
  const TemporaryFolder folder;
  EXPECT_EQ(runCrossfade({"report", "--from", "none.jsonl", "--out", "pages"}, folder.path()).exitCode, 1);
  EXPECT_FALSE(fs::exists(folder / "pages"));
}

TEST(CommandLineEdges, ACanceledReportSaysWhatStays) {
  const TemporaryFolder folder;
  const fs::path pages = folder / "pages", moving = folder.write("moving.gltf", movingJoint("Joint", {"a", "b"}));
  const std::string said =
      endBySignal(folder, {"report", moving.string(), characterFile(), "--out", pages.string()}, SIGTERM, [&] {
        return fs::exists(pages / "report.jsonl") && fs::file_size(pages / "report.jsonl") > 0 &&
               std::distance(fs::directory_iterator(pages), fs::directory_iterator()) > 2;  // a film of the second
      });
  EXPECT_NE(said.find("canceled; " + pages.string() + " keeps the models that are done"), said.npos) << said;
  std::vector<std::string> names;
  for (const fs::directory_entry& each : fs::directory_iterator(pages))
    names.push_back(each.path().filename().string());
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"moving.html", "report.jsonl"}));
}

TEST(CommandLineEdges, ASignalCancelsAllModelsOfABatch) {
  const TemporaryFolder folder;
  const std::string first = folder.write("first.gltf", movingJoint("Joint", {"a"})),
                    second = folder.write("second.gltf", movingJoint("Joint", {"a"}));
  for (const int signal : {SIGTERM, SIGINT}) {
    const std::string said = endBySignal(
        folder,
        {"render", first, second, "--out", (folder / "{name}.avi").string(), "--size", "64x64", "--seconds", "3600"},
        signal, [&] { return folder.names().size() > 3; });
    EXPECT_NE(said.find("canceled; of 2 models, those from " + second + " on were not rendered"), said.npos) << said;
    EXPECT_EQ(folder.names().size(), 3u) << "two models and the messages";
  }
}

TEST(CommandLineEdges, AFileThatMayNotGrowIsAFailure) {
  const TemporaryFolder folder;
  const std::string program = "'" + programPath() + "' ", model = "'" + characterFile() + "' ";
  for (const std::string& work :
       {"render " + model + "--size 320x240 --seconds 1 --out '" + (folder / "a.gif").string(),
        "bake " + model + "--pair Walk,Run --out '" + (folder / "a.glb").string()})
    EXPECT_EQ(exitCodeOf("ulimit -f 8; " + program + work + "' >/dev/null 2>/dev/null"), 1) << work;
  EXPECT_TRUE(folder.names().empty()) << folder.names().front();
}

TEST(CommandLineEdges, ShadersThatNeverEndAreRefusedAtOnce) {
  const TemporaryFolder folder;
  fs::copy(app::test::sourceFolder() / "shaders", folder / "shaders");
  const std::string shader = (folder / "shaders" / "scene.vert").string();
  const auto said = [&] {
    const ProgramRun run = runCrossfade(
        {"render", characterFile(), "--shader-dir", "shaders", "--size", "16x16", "--out", "a.png"}, folder.path());
    EXPECT_EQ(run.exitCode, 1);
    return run.err;
  };
  fs::resize_file(shader, 30ull << 30);
  EXPECT_NE(said().find("scene.vert' has 32212254720 bytes; the limit is"), std::string::npos);
  fs::remove(shader);
  ASSERT_EQ(::mkfifo(shader.c_str(), 0600), 0);
  EXPECT_NE(said().find("scene.vert' is not a regular file"), std::string::npos);
}

TEST(CommandLineEdges, WhatCannotBeShownIsSaid) {
  const TemporaryFolder folder;
  folder.write("empty.gltf", Json{{"asset", {{"version", "2.0"}}}}.dump());
  const ProgramRun info = runCrossfade({"info", "empty.gltf"}, folder.path());
  EXPECT_NE(info.out.find("there is nothing to draw"), info.out.npos) << info.out;
  const ProgramRun render = runCrossfade({"render", "empty.gltf", "--size", "16x16", "--out", "a.png"}, folder.path());
  EXPECT_EQ(render.exitCode, 0);
  EXPECT_NE(render.err.find("empty.gltf: there is nothing to draw"), render.err.npos) << render.err;
  app::test::GltfBuilder builder;
  builder.addNode({{"mesh", builder.addTriangle()}});
  builder.addTo("images", {{"uri", "data:;base64,q0tUWCAyMLs="}});
  builder.addTo("textures", {{"extensions", {{"KHR_texture_basisu", {{"source", 0}}}}}});
  builder.addTo("materials", {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}});
  folder.write("ktx.gltf", builder.gltf());
  const ProgramRun ktx = runCrossfade({"render", "ktx.gltf", "--size", "16x16", "--out", "k.png"}, folder.path());
  EXPECT_EQ(ktx.exitCode, 0);
  const std::size_t said = ktx.err.find("(a KTX texture (Basis Universal)); color textures are light gray instead");
  ASSERT_NE(said, ktx.err.npos) << ktx.err;
  EXPECT_EQ(ktx.err.find("KTX", said + 10), ktx.err.npos) << "once: " << ktx.err;
  const ProgramRun shapes =
      runCrossfade({"render", "--scene", "shapes", "--size", "16x16", "--out", "b.png"}, folder.path());
  EXPECT_EQ(shapes.exitCode, 0);
  EXPECT_EQ(shapes.err.find("nothing to draw"), shapes.err.npos) << "they need no model: " << shapes.err;
}

TEST(CommandLineEdges, QueuesNameClipsWithCommas) {
  const TemporaryFolder folder;
  folder.write("model.gltf", movingJoint("Joint", {"Walk, slow", "Walk", "Run", "a,b", "b"}));
  const auto bake = [&](const std::vector<std::string>& queue) {
    std::vector<std::string> arguments{"bake", "model.gltf", "--out", "new.glb", "--name", "Queue"};
    arguments.insert(arguments.end(), queue.begin(), queue.end());
    return runCrossfade(arguments, folder.path());
  };
  const auto secondsOf = [](const ProgramRun& run) {  // "Queue: 4 s, ..."
    return std::atof(run.out.substr(run.out.find(": ") + 2).c_str());
  };
  EXPECT_EQ(bake({"--queue", "Walk, slow 2 s,Run 2 s"}).exitCode, 0);
  EXPECT_NEAR(secondsOf(bake({"--queue", "Walk, slow 2 s,Run 2 s"})), 4, 1e-3);
  EXPECT_NEAR(secondsOf(bake({"--queue", "a,b 1 s,Walk 1 s"})), 2, 1e-3) << "'a' is no clip";
  EXPECT_NEAR(secondsOf(bake({"--queue", "Walk 1 s", "--queue", "Run 2 s"})), 3, 1e-3);
  const ProgramRun wrong = bake({"--queue", "Walk,Jump,Run"});
  EXPECT_EQ(wrong.exitCode, 1);
  EXPECT_NE(wrong.err.find("there is no clip 'Jump'"), wrong.err.npos) << wrong.err;
}

TEST(CommandLineEdges, ClipsAreRenderedAloneInTurnOrTogether) {
  const TemporaryFolder folder;
  const auto render = [&](const std::string& out, std::vector<std::string> more) {
    std::vector<std::string> arguments{"render", characterFile(), "--out", out, "--size", "48x48"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramRun run = runCrossfade(arguments, folder.path());
    EXPECT_EQ(run.exitCode, 0) << run.err;
    return readFile(folder / out);
  };
  folder.write("walk.json", R"({"commands":[{"at":0,"do":"play","clip":"Walk"}]})");
  folder.write("both.json", R"({"commands":[{"at":0,"do":"play","clip":"Walk"},{"at":0,"do":"play","clip":"Wave"}]})");
  folder.write("queue.json", R"({"commands":[{"at":0,"do":"queue","clips":["Walk 1 loops","Run 1 loops"]}]})");
  EXPECT_EQ(render("clip.png", {"--clip", "Walk", "--start", "0.4"}),
            render("script.png", {"--script", "walk.json", "--start", "0.4"}));
  EXPECT_EQ(render("both.png", {"--clip", "Walk", "--clip", "Wave", "--together", "--start", "0.4"}),
            render("both2.png", {"--script", "both.json", "--start", "0.4"}));
  EXPECT_EQ(render("turn.png", {"--clip", "Walk", "--clip", "Run", "--start", "1.3"}),
            render("queue.png", {"--script", "queue.json", "--start", "1.3"}));
  EXPECT_EQ(runCrossfade({"render", characterFile(), "--clip", "None", "--out", "a.png"}, folder.path()).exitCode, 1);
  EXPECT_EQ(runCrossfade({"render", "--together", "--out", "a.png"}, folder.path()).exitCode, 2);
}

TEST(CommandLineEdges, CommandsTakeSeveralModels) {
  const TemporaryFolder folder;
  folder.write("a.gltf", movingJoint("Joint", {"Walk", "Run"}));
  folder.write("b.gltf", movingJoint("Joint", {"Walk", "Run"}));
  folder.write("broken.gltf", "{");
  const ProgramRun info = runCrossfade({"info", "a.gltf", "broken.gltf", "b.gltf", "--json"}, folder.path());
  EXPECT_EQ(info.exitCode, 1) << "one of them failed";
  const Json models = Json::parse(info.out);
  ASSERT_EQ(models.size(), 2u);
  EXPECT_EQ(models[1]["model"], "b.gltf");
  const ProgramRun check = runCrossfade({"check", "a.gltf", "b.gltf", "--kind", "linear", "--json"}, folder.path());
  EXPECT_EQ(Json::parse(check.out).size(), 2u);
  EXPECT_EQ(runCrossfade({"render", "a.gltf", "b.gltf", "--out", "one.png"}, folder.path()).exitCode, 2);
  EXPECT_EQ(runCrossfade({"render", "a.gltf", "./a.gltf", "--out", "{name}.png"}, folder.path()).exitCode, 2);
  EXPECT_EQ(runCrossfade({"render", "a.gltf", "b.gltf", "--out", "{name}.png", "--size", "16x16"}, folder.path()).out,
            "a.png\nb.png\n");
  const ProgramRun bake =
      runCrossfade({"bake", "a.gltf", "b.gltf", "--pair", "Walk,Run", "--out", "{name}-new.glb"}, folder.path());
  EXPECT_EQ(bake.exitCode, 0) << bake.err;
  for (const char* const file : {"a.png", "b.png", "a-new.glb", "b-new.glb"}) EXPECT_TRUE(fs::exists(folder / file));
}

// For other clocks than the one that counts frames, frames change nothing.
TEST(CommandLineEdges, EventsDoNotDependOnTheFrameRate) {
  const TemporaryFolder folder;
  folder.write("play.json", R"({"commands":[{"at":0,"do":"play","clip":"Walk"},
{"at":1.03,"do":"fadeTo","clip":"Run","seconds":0.4},{"at":2.001,"do":"timeScale","clip":"Run","value":-3}]})");
  const auto events = [&](const std::string& fps) {
    return runCrossfade({"events", characterFile(), "--script", "play.json", "--seconds", "7.77", "--fps", fps},
                        folder.path())
        .out;
  };
  const std::string at60 = events("60");
  EXPECT_FALSE(at60.empty());
  EXPECT_EQ(events("1000"), at60);
  EXPECT_EQ(events("7"), at60);
}

}  // namespace
}  // namespace test
