#include "app/format/script_commands.h"

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "app/format/command_words.h"
#include "app/format/curve_json.h"
#include "app/format/curves_text.h"
#include "app/format/json_text.h"
#include "app/format/layer_text.h"
#include "app/format/model_words.h"
#include "app/format/project_words.h"
#include "app/format/retarget_text.h"
#include "app/format/sequence_text.h"
#include "app/format/shape_text.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

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

Commands enter(ScriptFields& f) {
  EnterClip command{.fade = {.clip = f.clip(), .seconds = f.optionalNumber("seconds"), .kind = f.kind()}};
  command.fade.sync = f.sync();
  command.fade.maskJoint = f.mask("mask");
  if (f.has("feather")) command.fade.maskFeather = featherOf(f, 0);
  command.fade.layers = f.enumerator<MaskedLayers>("layers", kMaskedLayersNames);
  if (f.has("curve")) command.fade.curve = f.curve("curve");
  command.fade.entry = f.optionalNumber("entry");
  return {std::move(command)};
}

Commands crossFade(ScriptFields& f) { return {SetFadeSettings{fadeSettingsOf(f)}, StartFade{}}; }

Commands fadeTo(ScriptFields& f) {
  FadeTo command{.clip = f.clip(), .seconds = f.number("seconds", 0.4), .kind = f.kind(), .sync = f.sync()};
  command.maskJoint = f.mask("mask");
  if (f.has("feather")) command.maskFeather = featherOf(f, 0);
  command.layers = f.enumerator<MaskedLayers>("layers", kMaskedLayersNames);
  if (f.has("curve")) command.curve = f.curve("curve");
  command.entry = f.optionalNumber("entry");
  command.usesSet = f.flag("set", true);
  command.secondsAreDefault = !f.has("seconds");
  return {std::move(command)};
}

/// A cell, row, column or, without clips, the whole set.
CellIndex cellOf(ScriptFields& f) { return {f.has("from") ? f.clip("from") : -1, f.has("to") ? f.clip("to") : -1}; }

Commands transition(ScriptFields& f) {
  SetTransitionCell command{.cells = {cellOf(f)}, .settings = {}};
  CellSettings& settings = command.settings;
  settings.seconds = f.optionalNumber("seconds");
  settings.kind = f.kind();
  settings.sync = f.sync();
  if (const auto joint = f.mask("mask")) settings.mask = FadeMask{*joint, featherOf(f, FadeMask().feather)};
  if (f.has("curve")) settings.curve = f.curve("curve");
  settings.fromPhase = f.optionalNumber("fromPhase");
  settings.toPhase = f.optionalNumber("toPhase");
  if (settings == CellSettings{}) f.fail("sets nothing");
  return {std::move(command)};
}

Commands clearTransition(ScriptFields& f) {
  constexpr std::array<std::string_view, kCellFields> kNames{"seconds", "kind",      "sync",   "mask",
                                                             "curve",   "fromPhase", "toPhase"};
  return {ClearTransitionCell{.cells = {cellOf(f)}, .field = f.enumerator<CellField>("field", kNames)}};
}

Commands markersOf(ScriptFields& f) {
  SetMarkers command{.clip = f.clip(), .markers = {}};
  for (const auto& [name, time] : f.numbers("points")) command.markers.push_back({.name = name, .time = time});
  return {std::move(command)};
}

Commands clockOf(ScriptFields& f) {
  if (!f.has("kind")) f.fail("\"kind\" is missing");
  SetClock command{
      .kind = f.enumerator<crossfade::ClockKind>("kind", kClockNames).value_or(crossfade::ClockKind::TimeBased)};
  if (f.has("stepsPerSecond")) command.stepsPerSecond = f.number("stepsPerSecond");
  return {command};
}

