#include "app/format/take_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/format/command_words.h"
#include "app/format/curve_json.h"
#include "app/format/json_text.h"
#include "app/format/layer_text.h"
#include "app/format/model_words.h"
#include "app/format/project_words.h"
#include "app/format/retarget_text.h"
#include "app/format/sequence_text.h"
#include "app/session/session.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

/// One command of the log as it is in a script. Settings are those before it.
struct Words {
  const Session& session;
  FadeSettings settings;
  const Model& model = session.model();

  Json command(const char* word) const { return {{"do", word}}; }
  Json ofClip(const char* word, int clip) const { return {{"do", word}, {"clip", clipWord(model, clip)}}; }
  template <class Value>
  Json ofClip(const char* word, int clip, const char* member, const Value& value) const {
    Json json = ofClip(word, clip);
    json[member] = value;
    return json;
  }

  Json operator()(const PlayClip& c) const { return ofClip("play", c.clip); }
  Json operator()(const StopClip& c) const { return ofClip("stop", c.clip); }
  Json operator()(const StopAll&) const { return command("stopAll"); }
  Json operator()(const SetEnabled& c) const { return ofClip("enable", c.clip, "value", c.enabled); }
  Json operator()(const SetWeight& c) const { return ofClip("weight", c.clip, "value", c.weight); }
  Json operator()(const SetTimeScale& c) const { return ofClip("timeScale", c.clip, "value", c.timeScale); }
  Json operator()(const SetClipTime& c) const { return ofClip("time", c.clip, "value", c.time); }
  Json operator()(const SetLoop& c) const {
    return ofClip("loop", c.clip, "mode", wordOf(project_words::kLoops, c.loop));
  }
  Json operator()(const SetRepetitions& c) const {
    return c.rounds ? ofClip("repetitions", c.clip, "value", *c.rounds) : ofClip("repetitions", c.clip);
  }
  Json operator()(const SetClamp& c) const { return ofClip("clamp", c.clip, "value", c.clamp); }
  Json operator()(const StartAt& c) const { return ofClip("startAt", c.clip, "time", c.mixerTime); }
  Json operator()(const Halt& c) const { return ofClip("halt", c.clip, "seconds", c.seconds); }
  Json operator()(const SetClipDuration& c) const { return ofClip("duration", c.clip, "value", c.seconds); }
  Json operator()(const SyncClip& c) const { return ofClip("syncWith", c.clip, "with", clipWord(model, c.with)); }
  Json operator()(const WarpClip& c) const {
    Json json = ofClip("warp", c.clip);
    if (c.from) json["from"] = *c.from;
    json["to"] = c.to;
    json["seconds"] = c.seconds;
    return json;
  }
  Json operator()(const StopWarping& c) const { return ofClip("stopWarping", c.clip); }
  Json operator()(const FadeIn& c) const { return ofClip("fadeIn", c.clip, "seconds", c.seconds); }
  Json operator()(const FadeOut& c) const { return ofClip("fadeOut", c.clip, "seconds", c.seconds); }
  Json operator()(const StopFading& c) const { return ofClip("stopFading", c.clip); }
  Json operator()(const SetFadeCurve& c) const {
    Json json = command("fadeCurve");
    json["curve"] = curveToJson(c.curve);
    return json;
  }
  Json operator()(const StartFade&) const { return command("fade"); }
  Json operator()(const SetFadeSettings& c) {
    settings = c.settings;
    Json json = command("fadeSettings");
    if (settings.from >= 0) json["from"] = clipWord(model, settings.from);
    if (settings.to >= 0) json["to"] = clipWord(model, settings.to);
    json["seconds"] = settings.seconds;
    json["warp"] = settings.warp;
    json["kind"] = wordOf(kTransitionNames, settings.kind);
    json["sync"] = wordOf(kSyncNames, settings.sync);
    json["mask"] = maskJson(session, settings.maskJoint);
    json["feather"] = settings.maskFeather;
    return json;
  }
  Json operator()(const FadeTo& c) {
    Json json = fade("fadeTo", c);
    json["set"] = false;  // the set has completed it already
    settings.to = c.clip;
    settings.from = -1;
    return json;
  }
  Json operator()(const EnterClip& c) const { return fade("enter", c.fade); }
  Json operator()(const ClassicCrossFade& c) const {
    return {{"do", "classicCrossFade"},
            {"from", clipWord(model, c.from)},
            {"to", clipWord(model, c.to)},
            {"seconds", c.seconds},
            {"warp", c.warp}};
  }
  Json operator()(const HoldMorph& c) const {
    Json json = {{"do", "morph"}, {"index", c.index}};
    if (c.weight) json["value"] = *c.weight;
    return json;
  }
  Json operator()(const SetClock& c) const {
    Json json = {{"do", "clock"}, {"kind", wordOf(kClockNames, c.kind)}};
    if (c.stepsPerSecond) json["stepsPerSecond"] = *c.stepsPerSecond;
    return json;
  }
  // The log does not have these.
  Json operator()(const SetPaused&) const { return {}; }
  Json operator()(const Step&) const { return {}; }
  Json operator()(const SetSpeed&) const { return {}; }
  Json operator()(const SetFavorite&) const { return {}; }
  Json operator()(const SetMarkers&) const { return {}; }
  Json operator()(const SelectJoint&) const { return {}; }
  Json operator()(const TraceJoint&) const { return {}; }

