#include "crossfade/travel/root_extraction.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <glm/geometric.hpp>

#include "crossfade/clip/interpolant.h"
#include "crossfade/travel/detail/heading.h"
#include "crossfade/travel/detail/joint_sampler.h"
#include "crossfade/travel/detail/root_keys.h"

namespace crossfade {
namespace {

using detail::JointSampler;
using detail::RootKey;

constexpr double kTolerance = 4e-7;     // of keys that are added: radians, and parts of the size of the motion
constexpr double kLeastSize = 1e-3;     // smaller motions are as exact as one of this size
constexpr double kTurnsPerSecond = 60;  // of the track that turns the root, at least: the clip takes what is left
constexpr double kStraight = 1e-4;      // radians: a turn that is this close to even is even
constexpr double kFlat = 1e-12;         // a parent with this determinant has no inverse

bool isCurved(const KeyframeTrack& track) {
  return track.interpolation() == Interpolation::Bezier && !track.tangents().empty();
}

bool haveSameKeys(const KeyframeTrack& a, const KeyframeTrack& b) {
  return a.interpolation() == b.interpolation() && std::ranges::equal(a.times(), b.times());
}

/// A straight line from the beginning to the end of the clip.
bool isSteady(const KeyframeTrack& track, double duration) {
  return track.interpolation() == Interpolation::Linear && track.keyCount() == 2 && track.firstTime() == 0 &&
         track.lastTime() == static_cast<float>(duration);
}

/// `change(values, isTangent, time)` for each point of a track with three values; Hermite tangents are rates.
template <class Change>
KeyframeTrack changed(const KeyframeTrack& track, TrackTarget target, Change change) {
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

/// What moves the root in a clip, and the way from the space of its tracks to model space.
class Root {
 public:
  Root(const Skeleton& skeleton, const AnimationClip& clip, int joint)
      : clip_(&clip),
        joint_(joint),
        sampler_(skeleton, clip, {joint}),
        translation_(detail::findTrack(clip, {joint, Channel::Translation})),
        rotation_(detail::findTrack(clip, {joint, Channel::Rotation})) {
    for (const KeyframeTrack& track : clip.tracks()) {
      const int node = track.target().node;
      const auto channel = track.target().channel;
      const bool isTransform =
          channel == Channel::Translation || channel == Channel::Rotation || channel == Channel::Scale;
      if (node != joint && isTransform && detail::isAtOrBelow(skeleton, joint, node) && detail::moves(track))
        above_.push_back(&track);
    }
    start_ = sampler_.position(joint);
  }

  bool hasSpace() { return std::abs(glm::determinant(toModel())) > kFlat; }
  bool isOnMovingNodes() const { return !above_.empty(); }
  glm::dmat3 toModel() { return glm::dmat3(sampler_.parent(joint_)); }
  glm::dmat3 toLocal() { return glm::inverse(toModel()); }
  const glm::dvec3& start() const { return start_; }
  const KeyframeTrack* translation() const { return translation_; }
  const KeyframeTrack* rotation() const { return rotation_; }
  TrackTarget translationTarget() const { return {joint_, Channel::Translation}; }
  TrackTarget rotationTarget() const { return {joint_, Channel::Rotation}; }

  JointSampler& at(double time) {
    sampler_.moveTo(time);
    return sampler_;
  }
  glm::dvec3 position() const { return sampler_.position(joint_); }
  glm::dvec3 localPosition() const { return sampler_.local(joint_).translation; }
  glm::dquat localRotation() const { return sampler_.local(joint_).rotation; }
  /// The local translation that puts the root there.
  glm::dvec3 localOf(const glm::dvec3& position) const {
    return glm::dvec3(glm::inverse(sampler_.parent(joint_)) * glm::dvec4(position, 1));
  }
  glm::dmat3 parentAxes() const { return detail::axesOf(sampler_.parent(joint_)); }
  glm::dmat3 axes() const { return parentAxes() * glm::mat3_cast(localRotation()); }

  /// Times where what the root does may change, with those of one more track, if there is any.
  std::vector<float> breaks(const KeyframeTrack* own, const KeyframeTrack* other = nullptr,
                            double perSecond = 0) const {
    std::vector<const KeyframeTrack*> tracks = above_;
    for (const KeyframeTrack* track : {own, other})
      if (track) tracks.push_back(track);
    return detail::breakTimesOf(*clip_, tracks, perSecond);
  }

  /// How far the root gets from the origin.
  double sizeAt(const std::vector<float>& times) {
    double size = kLeastSize;
    for (const float time : times) {
      at(static_cast<double>(time));
      size = std::max(size, glm::length(position()));
    }
    return size;
  }
  /// Of the largest axis of the parent's space.
  double scale() {
    const glm::dmat3 axes = toModel();
    return std::max({glm::length(axes[0]), glm::length(axes[1]), glm::length(axes[2])});
  }

  /// The clip with other tracks for the root.
  AnimationClip with(std::optional<KeyframeTrack> translation, std::optional<KeyframeTrack> rotation) const {
    std::vector<KeyframeTrack> tracks;
    for (const KeyframeTrack& track : clip_->tracks()) {
      std::optional<KeyframeTrack>* own = nullptr;
      if (track.target() == translationTarget()) own = &translation;
      if (track.target() == rotationTarget()) own = &rotation;
      tracks.push_back(own && *own ? **own : track);
      if (own) own->reset();
    }
    for (auto* added : {&translation, &rotation})
      if (*added) tracks.push_back(std::move(**added));
    return *AnimationClip::make(clip_->name(), std::move(tracks), clip_->blendMode(), clip_->duration());
  }

 private:
  const AnimationClip* clip_;
  int joint_;
  JointSampler sampler_;
  const KeyframeTrack *translation_, *rotation_;
  std::vector<const KeyframeTrack*> above_;  // tracks of nodes above it that move
  glm::dvec3 start_{0.0};
};

/// Two tracks that together are an old one.
struct Parts {
  std::optional<KeyframeTrack> inClip, inTrack;
};

/// Interpolation between keys is linear in their values (except for Bezier curves, whose control points have times of
/// their own for each component): what is done to every key is done to the curve.
Parts splitTranslation(Root& root, int joint, const glm::dmat3& along) {
  const KeyframeTrack* track = root.translation();
  if (!root.isOnMovingNodes() && !(track && detail::moves(*track))) return {};
  root.at(0);
  if (!root.isOnMovingNodes() && !isCurved(*track)) {
    const glm::dmat3 toTravel = along * root.toModel(), toRemoved = root.toLocal() * toTravel;
    const glm::dvec3 first = root.localPosition();
    return {.inClip = changed(*track, root.translationTarget(),
                              [&](const glm::dvec3& value, bool isTangent, double) {
                                return value - toRemoved * (isTangent ? value : value - first);
                              }),
            .inTrack = changed(*track, root.translationTarget(), [&](const glm::dvec3& value, bool isTangent, double) {
              return toTravel * (isTangent ? value : value - first);
            })};
  }
  const std::vector<float> breaks = root.breaks(track);
  const double tolerance = kTolerance * root.sizeAt(breaks), scale = (root.at(0), root.scale());
  const auto keyAt = [&](double time) {
    root.at(time);
    const glm::dvec3 travel = along * (root.position() - root.start());
    return RootKey{.position = root.localOf(root.position() - travel), .travel = travel};
  };
  const auto keys =
      detail::sampleRoot(breaks, keyAt, [&](const RootKey& a, const RootKey& b, const RootKey& middle, double part) {
        const RootKey line = detail::between(a, b, part);
        return glm::distance(line.travel, middle.travel) < tolerance &&
               glm::distance(line.position, middle.position) * scale < tolerance;
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

/// Any heading would do, since the clip keeps the rest: it is that of the root 60 times a second.
Parts splitRotation(Root& root, int joint) {
  const KeyframeTrack* track = root.rotation();
  if (!root.isOnMovingNodes() && !(track && detail::moves(*track))) return {};
  root.at(0);
  detail::Heading heading(root.axes());
  const bool steps = !root.isOnMovingNodes() && track->interpolation() == Interpolation::Discrete;
  if (steps) {
    std::vector<float> turns, rotations;
    for (int key = 0; key < track->keyCount(); ++key) {
      const float* q = track->values().data() + 4 * key;
      const glm::dquat rotation = makeDoubleQuat(q[0], q[1], q[2], q[3]);
      const double turn = heading.follow(root.parentAxes() * glm::mat3_cast(glm::normalize(rotation)));
      const glm::dquat rest = detail::turnInside(root.parentAxes(), -turn) * rotation;
      turns.push_back(static_cast<float>(turn));
      for (const double component : {rest.x, rest.y, rest.z, rest.w})
        rotations.push_back(static_cast<float>(component));
    }
    return {.inClip = detail::withValues(*track, root.rotationTarget(), std::move(rotations)),
            .inTrack = detail::withValues(*track, {joint, Channel::Values}, std::move(turns))};
  }
  TurnTable table{.times = root.breaks(track, nullptr, kTurnsPerSecond), .turns = {}};
  for (const float time : table.times) {
    root.at(static_cast<double>(time));
    table.turns.push_back(heading.follow(root.axes()));
  }
  table.simplify(root.breaks(track));
  detail::RootKeys turns{.times = table.times, .keys = {}};
  for (const double turn : table.turns) turns.keys.push_back({.turn = static_cast<double>(static_cast<float>(turn))});
  for (std::size_t i = 0; i < table.turns.size(); ++i) table.turns[i] = turns.keys[i].turn;
  const auto keyAt = [&](double time) {
    root.at(time);
    return RootKey{.rotation = detail::turnInside(root.parentAxes(), -table.at(time)) * root.localRotation()};
  };
  const auto keys = detail::sampleRoot(
      table.times, keyAt, [&](const RootKey& a, const RootKey& b, const RootKey& middle, double part) {
        return detail::angleBetween(detail::between(a, b, part).rotation, middle.rotation) < kTolerance;
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
std::optional<KeyframeTrack> sumOf(Root& root, const AnimationClip& clip, const KeyframeTrack& travel) {
  root.at(0);
  const glm::dmat3 toLocal = root.toLocal();
  const glm::dvec3 first = valueAt(travel, 0), held = root.localPosition();
  const KeyframeTrack* own = root.translation();
  if (root.isOnMovingNodes() || isCurved(travel)) return {};
  if (!own || !detail::moves(*own))
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

bool staysAt(Root& root, const glm::dvec3& pivot) {
  const std::vector<float> breaks = root.breaks(root.translation());
  const double close = kTolerance * root.sizeAt(breaks);
  return std::all_of(breaks.begin(), breaks.end(), [&](float time) {
    root.at(static_cast<double>(time));
    const glm::dvec3 off = root.position() - pivot;
    return std::hypot(off.x, off.z) < close;
  });
}

std::optional<KeyframeTrack> movedTranslation(Root& root, const AnimationClip& clip, int joint,
                                              const RootTrack& track) {
  const auto& travel = track.translationTrack();
  const bool isTurnedAround = track.turns() && !staysAt(root, track.pivot());
  if (!travel && !isTurnedAround) return {};
  if (travel && !isTurnedAround)
    if (auto sum = sumOf(root, clip, *travel)) return sum;
  const std::vector<float> own = root.breaks(root.translation(), travel ? &*travel : nullptr);
  std::vector<float> breaks =
      isTurnedAround ? root.breaks(root.translation(), &*track.turnTrack()) : std::vector<float>{};
  breaks.insert(breaks.end(), own.begin(), own.end());
  std::sort(breaks.begin(), breaks.end());
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
  const double end = clip.duration();
  const double tolerance = kTolerance * (root.sizeAt(breaks) + glm::length(track.round().translation));
  const double scale = (root.at(0), root.scale());
  const auto keyAt = [&](double time) {
    root.at(time);
    const RootDelta moved = time < end ? track.at(time) : track.round();
    return RootKey{.position = root.localOf(moved.translation + detail::turned(moved.turn) * root.position())};
  };
  const auto isClose = [&](const RootKey& a, const RootKey& b, const RootKey& middle, double part) {
    return glm::distance(detail::between(a, b, part).position, middle.position) * scale < tolerance;
  };
  return detail::sampleRoot(breaks, keyAt, isClose).positions(joint);
}

std::optional<KeyframeTrack> movedRotation(Root& root, const AnimationClip& clip, int joint, const RootTrack& track) {
  if (!track.turns()) return {};
  const KeyframeTrack& turn = *track.turnTrack();
  const KeyframeTrack* own = root.rotation();
  const double end = clip.duration();
  const auto keyAt = [&](double time) {
    root.at(time);
    const RootDelta moved = time < end ? track.at(time) : track.round();
    return RootKey{.rotation = detail::turnInside(root.parentAxes(), moved.turn) * root.localRotation()};
  };
  const bool steps = turn.interpolation() == Interpolation::Discrete && !root.isOnMovingNodes() &&
                     (!own || !detail::moves(*own) || haveSameKeys(*own, turn));
  if (steps) {
    std::vector<float> rotations;
    for (const float time : turn.times()) {
      const glm::dquat q = keyAt(static_cast<double>(time)).rotation;
      for (const double component : {q.x, q.y, q.z, q.w}) rotations.push_back(static_cast<float>(component));
    }
    return detail::withValues(turn, root.rotationTarget(), std::move(rotations));
  }
  const auto isClose = [&](const RootKey& a, const RootKey& b, const RootKey& middle, double part) {
    return detail::angleBetween(detail::between(a, b, part).rotation, middle.rotation) < kTolerance;
  };
  return detail::sampleRoot(root.breaks(own, &turn), keyAt, isClose).rotations(joint);
}

}  // namespace

ExtractedRootMotion extractRootMotion(const Skeleton& skeleton, const AnimationClip& clip, int joint,
                                      RootMotionParts parts) {
  if (joint < 0 || joint >= skeleton.jointCount()) return {clip, RootTrack()};
  Root root(skeleton, clip, joint);
  if (!root.hasSpace()) return {clip, RootTrack()};
  glm::dmat3 along(1.0);
  if (!parts.height) along[1][1] = 0;
  Parts translation = splitTranslation(root, joint, along);
  Parts rotation = parts.turn ? splitRotation(root, joint) : Parts{};
  RootTrack track(joint, clip.duration(), std::move(translation.inTrack), std::move(rotation.inTrack), root.start());
  return {root.with(std::move(translation.inClip), std::move(rotation.inClip)), std::move(track)};
}

AnimationClip applyRootMotion(const Skeleton& skeleton, const AnimationClip& clip, const RootTrack& track) {
  const int joint = track.joint();
  if (joint < 0 || joint >= skeleton.jointCount()) return clip;
  Root root(skeleton, clip, joint);
  if (!root.hasSpace()) return clip;
  auto translation = movedTranslation(root, clip, joint, track);
  auto rotation = movedRotation(root, clip, joint, track);
  return root.with(std::move(translation), std::move(rotation));
}

}  // namespace crossfade
