// Encodes one stream of pictures into one file. Private to app/record.
#ifndef APP_RECORD_STREAM_WRITER_H
#define APP_RECORD_STREAM_WRITER_H

#include <string>
#include <utility>
#include <vector>

#include "app/record/filter_graph.h"
#include "app/record/frame_rate.h"
#include "app/record/libav.h"
#include "app/record/pending_file.h"

namespace app {

using Settings = std::vector<std::pair<const char*, const char*>>;  // libav option, value

struct Encoder {
  const char* name = "";  // libav's encoder name
  Settings settings;
};

struct StreamFormat {
  const char* container = "";     // libav's muxer name
  std::vector<Encoder> encoders;  // in order of preference; the first available is used
  AVPixelFormat pixels = AV_PIX_FMT_NONE;
  int width = 0;
  int height = 0;
  FrameRate rate;
  AVColorSpace matrix = AVCOL_SPC_UNSPECIFIED;  // for YUV pixels, which then have limited range
  Settings containerSettings;
};

class StreamWriter {
 public:
  static crossfade::Result<StreamWriter> open(const std::filesystem::path& path, const StreamFormat& format);

  /// The next frame, in the pixel format and size given. Frame i is shown at i / rate, rounded to the time base of the
  /// container (GIF: 1/100 s).
  crossfade::Result<void> write(AVFrame& frame);
  /// Writes all frames that the filters have ready.
  crossfade::Result<void> writeReady(FilterGraph& filters);

  /// Flushes the encoder, completes the file and renames it to its final name.
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

  PendingFile file_;  // before the container, which has it open
  std::unique_ptr<AVFormatContext, CloseContainer> container_;
  LibavPtr<AVCodecContext> codec_;
  LibavPtr<AVPacket> packet_;
  AVStream* stream_ = nullptr;  // owned by the container
  std::int64_t frameCount_ = 0;
};

}  // namespace app

#endif  // APP_RECORD_STREAM_WRITER_H
