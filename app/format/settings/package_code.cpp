// The transition set as a module for the npm package crossfade (web/), which plays three.js's objects with our engine.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/fields/engine_words.h"
#include "app/format/curve_json.h"
#include "app/format/settings/code_text.h"
#include "app/format/settings/settings_code.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::formatNumber;

/// The members of an object literal.
class Members {
 public:
  void add(std::string_view name, const std::string& value) {
    text_ += (text_.empty() ? "" : ", ") + std::string(name) + ": " + value;
  }
  void addWord(std::string_view name, std::string_view word) { add(name, "'" + std::string(word) + "'"); }
  std::string object() const { return text_.empty() ? "{}" : "{ " + text_ + " }"; }

 private:
  std::string text_;
};

std::string clipObject(const SettingsExport& settings, int clip) {
  const ExportedClip& named = settings.clips[static_cast<std::size_t>(clip)];
  Members members;
  members.add("name", quotedText(named.name));
  members.add("index", std::to_string(named.index));
  return members.object();
}

/// The weights by joint, as the package takes them.
std::string weightsObject(const SettingsExport& settings, const NamedMask& mask) {
  Members members;
  for (std::size_t i = 0; i < mask.weights.size(); ++i)
    if (mask.weights[i] > 0)
      members.add(quotedText(settings.skeleton->name(static_cast<int>(i))), formatNumber(mask.weights[i]));
  return members.object();
}

void addMask(const SettingsExport& settings, const FadeMask& mask, Members& cell) {
  if (mask.joint == -1) return cell.add("mask", "null");
  for (const NamedMask& named : settings.masks)
    if (isNamedMask(mask.joint) && namedMask(named.name) == mask.joint)
      return cell.add("mask", "{ named: " + quotedText(named.name) + " }");
  if (isNamedMask(mask.joint)) return;
  cell.add("mask", quotedText(settings.skeleton->name(mask.joint)));
  cell.add("feather", std::to_string(mask.feather));
}

void addFade(const SettingsExport& settings, const FadeChoice& fade, Members& cell) {
  if (fade.seconds) cell.add("seconds", formatNumber(*fade.seconds));
  if (fade.kind) cell.addWord("kind", wordOf(*fade.kind));
  if (fade.sync) cell.addWord("sync", wordOf(*fade.sync));
  if (fade.curve && *fade.curve == fadeCurve(FadeCurvePreset::Smooth))
    cell.addWord("curve", "smooth");
  else if (fade.curve)
    cell.add("curve", curveToJson(*fade.curve).at("keys").dump());
  if (fade.mask()) addMask(settings, *fade.mask(), cell);
  if (fade.toPhase) cell.add("toPhase", formatNumber(*fade.toPhase));
}

std::string setObject(const SettingsExport& settings) {
  std::string masks, cells;
  for (const NamedMask& mask : settings.masks)
    masks += "    { name: " + quotedText(mask.name) + ", joints: " + weightsObject(settings, mask) + " },\n";
  Members whole;
  addFade(settings, settings.defaults, whole);
  cells += "    " + whole.object() + ",\n";
  for (const auto& [pair, fade] : settings.cells.cells()) {
    if (isOfSpace(settings, indexOf(pair))) continue;
    Members cell;
    if (pair.from) cell.add("from", clipObject(settings, pair.from.index));
    if (pair.to) cell.add("to", clipObject(settings, pair.to.index));
    addFade(settings, fade, cell);
    cells += "    " + cell.object() + ",\n";
  }
  std::string text = "export const SET = {\n  crossfade: 1,\n";
  if (!masks.empty()) text += "  masks: [\n" + masks + "  ],\n";
  return text + "  transitions: [\n" + cells + "  ],\n}\n";
}

/// What the clips have that is not as usual: loops, speed, weight and markers.
std::string clipLines(const SettingsExport& settings, bool usesMarkers) {
  std::string lines;
  for (const ExportedClip& clip : settings.clips) {
    const ClipSettings usual, &own = clip.settings;
    const std::string action = "  fades.clipAction(" + std::to_string(clip.index) + ")";
    if (own.loop != usual.loop || own.repetitions)
      lines += action + ".setLoop(" +
               (own.loop == crossfade::Loop::Once     ? "LoopOnce"
                : own.loop == crossfade::Loop::Repeat ? "LoopRepeat"
                                                      : "LoopPingPong") +
               (own.repetitions ? ", " + formatNumber(*own.repetitions) : std::string()) + ")\n";
    if (own.clamp) lines += action + ".clampWhenFinished = true\n";
    if (own.timeScale != usual.timeScale) lines += action + ".timeScale = " + formatNumber(own.timeScale) + "\n";
    if (own.weight != usual.weight) lines += action + ".weight = " + formatNumber(own.weight) + "\n";
    if (own.markers.empty()) continue;
    Members points;
    for (const crossfade::SyncMarker& marker : own.markers)
      points.add(quotedText(marker.name), formatNumber(marker.time));
    lines += "  fades.setMarkers(" + std::to_string(clip.index) + ", " + points.object() + ")\n";
  }
  if (usesMarkers)
    for (const ExportedClip& clip : settings.clips)
      if (clip.settings.markers.empty()) lines += "  markFeet(fades, " + std::to_string(clip.index) + ")\n";
  return lines;
}

