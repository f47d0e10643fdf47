#include "app/record/png.h"

#include "app/record/libav.h"
#include "app/record/pending_file.h"

namespace app {
namespace {

bool isOpaque(const ImageView& image) {
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) {
    if (image.rgba[i] != 255) return false;
  }
  return true;
}

// The same picture without alpha: a third smaller on disk.
LibavPtr<AVFrame> makeOpaqueFrame(const ImageView& image) {
  LibavPtr<AVFrame> frame(av_frame_alloc());
  if (!frame) return nullptr;
  frame->format = AV_PIX_FMT_RGB24;
  frame->width = image.width;
  frame->height = image.height;
  if (av_frame_get_buffer(frame.get(), 0) < 0) return nullptr;
  const std::uint8_t* from = image.rgba.data();
  for (int y = 0; y < image.height; ++y) {
    std::uint8_t* to = frame->data[0] + static_cast<std::ptrdiff_t>(y) * frame->linesize[0];
    for (int x = 0; x < image.width; ++x, from += 4, to += 3) std::memcpy(to, from, 3);
  }
  return frame;
}

}  // namespace

crossfade::Result<std::vector<std::uint8_t>> pngBytes(const ImageView& image) {
  if (!image.isComplete()) return crossfade::Error{"the picture is empty or incomplete"};

  const LibavPtr<AVFrame> frame = isOpaque(image) ? makeOpaqueFrame(image) : makeFrame(image, AV_PIX_FMT_RGBA);
  const AVCodec* encoder = avcodec_find_encoder(AV_CODEC_ID_PNG);
  const LibavPtr<AVCodecContext> codec(encoder != nullptr ? avcodec_alloc_context3(encoder) : nullptr);
  const LibavPtr<AVPacket> packet(av_packet_alloc());
  if (!frame || !codec || !packet) return crossfade::Error{"no PNG encoder, or no memory"};

  codec->width = image.width;
  codec->height = image.height;
  codec->pix_fmt = static_cast<AVPixelFormat>(frame->format);
  codec->time_base = {1, 1};
  codec->sample_aspect_ratio = {1, 1};  // else it writes pixels without a size
  codec->flags |= AV_CODEC_FLAG_BITEXACT;
  codec->thread_count = 1;
  av_opt_set(codec->priv_data, "pred", "mixed", 0);  // the best filter for each row
  int code = avcodec_open2(codec.get(), encoder, nullptr);
  if (code >= 0) code = avcodec_send_frame(codec.get(), frame.get());
  if (code >= 0) code = avcodec_receive_packet(codec.get(), packet.get());
  if (code < 0) return libavError("PNG", code);
  return std::vector<std::uint8_t>(packet->data, packet->data + packet->size);
}

crossfade::Result<void> writePng(const std::filesystem::path& path, const ImageView& image) {
  const auto bytes = pngBytes(image);
  if (!bytes) return crossfade::Error{"cannot write " + path.string() + ": " + bytes.error().message};
  return writeWholeFile(path, std::as_bytes(std::span(*bytes)), Flush::No);
}

}  // namespace app
