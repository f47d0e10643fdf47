#include <algorithm>
#include <cctype>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/format/settings/code_text.h"
#include "app/format/settings/settings_code.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

/// What names of animations and states cannot have; Godot's importer replaces it, too.
constexpr std::string_view kReplaced = "/:,[";

/// What Godot 4's importer makes of the name of a clip: it takes an ending off that says that the clip loops
/// (ResourceImporterScene, _pre_fix_node).
std::string importedName(std::string name) {
  for (const std::string_view word : {"loop_mode", "loop", "cycle"}) {
    const auto isCounter = [](unsigned char c) { return std::isdigit(c) != 0 || c <= ' ' || c == '_'; };
    std::size_t end = name.size();
    while (end > 0 && isCounter(static_cast<unsigned char>(name[end - 1]))) --end;
    std::string lower = name.substr(0, end);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (const std::size_t anywhere = lower.find("$" + std::string(word)); anywhere != lower.npos) {
      name.erase(anywhere, word.size() + 1);
      continue;
    }
    if (!lower.ends_with(word) || end == word.size()) continue;
    const std::size_t sign = end - word.size() - 1;
    if (name[sign] == '-' || name[sign] == '_') name.erase(sign, word.size() + 1);
  }
  return name;
}

/// As Godot imports the clips.
std::vector<std::string> namesOf(const SettingsExport& settings) {
  SettingsExport imported = settings;
  for (ExportedClip& clip : imported.clips) clip.name = importedName(clip.name);
  return uniqueNames(imported, kReplaced);
}

/// Quoted unless it consists of plain characters.
std::string propertyName(const std::string& name) {
  const bool isPlain = std::all_of(name.begin(), name.end(), [](char c) {
    return c == '/' || c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  });
  return isPlain ? name : quotedText(name);
}

std::vector<std::string> lossesOf(const SettingsExport& settings, bool stateMachine) {
  const UsedFeatures used = featuresOf(settings);
  std::vector<std::string> lost{
      "Not run: written from the Godot 4 documentation.",
      "Looping: Godot's importer lets clips loop whose names end in -loop, _loop, -cycle or _cycle, and takes that "
      "ending off, as here; set the loop mode of all others in the import settings of the model."};
  if (used.poseKinds)
    lost.emplace_back("LOST: frozen, inertial and dead blending; Godot blends the two clips by their weights.");
  if (used.curves && !stateMachine) lost.emplace_back("LOST: curves; an AnimationPlayer fades linearly.");
  if (used.curves && stateMachine)
    lost.emplace_back("Curves keep their points and slopes; LOST: weighted slopes, and values that are held.");
  if (used.phaseSync)
    lost.emplace_back(stateMachine
                          ? "Sync by phase is switch_mode 1, which takes over the time in seconds, not the phase."
                          : "LOST: sync by phase.");
  if (used.markerSync) lost.emplace_back("LOST: sync by markers.");
  if (used.masks) lost.emplace_back("LOST: masks; set the filters of an AnimationNodeBlend2 by hand.");
  if (used.fromPhase)
    lost.emplace_back(std::string("LOST: the phase at which the first clip is left; call ") +
                      (stateMachine ? "travel()" : "play()") + " at that time.");
  if (used.toPhase) lost.emplace_back("LOST: the phase at which the second clip comes in; it starts at its beginning.");
  if (used.clipSettings)
    lost.emplace_back("LOST: speed, weight and repetitions of clips; looping is set where Godot imports the model.");
  return lost;
}

/// A Curve for xfade_curve: points with their slopes. Godot has no weighted and no step tangents.
std::string curveResource(const crossfade::AnimationCurve& curve, int id) {
  std::string data;
  const auto slope = [](double value) { return std::isfinite(value) ? realNumber(value) : std::string("0.0"); };
  for (const crossfade::CurveKey& key : curve.keys())
    data += (data.empty() ? "" : ", ") + std::string("Vector2(") + realNumber(key.time) + ", " + realNumber(key.value) +
            "), " + slope(key.inTangent) + ", " + slope(key.outTangent) + ", 0, 0";
  return "[sub_resource type=\"Curve\" id=\"curve_" + std::to_string(id) + "\"]\n_data = [" + data +
         "]\npoint_count = " + std::to_string(curve.keys().size()) + "\n\n";
}

/// Fades are linear without a curve.
const crossfade::AnimationCurve* curveOf(const CellSettings& fade) {
  const bool straight =
      *fade.kind == crossfade::TransitionKind::Classic || *fade.kind == crossfade::TransitionKind::Linear;
  return straight ? nullptr : &*fade.curve;
}

