// Records a sequence of pictures as a GIF, a movie or numbered PNG files.
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>

#include "app/record/image_view.h"
#include "crossfade/base/result.h"

namespace app {

// Frames per second as a fraction, so that 29.97 means 30000/1001 as in film.

struct FrameRate {
  int frames = 25;
  int seconds = 1;  // how long `frames` frames take

  double perSecond() const { return static_cast<double>(frames) / seconds; }
  /// When frame `index` is shown.
  double timeOf(double index) const { return index * seconds / frames; }
};

/// An integer; or an integer times 1000/1001, which 29.97 and 23.976 stand for; else rounded to 1/1000.
inline FrameRate frameRateOf(double perSecond) {
  constexpr double kNear = 5e-4;
  const double whole = std::round(perSecond), film = std::round(perSecond * 1.001);
  if (std::abs(perSecond - whole) < 1e-9) return {.frames = static_cast<int>(whole), .seconds = 1};
  if (std::abs(perSecond - film / 1.001) < kNear * film / 24)
    return {.frames = static_cast<int>(film) * 1000, .seconds = 1001};
  return {.frames = static_cast<int>(std::lround(perSecond * 1000)), .seconds = 1000};
}

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
