#include "app/format/curves_text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>

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

}  // namespace app
