#include "crossfade/travel/crowd_root_motion.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "crossfade/math/rotation.h"

namespace crossfade {
namespace {

constexpr int kFewestSteps = 8, kMostSteps = 4096;
constexpr double kChecked[] = {0.25, 0.5, 0.75};  // of a step: where samples are compared with the track

/// Whether the track is straight enough between its samples.
bool isWithin(const RootTrack& track, int steps, double way, double angle) {
  const double step = track.duration() / steps;
  RootDelta left = track.at(0);
  for (int i = 0; i < steps; ++i) {
    const RootDelta right = i + 1 < steps ? track.at((i + 1) * step) : track.perLoop();
    for (const double part : kChecked) {
      const RootDelta exact = track.at((i + part) * step);
      const glm::dvec3 between = left.translation + (right.translation - left.translation) * part;
      if (glm::distance(exact.translation, between) > way) return false;
      if (std::abs(exact.turn - (left.turn + (right.turn - left.turn) * part)) > angle) return false;
    }
    left = right;
  }
  return true;
}

double longestWay(const RootTrack& track) {
  double longest = glm::length(track.perLoop().translation);
  for (int i = 0; i < kMostSteps; ++i)
    longest = std::max(longest, glm::length(track.at(track.duration() * i / kMostSteps).translation));
  return longest;
}

}  // namespace

void CrowdRootMotion::setTrack(ClipId clip, const RootTrack& track, const RootTolerance& tolerance) {
  if (!clip) return;
  const auto index = static_cast<std::size_t>(clip.index);
  if (ways_.size() <= index) ways_.resize(index + 1);
  Way& way = ways_[index];
  way = {.clip = clip,
         .joint = track.joint(),
         .duration = track.duration(),
         .turns = track.turns(),
         .perLoop = track.perLoop(),
         .samples = {}};
  const double longest = longestWay(track);
  if (!(track.duration() > 0) || (longest == 0 && !track.turns())) return;
  int steps = kFewestSteps;
  while (steps < kMostSteps && !isWithin(track, steps, tolerance.way * longest, tolerance.angle)) steps *= 2;
  for (int i = 0; i <= steps; ++i) {
    const RootDelta at = i < steps ? track.at(track.duration() * i / steps) : track.perLoop();
    way.samples.push_back({at.translation.x, at.translation.y, at.translation.z, at.turn});
  }
}

const CrowdRootMotion::Way* CrowdRootMotion::find(ClipId clip) const {
  const auto index = static_cast<std::size_t>(clip.index);
  return index < ways_.size() && ways_[index].clip == clip ? &ways_[index] : nullptr;
}

int CrowdRootMotion::stepCount(ClipId clip) const {
  const Way* const way = find(clip);
  return way ? std::max(static_cast<int>(way->samples.size()) - 1, 0) : 0;
}

/// `time` in [0, duration].
RootDelta CrowdRootMotion::Way::inLoop(double time) const {
  const double at = time / duration * static_cast<double>(samples.size() - 1);
  const std::size_t index = std::min(static_cast<std::size_t>(at), samples.size() - 2);
  const double part = at - static_cast<double>(index);
  const Sample &left = samples[index], &right = samples[index + 1];
  const auto between = [part](double a, double b) { return a + (b - a) * part; };
  return {.translation = {between(left.x, right.x), between(left.y, right.y), between(left.z, right.z)},
          .turn = between(left.turn, right.turn)};
}

/// As RootTrack::delta.
RootDelta CrowdRootMotion::Way::delta(double from, double to) const {
  if (samples.empty() || !std::isfinite(from) || !std::isfinite(to)) return {};
  const double earlier = std::floor(from / duration), loops = std::floor(to / duration) - earlier;
  const auto inside = [&](double time, double before) { return std::clamp(time - before * duration, 0.0, duration); };
  const RootDelta begin = inLoop(inside(from, earlier)), end = inLoop(inside(to, earlier + loops));
  if (!turns) return {.translation = end.translation - begin.translation + perLoop.translation * loops, .turn = 0};
  const RootDelta until = loops == 0 ? end : repeated(perLoop, loops) * end;
  return {.translation = aboutY(-begin.turn) * (until.translation - begin.translation),
          .turn = until.turn - begin.turn};
}

RootDelta CrowdRootMotion::step(std::span<const BlendEntry> entries) const {
  RootDelta sum;
  double weights = 0;
  for (const BlendEntry& entry : entries) {
    if (entry.blendMode == BlendMode::Additive) continue;
    const Way* const way = find(entry.clipId);
    double weight = entry.weight;
    if (entry.mask) weight *= way && way->joint != kNoJoint ? static_cast<double>(entry.mask->weight(way->joint)) : 0;
    if (!(weight > 0)) continue;
    weights += weight;
    if (!way) continue;
    const RootDelta step = way->delta(entry.time - entry.moved, entry.time);
    sum.translation += step.translation * weight;
    sum.turn += step.turn * weight;
  }
  if (!(weights > 0)) return {};
  return {.translation = sum.translation / weights, .turn = sum.turn / weights};
}

}  // namespace crossfade
