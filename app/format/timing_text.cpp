#include "app/format/timing_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "app/format/json_text.h"
#include "app/format/project_words.h"
#include "app/model/json/json_tree.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;
using Json = nlohmann::json;

constexpr double kMaxInteger = 2e9;
constexpr std::array<std::string_view, 2> kScriptGraphs{"behind", "gap"};
constexpr std::array<std::string_view, 2> kPresets{"sixDisplays", "lesson"};

/// Reads the members of one entry. Remembers the first that is missing or wrong; the rest get defaults.
class TimingMembers {
 public:
  explicit TimingMembers(const Json& entry) : entry_(entry) {}

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
  /// An enumerator by its word; `words` are those of 0, 1, 2...
  template <class Enum>
  Enum enumerator(const char* name, std::span<const std::string_view> words) {
    const std::string word = text(name);
    const auto found = std::find(words.begin(), words.end(), word);
    if (found != words.end()) return static_cast<Enum>(found - words.begin());
    std::string known;
    for (const std::string_view each : words)
      known += (known.empty() ? "" : each == words.back() ? " or " : ", ") + std::string(each);
    if (error_.empty()) fail(name, known.c_str(), entry_[name]);
    return Enum{};
  }
  /// The elements of a list, each as the members of an object.
  template <class Read>
  void each(const char* name, Read read) {
    const Json* list = member(name, "a list", &Json::is_array);
    for (std::size_t i = 0; list && i < list->size() && error_.empty(); ++i) {
      const std::string at = std::string(name) + "[" + std::to_string(i) + "]";
      if (!(*list)[i].is_object()) return fail(at.c_str(), "an object", (*list)[i]);
      TimingMembers inner((*list)[i]);
      read(inner);
      inner.failOnUnknown();
      if (!inner.error().empty()) fail(at + ": " + inner.error());
    }
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

DisplayRate displayOf(TimingMembers& m) {
  const DisplayRate d;
  return {.framesPerSecond = m.number("framesPerSecond"),
          .jitter = m.number("jitter", d.jitter),
          .hitches = m.flag("hitches", d.hitches)};
}

SetDisplays displaysOf(TimingMembers& m) {
  SetDisplays command;
  m.each("value", [&](TimingMembers& row) { command.rows.push_back({displayOf(row), row.flag("shown", true)}); });
  return command;
}

using TimingMaker = std::function<TimingCommand(TimingMembers&)>;

const std::map<std::string, TimingMaker, std::less<>>& timingMakers() {
  static const std::map<std::string, TimingMaker, std::less<>> table = {
      {"stepsPerSecond", [](TimingMembers& m) { return SetStepRate{m.number("value")}; }},
      {"unitsPerSecond", [](TimingMembers& m) { return SetBlockSpeed{m.number("value")}; }},
      {"mostSteps", [](TimingMembers& m) { return SetMaxSteps{m.whole("value")}; }},
      {"edges", [](TimingMembers& m) { return SetEdges{m.enumerator<Edges>("value", project_words::kEdges)}; }},
      {"hitches",
       [](TimingMembers& m) { return SetHitches{{.seconds = m.number("seconds"), .every = m.number("every")}}; }},
      {"display",
       [](TimingMembers& m) {
         return SetDisplay{m.whole("row"), displayOf(m)};
       }},
      {"displays", [](TimingMembers& m) { return displaysOf(m); }},
      {"preset", [](TimingMembers& m) { return UseTimingPreset{m.enumerator<TimingPreset>("value", kPresets)}; }},
      {"seed", [](TimingMembers& m) { return SetTimingSeed{static_cast<std::uint64_t>(std::abs(m.whole("value")))}; }},
      {"restart", [](TimingMembers&) { return RestartTiming{}; }},
      {"pause", [](TimingMembers& m) { return SetTimingPaused{m.flag("value", true)}; }},
      {"speed", [](TimingMembers& m) { return SetTimingSpeed{m.number("value")}; }},
      {"interpolation", [](TimingMembers& m) { return SetInterpolation{m.flag("value")}; }},
      {"show",
       [](TimingMembers& m) {
         return ShowRow{m.whole("row"), m.flag("value", true)};
       }},
      {"graph", [](TimingMembers& m) { return SetTimingGraph{m.enumerator<TimingGraph>("value", kScriptGraphs)}; }},
      {"character", [](TimingMembers& m) { return ShowCharacter{m.flag("value", true)}; }},
  };
  return table;
}

}  // namespace

std::optional<Result<TimingCommand>> timingCommandOf(const Json& entry) {
  if (!entry.is_object()) return std::nullopt;
  if (const auto word = entry.find("do"); word == entry.end() || !isText(*word, "timing")) return std::nullopt;
  TimingMembers members(entry);
  const std::string what = members.text("set");
  if (!members.error().empty()) return Error{members.error()};
  const auto maker = timingMakers().find(what);
  if (maker == timingMakers().end()) {
    std::string known;
    for (const auto& [name, unused] : timingMakers()) known += (known.empty() ? "" : ", ") + name;
    return Error{"\"set\" is none of " + known + ": '" + what + "'"};
  }
  TimingCommand command = maker->second(members);
  members.failOnUnknown();
  if (!members.error().empty()) return Error{members.error()};
  return command;
}

}  // namespace app
