#include "app/session/script.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <span>

#include <nlohmann/json.hpp>

#include "app/session/curve_json.h"
#include "engine/base/number_text.h"

namespace app {
namespace {

using engine::Error;
using engine::Result;
using Json = nlohmann::json;

/// A value as a message quotes it; lists and objects only by their kind, since they may be as deep as a file likes.
std::string shown(const Json& value) { return value.is_structured() ? std::string("a list or object") : value.dump().substr(0, 80); }

/// Reads the members of one command; the first that is missing or wrong is remembered, the rest get defaults.
class Fields {
 public:
  Fields(const Json& entry, const Model& model) : entry_(entry), model_(model) {}

  double number(const char* name) {
    const auto found = entry_.find(name);
    if (found == entry_.end()) return fail(std::string("\"") + name + "\" is missing"), 0;
    if (!found->is_number()) return fail(std::string("\"") + name + "\" is not a number: " + shown(*found)), 0;
    return found->get<double>();
  }
  double number(const char* name, double otherwise) { return entry_.contains(name) ? number(name) : otherwise; }
  bool flag(const char* name, bool otherwise) {
    const auto found = entry_.find(name);
    if (found == entry_.end()) return otherwise;
    if (!found->is_boolean()) return fail(std::string("\"") + name + "\" is not true or false: " + shown(*found)), otherwise;
    return found->get<bool>();
  }
  std::string text(const char* name) {
    const auto found = entry_.find(name);
    if (found == entry_.end() || !found->is_string()) return fail(std::string("\"") + name + "\" is missing or not a text"), "";
    return found->get<std::string>();
  }
  bool has(const char* name) const { return entry_.contains(name); }
  /// An object whose members are numbers.
  std::vector<std::pair<std::string, double>> numbers(const char* name) {
    std::vector<std::pair<std::string, double>> read;
    const auto found = entry_.find(name);
    if (found == entry_.end() || !found->is_object()) return fail(std::string("\"") + name + "\" is missing or not an object of numbers"), read;
    for (const auto& [key, value] : found->items()) {
      if (!value.is_number()) return fail(std::string("\"") + name + "\": '" + key + "' is not a number: " + shown(value)), read;
      read.emplace_back(key, value.get<double>());
    }
    return read;
  }
  int clip(const char* name = "clip") {
    if (const auto found = entry_.find(name); found != entry_.end() && found->is_number_integer()) return index(*found);
    const std::string wanted = text(name);
    if (!error_.empty()) return -1;
    const auto found = findClip(model_, wanted);
    return found ? *found : (fail(found.error().message), -1);
  }
  int index(const Json& number) {
    const double wanted = number.get<double>();  // may be larger than any int
    const int count = static_cast<int>(model_.clips.size());
    if (wanted >= 0 && wanted < count) return static_cast<int>(wanted);
    return fail("there is no clip " + number.dump() + "; the model has " + std::to_string(count)), -1;
  }
  /// A joint by its name; -1 when the member is absent or says that no joint is meant.
  std::optional<int> joint(const char* name) {
    if (!has(name)) return std::nullopt;
    if (entry_.at(name).is_null()) return -1;
    const std::string wanted = text(name);
    for (int i = 0; i < model_.skeleton.jointCount(); ++i)
      if (model_.skeleton.name(i) == wanted) return i;
    return fail("there is no joint '" + wanted + "'"), std::nullopt;
  }
  engine::AnimationCurve curve(const char* name) {
    const auto found = entry_.find(name);
    if (found == entry_.end()) return fail(std::string("\"") + name + "\" is missing"), engine::AnimationCurve{};
    if (found->is_string()) {
      const auto word = std::find(kFadeCurveWords.begin(), kFadeCurveWords.end(), found->get<std::string>());
      if (word != kFadeCurveWords.end()) return fadeCurve(static_cast<FadeCurvePreset>(word - kFadeCurveWords.begin()));
      return fail(std::string("\"") + name + "\" is no curve that is known: " + shown(*found)), engine::AnimationCurve{};
    }
    auto read = curveFromJson(*found);
    return read ? std::move(*read) : (fail(std::string("\"") + name + "\": " + read.error().message), engine::AnimationCurve{});
  }
  void fail(std::string why) { if (error_.empty()) error_ = std::move(why); }
  const std::string& error() const { return error_; }

