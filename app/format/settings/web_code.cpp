#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/fields/engine_words.h"
#include "app/format/curve_json.h"
#include "app/format/settings/code_text.h"
#include "app/format/settings/settings_code.h"
#include "crossfade/base/number_text.h"
#include "embedded_code.h"

namespace app {
namespace {

// The part that all exports to JavaScript share: the set as data, and a class that plays it without any engine.

using crossfade::formatNumber;

std::string clipLine(const ExportedClip& clip) {
  std::string line;
  addMember(line, "name", quotedText(clip.key));
  if (clip.key != clip.name) addMember(line, "source", quotedText(clip.name));
  if (clip.nth > 0) addMember(line, "nth", std::to_string(clip.nth));
  addMember(line, "index", std::to_string(clip.index));
  addMember(line, "seconds", formatNumber(clip.seconds));
  const ClipSettings& own = clip.settings;
  if (own.loop != crossfade::Loop::Repeat) addMember(line, "loop", codeWord(wordOf(own.loop)));
  if (own.repetitions) addMember(line, "repetitions", formatNumber(*own.repetitions));
  if (own.timeScale != 1) addMember(line, "timeScale", formatNumber(own.timeScale));
  if (own.weight != 1) addMember(line, "weight", formatNumber(own.weight));
  if (own.clamp) addMember(line, "clamp", "true");
  return "  { " + line + " },\n";
}

std::string fadeFields(const FadeChoice& fade) {
  std::string line;
  if (fade.seconds) addMember(line, "seconds", formatNumber(*fade.seconds));
  if (fade.kind) addMember(line, "kind", codeWord(wordOf(*fade.kind)));
  if (fade.sync) addMember(line, "sync", codeWord(wordOf(*fade.sync)));
  if (fade.fromPhase) addMember(line, "fromPhase", formatNumber(*fade.fromPhase));
  if (fade.toPhase) addMember(line, "toPhase", formatNumber(*fade.toPhase));
  if (fade.curve && *fade.curve != fadeCurve(FadeCurvePreset::Smooth))
    addMember(line, "curve", curveToJson(*fade.curve).at("keys").dump());
  else if (fade.curve)
    addMember(line, "curve", "null");
  return line;
}

/// The usage with clips of the file instead of 'Idle' and 'Walk'.
std::string usageOf(const SettingsExport& settings, std::string_view usage) {
  std::string text(usage);
  const char* const examples[] = {"'Idle'", "'Walk'"};
  for (std::size_t i = 0; i < 2 && i < settings.clips.size(); ++i)
    if (const std::size_t at = text.find(examples[i]); at != text.npos)
      text.replace(at, std::string_view(examples[i]).size(), quotedText(settings.clips[i].key));
  return text;
}

std::string pointText(double x, double y) { return "[" + formatNumber(x) + ", " + formatNumber(y) + "]"; }

/// "[[0, 1], [1, 2]]"
template <std::size_t size>
std::string indexLists(std::span<const std::array<int, size>> lists) {
  std::string text;
  for (const std::array<int, size>& list : lists) {
    std::string indices;
    for (const int index : list) indices += (indices.empty() ? "" : ", ") + std::to_string(index);
    text += (text.empty() ? "[" : ", [") + indices + "]";
  }
  return "[" + text + "]";
}

std::string spaceLines(const SettingsExport& settings, const ExportedSpace& space) {
  std::string samples, line;
  for (std::size_t i = 0; i < space.samples.size(); ++i) {
    const BlendSampleSettings& sample = space.settings.samples[i];
    std::string fields;
    addMember(fields, "name", quotedText(space.samples[i]));
    addMember(fields, "clip", quotedText(settings.clips[static_cast<std::size_t>(sample.clip)].key));
    addMember(fields, "at", pointText(sample.x, sample.y));
    if (sample.speed != 1) addMember(fields, "timeScale", formatNumber(sample.speed));
    samples += "      { " + fields + " },\n";
  }
  addMember(line, "name", quotedText(space.key));
  addMember(line, "at", pointText(space.settings.x, space.settings.y));
  addMember(line, "sync", codeWord(space.settings.sync == crossfade::Sync::None ? "none" : "phase"));
  return "  {\n    " + line + ",\n    samples: [\n" + samples +
         "    ],\n    triangles: " + indexLists(space.shape.triangles()) +
         ",\n    edges: " + indexLists(space.shape.edges()) + ",\n  },\n";
}

/// CLIPS, DEFAULTS, CELLS and SPACES.
std::string javaScriptData(const SettingsExport& settings) {
  std::string text = "export const CLIPS = [\n";
  for (const ExportedClip& clip : settings.clips) text += clipLine(clip);
  text += "]\n\n/** What a cell leaves open. A curve of null is the smooth one, 3u^2 - 2u^3. */\n";
  text += "export const DEFAULTS = { " + fadeFields(settings.defaults) + " }\n\n";
  text += "/** Without from or to: every clip and blend space. */\nexport const CELLS = [\n";
  const auto clip = [&](int index) {
    const auto at = static_cast<std::size_t>(index), clips = settings.clips.size();
    return quotedText(at < clips ? settings.clips[at].key : settings.spaces[at - clips].key);
  };
  for (const auto& [pair, cell] : settings.cells.cells()) {
    std::string line;
    if (pair.from) addMember(line, "from", clip(indexOf(pair).from));
    if (pair.to) addMember(line, "to", clip(indexOf(pair).to));
    const std::string fields = fadeFields(cell);
    if (fields.empty()) continue;  // a mask
    line += ", " + fields;
    text += "  { " + line + " },\n";
  }
  text += "]\n\n/** Blend spaces: where their clips are, and the point that they start at. */\n";
  if (settings.spaces.empty()) return text + "export const SPACES = []\n";
  text += "export const SPACES = [\n";
  for (const ExportedSpace& space : settings.spaces) text += spaceLines(settings, space);
  return text + "]\n";
}

/// The head of the file: what it is, how it is used, and what of these settings gets lost in every JavaScript engine.
/// `engine`: such as "three.js"; `usage`: lines of code.
std::string javaScriptHead(const SettingsExport& settings, std::string_view engine, std::string_view usage) {
  std::vector<std::string> said{titleOf(settings.model, " for " + std::string(engine)), ""};
  std::string head = commentLines("// ", said);
  const std::string lines = usageOf(settings, usage);
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    head += "//   " + lines.substr(at, end - at) + '\n';
    at = end + 1;
  }
  if (!settings.spaces.empty()) {
    const std::string name = quotedText(settings.spaces.front().key);
    head += "//   fades.fadeTo(" + name + "); fades.movePoint(" + name + ", speed, turn, 0.1)\n";
  }
  said = joined({""}, settingsNotes(SettingsTarget::Three, settings));
  said.emplace_back("Play and fade only through this class: it sets the weight and time of every action itself.");
  return head + commentLines("// ", said) + '\n';
}

/// A part of all modules, from assets/export.
std::string codeOf(std::string_view name) { return '\n' + std::string(embeddedCode(name)); }

constexpr std::string_view kThreeUsage = R"js(const fades = new Transitions(gltf.scene, gltf.animations)
fades.play('Idle'); fades.fadeTo('Walk')
each frame: fades.update(clock.getDelta()))js";

