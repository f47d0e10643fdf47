#include "app/import/file/inflate.h"

#include <memory>

#include <libdeflate.h>

namespace app {

bool inflateZlib(ByteSpan stream, std::span<std::uint8_t> out) {
  // RFC 1950, section 2.2: two bytes, which say that it is deflate without a preset dictionary.
  if (stream.size() < 2 || (stream[0] & 15) != 8 || (stream[1] & 32) != 0 || (stream[0] * 256 + stream[1]) % 31 != 0)
    return false;
  const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> decompressor(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  if (!decompressor) return false;
  return libdeflate_deflate_decompress(decompressor.get(), stream.data() + 2, stream.size() - 2, out.data(), out.size(),
                                       nullptr) == LIBDEFLATE_SUCCESS;
}

}  // namespace app
