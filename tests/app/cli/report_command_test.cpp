// crossfade report: pages, lists that go on after a break, and lists of several machines.
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/gltf_builder.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace test {
namespace {

namespace fs = std::filesystem;

/// One joint and three clips; the last one jumps.
std::string spinningJoint() {
  app::test::GltfBuilder gltf;
  const int node = gltf.addNode({{"name", "wheel"}, {"mesh", gltf.addTriangle()}});
  for (const float x : {0.0f, 0.1f, 5.0f}) {
    const int output = gltf.add(std::vector<float>{0, 0, 0, x, 0, 0, 0, 0, 0}, "VEC3");
    gltf.addClip(node, "translation", {0, 0.5, 1}, output);
  }
  return gltf.glb();
}

TEST(ReportCommand, WritesPagesAndResumesAfterAnInterruption) {
  const fs::path folder = scratchFolder("report");
  const std::string a = writeFile(folder / "a.glb", spinningJoint()), b = writeFile(folder / "b.glb", spinningJoint());
  fs::create_directories(folder / "other");
  const std::string same = writeFile(folder / "other/a.glb", spinningJoint());
  const auto report = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "report");
    arguments.insert(arguments.end(), {"--out", "out", "--films", "0", "--max-ratio", "1000000"});
    return runCrossfade(arguments, folder);
  };
  const ProgramRun first = report({a, same});
  ASSERT_EQ(first.exitCode, 0) << first.err;
  const fs::path out = folder / "out";
  EXPECT_TRUE(fs::exists(out / "a.html"));
  EXPECT_TRUE(fs::exists(out / "a-2.html")) << "the other one of that name";
  EXPECT_NE(readFile(out / "index.html").find("href=\"a-2.html\""), std::string::npos);
  const std::string lines = readFile(out / "report.jsonl");

  std::ofstream(out / "report.jsonl", std::ios::app) << R"({"format": "crossfade-rep)";  // was killed here
  fs::remove(out / "a.html");
  const ProgramRun again = report({a, same, b, "--resume"});
  ASSERT_EQ(again.exitCode, 0) << again.err;
  EXPECT_FALSE(fs::exists(out / "a.html")) << "it was not measured again";
  EXPECT_EQ(readFile(out / "report.jsonl").substr(0, lines.size()), lines);
  EXPECT_EQ(again.out.find("a.glb: "), std::string::npos) << again.out;
  EXPECT_NE(again.out.find("b.glb: 6 transitions"), std::string::npos) << again.out;
  EXPECT_EQ(nlohmann::json::parse(readFile(out / "report.json")).size(), 3u);

  (void)writeFile(folder / "a.glb", spinningJoint() + "changed");
  EXPECT_NE(report({a, "--resume"}).out.find("a.glb: 6 transitions"), std::string::npos) << "its content is new";
}

TEST(ReportCommand, JoinsLists) {
  const fs::path folder = scratchFolder("report join");
  const std::string a = writeFile(folder / "a.glb", spinningJoint()), b = writeFile(folder / "b.glb", "nothing");
  const ProgramRun one = runCrossfade({"report", a, "--out", "one", "--films", "0", "--max-ratio", "1e-6"}, folder);
  EXPECT_EQ(one.exitCode, 4) << "above the limit";
  const ProgramRun two = runCrossfade({"report", b, "--out", "two"}, folder);
  EXPECT_EQ(two.exitCode, 1);
  EXPECT_NE(two.err.find("b.glb"), std::string::npos);
  const ProgramRun joined =
      runCrossfade({"report", "--from", "one/report.jsonl", "two/report.jsonl", "--out", "all"}, folder);
  EXPECT_EQ(joined.exitCode, 1) << "one could not be opened";
  const std::string index = readFile(folder / "all/index.html");
  EXPECT_NE(index.find("href=\"../one/a.html\""), std::string::npos);
  EXPECT_NE(index.find("b.glb"), std::string::npos);
  EXPECT_NE(readFile(folder / "all/junit.xml").find("failures=\"6\""), std::string::npos);
}

TEST(ReportCommand, FilmsTheRoughestAndWhatIsAskedFor) {
  const fs::path folder = scratchFolder("report films");
  app::test::GltfBuilder gltf;
  const int node = gltf.addNode({{"name", "wheel"}, {"mesh", gltf.addTriangle()}});
  for (const float x : {0.0f, 0.1f, 5.0f}) {
    const int output = gltf.add(std::vector<float>{0, 0, 0, x, 0, 0, 0, 0, 0}, "VEC3");
    const int clip = gltf.addClip(node, "translation", {0, 0.5, 1}, output);
    gltf.json["animations"][static_cast<std::size_t>(clip)]["name"] = "Spin";  // all three
  }
  const std::string wheel = writeFile(folder / "wheel.glb", gltf.glb());
  const auto filmsOf = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"report", wheel, "--out", "out", "--max-ratio", "1e6"});
    const ProgramRun run = runCrossfade(options, folder);
    EXPECT_EQ(run.exitCode, 0) << run.err;
    const std::string page = readFile(folder / "out/wheel.html"),
                      film = "data:video/webm;base64,GkXfo";  // as each begins
    int count = 0;
    for (std::size_t at = page.find(film); at != page.npos; at = page.find(film, at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(filmsOf({"--films", "0"}), 0);
  EXPECT_EQ(filmsOf({"--films", "0", "--film", "#0,#1", "--film", "#1,#0"}), 2);
  EXPECT_EQ(filmsOf({"--films", "2", "--film", "#0,#1"}), 3) << "the clip that jumps makes the roughest two";
  EXPECT_FALSE(fs::exists(folder / "out/pair.webm"));
}

TEST(ReportCommand, SaysWhatIsMissing) {
  const fs::path folder = scratchFolder("report errors");
  const std::string wheel = writeFile(folder / "wheel.glb", spinningJoint());
  const ProgramRun film =
      runCrossfade({"report", wheel, "--film", "A,B", "--films", "0", "--out", "x", "--max-ratio", "1e6"}, folder);
  EXPECT_NE(film.err.find("--film: wheel.glb: there is no clip 'A'"), std::string::npos) << film.err;
  EXPECT_EQ(runCrossfade({"report", "--out", "x"}, folder).exitCode, 2);
  const std::string bad = writeFile(folder / "bad.jsonl", "{}\n");
  const ProgramRun run = runCrossfade({"report", "--from", bad, "--out", "x"}, folder);
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_NE(run.err.find("bad.jsonl: line 1 is no line of a report"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace test
