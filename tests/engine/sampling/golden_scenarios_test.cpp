// Mixer and exact sampler together, against recorded runs of three.js r187.
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <map>

#include "tests/engine/sampling/scenario_player.h"
#include "tests/support/golden_files.h"

namespace engine::test {
namespace {

using Json = nlohmann::json;

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

TEST(GoldenScenarios, PlayAsInThreeJs) {
  const auto all = scenarios();
  if (all.empty()) GTEST_SKIP() << "no mixer traces found";
  int compared = 0;
  std::map<std::string, int> setAside;
  for (const auto& [file, scenario] : all) {
    if (const std::string reason = reasonToSetAside(scenario); !reason.empty()) {
      ++setAside[reason];
      continue;
    }
    EXPECT_EQ(ScenarioPlayer(scenario).firstDifference(), "") << file << ", " << scenario["name"];
    ++compared;
  }
  std::cout << "compared " << compared << " scenarios\n";
  for (const auto& [reason, count] : setAside) std::cout << "set aside " << count << " scenarios: " << reason << "\n";
}

TEST(GoldenScenarios, SeeOneChangedNumber) {
  for (const auto& [file, scenario] : scenarios()) {
    if (scenario["name"] != "crossfade_basic" && scenario["name"] != "properties_shared_and_not") continue;
    for (const auto& path : {"/steps/0/expect/values/0/0", "/steps/0/expect/actions/0/0", "/steps/0/expect/actions/1/4",
                             "/steps/0/expect/mixerTime"}) {
      Json changed = scenario;
      Json& number = changed[Json::json_pointer(path)];
      number = number.get<double>() * 1.001 + 1e-3;
      EXPECT_NE(ScenarioPlayer(changed).firstDifference(), "") << path;
    }
    return;
  }
  GTEST_SKIP() << "no mixer traces found";
}

}  // namespace
}  // namespace engine::test
