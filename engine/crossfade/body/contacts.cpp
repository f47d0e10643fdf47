#include "crossfade/body/contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "crossfade/body/detail/sole_motion.h"
#include "crossfade/math/rotation.h"

namespace crossfade {
namespace {

using detail::SoleMotion;

constexpr double kFloorShare = 0.05;      // of the samples lie below the floor of a clip
constexpr double kFloorRange = 0.15;      // leg lengths from 0 in which a clip may have its floor
constexpr double kNearFloor = 0.05;       // leg lengths: points up to here tell how the ground moves
constexpr double kLevelSpeed = 0.5;       // leg lengths per second up or down, plus
constexpr double kLevelSlope = 0.2;       // of the horizontal speed: those that rise or fall faster do not
constexpr double kStride = 0.4;           // leg lengths: how far a foot moves that walks
constexpr double kUnevenSoles = 0.06;     // leg lengths between the floors of two feet
constexpr double kUnevenSole = 0.15;      // and of the points of one
constexpr double kSameSpeed = 0.12;       // leg lengths per second, plus
constexpr double kSameSpeedShare = 0.08;  // of the speed: two points that are both on the ground
constexpr double kStill = 0.2;            // leg lengths per second: slower ground stands still
constexpr double kEvenPart = 0.3;         // a foot backs a velocity if it has this fraction of its even share of points
constexpr double kAround = 2;             // within this many times the usual distance; over half the feet must back it
constexpr double kRivalStill = 0.4;       // still points, as a fraction of those that agree: above, the ground is still
constexpr double kUnsteady = 0.06;        // of the ground's speed, added to the speeds of ContactOptions
constexpr double kSliding = 0.3;          // leg lengths per second apart: the feet do not agree
constexpr double kUnevenHeight = 0.1;     // leg lengths: where feet do not agree, one is down below this height
constexpr double kUnevenSpeed = 0.1;      // while it moves with the ground, at this share of its speed or more
constexpr std::size_t kMostCandidates = 600;

double lowHeight(std::vector<double> heights) {
  const auto at = heights.begin() + static_cast<std::ptrdiff_t>(kFloorShare * static_cast<double>(heights.size()));
  std::nth_element(heights.begin(), at, heights.end());
  return *at;
}

/// Where the floor is for each point of the soles. Of feet that walk, each point comes down at some time: the floor is
/// there, because the estimate of a sole may be off.
class Floor {
 public:
  Floor(const SoleMotion& motion, const Feet& feet) : motion_(motion), leg_(feet.legLength) {
    std::vector<double> lowest(static_cast<std::size_t>(motion.count()), INFINITY);
    std::vector<double> ofFoot;
    for (std::size_t foot = 0; foot < feet.feet.size(); ++foot) {
      std::vector<double> heights;
      for (int i = 0; i < motion.count(); ++i) {
        heights.push_back(motion.position(i, foot, motion.lowest(i, foot)).y);
        double& low = lowest[static_cast<std::size_t>(i)];
        low = std::min(low, heights.back());
      }
      ofFoot.push_back(lowHeight(std::move(heights)));
    }
    height_ = lowHeight(std::move(lowest));
    if (std::abs(height_) > kFloorRange * leg_) height_ = 0;
    for (std::size_t foot = 0; foot < ofFoot.size(); ++foot)
      points_.push_back(pointsOf(foot, walks(foot) && std::abs(ofFoot[foot] - height_) <= kUnevenSoles * leg_));
  }

  double height() const { return height_; }
  /// Of a point above its floor, in leg lengths.
  double heightOf(int sample, std::size_t foot, std::size_t point) const {
    return (motion_.position(sample, foot, point).y - points_[foot][point]) / leg_;
  }
  std::size_t lowest(int sample, std::size_t foot) const {
    std::size_t low = 0;
    for (std::size_t point = 1; point < kSolePoints; ++point)
      if (heightOf(sample, foot, point) < heightOf(sample, foot, low)) low = point;
    return low;
  }

 private:
  bool walks(std::size_t foot) const {
    glm::dvec3 least(INFINITY), most(-INFINITY);
    for (int i = 0; i < motion_.count(); ++i) {
      least = glm::min(least, motion_.position(i, foot, kBall));
      most = glm::max(most, motion_.position(i, foot, kBall));
    }
    return glm::length(horizontal(most - least)) > kStride * leg_;
  }

