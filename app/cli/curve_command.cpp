// crossfade curve: the values of a curve, as the curve editor copies it, and its difference from another one.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/format/curve_json.h"
#include "app/format/json_text.h"
#include "app/host/files/text_file.h"
#include "app/host/terminal/messages.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::AnimationCurve;
using crossfade::Error;
using crossfade::Result;
using OrderedJson = nlohmann::ordered_json;

constexpr int kMaxSamples = 1'000'000;

Result<AnimationCurve> loadCurve(const std::string& path) {
  const auto text = readTextFile(path);
  if (!text) return text.error();
  auto curve = curveFromText(*text);
  if (curve) return curve;
  const std::string damage = readPartialJson(*text).damage;
  return Error{path + ": " + (damage.empty() ? curve.error().message : "is not a curve; " + damage)};
}

struct Sample {
  double time = 0, value = 0, other = 0;
  double difference() const { return value - other; }
};

/// `count` times evenly from the first key of any curve to the last; one if all keys share a time, none without keys.
std::vector<double> evenTimes(std::span<const AnimationCurve> curves, int count) {
  double first = INFINITY, last = -INFINITY;
  for (const AnimationCurve& curve : curves)
    if (!curve.keys().empty()) {
      first = std::min(first, curve.keys().front().time);
      last = std::max(last, curve.keys().back().time);
    }
  if (!(first <= last)) return {};
  if (first == last) count = 1;
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    const double u = count == 1 ? 0 : double(i) / (count - 1);
    times.push_back(first * (1 - u) + last * u);
  }
  return times;
}

const Sample& largestDifference(std::span<const Sample> samples) {
  return *std::max_element(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) {
    return std::abs(a.difference()) < std::abs(b.difference());
  });
}

OrderedJson curveJsonOf(std::span<const Sample> samples, bool compares) {
  OrderedJson list = OrderedJson::array();
  for (const Sample& one : samples) {
    list.push_back({{"time", one.time}, {"value", one.value}});
    if (compares) list.back().update({{"other", one.other}, {"difference", one.difference()}});
  }
  OrderedJson json = {{"samples", std::move(list)}};
  if (compares && !samples.empty()) {
    const Sample& most = largestDifference(samples);
    json["largestDifference"] = {{"time", most.time}, {"value", std::abs(most.difference())}};
  }
  return json;
}

void printCsv(std::span<const Sample> samples, bool compares) {
  std::printf(compares ? "time,value,other,difference\n" : "time,value\n");
  for (const Sample& one : samples) {
    std::printf("%.17g,%.17g", one.time, one.value);
    if (compares) std::printf(",%.17g,%.17g", one.other, one.difference());
    std::printf("\n");
  }
}

void printTable(std::span<const Sample> samples, bool compares) {
  std::printf("%14s%14s", "time", "value");
  std::printf(compares ? "%14s%14s\n" : "\n", "other", "difference");
  for (const Sample& one : samples) {
    std::printf("%14.6g%14.6g", one.time, one.value);
    if (compares) std::printf("%14.6g%14.6g", one.other, one.difference());
    std::printf("\n");
  }
  if (!compares || samples.empty()) return;
  const Sample& most = largestDifference(samples);
  std::printf("largest difference %.6g, at %.6g\n", std::abs(most.difference()), most.time);
}

class CurveCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* parser =
        program.add_subcommand("curve", "Print a curve's values, and how far another curve differs from it at most");
    parser->add_option("FILE", file_, "A curve as the curve editor copies it (JSON)")->required();
    auto* sample = addNumber(*parser, "--sample", count_, "Number of values, evenly from the first key to the last", 2,
                             kMaxSamples)
                       ->capture_default_str();
    parser->add_option("--times", times_, "Print the values at these times, separated by commas")
        ->delimiter(',')
        ->excludes(sample);
    parser->add_option("--compare", other_, "Another curve: print its values and the largest difference, too");
    auto* json = parser->add_flag("--json", json_, "Print JSON");
    parser->add_flag("--csv", csv_, "Print CSV, with all digits")->excludes(json);
    return parser;
  }

  ExitCode run() const override {
    for (const double time : times_)
      if (!std::isfinite(time))
        return fail("--times: " + crossfade::formatNumber(time) + " is not a time", ExitCode::WrongUsage);
    std::vector<std::string> files{file_};
    if (!other_.empty()) files.push_back(other_);
    std::vector<AnimationCurve> curves;
    for (const std::string& file : files) {
      auto curve = loadCurve(file);
      if (!curve) return fail(curve.error().message);
      curves.push_back(*std::move(curve));
    }
    print(curves);
    return ExitCode::Done;
  }

 private:
  void print(std::span<const AnimationCurve> curves) const {
    const bool compares = curves.size() > 1;
    std::vector<Sample> samples;
    for (const double time : times_.empty() ? evenTimes(curves, count_) : times_)
      samples.push_back({time, curves.front().evaluate(time), compares ? curves.back().evaluate(time) : 0});
    if (json_) return void(std::printf("%s\n", curveJsonOf(samples, compares).dump(2).c_str()));
    csv_ ? printCsv(samples, compares) : printTable(samples, compares);
  }

  std::string file_, other_;
  std::vector<double> times_;
  int count_ = 101;  // as the lesson on AnimationCurve
  bool json_ = false, csv_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> makeCurveCommand() { return std::make_unique<CurveCommand>(); }

}  // namespace app
