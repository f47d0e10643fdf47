#include "tests/engine/pose/mixer_trace_player.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

#include "crossfade/clip/clip_tools.h"

namespace crossfade::test {
namespace {

using Json = nlohmann::json;

constexpr double kTolerance = 1e-6;  // relative to max(1, |x|); plus what three.js loses by storing ramps as float

std::string compare(const std::string& what, const Json& theirs, double ours, double deviation) {
  const double expected = theirs.is_boolean() ? theirs.get<bool>() : theirs.get<double>();
  if (std::abs(expected - ours) <= kTolerance * std::max(1.0, std::abs(expected)) + deviation) return "";
  return what + " is " + Json(ours).dump() + ", not " + theirs.dump();
}

Interpolation interpolationOf(const std::string& mode) {
  if (mode == "linear") return Interpolation::Linear;
  if (mode == "smooth") return Interpolation::Smooth;
  if (mode == "bezier") return Interpolation::Bezier;
  if (mode == "gltfCubic") return Interpolation::Hermite;
  if (mode == "discrete") return Interpolation::Discrete;
  throw std::invalid_argument(mode);
}

Loop loopOf(const std::string& mode) {
  return mode == "once" ? Loop::Once : mode == "repeat" ? Loop::Repeat : Loop::PingPong;
}

bool isSelection(const Json& type) { return type == "bool" || type == "string"; }

Channel channelOf(const Json& type) {
  return type == "quaternion" ? Channel::Rotation : isSelection(type) ? Channel::Select : Channel::Values;
}

std::vector<float> tangentsOf(const Json& track, std::size_t size) {
  std::vector<float> all;
  if (!track.contains("inTangents")) return all;
  for (std::size_t key = 0; key < track["times"].size(); ++key)
    for (const char* side : {"inTangents", "outTangents"})
      for (std::size_t i = 0; i < 2 * size; ++i) all.push_back(track[side][key * 2 * size + i]);
  return all;
}

}  // namespace

MixerTracePlayer::MixerTracePlayer(const Json& scenario) : scenario_(scenario) {
  std::vector<PropertyChannel> channels;
  std::vector<double> rest;
  for (const Json& property : scenario["properties"]) {
    channels.push_back({mixingOf(channelOf(property["type"])), static_cast<int>(property["initial"].size())});
    for (const Json& number : property["initial"]) rest.push_back(numberOf(number));
  }
  sampler_ = std::make_unique<PoseSampler>(ChannelLayout(channels), rest);
  atLastUpdate_ = rest;
  restored_.resize(channels.size());
  for (const Json& action : scenario["actions"]) {
    addClip(scenario["clips"][action["clip"].get<std::size_t>()]);
    actions_.push_back(&mixer_.clipAction(clips_.ids().back()));
    sampler_->bind(actions_.back()->slot(), *actions_.back()->getClip());
  }
}

double MixerTracePlayer::numberOf(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number()) return value;
  const auto found = std::find(strings_.begin(), strings_.end(), value.get<std::string>());
  if (found == strings_.end()) return strings_.push_back(value), static_cast<double>(strings_.size() - 1);
  return static_cast<double>(found - strings_.begin());
}

void MixerTracePlayer::addClip(const Json& clip) {
  std::vector<KeyframeTrack> tracks;
  auto& moved = moved_.emplace_back();
  for (const Json& track : clip["tracks"]) {
    const auto index = track["property"].get<std::size_t>();
    if (std::find(moved.begin(), moved.end(), index) != moved.end())
      continue;  // set aside: our clips have one track per value
    moved.push_back(index);
    const Json& property = scenario_["properties"][index];
    std::vector<float> values;
    for (const Json& number : track["values"]) values.push_back(static_cast<float>(numberOf(number)));
    const Interpolation interpolation =
        isSelection(property["type"]) ? Interpolation::Discrete : interpolationOf(track["interpolation"]);
    tracks.push_back(*KeyframeTrack::make({static_cast<int>(index), channelOf(property["type"])}, interpolation,
                                          track["times"], std::move(values),
                                          tangentsOf(track, property["initial"].size())));
  }
  const auto duration = clip["duration"].is_null() ? std::nullopt : std::optional(clip["duration"].get<double>());
  const bool additive = clip.value("blendMode", "normal") == "additive";
  auto made = *AnimationClip::make("", std::move(tracks), additive ? BlendMode::Additive : BlendMode::Normal, duration);
  if (clip.contains("makeAdditive"))
    made = makeClipAdditive(made, made, clip["makeAdditive"].value("referenceFrame", 0.0),
                            clip["makeAdditive"].value("fps", 30.0));
  clips_.add(std::move(made));
}

