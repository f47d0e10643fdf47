// Takes pictures one after the other and makes one recording of them: an animation, a film, or numbered files.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "app/record/frame_rate.h"
#include "app/record/image_view.h"
#include "crossfade/base/result.h"

namespace app {

/// GIF counts time in hundredths of a second, and browsers slow down what has only one of them.
inline constexpr double kMaxGifRate = 50;  // a second

struct SinkOptions {
  int width = 640;  // pixels, of every frame
  int height = 360;
  FrameRate rate;  // GIF keeps 10, 20, 25 and 50 a second exactly
};

/// The same frames give the same bytes. A file appears under its name when the recording is finished, and not at all
/// when it is not.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  virtual crossfade::Result<void> add(const ImageView& image) = 0;  // the pictures' alpha is kept by PNG only
  virtual crossfade::Result<void> finish() = 0;                     // once, at the end
};

/// By the name's ending: .gif, .mp4, .webm, .avi; .png for one picture, or with a number in its name (frame-%04d.png)
/// for one file a frame, from 0. The error names the path.
crossfade::Result<std::unique_ptr<FrameSink>> openFrameSink(const std::filesystem::path& path,
                                                            const SinkOptions& options);

/// The name of file `index` of a numbered sequence: "frame-%04d.png" and 7 give "frame-0007.png". Without exactly one
/// %d or %0Nd: the pattern itself.
std::string numberedName(const std::string& pattern, int index);
/// Whether a name is that of one PNG, and not of a numbered sequence.
bool isSinglePicture(const std::string& path);

}  // namespace app
