#include "crossfade/body/contacts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include <glm/geometric.hpp>

#include "crossfade/body/detail/ground_velocity.h"
#include "crossfade/body/detail/sole_floor.h"
#include "crossfade/body/detail/sole_motion.h"
#include "crossfade/mixer/clip_time.h"

namespace crossfade {
namespace {

using detail::SoleFloor;
using detail::SoleMotion;

constexpr double kUnsteady = 0.06;     // of the ground's speed, added to the speeds of ContactOptions
constexpr double kUnevenHeight = 0.1;  // leg lengths: where feet do not agree, one is down below this height
constexpr double kUnevenSpeed = 0.1;   // while it moves with the ground, at this share of its speed or more
constexpr double kTakeOff = 0.5;       // of the lift: a flight begins above it
constexpr double kLanded = 0.25;       // and is over below this

/// One flag per sample, with hysteresis; in a cycle the flag before the first sample is that of the last.
class ContactFlags {
 public:
  ContactFlags(const SoleMotion& motion, double legLength, const SoleFloor& floor, const GroundContacts& ground,
               bool isUneven, const ContactOptions& options)
      : motion_(motion), leg_(legLength), floor_(floor), ground_(ground), isUneven_(isUneven), options_(options) {}

  std::vector<bool> ofPoint(std::size_t foot, std::size_t point) const {
    std::vector<bool> down(static_cast<std::size_t>(motion_.count()));
    const int loops = motion_.isCyclic() ? 2 : 1;
    bool is = false;
    for (int i = 0; i < loops * motion_.count(); ++i) {
      const int sample = i % motion_.count();
      is = isUneven_ ? movesWithGround(sample, foot, point) : stays(sample, foot, point, is);
      down[static_cast<std::size_t>(sample)] = is;
    }
    // A foot that goes on to lift has lifted when it first moves: the wide limits only keep a contact in one piece.
    bool after = !motion_.isCyclic();
    for (int i = loops * motion_.count() - 1; i >= 0 && !isUneven_; --i) {
      const auto flag = down.begin() + i % motion_.count();
      if (*flag && !after) *flag = stays(i % motion_.count(), foot, point, false);
      after = *flag;
    }
    return down;
  }

  /// Runs of set flags as intervals, without short gaps and short runs.
  std::vector<ContactInterval> intervalsOf(const std::vector<bool>& down) const {
    const int count = motion_.count();
    if (std::find(down.begin(), down.end(), false) == down.end()) return {{0, ground_.duration}};
    if (std::find(down.begin(), down.end(), true) == down.end()) return {};
    // A cycle is read from a moment in the air, so that no contact is cut in two.
    const int first =
        motion_.isCyclic() ? static_cast<int>(std::find(down.begin(), down.end(), false) - down.begin()) : 0;
    std::vector<ContactInterval> found;
    for (int i = 0; i < count; ++i) {
      if (!down[static_cast<std::size_t>((first + i) % count)]) continue;
      const double start = motion_.timeOf(first + i);
      while (i < count && down[static_cast<std::size_t>((first + i) % count)]) ++i;
      const double end = motion_.timeOf(first + i);
      if (!found.empty() && start - found.back().end < options_.longestGap)
        found.back().end = end;
      else
        found.push_back({start, end});
    }
    return tidied(std::move(found));
  }

 private:
  bool stays(int sample, std::size_t foot, std::size_t point, bool stayed) const {
    const double up = floor_.heightOf(sample, foot, point);
    const double speed = glm::length(motion_.velocity(sample, foot, point) - ground_.groundVelocity) / leg_;
    return stayed ? up < options_.toeOffHeight && speed < options_.toeOffSpeed
                  : up < options_.strikeHeight && speed < options_.strikeSpeed;
  }
  /// From the foremost to the rearmost point of its way, as events of gait on a treadmill are found (Zeni, Richards,
  /// Higginson, "Two simple methods for determining gait events", Gait & Posture 2008).
  bool movesWithGround(int sample, std::size_t foot, std::size_t point) const {
    const glm::dvec3& ground = ground_.groundVelocity;
    return floor_.heightOf(sample, foot, point) < kUnevenHeight &&
           glm::dot(motion_.velocity(sample, foot, point), ground) > kUnevenSpeed * glm::dot(ground, ground);
  }

