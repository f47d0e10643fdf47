#include "tests/app/record/decode.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>
}

namespace test {
namespace {

struct Close {
  void operator()(AVFormatContext* context) const { avformat_close_input(&context); }
  void operator()(AVCodecContext* context) const { avcodec_free_context(&context); }
  void operator()(AVFrame* frame) const { av_frame_free(&frame); }
  void operator()(AVPacket* packet) const { av_packet_free(&packet); }
  void operator()(SwsContext* context) const { sws_freeContext(context); }
};

std::vector<std::uint8_t> toRgba(const AVFrame& frame) {
  const std::unique_ptr<SwsContext, Close> scaler(
      sws_getContext(frame.width, frame.height, static_cast<AVPixelFormat>(frame.format), frame.width, frame.height,
                     AV_PIX_FMT_RGBA, SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, nullptr, nullptr, nullptr));
  const int matrix = frame.colorspace == AVCOL_SPC_BT709 ? SWS_CS_ITU709 : SWS_CS_ITU601;
  sws_setColorspaceDetails(scaler.get(), sws_getCoefficients(matrix), 0, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0,
                           1 << 16, 1 << 16);
  std::vector<std::uint8_t> rgba(static_cast<std::size_t>(frame.width) * static_cast<std::size_t>(frame.height) * 4);
  std::uint8_t* const rows[] = {rgba.data()};
  const int strides[] = {frame.width * 4};
  sws_scale(scaler.get(), frame.data, frame.linesize, 0, frame.height, rows, strides);
  return rgba;
}

}  // namespace

Decoded decode(const std::filesystem::path& path) {
  Decoded decoded;
  AVFormatContext* opened = nullptr;
  if (avformat_open_input(&opened, path.c_str(), nullptr, nullptr) < 0)
    return {.error = "cannot open " + path.string()};
  const std::unique_ptr<AVFormatContext, Close> file(opened);
  if (avformat_find_stream_info(file.get(), nullptr) < 0 || file->nb_streams != 1)
    return {.error = "not one stream in " + path.string()};
  const AVStream& stream = *file->streams[0];
  const AVCodec* decoder = avcodec_find_decoder(stream.codecpar->codec_id);
  const std::unique_ptr<AVCodecContext, Close> codec(avcodec_alloc_context3(decoder));
  avcodec_parameters_to_context(codec.get(), stream.codecpar);
  if (avcodec_open2(codec.get(), decoder, nullptr) < 0) return {.error = "no decoder for " + path.string()};

  const std::unique_ptr<AVPacket, Close> packet(av_packet_alloc());
  const std::unique_ptr<AVFrame, Close> frame(av_frame_alloc());
  std::map<std::int64_t, std::int64_t> durations;  // of packets, by time
  bool more = true;
  while (more) {
    more = av_read_frame(file.get(), packet.get()) >= 0;
    if (more) durations[packet->pts] = packet->duration;
    if (avcodec_send_packet(codec.get(), more ? packet.get() : nullptr) < 0)
      return {.error = "a broken packet in " + path.string()};
    if (more) av_packet_unref(packet.get());
    while (avcodec_receive_frame(codec.get(), frame.get()) >= 0) {
      decoded.width = frame->width;
      decoded.height = frame->height;
      const double unit = av_q2d(stream.time_base);
      decoded.frames.push_back({.seconds = static_cast<double>(frame->best_effort_timestamp) * unit,
                                .duration = static_cast<double>(durations[frame->pts]) * unit,
                                .rgba = toRgba(*frame)});
    }
  }
  return decoded;
}

double psnr(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
  if (a.size() != b.size() || a.empty()) return -1;
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (i % 4 == 3) continue;
    const double difference = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    sum += difference * difference;
  }
  if (sum == 0) return std::numeric_limits<double>::infinity();
  return 10 * std::log10(255.0 * 255.0 * (static_cast<double>(a.size()) * 0.75) / sum);
}

}  // namespace test
