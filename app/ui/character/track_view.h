// How a clip's root travels, and a joint's track as its keys and interpolation define it, sampled at 256 times, before
// any blending.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "app/session/command.h"
#include "app/session/session.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/clip/key_cursor.h"

namespace app {

// ---- How a clip travels, and what becomes of the motion of its root.

/// In the details of a clip.
void drawRootOf(const Session& session, int clip, float width, Commands& out);

/// What the character does in this mode.
const char* sentenceOf(TravelMode mode);

/// In file, treadmill or travel.
void drawTravelModes(const Session& session, float width, Commands& out);

enum class TrackValues { Position, Euler, Quaternion, Scale };

struct TrackView {
  TrackValues values = TrackValues::Position;
};

constexpr crossfade::Channel channelOf(TrackValues values) {
  using enum TrackValues;
  return values == Position ? crossfade::Channel::Translation
         : values == Scale  ? crossfade::Channel::Scale
                            : crossfade::Channel::Rotation;
}

/// The joint's track of that channel; nullptr: the clip does not animate it.
const crossfade::KeyframeTrack* trackOf(const crossfade::AnimationClip& clip, int joint, crossfade::Channel channel);
/// The track's value at `time` (seconds), as shown: meters, degrees about x, y, z, the quaternion's x, y, z, w, or
/// scale factors. Returns how many of the four it wrote.
int valuesAt(const crossfade::KeyframeTrack& track, TrackValues values, double time, crossfade::KeyCursor& cursor,
             std::span<double, 4> out);
/// `degrees` plus the number of full turns that brings it nearest to `before`.
double unwrapped(double degrees, double before);

/// A track as lines through even times of its clip; angles continue beyond half a turn instead of jumping.
struct TrackLines {
  static constexpr std::size_t kSamples = 256;
  double duration = 0;  // of the clip, seconds
  int count = 0;        // components
  std::array<std::array<double, 4>, kSamples> at;
  double low = 0;  // of all values, with a margin
  double high = 0;

  /// The nearest one, also for times outside the clip.
  std::size_t sampleAt(double time) const;
};
TrackLines linesOf(const crossfade::KeyframeTrack& track, TrackValues values, double duration);
/// As valuesAt(), with angles in the turn that the lines have there.
int valuesOn(const TrackLines& lines, const crossfade::KeyframeTrack& track, TrackValues values, double time,
             crossfade::KeyCursor& cursor, std::span<double, 4> out);

/// The selected joint in the clip that plays most: lines, keys as dots, and the playhead with its values. Inside the
/// current ImGui window. Logged as "track.plot".
void drawTrackView(const Session& session, TrackView& view, float width);

}  // namespace app