  std::array<double, kSolePoints> pointsOf(std::size_t foot, bool comesDown) const {
    std::array<double, kSolePoints> floors{height_, height_, height_};
    for (std::size_t point = 0; comesDown && point < kSolePoints; ++point) {
      std::vector<double> heights;
      for (int i = 0; i < motion_.count(); ++i) heights.push_back(motion_.position(i, foot, point).y);
      const double own = lowHeight(std::move(heights));
      if (std::abs(own - height_) <= kUnevenSole * leg_) floors[point] = own;
    }
    return floors;
  }

  const SoleMotion& motion_;
  double leg_;
  double height_ = 0;
  std::vector<std::array<double, kSolePoints>> points_;  // by foot
};

/// How the ground moves under a clip: feet on the ground agree on it, feet in the air do not.
class GroundFinder {
 public:
  GroundFinder(const SoleMotion& motion, const Feet& feet, const std::vector<std::size_t>& moved, const Floor& floor)
      : feetCount_(feet.feet.size()), movedCount_(moved.size()), leg_(feet.legLength) {
    for (int i = 0; i < motion.count(); ++i)
      for (const std::size_t foot : moved) {
        const std::size_t low = floor.lowest(i, foot);
        const glm::dvec3 velocity = motion.velocity(i, foot, low);
        if (floor.heightOf(i, foot, low) < kNearFloor &&
            std::abs(velocity.y) < kLevelSpeed * leg_ + kLevelSlope * length(horizontal(velocity)))
          low_.push_back({foot, horizontal(velocity)});
      }
    find();
  }

  glm::dvec3 velocity() const { return velocity_; }
  /// The feet do not agree: no velocity of the ground would keep them from sliding.
  bool isUneven() const { return isUneven_; }

 private:
  struct Low {
    std::size_t foot;
    glm::dvec3 velocity;
  };
  struct Agreement {
    glm::dvec3 mean{0.0};
    std::size_t count = 0;
    std::size_t feet = 0;  // that have a fair share of them
  };

  /// `width`: how far apart velocities may be, in those of two points that are both on the ground.
  Agreement agreementOn(const glm::dvec3& velocity, std::size_t stride, double width = 1) const {
    Agreement found;
    std::vector<std::size_t> ofFoot(feetCount_);
    const double near = width * (kSameSpeed * leg_ + kSameSpeedShare * glm::length(velocity));
    for (std::size_t i = 0; i < low_.size(); i += stride) {
      if (glm::distance(low_[i].velocity, velocity) > near) continue;
      found.mean += low_[i].velocity;
      ++found.count;
      ++ofFoot[low_[i].foot];
    }
    if (found.count > 0) found.mean /= static_cast<double>(found.count);
    const double fair = kEvenPart * static_cast<double>(found.count) / static_cast<double>(movedCount_);
    found.feet = static_cast<std::size_t>(std::count_if(
        ofFoot.begin(), ofFoot.end(), [fair](std::size_t count) { return static_cast<double>(count) > fair; }));
    return found;
  }

  void find() {
    const std::size_t stride = low_.size() / kMostCandidates + 1;
    Agreement best;
    for (std::size_t i = 0; i < low_.size(); i += stride) {
      const Agreement here = agreementOn(low_[i].velocity, stride);
      if (here.count > best.count) best = here;
    }
    const auto isPart = [](double share, std::size_t part, std::size_t whole) {
      return static_cast<double>(part) > share * static_cast<double>(whole);
    };
    const Agreement around = agreementOn(best.mean, stride, kAround);
    const bool stands = glm::length(best.mean) < kStill * leg_ ||
                        isPart(kRivalStill, agreementOn(glm::dvec3(0.0), stride).count, best.count) ||
                        around.feet * 2 <= movedCount_;
    if (!stands) follow(best.mean);
  }

  /// In clips whose feet slide, no velocity is that of the ground: then the mean of all that move its way.
  void follow(const glm::dvec3& velocity) {
    std::vector<glm::dvec3> along;
    glm::dvec3 sum(0.0);
    for (const Low& low : low_)
      if (glm::dot(low.velocity, velocity) > 0) {
        along.push_back(low.velocity);
        sum += low.velocity;
      }
    velocity_ = velocity;
    isUneven_ = spreadOf(along) > kSliding * leg_;
    if (isUneven_) velocity_ = sum / static_cast<double>(along.size());
  }

  double spreadOf(const std::vector<glm::dvec3>& velocities) const {
    std::vector<double> away;
    for (const glm::dvec3& velocity : velocities) away.push_back(glm::distance(velocity, velocity_));
    const auto middle = away.begin() + static_cast<std::ptrdiff_t>(away.size() / 2);
    std::nth_element(away.begin(), middle, away.end());
    return *middle;
  }

