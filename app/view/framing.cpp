#include "app/view/framing.h"

#include <algorithm>
#include <cstddef>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace app {
namespace {

/// Of each joint: whether it or one above it has a key.
std::vector<bool> movedJoints(const crossfade::Skeleton& skeleton, const crossfade::AnimationClip& clip) {
  std::vector<bool> moved(static_cast<std::size_t>(skeleton.jointCount()));
  for (const crossfade::KeyframeTrack& track : clip.tracks())
    if (crossfade::isTransform(track.target().channel) && !crossfade::isConstant(track))
      moved[static_cast<std::size_t>(track.target().node)] = true;
  for (std::size_t i = 0; i < moved.size(); ++i)
    if (const int parent = skeleton.parents()[i]; parent >= 0)
      moved[i] = moved[i] || moved[static_cast<std::size_t>(parent)];
  return moved;
}

bool isMoved(const Model& model, const MeshInstance& instance, const std::vector<bool>& joints) {
  const auto moves = [&joints](int joint) { return joints[static_cast<std::size_t>(joint)]; };
  if (instance.skin < 0) return moves(instance.node);
  const std::vector<int>& skin = model.skins[static_cast<std::size_t>(instance.skin)].joints;
  return std::any_of(skin.begin(), skin.end(), moves);
}

void add(Bounds& bounds, const Bounds& other) {
  if (other.empty) return;
  bounds.add(other.min);
  bounds.add(other.max);
}

/// Between two boxes; 0 where they touch.
float distanceBetween(const Bounds& a, const Bounds& b) {
  return glm::length(glm::max(glm::max(a.min - b.max, b.min - a.max), glm::vec3(0)));
}

Bounds boundsOfInstance(const Model& model, const PosedModel& pose, std::size_t index) {
  Bounds bounds;
  const Mesh& mesh = model.meshes[static_cast<std::size_t>(model.instances[index].mesh)];
  for (std::size_t p = 0; p < mesh.primitives.size(); ++p)
    for (std::size_t v = 0; v < mesh.primitives[p].positions.size(); ++v)
      bounds.add(skinnedVertex(model, pose, static_cast<int>(index), static_cast<int>(p), static_cast<int>(v)));
  return bounds;
}

}  // namespace

std::vector<bool> framedInstances(const Model& model, const PosedModel& pose, const crossfade::AnimationClip* clip) {
  const std::size_t count = model.instances.size();
  std::vector<bool> framed(count, true);
  if (clip == nullptr || count < 2) return framed;
  const std::vector<bool> joints = movedJoints(model.skeleton, *clip);
  std::vector<Bounds> bounds(count);
  Bounds moving;
  std::size_t moved = 0, shown = 0;
  bool hasSkin = false;
  for (std::size_t i = 0; i < count; ++i) {
    const MeshInstance& instance = model.instances[i];
    if (!instance.inScene) continue;
    ++shown;
    bounds[i] = boundsOfInstance(model, pose, i);
    if (!isMoved(model, instance, joints)) continue;
    ++moved;
    hasSkin = hasSkin || instance.skin >= 0;
    add(moving, bounds[i]);
  }
  if (!(moving.radius() > 0) || (!hasSkin && 2 * moved < shown)) return framed;
  for (std::size_t i = 0; i < count; ++i)
    if (!bounds[i].empty && distanceBetween(bounds[i], moving) > kFarAway * moving.radius()) framed[i] = false;
  return framed;
}

Bounds boundsOf(const Model& model, const PosedModel& pose, const std::vector<bool>& instances) {
  Bounds bounds;
  for (std::size_t i = 0; i < model.instances.size(); ++i)
    if (model.instances[i].inScene && instances[i]) add(bounds, boundsOfInstance(model, pose, i));
  return bounds.empty ? jointBounds(model, pose) : bounds;
}

}  // namespace app
