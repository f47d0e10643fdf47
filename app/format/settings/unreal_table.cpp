#include <cmath>
#include <vector>

#include "app/format/settings/code_text.h"
#include "app/format/settings/settings_code.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::TransitionKind;

std::string cellText(const std::string& text) {
  const std::string quoted = quotedText(text);
  return quoted.substr(1, quoted.size() - 2);
}

/// Its curve needs an asset of its own.
bool isCustom(const CellSettings& fade) {
  return *fade.kind == TransitionKind::Curve && *fade.curve != fadeCurve(FadeCurvePreset::Smooth);
}

std::string blendOf(const CellSettings& fade) {
  switch (*fade.kind) {
    case TransitionKind::Classic:
    case TransitionKind::Linear:
      return "Standard Blend, Linear";
    case TransitionKind::Curve:
      return isCustom(fade) ? "Standard Blend, Custom" : "Standard Blend, Hermite Cubic";
    case TransitionKind::Frozen:
      return "Standard Blend, Hermite Cubic";
    case TransitionKind::Inertial:
      return "Inertialization";
    case TransitionKind::DeadBlending:
      return "Inertialization (Dead Blending)";
  }
  return {};
}

std::string percent(std::optional<double> phase) {
  return phase ? crossfade::formatNumber(*phase * 100, 2) + " %" : "-";
}

/// The keys of a curve asset: time, value, arrive and leave tangent.
std::string keysOf(const CellSettings& fade) {
  if (!isCustom(fade)) return "-";
  std::string text;
  const auto slope = [](double value) { return std::isfinite(value) ? crossfade::formatNumber(value) : "step"; };
  for (const crossfade::CurveKey& key : fade.curve->keys())
    text += (text.empty() ? "" : "; ") + crossfade::formatNumber(key.time) + " " + crossfade::formatNumber(key.value) +
            " " + slope(key.inTangent) + " " + slope(key.outTangent);
  return text;
}

}  // namespace

std::string unrealTable(const SettingsExport& settings) {
  const UsedFeatures used = featuresOf(settings);
  std::vector<std::string> said{
      titleOf(settings.model, " for Unreal Engine 5"),
      "Not run: written from the Unreal Engine 5.4 documentation.",
      "",
      "1. In the Animation Blueprint, add a state machine with a state for each clip, and a transition for each row.",
      "2. Select the transition: Duration, Mode and Blend Logic are the columns seconds and blend. For Custom, make a "
      "float curve asset of the keys (time, value, arrive, leave) and choose it as Custom Blend Curve.",
      "3. For Inertialization, add an Inertialization node after the state machine; for Dead Blending the node of that "
      "name instead. One graph has one of them, and both need Blend Logic: Inertialization.",
      "4. leave at: let the rule wait for Get Relevant Anim Time Fraction of the first state. enter at: Start Position "
      "of the sequence player, as a fraction of its length.",
      "5. sync: put the sequence players of both states into one sync group; for markers, add sync markers to the "
      "clips.",
      ""};
  if (used.poseKinds)
    said.emplace_back(
        "LOST: the exact poses of frozen, inertial and dead blending: frozen becomes a cubic blend, the others have "
        "curves of their own there.");
  if (used.masks) said.emplace_back("LOST: masks; use a blend profile or Layered Blend Per Bone.");
  if (used.clipSettings)
    said.emplace_back("LOST: speed, weight and repetitions of clips; set Play Rate and Loop there.");
  std::string text = commentLines("# ", said);
  text += "from\tto\tseconds\tblend\tleave at\tenter at\tsync\tkeys\n";
  for (const CellIndex pair : affectedPairs(settings)) {
    const CellSettings fade = resolved(settings, pair);
    const auto name = [&](int clip) { return cellText(settings.clips[static_cast<std::size_t>(clip)].key); };
    const char* const sync = *fade.sync == crossfade::Sync::None    ? "-"
                             : *fade.sync == crossfade::Sync::Phase ? "sync group"
                                                                    : "sync group, markers";
    text += name(pair.from) + "\t" + name(pair.to) + "\t" + crossfade::formatNumber(*fade.seconds) + "\t" +
            blendOf(fade) + "\t" + percent(fade.fromPhase) + "\t" + percent(fade.toPhase) + "\t" + sync + "\t" +
            keysOf(fade) + "\n";
  }
  return text;
}

}  // namespace app
