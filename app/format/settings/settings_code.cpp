#include "app/format/settings/settings_code.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/fields/engine_words.h"
#include "app/format/model_words.h"
#include "app/format/settings/code_text.h"
#include "crossfade/base/number_text.h"

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

/// Calls visit(fade) with each fade of it, completed by the defaults.
template <class Visit>
void forEachFade(const SettingsExport& settings, const Visit& visit) {
  visit(settings.defaults);
  for (const CellIndex pair : affectedPairs(settings)) visit(resolved(settings, pair));
  for (const auto& [pair, cell] : settings.cells.cells())
    if (isOfSpace(settings, indexOf(pair))) visit(resolved(settings, indexOf(pair)));
}

// What an export needs of its target, as bits.
using Needs = unsigned;
constexpr Needs kPoseKinds = 1 << 0;  // Frozen, Inertial, Dead blending
constexpr Needs kCurves = 1 << 1;     // other than the smooth one, in fades of the kind Curve
constexpr Needs kPhaseSync = 1 << 2;
constexpr Needs kMarkerSync = 1 << 3;
constexpr Needs kMasks = 1 << 4;
constexpr Needs kFromPhase = 1 << 5;
constexpr Needs kToPhase = 1 << 6;
constexpr Needs kClipSettings = 1 << 7;  // of speed, weight or repetitions
constexpr Needs kSpaces = 1 << 8;
constexpr Needs kPhaseSpaces = 1 << 9;    // blend spaces with a sync: by phase,
constexpr Needs kMarkerSpaces = 1 << 10;  // by markers,
constexpr Needs kFreeSpaces = 1 << 11;    // without
constexpr Needs kPlanes = 1 << 12;        // blend spaces with two parameters
constexpr Needs kOwnSpeeds = 1 << 13;     // of clips in blend spaces
constexpr Needs kSpaceCells = 1 << 14;    // cells of the set that name a blend space

Needs needsOf(const FadeChoice& fade) {
  const bool isCurve = *fade.kind == crossfade::TransitionKind::Curve;
  return (crossfade::worksOnPoses(*fade.kind) ? kPoseKinds : 0) |
         (isCurve && *fade.curve != fadeCurve(FadeCurvePreset::Smooth) ? kCurves : 0) |
         (*fade.sync == crossfade::Sync::Phase ? kPhaseSync : 0) |
         (*fade.sync == crossfade::Sync::Markers ? kMarkerSync : 0) | (fade.maskJoint != -1 ? kMasks : 0) |
         (fade.fromPhase ? kFromPhase : 0) | (fade.toPhase ? kToPhase : 0);
}

Needs needsOf(const ExportedSpace& space) {
  constexpr std::array kSyncs{kFreeSpaces, kPhaseSpaces, kMarkerSpaces};
  const auto hasOwnSpeed = [](const BlendSampleSettings& sample) { return sample.speed != 1; };
  return kSpaces | kSyncs[static_cast<std::size_t>(space.settings.sync)] | (space.isLine() ? 0 : kPlanes) |
         (std::ranges::any_of(space.settings.samples, hasOwnSpeed) ? kOwnSpeeds : 0);
}

Needs needsOf(const ClipSettings& own) {
  const ClipSettings usual;
  const bool isUsual = own.loop == usual.loop && own.timeScale == usual.timeScale && own.weight == usual.weight &&
                       own.repetitions == usual.repetitions;
  return isUsual ? 0 : kClipSettings;
}

Needs needsOf(const SettingsExport& settings) {
  Needs needs = 0;
  forEachFade(settings, [&](const FadeChoice& fade) { needs |= needsOf(fade); });
  for (const auto& [pair, cell] : settings.cells.cells())
    if (isOfSpace(settings, indexOf(pair))) needs |= kSpaceCells;
  for (const ExportedSpace& space : settings.spaces) needs |= needsOf(space);
  for (const ExportedClip& clip : settings.clips) needs |= needsOf(clip.settings);
  return needs;
}

/// A sentence of the comment of some targets.
struct Note {
  unsigned targets;
  Needs needs;  // any of these; 0: always
  std::string_view sentence;
};

constexpr unsigned targetBit(SettingsTarget target) { return 1u << static_cast<unsigned>(target); }

constexpr unsigned kWeb =
    targetBit(SettingsTarget::Three) | targetBit(SettingsTarget::ReactThreeFiber) | targetBit(SettingsTarget::Babylon);
