// One transition between two clips of a character, played frame by frame the same way each time.
#ifndef CROSSFADE_QUALITY_SEAM_CASE_H
#define CROSSFADE_QUALITY_SEAM_CASE_H

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/transition_player.h"

namespace crossfade {

/// Frames per second: at a high rate the steps of ordinary motion are small, but those of a pop are not.
inline constexpr double kSeamRate = 240;
inline constexpr double kSeamFrame = 1 / kSeamRate;  // seconds

struct SeamCase {
  int from = 0;  // clips, by index; nothing is played if there is no such clip
  int to = 0;
  double start = 0;  // seconds in the first clip at which the transition begins
  std::optional<double> entry =
      std::nullopt;  // seconds in the second at which it comes in; none: where Transition puts it
  TransitionOptions options;
  const AnimationCurve* curve = nullptr;  // what it follows instead of options.shape; must outlive the call
  /// When it goes back to the other clip, in fractions of the length since it last changed; {0.5}: once, halfway.
  std::vector<double> interruptions = {};
};

/// One frame of a case.
struct SeamFrame {
  enum class Part { Before, During, End, After };  // the transition; End: the frame in which it ends
  Part part = Part::Before;
  int remaining = 0;                          // frames of this part still to come
  double delta = 0;                           // seconds since the last frame
  bool wrapped = false;                       // a clip looped, so the difference to the last frame is not motion
  const AnimationAction* incoming = nullptr;  // what the transition goes to
  const AnimationAction* outgoing = nullptr;  // what it comes from
};

/// The first action plays for `before` frames, the transition runs (a cut takes one frame), and `after` frames follow.
struct SeamFrames {
  double start = 0;  // seconds in the first clip at which the case begins
  int before = 0, after = 0;
};

/// Plays cases. The result of one does not depend on those before.
class CROSSFADE_API SeamCasePlayer {
 public:
  /// `clips` must outlive the player.
  SeamCasePlayer(const ClipSet& clips, const ChannelLayout& layout, const Pose& rest);

  /// Calls `onFrame` for each frame, with its pose in pose(), and `onSwitch` right after each start of a transition.
  void play(
      const SeamCase& wanted, const SeamFrames& frames, const std::function<void(const SeamFrame&)>& onFrame,
      const std::function<void()>& onSwitch = [] {});

  /// Frames of which the transition begins at wanted.start, whole loops earlier if need be; the very first frame takes
  /// no time. None if there is no such clip.
  SeamFrames framesAround(const SeamCase& wanted, int before, int after) const;

  TransitionPlayer& player() { return player_; }
  Pose& pose() { return pose_; }
  std::span<AnimationAction* const> actions() const { return actions_; }  // one per clip
  /// Whether both clips of the case exist.
  bool hasClips(const SeamCase& wanted) const;

 private:
  TransitionPlayer player_;
  std::optional<CurveId> curve_;
  Pose pose_;
  std::vector<AnimationAction*> actions_;
};

}  // namespace crossfade

#endif  // CROSSFADE_QUALITY_SEAM_CASE_H
