#include "app/format/script.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include <nlohmann/json.hpp>

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
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;

// The script commands: what each word after "do" means.

// Script commands of the shapes workspace.

constexpr const char* kValue = "value";

glm::dvec2 positionOf(ScriptFields& f) {
  const double x = f.number("x");
  return {x, f.number("y")};
}

/// Without "shape" it is the drawing.
int shapeOrDrawing(ScriptFields& f) { return f.has("shape") ? f.whole("shape") : shapes::kDrawing; }

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

Commands lookOf(ScriptFields& f) { return {SetShapes{&ShapeSettings::look, changeOf<ShapeLook>(f).settings}}; }

/// Reads entries like {"do": "shapes", "set": "algorithm", "value": "clockwise"}; docs/scripts.md lists every "set". A
/// file becomes RequestShapes.
Commands shapeCommandsOf(ScriptFields& fields) {
  using namespace shapes;
  using namespace words;
  static const ScriptWords known = {
      {"file", word<RequestShapes>(text(kValue))},
      {"pair", word<UsePresetPair>(value<ShapePreset>("from"), value<ShapePreset>("to"))},
      {"shapes", importShapes},
      {"add", addPreset},
      {"remove", word<RemoveKey>(whole("shape"))},
      {"reorder", word<MoveKey>(whole("shape"), whole("to"))},
      {"reverse", word<ReverseKeys>()},
      {"correspondence", correspondenceCommandOf},
      {"point", word<AddPoint>(positionOf)},
      {"finish", word<FinishShape>(flag("closed"))},
      {"move", word<MovePoint>(shapeOrDrawing, whole("point"), positionOf)},
      {"insert", word<InsertPoint>(shapeOrDrawing, whole("before"), positionOf)},
      {"delete", word<DeletePoint>(shapeOrDrawing, whole("point"))},
      {"closed", word<SetClosed>(whole("shape"), flag(kValue))},
      {"clearPoints", word<ClearPoints>()},
      {"clear", word<ClearCanvas>()},
      {"algorithm", algorithmOf},
      {"sideBySide", wordFor<SetShapes>(&ShapeSettings::sideBySide)},
      {"mode", wordFor<SetShapes>(&ShapeSettings::mode)},
      {"pace", wordFor<SetShapes>(&ShapeSettings::pace)},
      {"lesson", lessonOf},
      {"inBetweens", wordFor<SetShapes>(&ShapeSettings::inBetweens)},
      {"fps", wordFor<SetShapes>(&ShapeSettings::fps)},
      {"ending", wordFor<SetShapes>(&ShapeSettings::ending)},
      {"easing", wordFor<SetShapes>(&ShapeSettings::easing)},
      {"look", lookOf},
      {"hold", word<SetHold>(whole("shape"), number(kValue))},
      {"morph", word<SetMorphSeconds>(whole("shape"), number(kValue))},
      {"playing", word<SetPlaying>(flag(kValue))},
      {"time", word<SetTime>(number(kValue))},
  };
  return commandsOfSet(fields, known);
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

Commands adjustFade(ScriptFields& f) { return {AdjustFade{changeOf<FadeChoice>(f, kAdjustableFields).settings}}; }

auto optionalNumber(const char* name) {
  return [=](ScriptFields& f) { return f.optional<double>(name); };
}

int blendSpace(ScriptFields& f) { return blendSpaceNumber(f.text("space")); }

/// The index of what "name" names in the model. It may be missing where -1 stands for what the model has by itself.
auto named(Result<int> (*find)(const Model&, std::string_view), bool isNeeded) {
  return [=](ScriptFields& f) {
    if (!isNeeded && !f.has("name")) return -1;
    const auto found = find(f.model(), f.text("name"));
    if (!found) f.fail(found.error().message);
    return found ? *found : -1;
  };
}

Commands orbitOf(ScriptFields& f) {
  return {OrbitCamera{static_cast<float>(f.number("yaw", 0)), static_cast<float>(f.number("pitch", 0))}};
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

Commands rootOf(ScriptFields& f) { return {SetRoot{f.clip(), changeOf<RootSettings>(f).settings}}; }

Commands crowdOf(ScriptFields& f) {
  Commands commands;
  if (const auto change = fieldCommandOf<SetCrowd>(f); change.fields != 0) commands.push_back(change);
  if (f.has("paused")) commands.push_back(SetCrowdPaused{f.flag("paused", false)});
  if (f.has("sweep")) commands.push_back(SweepCrowd{f.flag("sweep", true)});
  return commands;
}

Commands turnOf(ScriptFields& f) {
  constexpr std::array<std::string_view, 3> kAxes{"x", "y", "z"};
  if (!f.has("axis")) (void)f.text("axis");  // it is missing
  return {TurnModel{f.word("axis", kAxes).value_or(0), f.number("degrees", 90)}};
}

const ScriptWords& scriptWords() {
  using namespace words;
  static const ScriptWords known = {
      {"play", word<PlayClip>(clip())},
      {"stop", word<StopClip>(clip())},
      {"stopAll", word<StopAll>()},
      {"time", word<SetClipTime>(source, number("value"))},
      {"startAt", word<StartAt>(clip(), number("time"))},
      {"fadeIn", word<FadeIn>(clip(), number("seconds", 0.3))},
      {"fadeOut", word<FadeOut>(clip(), number("seconds", 0.3))},
      {"stopFading", word<StopFading>(clip())},
      {"halt", word<Halt>(clip(), number("seconds", 0.5))},
      {"carryOver", word<CarryOver>(number("seconds", 0.2))},
      {"duration", word<SetClipDuration>(clip(), number("value"))},
      {"syncWith", word<SyncClip>(clip(), clip("with"))},
      {"warp", word<WarpClip>(clip(), optionalNumber("from"), number("to"), number("seconds", 0.5))},
      {"stopWarping", word<StopWarping>(clip())},
      {"fadeTo", fadeTo},
      {"transition", transition},
      {"clearTransition", clearTransition},
      {"clearTransitions", word<ClearTransitions>()},
      {"fadeCurve", word<SetFadeCurve>(value<crossfade::AnimationCurve>("curve"))},
      {"markers", markersOf},
      {"events", clipEventsOf},
      {"crossFade", crossFade},
      {"fadeSettings", [](ScriptFields& f) { return Commands{SetFadeSettings{fadeSettingsOf(f, true)}}; }},
      {"adjustFade", adjustFade},
      {"fade", startFade},
      {"enter", enter},
      {"state", stateOf},
      {"replay", replayOf},
      {"queue", queueOf},
      {"compare", compareOf},
      {"stopSequence", word<StopSequence>()},
      {"classicCrossFade",
       word<ClassicCrossFade>(clip("from"), clip("to"), number("seconds", 0.4), flag("warp", false))},
      {"pause", [](ScriptFields&) { return Commands{SetPaused{true}}; }},
      {"resume", [](ScriptFields&) { return Commands{SetPaused{false}}; }},
      {"speed", word<SetSpeed>(number("value"))},
      {"clock", word<SetClock>(value<crossfade::ClockKind>("kind"), optionalNumber("stepsPerSecond"))},
      {"retarget", retargetOf},
      {"addLayer", addLayerOf},
      {"setLayer", setLayerOf},
      {"removeLayer", word<RemoveLayer>(whole("layer"))},
      {"moveLayer", word<MoveLayer>(whole("layer"), whole("to"))},
      {"baseLayer", word<SetBaseLayer>(flag("muted", false), flag("solo", false))},
      {"mask", maskCommandOf},
      {"renameMask", word<RenameMask>(text("name"), text("to"))},
      {"removeMask", word<RemoveMask>(text("name"))},
      {"blendSpace", blendSpaceOf},
      {"layOutBlendSpace", word<LayOutBlendSpace>(text("name"))},
      {"removeBlendSpace", word<RemoveBlendSpace>(text("name"))},
      {"renameBlendSpace", word<RenameBlendSpace>(text("name"), text("to"))},
      {"blendPoint", word<MoveBlendPoint>(blendSpace, number("x"), number("y", 0), number("seconds", 0))},
      {"travel", word<SetTravel>(value<TravelMode>("mode"))},
      {"footLock", word<SetFootLock>(flag("value"))},
      {"markersFromFeet", word<MarkersFromFeet>(clip(), flag("ups", false))},
      {"root", rootOf},
      {"moment", word<ShowMoment>(number("time"))},
      {"live", word<ReturnToLive>()},
      {"step", word<Step>(number("seconds", 1.0 / 60))},
      {"orbit", orbitOf},
      {"dolly", [](ScriptFields& f) { return Commands{DollyCamera{static_cast<float>(f.number("factor"))}}; }},
      {"frame", word<FrameCamera>()},
      {"view", [](ScriptFields& f) { return Commands{fieldCommandOf<SetViewOptions>(f)}; }},
      {"variant", word<ShowVariant>(named(findVariant, false))},
      {"camera", word<LookThrough>(named(findCamera, false))},
      {"lights", word<SetLights>(value<LightSource>("source"))},
      {"turn", turnOf},
      {"expression", word<HoldExpression>(named(findExpression, true), optionalNumber("value"))},
      {"select", selectOf},
      {"trace", traceOf},
      {"morph", morphOf},
      {"crowd", crowdOf},
      {"scene", word<ShowScene>(value<SceneKind>("scene"))},
      {"undo", [](ScriptFields& f) { return f.flag("camera", false) ? Commands{UndoCamera{}} : Commands{Undo{}}; }},
      {"redo", [](ScriptFields& f) { return f.flag("camera", false) ? Commands{RedoCamera{}} : Commands{Redo{}}; }},
      {"shapes", shapeCommandsOf},
      {"curves", curvesCommandsOf},
      {"timing", timingCommandsOf},
  };
  return known;
}

/// Reads what the command needs from `fields`, which record errors. nullopt: there is no such word.
std::optional<Commands> scriptCommands(std::string_view word, ScriptFields& fields) {
  if (const auto change = clipCommandOf(word, fields)) return Commands{*change};
  const auto known = scriptWords().find(word);
  if (known == scriptWords().end()) return std::nullopt;
  return known->second(fields);
}

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
