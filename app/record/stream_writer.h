// One stream of pictures, encoded into one file. For this room's sources only.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/record/frame_rate.h"
#include "app/record/libav.h"
#include "app/record/pending_file.h"

namespace app {

using Settings = std::vector<std::pair<const char*, const char*>>;  // libav option, value

struct Encoder {
  const char* name = "";  // libav's
  Settings settings;
};

struct StreamFormat {
  const char* container = "";     // libav's name of the muxer
  std::vector<Encoder> encoders;  // the first that this libav has is taken
  AVPixelFormat pixels = AV_PIX_FMT_NONE;
  int width = 0;
  int height = 0;
  FrameRate rate;
  AVColorSpace matrix = AVCOL_SPC_UNSPECIFIED;  // for YUV pixels; they are of limited range then
  Settings containerSettings;
};

class StreamWriter {
 public:
  static crossfade::Result<StreamWriter> open(const std::filesystem::path& path, const StreamFormat& format);

  /// The next frame, in the pixels and size of the format. Frame i is shown at i / framesPerSecond.
  crossfade::Result<void> write(AVFrame& frame);

  /// Writes what is still inside and gives the file its name.
  crossfade::Result<void> finish();

 private:
  struct CloseContainer {
    void operator()(AVFormatContext* container) const;
  };

  explicit StreamWriter(PendingFile file) : file_(std::move(file)) {}
  crossfade::Result<void> openEncoder(const StreamFormat& format);
  crossfade::Result<void> openContainer(const StreamFormat& format);
  crossfade::Result<void> encode(const AVFrame* frame);
  std::string what() const { return "cannot write " + file_.wanted().string(); }

  PendingFile file_;  // above the container, which has it open
  std::unique_ptr<AVFormatContext, CloseContainer> container_;
  LibavPtr<AVCodecContext> codec_;
  LibavPtr<AVPacket> packet_;
  AVStream* stream_ = nullptr;  // the container's
  std::int64_t frameCount_ = 0;
};

}  // namespace app
