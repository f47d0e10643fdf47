// Plays a recorded run of three.js's mixer with ours, every kind of property included, and compares each step.
#ifndef TESTS_ENGINE_POSE_MIXER_TRACE_PLAYER_H
#define TESTS_ENGINE_POSE_MIXER_TRACE_PLAYER_H

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/pose/pose_sampler.h"
#include "tests/engine/pose/trace_differences.h"

namespace crossfade::test {

struct TraceReport {
  int steps = 0;
  std::map<std::string, int> setAside;  // steps of which something was not compared, by reason
  std::string firstDifference;
};

class MixerTracePlayer {
 public:
  explicit MixerTracePlayer(const nlohmann::json& scenario);
  TraceReport play();

 private:
  void addClip(const nlohmann::json& clip);
  double numberOf(const nlohmann::json& value);  // a string becomes its index in a table
  void perform(const nlohmann::json& call);
  void performOnAction(const nlohmann::json& call);
  void set(AnimationAction& action, const std::string& field, const nlohmann::json& value);
  void afterUpdate();
  std::string difference(const nlohmann::json& step, const StepDifferences& aside);
  std::string differenceOfAction(std::size_t index, const nlohmann::json& row, bool withTimeScale) const;
  std::string differenceOfEvents(const nlohmann::json& expected, const StepDifferences& aside) const;
  std::string differenceOfProperty(std::size_t index, const nlohmann::json& value, bool updated);
  bool inUse(std::size_t property) const;
  void noteRestored();

  const nlohmann::json& scenario_;
  std::vector<std::string> strings_;
  ClipSet clips_;                                // one per action
  std::vector<std::vector<std::size_t>> moved_;  // properties per action
  AnimationMixer mixer_{clips_};
  std::vector<AnimationAction*> actions_;
  std::unique_ptr<PoseSampler> sampler_;
  std::vector<double> atLastUpdate_;
  std::vector<bool> restored_;  // per property: no action moved it at some point since the last update
  nlohmann::json events_;       // of one step
};

}  // namespace crossfade::test

#endif  // TESTS_ENGINE_POSE_MIXER_TRACE_PLAYER_H
