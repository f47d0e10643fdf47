#include "tests/engine/sampling/scenario_player.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>

namespace engine::test {
namespace {

using Json = nlohmann::json;

constexpr double kTolerance = 1e-4;  // relative; three.js keeps fade and warp times as float, the engine as double

std::string compare(const std::string& what, const Json& theirs, double ours) {
  const double expected = theirs;
  if (std::abs(expected - ours) <= kTolerance * std::max(1.0, std::abs(expected))) return "";
  return what + " is " + Json(ours).dump() + ", not " + theirs.dump();
}

Interpolation interpolationOf(const std::string& mode) {
  if (mode == "gltfCubic") return Interpolation::Hermite;
  return mode == "discrete" ? Interpolation::Discrete : Interpolation::Linear;
}

Loop loopOf(const std::string& mode) {
  return mode == "once" ? Loop::Once : mode == "repeat" ? Loop::Repeat : Loop::PingPong;
}

}  // namespace

std::string reasonToSetAside(const Json& scenario) {
  for (const char* name : {"set_duration_zero", "weight_sum_just_below_one"})
    if (scenario["name"] == name) return "differs on purpose";  // docs/differences_from_three.md
  if (scenario.contains("listeners")) return "calls from within the update";
  for (const Json& clip : scenario["clips"]) {
    std::set<int> moved;
    for (const Json& track : clip["tracks"]) {
      if (!clip["duration"].is_null() && track["times"].back() > clip["duration"])
        return "a clip shorter than its tracks";
      if (!moved.insert(track["property"].get<int>()).second) return "two tracks of one property";
    }
  }
  return "";
}

ScenarioPlayer::ScenarioPlayer(const Json& scenario) : scenario_(scenario) {
  const int count = static_cast<int>(scenario["properties"].size());
  std::vector<MorphChannel> morphs;
  Pose rest{.locals = std::vector<Transform>(scenario["properties"].size() + 1),
            .morphWeights = {}};  // the last node: clip lengths
  for (int node = 0; node < count; ++node)
    addProperty(scenario["properties"][static_cast<std::size_t>(node)], node, rest, morphs);
  sampler_.emplace(ChannelLayout(count + 1, morphs), rest);
  for (const Json& clip : scenario["clips"]) addClip(clip);
  for (const Json& action : scenario["actions"]) {
    actions_.push_back(&mixer_.clipAction(clips_[action["clip"].get<std::size_t>()]));
    sampler_->bind(actions_.back()->slot(), actions_.back()->getClip());
  }
}

void ScenarioPlayer::addProperty(const Json& property, int node, Pose& rest, std::vector<MorphChannel>& morphs) {
  const std::string type = property["type"];
  const bool numbers = type != "bool" && type != "string";
  const auto initial = numbers ? property["initial"].get<std::vector<float>>() : std::vector<float>{0};
  const int size = static_cast<int>(initial.size());
  Transform& local = rest.locals[static_cast<std::size_t>(node)];
  if (type == "quaternion") {
    properties_.push_back({{node, Channel::Rotation}, node * 10 + 3, size, numbers});
    local.rotation = makeQuat(initial[0], initial[1], initial[2], initial[3]);
  } else if (size == 3) {
    properties_.push_back({{node, Channel::Translation}, node * 10, size, numbers});
    local.translation = {initial[0], initial[1], initial[2]};
  } else {
    const int offset = static_cast<int>(rest.morphWeights.size());
    properties_.push_back(
        {{node, Channel::Weights}, static_cast<int>(rest.locals.size()) * 10 + offset, size, numbers});
    morphs.push_back({.node = node, .offset = offset, .count = size});
    rest.morphWeights.insert(rest.morphWeights.end(), initial.begin(), initial.end());
  }
}

void ScenarioPlayer::addClip(const Json& clip) {
  std::vector<KeyframeTrack> tracks;
  for (const Json& track : clip["tracks"]) {
    Property& property = properties_[track["property"].get<std::size_t>()];
    const std::string mode = track["interpolation"];
    if (mode == "smooth" || mode == "bezier" || clip.contains("makeAdditive")) property.compared = false;
    auto times = track["times"].get<std::vector<float>>();
    std::vector<float> values(times.size() * static_cast<std::size_t>(property.size) * (mode == "gltfCubic" ? 3 : 1));
    if (property.compared) values = track["values"].get<std::vector<float>>();
    tracks.push_back(*KeyframeTrack::make(property.target, interpolationOf(mode), std::move(times), std::move(values)));
  }
  const TrackTarget nobody{static_cast<int>(properties_.size()), Channel::Scale};
  if (!clip["duration"].is_null())
    tracks.push_back(*KeyframeTrack::make(nobody, Interpolation::Discrete, {clip["duration"].get<float>()}, {1, 1, 1}));
  const bool additive = clip.value("blendMode", "normal") == "additive" || clip.contains("makeAdditive");
  clips_.push_back(*AnimationClip::make("", std::move(tracks), additive ? BlendMode::Additive : BlendMode::Normal));
}

void ScenarioPlayer::perform(const Json& call) {
  using Call = std::function<void(ScenarioPlayer&, AnimationAction&, const Json&)>;
  const auto other = [](ScenarioPlayer& p, const Json& index) -> AnimationAction& {
    return *p.actions_[index.get<std::size_t>()];
  };
  static const std::map<std::string, Call> calls = {
      {"play", [](auto&, auto& a, auto&) { a.play(); }},
      {"stop", [](auto&, auto& a, auto&) { a.stop(); }},
      {"reset", [](auto&, auto& a, auto&) { a.reset(); }},
      {"stopFading", [](auto&, auto& a, auto&) { a.stopFading(); }},
      {"stopWarping", [](auto&, auto& a, auto&) { a.stopWarping(); }},
      {"startAt", [](auto&, auto& a, auto& c) { a.startAt(c[2]); }},
      {"setEffectiveWeight", [](auto&, auto& a, auto& c) { a.setEffectiveWeight(c[2]); }},
      {"setEffectiveTimeScale", [](auto&, auto& a, auto& c) { a.setEffectiveTimeScale(c[2]); }},
      {"setDuration", [](auto&, auto& a, auto& c) { a.setDuration(c[2]); }},
      {"halt", [](auto&, auto& a, auto& c) { a.halt(c[2]); }},
      {"fadeIn", [](auto&, auto& a, auto& c) { a.fadeIn(c[2]); }},
      {"fadeOut", [](auto&, auto& a, auto& c) { a.fadeOut(c[2]); }},
      {"warp", [](auto&, auto& a, auto& c) { a.warp(c[2], c[3], c[4]); }},
      {"syncWith", [other](auto& p, auto& a, auto& c) { a.syncWith(other(p, c[2])); }},
      {"crossFadeFrom", [other](auto& p, auto& a, auto& c) { a.crossFadeFrom(other(p, c[2]), c[3], c[4]); }},
      {"crossFadeTo", [other](auto& p, auto& a, auto& c) { a.crossFadeTo(other(p, c[2]), c[3], c[4]); }},
      {"set", [](auto& p, auto& a, auto& c) { p.set(a, c[2], c[3]); }},
      {"setLoop", [](auto&, auto& a, auto& c) {
         a.setLoop(loopOf(c[2]), c[3] == -1 ? std::numeric_limits<double>::infinity() : c[3].template get<double>());
       }}};
  const std::string name = call[0];
  if (name == "mixer.stopAllAction") return mixer_.stopAllAction();
  if (name == "mixer.timeScale") {
    mixer_.timeScale = call[1];
  } else if (name == "mixer.setTime") {
    mixer_.setTime(call[1]);
    noteEvents();
  } else if (name == "write") {
    properties_[call[1].get<std::size_t>()].compared = false;
  } else {
    calls.at(name)(*this, other(*this, call[1]), call);
  }
}

void ScenarioPlayer::set(AnimationAction& action, const std::string& field, const Json& value) {
  if (field == "time")
    action.time = value;
  else if (field == "timeScale")
    action.timeScale = value;
  else if (field == "weight")
    action.weight = value;
  else if (field == "paused")
    action.paused = value;
  else if (field == "enabled")
    action.enabled = value;
  else if (field == "clampWhenFinished")
    action.clampWhenFinished = value;
  else if (!field.starts_with("zeroSlope"))
    throw std::invalid_argument(field);  // those are for smooth tracks only
}

void ScenarioPlayer::noteEvents() {
  for (const MixerEvent& event : mixer_.events()) {
    const auto index = std::find(actions_.begin(), actions_.end(), event.action) - actions_.begin();
    const bool finished = event.kind == MixerEvent::Kind::Finished;
    events_.push_back({finished ? "finished" : "loop", index, finished ? event.direction : event.loopDelta});
  }
}

std::string ScenarioPlayer::firstDifference() {
  const int stopAt = scenario_["float64"]["discreteMismatchStep"];
  for (std::size_t i = 0; i < scenario_["steps"].size() && (stopAt < 0 || static_cast<int>(i) < stopAt); ++i) {
    const Json& step = scenario_["steps"][i];
    const Json& expect = step["expect"];
    const bool updated = !step["dt"].is_null();
    events_ = Json::array();
    for (const Json& call : step.value("calls", Json::array())) perform(call);
    if (updated) {
      mixer_.update(step["dt"]);
      noteEvents();
    }
    sampler_->sample(mixer_.blendList());
    if (expect.dump().find("\"NaN\"") != std::string::npos) break;

    std::string found = compare("the mixer's time", expect["mixerTime"], mixer_.time());
    if (found.empty()) found = differenceOfActions(expect["actions"]);
    if (found.empty() && events_ != expect["events"])
      found = "events are " + events_.dump() + ", not " + expect["events"].dump();
    if (found.empty() && updated)
      found = differenceOfValues(expect["values"]);  // else three.js shows a mixture of now and before
    if (!found.empty()) return "step " + std::to_string(i) + ": " + found;
  }
  return "";
}

std::string ScenarioPlayer::differenceOfActions(const Json& rows) const {
  static const std::vector<std::string> columns = {"time",   "timeScale",       "effectiveTimeScale",
                                                   "weight", "effectiveWeight", "enabled",
                                                   "paused", "isScheduled",     "isRunning"};
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    const AnimationAction& a = *actions_[i];
    const double row[] = {a.time,
                          a.timeScale,
                          a.getEffectiveTimeScale(),
                          a.weight,
                          a.getEffectiveWeight(),
                          double(a.enabled),
                          double(a.paused),
                          double(a.isScheduled()),
                          double(a.isRunning())};
    for (std::size_t c = 0; c < columns.size(); ++c)
      if (auto found = compare("action " + std::to_string(i) + ", " + columns[c], rows[i][c], row[c]); !found.empty())
        return found;
  }
  return "";
}

std::string ScenarioPlayer::differenceOfValues(const Json& values) const {
  for (std::size_t p = 0; p < properties_.size(); ++p) {
    const Property& property = properties_[p];
    if (!property.compared) continue;
    const auto ours =
        sampler_->numbers().subspan(static_cast<std::size_t>(property.offset), static_cast<std::size_t>(property.size));
    double dot = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) dot += ours[i] * values[p][i].get<double>();
    const double sign = property.target.channel == Channel::Rotation && dot < 0 ? -1 : 1;
    for (std::size_t i = 0; i < ours.size(); ++i)
      if (auto found =
              compare("property " + std::to_string(p) + ", number " + std::to_string(i), values[p][i], sign * ours[i]);
          !found.empty())
        return found;
  }
  return "";
}

}  // namespace engine::test