std::string indexed(const char* what, std::size_t index) { return what + std::to_string(index); }

std::string clipResources(std::span<const std::string> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += "[sub_resource type=\"AnimationNodeAnimation\" id=\"" + indexed("clip_", i) + "\"]\nanimation = &" +
            quotedText(names[i]) + "\n\n";
  return text;
}

std::string statesOf(std::span<const std::string> names) {
  std::string text;
  const double turn = 6.283185307179586 / std::max<double>(static_cast<double>(names.size()), 1);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string state = "states/" + names[i];
    const double angle = static_cast<double>(i) * turn;
    const auto at = [](double value) { return crossfade::formatNumber(std::round(value)); };
    text += propertyName(state + "/node") + " = SubResource(\"" + indexed("clip_", i) + "\")\n";
    text += propertyName(state + "/position") + " = Vector2(" + at(400 + 260 * std::cos(angle)) + ", " +
            at(300 + 200 * std::sin(angle)) + ")\n";
  }
  return text;
}

}  // namespace

std::string godotStateMachine(const SettingsExport& settings) {
  const std::vector<CellIndex> pairs = allPairs(settings);
  const std::vector<std::string> names = namesOf(settings);
  const auto name = [&](int clip) { return quotedText(names[static_cast<std::size_t>(clip)]); };
  std::string resources = clipResources(names), fades, list;
  std::vector<crossfade::AnimationCurve> curves;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const CellSettings fade = resolved(settings, pairs[i]);
    fades += "[sub_resource type=\"AnimationNodeStateMachineTransition\" id=\"" + indexed("fade_", i) + "\"]\n";
    fades += "xfade_time = " + realNumber(*fade.seconds) + "\n";
    if (const auto* const curve = curveOf(fade)) {
      const auto known = std::find(curves.begin(), curves.end(), *curve);
      const auto id = static_cast<std::size_t>(known - curves.begin());
      if (known == curves.end()) {
        resources += curveResource(*curve, static_cast<int>(id));
        curves.push_back(*curve);
      }
      fades += "xfade_curve = SubResource(\"" + indexed("curve_", id) + "\")\n";
    }
    if (*fade.sync != crossfade::Sync::None) fades += "switch_mode = 1\n";
    fades += "\n";
    list += (list.empty() ? "" : ", ") + name(pairs[i].from) + ", " + name(pairs[i].to) + ", SubResource(\"" +
            indexed("fade_", i) + "\")";
  }
  const std::size_t count = names.size() + curves.size() + pairs.size();
  std::vector<std::string> said{titleOf(settings.model, " as a state machine of Godot 4"),
                                "Use it as tree_root of an AnimationTree; then, with that tree:",
                                "tree.get(\"parameters/playback\").travel(\"Walk\")"};
  for (std::string& each : lossesOf(settings, true)) said.push_back(std::move(each));
  return "[gd_resource type=\"AnimationNodeStateMachine\" load_steps=" + std::to_string(count + 1) + " format=3]\n\n" +
         commentLines("; ", said) + "\n" + resources + fades + "[resource]\n" + statesOf(names) + "transitions = [" +
         list + "]\n";
}

std::string godotPlayerCode(const SettingsExport& settings) {
  std::vector<std::string> said{
      titleOf(settings.model, " for an AnimationPlayer of Godot 4"),
      "CrossfadeBlendTimes.apply($AnimationPlayer), then play() as usual.",
      "With clips in a library that has a name, pass it: apply($AnimationPlayer, \"moves\")."};
  for (std::string& each : lossesOf(settings, false)) said.push_back(std::move(each));
  std::string text = commentLines("# ", said);
  text += "class_name CrossfadeBlendTimes\n\nconst DEFAULT_SECONDS := " + realNumber(*settings.defaults.seconds) +
          "\n\n# From, to, seconds.\nconst BLEND_TIMES := [\n";
  const std::vector<std::string> names = namesOf(settings);
  const auto name = [&](int clip) { return quotedText(names[static_cast<std::size_t>(clip)]); };
  for (const CellIndex pair : affectedPairs(settings))
    text +=
        "\t[" + name(pair.from) + ", " + name(pair.to) + ", " + realNumber(*resolved(settings, pair).seconds) + "],\n";
  return text + R"gd(]


static func apply(player: AnimationPlayer, library := "") -> void:
	var prefix := "" if library.is_empty() else library + "/"
	player.playback_default_blend_time = DEFAULT_SECONDS
	for entry in BLEND_TIMES:
		player.set_blend_time(prefix + entry[0], prefix + entry[1], entry[2])
)gd";
}

}  // namespace app