Commands viewOf(ScriptFields& f) {
  const ViewOptions d;
  const double ghosts = f.number("ghosts", d.ghosts);
  if (ghosts != std::floor(ghosts)) f.fail("\"ghosts\" is not a whole number: " + crossfade::formatNumber(ghosts));
  return {SetViewOptions{{.meshes = f.flag("meshes", d.meshes),
                          .skeleton = f.flag("skeleton", d.skeleton),
                          .bones = f.enumerator<BoneStyle>("bones", project_words::kBones).value_or(d.bones),
                          .jointNames = f.flag("jointNames", d.jointNames),
                          .ghosts = static_cast<int>(std::clamp(ghosts, -1.0, 1e6)),
                          .ghostSeconds = static_cast<float>(f.number("ghostSeconds", d.ghostSeconds)),
                          .grid = f.flag("grid", d.grid),
                          .darkBackground = f.flag("dark", d.darkBackground),
                          .exposure = static_cast<float>(f.number("exposure", d.exposure))}}};
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
  const std::optional<double> weight = f.optionalNumber("value");
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

Commands travelOf(ScriptFields& f) {
  if (!f.has("mode")) (void)f.text("mode");  // it is missing
  return {SetTravel{f.enumerator<TravelMode>("mode", project_words::kTravels).value_or(TravelMode::InFile)}};
}

Commands rootOf(ScriptFields& f) {
  const RootSettings d;
  return {SetRoot{f.clip(),
                  {.mode = f.enumerator<RootMode>("mode", project_words::kRoots).value_or(d.mode),
                   .height = f.flag("height", d.height),
                   .turn = f.flag("turn", d.turn)}}};
}

Commands crowdOf(ScriptFields& f) {
  Commands commands;
  const auto whole = [&f](const char* name) {
    const double value = f.number(name);
    if (value != std::floor(value))
      f.fail("\"" + std::string(name) + "\" is not a whole number: " + crossfade::formatNumber(value));
    return static_cast<int>(std::clamp(value, -1.0, 1e9));
  };
  if (f.has("characters")) commands.push_back(SetCharacters{whole("characters")});
  if (f.has("drawLimit")) commands.push_back(SetDrawLimit{whole("drawLimit")});
  if (f.has("threads")) commands.push_back(SetCrowdThreads{whole("threads")});
  if (const auto path = f.enumerator<CrowdPath>("path", project_words::kPaths)) commands.push_back(SetCrowdPath{*path});
  if (f.has("travel")) commands.push_back(SetCrowdTravel{f.flag("travel", false)});
  if (f.has("paused")) commands.push_back(SetCrowdPaused{f.flag("paused", false)});
  if (f.has("sweep")) commands.push_back(SweepCrowd{f.flag("sweep", true)});
  return commands;
}

Commands sceneOf(ScriptFields& f) {
  if (!f.has("scene")) (void)f.text("scene");
  return {ShowScene{f.enumerator<SceneKind>("scene", kSceneNames).value_or(SceneKind::Character)}};
}

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

Commands lightsOf(ScriptFields& f) {
  if (!f.has("source")) (void)f.text("source");  // it is missing
  return {SetLights{f.enumerator<LightSource>("source", kLightSourceNames).value_or(LightSource::Studio)}};
}

Commands turnOf(ScriptFields& f) {
  constexpr std::array<std::string_view, 3> kAxes{"x", "y", "z"};
  if (!f.has("axis")) (void)f.text("axis");  // it is missing
  return {TurnModel{f.word("axis", kAxes).value_or(0), f.number("degrees", 90)}};
}

Commands expressionOf(ScriptFields& f) {
  const auto expression = findExpression(f.model(), f.text("name"));
  if (!expression) f.fail(expression.error().message);
  return {HoldExpression{expression ? *expression : 0, f.optionalNumber("value")}};
}

using Maker = std::function<Commands(ScriptFields&)>;

const std::map<std::string, Maker, std::less<>>& makers() {
  static const std::map<std::string, Maker, std::less<>> table = {
      {"play", [](ScriptFields& f) { return Commands{PlayClip{f.clip()}}; }},
      {"stop", [](ScriptFields& f) { return Commands{StopClip{f.clip()}}; }},
      {"stopAll", [](ScriptFields&) { return Commands{StopAll{}}; }},
      {"enable",
       [](ScriptFields& f) {
         return Commands{SetEnabled{f.clip(), f.flag("value", true)}};
       }},
      {"weight",
       [](ScriptFields& f) {
         return Commands{SetWeight{f.clip(), f.number("value")}};
       }},
      {"timeScale",
       [](ScriptFields& f) {
         return Commands{SetTimeScale{f.clip(), f.number("value")}};
       }},
      {"time",
       [](ScriptFields& f) {
         return Commands{SetClipTime{f.clip(), f.number("value")}};
       }},
      {"loop",
       [](ScriptFields& f) {
         if (!f.has("mode")) (void)f.text("mode");  // it is missing
         return Commands{SetLoop{
             f.clip(), f.enumerator<crossfade::Loop>("mode", project_words::kLoops).value_or(crossfade::Loop::Repeat)}};
       }},
      {"repetitions",
       [](ScriptFields& f) {
         return Commands{SetRepetitions{f.clip(), f.has("value") ? std::optional(f.number("value")) : std::nullopt}};
       }},
      {"clamp",
       [](ScriptFields& f) {
         return Commands{SetClamp{f.clip(), f.flag("value", true)}};
       }},
      {"startAt",
       [](ScriptFields& f) {
         return Commands{StartAt{f.clip(), f.number("time")}};
       }},
      {"favorite",
       [](ScriptFields& f) {
         return Commands{SetFavorite{f.clip(), f.flag("value", true)}};
       }},
      {"fadeIn",
       [](ScriptFields& f) {
         return Commands{FadeIn{f.clip(), f.number("seconds", 0.3)}};
       }},
      {"fadeOut",
       [](ScriptFields& f) {
         return Commands{FadeOut{f.clip(), f.number("seconds", 0.3)}};
       }},
      {"stopFading", [](ScriptFields& f) { return Commands{StopFading{f.clip()}}; }},
      {"halt",
       [](ScriptFields& f) {
         return Commands{Halt{f.clip(), f.number("seconds", 0.5)}};
       }},
      {"carryOver", [](ScriptFields& f) { return Commands{CarryOver{f.number("seconds", 0.2)}}; }},
      {"duration",
       [](ScriptFields& f) {
         return Commands{SetClipDuration{f.clip(), f.number("value")}};
       }},
      {"syncWith",
       [](ScriptFields& f) {
         return Commands{SyncClip{f.clip(), f.clip("with")}};
       }},
      {"warp",
       [](ScriptFields& f) {
         return Commands{WarpClip{f.clip(), f.optionalNumber("from"), f.number("to"), f.number("seconds", 0.5)}};
       }},
      {"stopWarping", [](ScriptFields& f) { return Commands{StopWarping{f.clip()}}; }},
      {"fadeTo", fadeTo},
      {"transition", transition},
      {"clearTransition", clearTransition},
      {"clearTransitions", [](ScriptFields&) { return Commands{ClearTransitions{}}; }},
      {"fadeCurve", [](ScriptFields& f) { return Commands{SetFadeCurve{f.curve("curve")}}; }},
      {"markers", markersOf},
      {"crossFade", crossFade},
      {"fadeSettings", [](ScriptFields& f) { return Commands{SetFadeSettings{fadeSettingsOf(f, true)}}; }},
      {"fade", [](ScriptFields&) { return Commands{StartFade{}}; }},
      {"enter", enter},
      {"state", stateOf},
      {"replay", replayOf},
      {"queue", queueOf},
      {"compare", compareOf},
      {"stopSequence", [](ScriptFields&) { return Commands{StopSequence{}}; }},
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
      {"travel", travelOf},
      {"footLock", [](ScriptFields& f) { return Commands{SetFootLock{f.flag("value", true)}}; }},
      {"markersFromFeet",
       [](ScriptFields& f) {
         return Commands{MarkersFromFeet{f.clip(), f.flag("ups", false)}};
       }},
      {"root", rootOf},
      {"moment", [](ScriptFields& f) { return Commands{ShowMoment{f.number("time")}}; }},
      {"live", [](ScriptFields&) { return Commands{ReturnToLive{}}; }},
      {"step", [](ScriptFields& f) { return Commands{Step{f.number("seconds", 1.0 / 60)}}; }},
      {"orbit",
       [](ScriptFields& f) {
         return Commands{OrbitCamera{static_cast<float>(f.number("yaw", 0)), static_cast<float>(f.number("pitch", 0))}};
       }},
      {"dolly", [](ScriptFields& f) { return Commands{DollyCamera{static_cast<float>(f.number("factor"))}}; }},
      {"frame", [](ScriptFields&) { return Commands{FrameCamera{}}; }},
      {"view", viewOf},
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
  };
  return table;
}

}  // namespace

std::optional<Commands> scriptCommands(std::string_view word, ScriptFields& fields) {
  const auto maker = makers().find(word);
  if (maker == makers().end()) return std::nullopt;
  return maker->second(fields);
}

}  // namespace app
