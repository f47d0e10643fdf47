#include "app/format/workspace_text.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "app/format/field_json.h"
#include "app/format/json_text.h"

namespace app {
namespace {

using Json = nlohmann::json;

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

constexpr std::array<std::string_view, 2> kScriptGraphs{"behind", "gap"};

Commands displayOf(ScriptFields& f) {
  SetDisplay command{.row = f.whole("row"), .display = changeOf<DisplayRate>(f).settings};
  (void)f.number("framesPerSecond");  // must be there
  return {command};
}

Commands displaysOf(ScriptFields& f) {
  std::vector<TimingRowSettings> rows;
  for (const Json& row : f.list("value")) {
    const std::string at = "value[" + std::to_string(rows.size()) + "]";
    if (!row.is_object()) return f.fail("\"" + at + "\" is not an object: " + quoted(row)), Commands{};
    ScriptFields inner(row, f.model());
    rows.push_back(changeOf<TimingRowSettings>(inner).settings);
    (void)inner.number("framesPerSecond");
    inner.failOnUnknown();
    if (!inner.error().empty()) f.fail(at + ": " + inner.error());
  }
  return {SetTiming{&TimingSettings::rows, std::move(rows)}};
}

Commands graphOf(ScriptFields& f) {
  f.needs("value");
  const auto graph = f.word("value", kScriptGraphs).value_or(0);
  return {SetTiming{&TimingSettings::graph, static_cast<TimingGraph>(graph)}};
}

Commands hitchesOf(ScriptFields& f) {
  const Hitches hitches{.seconds = f.number("seconds"), .every = f.number("every")};
  return {SetTiming{&TimingSettings::hitches, hitches}};
}

}  // namespace

Commands curvesCommandsOf(ScriptFields& fields) {
  using namespace curves;
  using namespace words;
  static const ScriptWords known = {
      {"picture", wordFor<SetCurves>(&CurvesSettings::picture)},
      {"keys",
       [](ScriptFields& f) {
         return Commands{SetCurves{&CurvesSettings::keys, keysOf(f)}};
       }},
      {"example",
       [](ScriptFields&) {
         return Commands{SetCurves{&CurvesSettings::keys, lessonKeys()}};
       }},
      {"move", word<MoveKey>(whole("key"), number("x"), number("y"))},
      {"slope", word<SetSlope>(whole("key"), number("value"))},
      {"add", word<AddKey>(number("x"), number("y"))},
      {"remove", word<RemoveKey>(whole("key"))},
      {"show", word<ShowLine>(value<PlotLine>("line"), flag("value"))},
      {"handle", wordFor<SetCurves>(&CurvesSettings::handle)},
      {"cursor", word<SetCursor>(number("value"))},
      {"play", word<SetPlaying>(flag("value"))},
      {"curve", wordFor<SetCurves>(&CurvesSettings::curve)},
  };
  return commandsOfSet(fields, known);
}

Commands timingCommandsOf(ScriptFields& fields) {
  using namespace words;
  static const ScriptWords known = {
      {"stepsPerSecond", wordFor<SetTiming>(&TimingSettings::stepsPerSecond)},
      {"unitsPerSecond", wordFor<SetTiming>(&TimingSettings::unitsPerSecond)},
      {"mostSteps", wordFor<SetTiming>(&TimingSettings::maxSteps)},
      {"edges", wordFor<SetTiming>(&TimingSettings::edges)},
      {"hitches", hitchesOf},
      {"display", displayOf},
      {"displays", displaysOf},
      {"preset", word<UseTimingPreset>(value<TimingPreset>())},
      {"seed", wordFor<SetTiming>(&TimingSettings::seed)},
      {"restart", word<RestartTiming>()},
      {"pause", word<SetTimingPaused>(flag("value"))},
      {"speed", wordFor<SetTiming>(&TimingSettings::speed)},
      {"interpolation", wordFor<SetTiming>(&TimingSettings::interpolates)},
      {"show", word<ShowRow>(whole("row"), flag("value"))},
      {"graph", graphOf},
      {"character", wordFor<SetTiming>(&TimingSettings::showsCharacter)},
  };
  return commandsOfSet(fields, known);
}

}  // namespace app
