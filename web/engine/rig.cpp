#include "rig.h"

#include <optional>
#include <span>
#include <utility>

#include "surface.h"

namespace crossfade::web {
namespace {

constexpr int kTransformFloats = sizeof(Transform) / sizeof(float);
static_assert(kTransformFloats == 10, "src/engine.ts reads poses in place");

std::vector<float> floatsAt(const float* values, int count) { return {values, values + count}; }

}  // namespace

CROSSFADE_WEB(crossfade_rig_create) Rig* crossfadeRigCreate() { return new Rig; }
CROSSFADE_WEB(crossfade_rig_destroy) void crossfadeRigDestroy(Rig* rig) { delete rig; }

/// The next joint; its parent came before. `rest`: translation 3, rotation 4 (x, y, z, w), scale 3.
CROSSFADE_WEB(crossfade_rig_joint)
void crossfadeRigJoint(Rig* rig, const char* name, int nameLength, int parent, const float* rest) {
  rig->joints.push_back({.name = textAt(name, nameLength),
                         .parent = parent,
                         .rest = {.translation = {rest[0], rest[1], rest[2]},
                                  .rotation = makeQuat(rest[3], rest[4], rest[5], rest[6]),
                                  .scale = {rest[7], rest[8], rest[9]}},
                         .documentIndex = static_cast<int>(rig->joints.size())});
}

/// `count` morph weights of a joint's mesh. All of them before the first value.
CROSSFADE_WEB(crossfade_rig_morphs)
void crossfadeRigMorphs(Rig* rig, int joint, const float* rest, int count) {
  std::vector<float>& weights = rig->rest.morphWeights;
  rig->morphs.push_back({.node = joint, .offset = static_cast<int>(weights.size()), .count = count});
  weights.insert(weights.end(), rest, rest + count);
}

/// A value of `count` components that moves no joint, such as a color; the mask weight of `joint` applies.
CROSSFADE_WEB(crossfade_rig_value)
void crossfadeRigValue(Rig* rig, int joint, const float* rest, int count) {
  std::vector<float>& weights = rig->rest.morphWeights;
  rig->values.push_back({.node = joint, .offset = static_cast<int>(weights.size()), .count = count});
  weights.insert(weights.end(), rest, rest + count);
}

/// 0: the joints are not possible.
CROSSFADE_WEB(crossfade_rig_finish) int crossfadeRigFinish(Rig* rig) {
  auto skeleton = Skeleton::make(std::exchange(rig->joints, {}));
  if (!skeleton) return setError(skeleton.error()), 0;
  rig->skeleton = *std::move(skeleton);
  const std::span<const Transform> rest = rig->skeleton.restLocals();
  rig->rest.locals.assign(rest.begin(), rest.end());
  rig->samplers = std::make_unique<ClipSamplerPool>(rig->layout());
  return 1;
}

/// A track of the clip that crossfade_rig_clip makes next. `node`, `channel` and `interpolation` are TrackTarget's,
/// Channel's and Interpolation's; `values` as KeyframeTrack::make takes them, and after them `tangentCount` tangents.
CROSSFADE_WEB(crossfade_rig_track)
int crossfadeRigTrack(Rig* rig, int node, int channel, int interpolation, const float* times, int keyCount,
                      const float* values, int valueCount, int tangentCount) {
  auto track = KeyframeTrack::make({.node = node, .channel = static_cast<Channel>(channel)},
                                   static_cast<Interpolation>(interpolation), floatsAt(times, keyCount),
                                   floatsAt(values, valueCount), floatsAt(values + valueCount, tangentCount));
  if (!track) return setError(track.error()), 0;
  rig->tracks.push_back(*std::move(track));
  return 1;
}

/// The index of the clip, or -1. A duration below 0: that of the tracks.
CROSSFADE_WEB(crossfade_rig_clip)
int crossfadeRigClip(Rig* rig, const char* name, int nameLength, double duration, int additive) {
  const std::optional<double> seconds = duration < 0 ? std::nullopt : std::optional(duration);
  auto clip = AnimationClip::make(textAt(name, nameLength), std::exchange(rig->tracks, {}),
                                  additive ? BlendMode::Additive : BlendMode::Normal, seconds);
  if (!clip) return setError(clip.error()), -1;
  rig->clipIds.push_back(rig->clips.add(*std::move(clip)));
  return static_cast<int>(rig->clipIds.size()) - 1;
}

CROSSFADE_WEB(crossfade_rig_clip_duration) double crossfadeRigClipDuration(const Rig* rig, int clip) {
  return rig->clip(clip).duration();
}

/// The index of a mask with one weight for each joint, or -1.
CROSSFADE_WEB(crossfade_rig_mask) int crossfadeRigMask(Rig* rig, const float* weights) {
  auto mask = JointMask::make(floatsAt(weights, rig->skeleton.jointCount()));
  if (!mask) return setError(mask.error()), -1;
  rig->masks.push_back(*std::move(mask));
  return static_cast<int>(rig->masks.size()) - 1;
}

/// `joint` and all below it, with a soft edge over `feather` joints.
CROSSFADE_WEB(crossfade_rig_subtree_mask) int crossfadeRigSubtreeMask(Rig* rig, int joint, int feather) {
  rig->masks.push_back(JointMask::ofSubtree(rig->skeleton, joint, feather));
  return static_cast<int>(rig->masks.size()) - 1;
}

}  // namespace crossfade::web