constexpr std::string_view kReactUsage = R"js(const { scene, animations } = useGLTF('character.glb')
const fades = useTransitions(scene, animations, 'Idle')
<primitive object={scene} onClick={() => fades.fadeTo('Walk')} />)js";

std::string moduleOf(const SettingsExport& settings) {
  return "import { AnimationClip, AnimationMixer } from 'three'\n\n" + javaScriptData(settings) + codeOf("fades.mjs") +
         codeOf("three.mjs");
}

}  // namespace

std::string threeCode(const SettingsExport& settings) {
  return javaScriptHead(settings, "three.js", kThreeUsage) + moduleOf(settings);
}

std::string reactThreeFiberCode(const SettingsExport& settings) {
  return javaScriptHead(settings, "react-three-fiber", kReactUsage) +
         "import { useEffect, useMemo } from 'react'\nimport { useFrame } from '@react-three/fiber'\n" +
         moduleOf(settings) + codeOf("react.mjs");
}

namespace {

constexpr std::string_view kBabylonUsage = R"js(const fades = new Transitions(result.animationGroups)
fades.play('Idle'); fades.fadeTo('Walk')
scene.onBeforeAnimationsObservable.add(() => fades.update(engine.getDeltaTime() / 1000)))js";

}  // namespace

std::string babylonCode(const SettingsExport& settings) {
  return javaScriptHead(settings, "Babylon.js", kBabylonUsage) + javaScriptData(settings) + codeOf("fades.mjs") +
         codeOf("babylon.mjs");
}

}  // namespace app
