#include "app/session/recording.h"

#include "app/model/file_formats.h"

namespace app {

crossfade::Result<void> checkRecording(const RecordingOptions& options) {
  const RecordingFormat* format = recordingFormatOf(options.path);
  if (format == nullptr) return crossfade::Error{"'" + options.path + "' ends in none of " + recordingEndings()};
  if (auto ok = checkFields(options); !ok) return ok;
  if (auto ok = checkFrameRate(options.path, options.framesPerSecond); !ok) return ok;
  if (options.sheet != 0)
    if (auto ok = inRange("number of pictures", options.sheet, {2, kMaxSheet}); !ok) return ok;
  if (options.sheet > 0 && !format->isPicture) return crossfade::Error{"only PNG can be a contact sheet"};
  if (options.region && !options.interface && !options.region->isInside(options.width, options.height))
    return crossfade::Error{"the region is not inside the picture"};
  if (options.transparent && !format->hasAlpha) return crossfade::Error{"only PNG can be transparent"};
  return {};
}

}  // namespace app
