#include "app/format/timing_text.h"

#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "app/format/json_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;
using Json = nlohmann::json;

constexpr double kMaxInteger = 2e9;

/// Reads the members of one entry. Remembers the first that is missing or wrong; the rest get defaults.
class Members {
 public:
  explicit Members(const Json& entry) : entry_(entry) {}

  double number(const char* name) {
    const Json* found = member(name, "a number", &Json::is_number);
    return found ? found->get<double>() : 0;
  }
  double number(const char* name, double fallback) { return has(name) ? number(name) : fallback; }
  int whole(const char* name) {
    const double value = number(name);
    if (error_.empty() && !(std::abs(value) <= kMaxInteger && value == std::floor(value)))
      fail(name, "a whole number", entry_[name]);
    return error_.empty() ? static_cast<int>(value) : 0;
  }
  bool flag(const char* name) {
    const Json* found = member(name, "true or false", &Json::is_boolean);
    return found && found->get<bool>();
  }
  bool flag(const char* name, bool fallback) { return has(name) ? flag(name) : fallback; }
  std::string text(const char* name) {
    const Json* found = member(name, "a text", &Json::is_string);
    return found ? found->get<std::string>() : std::string();
  }
  Edges edges(const char* name) {
    const std::string word = text(name);
    if (error_.empty() && word != "clamp" && word != "reflect") fail(name, "clamp or reflect", entry_[name]);
    return word == "reflect" ? Edges::Reflect : Edges::Clamp;
  }
  TimingGraph graph(const char* name) {
    const std::string word = text(name);
    if (error_.empty() && word != "behind" && word != "gap") fail(name, "behind or gap", entry_[name]);
    return word == "gap" ? TimingGraph::Gap : TimingGraph::Lag;
  }
  void fail(const char* name, const char* wanted, const Json& value) {
    if (error_.empty()) error_ = std::string("\"") + name + "\" is not " + wanted + ": " + quoted(value);
  }
  void fail(std::string why) {
    if (error_.empty()) error_ = std::move(why);
  }
  void failOnUnknown() {
    for (const auto& [name, value] : entry_.items())
      if (!asked_.contains(name) && name != "do" && name != "at")
        fail("there is no member \"" + name + "\" in this command");
  }
  const std::string& error() const { return error_; }

 private:
  bool has(const char* name) {
    asked_.insert(name);
    return entry_.contains(name);
  }
  const Json* member(const char* name, const char* wanted, bool (Json::*is)() const noexcept) {
    asked_.insert(name);
    const auto found = entry_.find(name);
    if (found == entry_.end()) return fail(std::string("\"") + name + "\" is missing"), nullptr;
    if (!((*found).*is)()) return fail(name, wanted, *found), nullptr;
    return &*found;
  }

  const Json& entry_;
  std::set<std::string> asked_;
  std::string error_;
};

DisplayRate displayOf(Members& m) {
  const DisplayRate d;
  return {.framesPerSecond = m.number("framesPerSecond"),
          .jitter = m.number("jitter", d.jitter),
          .hitches = m.flag("hitches", d.hitches)};
}

using Maker = std::function<TimingCommand(Members&)>;

const std::map<std::string, Maker, std::less<>>& makers() {
  static const std::map<std::string, Maker, std::less<>> table = {
      {"stepsPerSecond", [](Members& m) { return SetStepRate{m.number("value")}; }},
      {"unitsPerSecond", [](Members& m) { return SetBlockSpeed{m.number("value")}; }},
      {"mostSteps", [](Members& m) { return SetMaxSteps{m.whole("value")}; }},
      {"edges", [](Members& m) { return SetEdges{m.edges("value")}; }},
      {"hitches", [](Members& m) { return SetHitches{{.seconds = m.number("seconds"), .every = m.number("every")}}; }},
      {"display",
       [](Members& m) {
         return SetDisplay{m.whole("row"), displayOf(m)};
       }},
      {"seed", [](Members& m) { return SetTimingSeed{static_cast<std::uint64_t>(std::abs(m.whole("value")))}; }},
      {"restart", [](Members&) { return RestartTiming{}; }},
      {"pause", [](Members& m) { return SetTimingPaused{m.flag("value", true)}; }},
      {"speed", [](Members& m) { return SetTimingSpeed{m.number("value")}; }},
      {"interpolation", [](Members& m) { return SetInterpolation{m.flag("value")}; }},
      {"show",
       [](Members& m) {
         return ShowRow{m.whole("row"), m.flag("value", true)};
       }},
      {"graph", [](Members& m) { return SetTimingGraph{m.graph("value")}; }},
      {"character", [](Members& m) { return ShowCharacter{m.flag("value", true)}; }},
  };
  return table;
}

}  // namespace

std::optional<Result<TimingCommand>> timingCommandOf(const Json& entry) {
  if (!entry.is_object()) return std::nullopt;
  if (const auto word = entry.find("do"); word == entry.end() || *word != "timing") return std::nullopt;
  Members members(entry);
  const std::string what = members.text("set");
  if (!members.error().empty()) return Error{members.error()};
  const auto maker = makers().find(what);
  if (maker == makers().end()) {
    std::string known;
    for (const auto& [name, unused] : makers()) known += (known.empty() ? "" : ", ") + name;
    return Error{"\"set\" is none of " + known + ": '" + what + "'"};
  }
  TimingCommand command = maker->second(members);
  members.failOnUnknown();
  if (!members.error().empty()) return Error{members.error()};
  return command;
}

}  // namespace app
