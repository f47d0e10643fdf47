#include "app/format/shape_text.h"

#include <functional>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "app/format/field_json.h"
#include "app/format/shape_json.h"

namespace app {
namespace {

constexpr const char* kValue = "value";

glm::dvec2 positionOf(ScriptFields& f) {
  const double x = f.number("x");
  return {x, f.number("y")};
}

/// Without "shape" it is the drawing.
int shapeOrDrawing(ScriptFields& f) { return f.has("shape") ? f.whole("shape") : shapes::kDrawing; }

Commands movePoint(ScriptFields& f) {
  const int shape = shapeOrDrawing(f), point = f.whole("point");
  return {shapes::MovePoint{.shape = shape, .point = point, .to = positionOf(f)}};
}

Commands insertPoint(ScriptFields& f) {
  const int shape = shapeOrDrawing(f), before = f.whole("before");
  return {shapes::InsertPoint{.shape = shape, .before = before, .at = positionOf(f)}};
}

Commands deletePoint(ScriptFields& f) {
  const int shape = shapeOrDrawing(f);
  return {shapes::DeletePoint{.shape = shape, .point = f.whole("point")}};
}

Commands addPreset(ScriptFields& f) {
  shapes::AddKey command{.preset = f.required<ShapePreset>(kValue)};
  if (f.has("x") || f.has("y")) command.center = positionOf(f);
  return {command};
}

/// Key shapes as in a shapes file.
Commands importShapes(ScriptFields& f) {
  nlohmann::json list = nlohmann::json::array();
  for (const nlohmann::json& shape : f.list(kValue)) list.push_back(shape);
  auto read = parseShapes(nlohmann::json{{"shapes", std::move(list)}}.dump());
  if (!read) return f.fail("\"value\": " + read.error().message), Commands{};
  return {shapes::ImportShapes{.keys = std::move(read->keys), .append = f.flag("append", false)}};
}

Commands correspondenceCommandOf(ScriptFields& f) {
  constexpr std::array<std::string_view, 2> kWords{"automatic", "drawn"};
  PairCorrespondence pair = kAsDrawn;
  if (const auto word = f.word(kValue, kWords)) {
    pair.automatic = *word == 0;
  } else {
    if (!f.has("rotation") && !f.has("reversed")) f.fail("\"value\" or \"rotation\" is missing");
    if (f.has("rotation")) pair.rotation = f.whole("rotation");
    pair.reversed = f.flag("reversed", false);
  }
  return {shapes::SetCorrespondence{.shape = f.whole("shape"), .toNext = pair}};
}

Commands lessonOf(ScriptFields& f) {
  Commands commands;
  commands.emplace_back(
      shapes::UseLesson{f.has("inBetweens") ? f.whole("inBetweens") : shapes::UseLesson().inBetweens});
  if (f.has("mode")) commands.emplace_back(SetShapes{&ShapeSettings::mode, f.required<ShapeMode>("mode")});
  return commands;
}

Commands algorithmOf(ScriptFields& f) {
  const auto kind = f.required<crossfade::MorphKind>(kValue);
  const auto closing = f.optional<ShapeClosing>("closing").value_or(ShapeClosing::Spread);
  return {SetShapes{{.kind = kind, .closing = closing}, bitOf(&ShapeSettings::kind) | bitOf(&ShapeSettings::closing)}};
}

template <class Value>
auto setting(Value ShapeSettings::*member) {
  return wordFor<SetShapes, Commands>(member);
}

using ShapeMaker = std::function<Commands(ScriptFields&)>;

const std::map<std::string, ShapeMaker, std::less<>>& shapeMakers() {
  using namespace shapes;
  static const std::map<std::string, ShapeMaker, std::less<>> table = {
      {"file", [](ScriptFields& f) { return Commands{RequestShapes{f.text(kValue)}}; }},
      {"pair",
       [](ScriptFields& f) {
         return Commands{UsePresetPair{f.required<ShapePreset>("from"), f.required<ShapePreset>("to")}};
       }},
      {"shapes", importShapes},
      {"add", addPreset},
      {"remove", [](ScriptFields& f) { return Commands{RemoveKey{f.whole("shape")}}; }},
      {"reorder", [](ScriptFields& f) { return Commands{MoveKey{.shape = f.whole("shape"), .to = f.whole("to")}}; }},
      {"reverse", [](ScriptFields&) { return Commands{ReverseKeys{}}; }},
      {"correspondence", correspondenceCommandOf},
      {"point", [](ScriptFields& f) { return Commands{AddPoint{positionOf(f)}}; }},
      {"finish", [](ScriptFields& f) { return Commands{FinishShape{f.flag("closed", true)}}; }},
      {"move", movePoint},
      {"insert", insertPoint},
      {"delete", deletePoint},
      {"closed",
       [](ScriptFields& f) { return Commands{SetClosed{.shape = f.whole("shape"), .closed = f.flag(kValue, true)}}; }},
      {"clearPoints", [](ScriptFields&) { return Commands{ClearPoints{}}; }},
      {"clear", [](ScriptFields&) { return Commands{ClearCanvas{}}; }},
      {"algorithm", algorithmOf},
      {"sideBySide", setting(&ShapeSettings::sideBySide)},
      {"mode", setting(&ShapeSettings::mode)},
      {"pace", setting(&ShapeSettings::pace)},
      {"lesson", lessonOf},
      {"inBetweens", setting(&ShapeSettings::inBetweens)},
      {"fps", setting(&ShapeSettings::fps)},
      {"ending", setting(&ShapeSettings::ending)},
      {"easing", setting(&ShapeSettings::easing)},
      {"look",
       [](ScriptFields& f) {
         return Commands{SetShapes{&ShapeSettings::look, changeOf<ShapeLook>(f).settings}};
       }},
      {"hold",
       [](ScriptFields& f) { return Commands{SetHold{.shape = f.whole("shape"), .seconds = f.number(kValue)}}; }},
      {"morph",
       [](ScriptFields& f) {
         return Commands{SetMorphSeconds{.shape = f.whole("shape"), .seconds = f.number(kValue)}};
       }},
      {"playing", [](ScriptFields& f) { return Commands{SetPlaying{f.flag(kValue, true)}}; }},
      {"time", [](ScriptFields& f) { return Commands{SetTime{f.number(kValue)}}; }},
  };
  return table;
}

}  // namespace

Commands shapeCommandsOf(ScriptFields& fields) {
  const std::string word = fields.text("set");
  const auto maker = shapeMakers().find(word);
  if (maker != shapeMakers().end()) return maker->second(fields);
  fields.fail("shapes has no \"set\" '" + word + "'");
  return {};
}

}  // namespace app
