#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glm/common.hpp>

#include "app/fields/engine_words.h"
#include "app/format/settings/code_text.h"
#include "app/format/settings/settings_code.h"
#include "app/model/file_formats.h"
#include "crossfade/base/number_text.h"
#include "embedded_code.h"

namespace app {
namespace {

std::string single(double value) {
  const auto number = static_cast<float>(value);
  return crossfade::formatNumber(number) + "f";
}

/// The ordered pairs of states with a blend space among them.
std::vector<CellIndex> pairsWithSpaces(const SettingsExport& settings) {
  std::vector<CellIndex> pairs;
  const auto clips = static_cast<int>(settings.clips.size()), all = clips + static_cast<int>(settings.spaces.size());
  for (int from = 0; from < all; ++from)
    for (int to = 0; to < all; ++to)
      if (from != to && (from >= clips || to >= clips)) pairs.push_back({from, to});
  return pairs;
}

std::string unitySpace(const ExportedSpace& space, const std::string& state) {
  const auto parameter = [&](int axis) { return quotedText(state + (axis == 0 ? " speed" : " turn")); };
  std::string code = "        (" + quotedText(state) + ", " + parameter(space.isLine() ? space.axis() : 0) + ", " +
                     (space.isLine() ? "null" : parameter(1)) + ", new[]\n        {\n";
  for (const BlendSampleSettings& sample : space.settings.samples) {
    const bool byTurn = space.isLine() && space.axis() == 1;
    code += "            new Sample { clip = " + std::to_string(sample.clip) +
            ", x = " + single(byTurn ? sample.y : sample.x) + ", y = " + single(space.isLine() ? 0 : sample.y) +
            ", speed = " + single(sample.speed) + " },\n";
  }
  return code + "        }),\n";
}

}  // namespace

std::string unityCode(const SettingsExport& settings) {
  const std::vector<std::string> said = joined(
      {titleOf(settings.model, " for Unity"),
       "Put this file into a folder named Editor, select the model and choose Assets > Create > Crossfade. A trigger "
       "with the name of a state fades to it: animator.SetTrigger(\"Walk\")."},
      settingsNotes(SettingsTarget::Unity, settings));
  std::string text = commentLines("// ", said) +
                     "using System.Linq;\nusing UnityEditor;\nusing UnityEditor.Animations;\nusing UnityEngine;\n\n"
                     "public static class CrossfadeController\n{\n"
                     "    static readonly (string state, string clip, int nth, float speed)[] Clips =\n    {\n";
  const std::vector<std::string> states = uniqueNames(settings, ".");  // which separates layers from states in paths
  for (std::size_t i = 0; i < settings.clips.size(); ++i) {
    const ExportedClip& clip = settings.clips[i];
    text += "        (" + quotedText(states[i]) + ", " + quotedText(clip.name) + ", " + std::to_string(clip.nth) +
            ", " + single(clip.settings.timeScale) + "),\n";
  }
  const auto fadeCode = [](const std::string& pair, const FadeChoice& fade) {
    return "new Fade { " + pair + "seconds = " + single(*fade.seconds) +
           ", exitTime = " + single(fade.fromPhase.value_or(-1)) + ", offset = " + single(fade.toPhase.value_or(0)) +
           " }";
  };
  text +=
      "    };\n\n    // Blend trees; without a second parameter in one dimension.\n"
      "    static readonly (string state, string x, string y, Sample[] samples)[] Spaces =\n    {\n";
  for (std::size_t i = 0; i < settings.spaces.size(); ++i)
    text += unitySpace(settings.spaces[i], states[settings.clips.size() + i]);
  text += "    };\n\n    static readonly Fade Default = " + fadeCode("", settings.defaults) +
          ";\n\n    // Between clips, then blend trees, by index.\n    static readonly Fade[] Fades =\n    {\n";
  const auto addFade = [&](CellIndex pair) {
    text += "        " +
            fadeCode("from = " + std::to_string(pair.from) + ", to = " + std::to_string(pair.to) + ", ",
                     resolved(settings, pair)) +
            ",\n";
  };
  if (hasClipCells(settings)) std::ranges::for_each(affectedPairs(settings), addFade);
  std::ranges::for_each(pairsWithSpaces(settings), addFade);
  return text + "    };\n\n" + std::string(embeddedCode("unity.cs"));
}

namespace {

using crossfade::TransitionKind;

std::string cellText(const std::string& text) {
  const std::string quoted = quotedText(text);
  return quoted.substr(1, quoted.size() - 2);
}

/// Its curve needs an asset of its own.
bool isCustom(const FadeChoice& fade) {
  return *fade.kind == TransitionKind::Curve && *fade.curve != fadeCurve(FadeCurvePreset::Smooth);
}

std::string blendOf(const FadeChoice& fade) {
  constexpr std::array kBlends{"Standard Blend, Linear",
                               "Standard Blend, Linear",
                               "Standard Blend, Hermite Cubic",
                               "Standard Blend, Hermite Cubic",
                               "Inertialization",
                               "Inertialization (Dead Blending)"};  // in the order of TransitionKind
  static_assert(kBlends.size() == kWords<TransitionKind>.size());
  return isCustom(fade) ? "Standard Blend, Custom" : kBlends[static_cast<std::size_t>(*fade.kind)];
}

std::string percent(std::optional<double> phase) {
  return phase ? crossfade::formatNumber(*phase * 100, 2) + " %" : "-";
}

/// The keys of a curve asset: time, value, arrive and leave tangent.
std::string keysOf(const FadeChoice& fade) {
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
      "6. Blend spaces: make a Blend Space asset of each (Blend Space 1D if all turns are 0) with the rows of the "
      "second table, and use it as a state.",
      ""};
  if (settings.spaces.empty()) said.erase(said.end() - 2);
  std::string text = commentLines("# ", joined(said, settingsNotes(SettingsTarget::Unreal, settings)));
  text += "from\tto\tseconds\tblend\tleave at\tenter at\tsync\tkeys\n";
  for (const CellIndex pair : affectedPairs(settings)) {
    const FadeChoice fade = resolved(settings, pair);
    const auto name = [&](int clip) { return cellText(settings.clips[static_cast<std::size_t>(clip)].key); };
    const char* const sync = *fade.sync == crossfade::Sync::None    ? "-"
                             : *fade.sync == crossfade::Sync::Phase ? "sync group"
                                                                    : "sync group, markers";
    text += name(pair.from) + "\t" + name(pair.to) + "\t" + crossfade::formatNumber(*fade.seconds) + "\t" +
            blendOf(fade) + "\t" + percent(fade.fromPhase) + "\t" + percent(fade.toPhase) + "\t" + sync + "\t" +
            keysOf(fade) + "\n";
  }
  if (!settings.spaces.empty()) text += "\nblend space\tclip\tspeed\tturn\trate scale\n";
  for (const ExportedSpace& space : settings.spaces)
    for (const BlendSampleSettings& sample : space.settings.samples)
      text += cellText(space.key) + "\t" + cellText(settings.clips[static_cast<std::size_t>(sample.clip)].key) + "\t" +
              crossfade::formatNumber(sample.x) + "\t" + crossfade::formatNumber(sample.y) + "\t" +
              crossfade::formatNumber(sample.speed) + "\n";
  return text;
}

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
    const std::string lower = lowerCase(std::string_view(name).substr(0, end));
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
const crossfade::AnimationCurve* curveOf(const FadeChoice& fade) {
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

/// A blend space with a node for each of its clips. Our triangles are Delaunay's with scaled axes; Godot's own would be
/// others.
std::string spaceResource(const ExportedSpace& space, std::size_t id, std::span<const std::string> names) {
  const std::string own = std::to_string(id);
  std::string nodes, points;
  for (std::size_t i = 0; i < space.settings.samples.size(); ++i) {
    const BlendSampleSettings& sample = space.settings.samples[i];
    const std::string point = "point_" + own + "_" + std::to_string(i);
    nodes += "[sub_resource type=\"AnimationNodeAnimation\" id=\"" + point + "\"]\nanimation = &" +
             quotedText(names[static_cast<std::size_t>(sample.clip)]) + "\n\n";
    const std::string at = space.isLine() ? realNumber(space.axis() == 0 ? sample.x : sample.y)
                                          : "Vector2(" + realNumber(sample.x) + ", " + realNumber(sample.y) + ")";
    points += indexed("blend_point_", i) + "/node = SubResource(\"" + point + "\")\n" + indexed("blend_point_", i) +
              "/pos = " + at + "\n";
  }
  glm::dvec2 low(space.settings.samples.front().x, space.settings.samples.front().y), high = low;
  for (const BlendSampleSettings& sample : space.settings.samples) {
    low = glm::min(low, glm::dvec2(sample.x, sample.y));
    high = glm::max(high, glm::dvec2(sample.x, sample.y));
  }
  const std::string head = "[sub_resource type=\"AnimationNodeBlendSpace" + std::string(space.isLine() ? "1D" : "2D") +
                           "\" id=\"" + indexed("space_", id) + "\"]\n";
  if (space.isLine()) {
    const int axis = space.axis();
    return nodes + head + points + "min_space = " + realNumber(low[axis]) + "\nmax_space = " + realNumber(high[axis]) +
           "\nvalue_label = \"" + (axis == 0 ? "speed" : "turn") + "\"\nsync = true\n\n";
  }
  std::string corners;
  for (const std::array<int, 3>& triangle : space.shape.triangles())
    for (const int corner : triangle) corners += (corners.empty() ? "" : ", ") + std::to_string(corner);
  const auto vector = [](glm::dvec2 v) { return "Vector2(" + realNumber(v.x) + ", " + realNumber(v.y) + ")"; };
  return nodes + head + "auto_triangles = false\n" + points + "triangles = PackedInt32Array(" + corners +
         ")\nmin_space = " + vector(low) + "\nmax_space = " + vector(high) +
         "\nx_label = \"speed\"\ny_label = \"turn\"\nsync = true\n\n";
}

/// Those of clips, then of blend spaces.
std::string statesOf(std::span<const std::string> names, std::size_t clips) {
  std::string text;
  const double turn = 6.283185307179586 / std::max<double>(static_cast<double>(names.size()), 1);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string state = "states/" + names[i];
    const double angle = static_cast<double>(i) * turn;
    const auto at = [](double value) { return crossfade::formatNumber(std::round(value)); };
    const std::string node = i < clips ? indexed("clip_", i) : indexed("space_", i - clips);
    text += propertyName(state + "/node") + " = SubResource(\"" + node + "\")\n";
    text += propertyName(state + "/position") + " = Vector2(" + at(400 + 260 * std::cos(angle)) + ", " +
            at(300 + 200 * std::sin(angle)) + ")\n";
  }
  return text;
}

}  // namespace

