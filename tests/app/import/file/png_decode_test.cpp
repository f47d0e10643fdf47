#include "app/import/file/image_decode.h"

#include <algorithm>
#include <random>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

#include "app/import/file/import_error.h"

namespace app {
namespace {

constexpr int kWidth = 640, kHeight = 419;  // more than kLargePng

/// Of each pixel `channels` values: waves with noise, and some rows of a single color.
Bytes wavyPixels(int channels) {
  std::mt19937 random(7);
  Bytes pixels;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x)
      for (int i = 0; i < channels; ++i)
        pixels.push_back(y % 50 == 49 ? 200 : static_cast<std::uint8_t>(x / 3 + y * (i + 1) / 2 + random() % 24));
  return pixels;
}

/// `filter` is that of all rows, or -1: the best of each.
Bytes pngOf(const Bytes& pixels, int channels, int filter) {
  stbi_write_force_png_filter = filter;
  stbi_write_png_compression_level = 5;
  Bytes file;
  const auto write = [](void* to, void* data, int size) {
    const auto* const bytes = static_cast<const std::uint8_t*>(data);
    static_cast<Bytes*>(to)->insert(static_cast<Bytes*>(to)->end(), bytes, bytes + size);
  };
  stbi_write_png_to_func(write, &file, kWidth, kHeight, channels, pixels.data(), kWidth * channels);
  return file;
}

Bytes rgbaOf(const Bytes& pixels, std::size_t channels) {
  Bytes rgba;
  for (std::size_t i = 0; i < pixels.size(); i += channels)
    for (std::size_t k = 0; k < 4; ++k) rgba.push_back(k < channels ? pixels[i + k] : 255);
  return rgba;
}

/// The position of the length of the first chunk with that name.
std::size_t chunkAt(const Bytes& file, std::string_view name) {
  const auto at = std::search(file.begin(), file.end(), name.begin(), name.end());
  return static_cast<std::size_t>(at - file.begin()) - 4;
}

TEST(PngDecode, GivesThePixelsForEachFilter) {
  for (const int channels : {3, 4}) {
    const Bytes pixels = wavyPixels(channels);
    const Bytes rgba = rgbaOf(pixels, static_cast<std::size_t>(channels));
    for (const int filter : {-1, 0, 1, 2, 3, 4}) {
      const std::optional<Bytes> decoded = decodeLargePng(pngOf(pixels, channels, filter));
      ASSERT_TRUE(decoded) << channels << " channels, filter " << filter;
      EXPECT_TRUE(*decoded == rgba) << channels << " channels, filter " << filter;
    }
  }
}

TEST(PngDecode, LeavesOtherFilesToStbImage) {
  const Bytes file = pngOf(wavyPixels(3), 3, -1);
  const auto isOurs = [&](std::size_t position, std::uint8_t value) {
    Bytes other = file;
    other[position] = value;
    return decodeLargePng(other).has_value();
  };
  EXPECT_TRUE(isOurs(0, 0x89)) << "unchanged";
  EXPECT_FALSE(isOurs(0, 'J')) << "not a PNG";
  EXPECT_FALSE(isOurs(12, 'C')) << "another chunk comes first";
  EXPECT_FALSE(isOurs(18, 1)) << "few pixels: 384 x 419";
  EXPECT_FALSE(isOurs(24, 16)) << "16 bits";
  for (const std::uint8_t colors : {0, 3, 4}) EXPECT_FALSE(isOurs(25, colors)) << "gray or a palette";
  EXPECT_FALSE(isOurs(28, 1)) << "interlaced";

  const std::initializer_list<std::uint8_t> transparentColor{0, 0, 0, 6, 't', 'R', 'N', 'S', 0,
                                                             1, 0, 2, 0, 3,   0,   0,   0,   0};
  Bytes transparent = file;
  transparent.insert(transparent.begin() + 33, transparentColor);
  EXPECT_FALSE(decodeLargePng(transparent));
  EXPECT_EQ(decodeImage(transparent, 1 << 24).rgba.size(), 4u * kWidth * kHeight);
}

TEST(PngDecode, ReadsEveryIdatChunkAndNoOther) {
  const Bytes pixels = wavyPixels(4);
  Bytes file = pngOf(pixels, 4, -1);
  const std::size_t at = chunkAt(file, "IDAT"), size = file.size() - at - 24;
  // Cut after 1000 bytes, with a chunk of text in between.
  const Bytes text{0, 0, 0, 0, 0, 0, 0, 3, 't', 'E', 'X', 't', 'a', 0, 'b', 0, 0, 0, 0};
  Bytes second{0, 0, 0, 0, 'I', 'D', 'A', 'T'};
  for (std::size_t i = 0; i < 4; ++i) {
    second[i] = static_cast<std::uint8_t>((size - 1000) >> (24 - 8 * i));
    file[at + i] = static_cast<std::uint8_t>(1000u >> (24 - 8 * i));
  }
  second.insert(second.begin(), text.begin(), text.end());
  file.insert(file.begin() + static_cast<int>(at) + 1008, second.begin(), second.end());
  const std::optional<Bytes> decoded = decodeLargePng(file);
  ASSERT_TRUE(decoded);
  EXPECT_TRUE(*decoded == rgbaOf(pixels, 4));
}

TEST(PngDecode, OfDamagedFilesGivesNothing) {
  const Bytes file = pngOf(wavyPixels(3), 3, 0);
  for (const std::size_t size : {std::size_t{0}, std::size_t{20}, std::size_t{33}, std::size_t{40}, file.size() / 2,
                                 file.size() - 13, file.size() - 12})
    EXPECT_FALSE(decodeLargePng(ByteSpan(file).first(size))) << size << " of " << file.size() << " bytes";
  Bytes changed = file;
  changed[23] += 1;
  EXPECT_FALSE(decodeLargePng(changed)) << "one row too few";
  changed[23] -= 2;
  EXPECT_FALSE(decodeLargePng(changed)) << "one row too many";
  changed = file;
  changed[20] = 0x7F;
  EXPECT_FALSE(decodeLargePng(changed)) << "more rows than so few bytes can hold";
  changed = file;
  changed[chunkAt(file, "IDAT")] = 0xFF;
  EXPECT_FALSE(decodeLargePng(changed)) << "a chunk longer than the file";
}

TEST(PngDecode, RefusesAFilterThatDoesNotExist) {
  // Not compressed, so the first filter is where it can be found: after the headers of zlib and of the first block.
  constexpr std::size_t kRow = 1 + 3 * 1024, kRows = 256;
  Bytes file{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0,
             0,    4,   0,   0,   0,    1,    0,    8,    2, 0, 0, 0,  0,   0,   0,   0};
  Bytes stream{0x78, 0x01};
  for (std::size_t i = 0; i < kRows; ++i) {
    const std::uint8_t isLast = i + 1 == kRows;
    for (const std::size_t value : {std::size_t{isLast}, kRow & 255, kRow >> 8, ~kRow & 255, (~kRow >> 8) & 255})
      stream.push_back(static_cast<std::uint8_t>(value));
    stream.insert(stream.end(), kRow, 0);
  }
  for (const int shift : {24, 16, 8, 0}) file.push_back(static_cast<std::uint8_t>(stream.size() >> shift));
  for (const char letter : {'I', 'D', 'A', 'T'}) file.push_back(static_cast<std::uint8_t>(letter));
  const std::size_t filter = file.size() + 2 + 5;
  file.insert(file.end(), stream.begin(), stream.end());
  file.insert(file.end(), {0, 0, 0, 0, 0, 0, 0, 0, 'I', 'E', 'N', 'D', 0, 0, 0, 0});
  EXPECT_TRUE(decodeLargePng(file)) << "checksums are not compared";
  file[filter + 100 * (kRow + 5)] = 5;
  EXPECT_FALSE(decodeLargePng(file));
}

TEST(PngDecode, OfADamagedFileIsAnImageOrAnError) {
  const Bytes file = pngOf(wavyPixels(3), 3, -1);
  std::mt19937 random(11);
  int images = 0;
  for (int i = 0; i < 150; ++i) {
    Bytes damaged = file;
    for (int k = 0; k < 3; ++k)
      damaged[random() % (k == 0 ? 100 : damaged.size())] = static_cast<std::uint8_t>(random());
    try {
      const Image image = decodeImage(damaged, 1 << 26);
      EXPECT_EQ(image.rgba.size(), 4u * static_cast<unsigned>(image.width) * static_cast<unsigned>(image.height));
      ++images;
    } catch (const ImportError& error) {
      EXPECT_STRNE(error.what(), "");
    }
  }
  EXPECT_GT(images, 0);
  EXPECT_LT(images, 150);
}

}  // namespace
}  // namespace app
