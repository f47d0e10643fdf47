// Mixer and exact sampler together, every kind of property, against recorded runs of three.js r187.
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <map>

#include "tests/engine/pose/mixer_trace_player.h"
#include "tests/support/golden_files.h"

namespace crossfade::test {
namespace {

using Json = nlohmann::json;

constexpr double kMaxSetAside = 0.02;  // of all steps, for deliberate differences

/// Every scenario of every trace that is found, with the name of its file.
std::vector<std::pair<std::string, Json>> scenarios() {
  std::vector<std::pair<std::string, Json>> all;
  for (const auto& folder : app::test::goldenFolders())
    for (const char* name : {"action_time.json", "action_weight.json", "mixer_fuzz.json"})
      if (std::ifstream file(folder / name); file) {
        const Json trace = Json::parse(file);
        for (const Json& scenario : trace["scenarios"]) all.emplace_back((folder / name).string(), scenario);
      }
  return all;
}

TEST(GoldenMixerTraces, MatchThreeJs) {
  const auto all = scenarios();
  if (all.empty()) GTEST_SKIP() << "no mixer traces found";
  int steps = 0;
  std::map<std::string, int> setAside;
  for (const auto& [file, scenario] : all) {
    const TraceReport report = MixerTracePlayer(scenario).play();
    EXPECT_EQ(report.firstDifference, "") << file << ", " << scenario["name"];
    steps += report.steps;
    for (const auto& [reason, count] : report.setAside) setAside[reason] += count;
  }
  std::cout << "compared " << all.size() << " scenarios, " << steps << " steps\n";
  int chosen = 0;
  for (const auto& [reason, count] : setAside) {
    std::cout << "set aside " << count << " steps, in whole or in part: " << reason << "\n";
    if (reason.starts_with("fix")) chosen += count;
  }
  EXPECT_LE(chosen, kMaxSetAside * steps);
}

TEST(GoldenMixerTraces, DetectOneChangedValue) {
  const auto all = scenarios();
  if (all.empty()) GTEST_SKIP() << "no mixer traces found";
  int changedOnes = 0;
  for (const auto& [file, scenario] : all) {
    if (scenario["name"] != "crossfade_basic" && scenario["name"] != "vector_color_array" &&
        scenario["name"] != "cross_fade_from")
      continue;
    ++changedOnes;
    for (const auto& path : {"/steps/1/expect/values/0/0", "/steps/1/expect/actions/0/0", "/steps/1/expect/actions/0/4",
                             "/steps/1/expect/mixerTime"}) {
      Json changed = scenario;
      Json& number = changed[Json::json_pointer(path)];
      number = number.get<double>() * 1.00001 + 1e-5;
      EXPECT_NE(MixerTracePlayer(changed).play().firstDifference, "") << scenario["name"] << path;
    }
  }
  if (changedOnes == 0) GTEST_SKIP() << "no scenario whose values are compared";
}

}  // namespace
}  // namespace crossfade::test
