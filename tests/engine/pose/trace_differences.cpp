#include "tests/engine/pose/trace_differences.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace crossfade::test {
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
constexpr const char* kSum = "fix 16: sum of weights just below one";
constexpr const char* kPausedWarp = "fix 10: warp or halt of a paused action";

/// A NaN or an infinity; they are recorded as strings.
bool isNonFinite(const Json& value) { return value == "NaN" || value == "Infinity" || value == "-Infinity"; }
bool holdsNonFinite(const Json& values) { return std::any_of(values.begin(), values.end(), isNonFinite); }

}  // namespace

TraceDifferences::TraceDifferences(const Json& scenario) : scenario_(scenario), actions_(scenario["actions"].size()) {
  const std::size_t properties = scenario["properties"].size();
  permanent_.resize(properties);
  last_.properties.resize(properties);
  for (const Json& action : scenario["actions"]) {
    const Json& clip = scenario["clips"][action["clip"].get<std::size_t>()];
    actions_[propertiesOfAction_.size()].additive =
        clip.value("blendMode", "normal") == "additive" || clip.contains("makeAdditive");
    auto& moved = propertiesOfAction_.emplace_back();
    for (const Json& track : clip["tracks"]) {
      const auto property = track["property"].get<std::size_t>();
      if (std::find(moved.begin(), moved.end(), property) != moved.end()) permanent_[property] = kTwoTracks;
      moved.push_back(property);
    }
  }
}

void TraceDifferences::forgetWarp(ActionState& action) {
  action.warpEnd.reset();
  action.warpStops = action.haltedWhilePaused = action.cameDueWhilePaused = action.haltReplacedWarp = false;
  action.warpWaits = action.scaledWhileWaits = action.restoreLost = false;
  action.restored.reset();
}

void TraceDifferences::noteWarp(ActionState& action, double end, bool stops) {
  const auto restored = action.restored;
  const bool restoreLost = restored && action.warpWaits;
  forgetWarp(action);
  if (!restoreLost) action.restored = restored;
  action.restoreLost = restoreLost;
  action.warpEnd = end;
  action.warpStops = stops;
}

void TraceDifferences::noteReset(ActionState& action) {
  forgetWarp(action);
  action.enabled = true;
  action.paused = action.stuck = false;
}

void TraceDifferences::note(const Json& call, double now) {
  const std::string name = call[0];
  if (name == "write") permanent_[call[1].get<std::size_t>()] = kWritten;
  if (name == "mixer.timeScale") mixerTimeScale_ = call[1];
  if (name == "mixer.setTime") noteUpdate(call[1].get<double>() * mixerTimeScale_);
  if (name == "mixer.stopAllAction")
    for (ActionState& action : actions_)
      if (std::exchange(action.scheduled, false)) noteReset(action);
  if (name == "write" || name.starts_with("mixer.")) return;

  ActionState& action = actions_[call[1].get<std::size_t>()];
  if (name == "setLoop") action.pingPong = call[2] == "pingpong";
  if (name == "set" && call[2] == "paused") action.paused = call[3];
  if (name == "set" && call[2] == "enabled") action.enabled = call[3];
  if (name == "play") action.scheduled = true;
  if (name == "set" && call[2] == "timeScale") {
    action.timeScale = call[3].get<double>();
    action.timeScaleDiffers = false;
    action.scaledWhileWaits = action.warpWaits;
  }
  if (name == "setEffectiveTimeScale" || name == "setDuration" || name == "syncWith") {
    action.timeScale.reset();
    action.timeScaleDiffers = name == "syncWith" && actions_[call[2].get<std::size_t>()].timeScaleDiffers;
  }
  if (name == "warp") noteWarp(action, now + call[4].get<double>(), call[3] == 0);
  if (name == "halt") {
    const bool replaces = action.paused && action.warpEnd;
    noteWarp(action, now + call[2].get<double>(), true);
    action.haltedWhilePaused = action.paused;
    action.haltReplacedWarp = replaces;
  }
  if ((name == "crossFadeFrom" || name == "crossFadeTo") && call[4] == true) {
    for (ActionState* each : {&action, &actions_[call[2].get<std::size_t>()]}) {
      noteWarp(*each, now + call[3].get<double>(), false);
      each->restored = each->timeScale;
    }
  }
  for (const char* ends : {"stopWarping", "setEffectiveTimeScale", "setDuration", "syncWith"})
    if (name == ends) forgetWarp(action);
  if (name == "stop") action.scheduled = false;
  if (name == "stop" || name == "reset") noteReset(action);
}

void TraceDifferences::setAsideProperties(std::size_t action, const std::string& why, StepDifferences& found) const {
  for (const std::size_t property : propertiesOfAction_[action])
    if (found.properties[property].empty()) found.properties[property] = why;
}

void TraceDifferences::noteUpdate(double now) {
  for (ActionState& action : actions_)
    if (action.enabled && action.scheduled) noteUpdateOf(action, now);
}

/// three.js suspends the warp of a paused action. Ours ends on time, even in the same update in which the action's
/// fade disables it, or before a stop that drops three.js's warp: then the time scales differ until they are set again.
void TraceDifferences::noteUpdateOf(ActionState& action, double now) const {
  const bool over = action.warpEnd && now > *action.warpEnd;
  if (action.paused) {
    action.warpWaits = action.warpWaits || (over && !action.warpStops);
    const bool same = action.restored && action.timeScale == action.restored;
    if ((over && !action.warpStops && !same && !action.scaledWhileWaits) || action.haltReplacedWarp)
      action.timeScaleDiffers = true;
  } else if (over && !action.warpStops) {
    action.timeScaleDiffers = action.scaledWhileWaits || action.restoreLost;
    action.stuck = action.stuck || action.timeScaleDiffers;
    forgetWarp(action);
  } else if (action.timeScaleDiffers) {
    action.stuck = true;
  }
}

