#include "app/model/turn_model.h"

#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

namespace app {
namespace {

using crossfade::Channel;

/// Values and tangents of a file's keys are vectors or quaternions, one after another; all change alike, as the change
/// is linear.
crossfade::KeyframeTrack turned(const crossfade::KeyframeTrack& track, const glm::quat& turn, float scale) {
  std::vector<float> values(track.values().begin(), track.values().end());
  const auto step = static_cast<std::size_t>(track.valueSize());
  for (std::size_t i = 0; i + step <= values.size(); i += step) {
    float* const v = &values[i];
    if (track.target().channel == Channel::Rotation) {
      const glm::quat rotation = turn * crossfade::makeQuat(v[0], v[1], v[2], v[3]);
      v[0] = rotation.x, v[1] = rotation.y, v[2] = rotation.z, v[3] = rotation.w;
    } else {
      const glm::vec3 given(v[0], v[1], v[2]);
      const glm::vec3 changed = scale * (track.target().channel == Channel::Translation ? turn * given : given);
      v[0] = changed.x, v[1] = changed.y, v[2] = changed.z;
    }
  }
  auto made = crossfade::KeyframeTrack::make(track.target(), track.interpolation(),
                                             {track.times().begin(), track.times().end()}, std::move(values),
                                             {track.tangents().begin(), track.tangents().end()});
  return made ? *std::move(made) : crossfade::KeyframeTrack(track);  // of a number that overflows
}

bool isOfRoot(const crossfade::Skeleton& skeleton, const crossfade::KeyframeTrack& track) {
  return crossfade::isTransform(track.target().channel) &&
         skeleton.parents()[static_cast<std::size_t>(track.target().node)] == crossfade::kNoJoint;
}

crossfade::AnimationClip turned(const crossfade::AnimationClip& clip, const crossfade::Skeleton& skeleton,
                                const glm::quat& turn, float scale) {
  std::vector<crossfade::KeyframeTrack> tracks;
  for (const crossfade::KeyframeTrack& track : clip.tracks())
    tracks.push_back(isOfRoot(skeleton, track) ? turned(track, turn, scale) : track);
  auto made = crossfade::AnimationClip::make(clip.name(), std::move(tracks), clip.blendMode(), clip.duration());
  return made ? *std::move(made) : crossfade::AnimationClip(clip);
}

crossfade::Skeleton turned(const crossfade::Skeleton& skeleton, const glm::quat& turn, float scale) {
  std::vector<crossfade::Joint> joints = skeleton.joints();
  for (crossfade::Joint& joint : joints) {
    const crossfade::Transform& rest = joint.rest;
    if (joint.parent == crossfade::kNoJoint)
      joint.rest = {.translation = scale * (turn * rest.translation),
                    .rotation = turn * rest.rotation,
                    .scale = scale * rest.scale};
  }
  auto made = crossfade::Skeleton::make(std::move(joints));
  return made ? *std::move(made) : crossfade::Skeleton(skeleton);
}

}  // namespace

void transformRoots(Model& model, const glm::quat& turn, float scale) {
  crossfade::ClipSet clips;
  for (const crossfade::AnimationClip& clip : model.clips) clips.add(turned(clip, model.skeleton, turn, scale));
  model.clips = std::move(clips);
  model.skeleton = turned(model.skeleton, turn, scale);
  for (FileCamera& camera : model.cameras) camera.nearPlane *= scale, camera.halfSize *= scale;
  for (FileLight& light : model.lights) {
    light.range *= scale;
    if (light.kind != LightKind::Directional) light.intensity *= scale * scale;  // as bright from farther away
  }
}

crossfade::Skeleton skeletonTurnedBack(const Model& model) {
  return turned(model.skeleton, glm::inverse(model.turn), 1);
}

crossfade::AnimationClip turnedBack(const crossfade::AnimationClip& clip, const Model& model) {
  return turned(clip, model.skeleton, glm::inverse(model.turn), 1);
}

void setTurn(Model& model, const glm::quat& turn) {
  transformRoots(model, glm::normalize(turn * glm::inverse(model.turn)));
  model.turn = turn;
}

glm::quat turnedAbout(const glm::quat& turn, int axis, double degrees) {
  std::array<float, 3> along{};
  along[static_cast<std::size_t>(axis)] = 1;
  const auto half = static_cast<float>(glm::radians(degrees) / 2);
  const float sine = std::sin(half);
  glm::quat next = crossfade::makeQuat(sine * along[0], sine * along[1], sine * along[2], std::cos(half)) * turn;
  // Quarter turns about the axes have only these components.
  for (int i = 0; i < 4; ++i)
    for (const float exact : {0.0f, 0.5f, 0.70710678f, 1.0f})
      if (std::abs(std::abs(next[i]) - exact) < 1e-5f) next[i] = std::copysign(exact, next[i]);
  if (next.w < 0 || (next.w == 0 && (next.x < 0 || (next.x == 0 && (next.y < 0 || (next.y == 0 && next.z < 0))))))
    next = -next;
  for (int i = 0; i < 4; ++i) next[i] += 0.0f;  // no -0
  return next;
}

}  // namespace app
