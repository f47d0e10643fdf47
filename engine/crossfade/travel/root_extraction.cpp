#include "crossfade/travel/root_extraction.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "crossfade/clip/interpolant.h"
#include "crossfade/math/rotation.h"
#include "crossfade/travel/detail/animated_root.h"
#include "crossfade/travel/detail/heading.h"
#include "crossfade/travel/detail/root_keys.h"

namespace crossfade {
namespace {

using detail::AnimatedRoot;
using detail::RootKey;
using detail::RootMoment;

constexpr double kTolerance = 4e-7;     // of keys that are added: radians, and parts of the size of the motion
constexpr double kTurnsPerSecond = 60;  // of the track that turns the root, at least: the clip takes what is left
constexpr double kStraight = 1e-4;      // radians: a turn that is this close to even is even

bool isCurved(const KeyframeTrack& track) {
  return track.interpolation() == Interpolation::Bezier && !track.tangents().empty();
}

bool haveSameKeys(const KeyframeTrack& a, const KeyframeTrack& b) {
  const auto left = a.times(), right = b.times();
  return a.interpolation() == b.interpolation() && std::equal(left.begin(), left.end(), right.begin(), right.end());
}

/// A straight line from the beginning to the end of the clip.
bool isSteady(const KeyframeTrack& track, double duration) {
  return track.interpolation() == Interpolation::Linear && track.keyCount() == 2 && track.firstTime() == 0 &&
         track.lastTime() == static_cast<float>(duration);
}

/// `change(values, isTangent, time)` for each point of a track with three values; Hermite tangents are rates.
template <class Change>
std::optional<KeyframeTrack> changed(const KeyframeTrack& track, TrackTarget target, Change change) {
  std::vector<float> values(track.values().begin(), track.values().end());
  const bool isSpline = track.interpolation() == Interpolation::Hermite;
  for (std::size_t i = 0; i + 3 <= values.size(); i += 3) {
    const std::size_t point = i / 3, key = isSpline ? point / 3 : point;
    const glm::dvec3 old(values[i], values[i + 1], values[i + 2]);
    const glm::vec3 next(change(old, isSpline && point % 3 != 1, static_cast<double>(track.times()[key])));
    std::copy(&next.x, &next.x + 3, values.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return detail::withValues(track, target, std::move(values));
}

/// Two tracks that together are an old one.
struct Parts {
  std::optional<KeyframeTrack> inClip, inTrack;

  bool isWhole() const { return inClip.has_value() == inTrack.has_value(); }
};

/// Interpolation between keys is linear in their values (except for Bezier curves, whose control points have times of
/// their own for each component): what is done to every key is done to the curve.
Parts splitTranslation(AnimatedRoot& root, int joint, const glm::dmat3& along) {
  const KeyframeTrack* track = root.translation();
  if (!root.movesBy(track)) return {};
  if (!root.isOnMovingNodes() && !isCurved(*track)) {
    const glm::dmat3 toModel(root.start().parent), toTravel = along * toModel;
    const glm::dmat3 toRemoved = glm::inverse(toModel) * toTravel;
    const glm::dvec3 first = root.start().local.translation;
    return {.inClip = changed(*track, root.translationTarget(),
                              [&](const glm::dvec3& value, bool isTangent, double) {
                                return value - toRemoved * (isTangent ? value : value - first);
                              }),
            .inTrack = changed(*track, root.translationTarget(), [&](const glm::dvec3& value, bool isTangent, double) {
              return toTravel * (isTangent ? value : value - first);
            })};
  }
  const std::vector<float> breaks = root.breaks(track);
  const double tolerance = kTolerance * root.sizeAt(breaks);
  const auto keyAt = [&](double time) {
    const RootMoment now = root.at(time);
    const glm::dvec3 travel = along * (now.position() - root.start().position());
    return RootKey{.position = now.localOf(now.position() - travel), .travel = travel, .scale = now.scale()};
  };
  const auto keys =
      detail::sampleRoot(breaks, keyAt, [&](const RootKey& a, const RootKey& b, const RootKey& middle, double part) {
        const RootKey line = detail::between(a, b, part);
        return glm::distance(line.travel, middle.travel) < tolerance &&
               glm::distance(line.position, middle.position) * middle.scale < tolerance;
      });
  return {.inClip = keys.positions(joint), .inTrack = keys.travels(joint)};
}

/// A turn that is known at some times and changes evenly in between.
struct TurnTable {
  std::vector<float> times;
  std::vector<double> turns;

  double at(double time) const {
    const auto next = std::upper_bound(times.begin(), times.end(), static_cast<float>(time));
    if (next == times.begin()) return turns.front();
    const auto i = static_cast<std::size_t>(next - times.begin());
    if (i == times.size()) return turns.back();
    const double from = static_cast<double>(times[i - 1]), length = static_cast<double>(times[i]) - from;
    return turns[i - 1] + (turns[i] - turns[i - 1]) * (time - from) / length;
  }

  /// Between two of the times in `kept`, leaves out what lies on a straight line.
  void simplify(const std::vector<float>& kept) {
    TurnTable simple;
    std::size_t begin = 0;
    for (const float end : kept) {
      const auto last = static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), end) - times.begin());
      const TurnTable line{.times = {times[begin], times[last]}, .turns = {turns[begin], turns[last]}};
      bool isStraight = true;
      for (std::size_t i = begin; i < last; ++i)
        isStraight = isStraight && std::abs(line.at(static_cast<double>(times[i])) - turns[i]) < kStraight;
      for (std::size_t i = isStraight ? last : begin + 1; i <= last; ++i) {
        simple.times.push_back(times[i]);
        simple.turns.push_back(turns[i]);
      }
      begin = last;
    }
    *this = std::move(simple);
  }
};

/// Steps about axes that stay: each key on its own.
Parts splitSteps(AnimatedRoot& root, int joint) {
  const KeyframeTrack& track = *root.rotation();
  const glm::dmat3 parentAxes = root.start().parentAxes();
  detail::Heading heading(root.start().axes());
  std::vector<float> turns, rotations;
  for (int key = 0; key < track.keyCount(); ++key) {
    const float* q = track.values().data() + 4 * key;
    const glm::dquat rotation = makeDoubleQuat(q[0], q[1], q[2], q[3]);
    const double turn = heading.follow(parentAxes * glm::mat3_cast(glm::normalize(rotation)));
    const glm::dquat left = detail::turnInside(parentAxes, -turn) * rotation;
    turns.push_back(static_cast<float>(turn));
    for (const double component : {left.x, left.y, left.z, left.w}) rotations.push_back(static_cast<float>(component));
  }
  return {.inClip = detail::withValues(track, root.rotationTarget(), std::move(rotations)),
          .inTrack = detail::withValues(track, {joint, Channel::Values}, std::move(turns))};
}

/// Any heading would do, since the clip keeps the rest: it is that of the root 60 times a second.
Parts splitRotation(AnimatedRoot& root, int joint) {
  const KeyframeTrack* track = root.rotation();
  if (!root.movesBy(track)) return {};
  if (!root.isOnMovingNodes() && track->interpolation() == Interpolation::Discrete) return splitSteps(root, joint);
  detail::Heading heading(root.start().axes());
  TurnTable table{.times = root.breaks(track, kTurnsPerSecond), .turns = {}};
  for (const float time : table.times) table.turns.push_back(heading.follow(root.at(static_cast<double>(time)).axes()));
  table.simplify(root.breaks(track));
  detail::RootKeys turns;
  turns.times = table.times;
  for (double& turn : table.turns) {
    turn = static_cast<double>(static_cast<float>(turn));
    turns.keys.push_back({.turn = turn});
  }
  const auto keyAt = [&](double time) {
    const RootMoment now = root.at(time);
    return RootKey{.rotation = detail::turnInside(now.parentAxes(), -table.at(time)) * now.local.rotation};
  };
  const auto keys = detail::sampleRoot(
      table.times, keyAt, [&](const RootKey& a, const RootKey& b, const RootKey& middle, double part) {
        return angleBetween(detail::between(a, b, part).rotation, middle.rotation) < kTolerance;
      });
  return {.inClip = keys.rotations(joint), .inTrack = turns.turns(joint)};
}

glm::dvec3 valueAt(const KeyframeTrack& track, double time) {
  double value[3];
  KeyCursor cursor;
  evaluate(track, time, cursor, value);
  return {value[0], value[1], value[2]};
}

/// The exact sum of both tracks' keys, if there is one.
std::optional<KeyframeTrack> sumOf(const AnimatedRoot& root, const AnimationClip& clip, const KeyframeTrack& travel) {
  const glm::dmat3 toLocal = glm::inverse(glm::dmat3(root.start().parent));
  const glm::dvec3 first = valueAt(travel, 0), held = root.start().local.translation;
  const KeyframeTrack* own = root.translation();
  if (root.isOnMovingNodes() || isCurved(travel)) return {};
  if (!root.movesBy(own))
    return changed(travel, root.translationTarget(), [&](const glm::dvec3& value, bool isTangent, double) {
      return isTangent ? toLocal * value : held + toLocal * (value - first);
    });
  if (isCurved(*own)) return {};
  if (haveSameKeys(*own, travel)) {
    const auto added = travel.values();
    std::size_t i = 0;
    return changed(*own, root.translationTarget(), [&](const glm::dvec3& value, bool isTangent, double) {
      const glm::dvec3 other(added[i], added[i + 1], added[i + 2]);
      i += 3;
      return value + toLocal * (isTangent ? other : other - first);
    });
  }
  const bool isWhole = own->firstTime() == 0 && own->lastTime() == static_cast<float>(clip.duration());
  if (!isSteady(travel, clip.duration()) || !isWhole || own->interpolation() == Interpolation::Discrete) return {};
  const glm::dvec3 rate = (valueAt(travel, clip.duration()) - first) / clip.duration();
  return changed(*own, root.translationTarget(), [&](const glm::dvec3& value, bool isTangent, double time) {
    return value + toLocal * rate * (isTangent ? 1.0 : time);
  });
}

bool staysAt(AnimatedRoot& root, const glm::dvec3& pivot) {
  const std::vector<float> breaks = root.breaks(root.translation());
  const double close = kTolerance * root.sizeAt(breaks);
  return std::all_of(breaks.begin(), breaks.end(), [&](float time) {
    const glm::dvec3 off = root.at(static_cast<double>(time)).position() - pivot;
    return std::hypot(off.x, off.z) < close;
  });
}

/// Adds the keys of a root track in all of its loops.
void addBreaks(const std::optional<KeyframeTrack>& keys, double loop, double duration, std::vector<float>& breaks) {
  if (!keys || !(loop > 0)) return;
  const auto loops =
      static_cast<int>(std::ceil(std::min(duration / loop, static_cast<double>(kMaxSampledKeys) / keys->keyCount())));
  for (int i = 0; i < loops; ++i) {
    breaks.push_back(static_cast<float>(i * loop));
    for (const float time : keys->times()) breaks.push_back(static_cast<float>(i * loop) + time);
  }
  std::erase_if(breaks, [end = static_cast<float>(duration)](float time) { return time < 0 || time > end; });
  std::sort(breaks.begin(), breaks.end());
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
}

std::optional<KeyframeTrack> movedTranslation(AnimatedRoot& root, const AnimationClip& clip, int joint,
                                              const RootTrack& track) {
  const auto& travel = track.translationTrack();
  const bool isTurnedAround = track.turns() && !staysAt(root, track.pivot());
  if (!travel && !isTurnedAround) return {};
  if (travel && !isTurnedAround && track.duration() == clip.duration())
    if (auto sum = sumOf(root, clip, *travel)) return sum;
  std::vector<float> breaks = root.breaks(root.translation());
  addBreaks(travel, track.duration(), clip.duration(), breaks);
  if (isTurnedAround) addBreaks(track.turnTrack(), track.duration(), clip.duration(), breaks);
  const double tolerance = kTolerance * (root.sizeAt(breaks) + glm::length(track.at(clip.duration()).translation));
  const auto keyAt = [&](double time) {
    const RootMoment now = root.at(time);
    const RootDelta moved = track.at(time);
    return RootKey{.position = now.localOf(moved.translation + aboutY(moved.turn) * now.position()),
                   .scale = now.scale()};
  };
  const auto isClose = [&](const RootKey& a, const RootKey& b, const RootKey& middle, double part) {
    return glm::distance(detail::between(a, b, part).position, middle.position) * middle.scale < tolerance;
  };
  return detail::sampleRoot(breaks, keyAt, isClose).positions(joint);
}

std::optional<KeyframeTrack> movedRotation(AnimatedRoot& root, const AnimationClip& clip, int joint,
                                           const RootTrack& track) {
  if (!track.turns()) return {};
  const KeyframeTrack& turn = *track.turnTrack();
  const KeyframeTrack* own = root.rotation();
  const auto keyAt = [&](double time) {
    const RootMoment now = root.at(time);
    return RootKey{.rotation = detail::turnInside(now.parentAxes(), track.at(time).turn) * now.local.rotation};
  };
  const bool steps = turn.interpolation() == Interpolation::Discrete && track.duration() == clip.duration() &&
                     (!root.movesBy(own) || (!root.isOnMovingNodes() && haveSameKeys(*own, turn)));
  if (steps) {
    std::vector<float> rotations;
    for (const float time : turn.times()) {
      const glm::dquat q = keyAt(static_cast<double>(time)).rotation;
      for (const double component : {q.x, q.y, q.z, q.w}) rotations.push_back(static_cast<float>(component));
    }
    return detail::withValues(turn, root.rotationTarget(), std::move(rotations));
  }
  const auto isClose = [&](const RootKey& a, const RootKey& b, const RootKey& middle, double part) {
    return angleBetween(detail::between(a, b, part).rotation, middle.rotation) < kTolerance;
  };
  std::vector<float> breaks = root.breaks(own);
  addBreaks(track.turnTrack(), track.duration(), clip.duration(), breaks);
  return detail::sampleRoot(breaks, keyAt, isClose).rotations(joint);
}

}  // namespace

