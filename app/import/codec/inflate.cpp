#include "app/import/codec/inflate.h"

#include <limits>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_ONLY_PNG  // it brings zlib
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace app {

bool inflateZlib(ByteSpan stream, std::span<std::uint8_t> out) {
  constexpr std::size_t kMost = std::numeric_limits<int>::max();
  if (stream.size() > kMost || out.size() > kMost) return false;
  return stbi_zlib_decode_buffer(reinterpret_cast<char*>(out.data()), static_cast<int>(out.size()),
                                 reinterpret_cast<const char*>(stream.data()),
                                 static_cast<int>(stream.size())) == static_cast<int>(out.size());
}

}  // namespace app
