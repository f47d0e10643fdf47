#include "app/format/take_text.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>

#include "app/format/character_text.h"
#include "app/format/curve_json.h"
#include "app/format/field_json.h"
#include "app/format/json_text.h"
#include "app/format/model_words.h"
#include "app/session/character/timeline/timeline.h"

namespace app {
namespace {

/// One command of the log as it is in a script, or a list of them. Settings are those before it.
struct TakeWords {
  const Session& session;
  FadeSettings settings;
  const Model& model = session.model();

  static OrderedJson with(OrderedJson json, const OrderedJson& members) {
    json.update(members);
    return json;
  }
  static OrderedJson command(const char* word) { return {{"do", word}}; }
  OrderedJson ofClip(const char* word, int clip) const { return {{"do", word}, {"clip", clipWord(model, clip)}}; }
  OrderedJson ofSource(const char* word, int source) const {
    const BlendSpaceSettings* const space = findBlendSpace(session.character().blendSpaces(), source);
    return space ? OrderedJson{{"do", word}, {"space", space->name}} : ofClip(word, source);
  }
  template <class Value>
  OrderedJson ofClip(const char* word, int clip, const char* member, const Value& value) const {
    return with(ofClip(word, clip), {{member, value}});
  }

  OrderedJson operator()(const PlayClip& c) const { return ofClip("play", c.clip); }
  OrderedJson operator()(const StopClip& c) const { return ofClip("stop", c.clip); }
  OrderedJson operator()(const StopAll&) const { return command("stopAll"); }
  OrderedJson operator()(const SetClip& c) const { return clipCommandsJson(model, c); }
  OrderedJson operator()(const SetClipTime& c) const { return with(ofSource("time", c.clip), {{"value", c.time}}); }
  OrderedJson operator()(const StartAt& c) const { return ofClip("startAt", c.clip, "time", c.mixerTime); }
  OrderedJson operator()(const Halt& c) const { return ofClip("halt", c.clip, "seconds", c.seconds); }
  OrderedJson operator()(const SetClipDuration& c) const { return ofClip("duration", c.clip, "value", c.seconds); }
  OrderedJson operator()(const SyncClip& c) const {
    return ofClip("syncWith", c.clip, "with", clipWord(model, c.with));
  }
  OrderedJson operator()(const WarpClip& c) const {
    OrderedJson json = ofClip("warp", c.clip);
    if (c.from) json["from"] = *c.from;
    return with(std::move(json), {{"to", c.to}, {"seconds", c.seconds}});
  }
  OrderedJson operator()(const StopWarping& c) const { return ofClip("stopWarping", c.clip); }
  OrderedJson operator()(const CarryOver& c) const { return {{"do", "carryOver"}, {"seconds", c.seconds}}; }
  OrderedJson operator()(const MoveBlendPoint& c) const {
    return with(ofSource("blendPoint", c.space), {{"x", c.x}, {"y", c.y}, {"seconds", c.seconds}});
  }
  OrderedJson operator()(const FadeIn& c) const { return ofClip("fadeIn", c.clip, "seconds", c.seconds); }
  OrderedJson operator()(const FadeOut& c) const { return ofClip("fadeOut", c.clip, "seconds", c.seconds); }
  OrderedJson operator()(const StopFading& c) const { return ofClip("stopFading", c.clip); }
  OrderedJson operator()(const SetFadeCurve& c) const {
    return {{"do", "fadeCurve"}, {"curve", OrderedJson(curveToJson(c.curve))}};
  }
  OrderedJson operator()(const AdjustFade& c) const { return with(command("adjustFade"), chosen(c.how)); }
  OrderedJson operator()(const StartFade& c) const { return with(command("fade"), chosen(c.how)); }
  OrderedJson operator()(const SetFadeSettings& c) {
    settings = c.settings;
    OrderedJson fields = fieldsJson(settings, session, FileStyle::InScript);
    for (const char* const name : {"from", "to"})
      if (fields[name].is_null()) fields.erase(name);
    return with(command("fadeSettings"), fields);
  }
  OrderedJson operator()(const FadeTo& c) {
    OrderedJson json = fade("fadeTo", c);
    json["set"] = false;  // the set has completed it already
    settings.to = isBlendSpace(c.clip) ? -1 : c.clip;
    settings.from = -1;
    return json;
  }
  OrderedJson operator()(const EnterClip& c) const { return fade("enter", c.fade); }
  OrderedJson operator()(const ClassicCrossFade& c) const {
    return {{"do", "classicCrossFade"},
            {"from", clipWord(model, c.from)},
            {"to", clipWord(model, c.to)},
            {"seconds", c.seconds},
            {"warp", c.warp}};
  }
  OrderedJson operator()(const HoldMorph& c) const {
    OrderedJson json = {{"do", "morph"}, {"index", c.index}};
    if (c.weight) json["value"] = *c.weight;
    return json;
  }
  OrderedJson operator()(const SetClock& c) const {
    OrderedJson json = {{"do", "clock"}, {"kind", wordOf(c.kind)}};
    if (c.stepsPerSecond) json["stepsPerSecond"] = *c.stepsPerSecond;
    return json;
  }
  // The log does not have these.
  OrderedJson operator()(const SetPaused&) const { return {}; }
  OrderedJson operator()(const Step&) const { return {}; }
  OrderedJson operator()(const SetSpeed&) const { return {}; }
  OrderedJson operator()(const SetMarkers&) const { return {}; }
  OrderedJson operator()(const SetClipEvents&) const { return {}; }
  OrderedJson operator()(const SelectJoint&) const { return {}; }
  OrderedJson operator()(const TraceJoint&) const { return {}; }

