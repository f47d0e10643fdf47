// The transition set as a module for the npm package crossfade (web/), which plays three.js's objects with our engine.
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "app/fields/engine_words.h"
#include "app/format/curve_json.h"
#include "app/format/settings/code_text.h"
#include "app/format/settings/settings_code.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::formatNumber;

std::string objectOf(const std::string& members) { return members.empty() ? "{}" : "{ " + members + " }"; }

/// By its index in a cell.
std::string sourceObject(const SettingsExport& settings, int source) {
  const auto index = static_cast<std::size_t>(source);
  std::string members;
  if (index >= settings.clips.size()) {
    addMember(members, "space", quotedText(settings.spaces[index - settings.clips.size()].key));
    return objectOf(members);
  }
  const ExportedClip& named = settings.clips[index];
  addMember(members, "name", quotedText(named.name));
  addMember(members, "index", std::to_string(named.index));
  return objectOf(members);
}

/// The weights by joint, as the package takes them.
std::string weightsObject(const SettingsExport& settings, const NamedMask& mask) {
  std::string members;
  for (std::size_t i = 0; i < mask.weights.size(); ++i)
    if (mask.weights[i] > 0)
      addMember(members, quotedText(settings.skeleton->name(static_cast<int>(i))), formatNumber(mask.weights[i]));
  return objectOf(members);
}

void addMask(const SettingsExport& settings, const FadeMask& mask, std::string& cell) {
  if (mask.joint == -1) return addMember(cell, "mask", "null");
  for (const NamedMask& named : settings.masks)
    if (isNamedMask(mask.joint) && namedMask(named.name) == mask.joint)
      return addMember(cell, "mask", "{ named: " + quotedText(named.name) + " }");
  if (isNamedMask(mask.joint)) return;
  addMember(cell, "mask", quotedText(settings.skeleton->name(mask.joint)));
  addMember(cell, "feather", std::to_string(mask.feather));
}

void addFade(const SettingsExport& settings, const FadeChoice& fade, bool endsLayers, std::string& cell) {
  if (fade.seconds) addMember(cell, "seconds", formatNumber(*fade.seconds));
  if (fade.kind) addMember(cell, "kind", codeWord(wordOf(*fade.kind)));
  if (fade.sync) addMember(cell, "sync", codeWord(wordOf(*fade.sync)));
  if (fade.curve && *fade.curve == fadeCurve(FadeCurvePreset::Smooth))
    addMember(cell, "curve", codeWord("smooth"));
  else if (fade.curve)
    addMember(cell, "curve", curveToJson(*fade.curve).at("keys").dump());
  if (fade.mask()) addMask(settings, *fade.mask(), cell);
  if (fade.layers && endsLayers) addMember(cell, "layers", codeWord(wordOf(*fade.layers)));
  if (fade.toPhase) addMember(cell, "toPhase", formatNumber(*fade.toPhase));
}

std::string setObject(const SettingsExport& settings) {
  const bool endsLayers = (usedFields(settings) & bitOf(&FadeChoice::layers)) != 0;
  std::string masks, cells;
  for (const NamedMask& mask : settings.masks)
    masks += "    { name: " + quotedText(mask.name) + ", joints: " + weightsObject(settings, mask) + " },\n";
  std::string whole;
  addFade(settings, settings.defaults, endsLayers, whole);
  cells += "    " + objectOf(whole) + ",\n";
  for (const auto& [pair, fade] : settings.cells.cells()) {
    std::string cell;
    if (pair.from) addMember(cell, "from", sourceObject(settings, indexOf(pair).from));
    if (pair.to) addMember(cell, "to", sourceObject(settings, indexOf(pair).to));
    addFade(settings, fade, endsLayers, cell);
    cells += "    " + objectOf(cell) + ",\n";
  }
  std::string text = "export const SET = {\n  crossfade: 1,\n";
  if (!masks.empty()) text += "  masks: [\n" + masks + "  ],\n";
  return text + "  transitions: [\n" + cells + "  ],\n}\n";
}

