#include "app/host/bake/pose_recorder.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <span>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>

#include "app/import/file/import_limits.h"
#include "crossfade/clip/reduce_keys.h"
#include "crossfade/math/rotation.h"
#include "crossfade/skeleton/local_to_model.h"

namespace app {
namespace {

using crossfade::Channel;
using crossfade::KeyframeTrack;
using crossfade::Pose;
using crossfade::Transform;

constexpr std::size_t kTransformValues = 10;

/// Where `local` is in a pose that has got to `travel`.
Transform placed(Transform local, const crossfade::RootDelta& travel) {
  const glm::dquat turn = crossfade::aboutY(travel.turn);
  local.translation = glm::vec3(turn * glm::dvec3(local.translation) + travel.translation);
  local.rotation = glm::normalize(glm::quat(turn * glm::dquat(local.rotation)));
  return local;
}

void append(std::vector<float>& values, const glm::vec3& v) { values.insert(values.end(), {v.x, v.y, v.z}); }

/// The sign that is closer to the rotation before: engines differ in whether they look for the shorter way.
void appendRotation(std::vector<float>& values, glm::quat q) {
  q = glm::normalize(q);
  if (values.size() >= 4) {
    const float* before = values.data() + values.size() - 4;
    if (before[0] * q.x + before[1] * q.y + before[2] * q.z + before[3] * q.w < 0) q = -q;
  }
  values.insert(values.end(), {q.x, q.y, q.z, q.w});
}

/// How much a length in a node's own translation is in model space, in the rest pose.
std::vector<double> unitsOf(const crossfade::Skeleton& skeleton) {
  std::vector<glm::mat4> models(skeleton.restLocals().size());
  crossfade::localToModel(skeleton.parents(), skeleton.restLocals(), models);
  std::vector<double> units(models.size(), 1);
  for (std::size_t i = 0; i < models.size(); ++i) {
    const int parent = skeleton.parents()[i];
    if (parent < 0) continue;
    double largest = 0;
    for (int column = 0; column < 3; ++column)
      largest = std::max(largest,
                         static_cast<double>(glm::length(glm::vec3(models[static_cast<std::size_t>(parent)][column]))));
    if (largest > 0 && std::isfinite(largest)) units[i] = largest;
  }
  return units;
}

/// The longest side of the box around the joints at rest; 1 if they are all at one point.
double sizeOf(const Model& model) {
  const std::vector<glm::dvec3> joints =
      crossfade::jointPositions(model.skeleton.parents(), model.skeleton.restLocals());
  const glm::dvec3 extent = crossfade::extentOf(joints);
  const double longest = std::max({extent.x, extent.y, extent.z});
  return longest > 0 && std::isfinite(longest) ? longest : 1;
}

}  // namespace

/// A track that will be made: of a joint's channel, of the morph weights of an instance, or of a material's value.
struct PoseRecorder::Track {
  crossfade::TrackTarget target;
  std::size_t firstWeight = 0, weights = 0;