 private:
  Json fade(const char* word, const FadeTo& c) const {
    Json json = ofClip(word, c.clip, "seconds", c.seconds.value_or(settings.seconds));
    if (c.kind) json["kind"] = wordOf(kTransitionNames, *c.kind);
    if (c.sync) json["sync"] = wordOf(kSyncNames, *c.sync);
    if (c.maskJoint) json["mask"] = maskJson(session, *c.maskJoint);
    if (c.maskFeather) json["feather"] = *c.maskFeather;
    if (c.curve) json["curve"] = curveToJson(*c.curve);
    if (c.entry) json["entry"] = *c.entry;
    return json;
  }
};

/// The lines of a script.
class Lines {
 public:
  /// `at` comes first. After the beginning, it is half a nanosecond later than asked for: in a film whose frames end
  /// when those of the log did, that is the beginning of the next frame, as it was then.
  void add(double at, const Json& command) {
    Json line = {{"at", at > 0 ? std::round(at * 1e10) / 1e10 + 5e-10 : 0}};
    line.update(command);
    text_ += (text_.empty() ? "" : ",\n") + jsonText(line);
  }
  std::string whole() const { return "{\"commands\": [\n" + text_ + "\n]}\n"; }

 private:
  std::string text_;
};

Json stateJson(const SavedState& state) {
  Json json = {{"do", "state"}, {"values", state.values}, {"curves", Json::array()}, {"masks", state.masks}};
  for (const crossfade::AnimationCurve& curve : state.curves) json["curves"].push_back(Json(curveToJson(curve)));
  return json;
}

/// Settings as they were, then the state, which is exact.
void addBeginning(const Session& session, Words& words, Lines& lines) {
  const CharacterMoment& first = session.character().timeline().take().firstMoment();
  const crossfade::ClockSettings& clock = first.player.state.clock.settings;
  Json settings = Json::array();
  for (int clip = 0; clip < session.clipCount(); ++clip) addClipSettings(session, clip, settings);
  addRetargets(session, settings);
  addMasks(session, settings);
  addLayers(session, settings);
  for (Json& command : settings) {
    command.erase("at");
    lines.add(0, command);
  }
  if (const TravelMode travel = session.character().ground().travel(); travel != TravelMode::InFile)
    lines.add(0, {{"do", "travel"}, {"mode", wordOf(project_words::kTravels, travel)}});
  if (session.character().ground().footLock()) lines.add(0, {{"do", "footLock"}});
  lines.add(0, words(SetClock{.kind = clock.kind,
                              .stepsPerSecond = static_cast<double>(clock.rate.steps) / clock.rate.seconds}));
  lines.add(0, words(SetFadeCurve{first.curve}));
  lines.add(0, words(SetFadeSettings{first.fade}));
  lines.add(0, stateJson(session.character().timeline().firstState()));
}

/// Follows pauses and speeds, which the log has in its frames.
class Pace {
 public:
  /// Adds what changes when this frame is played, and returns how long it takes.
  double play(const FrameInput& input, double longest, double at, Lines& lines) {
    if (input.step != 0) {
      lines.add(at, {{"do", "step"}, {"seconds", input.step}});
      paused_ = true;
      return std::abs(input.step);
    }
    if (input.speed == 0) return 0;
    if (paused_ != std::optional(false)) lines.add(at, {{"do", "resume"}});
    if (speed_ != input.speed) lines.add(at, {{"do", "speed"}, {"value", input.speed}});
    paused_ = false;
    speed_ = input.speed;
    return std::isfinite(input.delta) ? std::min(std::abs(input.delta), longest) : 0;
  }

 private:
  std::optional<bool> paused_;
  double speed_ = 0;
};

}  // namespace

std::string takeScript(const Session& session) {
  const Take& take = session.character().timeline().take();
  const double longest = session.clock().settings.longestFrame;
  Words words{.session = session, .settings = {}};
  Lines lines;
  Pace pace;
  addBeginning(session, words, lines);
  double at = 0;
  auto command = take.commands().begin();
  for (std::int64_t frame = take.firstFrame(); frame <= take.endFrame(); ++frame) {
    for (; command != take.commands().end() && command->frame <= frame; ++command)
      lines.add(at, std::visit([&](const auto& c) { return words(c); }, command->command));
    if (frame < take.endFrame()) at += pace.play(take.frame(frame).input, longest, at, lines);
  }
  lines.add(at, {{"do", "pause"}});
  return lines.whole();
}

}  // namespace app