  std::vector<ContactInterval> tidied(std::vector<ContactInterval> found) const {
    const double duration = ground_.duration;
    if (ground_.isCyclic && found.front().start + duration - found.back().end < options_.longestGap) {
      if (found.size() == 1) return {{0, duration}};
      found.front().start = found.back().start - duration;
      found.pop_back();
    }
    const auto isShort = [&](const ContactInterval& contact) {
      const bool isCut = !ground_.isCyclic && (contact.start <= 0 || contact.end >= duration);
      return !isCut && contact.end - contact.start < options_.shortest;
    };
    std::erase_if(found, isShort);
    for (ContactInterval& contact : found) {
      const double loops = ground_.isCyclic ? std::floor(contact.start / duration) : 0;
      contact.start -= loops * duration;
      contact.end -= loops * duration;
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
    return found;
  }

  const SoleMotion& motion_;
  double leg_;
  const SoleFloor& floor_;
  const GroundContacts& ground_;
  bool isUneven_;
  const ContactOptions& options_;
};

/// The feet that the clip moves, which excludes a mesh or a helper that just lies on the floor. All, if it moves none.
std::vector<std::size_t> movedFeet(const Skeleton& skeleton, const Feet& feet, const AnimationClip& clip) {
  const std::span<const int> parents = skeleton.parents();
  std::vector<bool> isMoved(parents.size());
  for (const KeyframeTrack& track : clip.tracks()) {
    const auto node = static_cast<std::size_t>(track.target().node);
    if (node < isMoved.size() && isTransform(track.target().channel) && !isConstant(track, kRounding))
      isMoved[node] = true;
  }
  for (std::size_t i = 0; i < parents.size(); ++i)
    if (parents[i] >= 0 && isMoved[static_cast<std::size_t>(parents[i])]) isMoved[i] = true;
  std::vector<std::size_t> moved;
  moved.reserve(feet.feet.size());
  for (std::size_t foot = 0; foot < feet.feet.size(); ++foot)
    if (const auto ankle = static_cast<std::size_t>(feet.feet[foot].ankle); ankle < isMoved.size() && isMoved[ankle])
      moved.push_back(foot);
  if (moved.empty()) {
    moved.resize(feet.feet.size());
    std::iota(moved.begin(), moved.end(), std::size_t{0});
  }
  return moved;
}

/// Of the lowest points of feet in contact: heel strike and toe-off are left out.
glm::dvec3 contactVelocity(const SoleMotion& motion, const std::vector<std::size_t>& moved, const SoleFloor& floor,
                           const GroundContacts& contacts) {
  std::vector<glm::dvec3> velocities;
  for (const std::size_t foot : moved)
    for (int i = 0; i < motion.count(); ++i) {
      if (!contacts.isInContact(foot, motion.timeOf(i))) continue;
      velocities.push_back(motion.velocity(i, foot, floor.lowest(i, foot)));
    }
  return velocities.empty() ? contacts.groundVelocity : detail::meanVelocity(velocities);
}

/// The height of the lowest foot at each sample, measured from the lowest point of the clip: the joint that stands for
/// a foot may be far above the floor.
std::vector<double> heightsOf(const SoleMotion& motion, const std::vector<std::size_t>& moved) {
  std::vector<double> heights;
  for (int i = 0; i < motion.count(); ++i) {
    double lowest = INFINITY;
    for (const std::size_t foot : moved) lowest = std::min(lowest, motion.position(i, foot, motion.lowest(i, foot)).y);
    heights.push_back(lowest);
  }
  const double ground = *std::min_element(heights.begin(), heights.end());
  for (double& height : heights) height -= ground;
  return heights;
}

/// A cycle is read from its lowest moment, so that no flight is cut in two.
int flightsOf(std::vector<double> heights, double lift, bool isCyclic) {
  if (isCyclic) std::rotate(heights.begin(), std::min_element(heights.begin(), heights.end()), heights.end());
  int flights = 0;
  bool flies = false;
  for (const double height : heights) {
    if (!flies && height > kTakeOff * lift) ++flights;
    flies = height > (flies ? kLanded : kTakeOff) * lift;
  }
  return flights;
}

std::vector<bool> either(std::vector<bool> a, const std::vector<bool>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] || b[i];
  return a;
}

}  // namespace

GroundContacts detectContacts(const Skeleton& skeleton, const Feet& feet, const AnimationClip& clip,
                              const ContactOptions& options) {
  if (clip.blendMode() == BlendMode::Additive) return {};
  const SoleMotion motion(skeleton, feet, clip, options.rate, options.cyclic);
  if (motion.count() == 0) return {};
  const SoleFloor floor(motion, feet);
  const std::vector<std::size_t> moved = movedFeet(skeleton, feet, clip);
  const std::vector<double> heights = heightsOf(motion, moved);
  const double lift = *std::max_element(heights.begin(), heights.end());
  GroundContacts found{
      .feet = {},
      .floor = floor.height(),
      .lift = lift,
      .flights = lift > options.toeOffHeight * feet.legLength ? flightsOf(heights, lift, motion.isCyclic()) : 0,
      .duration = clip.duration(),
      .isCyclic = motion.isCyclic()};
  bool isUneven = false;
  if (options.groundVelocity) {
    found.groundVelocity = *options.groundVelocity;
  } else {
    const detail::GroundVelocity ground = detail::findGround(motion, feet, moved, floor);
    found.groundVelocity = ground.value;
    isUneven = ground.isUneven;
  }
  ContactOptions loosened = options;
  const double unsteady = kUnsteady * glm::length(found.groundVelocity) / feet.legLength;
  loosened.strikeSpeed += unsteady;
  loosened.toeOffSpeed += unsteady;
  const ContactFlags flags(motion, feet.legLength, floor, found, isUneven, loosened);
  for (std::size_t i = 0; i < feet.feet.size(); ++i) {
    const std::vector<bool> heel = flags.ofPoint(i, kHeel);
    const std::vector<bool> toe = either(flags.ofPoint(i, kBall), flags.ofPoint(i, kTip));
    found.feet.push_back({.name = feet.feet[i].name,
                          .foot = flags.intervalsOf(either(heel, toe)),
                          .heel = flags.intervalsOf(heel),
                          .toe = flags.intervalsOf(toe)});
  }
  const bool isEstimated = !options.groundVelocity && !isUneven && glm::length(found.groundVelocity) > 0;
  if (isEstimated) found.groundVelocity = contactVelocity(motion, moved, floor, found);
  return found;
}

bool GroundContacts::isInContact(std::size_t foot, double time) const {
  if (foot >= feet.size()) return false;
  time += kSameTime;  // contacts begin and end on samples, which frames often hit but for a rounding
  if (isCyclic && duration > 0) time -= std::floor(time / duration) * duration;
  const auto covers = [&](const ContactInterval& contact) {
    return (time >= contact.start && time < contact.end) || (isCyclic && time + duration < contact.end) ||
           (!isCyclic && time >= contact.end && contact.end >= duration);
  };
  return std::any_of(feet[foot].foot.begin(), feet[foot].foot.end(), covers);
}

double GroundContacts::contactShare() const {
  std::vector<ContactInterval> parts;  // within the clip
  for (const FootContacts& contacts : feet)
    for (const ContactInterval& contact : contacts.foot)
      for (const ContactInterval& part : partsWithin(contact, duration)) parts.push_back(part);
  std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
  double sum = 0, covered = 0;
  for (const ContactInterval& part : parts) {
    sum += std::max(part.end - std::max(part.start, covered), 0.0);
    covered = std::max(covered, part.end);
  }
  return duration > 0 ? sum / duration : 0;
}

int GroundContacts::stepCount() const {
  std::size_t count = 0;
  for (const FootContacts& contacts : feet)
    for (const ContactInterval& contact : contacts.foot)
      count += !isCyclic || contact.end - contact.start < duration ? 1 : 0;
  return static_cast<int>(count);
}

}  // namespace crossfade
