#include "app/record/movie_sink.h"

#include <utility>

#include "app/record/filter_graph.h"
#include "app/record/stream_writer.h"

namespace app {
namespace {

// High quality regardless of file size: these are for judging transitions. libx264 is used if present, never required.
StreamFormat formatOf(Movie movie, const SinkOptions& options) {
  // cpu-independent: x264's macroblock tree otherwise differs between processors, and for small pictures even from run
  // to run.
  const Encoder x264{"libx264", {{"crf", "18"}, {"preset", "medium"}, {"x264-params", "cpu-independent=1"}}};
  const Encoder vp9{"libvpx-vp9", {{"crf", "24"}, {"b", "0"}, {"deadline", "good"}, {"cpu-used", "4"}}};
  const Encoder mpeg4{"mpeg4", {{"qmin", "2"}, {"qmax", "2"}}};
  StreamFormat format{.pixels = AV_PIX_FMT_YUV420P,
                      .width = options.width + options.width % 2,  // YUV 4:2:0 has one chroma sample per 2 x 2 pixels
                      .height = options.height + options.height % 2,
                      .rate = options.rate};
  switch (movie) {
    case Movie::Mp4:
      format.container = "mp4";
      format.encoders = {x264, mpeg4};
      format.matrix = AVCOL_SPC_BT709;
      format.containerSettings = {{"movflags", "+faststart"}};
      break;
    case Movie::WebM:
      format.container = "webm";
      format.encoders = {vp9};
      format.matrix = AVCOL_SPC_BT709;
      break;
    case Movie::Avi:
      format.container = "avi";
      format.encoders = {mpeg4};
      format.matrix = AVCOL_SPC_SMPTE170M;  // AVI cannot say which; players assume this one
      break;
  }
  return format;
}

class MovieSink final : public FrameSink {
 public:
  MovieSink(StreamWriter writer, FilterGraph toYuv) : writer_(std::move(writer)), toYuv_(std::move(toYuv)) {}

  crossfade::Result<void> add(const ImageView& image) override {
    const LibavPtr<AVFrame> frame = makeFrame(image);
    if (!frame) return crossfade::Error{"no memory for a frame"};
    frame->pts = frameCount_++;
    if (auto pushed = toYuv_.push(0, frame.get()); !pushed) return pushed.error();
    return writer_.writeReady(toYuv_);
  }

  crossfade::Result<void> finish() override {
    if (auto pushed = toYuv_.push(0, nullptr); !pushed) return pushed.error();
    if (auto written = writer_.writeReady(toYuv_); !written) return written.error();
    return writer_.finish();
  }

 private:
  StreamWriter writer_;
  FilterGraph toYuv_;
  std::int64_t frameCount_ = 0;
};

}  // namespace

crossfade::Result<std::unique_ptr<FrameSink>> openMovieSink(const std::filesystem::path& path,
                                                            const SinkOptions& options, Movie movie) {
  const StreamFormat format = formatOf(movie, options);
  auto writer = StreamWriter::open(path, format);
  if (!writer) return writer.error();
  const std::string matrix = format.matrix == AVCOL_SPC_BT709 ? "bt709" : "smpte170m";
  const std::string size = std::to_string(format.width) + ":" + std::to_string(format.height);
  auto toYuv =
      FilterGraph::make("[in]pad=" + size + ",scale=out_color_matrix=" + matrix + ":out_range=tv,format=yuv420p[out]",
                        {{.label = "in",
                          .width = options.width,
                          .height = options.height,
                          .pixels = AV_PIX_FMT_RGB0,
                          .rate = options.rate}});
  if (!toYuv) return crossfade::Error{"cannot write " + path.string() + ": " + toYuv.error().message};
  return std::unique_ptr<FrameSink>(std::make_unique<MovieSink>(*std::move(writer), *std::move(toYuv)));
}

}  // namespace app
