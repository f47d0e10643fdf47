#include "app/session/recording.h"

#include "app/model/file_formats.h"
#include "crossfade/base/number_text.h"

namespace app {

crossfade::Result<void> checkRecording(const RecordingOptions& options) {
  const auto inRange = [](double value, double min, double max) { return value >= min && value <= max; };
  const auto wrong = [](const char* what, double value, double min, double max) {
    return crossfade::Error{std::string(what) + " " + crossfade::formatNumber(value) + " is not between " +
                            crossfade::formatNumber(min) + " and " + crossfade::formatNumber(max)};
  };
  const RecordingFormat* format = recordingFormatOf(options.path);
  if (format == nullptr) return crossfade::Error{"'" + options.path + "' ends in none of " + recordingEndings()};
  for (const int side : {options.width, options.height})
    if (!inRange(side, kMinRecordingSide, kMaxRecordingSide))
      return wrong("a side of", side, kMinRecordingSide, kMaxRecordingSide);
  if (!inRange(options.framesPerSecond, 1, 1000)) return wrong("frames per second:", options.framesPerSecond, 1, 1000);
  if (auto ok = checkFrameRate(options.path, options.framesPerSecond); !ok) return ok;
  if (!inRange(options.seconds, 0.01, 3600)) return wrong("a length of", options.seconds, 0.01, 3600);
  if (options.sheet != 0 && !inRange(options.sheet, 2, kMaxSheet))
    return wrong("pictures:", options.sheet, 2, kMaxSheet);
  if (options.sheet > 0 && !format->isPicture) return crossfade::Error{"only PNG can be a contact sheet"};
  if (options.region && !options.interface && !options.region->isInside(options.width, options.height))
    return crossfade::Error{"the region is not inside the picture"};
  if (options.transparent && !format->hasAlpha) return crossfade::Error{"only PNG can be transparent"};
  return {};
}

}  // namespace app
