#include "app/format/settings/settings_code.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/format/model_words.h"

namespace app {
namespace {

ExportedClip clipOfSession(const Session& session, int clip) {
  const Model& model = session.model();
  const auto& data = model.clips[static_cast<std::size_t>(clip)];
  ExportedClip exported{.key = clipWord(model, clip),
                        .name = data.name(),
                        .index = clip,
                        .seconds = data.duration(),
                        .settings = session.character().clipSettings()[static_cast<std::size_t>(clip)]};
  for (int i = 0; i < clip; ++i)
    if (model.clips[static_cast<std::size_t>(i)].name() == exported.name) ++exported.nth;
  if (exported.key.empty()) exported.key = "#" + std::to_string(clip);
  return exported;
}

SettingsExport withoutClips(const Session& session) {
  const FadeChoice panel = wholeChoice(session.fadeSettings(), session.fadeCurve());
  return {.model = session.model().name,
          .clips = {},
          .spaces = {},
          .defaults = panel,
          .cells = {},
          .skeleton = &session.model().skeleton,
          .masks = session.character().masks().all()};
}

/// Adds the name to those that are taken: numbered from 2, after `separator`, if it is one of them. Returns what it is
/// then.
std::string addUnique(const std::string& name, std::string_view separator, std::vector<std::string>& taken) {
  std::string numbered = name;
  for (int count = 2; std::find(taken.begin(), taken.end(), numbered) != taken.end(); ++count)
    numbered = name + std::string(separator) + std::to_string(count);
  return taken.emplace_back(std::move(numbered));
}

std::vector<ExportedSpace> spacesOf(const Session& session, const std::vector<ExportedClip>& clips) {
  std::vector<std::string> taken;
  for (const ExportedClip& clip : clips) taken.push_back(clip.key);
  std::vector<ExportedSpace> spaces;
  for (const BlendSpaceSettings& settings : session.character().blendSpaces()) {
    ExportedSpace& space = spaces.emplace_back(
        ExportedSpace{.key = addUnique(settings.name, " ", taken), .settings = settings, .samples = {}, .shape = {}});
    const auto& ids = session.model().clips.ids();
    space.shape = *makeBlendSpace(settings, ids);
    if (space.isLine()) {
      std::ranges::stable_sort(space.settings.samples, {},
                               space.axis() == 0 ? &BlendSampleSettings::x : &BlendSampleSettings::y);
      space.shape = *makeBlendSpace(space.settings, ids);
    }
  }
  for (ExportedSpace& space : spaces)
    for (const BlendSampleSettings& sample : space.settings.samples)
      space.samples.push_back(
          addUnique(space.key + "/" + clips[static_cast<std::size_t>(sample.clip)].key, " ", taken));
  return spaces;
}

void note(UsedFeatures& used, const FadeChoice& fade) {
  used.poseKinds |= crossfade::worksOnPoses(*fade.kind);
  used.curves |= *fade.kind == crossfade::TransitionKind::Curve && *fade.curve != fadeCurve(FadeCurvePreset::Smooth);
  used.phaseSync |= *fade.sync == crossfade::Sync::Phase;
  used.markerSync |= *fade.sync == crossfade::Sync::Markers;
  used.masks |= fade.maskJoint != -1;
  used.fromPhase |= fade.fromPhase.has_value();
  used.toPhase |= fade.toPhase.has_value();
}

void note(UsedFeatures& used, const ExportedSpace& space) {
  used.phaseSpaces |= space.settings.sync == crossfade::Sync::Phase;
  used.markerSpaces |= space.settings.sync == crossfade::Sync::Markers;
  used.freeSpaces |= space.settings.sync == crossfade::Sync::None;
  used.planes |= !space.isLine();
  for (const BlendSampleSettings& sample : space.settings.samples) used.ownSpeeds |= sample.speed != 1;
}

}  // namespace

int ExportedSpace::axis() const {
  const std::vector<BlendSampleSettings>& all = settings.samples;
  const bool varies = std::ranges::any_of(all, [&](const auto& each) { return each.x != all.front().x; });
  return varies || all.size() == 1 ? 0 : 1;
}

SettingsExport exportOfSet(const Session& session) {
  SettingsExport settings = withoutClips(session);
  for (int clip = 0; clip < session.clipCount(); ++clip) settings.clips.push_back(clipOfSession(session, clip));
  settings.spaces = spacesOf(session, settings.clips);
  const auto indexIn = [&](int source) {  // of `cells`
    if (!isBlendSpace(source)) return source;
    const auto space = std::ranges::find(
        settings.spaces, source, [](const ExportedSpace& each) { return blendSpaceNumber(each.settings.name); });
    return static_cast<int>(settings.clips.size()) + static_cast<int>(space - settings.spaces.begin());
  };
  for (const auto& [pair, cell] : session.character().transitions().cells())
    settings.cells.set(pairOf({indexIn(pair.from.index), indexIn(pair.to.index)}), cell);
  if (const FadeChoice* const whole = settings.cells.at(pairOf({}))) {
    FadeChoice defaults = *whole;
    defaults.inherit(settings.defaults);
    settings.defaults = std::move(defaults);
    settings.cells.clear(pairOf({}));
  }
  return settings;
}

crossfade::Result<SettingsExport> exportOfPair(const Session& session) {
  const FadeSettings& fade = session.fadeSettings();
  const int from = fade.from >= 0 ? fade.from : session.dominantClip();
  if (fade.to < 0) return crossfade::Error{"choose the clip to fade to first"};
  if (from < 0 || from == fade.to) return crossfade::Error{"choose the clip to fade from first"};
  SettingsExport settings = withoutClips(session);
  settings.clips = {clipOfSession(session, from), clipOfSession(session, fade.to)};
  FadeChoice cell = session.character().transitions().resolve({.index = from}, {.index = fade.to});
  const FadePair& pair = session.character().program().pair();
  if (pair.fromPhase) cell.fromPhase = pair.fromPhase;
  if (pair.toPhase) cell.toPhase = pair.toPhase;
  cell.inherit(settings.defaults);
  settings.cells.set(pairOf({0, 1}), std::move(cell));
  return settings;
}

FadeChoice resolved(const SettingsExport& settings, CellIndex pair) {
  return resolved(settings.cells, settings.defaults, pair);
}

bool isOfSpace(const SettingsExport& settings, CellIndex cell) {
  return std::max(cell.from, cell.to) >= static_cast<int>(settings.clips.size());
}

std::vector<CellIndex> allPairs(const SettingsExport& settings) {
  std::vector<CellIndex> pairs;
  const int count = static_cast<int>(settings.clips.size());
  for (int from = 0; from < count; ++from)
    for (int to = 0; to < count; ++to)
      if (from != to) pairs.push_back({from, to});
  return pairs;
}

std::vector<CellIndex> affectedPairs(const SettingsExport& settings) {
  std::vector<CellIndex> pairs = allPairs(settings);
  if (!settings.cells.empty())
    std::erase_if(pairs, [&](CellIndex pair) { return !appliesTo(settings.cells, pair.from, pair.to); });
  return pairs;
}

std::vector<std::string> uniqueNames(const SettingsExport& settings, std::string_view replaced) {
  std::vector<std::string> wanted, names;
  for (const ExportedClip& clip : settings.clips) wanted.push_back(clip.name.empty() ? clip.key : clip.name);
  for (const ExportedSpace& space : settings.spaces) wanted.push_back(space.key);
  for (std::string& name : wanted) {
    for (char& c : name)
      if (replaced.find(c) != replaced.npos) c = '_';
    (void)addUnique(name, "", names);
  }
  return names;
}

UsedFeatures featuresOf(const SettingsExport& settings) {
  UsedFeatures used;
  note(used, settings.defaults);
  for (const CellIndex pair : affectedPairs(settings)) note(used, resolved(settings, pair));
  for (const auto& [pair, cell] : settings.cells.cells())
    if (isOfSpace(settings, indexOf(pair))) {
      note(used, resolved(settings, indexOf(pair)));
      used.spaceCells = true;
    }
  for (const ExportedSpace& space : settings.spaces) note(used, space);
  for (const ExportedClip& clip : settings.clips) {
    const ClipSettings usual, &own = clip.settings;
    used.clipSettings |= own.loop != usual.loop || own.timeScale != usual.timeScale || own.weight != usual.weight ||
                         own.repetitions != usual.repetitions;
  }
  return used;
}

std::vector<std::string> settingsNotes(SettingsTarget target, const SettingsExport& settings) {
  switch (target) {
    case SettingsTarget::Json:
      break;
    case SettingsTarget::Three:
    case SettingsTarget::ReactThreeFiber:
    case SettingsTarget::Babylon:
      return webNotes(settings);
    case SettingsTarget::ThreeCrossfade:
      return packageNotes(settings);
    case SettingsTarget::Godot:
      return godotStateMachineNotes(settings);
    case SettingsTarget::GodotPlayer:
      return godotPlayerNotes(settings);
    case SettingsTarget::Unity:
      return unityNotes(settings);
    case SettingsTarget::Unreal:
      return unrealNotes(settings);
    case SettingsTarget::Cpp:
      return cppNotes(settings);
  }
  return {};
}

std::string settingsCode(SettingsTarget target, const SettingsExport& settings) {
  switch (target) {
    case SettingsTarget::Json:
      break;
    case SettingsTarget::Three:
      return threeCode(settings);
    case SettingsTarget::ThreeCrossfade:
      return packageCode(settings);
    case SettingsTarget::ReactThreeFiber:
      return reactThreeFiberCode(settings);
    case SettingsTarget::Babylon:
      return babylonCode(settings);
    case SettingsTarget::Godot:
      return godotStateMachine(settings);
    case SettingsTarget::GodotPlayer:
      return godotPlayerCode(settings);
    case SettingsTarget::Unity:
      return unityCode(settings);
    case SettingsTarget::Unreal:
      return unrealTable(settings);
    case SettingsTarget::Cpp:
      return cppCode(settings);
  }
  return {};
}

}  // namespace app