/// What the clips have that is not as usual: loops, speed, weight and markers.
std::string clipLines(const SettingsExport& settings) {
  std::string lines;
  for (const ExportedClip& clip : settings.clips) {
    const ClipSettings& own = clip.settings;
    lines += clipChanges(own, "  fades.clipAction(" + std::to_string(clip.index) + ")", "Loop", "\n");
    if (own.markers.empty()) continue;
    std::string points;
    for (const crossfade::SyncMarker& marker : own.markers)
      addMember(points, quotedText(marker.name), formatNumber(marker.time));
    lines += "  fades.setMarkers(" + std::to_string(clip.index) + ", " + objectOf(points) + ")\n";
  }
  if (usesMarkers(settings))
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
      std::string members;
      addMember(members, "clip", std::to_string(settings.clips[static_cast<std::size_t>(sample.clip)].index));
      addMember(members, "x", formatNumber(sample.x));
      if (sample.y != 0) addMember(members, "y", formatNumber(sample.y));
      if (sample.speed != 1) addMember(members, "speed", formatNumber(sample.speed));
      samples += "      " + objectOf(members) + ",\n";
    }
    objects += "    " + quotedText(space.key) + ": fades.addBlendSpace([\n" + samples + "    ], '" +
               std::string(wordOf(space.settings.sync)) + "', " + quotedText(space.key) + "),\n";
    moves += "  spaces[" + quotedText(space.key) + "].moveTo(" + formatNumber(space.settings.x) + ", " +
             formatNumber(space.settings.y) + ")\n";
  }
  return "\n/** Adds the blend spaces; each has moveTo(speed, turn, seconds). */\nexport function addSpaces(fades) {\n"
         "  const spaces = {\n" +
         objects + "  }\n" + moves + "  return spaces\n}\n";
}

}  // namespace

std::string packageCode(const SettingsExport& settings) {
  const auto key = [&](std::size_t clip, const char* usual) {
    return settings.clips.size() > clip ? quotedText(settings.clips[clip].key) : std::string(usual);
  };
  std::string spacesUsage;
  if (!settings.spaces.empty())
    spacesUsage =
        "//   const spaces = addSpaces(fades); fades.to(spaces[" + quotedText(settings.spaces.front().key) + "])\n";
  std::string code = commentLines("// ", std::vector<std::string>{titleOf(settings.model, " for three.js"), ""}) +
                     "//   const fades = await makeTransitions(gltf.scene, gltf.animations)\n//   fades.play(" +
                     key(0, "'Idle'") + "); fades.to(" + key(1, "'Walk'") +
                     ")\n//   each frame: fades.update(clock.getDelta())\n" + spacesUsage +
                     commentLines("// ", joined({""}, settingsNotes(SettingsTarget::ThreeCrossfade, settings))) + "\n";
  const std::string lines = clipLines(settings);
  code += "import { Crossfade } from 'crossfade'\n";
  if (lines.find(".setLoop(") != lines.npos) code += "import { LoopOnce, LoopPingPong, LoopRepeat } from 'three'\n";
  code += "\n/** How each clip takes over from each other one: for fades.use(). */\n" + setObject(settings);
  const bool marksFeet = lines.find("markFeet(") != lines.npos;
  if (marksFeet) code += kMarkFeet;
  if (!settings.spaces.empty()) code += spacesCode(settings);
  return code +
         "\n/** A character of an object and its clips with these settings; the options are those of Crossfade.create. "
         "*/\nexport async function makeTransitions(object, clips, options) {\n  const fades = await "
         "Crossfade.create(object, clips, " +
         std::string(marksFeet ? "{ ...options, feet: true }" : "options") + ")\n  fades.use(SET)\n" + lines +
         "  return fades\n}\n";
}

}  // namespace app
