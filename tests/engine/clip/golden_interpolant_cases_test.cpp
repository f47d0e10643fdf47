// Every case of interpolants.json, as recorded from three.js r187: with Interpolant (doubles) and with tracks (floats).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "crossfade/clip/interpolant.h"
#include "tests/support/golden_files.h"

namespace crossfade {
namespace {

using Json = nlohmann::json;

constexpr double kCaseTolerance = 1e-7;  // relative to max(1, |x|); the values are printed with nine digits

struct Kind {
  Interpolation interpolation;
  Mixing mixing = Mixing::Lerp;
};

Kind kindOf(const Json& one) {
  static const std::map<std::string, Kind> kinds = {{"discrete", {Interpolation::Discrete}},
                                                    {"linear", {Interpolation::Linear}},
                                                    {"cubic", {Interpolation::Smooth}},
                                                    {"slerp", {Interpolation::Linear, Mixing::Slerp}},
                                                    {"bezier", {Interpolation::Bezier}},
                                                    {"gltfCubic", {Interpolation::Hermite}},
                                                    {"gltfCubicQuaternion", {Interpolation::Hermite, Mixing::Slerp}}};
  return kinds.at(one["kind"]);
}

Ending endingOf(const std::string& name) {
  return name == "zeroSlope" ? Ending::ZeroSlope : name == "wrapAround" ? Ending::WrapAround : Ending::ZeroCurvature;
}

Endings endingsOf(const Json& one) {
  return {endingOf(one.value("endingStart", "zeroCurvature")), endingOf(one.value("endingEnd", "zeroCurvature"))};
}

/// Values as three.js stores them: rounded to float.
std::vector<double> floats(const Json& numbers) {
  const auto rounded = numbers.get<std::vector<float>>();
  return {rounded.begin(), rounded.end()};
}

/// inTangents and outTangents, key by key.
template <class T>
std::vector<T> tangentsOf(const Json& one) {
  std::vector<T> all;
  if (!one.contains("inTangents")) return all;
  const std::size_t pairs = one["sampleSize"].get<std::size_t>() * 2;
  for (std::size_t key = 0; key < one["times"].size(); ++key)
    for (const char* side : {"inTangents", "outTangents"})
      for (std::size_t i = 0; i < pairs; ++i) all.push_back(one[side][key * pairs + i].get<float>());
  return all;
}

/// The largest difference relative to max(1, |x|); queries are asked in order, so the remembered interval is exercised.
template <class Evaluate>
double largestDifference(const Json& one, Evaluate&& valueAt) {
  double largest = 0;
  for (std::size_t q = 0; q < one["queries"].size(); ++q) {
    const std::span<const double> value = valueAt(one["queries"][q].get<double>());
    for (std::size_t i = 0; i < value.size(); ++i) {
      const double expected = one["expected"][q][i];
      const double difference = std::abs(value[i] - expected) / std::max(1.0, std::abs(expected));
      largest = difference <= largest ? largest : difference;  // NaN propagates
    }
  }
  return largest;
}

double differenceOfInterpolant(const Json& one) {
  const auto times = floats(one["times"]), values = floats(one["values"]), tangents = tangentsOf<double>(one);
  std::vector<double> result(one["sampleSize"].get<std::size_t>());
  auto interpolant = Interpolant::make({times, values, tangents, result.size()}, kindOf(one).interpolation,
                                       kindOf(one).mixing, result);
  if (!interpolant) return INFINITY;
  interpolant->endings = endingsOf(one);
  return largestDifference(one, [&](double time) { return interpolant->evaluate(time); });
}

double differenceOfTrack(const Json& one) {
  const Channel channel = kindOf(one).mixing == Mixing::Slerp ? Channel::Rotation : Channel::Values;
  const auto track = KeyframeTrack::make({.channel = channel}, kindOf(one).interpolation, one["times"], one["values"],
                                         tangentsOf<float>(one));
  if (!track) return INFINITY;
  std::vector<double> result(one["sampleSize"].get<std::size_t>());
  KeyCursor cursor;
  return largestDifference(one, [&](double time) {
    evaluate(*track, time, cursor, result, endingsOf(one));
    return std::span<const double>(result);
  });
}

std::vector<Json> interpolantCases() {
  std::vector<Json> all;
  for (const auto& folder : app::test::goldenFolders())
    if (std::ifstream file(folder / "interpolants.json"); file) {
      const Json trace = Json::parse(file);
      all.insert(all.end(), trace["cases"].begin(), trace["cases"].end());
    }
  return all;
}

TEST(GoldenInterpolantCases, MatchThreeJs) {
  const auto all = interpolantCases();
  if (all.empty()) GTEST_SKIP() << "no interpolants.json found";
  for (const Json& one : all) {
    EXPECT_LE(differenceOfInterpolant(one), kCaseTolerance) << one["name"];
    EXPECT_LE(differenceOfTrack(one), kCaseTolerance) << one["name"];
  }
  std::cout << "compared " << all.size() << " interpolant cases\n";
}

TEST(GoldenInterpolantCases, DetectOneChangedValue) {
  const auto all = interpolantCases();
  if (all.empty()) GTEST_SKIP() << "no interpolants.json found";
  for (Json one : all) {
    Json& number = one["expected"].back()[0];
    number = number.get<double>() + 1e-5 * std::max(1.0, std::abs(number.get<double>()));
    EXPECT_GT(differenceOfInterpolant(one), kCaseTolerance) << one["name"];
    EXPECT_GT(differenceOfTrack(one), kCaseTolerance) << one["name"];
  }
}

}  // namespace
}  // namespace crossfade
