// Tracks against the interpolants of three.js r187: interpolants.json.
#include <gtest/gtest.h>

#include <fstream>

#include <nlohmann/json.hpp>

#include "engine/clip/interpolant.h"
#include "tests/support/golden_files.h"

namespace engine {
namespace {

using Json = nlohmann::json;

std::vector<Json> cases() {
  std::vector<Json> all;
  for (const auto& folder : app::test::goldenFolders())
    if (std::ifstream file(folder / "interpolants.json"); file) {
      const Json trace = Json::parse(file);
      all.insert(all.end(), trace["cases"].begin(), trace["cases"].end());
    }
  return all;
}

/// The track of a case, or nothing for the kinds the engine does not have yet.
std::optional<KeyframeTrack> trackOf(const Json& one) {
  const std::string kind = one["kind"];
  const bool rotation = kind == "slerp" || kind == "gltfCubicQuaternion";
  const bool known = rotation || kind == "linear" || kind == "discrete" || kind == "gltfCubic";
  if (!known) return std::nullopt;
  const Interpolation mode = kind == "discrete"                    ? Interpolation::Discrete
                             : kind == "linear" || kind == "slerp" ? Interpolation::Linear
                                                                   : Interpolation::Hermite;
  return *KeyframeTrack::make({.channel = rotation ? Channel::Rotation : Channel::Weights}, mode, one["times"],
                              one["values"]);
}

/// The largest relative difference over all queries, which are asked in order with one remembered interval.
double largestDifference(const KeyframeTrack& track, const Json& one) {
  int interval = 0;
  double largest = 0;
  std::vector<double> value(static_cast<std::size_t>(track.valueSize()));
  for (std::size_t q = 0; q < one["queries"].size(); ++q) {
    evaluate(track, one["queries"][q], interval, value);
    for (std::size_t i = 0; i < value.size(); ++i) {
      const double expected = one["expected"][q][i];
      largest = std::max(largest, std::abs(value[i] - expected) / std::max(1.0, std::abs(expected)));
    }
  }
  return largest;
}

TEST(GoldenInterpolants, GiveTheValuesOfThreeJs) {
  int compared = 0;
  for (const Json& one : cases())
    if (const auto track = trackOf(one)) {
      EXPECT_LE(largestDifference(*track, one), 1e-7) << one["name"];
      ++compared;
    }
  if (compared == 0) GTEST_SKIP() << "no interpolants.json found";
}

TEST(GoldenInterpolants, SeeOneChangedNumber) {
  for (Json one : cases())
    if (const auto track = trackOf(one)) {
      one["expected"][3][0] = one["expected"][3][0].get<double>() + 1e-3;
      EXPECT_GT(largestDifference(*track, one), 1e-7) << one["name"];
      return;
    }
  GTEST_SKIP() << "no interpolants.json found";
}

}  // namespace
}  // namespace engine
