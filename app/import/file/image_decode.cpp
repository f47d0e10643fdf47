#include "app/import/file/image_decode.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <thread>
#include <vector>

#include <webp/decode.h>
#include <system_error>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/stb_decoders.h"
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

bool isWebp(ByteSpan file) {
  return file.size() >= 12 && std::memcmp(file.data(), "RIFF", 4) == 0 && std::memcmp(file.data() + 8, "WEBP", 4) == 0;
}

ImageSize webpSize(ByteSpan file) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(file.data(), file.size(), &features) != VP8_STATUS_OK)
    refuse("is not an image that can be read: its WebP header is broken");
  if (features.has_animation != 0) refuse("is an animated WebP image");
  return {features.width, features.height};
}

Bytes decodeWebp(ByteSpan file, ImageSize size) {
  Bytes rgba(size.bytes());
  if (WebPDecodeRGBAInto(file.data(), file.size(), rgba.data(), rgba.size(), size.width * 4) == nullptr)
    refuse("cannot be decoded: its WebP data is damaged");
  return rgba;
}

namespace {

using Texel = std::array<std::uint8_t, 4>;

void requireStbFile(ByteSpan file) {
  if (file.empty()) refuse("is empty");
  if (file.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) refuse("has ", file.size(), " bytes");
  if (const std::string_view kind = undecodedKind(file); !kind.empty())
    refuse("is ", kind, ", which cannot be decoded; save it as PNG, JPEG or WebP");
}

ImageSize uncheckedSize(ByteSpan file) {
  if (isWebp(file)) return webpSize(file);
  requireStbFile(file);
  ImageSize size;
  int channels = 0;
  if (stbi_info_from_memory(file.data(), static_cast<int>(file.size()), &size.width, &size.height, &channels) == 0)
    refuse("is not an image that can be read: ", stbi_failure_reason());
  return size;
}

/// The mean of each square of four pixels; at an odd edge of two or one.
Bytes halved(const std::uint8_t* rgba, ImageSize size) {
  const ImageSize half = size.halved();
  Bytes result(half.bytes());
  for (int y = 0; y < half.height; ++y)
    for (int x = 0; x < half.width; ++x) {
      const int right = std::min(2 * x + 1, size.width - 1), below = std::min(2 * y + 1, size.height - 1);
      const auto at = [&](int column, int row) {
        return rgba + 4 * (static_cast<std::size_t>(row) * static_cast<std::size_t>(size.width) +
                           static_cast<std::size_t>(column));
      };
      const std::array corners{at(2 * x, 2 * y), at(right, 2 * y), at(2 * x, below), at(right, below)};
      std::uint8_t* out = result.data() + 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(half.width) +
                                               static_cast<std::size_t>(x));
      for (std::size_t k = 0; k < 4; ++k)
        out[k] = static_cast<std::uint8_t>((corners[0][k] + corners[1][k] + corners[2][k] + corners[3][k] + 2) / 4);
    }
  return result;
}

/// Copies the pixels, or halves them straight from the source, so a large image is never held twice.
Image imageOf(const std::uint8_t* rgba, ImageSize size, int halvings) {
  Bytes pixels = halvings > 0 ? halved(rgba, size) : Bytes(rgba, rgba + size.bytes());
  if (halvings > 0) size = size.halved();
  for (int i = 1; i < halvings; ++i, size = size.halved()) pixels = halved(pixels.data(), size);
  return {.name = {}, .width = size.width, .height = size.height, .rgba = std::move(pixels)};
}

/// 16 x 16 pixels.
Image squares(const char* name, Texel one, Texel other) {
  constexpr int kSide = 16, kSquare = 4;
  Image image{.name = name, .width = kSide, .height = kSide, .rgba = {}};
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) {
      const Texel& texel = (x / kSquare + y / kSquare) % 2 == 0 ? one : other;
      image.rgba.insert(image.rgba.end(), texel.begin(), texel.end());
    }
  return image;
}

}  // namespace

bool isKtx(ByteSpan file) { return file.size() >= 7 && std::memcmp(file.data(), "\xABKTX 20", 7) == 0; }

std::string_view undecodedKind(ByteSpan file) {
  struct Kind {
    std::size_t at;
    std::string_view bytes, name;
  };
  using namespace std::string_view_literals;
  constexpr std::array kKinds = std::to_array<Kind>({{0, "\xABKTX 20", "a KTX texture (Basis Universal)"},
                                                     {0, "\xABKTX 11", "a KTX texture (version 1)"},
                                                     {0, "DDS ", "a DDS texture"},
                                                     {0, "8BPS", "a Photoshop image (PSD)"},
                                                     {0, "II*\0"sv, "a TIFF image"},
                                                     {0, "MM\0*"sv, "a TIFF image"},
                                                     {0, "\x76\x2F\x31\x01", "an OpenEXR image"},
                                                     {0, "#?RADIANCE", "a Radiance image (HDR)"},
                                                     {0, "#?RGBE", "a Radiance image (HDR)"},
                                                     {0, "GIF8", "a GIF image"},
                                                     {0, "gimp xcf", "a GIMP image (XCF)"},
                                                     {0, "FOR4", "a Maya image (IFF)"},
                                                     {0, "\x01\xDA", "an SGI image"},
                                                     {4, "jP  \r\n\x87\n", "a JPEG 2000 image"},
                                                     {4, "ftypavif", "an AVIF image"},
                                                     {4, "ftyphei", "a HEIF image"}});
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  for (const Kind& kind : kKinds)
    if (text.size() > kind.at && text.substr(kind.at).starts_with(kind.bytes)) return kind.name;
  return {};
}

ImageSize imageSize(ByteSpan file) {
  const ImageSize size = uncheckedSize(file);
  if (size.width <= 0 || size.height <= 0 || size.width > limits::kImageSide || size.height > limits::kImageSide)
    refuse("is ", size.width, " x ", size.height, " pixels; the limit is ", limits::kImageSide, " a side");
  if (size.bytes() / 4 > limits::kImagePixels)
    refuse("is ", size.width, " x ", size.height, " pixels; the limit is ", limits::kImagePixels, " pixels");
  return size;
}

Image decodeImage(ByteSpan file, std::uint64_t byteLimit, int halvings) {
  const ImageSize size = imageSize(file);
  if (size.bytes() > byteLimit)
    refuse("is ", size.width, " x ", size.height, " pixels; all images together would need too much memory");
  std::optional<Bytes> decoded = isWebp(file) ? decodeWebp(file, size) : decodeLargePng(file);
  if (decoded) {
    if (halvings > 0) return imageOf(decoded->data(), size, halvings);
    return {.name = {}, .width = size.width, .height = size.height, .rgba = *std::move(decoded)};
  }
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(file.data(), static_cast<int>(file.size()), &width, &height, &channels, 4),
      stbi_image_free);
  if (!pixels) refuse("cannot be decoded: ", stbi_failure_reason());
  return imageOf(pixels.get(), size, halvings);
}

crossfade::Result<Image> tryDecodeImage(ByteSpan file, std::uint64_t byteLimit) {
  try {
    return decodeImage(file, byteLimit);
  } catch (const ImportError& error) {
    return crossfade::Error{std::string("it ") + error.what()};
  }
}

Image checkerImage() { return squares("missing image", {255, 0, 255, 255}, {96, 96, 96, 255}); }

Image placeholderImage() { return squares("image that cannot be decoded", {205, 205, 205, 255}, {190, 190, 190, 255}); }

}  // namespace app
