#include "app/import/file/webp_decode.h"

#include <cstddef>
#include <cstring>

#include <webp/decode.h>

#include "app/import/file/import_error.h"

namespace app {

bool isWebp(ByteSpan file) {
  return file.size() >= 12 && std::memcmp(file.data(), "RIFF", 4) == 0 && std::memcmp(file.data() + 8, "WEBP", 4) == 0;
}

WebpSize webpSize(ByteSpan file) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(file.data(), file.size(), &features) != VP8_STATUS_OK)
    refuse("is not an image that can be read: its WebP header is broken");
  if (features.has_animation != 0) refuse("is an animated WebP image");
  return {features.width, features.height};
}

Bytes decodeWebp(ByteSpan file, WebpSize size) {
  const int stride = size.width * 4;
  Bytes rgba(static_cast<std::size_t>(stride) * static_cast<std::size_t>(size.height));
  if (WebPDecodeRGBAInto(file.data(), file.size(), rgba.data(), rgba.size(), stride) == nullptr)
    refuse("cannot be decoded: its WebP data is damaged");
  return rgba;
}

}  // namespace app
