// crossfade export: sets as JSON and code, on the terminal or in a file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/model/file_formats.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace test {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* kSet = R"({"crossfade": 1, "transitions": [
  {"from": {"name": "Walk", "index": 1}, "to": {"name": "Run", "index": 2}, "seconds": 0.3125}]})";

TEST(ExportCommand, WritesEveryTarget) {
  const fs::path folder = scratchFolder("export");
  const std::string set = writeFile(folder / "set.json", kSet);
  for (const app::SettingsFormat& format : app::kSettingsFormats) {
    const ProgramRun run = runCrossfade({"export", "--set", set, "--as", std::string(format.word)}, folder);
    EXPECT_EQ(run.exitCode, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("0.3125")) << format.word;
    EXPECT_EQ(run.err, "") << format.word;
  }
}

TEST(ExportCommand, WritesAFileThatIsASetAgain) {
  const fs::path folder = scratchFolder("export file");
  const std::string set = writeFile(folder / "set.json", kSet), out = (folder / "new/again.json").string();
  EXPECT_EQ(runCrossfade({"export", "--set", set, "--out", out}, folder).exitCode, 1) << "it makes no folders";
  fs::create_directory(folder / "new");
  const ProgramRun run = runCrossfade({"export", "--set", set, "--out", out}, folder);
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_EQ(run.out, out + "\n");
  EXPECT_EQ(nlohmann::json::parse(readFile(out))["transitions"][0]["seconds"], 0.3125);
  EXPECT_EQ(runCrossfade({"export", "--set", out}, folder).out, readFile(out));
}

TEST(ExportCommand, SaysWhatIsWrong) {
  const fs::path folder = scratchFolder("export errors");
  const std::string set = writeFile(folder / "set.json", kSet);
  const auto expect = [&](std::vector<std::string> arguments, int code, const std::string& sentence) {
    arguments.insert(arguments.begin(), "export");
    const ProgramRun run = runCrossfade(arguments, folder);
    EXPECT_EQ(run.exitCode, code) << sentence;
    EXPECT_THAT(run.err, HasSubstr(sentence));
  };
  expect({}, 0, "the transition set is empty");
  expect({"--set", set, "--as", "flash"}, 2, "flash");
  expect({"--set", set, "--as", "three", "--out", "./set.json"}, 2, "would replace ./set.json, which is an input file");
  EXPECT_EQ(readFile(set), kSet);
  expect({"--set", "none.json"}, 1, "none.json");
  expect({"--set", writeFile(folder / "bad.json", R"({"crossfade": 1, "transitions": [{"seconds": -1}]})")}, 1,
         "/transitions/0");
}

}  // namespace
}  // namespace test