std::string movedPoint(SettingsTarget target, const SettingsExport& settings) {
  const ExportedSpace& first = settings.spaces.front();
  const bool isUnity = target == SettingsTarget::Unity;
  const std::string state = (isUnity ? uniqueNames(settings, ".") : namesOf(settings))[settings.clips.size()];
  if (isUnity) return quotedText(state + (first.axis() == 0 ? " speed" : " turn")) + ", 1.4f";
  return quotedText("parameters/" + state + "/blend_position") + ", " + (first.isLine() ? "1.4" : "Vector2(1.4, 0)");
}

std::string godotStateMachine(const SettingsExport& settings) {
  std::vector<CellIndex> pairs = allPairs(settings);
  std::ranges::copy(pairsWithSpaces(settings), std::back_inserter(pairs));
  const std::vector<std::string> names = namesOf(settings);
  const std::size_t clips = settings.clips.size();
  const auto name = [&](int clip) { return quotedText(names[static_cast<std::size_t>(clip)]); };
  std::string resources = clipResources(std::span(names).first(clips)), fades, list;
  std::size_t points = 0;
  for (std::size_t i = 0; i < settings.spaces.size(); ++i) {
    resources += spaceResource(settings.spaces[i], i, names);
    points += settings.spaces[i].samples.size();
  }
  std::vector<crossfade::AnimationCurve> curves;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const FadeChoice fade = resolved(settings, pairs[i]);
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
  const std::size_t count = names.size() + points + curves.size() + pairs.size();
  const std::vector<std::string> said = joined({titleOf(settings.model, " as a state machine of Godot 4"),
                                                "Use it as tree_root of an AnimationTree; then, with that tree:",
                                                "tree.get(\"parameters/playback\").travel(\"Walk\")"},
                                               settingsNotes(SettingsTarget::Godot, settings));
  return "[gd_resource type=\"AnimationNodeStateMachine\" load_steps=" + std::to_string(count + 1) + " format=3]\n\n" +
         commentLines("; ", said) + "\n" + resources + fades + "[resource]\n" + statesOf(names, clips) +
         "transitions = [" + list + "]\n";
}

std::string godotPlayerCode(const SettingsExport& settings) {
  const std::vector<std::string> said =
      joined({titleOf(settings.model, " for an AnimationPlayer of Godot 4"),
              "CrossfadeBlendTimes.apply($AnimationPlayer), then play() as usual.",
              "With clips in a library that has a name, pass it: apply($AnimationPlayer, \"moves\")."},
             settingsNotes(SettingsTarget::GodotPlayer, settings));
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