ExtractedRootMotion extractRootMotion(const Skeleton& skeleton, const AnimationClip& clip, int joint,
                                      RootMotionParts parts) {
  if (joint < 0 || joint >= skeleton.jointCount()) return {clip, RootTrack()};
  AnimatedRoot root(skeleton, clip, joint);
  if (!root.hasInvertibleParent()) return {clip, RootTrack()};
  glm::dmat3 along(1.0);
  if (!parts.height) along[1][1] = 0;
  Parts translation = splitTranslation(root, joint, along);
  Parts rotation = parts.turn ? splitRotation(root, joint) : Parts{};
  if (!translation.isWhole() || !rotation.isWhole()) return {clip, RootTrack()};
  RootTrack track(joint, clip.duration(), std::move(translation.inTrack), std::move(rotation.inTrack),
                  root.start().position());
  return {root.with(std::move(translation.inClip), std::move(rotation.inClip)), std::move(track)};
}

AnimationClip applyRootMotion(const Skeleton& skeleton, const AnimationClip& clip, const RootTrack& track) {
  const int joint = track.joint();
  if (joint < 0 || joint >= skeleton.jointCount()) return clip;
  AnimatedRoot root(skeleton, clip, joint);
  if (!root.hasInvertibleParent()) return clip;
  auto translation = movedTranslation(root, clip, joint, track);
  auto rotation = movedRotation(root, clip, joint, track);
  return root.with(std::move(translation), std::move(rotation));
}

}  // namespace crossfade
