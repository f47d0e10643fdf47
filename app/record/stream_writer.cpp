#include "app/record/stream_writer.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

// Fixed, because the output of some encoders depends on it.
constexpr int kThreads = 4;

const AVCodec* findEncoder(const Encoder& wanted) { return avcodec_find_encoder_by_name(wanted.name); }

}  // namespace

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

}  // namespace app
