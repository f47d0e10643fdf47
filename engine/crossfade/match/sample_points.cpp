#include "crossfade/match/sample_points.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "crossfade/base/number_text.h"
#include "crossfade/pose/clip_pose.h"
#include "crossfade/skeleton/joint_tree.h"
#include "crossfade/skeleton/local_to_model.h"

namespace crossfade {
namespace {

constexpr int kMaxFrames = 20000;

}  // namespace

Result<ClipPoints> sampleClipPoints(const Skeleton& skeleton, const AnimationClip& clip, std::span<const int> joints,
                                    double rate, bool isCyclic) {
  if (!(rate > 0)) return Error{"a rate of " + formatNumber(rate) + " samples per second; it must be above 0"};
  for (const int joint : joints)
    if (joint < 0 || joint >= skeleton.jointCount()) return Error{"joint " + std::to_string(joint) + " does not exist"};
  const double duration = clip.duration(), steps = std::min(duration * rate, static_cast<double>(kMaxFrames - 1));
  const bool cycle = isCyclic && duration > 0;
  const int frames = cycle ? std::max(static_cast<int>(std::lround(steps)), 1) : static_cast<int>(steps + 1e-6) + 1;
  const double step = cycle ? duration / frames : std::max(1 / rate, duration / kMaxFrames);

  ClipPose pose(skeleton, clip, joints);
  std::vector<glm::dvec3> positions;
  const auto add = [&](double time) {
    pose.moveTo(time);
    for (const int joint : joints) positions.push_back(pose.position(joint));
  };
  for (int i = 0; i < frames; ++i) add(i * step);

  glm::dvec3 travel(0.0);
  if (cycle) {
    add(duration);
    const std::size_t count = joints.size();
    for (std::size_t i = 0; i < count; ++i) travel += positions[positions.size() - count + i] - positions[i];
    travel = glm::dvec3(travel.x, 0, travel.z) / static_cast<double>(count);
    positions.resize(positions.size() - count);
  }
  return ClipPoints::make(std::move(positions), static_cast<int>(joints.size()), step, cycle, travel);
}

std::vector<double> boneWeights(const Skeleton& skeleton, std::span<const int> joints) {
  std::vector<glm::mat4> models(static_cast<std::size_t>(skeleton.jointCount()));
  localToModel(skeleton.parents(), skeleton.restLocals(), models);
  const auto position = [&](int joint) { return glm::dvec3(models[static_cast<std::size_t>(joint)][3]); };
  const auto isChosen = [&](int joint) { return std::find(joints.begin(), joints.end(), joint) != joints.end(); };

  std::vector<double> halves(models.size());
  for (const int joint : joints) {
    const int parent = parentOf(skeleton.parents(), joint);
    if (parent < 0 || !isChosen(parent)) continue;
    const double half = glm::distance(position(joint), position(parent)) / 2;
    halves[static_cast<std::size_t>(joint)] += half;
    halves[static_cast<std::size_t>(parent)] += half;
  }
  std::vector<double> weights;
  for (const int joint : joints) {
    const auto index = static_cast<std::size_t>(joint);
    weights.push_back(index < halves.size() ? halves[index] : 0);
  }
  if (std::none_of(weights.begin(), weights.end(), [](double weight) { return weight > 0 && std::isfinite(weight); }))
    std::fill(weights.begin(), weights.end(), 1.0);
  return weights;
}

}  // namespace crossfade
