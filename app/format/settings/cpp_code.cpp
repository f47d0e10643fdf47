#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "app/fields/engine_words.h"
#include "app/format/settings/code_text.h"
#include "app/format/settings/settings_code.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::formatNumber;

std::string_view enumeratorOf(crossfade::TransitionKind kind) {
  constexpr std::array kNames{"Classic", "Linear", "Curve", "Frozen", "Inertial", "DeadBlending"};
  static_assert(kNames.size() == kWords<crossfade::TransitionKind>.size());
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view enumeratorOf(crossfade::WeightedMode mode) {
  return mode == crossfade::WeightedMode::In ? "In" : mode == crossfade::WeightedMode::Out ? "Out" : "Both";
}

std::string keyCode(const crossfade::CurveKey& key) {
  const auto slope = [](double value) { return std::isfinite(value) ? formatNumber(value) : "kStepTangent"; };
  std::string text = ".time = " + formatNumber(key.time) + ", .value = " + formatNumber(key.value) +
                     ", .inTangent = " + slope(key.inTangent) + ", .outTangent = " + slope(key.outTangent);
  if (key.weightedMode != crossfade::WeightedMode::None)
    text += ", .weightedMode = WeightedMode::" + std::string(enumeratorOf(key.weightedMode)) +
            ", .inWeight = " + formatNumber(key.inWeight) + ", .outWeight = " + formatNumber(key.outWeight);
  return "{" + text + "}";
}

/// Writes the body of makeTransitions(); curves and masks that several cells share are made once.
class CppWriter {
 public:
  explicit CppWriter(const SettingsExport& settings)
      : settings_(settings), endsLayers_((usedFields(settings) & bitOf(&FadeChoice::layers)) != 0) {}

  std::string body() {
    cell("{}", settings_.defaults);
    for (const auto& [pair, settings] : settings_.cells.cells()) {
      std::string where;
      if (pair.from) where += ".from = " + source(indexOf(pair).from);
      if (pair.to) where += (where.empty() ? "" : ", ") + (".to = " + source(indexOf(pair).to));
      cell("{" + where + "}", settings);
    }
    for (std::size_t i = 0; i < settings_.clips.size(); ++i) playback(static_cast<int>(i));
    for (const ExportedSpace& each : settings_.spaces) space(each);
    std::string clips;
    for (const int index : known_) {
      const ExportedClip& clip = settings_.clips[static_cast<std::size_t>(index)];
      clips += "  const ClipId clip" + std::to_string(index) + " = clipNamed(clips, " + cppText(clip.name) + ", " +
               std::to_string(clip.nth) + ");\n";
    }
    return clips + parts_ + cells_;
  }

 private:
  /// The variable of a clip.
  std::string clip(int index) {
    known_.insert(index);
    return "clip" + std::to_string(index);
  }

  /// By its index in a cell.
  std::string source(int index) {
    const int clips = static_cast<int>(settings_.clips.size());
    return index < clips ? clip(index) : "ClipOrSpace::ofSpace(" + std::to_string(index - clips) + ")";
  }

  std::string curve(const crossfade::AnimationCurve& curve) {
    if (curve == fadeCurve(FadeCurvePreset::Smooth)) return "kSmoothFade";
    for (std::size_t i = 0; i < curves_.size(); ++i)
      if (curves_[i] == curve) return "alongCurve(curve" + std::to_string(i) + ")";
    const std::string name = "curve" + std::to_string(curves_.size());
    curves_.push_back(curve);
    parts_ += "  const CurveId " + name + " = player.addCurve(*AnimationCurve::make({";
    for (std::size_t i = 0; i < curve.keys().size(); ++i)
      parts_ += (i == 0 ? "\n      " : ",\n      ") + keyCode(curve.keys()[i]);
    parts_ += "}));\n";
    return "alongCurve(" + name + ")";
  }

  std::string mask(const FadeMask& mask) {
    if (mask.joint == -1) return "nullptr";
    const auto [known, added] = masks_.try_emplace({mask.joint, isNamedMask(mask.joint) ? 0 : mask.feather},
                                                   "mask" + std::to_string(masks_.size()));
    if (!added) return known->second;
    std::string weights;
    for (const NamedMask& named : settings_.masks)
      if (isNamedMask(mask.joint) && namedMask(named.name) == mask.joint)
        for (std::size_t i = 0; i < named.weights.size(); ++i)
          if (named.weights[i] != 0)
            weights += (weights.empty() ? "" : ", ") + ("{" + cppText(settings_.skeleton->name(static_cast<int>(i)))) +
                       ", " + formatNumber(named.weights[i]) + "}";
    const std::string how = isNamedMask(mask.joint) ? "maskOf(skeleton, {" + weights + "})"
                                                    : "JointMask::ofSubtree(skeleton, std::max(jointNamed(skeleton, " +
                                                          cppText(settings_.skeleton->name(mask.joint)) + "), 0), " +
                                                          std::to_string(mask.feather) + ")";
    parts_ += "  const JointMask* const " + known->second + " = &transitions.masks.emplace_back(" + how + ");\n";
    return known->second;
  }

  void cell(const std::string& where, const FadeChoice& fade) {
    std::string fields;
    const auto add = [&](const char* name, const std::string& value) {
      fields += (fields.empty() ? "." : ", .") + std::string(name) + " = " + value;
    };
    if (fade.seconds) add("seconds", formatNumber(*fade.seconds));
    if (fade.kind) add("kind", "TransitionKind::" + std::string(enumeratorOf(*fade.kind)));
    if (fade.curve) add("shape", curve(*fade.curve));
    if (fade.sync) add("sync", "Sync::" + capitalized(wordOf(*fade.sync)));
    if (fade.mask()) add("mask", mask(*fade.mask()));
    if (fade.layers && endsLayers_) add("endsMaskedLayers", *fade.layers == MaskedLayers::End ? "true" : "false");
    if (fade.fromPhase) add("fromPhase", formatNumber(*fade.fromPhase));
    if (fade.toPhase) add("toPhase", formatNumber(*fade.toPhase));
    cells_ += "  transitions.set.set(" + where + ", {" + fields + "});\n";
  }

  /// Loop, speed and weight, where they are not as usual.
  void playback(int index) {
    const ClipSettings& own = settings_.clips[static_cast<std::size_t>(index)].settings;
    if (clipChanges(own, "", "", "").empty()) return;
    const std::string name = clip(index), action = "player.clipAction(" + name + ")";
    cells_ += clipChanges(own, "  if (clips.find(" + name + ")) " + action, "Loop::", ";\n");
  }

  void space(const ExportedSpace& each) {
    std::string samples;
    for (const BlendSampleSettings& sample : each.settings.samples)
      samples += (samples.empty() ? "{" : ",\n       {") + clip(sample.clip) + ", {" + formatNumber(sample.x) + ", " +
                 formatNumber(sample.y) + "}" + (sample.speed == 1 ? "" : ", " + formatNumber(sample.speed)) + "}";
    cells_ += "  transitions.spaces.emplace_back(" + cppText(each.key) +
              ", &player.addBlendSpace(*BlendSpace::make(\n      {" + samples +
              "}), Sync::" + capitalized(wordOf(each.settings.sync)) +
              "));\n  transitions.spaces.back().second->moveTo({" + formatNumber(each.settings.x) + ", " +
              formatNumber(each.settings.y) + "});\n";
  }

  const SettingsExport& settings_;
  const bool endsLayers_;  // of masks, in any fade
  std::set<int> known_;    // clips with a variable
  std::vector<crossfade::AnimationCurve> curves_;
  std::map<std::pair<int, int>, std::string> masks_;
  std::string parts_, cells_;
};

constexpr std::string_view kCppTypes =
    R"code(#pragma once

#include <algorithm>
#include <deque>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "crossfade/skeleton/joint_mask.h"
#include "crossfade/skeleton/skeleton.h"
#include "crossfade/transition/transition_player.h"
#include "crossfade/transition/transition_set.h"

namespace exported {

/// Must outlive the fades of the player.
struct Transitions {
  crossfade::TransitionSet set;  // knows blend spaces by their indices in `spaces`
  std::deque<crossfade::JointMask> masks;
  std::vector<std::pair<std::string_view, crossfade::BlendSpacePlayer*>> spaces;  // by name; of the player
};

/// The clip with that name after `nth` others. A clip that is missing has an id that finds nothing.
[[maybe_unused]] inline crossfade::ClipId clipNamed(const crossfade::ClipSet& clips, std::string_view name, int nth) {
  for (const crossfade::ClipId id : clips.ids())
    if (clips[id].name() == name && nth-- == 0) return id;
  return {.index = 0, .generation = ~0u};
}

/// -1: there is none.
[[maybe_unused]] inline int jointNamed(const crossfade::Skeleton& skeleton, std::string_view name) {
  for (int joint = 0; joint < skeleton.jointCount(); ++joint)
    if (skeleton.name(joint) == name) return joint;
  return -1;
}

[[maybe_unused]] inline crossfade::JointMask maskOf(const crossfade::Skeleton& skeleton,
                                                    std::initializer_list<std::pair<std::string_view, float>> weights) {
  std::vector<float> all(static_cast<std::size_t>(skeleton.jointCount()));
  for (const auto& [name, weight] : weights)
    if (const int joint = jointNamed(skeleton, name); joint >= 0) all[static_cast<std::size_t>(joint)] = weight;
  return *crossfade::JointMask::make(std::move(all));
}

inline Transitions makeTransitions([[maybe_unused]] crossfade::TransitionPlayer& player,
                                   [[maybe_unused]] const crossfade::ClipSet& clips,
                                   [[maybe_unused]] const crossfade::Skeleton& skeleton) {
  using namespace crossfade;
  Transitions transitions;
)code";

}  // namespace

std::string cppCode(const SettingsExport& settings) {
  const std::vector<std::string> said =
      joined({titleOf(settings.model, ""),
              "const exported::Transitions made = exported::makeTransitions(player, clips, skeleton);",
              "start(player.transition(), player.clipAction(run), made.set.resolve(walk, run));"},
             settingsNotes(SettingsTarget::Cpp, settings));
  return commentLines("// ", said) + std::string(kCppTypes) + CppWriter(settings).body() +
         "  return transitions;\n}\n\n}  // namespace exported\n";
}

}  // namespace app