constexpr unsigned kPackage = targetBit(SettingsTarget::ThreeCrossfade), kStates = targetBit(SettingsTarget::Godot),
                   kPlayer = targetBit(SettingsTarget::GodotPlayer), kUnity = targetBit(SettingsTarget::Unity),
                   kUnreal = targetBit(SettingsTarget::Unreal), kCpp = targetBit(SettingsTarget::Cpp);

/// In the order of the comments. {} stands for movedPoint().
constexpr auto kNotes = std::to_array<Note>({
    {kWeb, 0,
     "Classic, linear and curve fades have the same weights and times as in Crossfade, even when interrupted."},
    {kWeb, kPoseKinds,
     "LOST: frozen, inertial and dead blending work on poses; here such a fade follows the smooth curve instead. With "
     "three.js, the export three-crossfade keeps them."},
    {kWeb, kMarkerSync | kMarkerSpaces, "LOST: sync by markers; the clips are synced by phase."},
    {kWeb, kMasks, "LOST: masks; a fade takes over the whole body."},
    {kWeb, kSpaces, "Blend spaces have the same weights and times, too; movePoint sets their speed and turn."},
    {kWeb, kFromPhase,
     "fromPhase only applies with { wait: true }: the fade then waits until its first clip gets there."},

    {kPackage, 0,
     "Needs the npm package crossfade, which scripts/web builds. Poses are those of Crossfade, with all kinds of "
     "fades, curves, syncs and masks."},
    {kPackage, kFromPhase, "LOST: fromPhase; a fade begins when you call it."},

    {kStates | kPlayer, 0, "Not run: written from the Godot 4 documentation."},
    {kStates | kPlayer, 0,
     "Looping: Godot's importer lets clips loop whose names end in -loop, _loop, -cycle or _cycle, and takes that "
     "ending off, as here; set the loop mode of all others in the import settings of the model."},
    {kStates | kPlayer, kPoseKinds,
     "LOST: frozen, inertial and dead blending; Godot blends the two clips by their weights."},
    {kPlayer, kCurves, "LOST: curves; an AnimationPlayer fades linearly."},
    {kStates, kCurves, "Curves keep their points and slopes; LOST: weighted slopes, and values that are held."},
    {kStates, kPhaseSync, "Sync by phase is switch_mode 1, which takes over the time in seconds, not the phase."},
    {kPlayer, kPhaseSync, "LOST: sync by phase."},
    {kStates | kPlayer, kMarkerSync, "LOST: sync by markers."},
    {kStates | kPlayer, kMasks, "LOST: masks; set the filters of an AnimationNodeBlend2 by hand."},
    {kPlayer, kSpaces, "LOST: blend spaces; an AnimationPlayer plays clips alone."},
    {kStates, kSpaces, "A blend space is a state, too: tree.set({}) moves its point."},
    {kStates, kPhaseSpaces | kMarkerSpaces,
     "LOST: sync in blend spaces; each clip keeps its own length, so give them equal ones."},
    {kStates, kOwnSpeeds, "LOST: the speeds of clips in blend spaces."},
    {kStates, kFromPhase, "LOST: the phase at which the first clip is left; call travel() at that time."},
    {kPlayer, kFromPhase, "LOST: the phase at which the first clip is left; call play() at that time."},
    {kStates | kPlayer, kToPhase, "LOST: the phase at which the second clip comes in; it starts at its beginning."},
    {kStates | kPlayer, kClipSettings,
     "LOST: speed, weight and repetitions of clips; looping is set where Godot imports the model."},

    {kUnity, 0, "Not run: written from the Unity 2022 LTS documentation."},
    {kUnity, 0,
     "Looping: imported clips do not loop by themselves; turn on Loop Time in the Animation tab of the model's import "
     "settings."},
    {kUnity, 0, "Fades are linear in Unity; duration in seconds, offset and exit time as phases."},
    {kUnity, kPoseKinds | kCurves, "LOST: kinds and curves of fades; Unity has its own blend of the two clips."},
    {kUnity, kPhaseSync | kMarkerSync, "LOST: sync; put such clips into one blend tree, which syncs them by phase."},
    {kUnity, kMasks, "LOST: masks; make a layer with an AvatarMask."},
    {kUnity, kSpaces, "A blend space is a state with a blend tree: animator.SetFloat({}) moves its point."},
    {kUnity, kPlanes,
     "LOST: the exact weights of blend spaces with speed and turn; Freeform Cartesian gives clips far from the point "
     "a share, too."},
    {kUnity, kMarkerSpaces | kFreeSpaces,
     "LOST: blend spaces without sync, or with sync by markers; blend trees sync by phase."},
    {kUnity, kFromPhase, "A fade with an exit time waits for it, as in replay."},
    {kUnity, kClipSettings, "LOST: weights and repetitions of clips; speed is kept."},

    {kUnreal, kPoseKinds,
     "LOST: the exact poses of frozen, inertial and dead blending: frozen becomes a cubic blend, the others have "
     "curves of their own there."},
    {kUnreal, kMasks, "LOST: masks; use a blend profile or Layered Blend Per Bone."},
    {kUnreal, kSpaceCells, "LOST: what the set says about single blend spaces; set those transitions by hand."},
    {kUnreal, kClipSettings, "LOST: speed, weight and repetitions of clips; set Play Rate and Loop there."},

    {kCpp, kMarkerSync | kMarkerSpaces, "LOST: the clips' markers; set them with Transition::setMarkers."},
    {kCpp, kFromPhase, "fromPhase is in the set; waiting for it is up to your game."},
});

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
    settings.cells.set(pairOf({indexIn(indexOf(pair).from), indexIn(indexOf(pair).to)}), cell);
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
  FadeChoice cell = session.character().transitions().resolve(pairOf({from, fade.to}));
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