constexpr std::string_view kMarkFeet = R"js(
/** Marks where the feet of a clip come down. Clips in which none do stay in phase. */
function markFeet(fades, clip) {
  try {
    fades.setMarkers(clip, 'feet')
  } catch {
    // its whole cycle is one interval
  }
}
)js";

/// A function that adds the blend spaces.
std::string spacesCode(const SettingsExport& settings) {
  std::string objects, moves;
  for (const ExportedSpace& space : settings.spaces) {
    std::string samples;
    for (const BlendSampleSettings& sample : space.settings.samples) {
      Members members;
      members.add("clip", std::to_string(settings.clips[static_cast<std::size_t>(sample.clip)].index));
      members.add("x", formatNumber(sample.x));
      if (sample.y != 0) members.add("y", formatNumber(sample.y));
      if (sample.speed != 1) members.add("speed", formatNumber(sample.speed));
      samples += "      " + members.object() + ",\n";
    }
    objects += "    " + quotedText(space.key) + ": fades.addBlendSpace([\n" + samples + "    ], '" +
               std::string(wordOf(space.settings.sync)) + "'),\n";
    moves += "  spaces[" + quotedText(space.key) + "].moveTo(" + formatNumber(space.settings.x) + ", " +
             formatNumber(space.settings.y) + ")\n";
  }
  return "\n/** Adds the blend spaces; each has moveTo(speed, turn, seconds). */\nexport function addSpaces(fades) {\n"
         "  const spaces = {\n" +
         objects + "  }\n" + moves + "  return spaces\n}\n";
}

bool endsMaskedLayers(const SettingsExport& settings) {
  const auto ends = [](const FadeChoice& fade) { return fade.layers == MaskedLayers::End; };
  const auto& cells = settings.cells.cells();
  return ends(settings.defaults) ||
         std::any_of(cells.begin(), cells.end(), [&](const auto& cell) { return ends(cell.second); });
}

}  // namespace

std::vector<std::string> packageNotes(const SettingsExport& settings) {
  const UsedFeatures used = featuresOf(settings);
  std::vector<std::string> said{
      "Needs the npm package crossfade, which scripts/web builds. Poses are those of Crossfade, with all kinds of "
      "fades, curves, syncs and masks."};
  if (used.fromPhase) said.emplace_back("LOST: fromPhase; a fade begins when you call it.");
  if (endsMaskedLayers(settings))
    said.emplace_back("LOST: fades that end masked layers; pass { endsMaskedLayers: true } to fades.to.");
  if (used.spaceCells) said.emplace_back("LOST: what the set says about single blend spaces; pass it to fades.to.");
  return said;
}

std::string packageCode(const SettingsExport& settings) {
  const auto key = [&](std::size_t clip, const char* usual) {
    return settings.clips.size() > clip ? quotedText(settings.clips[clip].key) : std::string(usual);
  };
  std::string spacesUsage;
  if (!settings.spaces.empty()) {
    Members fade;
    const FadeChoice first = resolved(settings, {-1, static_cast<int>(settings.clips.size())});
    fade.add("seconds", formatNumber(*first.seconds));
    fade.addWord("kind", wordOf(*first.kind));
    spacesUsage = "//   const spaces = addSpaces(fades); fades.to(spaces[" + quotedText(settings.spaces.front().key) +
                  "], " + fade.object() + ")\n";
  }
  std::string code = commentLines("// ", std::vector<std::string>{titleOf(settings.model, " for three.js"), ""}) +
                     "//   const fades = await makeTransitions(gltf.scene, gltf.animations)\n//   fades.play(" +
                     key(0, "'Idle'") + "); fades.to(" + key(1, "'Walk'") +
                     ")\n//   each frame: fades.update(clock.getDelta())\n" + spacesUsage +
                     commentLines("// ", joined({""}, packageNotes(settings))) + "\n";
  const UsedFeatures used = featuresOf(settings);
  const bool usesMarkers = used.markerSync || used.markerSpaces;
  const std::string lines = clipLines(settings, usesMarkers);
  code += "import { Crossfade } from 'crossfade'\n";
  if (lines.find(".setLoop(") != lines.npos) code += "import { LoopOnce, LoopPingPong, LoopRepeat } from 'three'\n";
  code += "\n/** How each clip takes over from each other one: for fades.use(). */\n" + setObject(settings);
  if (lines.find("markFeet(") != lines.npos) code += kMarkFeet;
  if (!settings.spaces.empty()) code += spacesCode(settings);
  return code +
         "\n/** A character of an object and its clips with these settings; the options are those of Crossfade.create. "
         "*/\nexport async function makeTransitions(object, clips, options) {\n  const fades = await "
         "Crossfade.create(object, clips, options)\n  fades.use(SET)\n" +
         lines + "  return fades\n}\n";
}

}  // namespace app
