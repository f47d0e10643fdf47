#include "tests/engine/sampling/trace_differences.h"

#include <algorithm>
#include <cmath>

namespace engine::test {
namespace {

using Json = nlohmann::json;

enum Column { Time, TimeScale, EffectiveTimeScale, Weight, EffectiveWeight, Enabled, Paused, IsScheduled, IsRunning };

constexpr const char* kRounding = "three.js decides by rounding to float";
constexpr const char* kListener = "calls from within the update";
constexpr const char* kWritten = "written by the application";
constexpr const char* kTwoTracks = "two tracks of one property in a clip";
constexpr const char* kPingPong = "fix 3: other end of a finished ping-pong";
constexpr const char* kSelection = "fix 5: weak additive selection";
constexpr const char* kNotANumber = "fixes 8 and 9: not a number";
constexpr const char* kPausedWarp = "fix 10: warp or halt of a paused action";

/// A NaN or an infinity; they are recorded as strings.
bool isNone(const Json& value) { return value == "NaN" || value == "Infinity" || value == "-Infinity"; }
bool holdsNone(const Json& values) { return std::any_of(values.begin(), values.end(), isNone); }

}  // namespace

TraceDifferences::TraceDifferences(const Json& scenario) : scenario_(scenario), actions_(scenario["actions"].size()) {
  const std::size_t properties = scenario["properties"].size();
  forGood_.resize(properties);
  last_.properties.resize(properties);
  for (const Json& action : scenario["actions"]) {
    const Json& clip = scenario["clips"][action["clip"].get<std::size_t>()];
    actions_[propertiesOfAction_.size()].additive = clip.value("blendMode", "normal") == "additive" || clip.contains("makeAdditive");
    auto& moved = propertiesOfAction_.emplace_back();
    for (const Json& track : clip["tracks"]) {
      const auto property = track["property"].get<std::size_t>();
      if (std::find(moved.begin(), moved.end(), property) != moved.end()) forGood_[property] = kTwoTracks;
      moved.push_back(property);
    }
  }
}

void TraceDifferences::forgetWarp(ActionState& action) {
  action.warpEnd.reset();
  action.warpStops = action.haltedWhilePaused = false;
}

void TraceDifferences::noteWarp(ActionState& action, double end, bool stops) {
  forgetWarp(action);
  action.warpEnd = end;
  action.warpStops = stops;
}

void TraceDifferences::note(const Json& call, double now) {
  const std::string name = call[0];
  if (name == "write") forGood_[call[1].get<std::size_t>()] = kWritten;
  if (name == "mixer.stopAllAction")
    for (ActionState& action : actions_) forgetWarp(action), action.paused = action.stuck = false;
  if (name == "write" || name.starts_with("mixer.")) return;

  ActionState& action = actions_[call[1].get<std::size_t>()];
  if (name == "setLoop") action.pingPong = call[2] == "pingpong";
  if (name == "set" && call[2] == "paused") action.paused = call[3];
  if (name == "warp") noteWarp(action, now + call[4].get<double>(), call[3] == 0);
  if (name == "halt") {
    noteWarp(action, now + call[2].get<double>(), true);
    action.haltedWhilePaused = action.paused;
  }
  if ((name == "crossFadeFrom" || name == "crossFadeTo") && call[4] == true) {
    noteWarp(action, now + call[3].get<double>(), false);
    noteWarp(actions_[call[2].get<std::size_t>()], now + call[3].get<double>(), false);
  }
  for (const char* ends : {"stop", "reset", "stopWarping", "setEffectiveTimeScale", "setDuration", "syncWith"})
    if (name == ends) forgetWarp(action);
  if (name == "stop" || name == "reset") action.paused = action.stuck = false;
}

void TraceDifferences::setAsideProperties(std::size_t action, const std::string& why, StepDifferences& found) const {
  for (const std::size_t property : propertiesOfAction_[action])
    if (found.properties[property].empty()) found.properties[property] = why;
}

/// three.js lets the warp of a paused action wait. Ours is over when its time is; a halted action that is resumed goes on.
void TraceDifferences::notePausedWarps(const Json& rows, double now, StepDifferences& found) {
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    ActionState& action = actions_[i];
    const bool moved = rows[i][Enabled] == 1 && rows[i][IsScheduled] == 1;
    const bool over = action.warpEnd && now > *action.warpEnd;
    if (moved && action.paused && over && !action.warpStops) found.timeScales[i] = kPausedWarp;
    if (moved && !action.paused && action.warpStops && (action.haltedWhilePaused || (over && found.timeScales[i].empty() && rows[i][Paused] == 1 && action.stuck)))
      action.stuck = true;
    if (moved && !action.paused && over) forgetWarp(action);
    if (action.stuck) {
      found.actions[i] = kPausedWarp;
      setAsideProperties(i, kPausedWarp, found);
    }
  }
}