std::string clipChanges(const ClipSettings& own, const std::string& action, std::string_view loop,
                        std::string_view lineEnd) {
  const ClipSettings usual;
  std::string lines;
  const auto add = [&](const std::string& change) { lines += action + change + std::string(lineEnd); };
  if (own.loop != usual.loop || own.repetitions)
    add(".setLoop(" + std::string(loop) + capitalized(wordOf(own.loop)) +
        (own.repetitions ? ", " + crossfade::formatNumber(*own.repetitions) : std::string()) + ")");
  if (own.clamp) add(".clampWhenFinished = true");
  if (own.timeScale != usual.timeScale) add(".timeScale = " + crossfade::formatNumber(own.timeScale));
  if (own.weight != usual.weight) add(".weight = " + crossfade::formatNumber(own.weight));
  return lines;
}

bool isOfSpace(const SettingsExport& settings, CellIndex cell) {
  return std::max(cell.from, cell.to) >= static_cast<int>(settings.clips.size());
}

bool hasClipCells(const SettingsExport& settings) {
  return std::ranges::any_of(settings.cells.cells(),
                             [&](const auto& cell) { return !isOfSpace(settings, indexOf(cell.first)); });
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
  if (hasClipCells(settings))
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

FieldSet usedFields(const SettingsExport& settings) {
  const FadeChoice usual = wholeChoice({}, fadeCurve(FadeCurvePreset::Smooth));
  FieldSet used = 0;
  forEachFade(settings, [&](const FadeChoice& fade) { used |= differing(usual, fade); });
  return used;
}

bool usesMarkers(const SettingsExport& settings) { return (needsOf(settings) & (kMarkerSync | kMarkerSpaces)) != 0; }

std::vector<std::string> lostFields(const SettingsExport& settings, FieldSet carried) {
  const FieldSet lost = usedFields(settings) & ~carried;
  std::vector<std::string> said;
  forEachField<FadeChoice>([&](const auto& field, FieldSet bit) {
    if (lost & bit) said.push_back("LOST: " + inSentence(field.label) + "; it is not carried over.");
  });
  return said;
}

std::vector<std::string> settingsNotes(SettingsTarget target, const SettingsExport& settings) {
  if (target == SettingsTarget::Json) return {};
  const Needs needs = needsOf(settings);
  std::vector<std::string> said;
  for (const Note& note : kNotes) {
    if ((note.targets & targetBit(target)) == 0 || (note.needs != 0 && (note.needs & needs) == 0)) continue;
    std::string& sentence = said.emplace_back(note.sentence);
    if (const std::size_t mark = sentence.find("{}"); mark != sentence.npos)
      sentence.replace(mark, 2, movedPoint(target, settings));
  }
  said = joined(std::move(said), lostFields(settings));
  const bool isWhole = std::ranges::none_of(said, [](const std::string& each) { return each.starts_with("LOST:"); });
  if (target == SettingsTarget::Cpp && isWhole)
    said.insert(said.begin(), "Nothing is lost: this is the library that Crossfade itself plays with.");
  return said;
}

std::string settingsCode(SettingsTarget target, const SettingsExport& settings) {
  constexpr auto kCodes = std::to_array<std::string (*)(const SettingsExport&)>(
      {nullptr, threeCode, packageCode, reactThreeFiberCode, babylonCode, godotStateMachine, godotPlayerCode, unityCode,
       unrealTable, cppCode});
  static_assert(kCodes.size() == kSettingsFormats.size());
  const auto code = kCodes[static_cast<std::size_t>(target)];
  return code ? code(settings) : std::string();
}

}  // namespace app
