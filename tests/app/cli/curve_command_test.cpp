// crossfade curve: values on stdout, and a sentence when a file is no curve.
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace test {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

/// The lesson's check of AnimationCurve: p(t) = b1 + b2 t + b3 t^2 + b4 t^3 with b2 = 2, b3 = -1.25, b4 = 0, plus 0.25.
const char* const kLesson = R"({"keys": [{"time": 0, "value": 0.25, "out": 2}, {"time": 1, "value": 1, "in": -0.5}]})";
const char* const kLine = R"({"keys": [{"time": 0, "value": 0, "out": 1}, {"time": 1, "value": 1, "in": 1}]})";
const char* const kEase = R"({"keys": [{"time": 0, "value": 0}, {"time": 1, "value": 1}]})";

TEST(CurveCommand, PrintsTheLessons101SamplesAsCsv) {
  const fs::path folder = scratchFolder("curve");
  const ProgramRun run = runCrossfade({"curve", writeFile(folder / "lesson.json", kLesson), "--csv"}, folder);
  ASSERT_EQ(run.exitCode, 0) << run.err;
  std::istringstream lines(run.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "time,value");
  int count = 0;
  for (; std::getline(lines, line); ++count) {
    const double t = std::stod(line), value = std::stod(line.substr(line.find(',') + 1));
    EXPECT_NEAR(t, count / 100.0, 1e-15);
    EXPECT_NEAR(value, 0.25 + 2 * t - 1.25 * t * t, 1e-12);
  }
  EXPECT_EQ(count, 101);
}

TEST(CurveCommand, PrintsTheValuesAtGivenTimes) {
  const fs::path folder = scratchFolder("times");
  const std::string ease = writeFile(folder / "ease.json", kEase);
  const ProgramRun table = runCrossfade({"curve", ease, "--times", "-1,0.25,9"}, folder);
  EXPECT_EQ(table.out,
            "          time         value\n"
            "            -1             0\n"
            "          0.25       0.15625\n"
            "             9             1\n");
  const ProgramRun json = runCrossfade({"curve", ease, "--times", "0.25", "--json"}, folder);
  EXPECT_EQ(Json::parse(json.out), Json::parse(R"({"samples": [{"time": 0.25, "value": 0.15625}]})"));
}

TEST(CurveCommand, ComparesTwoCurves) {
  const fs::path folder = scratchFolder("compare");
  const std::string line = writeFile(folder / "line.json", kLine), ease = writeFile(folder / "ease.json", kEase);
  const ProgramRun json =
      runCrossfade({"curve", line, "--compare", ease, "--times", "0,0.25,0.5,0.75", "--json"}, folder);
  ASSERT_EQ(json.exitCode, 0) << json.err;
  const Json compared = Json::parse(json.out);
  EXPECT_EQ(compared["samples"][1],
            Json::parse(R"({"time": 0.25, "value": 0.25, "other": 0.15625, "difference": 0.09375})"));
  EXPECT_EQ(compared["largestDifference"], Json::parse(R"({"time": 0.25, "value": 0.09375})"));
  const ProgramRun table = runCrossfade({"curve", line, "--compare", ease, "--sample", "5"}, folder);
  EXPECT_NE(table.out.find("\nlargest difference 0.09375, at 0.25\n"), std::string::npos) << table.out;
  const ProgramRun csv = runCrossfade({"curve", line, "--compare", line, "--sample", "2", "--csv"}, folder);
  EXPECT_EQ(csv.out, "time,value,other,difference\n0,0,0,0\n1,1,1,0\n");
}

TEST(CurveCommand, SamplesACurveOfNoOrOneKeyWithoutDividing) {
  const fs::path folder = scratchFolder("few");
  const ProgramRun one = runCrossfade(
      {"curve", writeFile(folder / "one.json", R"({"keys": [{"time": 2, "value": 7}]})"), "--csv"}, folder);
  EXPECT_EQ(one.out, "time,value\n2,7\n");
  const ProgramRun none = runCrossfade({"curve", writeFile(folder / "none.json", R"({"keys": []})"), "--json"}, folder);
  EXPECT_EQ(Json::parse(none.out), Json::parse(R"({"samples": []})"));
}

TEST(CurveCommand, ErrorsNameFilePlaceAndValue) {
  const fs::path folder = scratchFolder("errors");
  const auto failure = [&](const std::string& text) {
    const ProgramRun run = runCrossfade({"curve", writeFile(folder / "bad.json", text)}, folder);
    EXPECT_EQ(run.exitCode, 1) << text;
    EXPECT_TRUE(run.out.empty()) << run.out;
    return run.err;
  };
  EXPECT_NE(failure(R"({"keys": [{"time": 0, "value": "high"}]})")
                .find("bad.json: key 0: \"value\" is not a number: \"high\""),
            std::string::npos);
  EXPECT_NE(failure("{\"keys\": [\n{\"time\": 0,").find("bad.json: is not a curve; line 2"), std::string::npos);
  EXPECT_NE(failure(R"({"keys": [{"time": 0, "value": 0, "outWeight": 3}]})").find("weight of 3"), std::string::npos);
  const ProgramRun missing = runCrossfade({"curve", "nowhere.json"}, folder);
  EXPECT_EQ(missing.exitCode, 1);
  EXPECT_NE(missing.err.find("nowhere.json: cannot be opened"), std::string::npos) << missing.err;
  const std::string ease = writeFile(folder / "ease.json", kEase);
  EXPECT_EQ(runCrossfade({"curve", ease, "--sample", "1"}, folder).exitCode, 2);
  EXPECT_EQ(runCrossfade({"curve", ease, "--times", "0,nan"}, folder).exitCode, 2);
  EXPECT_EQ(runCrossfade({"curve", ease, "--csv", "--json"}, folder).exitCode, 2);
  EXPECT_EQ(runCrossfade({"curve"}, folder).exitCode, 2);
}

}  // namespace
}  // namespace test
