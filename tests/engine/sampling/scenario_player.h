// Plays a recorded run of three.js's mixer (golden/action_time.json and its like) with ours, and says where they differ.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/mixer/animation_mixer.h"
#include "engine/sampling/exact_sampler.h"

namespace engine::test {

/// Why the engine does not play this scenario, or nothing.
std::string reasonToSetAside(const nlohmann::json& scenario);

/// A property is a channel of a node of its own: three numbers are its translation, four of a quaternion its rotation, others its morph weights.
class ScenarioPlayer {
 public:
  explicit ScenarioPlayer(const nlohmann::json& scenario);

  /// The first difference, or nothing. From where three.js itself has NaN, or decided by rounding, nothing is compared.
  std::string firstDifference();

 private:
  struct Property {
    TrackTarget target;
    int offset = 0;  // in the sampler's numbers
    int size = 0;
    bool compared =
        true;  // false: the engine has no such values or no such interpolation; times and weights still count
  };

  void addProperty(const nlohmann::json& property, int node, Pose& rest, std::vector<MorphChannel>& morphs);
  void addClip(const nlohmann::json& clip);
  void perform(const nlohmann::json& call);
  void set(AnimationAction& action, const std::string& field, const nlohmann::json& value);
  void noteEvents();
  std::string differenceOfActions(const nlohmann::json& rows) const;
  std::string differenceOfValues(const nlohmann::json& values) const;

  const nlohmann::json& scenario_;
  std::vector<Property> properties_;
  std::deque<AnimationClip> clips_;
  AnimationMixer mixer_;
  std::vector<AnimationAction*> actions_;
  std::optional<ExactSampler> sampler_;
  nlohmann::json events_;  // of one step
};

}  // namespace engine::test
