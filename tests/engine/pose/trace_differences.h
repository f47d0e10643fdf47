// Which steps and properties of a recorded three.js run are not comparable with ours, and why: predicates over the
// recording alone, so new recordings are judged the same way. docs/differences_from_three.md has
// the list.
#ifndef TESTS_ENGINE_POSE_TRACE_DIFFERENCES_H
#define TESTS_ENGINE_POSE_TRACE_DIFFERENCES_H

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace crossfade::test {

/// What is set aside of one step; an empty string means: compared.
struct StepDifferences {
  std::string wholeStep;                // if set, nothing else is compared
  std::vector<std::string> actions;     // per action: its row and its events
  std::vector<std::string> timeScales;  // per action: its time scale only
  std::vector<std::string> properties;  // per property: its value
};

/// Walks through a scenario's steps, in order.
class TraceDifferences {
 public:
  explicit TraceDifferences(const nlohmann::json& scenario);
  /// The differences of the next step.
  StepDifferences next();

 private:
  /// The known state of three.js's action.
  struct ActionState {
    bool additive = false;
    bool pingPong = false;
    bool enabled = true, scheduled = false, paused = false;  // at the next update
    std::optional<double> warpEnd;                           // mixer time
    bool warpStops = false;                                  // it ends at speed 0
    std::optional<double> timeScale = 1;                     // empty: unknown from the calls of this step
    std::optional<double> restored;                          // the value that a cross-fade's warp restores
    bool haltedWhilePaused = false;
    bool haltReplacedWarp = false;  // a halt replaced a warp, which ours keeps
    bool cameDueWhilePaused = false;
    bool warpWaits = false;         // over, and ended in ours; three.js's waits for the end of the pause
    bool scaledWhileWaits = false;  // the application then set another time scale, which three.js's warp will change
    bool restoreLost = false;       // another warp followed; three.js's still restores what a cross-fade stored
    bool timeScaleDiffers = false;
    bool stuck = false;  // three.js stops or pauses again where ours continues
  };

  void note(const nlohmann::json& call, double now);
  void noteWarp(ActionState& action, double end, bool stops);
  static void forgetWarp(ActionState& action);
  static void noteReset(ActionState& action);
  void noteUpdate(double now);
  void noteUpdateOf(ActionState& action, double now) const;
  void notePausedWarps(const nlohmann::json& rows, double now, StepDifferences& found);
  void noteNonFiniteValues(const nlohmann::json& expect, StepDifferences& found) const;
  void noteFinishedPingPong(const nlohmann::json& expect, StepDifferences& found) const;
  void noteWeakAdditiveSelections(const nlohmann::json& rows, StepDifferences& found) const;
  void noteSumsJustBelowOne(const nlohmann::json& expect, StepDifferences& found) const;
  double shownWeight(const nlohmann::json& rows, std::size_t action, std::size_t property) const;
  bool listenerFired(const nlohmann::json& events) const;
  void setAsideProperties(std::size_t action, const std::string& why, StepDifferences& found) const;

  const nlohmann::json& scenario_;
  std::size_t step_ = 0;
  double now_ = 0;  // mixer time
  double mixerTimeScale_ = 1;
  std::string restOfScenario_;
  std::vector<ActionState> actions_;
  std::vector<std::vector<std::size_t>> propertiesOfAction_;
  StepDifferences last_;                // of the last step with an update
  std::vector<std::string> permanent_;  // per property: differences that last
};

}  // namespace crossfade::test

#endif  // TESTS_ENGINE_POSE_TRACE_DIFFERENCES_H