/// In ours a halted action can be resumed.
void TraceDifferences::notePausedWarps(const Json& rows, double now, StepDifferences& found) {
  noteUpdate(now);
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    ActionState& action = actions_[i];
    const bool moved = action.enabled && action.scheduled;
    const bool over = action.warpEnd && now > *action.warpEnd;
    const bool pausesAgain = over && rows[i][Paused] == 1 && action.cameDueWhilePaused;
    if (moved && !action.paused && action.warpStops && (action.haltedWhilePaused || pausesAgain)) action.stuck = true;
    action.cameDueWhilePaused = moved && over && (action.paused || action.cameDueWhilePaused);
    if (moved && !action.paused && over) forgetWarp(action);
    if (action.timeScaleDiffers) found.timeScales[i] = kPausedWarp;
    if (action.stuck) {
      found.actions[i] = kPausedWarp;
      setAsideProperties(i, kPausedWarp, found);
    }
  }
}

/// A zero-length clip in an endless loop, or a speed divided by zero: three.js stays at NaN, ours stops.
void TraceDifferences::noteNonFiniteValues(const Json& expect, StepDifferences& found) const {
  for (std::size_t i = 0; i < actions_.size(); ++i)
    if (holdsNonFinite(expect["actions"][i])) {
      found.actions[i] = kNotANumber;
      setAsideProperties(i, kNotANumber, found);
    }
  for (std::size_t p = 0; p < permanent_.size(); ++p)
    if (holdsNonFinite(expect["values"][p])) found.properties[p] = kNotANumber;
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
  for (std::size_t p = 0; p < permanent_.size(); ++p) {
    const Json& type = scenario_["properties"][p]["type"];
    if (type != "bool" && type != "string") continue;
    bool weak = false, strong = false;
    double normal = 0;  // up to one half the original wins anyway
    for (std::size_t i = 0; i < actions_.size(); ++i) {
      const double weight = shownWeight(rows, i, p);
      if (!actions_[i].additive) normal += weight;
      weak = weak || (actions_[i].additive && weight > 0 && weight < 0.5);
      strong = strong || (actions_[i].additive && weight >= 0.5);
    }
    if (weak && !strong && normal > 0.5) found.properties[p] = kSelection;
  }
}

/// Ten weights of 0.1 sum to less than 1, and three.js then mixes in a trace of the original, visible where that is
/// huge.
void TraceDifferences::noteSumsJustBelowOne(const Json& expect, StepDifferences& found) const {
  for (std::size_t p = 0; p < permanent_.size(); ++p) {
    const Json& initial = scenario_["properties"][p]["initial"];
    if (std::none_of(initial.begin(), initial.end(),
                     [](const Json& x) { return x.is_number() && std::abs(x.get<double>()) > 1e4; }))
      continue;
    double sum = 0;
    for (const Json& action : expect["order"])
      if (const auto i = action.get<std::size_t>(); !actions_[i].additive) sum += shownWeight(expect["actions"], i, p);
    if (sum < 1 && sum > 1 - 1e-12) found.properties[p] = kSum;
  }
}

/// The weight with which an action moves a property; 0 if it does not.
double TraceDifferences::shownWeight(const Json& rows, std::size_t action, std::size_t property) const {
  const auto& moved = propertiesOfAction_[action];
  const Json& weight = rows[action][EffectiveWeight];
  if (rows[action][IsScheduled] != 1 || isNonFinite(weight) ||
      std::find(moved.begin(), moved.end(), property) == moved.end())
    return 0;
  return std::max(0.0, weight.get<double>());
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
                        .properties = permanent_};
  for (const Json& call : step.value("calls", Json::array())) {
    if (call[0] == "mixer.setTime") now_ = 0;
    note(call, now_);
  }
  found.properties = permanent_;
  if (listenerFired(expect["events"])) restOfScenario_ = kListener;
  if (static_cast<int>(step_) == scenario_["float64"]["discreteMismatchStep"]) restOfScenario_ = kRounding;
  found.wholeStep = restOfScenario_;

  const bool updated = !step["dt"].is_null();
  if (!isNonFinite(expect["mixerTime"])) now_ = expect["mixerTime"];
  notePausedWarps(expect["actions"], now_, found);
  noteNonFiniteValues(expect, found);
  noteFinishedPingPong(expect, found);
  if (updated) {
    noteWeakAdditiveSelections(expect["actions"], found);
    noteSumsJustBelowOne(expect, found);
  } else {
    for (std::size_t p = 0; p < permanent_.size(); ++p)  // shows what the last update showed
      if (found.properties[p].empty()) found.properties[p] = last_.properties[p];
  }
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    const Json& row = expect["actions"][i];
    actions_[i].enabled = row[Enabled] == 1;
    actions_[i].scheduled = row[IsScheduled] == 1;
    actions_[i].paused = row[Paused] == 1;
    actions_[i].timeScale = isNonFinite(row[TimeScale]) ? std::nullopt : std::optional(row[TimeScale].get<double>());
  }
  if (updated) last_ = found;
  ++step_;
  return found;
}

}  // namespace crossfade::test
