// Motion as files have it: curves of single components, and the tracks that are sampled from them.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "app/model/import_report.h"
#include "crossfade/clip/keyframe_track.h"
#include "crossfade/math/transform.h"

namespace app {

// An animation curve as FBX and COLLADA files store it: keys, each with its own interpolation.

/// How the curve continues from a key to the next.
enum class KeyInterpolation { Constant, ConstantNext, Linear, Cubic };

struct FileCurveKey {
  double time = 0;  // seconds
  double value = 0;
  KeyInterpolation interpolation = KeyInterpolation::Linear;
  // Cubic: slopes (values per second) at this key and the next, and the lengths of their handles (fractions of the
  // span).
  double slope = 0, nextSlope = 0;
  double weight = 1.0 / 3, nextWeight = 1.0 / 3;
};

/// Seconds. More than the rounding of a key's time to float, and too short to be seen.
inline constexpr double kJumpSlack = 1e-5;
inline constexpr double kCurveJump = 4 * kJumpSlack;  // a jump becomes a ramp of this length

/// What a curve does before its first key or after its last. Relative: each repetition starts where the one before
/// ends.
enum class CurveExtrapolation { Hold, Slope, Repeat, RepeatRelative, Mirror };

inline constexpr double kMostRepetitions = 10000;

struct CurveBeyond {
  CurveExtrapolation mode = CurveExtrapolation::Hold;
  double repetitions = kMostRepetitions;  // whole; then it holds the value that it has reached

  bool repeats() const { return mode >= CurveExtrapolation::Repeat && repetitions > 0; }
};

struct FileCurve {
  std::vector<FileCurveKey> keys;  // at least one, in order
  CurveBeyond before, after;

  /// At a jump, and up to kJumpSlack before it, the value after the jump; at the last key always that key's own.
  double at(double time) const;

  /// The times between which the curve is smooth, clamped to this range (seconds), in any order. A jump has two,
  /// kCurveJump apart.
  std::vector<double> breaks(double start, double stop) const;
};

// Samples motion that can be evaluated at any time, such as the curves of a file, into tracks with linear keys.

/// Makes the tracks of all clips of a file, clip by clip. Throws ImportError if they need more keys in total than a
/// file may have.
class SampledTracks {
 public:
  explicit SampledTracks(ImportReport& report) : report_(report) {}

  /// Adds tracks for translation, rotation and scale. `at` evaluates the transform at a time. `breaks`: the times
  /// (seconds, in any order) between which the motion is smooth; if empty, no track is added.
  void addTransform(int node, std::vector<float> breaks, const std::function<crossfade::Transform(double)>& at,
                    const std::string& location);
  void addWeights(int node, std::vector<float> breaks, const std::function<std::vector<float>(double)>& at,
                  const std::string& location);
  /// Adds a track with steps for Model::sceneValues[value], a visibility: 1 while `at` says so, else 0.
  void addSwitch(int value, std::vector<float> breaks, const std::function<bool(double)>& at,
                 const std::string& location);
  /// The tracks added since the last call.
  std::vector<crossfade::KeyframeTrack> take();

 private:
  void add(crossfade::TrackTarget target, const std::vector<float>& times, std::vector<float> values,
           const std::string& location);
  void count(std::size_t values);
  void keep(crossfade::Result<crossfade::KeyframeTrack> track, const std::string& location);

  ImportReport& report_;
  std::vector<crossfade::KeyframeTrack> tracks_;
  std::size_t valueCount_ = 0;
};

}  // namespace app
