#include "app/host/bake/pose_recorder.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <span>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/import/file/import_limits.h"
#include "crossfade/clip/reduce_keys.h"
#include "crossfade/math/rotation.h"

namespace app {
namespace {

using crossfade::Channel;
using crossfade::Interpolation;
using crossfade::KeyframeTrack;
using crossfade::Pose;
using crossfade::Transform;

/// What times of its own cost a track in a file, besides the times: about the JSON of their accessor.
constexpr std::size_t kOwnTimesBytes = 240;

/// The transform of a root node after traveling.
Transform placedLocal(Transform local, const crossfade::RootDelta& travel) {
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

bool isSame(std::span<const float> a, std::span<const float> b) {
  return std::ranges::equal(
      a, b, [](float x, float y) { return std::abs(x - y) <= crossfade::kRounding * std::max(1.0f, std::abs(x)); });
}

/// The keys of a track whose value changes only from one float to the next; none if it also changes otherwise, or
/// never.
std::vector<std::size_t> stepsOf(std::span<const float> times, std::span<const float> values, std::size_t size) {
  std::vector<std::size_t> steps{0};
  for (std::size_t key = 1; key < times.size(); ++key) {
    if (isSame(values.subspan(steps.back() * size, size), values.subspan(key * size, size))) continue;
    if (std::nextafter(times[key - 1], times[key]) < times[key]) return {};
    steps.push_back(key);
  }
  return steps.size() > 1 ? steps : std::vector<std::size_t>();
}

/// In a file, with times of its own.
std::size_t bytesOf(const KeyframeTrack& track) {
  return track.values().size_bytes() + track.times().size_bytes() + kOwnTimesBytes;
}

}  // namespace

/// Of a joint's channel, of the morph weights of an instance, or of a material's value.
struct PoseRecorder::Track {
  crossfade::TrackTarget target;
  std::size_t firstWeight = 0, weights = 0;
  std::vector<float> resting = {};
  bool isKept = false;  // a clip animates it, or it has left the rest pose
  std::vector<float> values = {};

