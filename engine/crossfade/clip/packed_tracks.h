// Compressed tracks of one clip, played in place: a segment of frames holds each track as a few coefficients of smooth
// curves, and a pose takes those of one segment. docs/pack_format.md describes the bits.
#ifndef CROSSFADE_CLIP_PACKED_TRACKS_H
#define CROSSFADE_CLIP_PACKED_TRACKS_H

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/clip/keyframe_track.h"

namespace crossfade {

/// A track of PackedTracks, as one word of `targets` says it.
struct PackedTarget {
  static constexpr int kMaxNode = (1 << 20) - 1, kMaxSize = 255;

  TrackTarget target;
  bool isAnimated = false;  // else its value is among the constants
  int size = 0;             // components

  static PackedTarget of(std::uint32_t word) {
    return {{static_cast<int>(word & 0xfffff), static_cast<Channel>(word >> 20 & 7)},
            (word >> 23 & 1) != 0,
            static_cast<int>(word >> 24)};
  }
  std::uint32_t word() const {
    return static_cast<std::uint32_t>(target.node) | static_cast<std::uint32_t>(target.channel) << 20 |
           (isAnimated ? 1u << 23 : 0u) | static_cast<std::uint32_t>(size) << 24;
  }
};

/// A view of tracks that something else owns, such as a pack. Between two frames, evenly spaced over the clip, values
/// are interpolated linearly, and rotations spherically.
struct PackedTracks {
  static constexpr int kMaxSegment = 32;  // intervals

  std::span<const std::uint32_t> targets;
  std::span<const float> constants;      // of the tracks that are not animated, in their order
  std::span<const std::uint32_t> words;  // where each segment begins (counted in words), then the segments
  int intervals = 0;                     // between frames; 0: no track is animated
  int segmentIntervals = 0;              // of each segment but the last, which may be shorter

  int segmentCount() const { return intervals == 0 ? 0 : (intervals - 1) / segmentIntervals + 1; }
  std::size_t bytes() const { return (targets.size() + constants.size() + words.size()) * sizeof(std::uint32_t); }

  /// A sentence about the first fault, or nullopt if all of it can be sampled safely. Reads every track of every
  /// segment.
  CROSSFADE_API std::optional<std::string> findFault() const;
};

/// The values at each of 2 to kMaxSegment + 1 frames of the orthonormal Gram polynomials (discrete Legendre
/// polynomials), the curves of which a segment is a sum: y p(k) = a(k + 1) p(k + 1) + a(k) p(k - 1), where y goes from
/// -1 to 1 and a(k) = k / (frames - 1) sqrt((frames^2 - k^2) / (4 k^2 - 1)) (Gautschi, "Orthogonal Polynomials", 2004,
/// table 1.2).
class CROSSFADE_API PackedCurves {
 public:
  static constexpr int kHalf =
      20;  // floats of a degree: half of the frames, and the one in the middle, in whole vectors

  // Unchecked: 2 to kMaxSegment + 1 frames; degrees and frames below that.

  /// Those for this number of frames; remembers the last ones.
  void prepare(int frames);
  /// Of degree 0 to frames - 1, at the first half of the frames; then zeros. Even degrees are symmetric, the second
  /// half of odd ones is the negative of the first.
  const float* firstHalf(int degree) const { return &values_[static_cast<std::size_t>(degree * kHalf)]; }
  float at(int degree, int frame) const {
    const int mirrored = frames_ - 1 - frame;
    return frame <= mirrored ? firstHalf(degree)[frame]
                             : firstHalf(degree)[mirrored] * (degree % 2 == 0 ? 1.0f : -1.0f);
  }

 private:
  int frames_ = 0;
  std::vector<float> values_;
};

/// The frames of the segment that was sampled last: a clip that plays reads each segment once, and after that touches
/// only the two frames around its time.
class CROSSFADE_API PackedCursor {
 public:
  /// Allocates what sampling needs: a float for each component of each frame of a segment.
  explicit PackedCursor(const PackedTracks& tracks);
  std::size_t bytes() const { return frames_.size() * sizeof(float) + sizeof(PackedCursor); }

 private:
  friend CROSSFADE_API void samplePacked(const PackedTracks& tracks, double position, std::span<const int> offsets,
                                         PackedCursor& cursor, std::span<double> values);
  void enter(const PackedTracks& tracks, int segment);

  int segment_ = -1;           // none yet
  std::size_t size_ = 0;       // components of the animated tracks
  std::vector<float> frames_;  // [frame][component]
  PackedCurves curves_;
};

// Unchecked: the tracks have no fault (PackedTracks::findFault), and offsets and values fit them.

/// The constant tracks' values. `offsets`: where each track's value begins in `values`; below 0: skip it.
CROSSFADE_API void copyConstants(const PackedTracks& tracks, std::span<const int> offsets, std::span<double> values);
/// The animated tracks' values at `position`, from 0 to `intervals`; times outside, and NaN, give an end. No
/// allocation.
CROSSFADE_API void samplePacked(const PackedTracks& tracks, double position, std::span<const int> offsets,
                                PackedCursor& cursor, std::span<double> values);

/// The same motion as tracks with linear keys, one per frame over `duration` seconds: for tools that look at keys.
CROSSFADE_API std::vector<KeyframeTrack> unpackTracks(const PackedTracks& tracks, double duration);

/// The number of bands into which a segment's coefficients are divided, and where each begins; the width in bits is one
/// per band. High degrees are small, and share one.
inline constexpr std::array<int, 12> kPackedBands{0, 1, 2, 3, 4, 6, 8, 10, 13, 17, 24, PackedTracks::kMaxSegment + 1};
constexpr int packedBandCount(int frames) {
  std::size_t count = 0;
  while (count < kPackedBands.size() && kPackedBands[count] < frames) ++count;
  return static_cast<int>(count);
}
// A track of a segment: the step as a power of two, then (of rotations) which component is left out, then the widths of
// the bands, the first one as it is and each other one as the difference from the one before it.
inline constexpr int kPackedStepBits = 8, kPackedOmittedBits = 3, kPackedFirstWidthBits = 5, kPackedWidthBits = 4;
inline constexpr int kPackedMaxRise = 4, kPackedMaxFall = 11;  // of widths, from band to band
inline constexpr int kPackedMaxWidth = 31;
inline constexpr int kPackedNoneOmitted = 4;
/// 2 ^ (4 - code / 4), from 16 down to 2^-59.
CROSSFADE_API double packedStep(int code);

}  // namespace crossfade

#endif  // CROSSFADE_CLIP_PACKED_TRACKS_H