  std::size_t feetCount_, movedCount_;
  double leg_;
  std::vector<Low> low_;  // the lowest point of each foot at each sample, where it is near the floor
  glm::dvec3 velocity_{0.0};
  bool isUneven_ = false;
};

/// One flag per sample, with hysteresis; in a cycle the flag before the first sample is that of the last.
class ContactFlags {
 public:
  ContactFlags(const SoleMotion& motion, double legLength, const Floor& floor, const GroundContacts& ground,
               bool isUneven, const ContactOptions& options)
      : motion_(motion), leg_(legLength), floor_(floor), ground_(ground), isUneven_(isUneven), options_(options) {}

  std::vector<bool> ofPoint(std::size_t foot, std::size_t point) const {
    std::vector<bool> down(static_cast<std::size_t>(motion_.count()));
    const int rounds = motion_.isCyclic() ? 2 : 1;
    bool is = false;
    for (int i = 0; i < rounds * motion_.count(); ++i) {
      const int sample = i % motion_.count();
      is = isUneven_ ? movesWithGround(sample, foot, point) : stays(sample, foot, point, is);
      down[static_cast<std::size_t>(sample)] = is;
    }
    // A foot that goes on to lift has lifted when it first moves: the wide limits only keep a contact in one piece.
    bool after = !motion_.isCyclic();
    for (int i = rounds * motion_.count() - 1; i >= 0 && !isUneven_; --i) {
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
      const double rounds = ground_.isCyclic ? std::floor(contact.start / duration) : 0;
      contact.start -= rounds * duration;
      contact.end -= rounds * duration;
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
    return found;
  }

  const SoleMotion& motion_;
  double leg_;
  const Floor& floor_;
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
  for (std::size_t foot = 0; foot < feet.feet.size(); ++foot)
    if (isMoved[static_cast<std::size_t>(feet.feet[foot].ankle)]) moved.push_back(foot);
  if (moved.empty()) {
    moved.resize(feet.feet.size());
    std::iota(moved.begin(), moved.end(), std::size_t{0});
  }
  return moved;
}

/// Robust as the median, but stable if the values form two clusters, such as left and right.
double interquartileMeanOf(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  const std::size_t quarter = values.size() / 4;
  double sum = 0;
  for (std::size_t i = quarter; i < values.size() - quarter; ++i) sum += values[i];
  return sum / static_cast<double>(values.size() - 2 * quarter);
}

/// Of the lowest points of feet in contact: heel strike and toe-off are left out.
glm::dvec3 contactVelocity(const SoleMotion& motion, const std::vector<std::size_t>& moved, const Floor& floor,
                           const GroundContacts& contacts) {
  std::vector<double> x, z;
  for (const std::size_t foot : moved)
    for (int i = 0; i < motion.count(); ++i) {
      if (!contacts.isInContact(foot, motion.timeOf(i))) continue;
      const glm::dvec3 velocity = motion.velocity(i, foot, floor.lowest(i, foot));
      x.push_back(velocity.x);
      z.push_back(velocity.z);
    }
  return x.empty() ? contacts.groundVelocity : glm::dvec3(interquartileMeanOf(x), 0, interquartileMeanOf(z));
}

double liftOf(const SoleMotion& motion, const std::vector<std::size_t>& moved, double floor) {
  double highest = 0;
  for (int i = 0; i < motion.count(); ++i) {
    double lowest = INFINITY;
    for (const std::size_t foot : moved) lowest = std::min(lowest, motion.position(i, foot, motion.lowest(i, foot)).y);
    highest = std::max(highest, lowest - floor);
  }
  return highest;
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
  const Floor floor(motion, feet);
  const std::vector<std::size_t> moved = movedFeet(skeleton, feet, clip);
  GroundContacts found{.feet = {},
                       .floor = floor.height(),
                       .lift = liftOf(motion, moved, floor.height()),
                       .duration = clip.duration(),
                       .isCyclic = motion.isCyclic()};
  bool isUneven = false;
  if (options.groundVelocity) {
    found.groundVelocity = *options.groundVelocity;
  } else {
    const GroundFinder ground(motion, feet, moved, floor);
    found.groundVelocity = ground.velocity();
    isUneven = ground.isUneven();
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
    for (const ContactInterval& contact : contacts.foot) {
      parts.push_back({contact.start, std::min(contact.end, duration)});
      if (contact.end > duration) parts.push_back({0, std::min(contact.end - duration, duration)});
    }
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
