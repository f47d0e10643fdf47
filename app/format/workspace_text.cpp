#include "app/format/workspace_text.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "app/format/field_json.h"
#include "app/format/json_text.h"

namespace app {
namespace {

using Json = nlohmann::json;
using CurvesMaker = std::function<CurvesCommand(ScriptFields&)>;

/// [[x, y], [x, y, slope], ...]
std::vector<PlotKey> keysOf(ScriptFields& f) {
  std::vector<PlotKey> keys;
  for (const Json& json : f.list("keys")) {
    const auto isNumber = [](const Json& each) { return each.is_number(); };
    if (!json.is_array() || json.size() < 2 || json.size() > 3 || !std::all_of(json.begin(), json.end(), isNumber)) {
      f.fail("a key is a list of numbers: [x, y] or [x, y, slope]" +
             (json.is_structured() ? std::string() : ", not " + quoted(json)));
      return {};
    }
    keys.push_back({json[0], json[1], json.size() > 2 ? json[2].get<double>() : 0});
  }
  return keys;
}

template <class Value>
auto setting(Value CurvesSettings::*member) {
  return wordFor<SetCurves, CurvesCommand>(member);
}

const std::map<std::string, CurvesMaker, std::less<>>& curvesMakers() {
  using namespace curves;
  static const std::map<std::string, CurvesMaker, std::less<>> table = {
      {"picture", setting(&CurvesSettings::picture)},
      {"keys",
       [](ScriptFields& f) {
         return SetCurves{&CurvesSettings::keys, keysOf(f)};
       }},
      {"example",
       [](ScriptFields&) {
         return SetCurves{&CurvesSettings::keys, lessonKeys()};
       }},
      {"move",
       [](ScriptFields& f) {
         return MoveKey{f.whole("key"), f.number("x"), f.number("y")};
       }},
      {"slope",
       [](ScriptFields& f) {
         return SetSlope{f.whole("key"), f.number("value")};
       }},
      {"add",
       [](ScriptFields& f) {
         return AddKey{f.number("x"), f.number("y")};
       }},
      {"remove", [](ScriptFields& f) { return RemoveKey{f.whole("key")}; }},
      {"show",
       [](ScriptFields& f) {
         return ShowLine{f.required<PlotLine>("line"), f.flag("value", true)};
       }},
      {"handle", setting(&CurvesSettings::handle)},
      {"cursor", [](ScriptFields& f) { return SetCursor{f.number("value")}; }},
      {"play", [](ScriptFields& f) { return SetPlaying{f.flag("value", true)}; }},
      {"curve", setting(&CurvesSettings::curve)},
  };
  return table;
}

}  // namespace

Commands curvesCommandsOf(ScriptFields& fields) {
  const std::string word = fields.text("set");
  const auto maker = curvesMakers().find(word);
  if (maker != curvesMakers().end()) return {maker->second(fields)};
  fields.fail("curves has no \"set\" '" + word + "'");
  return {};
}

namespace {

constexpr std::array<std::string_view, 2> kScriptGraphs{"behind", "gap"};

SetDisplay displayOf(ScriptFields& f) {
  SetDisplay command{.row = f.whole("row"), .display = changeOf<DisplayRate>(f).settings};
  (void)f.number("framesPerSecond");  // must be there
  return command;
}

SetTiming displaysOf(ScriptFields& f) {
  std::vector<TimingRowSettings> rows;
  for (const Json& row : f.list("value")) {
    const std::string at = "value[" + std::to_string(rows.size()) + "]";
    if (!row.is_object()) return f.fail("\"" + at + "\" is not an object: " + quoted(row)), SetTiming{};
    ScriptFields inner(row, f.model());
    rows.push_back(changeOf<TimingRowSettings>(inner).settings);
    (void)inner.number("framesPerSecond");
    inner.failOnUnknown();
    if (!inner.error().empty()) f.fail(at + ": " + inner.error());
  }
  return {&TimingSettings::rows, std::move(rows)};
}

/// A field by its own word, with the value in "value".
template <class Value>
auto setting(Value TimingSettings::*member) {
  return wordFor<SetTiming, TimingCommand>(member);
}

using TimingMaker = std::function<TimingCommand(ScriptFields&)>;

const std::map<std::string, TimingMaker, std::less<>>& timingMakers() {
  static const std::map<std::string, TimingMaker, std::less<>> table = {
      {"stepsPerSecond", setting(&TimingSettings::stepsPerSecond)},
      {"unitsPerSecond", setting(&TimingSettings::unitsPerSecond)},
      {"mostSteps", setting(&TimingSettings::maxSteps)},
      {"edges", setting(&TimingSettings::edges)},
      {"hitches",
       [](ScriptFields& f) {
         return SetTiming{&TimingSettings::hitches,
                          Hitches{.seconds = f.number("seconds"), .every = f.number("every")}};
       }},
      {"display", displayOf},
      {"displays", displaysOf},
      {"preset", [](ScriptFields& f) { return UseTimingPreset{f.required<TimingPreset>("value")}; }},
      {"seed", setting(&TimingSettings::seed)},
      {"restart", [](ScriptFields&) { return RestartTiming{}; }},
      {"pause", [](ScriptFields& f) { return SetTimingPaused{f.flag("value", true)}; }},
      {"speed", setting(&TimingSettings::speed)},
      {"interpolation", setting(&TimingSettings::interpolates)},
      {"show",
       [](ScriptFields& f) {
         return ShowRow{f.whole("row"), f.flag("value", true)};
       }},
      {"graph",
       [](ScriptFields& f) {
         f.needs("value");
         const auto graph = f.word("value", kScriptGraphs).value_or(0);
         return SetTiming{&TimingSettings::graph, static_cast<TimingGraph>(graph)};
       }},
      {"character", setting(&TimingSettings::showsCharacter)},
  };
  return table;
}

}  // namespace

Commands timingCommandsOf(ScriptFields& fields) {
  const std::string word = fields.text("set");
  const auto maker = timingMakers().find(word);
  if (maker != timingMakers().end()) return {maker->second(fields)};
  std::string known;
  for (const auto& [name, unused] : timingMakers()) known += (known.empty() ? "" : ", ") + name;
  fields.fail("\"set\" is none of " + known + ": '" + word + "'");
  return {};
}

}  // namespace app
