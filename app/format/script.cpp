#include "app/format/script.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "app/fields/engine_words.h"
#include "app/format/character_text.h"
#include "app/format/curve_json.h"
#include "app/format/field_json.h"
#include "app/format/json_text.h"
#include "app/format/model_words.h"
#include "app/format/script_fields.h"
#include "app/format/sequence_text.h"
#include "app/format/shape_json.h"
#include "app/format/workspace_text.h"
#include "app/model/json/event_json.h"
#include "app/model/json/json_tree.h"
#include "app/session/command.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

// The script commands: what each word after "do" means.

// Script commands of the shapes workspace.

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

/// Reads entries like {"do": "shapes", "set": "algorithm", "value": "clockwise"}; docs/scripts.md lists every "set". A
/// file becomes RequestShapes.
Commands shapeCommandsOf(ScriptFields& fields) {
  const std::string word = fields.text("set");
  const auto maker = shapeMakers().find(word);
  if (maker != shapeMakers().end()) return maker->second(fields);
  fields.fail("shapes has no \"set\" '" + word + "'");
  return {};
}

using Json = nlohmann::json;

/// The exact initial state of a script saved from the timeline.
Commands stateOf(ScriptFields& f) {
  RestoreState command;
  for (const Json& value : f.list("values")) {
    if (!value.is_number() && !value.is_null()) return f.fail("a value is not a number: " + quoted(value)), Commands{};
    command.state.values.push_back(value.is_null() ? std::numeric_limits<double>::infinity() : value.get<double>());
  }
  if (f.has("curves"))
    for (const Json& curve : f.list("curves")) {
      auto read = curveFromJson(curve);
      if (!read) return f.fail("\"curves\": " + read.error().message), Commands{};
      command.state.curves.push_back(*std::move(read));
    }
  if (f.has("masks"))
    for (const Json& weights : f.list("masks")) {
      std::vector<float>& mask = command.state.masks.emplace_back();
      if (!weights.is_array()) return f.fail("a mask is not a list: " + quoted(weights)), Commands{};
      for (const Json& weight : weights) mask.push_back(weight.is_number() ? weight.get<float>() : -1);
    }
  return {std::move(command)};
}

Commands enter(ScriptFields& f) { return {EnterClip{.fade = {.clip = f.source(), .how = fadeChoiceOf(f)}}}; }

Commands crossFade(ScriptFields& f) { return {SetFadeSettings{fadeSettingsOf(f)}, StartFade{}}; }

Commands startFade(ScriptFields& f) { return {StartFade{.how = fadeChoiceOf(f), .usesSet = f.flag("set", false)}}; }

Commands fadeTo(ScriptFields& f) {
  FadeTo command{.clip = f.source(),
                 .how = fadeChoiceOf(f),
                 .usesSet = f.flag("set", true),
                 .secondsAreDefault = !f.has("seconds")};
  if (!command.how.seconds) command.how.seconds = FadeSettings().seconds;
  return {std::move(command)};
}

/// A clip, a blend space, or neither: every one.
int endOf(ScriptFields& f, const char* clip, const char* space) {
  if (f.has(clip) && f.has(space)) f.fail("has both \"" + std::string(clip) + "\" and \"" + space + "\"");
  return f.has(space) ? blendSpaceNumber(f.text(space)) : f.has(clip) ? f.clip(clip) : -1;
}

/// A cell, row, column or, without clips and spaces, the whole set.
CellIndex cellOf(ScriptFields& f) { return {endOf(f, "from", "fromSpace"), endOf(f, "to", "toSpace")}; }

Commands transition(ScriptFields& f) {
  const auto change = changeOf<FadeChoice>(f);
  if (change.fields == 0) f.fail("sets nothing");
  return {SetTransitionCell{.cells = {cellOf(f)}, .settings = change.settings}};
}

Commands clearTransition(ScriptFields& f) {
  return {ClearTransitionCell{.cells = {cellOf(f)}, .fields = fieldNamed<FadeChoice>(f, "field").value_or(kAllFields)}};
}

Commands markersOf(ScriptFields& f) {
  SetMarkers command{.clip = f.clip(), .markers = {}};
  for (const auto& [name, time] : f.numbers("points")) command.markers.push_back({.name = name, .time = time});
  return {std::move(command)};
}

Commands clipEventsOf(ScriptFields& f) {
  SetClipEvents command{.clip = f.clip(), .events = std::nullopt};
  const nlohmann::json* const list = f.find("events");
  if (!list || command.clip < 0) return {std::move(command)};
  const double duration = f.model().clips[static_cast<std::size_t>(command.clip)].duration();
  const ReadClipEvents read = clipEventsFromJson(*list, duration);
  if (!read.faults.empty()) f.fail("\"events\": " + read.faults.front());
  command.events.emplace(read.events.events().begin(), read.events.events().end());
  return {std::move(command)};
}

