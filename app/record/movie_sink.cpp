#include "app/record/movie_sink.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/record/libav.h"
#include "app/record/pending_file.h"

namespace app {
namespace {

// A chain of libavfilter filters.

struct FilterInput {
  const char* label = "";  // in the chain's description
  int width = 0;
  int height = 0;
  AVPixelFormat pixels = AV_PIX_FMT_NONE;
  FrameRate rate;
};

class FilterGraph {
 public:
  /// `description` in libavfilter's syntax; its output must be [out].
  static crossfade::Result<FilterGraph> make(const std::string& description, const std::vector<FilterInput>& inputs);

  /// Null marks the end of this input. The frame's pts is its index.
  crossfade::Result<void> push(std::size_t input, AVFrame* frame);

  /// The next frame that is ready; null when the graph needs more input first.
  crossfade::Result<LibavPtr<AVFrame>> pull();

 private:
  LibavPtr<AVFilterGraph> graph_;
  std::vector<AVFilterContext*> sources_;  // owned by the graph
  AVFilterContext* sink_ = nullptr;        // owned by the graph
};

struct InOutDelete {
  void operator()(AVFilterInOut* list) const { avfilter_inout_free(&list); }
};
using InOutPtr = std::unique_ptr<AVFilterInOut, InOutDelete>;

std::string describe(const FilterInput& input) {
  return "video_size=" + std::to_string(input.width) + "x" + std::to_string(input.height) +
         ":pix_fmt=" + std::to_string(static_cast<int>(input.pixels)) +
         ":time_base=" + std::to_string(input.rate.seconds) + "/" + std::to_string(input.rate.frames) +
         ":frame_rate=" + std::to_string(input.rate.frames) + "/" + std::to_string(input.rate.seconds) +
         ":pixel_aspect=1/1";
}

// Prepends an open end of the graph to `list`, which then owns it.
bool prepend(InOutPtr& list, const char* label, AVFilterContext* filter) {
  AVFilterInOut* end = avfilter_inout_alloc();
  if (end == nullptr) return false;
  end->name = av_strdup(label);
  end->filter_ctx = filter;
  end->pad_idx = 0;
  end->next = list.release();
  list.reset(end);
  return true;
}

crossfade::Result<FilterGraph> FilterGraph::make(const std::string& description,
                                                 const std::vector<FilterInput>& inputs) {
  FilterGraph made;
  made.graph_.reset(avfilter_graph_alloc());
  if (!made.graph_) return crossfade::Error{"no memory for the filters"};
  AVFilterGraph* graph = made.graph_.get();
  graph->nb_threads = 1;

  InOutPtr openSources, openSink;
  int code = 0;
  for (const FilterInput& input : inputs) {
    AVFilterContext* source = nullptr;
    code = avfilter_graph_create_filter(&source, avfilter_get_by_name("buffer"), input.label, describe(input).c_str(),
                                        nullptr, graph);
    if (code < 0) return libavError("the filter's input", code);
    made.sources_.push_back(source);
    if (!prepend(openSources, input.label, source)) return crossfade::Error{"no memory for the filters"};
  }
  code = avfilter_graph_create_filter(&made.sink_, avfilter_get_by_name("buffersink"), "out", nullptr, nullptr, graph);
  if (code < 0) return libavError("the filter's output", code);
  if (!prepend(openSink, "out", made.sink_)) return crossfade::Error{"no memory for the filters"};

  AVFilterInOut* sources = openSources.release();
  AVFilterInOut* sink = openSink.release();
  code = avfilter_graph_parse_ptr(graph, description.c_str(), &sink, &sources, nullptr);  // frees what it connects
  openSources.reset(sources);
  openSink.reset(sink);
  if (code >= 0) code = avfilter_graph_config(graph, nullptr);
  if (code < 0) return libavError("the filters " + description, code);
  return made;
}

crossfade::Result<void> FilterGraph::push(std::size_t input, AVFrame* frame) {
  const int code = av_buffersrc_add_frame_flags(sources_[input], frame, AV_BUFFERSRC_FLAG_KEEP_REF);
  if (code < 0) return libavError("the filters refuse a frame", code);
  return {};
}

crossfade::Result<LibavPtr<AVFrame>> FilterGraph::pull() {
  LibavPtr<AVFrame> frame(av_frame_alloc());
  if (!frame) return crossfade::Error{"no memory for a frame"};
  const int code = av_buffersink_get_frame(sink_, frame.get());
  if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return LibavPtr<AVFrame>();
  if (code < 0) return libavError("the filters return no frame", code);
  return frame;
}

// Encodes one stream of pictures into one file. Private to app/record.

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

// Fixed, because the output of some encoders depends on it.
constexpr int kThreads = 4;

const AVCodec* findEncoder(const Encoder& wanted) { return avcodec_find_encoder_by_name(wanted.name); }

void StreamWriter::CloseContainer::operator()(AVFormatContext* container) const {
  if (container->pb != nullptr) avio_closep(&container->pb);
  avformat_free_context(container);
}

crossfade::Result<StreamWriter> StreamWriter::open(const std::filesystem::path& path, const StreamFormat& format) {
  av_log_set_level(AV_LOG_QUIET);  // errors are reported once, by us
  auto file = PendingFile::make(path);
  if (!file) return file.error();
  StreamWriter writer(*std::move(file));
  AVFormatContext* container = nullptr;
  // "file:" so that a path with a colon is not taken for a protocol.
  const std::string url = "file:" + writer.file_.temporary().string();
  if (const int code = avformat_alloc_output_context2(&container, nullptr, format.container, url.c_str()); code < 0) {
    return libavError(writer.what() + " as " + format.container, code);
  }
  writer.container_.reset(container);
  if (auto opened = writer.openEncoder(format); !opened) return opened.error();
  if (auto opened = writer.openContainer(format); !opened) return opened.error();
  return writer;
}

crossfade::Result<void> StreamWriter::openEncoder(const StreamFormat& format) {
  const auto chosen = std::find_if(format.encoders.begin(), format.encoders.end(), findEncoder);
  if (chosen == format.encoders.end())
    return crossfade::Error{what() + ": the installed libavcodec has no encoder for it"};
  const AVCodec* encoder = findEncoder(*chosen);
  codec_.reset(avcodec_alloc_context3(encoder));
  packet_.reset(av_packet_alloc());
  if (!codec_ || !packet_) return crossfade::Error{what() + ": no memory"};

  codec_->width = format.width;
  codec_->height = format.height;
  codec_->pix_fmt = format.pixels;
  codec_->sample_aspect_ratio = {1, 1};
  codec_->time_base = {format.rate.seconds, format.rate.frames};
  codec_->framerate = {format.rate.frames, format.rate.seconds};
  // A keyframe at least every second, for seeking.
  codec_->gop_size = static_cast<int>(std::ceil(format.rate.perSecond()));
  codec_->thread_count = kThreads;
  codec_->flags |= AV_CODEC_FLAG_BITEXACT;
  if (format.matrix != AVCOL_SPC_UNSPECIFIED) {
    codec_->colorspace = format.matrix;
    codec_->color_range = AVCOL_RANGE_MPEG;
    const bool hd = format.matrix == AVCOL_SPC_BT709;
    codec_->color_primaries = hd ? AVCOL_PRI_BT709 : AVCOL_PRI_SMPTE170M;
    codec_->color_trc = hd ? AVCOL_TRC_BT709 : AVCOL_TRC_SMPTE170M;
  }
  if ((container_->oformat->flags & AVFMT_GLOBALHEADER) != 0) codec_->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  for (const auto& [name, value] : chosen->settings) {
    if (const int code = av_opt_set(codec_.get(), name, value, AV_OPT_SEARCH_CHILDREN); code < 0) {
      return libavError(what() + " with " + encoder->name + "'s " + name + " at " + value, code);
    }
  }
  if (const int code = avcodec_open2(codec_.get(), encoder, nullptr); code < 0) {
    return libavError(what() + " with " + encoder->name, code);
  }
  return {};
}

crossfade::Result<void> StreamWriter::openContainer(const StreamFormat& format) {
  stream_ = avformat_new_stream(container_.get(), nullptr);
  if (stream_ == nullptr) return crossfade::Error{what() + ": no memory"};
  stream_->time_base = codec_->time_base;
  stream_->avg_frame_rate = codec_->framerate;
  container_->flags |= AVFMT_FLAG_BITEXACT;

  int code = avcodec_parameters_from_context(stream_->codecpar, codec_.get());
  if (code >= 0) code = avio_open(&container_->pb, container_->url, AVIO_FLAG_WRITE);
  AVDictionary* settings = nullptr;
  for (const auto& [name, value] : format.containerSettings) av_dict_set(&settings, name, value, 0);
  if (code >= 0) code = avformat_write_header(container_.get(), &settings);  // may change the time base
  av_dict_free(&settings);
  if (code < 0) return libavError(what(), code);
  return {};
}

crossfade::Result<void> StreamWriter::write(AVFrame& frame) {
  frame.pts = frameCount_++;
  frame.pict_type = AV_PICTURE_TYPE_NONE;
  return encode(&frame);
}

crossfade::Result<void> StreamWriter::writeReady(FilterGraph& filters) {
  while (true) {
    auto frame = filters.pull();
    if (!frame) return frame.error();
    if (*frame == nullptr) return {};
    if (auto written = write(**frame); !written) return written.error();
  }
}

crossfade::Result<void> StreamWriter::encode(const AVFrame* frame) {
  int code = avcodec_send_frame(codec_.get(), frame);
  while (code >= 0) {
    code = avcodec_receive_packet(codec_.get(), packet_.get());
    if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return {};
    if (code < 0) break;
    packet_->duration = 1;  // else the last frame of an MP4 has no duration
    packet_->stream_index = stream_->index;
    // Rounds to the time base of the container; for GIF this decides the delay of each frame (movie_sink.h).
    av_packet_rescale_ts(packet_.get(), codec_->time_base, stream_->time_base);
    code = av_interleaved_write_frame(container_.get(), packet_.get());
  }
  return libavError(what(), code);
}

crossfade::Result<void> StreamWriter::finish() {
  if (frameCount_ == 0) return crossfade::Error{what() + ": it got no frame"};
  if (auto flushed = encode(nullptr); !flushed) return flushed.error();
  int code = av_write_trailer(container_.get());
  const int closing = avio_closep(&container_->pb);
  if (code >= 0) code = closing;
  if (code < 0) return libavError(what(), code);
  return file_.commit();
}

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
