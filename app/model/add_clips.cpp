#include "app/model/add_clips.h"

#include <algorithm>
#include <filesystem>

#include "crossfade/retarget/standing_pose.h"

namespace app {
namespace {

constexpr float kUnsure = 0.7f;  // a guess with less confidence is worth a look

std::vector<crossfade::Transform> standingPoseOf(const Model& model, const crossfade::Humanoid& body) {
  const auto rest = model.skeleton.restLocals();
  std::vector<crossfade::Transform> best(rest.begin(), rest.end());
  double most = crossfade::uprightness(model.skeleton, body, best);
  for (const crossfade::AnimationClip& clip : model.clips) {
    if (most >= crossfade::kStandsUpright || !body.isKnown()) break;
    std::vector<crossfade::Transform> found = crossfade::findStandingPose(model.skeleton, body, clip);
    const double upright = crossfade::uprightness(model.skeleton, body, found);
    if (upright <= most) continue;
    most = upright;
    best = std::move(found);
  }
  return best;
}

std::string countOf(int count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

/// How joints were matched, and the first of those that are worth a look.
void reportMap(Model& model, const Model& from, const crossfade::JointMap& map) {
  std::string unsure;
  for (const crossfade::JointPair& pair : map.pairs)
    if (pair.confidence < kUnsure && unsure.size() < 100)
      unsure +=
          (unsure.empty() ? "" : ", ") + model.skeleton.name(pair.target) + " from " + from.skeleton.name(pair.source);
  if (!unsure.empty())
    model.report.lines.push_back({Finding::Found, "clips of " + from.name, "joints matched by shape: " + unsure});
}

}  // namespace

crossfade::Result<crossfade::Retargeter> makeRetargeter(const Model& from, const Model& onto, crossfade::JointMap map,
                                                        crossfade::RetargetOptions options) {
  const crossfade::Humanoid source = crossfade::findHumanoid(from.skeleton),
                            target = crossfade::findHumanoid(onto.skeleton);
  if (map.pairs.empty()) map = guessJointMap(from.skeleton, source, onto.skeleton, target, options.mirrored);
  if (map.pairs.empty())
    return crossfade::Error{"no joint of " + from.name + " has a counterpart in " + onto.name +
                            ": neither is a human body with the same parts, nor do names agree"};
  if (options.sourceReference.empty()) options.sourceReference = standingPoseOf(from, source);
  if (options.targetReference.empty()) options.targetReference = standingPoseOf(onto, target);
  return crossfade::Retargeter::make(from.skeleton, onto.skeleton, std::move(map), std::move(options));
}

crossfade::Result<AddedClips> addClips(Model& model, const Model& from) {
  if (from.clips.empty()) return crossfade::Error{from.name + " has no clips"};
  const auto retargeter = makeRetargeter(from, model);
  if (!retargeter) return retargeter.error();
  return addClips(model, from, *retargeter);
}

crossfade::Result<AddedClips> addClips(Model& model, const Model& from, const crossfade::Retargeter& retargeter) {
  AddedClips added{.joints = static_cast<int>(retargeter.map().pairs.size())};
  std::string lastError = from.name + " has no clips";
  for (const crossfade::AnimationClip& clip : from.clips) {
    auto result = retargeter.retarget(clip);
    if (!result) {
      lastError = result.error().message;
      continue;
    }
    model.clips.add(std::move(result->clip));
    ++added.clips;
    added.tracksSampled += result->tracksSampled;
    added.tracksLost += result->tracksLost;
  }
  if (added.clips == 0) return crossfade::Error{lastError};
  model.clipFiles.push_back(from.path);
  model.report.lines.push_back(
      {Finding::Found, "clips of " + from.name,
       countOf(added.clips, "clip was", "clips were") + " added through " + countOf(added.joints, "joint", "joints")});
  reportMap(model, from, retargeter.map());
  if (added.tracksLost > 0)
    model.report.lines.push_back(
        {Finding::Lost, "clips of " + from.name,
         countOf(added.tracksLost, "track has", "tracks have") + " no counterpart on this skeleton"});
  return added;
}

bool isMotionOnly(const Model& model) {
  return !model.clips.empty() && (model.instances.empty() || std::filesystem::path(model.name).extension() == ".bvh");
}

}  // namespace app
