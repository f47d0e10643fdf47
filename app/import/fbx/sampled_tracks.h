// Tracks of linear keys from motion that can be asked at any time, such as curves of a file.
#ifndef APP_IMPORT_FBX_SAMPLED_TRACKS_H
#define APP_IMPORT_FBX_SAMPLED_TRACKS_H

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "app/model/import_report.h"
#include "crossfade/clip/keyframe_track.h"
#include "crossfade/math/transform.h"

namespace app {

/// The tracks of the clips of one file, clip by clip: what they need together is limited. Throws ImportError beyond.
class SampledTracks {
 public:
  explicit SampledTracks(ImportReport& report) : report_(report) {}

  /// `breaks`: seconds, in any order, between which the motion is smooth; none: no track. `at` gives the transform at a
  /// time. Adds tracks for translation, rotation and scale.
  void addTransform(int node, std::vector<float> breaks, const std::function<crossfade::Transform(double)>& at,
                    const std::string& location);
  void addWeights(int node, std::vector<float> breaks, const std::function<std::vector<float>(double)>& at,
                  const std::string& location);
  /// Those added since the last call.
  std::vector<crossfade::KeyframeTrack> take();

 private:
  void add(crossfade::TrackTarget target, const std::vector<float>& times, std::vector<float> values,
           const std::string& location);

  ImportReport& report_;
  std::vector<crossfade::KeyframeTrack> tracks_;
  std::size_t valueCount_ = 0;
};

}  // namespace app

#endif  // APP_IMPORT_FBX_SAMPLED_TRACKS_H
