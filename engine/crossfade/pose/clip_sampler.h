// Evaluates one clip at one time: every value it animates, and which channels those are.
#ifndef CROSSFADE_POSE_CLIP_SAMPLER_H
#define CROSSFADE_POSE_CLIP_SAMPLER_H

#include <cstdint>
#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/clip/key_cursor.h"
#include "crossfade/pose/channel_layout.h"

namespace crossfade {

/// One clip bound to one layout. Tracks with the same key times are searched once, and tracks whose keys are all equal
/// are copied once, up front. All others are evaluated in double, exactly as `evaluate` in clip/interpolant.h does;
/// packed tracks, as clip/packed_tracks.h says.
class CROSSFADE_API ClipSampler {
 public:
  /// Allocates everything that sampling needs. Reads the keys where the clip holds them: the clip must outlive the
  /// sampler. Tracks for which the layout has no channel are skipped.
  ClipSampler(const AnimationClip& clip, const ChannelLayout& layout);

  /// The clip's values at `time` (seconds), as the layout lays them out; 0 where it animates nothing. Valid until the
  /// next call. Smooth tracks adopt `endings` when they enter an interval, or `atOnce`. No allocation.
  std::span<const double> sample(double time, Endings endings = {}, bool atOnce = false);

  /// Per channel: 1 if the clip animates it, else 0.
  std::span<const std::uint8_t> present() const { return present_; }
  /// Per channel: 1 if the clip animates it with more than one value, else 0.
  std::span<const std::uint8_t> moving() const { return moving_; }
  /// The values of channels that it animates with a single one.
  std::span<const double> constants() const { return values_; }
  int skippedTracks() const { return skippedTracks_; }

 private:
  /// A track of straight lines or Hermite splines. Values are those of its keys, one after the other.
  struct ValueTrack {
    const float* values = nullptr;
    int size = 0;
    int offset = 0;  // in values_
  };
  struct CurveTrack {
    const KeyframeTrack* track = nullptr;
    int offset = 0;
  };
  /// All tracks with the same key times.
  struct TrackGroup {
    std::span<const float> times;
    bool endsEarlier = false;  // than the clip
    KeyCursor cursor;
    std::vector<ValueTrack> rotations;
    std::vector<ValueTrack> linear;
    std::vector<ValueTrack> rotationSplines;
    std::vector<ValueTrack> splines;
    std::vector<CurveTrack> curves;  // all others, and steps
  };

  void addPacked(const ChannelLayout& layout, double duration);
  void addTrack(const KeyframeTrack& track, int offset, TrackGroup& group);
  void copyKeys(const TrackGroup& group, std::size_t key);
  void interpolateAll(const TrackGroup& group, const Segment& segment);
  void interpolateSplines(const TrackGroup& group, const Segment& segment);
  std::span<double> valueOf(const KeyframeTrack& track, int offset);

  PackedTracks packed_;
  std::vector<int> packedOffsets_;  // in values_, of each packed track; below 0: it has no channel
  double packedRate_ = 0;           // frames per second
  PackedCursor packedCursor_;
  std::vector<TrackGroup> groups_;
  std::vector<double> values_;
  std::vector<std::uint8_t> present_, moving_;
  int skippedTracks_ = 0;
};

}  // namespace crossfade

#endif  // CROSSFADE_POSE_CLIP_SAMPLER_H