 private:
  const Json& entry_;
  const Model& model_;
  std::string error_;
};

engine::Loop loopOf(Fields& fields) {
  const std::string mode = fields.text("mode");
  if (mode == "once") return engine::Loop::Once;
  if (mode == "pingPong") return engine::Loop::PingPong;
  if (mode != "repeat") fields.fail("\"mode\" is not once, repeat or pingPong: '" + mode + "'");
  return engine::Loop::Repeat;
}

/// One of the words that stand for the values 0, 1, 2... of an enumeration, or nothing when the member is absent.
template <class Value>
std::optional<Value> wordOf(Fields& f, const char* name, std::span<const std::string_view> words) {
  if (!f.has(name)) return std::nullopt;
  const std::string wanted = f.text(name);
  const auto found = std::find(words.begin(), words.end(), wanted);
  if (found != words.end()) return static_cast<Value>(found - words.begin());
  std::string known;
  for (const std::string_view word : words) known += (known.empty() ? "" : word == words.back() ? " or " : ", ") + std::string(word);
  f.fail(std::string("\"") + name + "\" is not " + known + ": '" + wanted + "'");
  return std::nullopt;
}

std::optional<engine::TransitionKind> kindOf(Fields& f) { return wordOf<engine::TransitionKind>(f, "kind", kKindWords); }
std::optional<engine::Sync> syncOf(Fields& f) { return wordOf<engine::Sync>(f, "sync", kSyncWords); }

Commands crossFade(Fields& f) {
  FadeSettings settings{.from = f.clip("from"), .to = f.clip("to"), .seconds = f.number("seconds", 0.4), .warp = f.flag("warp", false)};
  settings.kind = kindOf(f).value_or(settings.kind);
  settings.sync = syncOf(f).value_or(settings.sync);
  settings.maskJoint = f.joint("mask").value_or(-1);
  settings.maskFeather = static_cast<int>(std::clamp(f.number("feather", settings.maskFeather), -1.0, 1000.0));
  return {SetFadeSettings{settings}, StartFade{}};
}

Commands markersOf(Fields& f) {
  SetMarkers command{.clip = f.clip(), .markers = {}};
  for (const auto& [name, time] : f.numbers("points")) command.markers.push_back({.name = name, .time = time});
  return {std::move(command)};
}

Commands viewOf(Fields& f) {
  const ViewOptions d;
  return {SetViewOptions{{.meshes = f.flag("meshes", d.meshes), .skeleton = f.flag("skeleton", d.skeleton),
                          .grid = f.flag("grid", d.grid), .darkBackground = f.flag("dark", d.darkBackground)}}};
}

using Maker = std::function<Commands(Fields&)>;

/// The vocabulary of scripts: the word after "do", and the commands it stands for.
const std::map<std::string, Maker, std::less<>>& makers() {
  static const std::map<std::string, Maker, std::less<>> table = {
      {"play", [](Fields& f) { return Commands{PlayClip{f.clip()}}; }},
      {"stop", [](Fields& f) { return Commands{StopClip{f.clip()}}; }},
      {"stopAll", [](Fields&) { return Commands{StopAll{}}; }},
      {"enable", [](Fields& f) { return Commands{SetEnabled{f.clip(), f.flag("value", true)}}; }},
      {"weight", [](Fields& f) { return Commands{SetWeight{f.clip(), f.number("value")}}; }},
      {"timeScale", [](Fields& f) { return Commands{SetTimeScale{f.clip(), f.number("value")}}; }},
      {"time", [](Fields& f) { return Commands{SetClipTime{f.clip(), f.number("value")}}; }},
      {"loop", [](Fields& f) { return Commands{SetLoop{f.clip(), loopOf(f)}}; }},
      {"fadeIn", [](Fields& f) { return Commands{FadeIn{f.clip(), f.number("seconds", 0.3)}}; }},
      {"fadeOut", [](Fields& f) { return Commands{FadeOut{f.clip(), f.number("seconds", 0.3)}}; }},
      {"stopFading", [](Fields& f) { return Commands{StopFading{f.clip()}}; }},
      {"halt", [](Fields& f) { return Commands{Halt{f.clip(), f.number("seconds", 0.5)}}; }},
      {"fadeTo", [](Fields& f) { return Commands{FadeTo{f.clip(), f.number("seconds", 0.4), kindOf(f), syncOf(f), f.joint("mask")}}; }},
      {"fadeCurve", [](Fields& f) { return Commands{SetFadeCurve{f.curve("curve")}}; }},
      {"markers", markersOf},
      {"crossFade", crossFade},
      {"classicCrossFade", [](Fields& f) { return Commands{ClassicCrossFade{f.clip("from"), f.clip("to"), f.number("seconds", 0.4), f.flag("warp", false)}}; }},
      {"pause", [](Fields&) { return Commands{SetPaused{true}}; }},
      {"resume", [](Fields&) { return Commands{SetPaused{false}}; }},
      {"speed", [](Fields& f) { return Commands{SetSpeed{f.number("value")}}; }},
      {"step", [](Fields& f) { return Commands{Step{f.number("seconds", 1.0 / 60)}}; }},
      {"orbit", [](Fields& f) { return Commands{OrbitCamera{static_cast<float>(f.number("yaw", 0)), static_cast<float>(f.number("pitch", 0))}}; }},
      {"dolly", [](Fields& f) { return Commands{DollyCamera{static_cast<float>(f.number("factor"))}}; }},
      {"frame", [](Fields&) { return Commands{FrameCamera{}}; }},
      {"view", viewOf},
  };
  return table;
}

Result<void> addCommands(const Json& entry, const Model& model, const std::string& place, Script& script) {
  if (!entry.is_object()) return Error{"is not an object: " + shown(entry)};
  Fields fields(entry, model);
  const double at = fields.number("at");
  const std::string word = fields.text("do");
  if (!fields.error().empty()) return Error{fields.error()};
  if (!(at >= 0)) return Error{"\"at\" is before the start: " + engine::numberText(at)};
  const auto maker = makers().find(word);
  if (maker == makers().end()) return Error{"there is no command '" + word + "'"};
  for (Command& command : maker->second(fields)) script.push_back({.at = at, .command = std::move(command), .place = place});
  if (!fields.error().empty()) return Error{fields.error()};
  return {};
}

}  // namespace

Result<int> findClip(const Model& model, std::string_view name) {
  const int count = static_cast<int>(model.clips.size());
  for (int i = 0; i < count; ++i)
    if (model.clips[static_cast<std::size_t>(i)].name() == name) return i;
  int index = -1;
  if (name.starts_with('#')) {
    const auto parsed = std::from_chars(name.data() + 1, name.data() + name.size(), index);
    if (parsed.ec == std::errc() && parsed.ptr == name.data() + name.size() && index >= 0 && index < count) return index;
  }
  std::string known;
  for (const auto& clip : model.clips) known += (known.empty() ? "'" : ", '") + clip.name() + "'";
  return Error{"there is no clip '" + std::string(name) + "'" +
               (count == 0 ? "; the model has none" : "; the clips are " + known + ", or #0 to #" + std::to_string(count - 1))};
}

Result<Script> parseScript(std::string_view json, const Model& model) {
  const Json document = Json::parse(json, nullptr, false);
  if (document.is_discarded()) return Error{"is not valid JSON"};
  if (!document.is_object() || !document.contains("commands") || !document["commands"].is_array())
    return Error{"has no list \"commands\""};
  Script script;
  for (std::size_t i = 0; i < document["commands"].size(); ++i) {
    const std::string place = "command " + std::to_string(i);
    if (auto added = addCommands(document["commands"][i], model, place, script); !added)
      return Error{place + ": " + added.error().message};
  }
  std::stable_sort(script.begin(), script.end(), [](const TimedCommand& a, const TimedCommand& b) { return a.at < b.at; });
  return script;
}

Script demoScript(const Model& model, double seconds, double fadeSeconds) {
  constexpr double kStay = 1.6;  // seconds from one fade to the next: time to see the clip itself
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
    script.push_back({.at = at, .command = FadeTo{moving[next], fadeSeconds}});
  }
  return script;
}

Result<void> ScriptPlayer::advanceTo(double time, Session& session, engine::FrameProfiler& profiler) {
  for (; next_ < script_.size() && script_[next_].at <= time; ++next_) {
    const TimedCommand& due = script_[next_];
    if (due.at > time_) {
      session.advance(due.at - time_, profiler);
      time_ = due.at;
    }
    if (auto applied = session.apply(due.command); !applied)
      return Error{(due.place.empty() ? "at " + engine::numberText(due.at, 3) + " s" : due.place) + ": " + applied.error().message};
  }
  session.advance(std::max(0.0, time - time_), profiler);
  time_ = std::max(time_, time);
  return {};
}

}  // namespace app
