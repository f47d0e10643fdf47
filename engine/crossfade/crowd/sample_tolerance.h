// How closely a sampled clip follows its tracks: what you ask for, and what you get.
#ifndef CROSSFADE_CROWD_SAMPLE_TOLERANCE_H
#define CROSSFADE_CROWD_SAMPLE_TOLERANCE_H

#include <algorithm>
#include <cstddef>

#include "crossfade/clip/interpolation.h"

namespace crossfade {

/// How far a sampled clip may be from its tracks, measured at the skin: on a shell around each joint, in model space.
struct SampleTolerance {
  double distance = 1e-4;    // meters for a character of up to two meters; scales with the size of larger ones
  double angle = 8.7266e-4;  // radians: 0.05 degrees
  double shell = 0.05;       // meters, scaled like `distance`: how far the skin is from its joint
  double morph = 1e-3;       // of a morph weight or other value; relative where it is above 1
  double maxRate = 480;      // frames per second; a clip that would need more gets this rate
  /// Memory limit for one clip's frames, whatever duration its file claims; sampling takes four times as much
  /// meanwhile. 16 MiB hold 14 minutes of 67 joints at 30 frames per second. A longer clip gets as many frames as fit.
  std::size_t maxBytes = std::size_t(16) << 20;
  Endings endings = {};  // of smooth tracks, which are sampled once for all loops
};

/// What SampleTolerance::distance and shell are multiplied with for a character whose joints' box at rest has this
/// longest side, in meters.
constexpr double toleranceScale(double longestSide) { return std::max(1.0, longestSide / 2); }

/// The result of sampling a clip.
struct SampleReport {
  std::size_t bytes = 0;
  double rate = 0;      // frames per second; 0: the clip is a single pose
  double distance = 0;  // largest differences found: meters,
  double angle = 0;     // radians,
  double morph = 0;     // and of a morph weight or other value
  bool withinTolerance = true;
  bool limitedByBytes = false;  // not within tolerance, and maxBytes allows no higher rate
};

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_SAMPLE_TOLERANCE_H