Commands clockOf(ScriptFields& f) {
  SetClock command{.kind = f.required<crossfade::ClockKind>("kind")};
  if (f.has("stepsPerSecond")) command.stepsPerSecond = f.number("stepsPerSecond");
  return {command};
}

Commands selectOf(ScriptFields& f) {
  const auto joint = f.joint("joint");
  if (!joint) f.fail("\"joint\" is missing");
  return {SelectJoint{joint.value_or(-1)}};
}

Commands traceOf(ScriptFields& f) {
  const auto joint = f.joint("joint");
  if (joint.value_or(-1) < 0) f.fail("\"joint\" is missing");
  return {TraceJoint{joint.value_or(0), f.flag("value", true)}};
}

/// For every morph target of that name; without "value" the animation controls it again.
Commands morphOf(ScriptFields& f) {
  Commands commands;
  const std::optional<double> weight = f.optional<double>("value");
  if (f.has("index")) return {HoldMorph{static_cast<int>(std::clamp(f.number("index"), -1.0, 1e6)), weight}};
  const std::string name = f.text("target");
  for (const MeshInstance& instance : f.model().instances) {
    const auto& names = f.model().meshes[static_cast<std::size_t>(instance.mesh)].morphTargetNames;
    for (int i = 0; i < instance.morphCount; ++i)
      if (names[static_cast<std::size_t>(i)] == name) commands.push_back(HoldMorph{instance.morphOffset + i, weight});
  }
  if (commands.empty()) f.fail("there is no morph target '" + name + "'");
  return commands;
}

Commands blendSpaceOf(ScriptFields& f) {
  SetBlendSpace command{.space = changeOf<BlendSpaceSettings>(f).settings};
  command.space.name = f.text("name");
  return {std::move(command)};
}

Commands blendPointOf(ScriptFields& f) {
  const int space = blendSpaceNumber(f.text("space"));
  const double x = f.number("x");
  return {MoveBlendPoint{.space = space, .x = x, .y = f.number("y", 0), .seconds = f.number("seconds", 0)}};
}

Commands travelOf(ScriptFields& f) { return {SetTravel{f.required<TravelMode>("mode")}}; }

Commands rootOf(ScriptFields& f) { return {SetRoot{f.clip(), changeOf<RootSettings>(f).settings}}; }

Commands crowdOf(ScriptFields& f) {
  Commands commands;
  if (const auto change = fieldCommandOf<SetCrowd>(f); change.fields != 0) commands.push_back(change);
  if (f.has("paused")) commands.push_back(SetCrowdPaused{f.flag("paused", false)});
  if (f.has("sweep")) commands.push_back(SweepCrowd{f.flag("sweep", true)});
  return commands;
}

Commands sceneOf(ScriptFields& f) { return {ShowScene{f.required<SceneKind>("scene")}}; }

/// Without "name": the default materials.
Commands variantCommandOf(ScriptFields& f) {
  if (!f.has("name")) return {ShowVariant{}};
  const auto variant = findVariant(f.model(), f.text("name"));
  if (!variant) f.fail(variant.error().message);
  return {ShowVariant{variant ? *variant : -1}};
}

Commands cameraCommandOf(ScriptFields& f) {
  if (!f.has("name")) return {LookThrough{}};
  const auto camera = findCamera(f.model(), f.text("name"));
  if (!camera) f.fail(camera.error().message);
  return {LookThrough{camera ? *camera : -1}};
}

Commands lightsOf(ScriptFields& f) { return {SetLights{f.required<LightSource>("source")}}; }

Commands turnOf(ScriptFields& f) {
  constexpr std::array<std::string_view, 3> kAxes{"x", "y", "z"};
  if (!f.has("axis")) (void)f.text("axis");  // it is missing
  return {TurnModel{f.word("axis", kAxes).value_or(0), f.number("degrees", 90)}};
}

Commands expressionOf(ScriptFields& f) {
  const auto expression = findExpression(f.model(), f.text("name"));
  if (!expression) f.fail(expression.error().message);
  return {HoldExpression{expression ? *expression : 0, f.optional<double>("value")}};
}

template <class Command>
Commands plain(ScriptFields&) {
  return {Command{}};
}
template <class Command>
Commands ofClip(ScriptFields& f) {
  return {Command{f.clip()}};
}
/// A command of a clip and a number, which must be there if nothing is usual.
template <class Command>
auto ofClipWith(const char* number, std::optional<double> usual = std::nullopt) {
  return [=](ScriptFields& f) -> Commands {
    const int clip = f.clip();
    return {Command{clip, usual ? f.number(number, *usual) : f.number(number)}};
  };
}

using Maker = std::function<Commands(ScriptFields&)>;

