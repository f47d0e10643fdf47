#include "app/format/shape_text.h"

#include <cmath>
#include <functional>
#include <map>
#include <string>

namespace app {
namespace {

constexpr const char* kValue = "value";

template <class Value, std::size_t count>
Value wordOr(ScriptFields& f, const char* name, const std::array<std::string_view, count>& words, Value fallback) {
  const auto read = f.word(name, words);
  return read ? static_cast<Value>(*read) : fallback;
}

/// The same for a member that is required.
template <class Value, std::size_t count>
Value wordOf(ScriptFields& f, const char* name, const std::array<std::string_view, count>& words) {
  if (!f.has(name)) (void)f.text(name);
  return wordOr(f, name, words, Value{});
}

int whole(ScriptFields& f, const char* name) {
  const double value = f.number(name);
  if (std::abs(value) < 1e9 && value == std::floor(value)) return static_cast<int>(value);
  f.fail("\"" + std::string(name) + "\" is not a whole number");
  return 0;
}

Commands movePoint(ScriptFields& f) {
  const int shape = whole(f, "shape"), point = whole(f, "point");
  return {shapes::MovePoint{.shape = shape, .point = point, .to = {f.number("x"), f.number("y")}}};
}

using Maker = std::function<Commands(ScriptFields&)>;

const std::map<std::string, Maker, std::less<>>& makers() {
  using namespace shapes;
  static const std::map<std::string, Maker, std::less<>> table = {
      {"file", [](ScriptFields& f) { return Commands{RequestShapes{f.text(kValue)}}; }},
      {"pair",
       [](ScriptFields& f) {
         return Commands{UsePresetPair{wordOf<ShapePreset>(f, "from", kShapePresetNames),
                                       wordOf<ShapePreset>(f, "to", kShapePresetNames)}};
       }},
      {"add",
       [](ScriptFields& f) { return Commands{AddKey{.preset = wordOf<ShapePreset>(f, kValue, kShapePresetNames)}}; }},
      {"point",
       [](ScriptFields& f) {
         return Commands{AddPoint{{f.number("x"), f.number("y")}}};
       }},
      {"finish", [](ScriptFields& f) { return Commands{FinishShape{f.flag("closed", true)}}; }},
      {"move", movePoint},
      {"clear", [](ScriptFields&) { return Commands{ClearCanvas{}}; }},
      {"algorithm",
       [](ScriptFields& f) {
         return Commands{SetAlgorithm{wordOf<crossfade::MorphKind>(f, kValue, kMorphNames),
                                      wordOr(f, "closing", kClosingNames, crossfade::ClosingError::Spread)}};
       }},
      {"sideBySide", [](ScriptFields& f) { return Commands{SetSideBySide{f.flag(kValue, true)}}; }},
      {"mode", [](ScriptFields& f) { return Commands{SetMode{wordOf<ShapeMode>(f, kValue, kShapeModeNames)}}; }},
      {"inBetweens", [](ScriptFields& f) { return Commands{SetInBetweens{whole(f, kValue)}}; }},
      {"fps", [](ScriptFields& f) { return Commands{SetFps{f.number(kValue)}}; }},
      {"ending",
       [](ScriptFields& f) { return Commands{SetEnding{wordOf<ShapeEnding>(f, kValue, kShapeEndingNames)}}; }},
      {"easing", [](ScriptFields& f) { return Commands{SetEasing{f.curve(kValue)}}; }},
      {"look",
       [](ScriptFields& f) {
         return Commands{SetLook{{f.flag("fills", true), f.flag("outlines", true), f.flag("onionSkin", true)}}};
       }},
      {"hold",
       [](ScriptFields& f) { return Commands{SetHold{.shape = whole(f, "shape"), .seconds = f.number(kValue)}}; }},
      {"morph",
       [](ScriptFields& f) {
         return Commands{SetMorphSeconds{.shape = whole(f, "shape"), .seconds = f.number(kValue)}};
       }},
      {"playing", [](ScriptFields& f) { return Commands{SetPlaying{f.flag(kValue, true)}}; }},
      {"time", [](ScriptFields& f) { return Commands{SetTime{f.number(kValue)}}; }},
  };
  return table;
}

}  // namespace

Commands shapeCommandsOf(ScriptFields& fields) {
  const std::string word = fields.text("set");
  const auto maker = makers().find(word);
  if (maker != makers().end()) return maker->second(fields);
  if (!word.empty()) fields.fail("shapes has no \"set\" '" + word + "'");
  return {};
}

}  // namespace app
