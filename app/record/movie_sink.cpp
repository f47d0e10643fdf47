#include "app/record/movie_sink.h"

#include <cstdio>
#include <utility>
#include <vector>

#include "app/record/filter_graph.h"
#include "app/record/stream_writer.h"
#include "crossfade/base/number_text.h"

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

namespace {

struct FileClose {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// movie_sink.h explains the frame delays; StreamWriter::encode rounds them to hundredths of a second.
//
// One palette for the whole animation, so that still areas do not flicker. It needs all frames first; until then they
// wait in an unnamed temporary file, so that memory stays that of one frame.
class GifSink final : public FrameSink {
 public:
  GifSink(std::string path, const SinkOptions& options, StreamWriter writer, FilterGraph makePalette)
      : path_(std::move(path)), options_(options), writer_(std::move(writer)), makePalette_(std::move(makePalette)) {}

  crossfade::Result<void> add(const ImageView& image) override {
    if (!waiting_) waiting_.reset(std::tmpfile());
    if (!waiting_ || std::fwrite(image.rgba.data(), 1, image.rgba.size(), waiting_.get()) != image.rgba.size()) {
      return crossfade::Error{"cannot write " + path_ + ": its frames do not fit into the temporary folder"};
    }
    const LibavPtr<AVFrame> frame = makeFrame(image);
    if (!frame) return crossfade::Error{"cannot write " + path_ + ": no memory for a frame"};
    frame->pts = frameCount_++;
    return makePalette_.push(0, frame.get());
  }

  crossfade::Result<void> finish() override {
    if (frameCount_ == 0) return writer_.finish();  // reports that it got no frame
    if (auto ended = makePalette_.push(0, nullptr); !ended) return ended.error();
    auto palette = makePalette_.pull();
    if (!palette) return palette.error();
    if (*palette == nullptr) return crossfade::Error{"cannot write " + path_ + ": its frames gave no palette"};
    return writeFrames(**palette);
  }

 private:
  crossfade::Result<void> writeFrames(AVFrame& palette) {
    const FilterInput frames{.label = "in",
                             .width = options_.width,
                             .height = options_.height,
                             .pixels = AV_PIX_FMT_RGB0,
                             .rate = options_.rate};
    const FilterInput colors{.label = "palette",
                             .width = palette.width,
                             .height = palette.height,
                             .pixels = static_cast<AVPixelFormat>(palette.format),
                             .rate = options_.rate};
    // An ordered dither pattern is the same in every frame; error diffusion would shimmer.
    auto usePalette = FilterGraph::make("[in][palette]paletteuse=dither=bayer:bayer_scale=3[out]", {frames, colors});
    if (!usePalette) return crossfade::Error{"cannot write " + path_ + ": " + usePalette.error().message};
    palette.pts = 0;
    if (auto pushed = usePalette->push(1, &palette); !pushed) return pushed.error();
    if (auto ended = usePalette->push(1, nullptr); !ended) return ended.error();

    std::vector<std::uint8_t> pixels(std::size_t{4} * static_cast<std::size_t>(options_.width) *
                                     static_cast<std::size_t>(options_.height));
    std::rewind(waiting_.get());
    for (std::int64_t i = 0; i < frameCount_; ++i) {
      if (std::fread(pixels.data(), 1, pixels.size(), waiting_.get()) != pixels.size()) {
        return crossfade::Error{"cannot write " + path_ + ": its temporary file cannot be read back"};
      }
      const LibavPtr<AVFrame> frame = makeFrame({options_.width, options_.height, pixels});
      if (!frame) return crossfade::Error{"cannot write " + path_ + ": no memory for a frame"};
      frame->pts = i;
      if (auto pushed = usePalette->push(0, frame.get()); !pushed) return pushed.error();
      if (auto written = writer_.writeReady(*usePalette); !written) return written.error();
    }
    if (auto ended = usePalette->push(0, nullptr); !ended) return ended.error();
    if (auto written = writer_.writeReady(*usePalette); !written) return written.error();
    return writer_.finish();
  }

  std::string path_;
  SinkOptions options_;
  StreamWriter writer_;
  FilterGraph makePalette_;
  std::unique_ptr<std::FILE, FileClose> waiting_;
  std::int64_t frameCount_ = 0;
};

}  // namespace

crossfade::Result<std::unique_ptr<FrameSink>> openGifSink(const std::filesystem::path& path,
                                                          const SinkOptions& options) {
  auto writer = StreamWriter::open(path, {.container = "gif",
                                          .encoders = {{.name = "gif"}},
                                          .pixels = AV_PIX_FMT_PAL8,
                                          .width = options.width,
                                          .height = options.height,
                                          .rate = options.rate,
                                          .containerSettings = {{"loop", "0"}}});
  if (!writer) return writer.error();
  auto makePalette = FilterGraph::make("[in]palettegen[out]", {{.label = "in",
                                                                .width = options.width,
                                                                .height = options.height,
                                                                .pixels = AV_PIX_FMT_RGB0,
                                                                .rate = options.rate}});
  if (!makePalette) return crossfade::Error{"cannot write " + path.string() + ": " + makePalette.error().message};
  return std::unique_ptr<FrameSink>(
      std::make_unique<GifSink>(path.string(), options, *std::move(writer), *std::move(makePalette)));
}

}  // namespace app