void MixerTracePlayer::perform(const Json& call) {
  const std::string name = call[0];
  if (name == "mixer.stopAllAction") return mixer_.stopAllAction();
  if (name == "write") return;  // set aside
  if (name == "mixer.timeScale") {
    mixer_.timeScale = call[1];
  } else if (name == "mixer.setTime") {
    mixer_.setTime(call[1]);
    afterUpdate();
  } else {
    performOnAction(call);
  }
}

void MixerTracePlayer::performOnAction(const Json& call) {
  AnimationAction& a = *actions_[call[1].get<std::size_t>()];
  const auto other = [&]() -> AnimationAction& { return *actions_[call[2].get<std::size_t>()]; };
  const auto number = [&](std::size_t i) { return call[i].get<double>(); };
  const std::string name = call[0];
  if (name == "play")
    a.play();
  else if (name == "stop")
    a.stop();
  else if (name == "reset")
    a.reset();
  else if (name == "stopFading")
    a.stopFading();
  else if (name == "stopWarping")
    a.stopWarping();
  else if (name == "startAt")
    a.startAt(number(2));
  else if (name == "setEffectiveWeight")
    a.setEffectiveWeight(number(2));
  else if (name == "setEffectiveTimeScale")
    a.setEffectiveTimeScale(number(2));
  else if (name == "setDuration")
    a.setDuration(number(2));
  else if (name == "halt")
    a.halt(number(2));
  else if (name == "fadeIn")
    a.fadeIn(number(2));
  else if (name == "fadeOut")
    a.fadeOut(number(2));
  else if (name == "warp")
    a.warp(number(2), number(3), number(4));
  else if (name == "syncWith")
    a.syncWith(other());
  else if (name == "crossFadeFrom")
    a.crossFadeFrom(other(), number(3), call[4] == true);
  else if (name == "crossFadeTo")
    a.crossFadeTo(other(), number(3), call[4] == true);
  else if (name == "setLoop")
    a.setLoop(loopOf(call[2]), call[3] == -1 ? std::numeric_limits<double>::infinity() : number(3));
  else if (name == "set")
    set(a, call[2], call[3]);
  else
    throw std::invalid_argument(name);
}

void MixerTracePlayer::set(AnimationAction& action, const std::string& field, const Json& value) {
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
  else if (field == "zeroSlopeAtStart")
    action.zeroSlopeAtStart = value;
  else if (field == "zeroSlopeAtEnd")
    action.zeroSlopeAtEnd = value;
  else
    throw std::invalid_argument(field);
}

void MixerTracePlayer::afterUpdate() {
  for (const MixerEvent& event : mixer_.events()) {
    const auto index = std::find(actions_.begin(), actions_.end(), event.action) - actions_.begin();
    const bool finished = event.kind == MixerEvent::Kind::Finished;
    events_.push_back({finished ? "finished" : "loop", index, finished ? event.direction : event.loopDelta});
  }
  sampler_->sampleInOrder(mixer_.blendList());
  atLastUpdate_.assign(sampler_->values().begin(), sampler_->values().end());
  std::fill(restored_.begin(), restored_.end(), false);
}

TraceReport MixerTracePlayer::play() {
  TraceReport report;
  TraceDifferences differences(scenario_);
  for (const Json& step : scenario_["steps"]) {
    const StepDifferences aside = differences.next();
    events_ = Json::array();
    for (const Json& call : step.value("calls", Json::array())) {
      perform(call);
      noteRestored();
    }
    if (!step["dt"].is_null()) {
      mixer_.update(step["dt"]);
      afterUpdate();
    } else {
      sampler_->sampleInOrder(mixer_.blendList());  // shows at once what was stopped
    }

    std::set<std::string> reasons{aside.wholeStep};
    for (const auto* list : {&aside.actions, &aside.timeScales, &aside.properties})
      reasons.insert(list->begin(), list->end());
    if (!aside.wholeStep.empty()) reasons = {aside.wholeStep};
    for (const std::string& reason : reasons)
      if (!reason.empty()) ++report.setAside[reason];
    if (aside.wholeStep.empty() && report.firstDifference.empty())
      if (const std::string found = difference(step, aside); !found.empty())
        report.firstDifference = "step " + std::to_string(report.steps) + ": " + found;
    ++report.steps;
  }
  return report;
}

