// Records a sequence of pictures as a GIF, a movie or numbered PNG files.
#ifndef APP_RECORD_FRAME_SINK_H
#define APP_RECORD_FRAME_SINK_H

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>

#include "app/record/frame_rate.h"
#include "app/record/image_view.h"
#include "crossfade/base/result.h"

namespace app {

inline constexpr int kMaxPictureSide = 16384;  // pixels

/// Whether libavcodec takes pictures of this size (av_image_check_size2 of libavutil 57).
constexpr bool isEncodable(int width, int height) {
  return (width + 128ll) * (height + 128ll) < std::numeric_limits<int>::max() / 8;
}

struct SinkOptions {
  int width = 640;  // pixels, 1 to kMaxPictureSide; every frame has this size
  int height = 360;
  FrameRate rate;           // movie_sink.h says how a GIF rounds it
  std::int64_t frames = 0;  // how many there will be; 0: nobody knows
};

/// The same frames give the same bytes. The file appears only when the recording is finished; otherwise an older file
/// of that name stays.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  virtual crossfade::Result<void> add(const ImageView& image) = 0;  // only PNG keeps alpha
  virtual crossfade::Result<void> finish() = 0;                     // once, at the end
};

/// The extension decides (kRecordingFormats); .png is one picture, or one file per frame, numbered from 0, when the
/// name has a number field (frame-%04d.png). Fails at once if the file cannot be written, for its name, its size or its
/// length. The error names the path.
crossfade::Result<std::unique_ptr<FrameSink>> openFrameSink(const std::filesystem::path& path,
                                                            const SinkOptions& options);

/// What openFrameSink() would refuse without looking at the disk.
crossfade::Result<void> checkSink(const std::filesystem::path& path, const SinkOptions& options);

/// The name of file `index` of a numbered sequence: "frame-%04d.png" and 7 give "frame-0007.png". Without exactly one
/// %d or %0Nd: the pattern itself.
std::string numberedName(const std::string& pattern, int index);
/// Whether the name is that of a single PNG rather than of a numbered sequence.
bool isSinglePicture(const std::string& path);

}  // namespace app

#endif  // APP_RECORD_FRAME_SINK_H