  void appendTo(std::vector<float>& values, const Pose& pose) const {
    const auto joint = static_cast<std::size_t>(target.node);
    if (target.channel == Channel::Translation) append(values, pose.locals[joint].translation);
    if (target.channel == Channel::Rotation) appendRotation(values, pose.locals[joint].rotation);
    if (target.channel == Channel::Scale) append(values, pose.locals[joint].scale);
    if (target.channel == Channel::Weights || target.channel == Channel::Values) {
      const auto first = pose.morphWeights.begin() + static_cast<std::ptrdiff_t>(firstWeight);
      values.insert(values.end(), first, first + static_cast<std::ptrdiff_t>(weights));
    }
  }
  std::vector<float> valuesOf(const Pose& pose) const {
    std::vector<float> values;
    appendTo(values, pose);
    return values;
  }
};

PoseRecorder::PoseRecorder(const Model& model) : model_(model) {
  std::set<int> roots;
  for (const crossfade::AnimationClip& clip : model.clips)
    for (const KeyframeTrack& track : clip.tracks()) {
      if (!crossfade::isOfJoint(track.target().channel)) continue;
      int node = track.target().node;
      for (int parent = node; parent >= 0; parent = model.skeleton.parents()[static_cast<std::size_t>(node)])
        node = parent;
      roots.insert(node);
    }
  placed_.assign(roots.begin(), roots.end());
}

crossfade::Result<void> PoseRecorder::add(double time, const Pose& pose, const crossfade::RootDelta& travel) {
  const std::size_t perPose = pose.locals.size() * kTransformValues + pose.morphWeights.size();
  if (perPose * (poses_.size() + 1) > limits::kKeyValues)
    return crossfade::Error{"more than " + std::to_string(limits::kKeyValues / std::max<std::size_t>(perPose, 1)) +
                            " poses of this model are too many for a file; bake less time, or fewer poses a second"};
  times_.push_back(time);
  poses_.push_back(pose);
  if (travel.turn == 0 && travel.translation == glm::dvec3(0)) return {};
  for (const int root : placed_) {
    Transform& local = poses_.back().locals[static_cast<std::size_t>(root)];
    local = placed(local, travel);
  }
  return {};
}

LoopGap PoseRecorder::gap() const {
  LoopGap gap;
  if (poses_.empty()) return gap;
  const Pose &first = poses_.front(), &last = poses_.back();
  for (std::size_t i = 0; i < first.locals.size(); ++i) {
    const double angle =
        crossfade::angleBetween(glm::dquat(first.locals[i].rotation), glm::dquat(last.locals[i].rotation));
    const double distance = static_cast<double>(glm::distance(first.locals[i].translation, last.locals[i].translation));
    if (angle > gap.rotation) gap.rotation = angle, gap.rotationJoint = static_cast<int>(i);
    if (distance > gap.translation) gap.translation = distance, gap.translationJoint = static_cast<int>(i);
  }
  return gap;
}

void PoseRecorder::closeLoop() {
  if (!poses_.empty()) poses_.back() = poses_.front();
}

std::vector<PoseRecorder::Track> PoseRecorder::tracks() const {
  std::set<std::pair<int, Channel>> moved;
  for (const crossfade::AnimationClip& clip : model_.clips)
    for (const KeyframeTrack& track : clip.tracks()) moved.insert({track.target().node, track.target().channel});
  const auto rest = model_.skeleton.restLocals();
  const Pose atRest{.locals = {rest.begin(), rest.end()}, .morphWeights = model_.restMorphWeights};
  std::vector<Track> all;
  const auto consider = [&](const Track& track) {
    const std::vector<float> resting = track.valuesOf(atRest);
    const auto differs = [&](const Pose& pose) { return track.valuesOf(pose) != resting; };
    if (moved.contains({track.target.node, track.target.channel}) || std::any_of(poses_.begin(), poses_.end(), differs))
      all.push_back(track);
  };
  for (int joint = 0; joint < model_.skeleton.jointCount(); ++joint)
    for (const Channel channel : {Channel::Translation, Channel::Rotation, Channel::Scale})
      consider({.target = {joint, channel}});
  for (const MeshInstance& instance : model_.instances)
    if (instance.morphCount > 0)
      consider({.target = {instance.node, Channel::Weights},
                .firstWeight = static_cast<std::size_t>(instance.morphOffset),
                .weights = static_cast<std::size_t>(instance.morphCount)});
  for (std::size_t i = 0; i < model_.materialValues.size(); ++i)
    consider({.target = {static_cast<int>(i), Channel::Values},
              .firstWeight = static_cast<std::size_t>(model_.materialValues[i].offset),
              .weights = static_cast<std::size_t>(sizeOf(model_.materialValues[i].property))});
  return all;
}

crossfade::AnimationClip PoseRecorder::clip(std::string name, double error) const {
  const std::vector<double> units = unitsOf(model_.skeleton);
  const double size = sizeOf(model_);
  std::vector<float> times;
  for (const double time : times_) times.push_back(static_cast<float>(time - times_.front()));
  std::vector<KeyframeTrack> tracks;
  for (const Track& track : this->tracks()) {
    std::vector<float> values;
    for (const Pose& pose : poses_) track.appendTo(values, pose);
    const KeyframeTrack all = *KeyframeTrack::make(track.target, crossfade::Interpolation::Linear, times, values);
    const bool isLength = track.target.channel == Channel::Translation;
    tracks.push_back(
        reduceKeys(all, isLength ? error * size / units[static_cast<std::size_t>(track.target.node)] : error));
  }
  return *crossfade::AnimationClip::make(std::move(name), std::move(tracks), crossfade::BlendMode::Normal,
                                         static_cast<double>(times.empty() ? 0.0f : times.back()));
}

}  // namespace app
