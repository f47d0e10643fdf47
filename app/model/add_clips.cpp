#include "app/model/add_clips.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

#include "app/model/counted.h"
#include "app/model/face_motion.h"
#include "app/model/file_formats.h"
#include "app/model/upright.h"

namespace app {
namespace {

constexpr float kUnsure = 0.7f;  // a guess with less confidence is worth a look

/// What exporters call every clip: Mixamo, assimp's BVH reader, 3ds Max, Blender.
bool saysNothing(const std::string& name) {
  const std::string lower = lowerCase(name);
  const auto isNumber = [](char c) { return (c >= '0' && c <= '9') || c == ' ' || c == '_'; };
  std::string letters;
  std::copy_if(lower.begin(), lower.end(), std::back_inserter(letters), std::not_fn(isNumber));
  constexpr std::array<std::string_view, 7> kEmptyNames{"", "motion", "take", "animation", "anim", "clip", "action"};
  return lower.find("mixamo.com") != std::string::npos ||
         std::find(kEmptyNames.begin(), kEmptyNames.end(), letters) != kEmptyNames.end();
}

bool hasClipNamed(const Model& model, const std::string& name) {
  return std::any_of(model.clips.begin(), model.clips.end(), [&](const auto& clip) { return clip.name() == name; });
}

/// The clip as `retargeter` transfers it, with its face: FittedFace, or why nothing of it could be transferred.
struct TransferredClip {
  crossfade::Result<FittedFace> face;
  int tracksSampled = 0, tracksLost = 0;  // the face's do not count
};

TransferredClip transferred(const crossfade::AnimationClip& clip, const ClipFile& file, const Model& onto,
                            const crossfade::Retargeter& retargeter) {
  const auto fitted = retargeter.retarget(withoutFace(clip, file.skeleton));
  if (fitted) return {withFace(fitted->clip, clip, file, onto), fitted->tracksSampled, fitted->tracksLost};
  const auto still = crossfade::AnimationClip::make(clip.name(), {}, clip.blendMode(), clip.duration());
  FittedFace face = withFace(*still, clip, file, onto);
  if (!face.isMoved) return {fitted.error()};
  return {std::move(face)};
}

/// What the face of a clip loses on this character.
void reportFace(const FittedFace& face, const crossfade::AnimationClip& clip, const std::string& location,
                std::vector<ReportLine>& lines) {
  std::string names;
  for (const std::string& name : face.missing) names += (names.empty() ? "'" : ", '") + name + "'";
  if (!names.empty())
    lines.push_back(
        {Finding::Lost, location, "'" + clip.name() + "' moves expressions that this model does not have: " + names});
  if (face.isGazeLost)
    lines.push_back({Finding::Lost, location,
                     "'" + clip.name() + "' moves where the eyes look, which this model does not say how to show"});
}

/// How joints were matched, and the first of those that are worth a look.
void reportMap(Model& model, const Model& from, const crossfade::JointMap& map) {
  std::string unsure;
  for (const crossfade::JointPair& pair : map.pairs)
    if (pair.confidence < kUnsure && unsure.size() < 100)
      unsure +=
          (unsure.empty() ? "" : ", ") + model.skeleton.name(pair.target) + " from " + from.skeleton.name(pair.source);
  if (!unsure.empty()) model.report.add(Finding::Found, "clips of " + from.name, "joints matched by shape: " + unsure);
}

}  // namespace

std::size_t ownClipCount(const Model& model) { return firstClipOf(model, 0); }

std::size_t firstClipOf(const Model& model, int file) {
  std::size_t first = model.clips.size();
  for (std::size_t i = static_cast<std::size_t>(file); i < model.clipFiles.size(); ++i)
    first -= model.clipFiles[i].clips.size();
  return first;
}

std::vector<std::string> clipNamesOf(const Model& model, int file) {
  std::vector<std::string> names;
  const std::size_t first = firstClipOf(model, file);
  for (std::size_t i = 0; i < model.clipFiles[static_cast<std::size_t>(file)].clips.size(); ++i)
    names.push_back(model.clips[first + i].name());
  return names;
}

std::vector<std::string> clipPathsOf(const Model& model) {
  std::vector<std::string> paths;
  for (const ClipFile& file : model.clipFiles) paths.push_back(file.path);
  return paths;
}

std::string freeClipName(const Model& model, const std::string& name, const std::string& path, bool isOnlyClip) {
  const bool isEmpty = saysNothing(name);
  if (!isEmpty && !hasClipNamed(model, name)) return name;
  std::string wanted = std::filesystem::path(path).stem().string();
  if (!isEmpty && !isOnlyClip) wanted += " " + name;
  return numbered(wanted, [&](const std::string& free) { return hasClipNamed(model, free); });
}

ClipFile clipFileOf(const Model& from, const RetargetSettings& settings) {
  const crossfade::Humanoid body = humanoidOf(from);
  ClipFile file{.path = from.path,
                .name = from.name,
                .settings = settings,
                .clips = {},
                .skeleton = from.skeleton,
                .body = body,
                .reference = standingPoseOf(from, body),
                .skinJoints = {}};
  for (const Skin& skin : from.skins)
    file.skinJoints.insert(file.skinJoints.end(), skin.joints.begin(), skin.joints.end());
  std::sort(file.skinJoints.begin(), file.skinJoints.end());
  file.skinJoints.erase(std::unique(file.skinJoints.begin(), file.skinJoints.end()), file.skinJoints.end());
  return file;
}

RetargetTarget retargetTargetOf(const Model& model) {
  const crossfade::Humanoid body = humanoidOf(model);
  return {model.name, model.skeleton, body, standingPoseOf(model, body)};
}

crossfade::Result<crossfade::Retargeter> makeRetargeter(const ClipFile& from, const RetargetTarget& onto,
                                                        const RetargetSettings& settings) {
  std::optional<crossfade::JointMap> map = settings.map;
  if (!map) {
    map = guessJointMap(from.skeleton, from.body, onto.skeleton, onto.body, settings.mirrored);
    if (map->pairs.empty())
      return crossfade::Error{"no joint of " + from.name + " has a counterpart in " + onto.name +
                              ": they share no human body parts, and no joint names match"};
  }
  return crossfade::Retargeter::make(from.skeleton, from.body, onto.skeleton, onto.body, *std::move(map),
                                     {.sourceReference = from.reference,
                                      .targetReference = onto.reference,
                                      .reach = settings.reach,
                                      .mirrored = settings.mirrored});
}

crossfade::Result<AddedClips> addClips(Model& model, const Model& from, const RetargetSettings& settings) {
  if (from.clips.empty()) return crossfade::Error{from.name + " has no clips"};
  ClipFile file = clipFileOf(from, settings);
  const auto retargeter = makeRetargeter(file, retargetTargetOf(model), settings);
  if (!retargeter) return retargeter.error();
  return addClips(model, from, std::move(file), *retargeter);
}

crossfade::Result<AddedClips> addClips(Model& model, const Model& from, ClipFile file,
                                       const crossfade::Retargeter& retargeter) {
  if (from.clips.empty()) return crossfade::Error{from.name + " has no clips"};
  AddedClips added{.joints = static_cast<int>(retargeter.map().pairs.size())};
  const std::string location = "clips of " + from.name;
  std::string lastError;
  std::vector<ReportLine> lines;
  for (std::size_t index = 0; index < from.clips.size(); ++index) {
    const crossfade::AnimationClip& clip = from.clips[index];
    const TransferredClip result = transferred(clip, file, model, retargeter);
    if (!result.face) {
      lastError = result.face.error().message;
      lines.push_back({Finding::Lost, location, "'" + clip.name() + "' was left out: " + lastError});
      ++added.clipsLost;
      continue;
    }
    std::string name =
        freeClipName(model, clip.name(), file.path.empty() ? file.name : file.path, from.clips.size() == 1);
    if (name != clip.name())
      lines.push_back({Finding::Found, location, "'" + clip.name() + "' is called '" + name + "'"});
    const crossfade::ClipId id = model.clips.add(result.face->clip.renamed(std::move(name)));
    if (const crossfade::ClipEvents* const events = from.clipEvents.find(from.clips.ids()[index]))
      model.clipEvents.set(id, *events);
    reportFace(*result.face, clip, location, lines);
    file.clips.push_back(clip);
    ++added.clips;
    added.tracksSampled += result.tracksSampled;
    added.tracksLost += result.tracksLost;
  }
  if (added.clips == 0) return crossfade::Error{from.name + ": " + lastError};
  model.clipFiles.push_back(std::move(file));
  model.report.add(
      Finding::Found, location,
      countOf(added.clips, "clip was", "clips were") + " added through " + countOf(added.joints, "joint", "joints"));
  model.report.lines.insert(model.report.lines.end(), lines.begin(), lines.end());
  reportMap(model, from, retargeter.map());
  if (added.tracksLost > 0)
    model.report.add(Finding::Ignored, location,
                     countOf(added.tracksLost, "track has", "tracks have") + " no counterpart on this skeleton");
  return added;
}

std::vector<crossfade::AnimationClip> transferredClips(const ClipFile& file, const crossfade::Retargeter& retargeter,
                                                       const std::vector<std::string>& names) {
  std::vector<crossfade::AnimationClip> clips;
  for (std::size_t i = 0; i < file.clips.size(); ++i) {
    const crossfade::AnimationClip& clip = file.clips[i];
    const auto result = retargeter.retarget(clip);
    clips.push_back(result ? result->clip.renamed(names[i])
                           : *crossfade::AnimationClip::make(names[i], {}, clip.blendMode(), clip.duration()));
  }
  return clips;
}

bool isMotionOnly(const Model& model) {
  const ModelFormat* const format = modelFormatOf(model.name);
  return !model.clips.empty() && (model.instances.empty() || (format && format->isBareMotion));
}

}  // namespace app
