// The libav headers, smart pointers for its objects, and its error codes as text. Private to app/record.
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/frame.h>
#include <libavutil/opt.h>
}

#include <array>
#include <cstring>
#include <memory>
#include <string>

#include "app/record/image_view.h"
#include "crossfade/base/result.h"

namespace app {

struct LibavDelete {
  void operator()(AVFrame* frame) const { av_frame_free(&frame); }
  void operator()(AVPacket* packet) const { av_packet_free(&packet); }
  void operator()(AVCodecContext* codec) const { avcodec_free_context(&codec); }
  void operator()(AVFilterGraph* graph) const { avfilter_graph_free(&graph); }
};
template <class T>
using LibavPtr = std::unique_ptr<T, LibavDelete>;

/// "`what`: " and libav's description of `code`.
inline crossfade::Error libavError(const std::string& what, int code) {
  std::array<char, AV_ERROR_MAX_STRING_SIZE> text{};
  av_strerror(code, text.data(), text.size());
  return crossfade::Error{what + ": " + text.data()};
}

/// A libav frame with a copy of the picture's pixels. The default format, RGB0, ignores alpha.
inline LibavPtr<AVFrame> makeFrame(const ImageView& image, AVPixelFormat format = AV_PIX_FMT_RGB0) {
  LibavPtr<AVFrame> frame(av_frame_alloc());
  if (!frame) return nullptr;
  frame->format = format;
  frame->width = image.width;
  frame->height = image.height;
  frame->sample_aspect_ratio = {1, 1};
  if (av_frame_get_buffer(frame.get(), 0) < 0) return nullptr;
  const std::size_t row = std::size_t{4} * static_cast<std::size_t>(image.width);
  for (int y = 0; y < image.height; ++y) {
    std::memcpy(frame->data[0] + static_cast<std::ptrdiff_t>(y) * frame->linesize[0],
                image.rgba.data() + static_cast<std::size_t>(y) * row, row);
  }
  return frame;
}

}  // namespace app