 private:
  OrderedJson chosen(const FadeChoice& how) const {
    const FadeChoice nothing;
    return fieldsJson(how, session, FileStyle::InScript, &nothing);
  }
  OrderedJson fade(const char* word, const FadeTo& c) const {
    return with(with(ofSource(word, c.clip), {{"seconds", settings.seconds}}), chosen(c.how));
  }
};

/// The lines of a script.
class Lines {
 public:
  /// `at` comes first. After the beginning, it is half a nanosecond later than asked for: in a film whose frames end
  /// when those of the log did, that is the beginning of the next frame, as it was then.
  void add(double at, const OrderedJson& command) {
    if (command.is_array()) {
      for (const OrderedJson& each : command) add(at, each);
      return;
    }
    OrderedJson line = {{"at", 0}};
    line.update(command);
    if (at > 0) line["at"] = std::round(at * 1e10) / 1e10 + 5e-10;
    text_ += (text_.empty() ? "" : ",\n") + jsonText(line);
  }
  std::string whole() const { return "{\"commands\": [\n" + text_ + "\n]}\n"; }

 private:
  std::string text_;
};

OrderedJson stateJson(const SavedState& state) {
  OrderedJson json = {
      {"do", "state"}, {"values", state.values}, {"curves", OrderedJson::array()}, {"masks", state.masks}};
  for (const crossfade::AnimationCurve& curve : state.curves) json["curves"].push_back(OrderedJson(curveToJson(curve)));
  return json;
}

/// Settings as they were, then the state, which is exact.
void addBeginning(const Session& session, TakeWords& words, Lines& lines) {
  const CharacterMoment& first = session.character().timeline().take().firstMoment();
  const crossfade::ClockSettings& clock = first.player.state.clock.settings;
  OrderedJson settings = OrderedJson::array();
  for (int clip = 0; clip < session.clipCount(); ++clip) addClipSettings(session, clip, settings);
  addRetargets(session, settings);
  addMasks(session, settings);
  addLayers(session, settings);
  addBlendSpaces(session, settings);
  lines.add(0, settings);
  if (const TravelMode travel = session.character().ground().travel(); travel != TravelMode::InFile)
    lines.add(0, {{"do", "travel"}, {"mode", wordOf(travel)}});
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
  TakeWords words{.session = session, .settings = {}};
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