std::string MixerTracePlayer::difference(const Json& step, const StepDifferences& aside) {
  const Json& expect = step["expect"];
  std::string found = compare("the mixer's time", expect["mixerTime"], mixer_.time(), 0);
  for (std::size_t i = 0; i < actions_.size() && found.empty(); ++i)
    if (aside.actions[i].empty()) found = differenceOfAction(i, expect["actions"][i], aside.timeScales[i].empty());
  if (found.empty()) found = differenceOfEvents(expect["events"], aside);
  for (std::size_t i = 0; i < expect["values"].size() && found.empty(); ++i)
    if (aside.properties[i].empty()) found = differenceOfProperty(i, expect["values"][i], !step["dt"].is_null());
  Json order = Json::array();
  for (const AnimationAction* action : mixer_.activeActions())
    order.push_back(std::find(actions_.begin(), actions_.end(), action) - actions_.begin());
  if (found.empty() && order != expect["order"])
    found = "the order of actions is " + order.dump() + ", not " + expect["order"].dump();
  return found;
}

std::string MixerTracePlayer::differenceOfAction(std::size_t index, const Json& row, bool withTimeScale) const {
  static const std::vector<std::string> columns = {"time",   "timeScale",       "effectiveTimeScale",
                                                   "weight", "effectiveWeight", "enabled",
                                                   "paused", "isScheduled",     "isRunning"};
  const AnimationAction& a = *actions_[index];
  const double ours[] = {a.time,
                         a.timeScale,
                         a.getEffectiveTimeScale(),
                         a.weight,
                         a.getEffectiveWeight(),
                         double(a.enabled),
                         double(a.paused),
                         double(a.isScheduled()),
                         double(a.isRunning())};
  const double deviation = scenario_["float64"]["maxStateDeviation"];
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (columns[c] == "timeScale" && !withTimeScale) continue;
    if (auto found = compare("action " + std::to_string(index) + ", " + columns[c], row[c], ours[c], deviation);
        !found.empty())
      return found;
  }
  return "";
}

std::string MixerTracePlayer::differenceOfEvents(const Json& expected, const StepDifferences& aside) const {
  const auto compared = [&](const Json& events) {
    Json result = Json::array();
    for (const Json& event : events)
      if (aside.actions[event[1].get<std::size_t>()].empty()) result.push_back(event);
    return result;
  };
  if (compared(events_) == compared(expected)) return "";
  return "events are " + events_.dump() + ", not " + expected.dump();
}

void MixerTracePlayer::noteRestored() {
  for (std::size_t property = 0; property < restored_.size(); ++property)
    if (!inUse(property)) restored_[property] = true;
}

bool MixerTracePlayer::inUse(std::size_t property) const {
  for (std::size_t i = 0; i < actions_.size(); ++i)
    if (actions_[i]->isScheduled() && std::find(moved_[i].begin(), moved_[i].end(), property) != moved_[i].end())
      return true;
  return false;
}

/// Between updates three.js still shows the values of the last one, except for properties that no action moved at some
/// point since: these are back at their original values.
std::string MixerTracePlayer::differenceOfProperty(std::size_t index, const Json& value, bool updated) {
  const ChannelSlot& slot = sampler_->layout().channels()[index];
  const auto values = updated || restored_[index] ? sampler_->values() : std::span<const double>(atLastUpdate_);
  const auto ours = values.subspan(static_cast<std::size_t>(slot.offset), static_cast<std::size_t>(slot.size));
  const std::string name = "property " + std::to_string(index);
  if (slot.mixing == Mixing::Select)
    return ours[0] == numberOf(value[0]) ? "" : name + " is entry " + Json(ours[0]).dump() + ", not " + value[0].dump();
  double dot = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) dot += ours[i] * value[i].get<double>();
  const double sign = slot.mixing == Mixing::Slerp && dot < 0 ? -1 : 1;
  for (std::size_t i = 0; i < ours.size(); ++i)
    if (auto found = compare(name + ", number " + std::to_string(i), value[i], sign * ours[i],
                             scenario_["float64"]["maxValueDeviation"]);
        !found.empty())
      return found;
  return "";
}

}  // namespace crossfade::test
