// Samples motion that can be evaluated at any time, such as the curves of a file, into tracks with linear keys.
#ifndef APP_IMPORT_MOTION_SAMPLED_TRACKS_H
#define APP_IMPORT_MOTION_SAMPLED_TRACKS_H

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "app/model/import_report.h"
#include "crossfade/clip/keyframe_track.h"
#include "crossfade/math/transform.h"

namespace app {

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
  /// The tracks added since the last call.
  std::vector<crossfade::KeyframeTrack> take();

 private:
  void add(crossfade::TrackTarget target, const std::vector<float>& times, std::vector<float> values,
           const std::string& location);

  ImportReport& report_;
  std::vector<crossfade::KeyframeTrack> tracks_;
  std::size_t valueCount_ = 0;
};

}  // namespace app

#endif  // APP_IMPORT_MOTION_SAMPLED_TRACKS_H
