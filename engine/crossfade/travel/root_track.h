// The motion of a clip's root over time, and how far it goes in any part of that time: what moves a character in a
// game.
#ifndef CROSSFADE_TRAVEL_ROOT_TRACK_H
#define CROSSFADE_TRAVEL_ROOT_TRACK_H

#include <optional>

#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/clip/keyframe_track.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {

/// A step of a character: a translation, then a turn about the vertical. Both are relative to where the character
/// stands and faces before the step:
///
///   position += rotation about y by heading * delta.translation;  heading += delta.turn;
struct RootDelta {
  glm::dvec3 translation{0.0};  // y up, in the file's unit
  double turn = 0;              // radians, counterclockwise seen from above (from +z toward +x)
};

/// Both steps, the first one first.
CROSSFADE_API RootDelta operator*(const RootDelta& first, const RootDelta& second);
/// The step back.
CROSSFADE_API RootDelta inverse(const RootDelta& delta);
/// The same step `loops` times, backward below 0. O(1).
CROSSFADE_API RootDelta repeated(const RootDelta& delta, double loops);

/// Immutable. Evaluating allocates nothing.
class CROSSFADE_API RootTrack {
 public:
  /// Stands still.
  RootTrack() = default;
  /// `duration`: seconds of a loop. `translation` (3 values: x, y, z in model space) and `turn` (1 value: radians) are
  /// the motion of `joint`, wherever they start; tracks with another number of values are left out. The body turns
  /// about the vertical through `pivot`.
  RootTrack(int joint, double duration, std::optional<KeyframeTrack> translation, std::optional<KeyframeTrack> turn,
            glm::dvec3 pivot = glm::dvec3(0.0));
  /// Straight on: `velocity` in model space, per second. An in-place walk whose feet imply it becomes one that travels.
  static RootTrack steady(int joint, double duration, glm::dvec3 velocity);

  /// How far the character has gone from the start of the clip, `time` (seconds) later. Beyond [0, duration] whole
  /// loops add up, in both directions, without a step where one ends. A track without length: no motion.
  RootDelta at(double time) const;
  /// From one time to another, relative to where the character is at `from`. As precise after a thousand loops as in
  /// the first one.
  RootDelta delta(double from, double to) const;
  /// Of one loop.
  const RootDelta& perLoop() const { return perLoop_; }

  double duration() const { return duration_; }
  int joint() const { return joint_; }
  bool turns() const { return turn_.has_value(); }
  const glm::dvec3& pivot() const { return pivot_; }
  const std::optional<KeyframeTrack>& translationTrack() const { return translation_; }
  const std::optional<KeyframeTrack>& turnTrack() const { return turn_; }

 private:
  RootDelta inLoop(double time) const;
  glm::dvec3 translationAt(double time) const;
  double turnAt(double time) const;

  int joint_ = kNoJoint;
  double duration_ = 0;
  std::optional<KeyframeTrack> translation_, turn_;
  glm::dvec3 pivot_{0.0};
  glm::dvec3 firstTranslation_{0.0};
  double firstTurn_ = 0;
  RootDelta perLoop_;
};

}  // namespace crossfade

#endif  // CROSSFADE_TRAVEL_ROOT_TRACK_H
