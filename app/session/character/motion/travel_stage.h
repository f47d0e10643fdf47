// Root motion: how it is shown, the way that a character has traveled, and the stage of a player that moves it.
#pragma once

#include <optional>
#include <vector>

#include <glm/vec3.hpp>

#include "app/fields/field.h"
#include "app/model/model.h"
#include "app/session/character/motion/clip_study.h"
#include "app/session/character/settings/clip_settings.h"
#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/travel/root_motion_mixer.h"
#include "crossfade/travel/root_track.h"

namespace app {

// The clips of a model as they play on the treadmill and in travel: held in place, with tracks of what was taken.

struct RootClips {
  crossfade::ClipSet clips;                                 // under the same ids as the model's
  std::vector<std::optional<crossfade::RootTrack>> tracks;  // by clip; none: it does not move the character
};

/// Measures clips that are not measured yet, unless they are to be kept. With `before` only `changed` is made again.
RootClips rootClipsOf(const Model& model, const std::vector<ClipSettings>& settings, ClipStudy& study,
                      const RootClips* before = nullptr, int changed = -1);

enum class TravelMode {
  InFile,     // as the clips have it
  Treadmill,  // the character stays in place, and the floor moves under it
  Travel,     // the character moves, and the camera follows
};
template <>
inline constexpr std::array<std::string_view, 3> kWords<TravelMode>{"inFile", "treadmill", "travel"};

inline TravelMode nextMode(TravelMode mode) { return static_cast<TravelMode>((static_cast<int>(mode) + 1) % 3); }

// ---- Where a character has got to, and how the camera follows it. Plain values and functions: a moment of the
// timeline holds them.

struct TravelState {
  crossfade::RootDelta at;     // position and heading, since it started to travel
  glm::dvec3 velocity{0.0};    // in the last frame, per second
  glm::dvec3 camera{0.0};      // of the point that the camera follows, relative to the character: it lags behind
  glm::dvec3 cameraRate{0.0};  // per second
};

/// The same at the last multiple of crossfade::kTimeCell, and what clips have done since: the state follows from them,
/// so it does not depend on frames.
struct TravelCell {
  TravelState begin;
  crossfade::RootCell motion;
};

/// `step` is what the character does in the next `seconds`. The camera follows like a critically damped spring, and at
/// constant speed catches up.
void advance(TravelState& state, const crossfade::RootDelta& step, double seconds);

/// Between two states.
TravelState mix(const TravelState& from, const TravelState& to, double part);

// ---- The way that a character has gone in the last seconds.

/// A ring of positions by mixer time. Adding allocates only the first time.
class TravelPath {
 public:
  static constexpr int kPerSecond = 20;
  static constexpr int kPoints = kPerSecond * 60 + 2;  // a full path even for the oldest moment of the timeline (30 s)

  void add(double time, const glm::dvec3& position);
  /// Removes the points after `time`; the future is about to change.
  void dropAfter(double time);
  int size() const { return size_; }
  /// Point 0 is the oldest.
  double time(int point) const { return at(point).time; }
  const glm::dvec3& position(int point) const { return at(point).position; }

 private:
  struct Point {
    double time = 0;
    glm::dvec3 position{0.0};
  };
  const Point& at(int point) const;

  std::vector<Point> ring_;
  int next_ = 0, size_ = 0;
};

// ---- The stage of a player's frame that moves the character as the root tracks of its clips say.

/// The character never leaves the origin: in travel it turns with its heading, and the floor's pattern, its path and
/// past ghosts are shifted. So no precision is lost, however far it goes, and treadmill and travel share one pose. The
/// clips that travel play as in-place versions (RootClips), in a new TransitionPlayer restored from a snapshot of the
/// old one.
class TravelStage {
 public:
  /// Travels by these tracks, from the start; nullptr: stands still. They must outlive the stage.
  void use(const RootClips* roots);
  const RootClips* roots() const { return roots_; }
  bool isOn() const { return roots_ != nullptr; }
  /// After the mixer was advanced by `seconds`, which did not cross the end of a time cell.
  void advance(double seconds, const crossfade::AnimationMixer& mixer, TravelCell& cell, TravelState& state);
  /// Adds where it is now to the path.
  void addToPath(const crossfade::AnimationMixer& mixer, const TravelState& state);
  /// Per second, in the last advance that took time, relative to the heading.
  const glm::dvec3& velocity() const { return velocity_; }
  const TravelPath& path() const { return path_; }
  /// Forgets the way after a mixer time.
  void dropPathAfter(double time) { path_.dropAfter(time); }

 private:
  const RootClips* roots_ = nullptr;
  crossfade::RootMotionMixer tracks_;  // of roots_
  TravelPath path_;
  glm::dvec3 velocity_{0.0};
};

}  // namespace app
