#include "app/import/file/image_decode.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/png_decode.h"
#include "app/import/file/stb_decoders.h"
#include "app/import/file/webp_decode.h"

namespace app {
namespace {

using Texel = std::array<std::uint8_t, 4>;

void requireStbFile(ByteSpan file) {
  if (file.empty()) refuse("is empty");
  if (file.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) refuse("has ", file.size(), " bytes");
  if (isKtx(file)) refuse("is a KTX texture (Basis Universal), which cannot be decoded; save it as PNG, JPEG or WebP");
}

ImageSize uncheckedSize(ByteSpan file) {
  if (isWebp(file)) {
    const WebpSize size = webpSize(file);
    return {size.width, size.height};
  }
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
  std::optional<Bytes> decoded = isWebp(file) ? decodeWebp(file, {size.width, size.height}) : decodeLargePng(file);
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
