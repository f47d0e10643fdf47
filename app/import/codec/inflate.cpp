#include "app/import/codec/inflate.h"

#include <limits>

#include "app/import/file/stb_decoders.h"

namespace app {

bool inflateZlib(ByteSpan stream, std::span<std::uint8_t> out) {
  constexpr std::size_t kMost = std::numeric_limits<int>::max();
  if (stream.size() > kMost || out.size() > kMost) return false;
  return stbi_zlib_decode_buffer(reinterpret_cast<char*>(out.data()), static_cast<int>(out.size()),
                                 reinterpret_cast<const char*>(stream.data()),
                                 static_cast<int>(stream.size())) == static_cast<int>(out.size());
}

}  // namespace app