/// A zero-length clip in an endless loop, or a speed divided by zero: three.js keeps NaN, ours stands.
void TraceDifferences::noteNumbersThatAreNone(const Json& expect, StepDifferences& found) const {
  for (std::size_t i = 0; i < actions_.size(); ++i)
    if (holdsNone(expect["actions"][i])) {
      found.actions[i] = kNotANumber;
      setAsideProperties(i, kNotANumber, found);
    }
  for (std::size_t p = 0; p < forGood_.size(); ++p)
    if (holdsNone(expect["values"][p])) found.properties[p] = kNotANumber;
}

void TraceDifferences::noteFinishedPingPong(const Json& expect, StepDifferences& found) const {
  for (const Json& event : expect["events"]) {
    const auto action = event[1].get<std::size_t>();
    if (event[0] == "finished" && actions_[action].pingPong && expect["actions"][action][Paused] == 1)
      setAsideProperties(action, kPingPong, found);
  }
}

/// In three.js an additive selection below one half brings the original back over whatever else plays.
void TraceDifferences::noteWeakAdditiveSelections(const Json& rows, StepDifferences& found) const {
  for (std::size_t p = 0; p < forGood_.size(); ++p) {
    const Json& type = scenario_["properties"][p]["type"];
    if (type != "bool" && type != "string") continue;
    bool weak = false, strong = false;
    for (std::size_t i = 0; i < actions_.size(); ++i) {
      const auto& moved = propertiesOfAction_[i];
      if (!actions_[i].additive || rows[i][IsScheduled] != 1 || std::find(moved.begin(), moved.end(), p) == moved.end()) continue;
      if (isNone(rows[i][EffectiveWeight])) continue;
      const double weight = rows[i][EffectiveWeight];
      weak = weak || (weight > 0 && weight < 0.5);
      strong = strong || weight >= 0.5;
    }
    if (weak && !strong) found.properties[p] = kSelection;
  }
}

bool TraceDifferences::listenerFired(const Json& events) const {
  if (!scenario_.contains("listeners")) return false;
  for (const Json& listener : scenario_["listeners"])
    for (const Json& event : events)
      if (event[0] == listener["event"] && event[1] == listener["action"]) return true;
  return false;
}

StepDifferences TraceDifferences::next() {
  const Json& step = scenario_["steps"][step_];
  const Json& expect = step["expect"];
  StepDifferences found{.actions = std::vector<std::string>(actions_.size()),
                        .timeScales = std::vector<std::string>(actions_.size()),
                        .properties = forGood_};
  for (const Json& call : step.value("calls", Json::array())) {
    if (call[0] == "mixer.setTime") now_ = 0;
    note(call, now_);
  }
  found.properties = forGood_;
  if (listenerFired(expect["events"])) restOfScenario_ = kListener;
  if (static_cast<int>(step_) == scenario_["float64"]["discreteMismatchStep"]) restOfScenario_ = kRounding;
  found.wholeStep = restOfScenario_;

  const bool updated = !step["dt"].is_null();
  if (!isNone(expect["mixerTime"])) now_ = expect["mixerTime"];
  notePausedWarps(expect["actions"], now_, found);
  noteNumbersThatAreNone(expect, found);
  noteFinishedPingPong(expect, found);
  if (updated) {
    noteWeakAdditiveSelections(expect["actions"], found);
  } else {
    for (std::size_t p = 0; p < forGood_.size(); ++p)  // shows what the last update showed
      if (found.properties[p].empty()) found.properties[p] = last_.properties[p];
  }
  for (std::size_t i = 0; i < actions_.size(); ++i) actions_[i].paused = expect["actions"][i][Paused] == 1;
  if (updated) last_ = found;
  ++step_;
  return found;
}

}  // namespace engine::test
