#include "app/import/bvh/bvh_model.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include "app/import/bvh/bvh_document.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/wrong_file.h"

namespace app {
namespace {

using crossfade::Channel;

constexpr const char* kClipName = "Motion";

/// Axes without a position channel use the offset.
glm::dvec3 translationOf(const BvhDocument& document, const BvhJoint& joint, std::size_t frame) {
  glm::dvec3 translation = joint.offset;
  for (std::size_t i = 0; i < joint.channels.size(); ++i)
    if (joint.channels[i].isPosition)
      translation[joint.channels[i].axis] = static_cast<double>(document.value(frame, joint.firstValue + i));
  return translation;
}

/// Channels are successive rotations about the joint's own axes.
glm::dquat rotationOf(const BvhDocument& document, const BvhJoint& joint, std::size_t frame) {
  glm::dquat rotation = glm::identity<glm::dquat>();
  for (std::size_t i = 0; i < joint.channels.size(); ++i) {
    if (joint.channels[i].isPosition) continue;
    glm::dvec3 axis(0.0);
    axis[joint.channels[i].axis] = 1;
    const auto degrees = static_cast<double>(document.value(frame, joint.firstValue + i));
    rotation = rotation * glm::angleAxis(glm::radians(degrees), axis);
  }
  return glm::normalize(rotation);
}

bool has(const BvhJoint& joint, bool position) {
  return std::ranges::any_of(joint.channels, [&](const BvhChannel& channel) { return channel.isPosition == position; });
}

crossfade::Skeleton skeletonOf(const BvhDocument& document) {
  std::vector<crossfade::Joint> joints;
  for (const BvhJoint& joint : document.joints) {
    const glm::dvec3 translation = document.frameCount > 0 ? translationOf(document, joint, 0) : joint.offset;
    joints.push_back({.name = joint.name,
                      .parent = joint.parent,
                      .rest = {.translation = glm::vec3(translation)},
                      .documentIndex = static_cast<int>(joints.size())});
  }
  auto skeleton = crossfade::Skeleton::make(std::move(joints));
  if (!skeleton) refuse(skeleton.error().message);
  return *std::move(skeleton);
}

void addTrack(crossfade::TrackTarget target, const std::vector<float>& times, std::vector<float> values,
              std::vector<crossfade::KeyframeTrack>& tracks) {
  auto track = crossfade::KeyframeTrack::make(target, crossfade::Interpolation::Linear, times, std::move(values));
  if (!track) refuse(track.error().message);
  tracks.push_back(*std::move(track));
}

void addTracks(const BvhDocument& document, int index, const std::vector<float>& times,
               std::vector<crossfade::KeyframeTrack>& tracks) {
  const BvhJoint& joint = document.joints[static_cast<std::size_t>(index)];
  if (has(joint, true)) {
    std::vector<float> values;
    values.reserve(3 * document.frameCount);
    for (std::size_t frame = 0; frame < document.frameCount; ++frame) {
      const glm::vec3 v(translationOf(document, joint, frame));
      values.insert(values.end(), {v.x, v.y, v.z});
    }
    addTrack({index, Channel::Translation}, times, std::move(values), tracks);
  }
  if (has(joint, false)) {
    std::vector<float> values;
    values.reserve(4 * document.frameCount);
    for (std::size_t frame = 0; frame < document.frameCount; ++frame) {
      const glm::quat q(rotationOf(document, joint, frame));
      values.insert(values.end(), {q.x, q.y, q.z, q.w});
    }
    addTrack({index, Channel::Rotation}, times, std::move(values), tracks);
  }
}

void checkSize(const BvhDocument& document) {
  std::size_t perFrame = 0;
  for (const BvhJoint& joint : document.joints)
    perFrame += (has(joint, true) ? 3u : 0u) + (has(joint, false) ? 4u : 0u);
  if (perFrame > 0 && document.frameCount > limits::kKeyValues / perFrame)
    refuse("it has more than ", limits::kKeyValues, " values");
}

}  // namespace

void fillBvhModel(Model& model, ByteSpan file, const ImportWatch& watch) {
  const ImportWatch importing = watch.enter(ImportStage::Importing);
  refuseWrongFile(file, ".bvh");
  const BvhDocument document = readBvh(file, model.report, importing);
  model.skeleton = skeletonOf(document);
  if (document.frameCount == 0 || document.valuesPerFrame == 0) return;
  checkSize(document);
  std::vector<float> times(document.frameCount);
  for (std::size_t frame = 0; frame < times.size(); ++frame)
    times[frame] = static_cast<float>(static_cast<double>(frame) * document.frameSeconds);
  std::vector<crossfade::KeyframeTrack> tracks;
  const ImportWatch converting = watch.enter(ImportStage::Converting);
  for (std::size_t i = 0; i < document.joints.size(); ++i) {
    converting.at(i, document.joints.size());
    addTracks(document, static_cast<int>(i), times, tracks);
  }
  auto clip = crossfade::AnimationClip::make(kClipName, std::move(tracks));
  if (!clip) refuse(clip.error().message);
  std::vector<crossfade::AnimationClip> clips;
  clips.push_back(*std::move(clip));
  model.clips = crossfade::ClipSet(std::move(clips));
}

}  // namespace app
