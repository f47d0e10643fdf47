#include "app/session/recording.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>

#include "crossfade/base/number_text.h"

namespace app {
namespace {

constexpr std::array<std::string_view, 5> kEndings{".gif", ".mp4", ".webm", ".avi", ".png"};

bool inRange(double value, double min, double max) { return value >= min && value <= max; }

}  // namespace

crossfade::Result<void> checkRecording(const RecordingOptions& options) {
  const auto wrong = [](const char* what, double value, double min, double max) {
    return crossfade::Error{std::string(what) + " " + crossfade::formatNumber(value) + " is not between " +
                            crossfade::formatNumber(min) + " and " + crossfade::formatNumber(max)};
  };
  std::string path = options.path;
  std::transform(path.begin(), path.end(), path.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (std::none_of(kEndings.begin(), kEndings.end(), [&](std::string_view ending) { return path.ends_with(ending); }))
    return crossfade::Error{"'" + options.path + "' ends in none of .gif .mp4 .webm .avi .png"};
  for (const int side : {options.width, options.height})
    if (!inRange(side, 16, 8192)) return wrong("a side of", side, 16, 8192);
  const double maxRate = path.ends_with(".gif") ? kMaxGifRecordingRate : 1000;
  if (!inRange(options.framesPerSecond, 1, maxRate))
    return wrong("frames per second:", options.framesPerSecond, 1, maxRate);
  if (!inRange(options.seconds, 0.01, 3600)) return wrong("a length of", options.seconds, 0.01, 3600);
  if (options.transparent && !path.ends_with(".png")) return crossfade::Error{"only PNG can be transparent"};
  return {};
}

}  // namespace app