  void appendTo(std::vector<float>& out, const Pose& pose) const {
    const auto joint = static_cast<std::size_t>(target.node);
    if (target.channel == Channel::Translation) append(out, pose.locals[joint].translation);
    if (target.channel == Channel::Rotation) appendRotation(out, pose.locals[joint].rotation);
    if (target.channel == Channel::Scale) append(out, pose.locals[joint].scale);
    if (target.channel == Channel::Weights || target.channel == Channel::Values) {
      const auto first = pose.morphWeights.begin() + static_cast<std::ptrdiff_t>(firstWeight);
      out.insert(out.end(), first, first + static_cast<std::ptrdiff_t>(weights));
    }
  }
  std::vector<float> valuesOf(const Pose& pose) const {
    std::vector<float> all;
    appendTo(all, pose);
    return all;
  }
  /// It was at rest for `poses` poses.
  void keep(std::size_t poses) {
    isKept = true;
    for (std::size_t i = 0; i < poses; ++i) values.insert(values.end(), resting.begin(), resting.end());
  }
  void dropLast() { values.resize(values.size() - resting.size()); }
};

PoseRecorder::PoseRecorder(const Model& model) : model_(model), distance_(model) {
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
  addTracks();
}

PoseRecorder::~PoseRecorder() = default;

/// Everything that a pose has.
void PoseRecorder::addTracks() {
  std::set<std::pair<int, Channel>> moved;
  for (const crossfade::AnimationClip& clip : model_.clips)
    for (const KeyframeTrack& track : clip.tracks()) moved.insert({track.target().node, track.target().channel});
  const auto rest = model_.skeleton.restLocals();
  const Pose atRest{.locals = {rest.begin(), rest.end()}, .morphWeights = model_.restMorphWeights};
  const auto add = [&](Track track) {
    track.resting = track.valuesOf(atRest);
    track.isKept = moved.contains({track.target.node, track.target.channel});
    tracks_.push_back(std::move(track));
  };
  for (int joint = 0; joint < model_.skeleton.jointCount(); ++joint)
    for (const Channel channel : {Channel::Translation, Channel::Rotation, Channel::Scale})
      add({.target = {joint, channel}});
  for (const MeshInstance& instance : model_.instances)
    if (instance.morphCount > 0)
      add({.target = {instance.node, Channel::Weights},
           .firstWeight = static_cast<std::size_t>(instance.morphOffset),
           .weights = static_cast<std::size_t>(instance.morphCount)});
  for (std::size_t i = 0; i < model_.materialValues.size(); ++i)
    add({.target = {static_cast<int>(i), Channel::Values},
         .firstWeight = static_cast<std::size_t>(model_.materialValues[i].offset),
         .weights = static_cast<std::size_t>(sizeOf(model_.materialValues[i].property))});
  for (std::size_t i = 0; i < model_.sceneValues.size(); ++i)
    add({.target = {static_cast<int>(model_.materialValues.size() + i), Channel::Values},
         .firstWeight = static_cast<std::size_t>(model_.sceneValues[i].offset),
         .weights = static_cast<std::size_t>(sizeOf(model_.sceneValues[i].property))});
}

Pose PoseRecorder::placed(Pose pose, const crossfade::RootDelta& travel) const {
  if (travel.turn == 0 && travel.translation == glm::dvec3(0)) return pose;
  for (const int root : placed_) {
    Transform& local = pose.locals[static_cast<std::size_t>(root)];
    local = placedLocal(local, travel);
  }
  return pose;
}

crossfade::Result<void> PoseRecorder::add(float time, const Pose& pose) {
  const bool replaces = !times_.empty() && !(time > times_.back());
  if (!replaces) times_.push_back(time);
  std::size_t valueCount = 0;
  for (Track& track : tracks_) {
    if (track.isKept && replaces) track.dropLast();
    if (!track.isKept && isMoved(track, pose)) track.keep(times_.size() - 1);
    if (!track.isKept) continue;
    track.appendTo(track.values, pose);
    valueCount += track.values.size();
  }
  if (times_.size() == 1) first_ = pose;
  last_ = pose;
  if (valueCount <= limits::kKeyValues) return {};
  return crossfade::Error{"more than " + std::to_string(times_.size() - 1) +
                          " poses of this model are too many for a file; bake less time, or fewer poses a second"};
}

bool PoseRecorder::isMoved(const Track& track, const Pose& pose) {
  scratch_.clear();
  track.appendTo(scratch_, pose);
  return scratch_ != track.resting;
}

LoopGap PoseRecorder::gap() const {
  LoopGap gap;
  for (std::size_t i = 0; i < first_.locals.size(); ++i) {
    const Transform &first = first_.locals[i], &last = last_.locals[i];
    const double angle = crossfade::angleBetween(glm::dquat(first.rotation), glm::dquat(last.rotation));
    const double distance = static_cast<double>(glm::distance(first.translation, last.translation));
    if (angle > gap.rotation) gap.rotation = angle, gap.rotationJoint = static_cast<int>(i);
    if (distance > gap.translation) gap.translation = distance, gap.translationJoint = static_cast<int>(i);
  }
  return gap;
}

void PoseRecorder::closeLoop() {
  if (times_.empty()) return;
  last_ = first_;
  for (Track& track : tracks_) {
    if (!track.isKept) continue;
    track.dropLast();
    track.appendTo(track.values, first_);
  }
}

KeyframeTrack PoseRecorder::withEveryKey(const Track& track) const {
  return *KeyframeTrack::make(track.target, Interpolation::Linear, times_, track.values);
}

KeyframeTrack PoseRecorder::withFewKeys(const Track& track, double error) const {
  const std::size_t size = track.resting.size();
  if (const std::vector<std::size_t> steps = stepsOf(times_, track.values, size); !steps.empty()) {
    std::vector<float> times, values;
    for (const std::size_t step : steps) {
      times.push_back(times_[step]);
      const auto value = std::span(track.values).subspan(step * size, size);
      values.insert(values.end(), value.begin(), value.end());
    }
    return *KeyframeTrack::make(track.target, Interpolation::Discrete, std::move(times), std::move(values));
  }
  KeyframeTrack all = withEveryKey(track);
  if (!(error > 0) && !crossfade::isConstant(all)) return all;
  const bool isLength = track.target.channel == Channel::Translation;
  return crossfade::reduceKeys(all, isLength ? error * distance_.lengthOf(track.target.node) : error);
}

/// Few keys need times of their own, every key those of all poses, which tracks share: whichever makes the smaller
/// file. Steps stay steps.
crossfade::AnimationClip PoseRecorder::clip(std::string name, double error) const {
  std::vector<KeyframeTrack> tracks;
  std::vector<const Track*> larger;  // than with every key
  std::size_t wasted = 0;
  for (const Track& track : tracks_) {
    if (!track.isKept) continue;
    tracks.push_back(withFewKeys(track, error));
    const std::size_t few = bytesOf(tracks.back()), every = track.values.size() * sizeof(float);
    if (!(few > every) || tracks.back().interpolation() == Interpolation::Discrete) continue;
    wasted += few - every;
    larger.push_back(&track);
  }
  if (wasted > times_.size() * sizeof(float) + kOwnTimesBytes)
    for (const Track* track : larger)
      *std::ranges::find(tracks, track->target, &KeyframeTrack::target) = withEveryKey(*track);
  return *crossfade::AnimationClip::make(std::move(name), std::move(tracks), crossfade::BlendMode::Normal,
                                         static_cast<double>(seconds()));
}

}  // namespace app
