#include "app/import/file/png_decode.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "app/import/file/inflate.h"
#include "app/jobs/thread_pool.h"

namespace app {
namespace {

constexpr std::size_t kSignature = 8, kHeader = 13;  // bytes; the header without its length, name and checksum
constexpr std::size_t kChunkFrame = 12;              // length, name and checksum of a chunk
constexpr std::size_t kGroups = 8;                   // of rows: of unequal size, so more than most computers have cores
constexpr std::size_t kEarlyPixels = 32 << 20;       // bytes: see decode()
constexpr std::size_t kFirstChunk = kSignature + kHeader + kChunkFrame;  // after the header

struct PngHeader {
  std::size_t width = 0, height = 0, channels = 0;
  /// Of a row: its filter and its pixels.
  std::size_t stride() const { return 1 + width * channels; }
};

std::uint32_t bigEndian(ByteSpan bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

bool isNamed(ByteSpan chunk, const char* name) { return std::memcmp(chunk.data() + 4, name, 4) == 0; }

std::optional<PngHeader> headerOf(ByteSpan file) {
  if (file.size() < kFirstChunk || std::memcmp(file.data(), "\x89PNG\r\n\x1A\n", kSignature) != 0) return {};
  const ByteSpan chunk = file.subspan(kSignature);
  if (bigEndian(chunk) != kHeader || !isNamed(chunk, "IHDR")) return {};
  const ByteSpan values = chunk.subspan(8, kHeader);
  const std::uint8_t bits = values[8], colors = values[9], interlacing = values[12];
  if (bits != 8 || (colors != 2 && colors != 6) || interlacing != 0) return {};
  const PngHeader header{bigEndian(values), bigEndian(values.subspan(4)), colors == 6 ? 4u : 3u};
  if (header.width * header.height < kLargePng) return {};
  return header;
}

/// The contents of all IDAT chunks. Empty when the file is damaged, or one color stands for transparency (tRNS).
Bytes compressedRows(ByteSpan file) {
  Bytes result;
  for (ByteSpan rest = file.subspan(kFirstChunk); rest.size() >= kChunkFrame;) {
    const std::size_t size = bigEndian(rest);
    if (isNamed(rest, "IEND")) return result;
    if (isNamed(rest, "tRNS") || size > rest.size() - kChunkFrame) return {};
    if (isNamed(rest, "IDAT")) result.insert(result.end(), rest.begin() + 8, rest.begin() + 8 + static_cast<int>(size));
    rest = rest.subspan(kChunkFrame + size);
  }
  return {};
}

/// Whether job(0) to job(count - 1) all return true. An exception must not leave a thread: no memory counts as false.
bool runAll(ThreadPool& pool, std::size_t count, const std::function<bool(std::size_t)>& job) {
  std::atomic<bool> succeeded{true};
  pool.run(static_cast<int>(count), [&](int index) {
    try {
      if (!job(static_cast<std::size_t>(index))) succeeded = false;
    } catch (const std::bad_alloc&) {
      succeeded = false;
    }
  });
  return succeeded;
}

/// Where groups of rows begin that do not depend on the row before: their first filter is None or Sub. The last entry
/// is the number of rows.
std::vector<std::size_t> groupsOfRows(const std::uint8_t* rows, const PngHeader& header) {
  std::vector<std::size_t> begins{0};
  for (std::size_t row = 1; row < header.height; ++row)
    if (rows[row * header.stride()] <= 1 && (row - begins.back()) * kGroups >= header.height) begins.push_back(row);
  begins.push_back(header.height);
  return begins;
}

/// Of Paeth: of the three neighbors, the closest to left + above - corner.
int closestNeighbor(int left, int above, int corner) {
  const int fromLeft = std::abs(above - corner), fromAbove = std::abs(left - corner);
  const int fromCorner = std::abs(left + above - 2 * corner);
  const int second = fromAbove <= fromCorner ? above : corner;
  return fromLeft <= std::min(fromAbove, fromCorner) ? left : second;
}

/// Adds to each value of a row what is predicted from its neighbors: the same channel left of it, above it, and of the
/// pixel above that on the left. `above` and `out` are RGBA.
template <std::size_t kChannels, class Predict>
void addPredictions(const std::uint8_t* row, const std::uint8_t* above, std::uint8_t* out, std::size_t width,
                    const Predict& predict) {
  std::array<int, kChannels> left{}, corner{};
  for (std::size_t x = 0; x < width; ++x, row += kChannels, above += 4, out += 4) {
    for (std::size_t i = 0; i < kChannels; ++i) {
      left[i] = (row[i] + predict(left[i], above[i], corner[i])) & 255;
      corner[i] = above[i];
      out[i] = static_cast<std::uint8_t>(left[i]);
    }
    if (kChannels == 3) out[3] = 255;
  }
}

/// Whether the filter of the row exists.
template <std::size_t kChannels>
bool decodeRow(const std::uint8_t* row, const std::uint8_t* above, std::uint8_t* out, std::size_t width) {
  const auto decode = [&](const auto& predict) {
    addPredictions<kChannels>(row + 1, above, out, width, predict);
    return true;
  };
  switch (row[0]) {
    case 0:
      return decode([](int, int, int) { return 0; });
    case 1:
      return decode([](int left, int, int) { return left; });
    case 2:
      return decode([](int, int up, int) { return up; });
    case 3:
      return decode([](int left, int up, int) { return (left + up) / 2; });
    case 4:
      return decode(closestNeighbor);
    default:
      return false;
  }
}

bool decodeRows(const PngHeader& header, const std::uint8_t* rows, std::size_t count, std::uint8_t* rgba) {
  const Bytes black(4 * header.width);
  const std::uint8_t* above = black.data();
  for (std::size_t i = 0; i < count; ++i, rows += header.stride()) {
    std::uint8_t* const out = rgba + 4 * i * header.width;
    if (!(header.channels == 4 ? decodeRow<4>(rows, above, out, header.width)
                               : decodeRow<3>(rows, above, out, header.width)))
      return false;
    above = out;
  }
  return true;
}

/// Inflates the rows while it allocates the pixels, then decodes the groups of rows; each on several threads.
std::optional<Bytes> decode(const PngHeader& header, ByteSpan compressed) {
  const std::size_t rowBytes = header.height * header.stride(), pixelBytes = 4 * header.width * header.height;
  if (rowBytes / kBestDeflate > compressed.size()) return {};
  const std::size_t cores = std::max(std::thread::hardware_concurrency(), 1u);
  ThreadPool pool(static_cast<int>(std::min(cores, kGroups)));
  // A row: how its values were predicted (its filter), then what to add to the predictions.
  const auto rows = std::make_unique_for_overwrite<std::uint8_t[]>(rowBytes);
  Bytes rgba;
  // Later if there are many: then a header that lies costs no memory.
  const std::size_t jobs = pixelBytes <= kEarlyPixels ? 2 : 1;
  const bool isInflated = runAll(pool, jobs, [&](std::size_t index) {
    if (index == 0) return inflateZlib(compressed, {rows.get(), rowBytes});
    rgba.resize(pixelBytes);
    return true;
  });
  if (!isInflated) return {};
  rgba.resize(pixelBytes);
  const std::vector<std::size_t> begins = groupsOfRows(rows.get(), header);
  const bool isDecoded = runAll(pool, begins.size() - 1, [&](std::size_t index) {
    return decodeRows(header, rows.get() + begins[index] * header.stride(), begins[index + 1] - begins[index],
                      rgba.data() + 4 * begins[index] * header.width);
  });
  return isDecoded ? std::optional(std::move(rgba)) : std::nullopt;
}

}  // namespace

std::optional<Bytes> decodeLargePng(ByteSpan file) {
  const std::optional<PngHeader> header = headerOf(file);
  if (!header) return {};
  const Bytes compressed = compressedRows(file);
  try {
    return decode(*header, compressed);
  } catch (const std::system_error&) {  // no more threads
    return {};
  }
}

}  // namespace app
