// Alters packs so that most of them still open: bytes changed anywhere, or inserted, end at the checks of the header
// and of the table of sections, and what comes after would hardly be tested.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "crossfade/asset/detail/pack_layout.h"
#include "crossfade/asset/pack.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

namespace {

namespace packed = crossfade::packed;

/// The header as it must be, around whatever is there.
void repairHeader(std::uint8_t* data, std::size_t size) {
  packed::Header header;
  if (size < sizeof header) return;
  std::memcpy(&header, data, sizeof header);
  header.magic = packed::kMagic;
  constexpr std::uint32_t kNewest = crossfade::kPackVersion;
  if (header.version == 0 || header.version > kNewest) header.version = header.version % kNewest + 1;
  header.sectionCount = static_cast<std::uint32_t>(packed::partCount(header.version));
  header.size = size;
  std::memcpy(data, &header, sizeof header);
}

/// A value of the sections: 4 bytes, or 8 where it is a double. 0 bytes: there is none.
std::size_t mutateValue(std::uint8_t* data, std::size_t size, std::uint32_t random) {
  packed::Header header;
  if (size < sizeof header) return 0;
  std::memcpy(&header, data, sizeof header);
  const std::size_t begin =
      (sizeof header + std::min<std::size_t>(header.sectionCount, packed::kParts) * sizeof(packed::Section) + 7) / 8 *
      8;
  if (begin + 8 > size) return 0;
  const std::size_t length = random % 4 == 0 ? 8 : 4;
  const std::size_t at = begin + random / 4 % ((size - begin) / length) * length;
  return LLVMFuzzerMutate(data + at, length, length);
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize,
                                               unsigned int seed) {
  const std::uint32_t random = seed * 2654435761u >> 4;
  if (random % 16 != 0 && mutateValue(data, size, random / 16) > 0) return size;
  const std::size_t mutated = LLVMFuzzerMutate(data, size, maxSize);
  if (random / 16 % 4 != 0) repairHeader(data, mutated);
  return mutated;
}
