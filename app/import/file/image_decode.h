// Decodes PNG, JPEG, WebP, BMP and TGA images to RGBA, and makes what replaces a missing one.
#pragma once

#include <optional>
#include <string_view>

#include "app/import/file/file_bytes.h"
#include "app/model/material.h"
#include "crossfade/base/result.h"

namespace app {

// Decodes large PNG images two to three times as fast as stb_image, on several threads. Our own because Debian's PNG
// libraries undo the filters of the rows slowly, which takes most of the time.

/// RGBA, top row first, for a PNG of at least kLargePng pixels with three or four channels of 8 bits and no interlacing
/// or transparent color. Nothing for any other file, also a damaged one: stb_image decodes it, or says what is wrong.
/// Check the size in the header first (imageSize()): as much memory is allocated.
/// Source: Portable Network Graphics (PNG) Specification, second edition, sections 5, 9 and 10; RFC 1950, RFC 1951.
std::optional<Bytes> decodeLargePng(ByteSpan file);

/// Smaller images are not worth the threads.
inline constexpr std::size_t kLargePng = 512 * 512;

// Decodes WebP images (EXT_texture_webp). The only user of that library.

/// By the first bytes.
bool isWebp(ByteSpan file);

struct ImageSize {
  int width = 0;
  int height = 0;
  std::uint64_t bytes() const { return 4 * static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height); }
  /// Half of each side, rounded up.
  ImageSize halved() const { return {(width + 1) / 2, (height + 1) / 2}; }
};

/// As the header says. Throws ImportError when it is broken.
ImageSize webpSize(ByteSpan file);
/// RGBA, top row first, `size` pixels. Throws ImportError when the image is damaged or an animation.
Bytes decodeWebp(ByteSpan file, ImageSize size);

/// As the header of `file` says. Throws ImportError when it cannot be read, or has more than limits::kImageSide pixels
/// a side or limits::kImagePixels.
ImageSize imageSize(ByteSpan file);

/// The image in `file`, each side halved so many times. Throws ImportError when it cannot be decoded, as imageSize(),
/// or when it has more than `byteLimit` bytes decoded; all before any memory is allocated.
Image decodeImage(ByteSpan file, std::uint64_t byteLimit, int halvings = 0);

/// Returns the error instead of throwing it, for other modules.
crossfade::Result<Image> tryDecodeImage(ByteSpan file, std::uint64_t byteLimit);

/// Whether it is a KTX 2 container (KHR_texture_basisu), which cannot be decoded.
bool isKtx(ByteSpan file);
/// What a file is that is an image of a kind that we know but cannot decode, by its first bytes: "a TIFF image". Empty
/// for every other file.
std::string_view undecodedKind(ByteSpan file);

/// Replaces an image that is missing or broken: 16 x 16 pixels of magenta and gray squares.
Image checkerImage();
/// Replaces an image of a kind that we cannot decode (undecodedKind): 16 x 16 pixels of two light grays.
Image placeholderImage();

}  // namespace app