const std::map<std::string, Maker, std::less<>>& makers() {
  static const std::map<std::string, Maker, std::less<>> table = {
      {"play", ofClip<PlayClip>},
      {"stop", ofClip<StopClip>},
      {"stopAll", plain<StopAll>},
      {"time",
       [](ScriptFields& f) {
         return Commands{SetClipTime{f.source(), f.number("value")}};
       }},
      {"startAt", ofClipWith<StartAt>("time")},
      {"fadeIn", ofClipWith<FadeIn>("seconds", 0.3)},
      {"fadeOut", ofClipWith<FadeOut>("seconds", 0.3)},
      {"stopFading", ofClip<StopFading>},
      {"halt", ofClipWith<Halt>("seconds", 0.5)},
      {"carryOver", [](ScriptFields& f) { return Commands{CarryOver{f.number("seconds", 0.2)}}; }},
      {"duration", ofClipWith<SetClipDuration>("value")},
      {"syncWith",
       [](ScriptFields& f) {
         return Commands{SyncClip{f.clip(), f.clip("with")}};
       }},
      {"warp",
       [](ScriptFields& f) {
         return Commands{WarpClip{f.clip(), f.optional<double>("from"), f.number("to"), f.number("seconds", 0.5)}};
       }},
      {"stopWarping", ofClip<StopWarping>},
      {"fadeTo", fadeTo},
      {"transition", transition},
      {"clearTransition", clearTransition},
      {"clearTransitions", plain<ClearTransitions>},
      {"fadeCurve",
       [](ScriptFields& f) { return Commands{SetFadeCurve{f.required<crossfade::AnimationCurve>("curve")}}; }},
      {"markers", markersOf},
      {"events", clipEventsOf},
      {"crossFade", crossFade},
      {"fadeSettings", [](ScriptFields& f) { return Commands{SetFadeSettings{fadeSettingsOf(f, true)}}; }},
      {"adjustFade",
       [](ScriptFields& f) { return Commands{AdjustFade{changeOf<FadeChoice>(f, kAdjustableFields).settings}}; }},
      {"fade", startFade},
      {"enter", enter},
      {"state", stateOf},
      {"replay", replayOf},
      {"queue", queueOf},
      {"compare", compareOf},
      {"stopSequence", plain<StopSequence>},
      {"classicCrossFade",
       [](ScriptFields& f) {
         return Commands{
             ClassicCrossFade{f.clip("from"), f.clip("to"), f.number("seconds", 0.4), f.flag("warp", false)}};
       }},
      {"pause", [](ScriptFields&) { return Commands{SetPaused{true}}; }},
      {"resume", [](ScriptFields&) { return Commands{SetPaused{false}}; }},
      {"speed", [](ScriptFields& f) { return Commands{SetSpeed{f.number("value")}}; }},
      {"clock", clockOf},
      {"retarget", retargetOf},
      {"addLayer", addLayerOf},
      {"setLayer", setLayerOf},
      {"removeLayer", removeLayerOf},
      {"moveLayer", moveLayerOf},
      {"baseLayer", baseLayerOf},
      {"mask", maskCommandOf},
      {"renameMask", renameMaskOf},
      {"removeMask", [](ScriptFields& f) { return Commands{RemoveMask{f.text("name")}}; }},
      {"blendSpace", blendSpaceOf},
      {"layOutBlendSpace", [](ScriptFields& f) { return Commands{LayOutBlendSpace{f.text("name")}}; }},
      {"removeBlendSpace", [](ScriptFields& f) { return Commands{RemoveBlendSpace{f.text("name")}}; }},
      {"renameBlendSpace",
       [](ScriptFields& f) {
         return Commands{RenameBlendSpace{f.text("name"), f.text("to")}};
       }},
      {"blendPoint", blendPointOf},
      {"travel", travelOf},
      {"footLock", [](ScriptFields& f) { return Commands{SetFootLock{f.flag("value", true)}}; }},
      {"markersFromFeet",
       [](ScriptFields& f) {
         return Commands{MarkersFromFeet{f.clip(), f.flag("ups", false)}};
       }},
      {"root", rootOf},
      {"moment", [](ScriptFields& f) { return Commands{ShowMoment{f.number("time")}}; }},
      {"live", plain<ReturnToLive>},
      {"step", [](ScriptFields& f) { return Commands{Step{f.number("seconds", 1.0 / 60)}}; }},
      {"orbit",
       [](ScriptFields& f) {
         return Commands{OrbitCamera{static_cast<float>(f.number("yaw", 0)), static_cast<float>(f.number("pitch", 0))}};
       }},
      {"dolly", [](ScriptFields& f) { return Commands{DollyCamera{static_cast<float>(f.number("factor"))}}; }},
      {"frame", plain<FrameCamera>},
      {"view", [](ScriptFields& f) { return Commands{fieldCommandOf<SetViewOptions>(f)}; }},
      {"variant", variantCommandOf},
      {"camera", cameraCommandOf},
      {"lights", lightsOf},
      {"turn", turnOf},
      {"expression", expressionOf},
      {"select", selectOf},
      {"trace", traceOf},
      {"morph", morphOf},
      {"crowd", crowdOf},
      {"scene", sceneOf},
      {"undo", [](ScriptFields& f) { return f.flag("camera", false) ? Commands{UndoCamera{}} : Commands{Undo{}}; }},
      {"redo", [](ScriptFields& f) { return f.flag("camera", false) ? Commands{RedoCamera{}} : Commands{Redo{}}; }},
      {"shapes", shapeCommandsOf},
      {"curves", curvesCommandsOf},
      {"timing", timingCommandsOf},
  };
  return table;
}

/// Reads what the command needs from `fields`, which record errors. nullopt: there is no such word.
std::optional<Commands> scriptCommands(std::string_view word, ScriptFields& fields) {
  if (const auto change = clipCommandOf(word, fields)) return Commands{*change};
  const auto maker = makers().find(word);
  if (maker == makers().end()) return std::nullopt;
  return maker->second(fields);
}

using crossfade::Error;
using crossfade::Result;

Result<void> addCommands(const Json& entry, const Model& model, const std::string& location, Script& script) {
  ScriptFields fields(entry, model);
  const double at = fields.number("at");
  const std::string word = fields.text("do");
  if (!fields.error().empty()) return Error{fields.error()};
  if (!(at >= 0)) return Error{"\"at\" is before the start: " + crossfade::formatNumber(at)};
  std::optional<Commands> commands = scriptCommands(word, fields);
  if (!commands) return Error{"there is no command '" + word + "'"};
  fields.failOnUnknown();
  for (Command& command : *commands) script.push_back({.at = at, .command = std::move(command), .location = location});
  if (!fields.error().empty()) return Error{fields.error()};
  return {};
}

}  // namespace

Script fromNothing(Script script) {
  Script whole;
  for (Command& command : Commands{StopSequence{}, SetComparison{}, SetLayers{}, StopAll{}, SetPaused{false}})
    whole.push_back({.at = 0, .command = std::move(command)});
  std::move(script.begin(), script.end(), std::back_inserter(whole));
  return whole;
}

Result<Script> parseScript(std::string_view json, const Model& model) {
  JsonTree<> tree;
  if (tooDeepAt(json) != json.npos || readJson(json, tree)) return Error{"is not valid JSON, or nested too deeply"};
  const Json& document = tree;
  if (!document.is_object() || !document.contains("commands") || !document["commands"].is_array())
    return Error{"has no list \"commands\""};
  Script script;
  for (std::size_t i = 0; i < document["commands"].size(); ++i) {
    const std::string location = "command " + std::to_string(i);
    if (auto added = addCommands(document["commands"][i], model, location, script); !added)
      return Error{location + ": " + added.error().message};
  }
  std::stable_sort(script.begin(), script.end(),
                   [](const TimedCommand& a, const TimedCommand& b) { return a.at < b.at; });
  return script;
}

Script demoScript(const Model& model, double seconds, double fadeSeconds) {
  constexpr double kStay = 1.6;  // seconds between fades, enough to see the clip itself
  std::vector<int> moving;
  for (int i = 0; i < static_cast<int>(model.clips.size()); ++i)
    if (model.clips[static_cast<std::size_t>(i)].duration() > 0) moving.push_back(i);
  Script script;
  if (moving.empty()) return script;
  script.push_back({.at = 0, .command = StopAll{}});
  script.push_back({.at = 0, .command = PlayClip{moving.front()}});
  std::size_t next = 0;
  for (double at = kStay; at < seconds && moving.size() > 1; at += kStay) {
    next = (next + 1) % moving.size();
    script.push_back({.at = at, .command = FadeTo{moving[next], {.seconds = fadeSeconds}}});
  }
  return script;
}

Result<void> ScriptPlayer::advanceTo(double time, Session& session, FrameProfiler& profiler) {
  constexpr double kSameTime = 1e-9;  // seconds
  for (; next_ < script_.size() && script_[next_].at <= time; ++next_) {
    const TimedCommand& due = script_[next_];
    if (due.at > time_ + kSameTime &&
        session.clock().settings.kind != crossfade::ClockKind::FrameBased) {  // a split frame would count twice
      session.advance(due.at - time_, profiler);
      time_ = due.at;
    }
    if (auto applied = session.apply(due.command); !applied)
      return Error{(due.location.empty() ? "at " + crossfade::formatNumber(due.at, 3) + " s" : due.location) + ": " +
                   applied.error().message};
  }
  session.advance(std::max(0.0, time - time_), profiler);
  time_ = std::max(time_, time);
  return {};
}

}  // namespace app
