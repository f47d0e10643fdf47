#include "app/import/file/image_decode.h"

#include <array>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <webp/encode.h>

#include "app/import/file/import_error.h"

namespace app {
namespace {

using testing::ElementsAre;

// A PNG of 2 x 1 pixels: red, then half transparent blue.
const Bytes kPng = {0x89, 'P', 'N', 'G', 0x0D, 0x0A, 0x1A, 0x0A, 0,   0,    0,    13,   'I',  'H',  'D',  'R',
                    0,    0,   0,   2,   0,    0,    0,    1,    8,   6,    0,    0,    0,    0xF4, 0x22, 0x7F,
                    0x8A, 0,   0,   0,   20,   'I',  'D',  'A',  'T', 0x78, 0x01, 0x01, 9,    0,    0xF6, 0xFF,
                    0,    255, 0,   0,   255,  0,    0,    255,  128, 0x0F, 0x7A, 0x03, 0x7E, 0,    0,    0,
                    0,    0,   0,   0,   0,    'I',  'E',  'N',  'D', 0xAE, 0x42, 0x60, 0x82};

std::string decodeError(const Bytes& file, std::uint64_t limit = 1000) {
  try {
    decodeImage(file, limit);
    return "not refused";
  } catch (const ImportError& error) {
    return error.what();
  }
}

TEST(ImageDecode, GivesRgbaFromTheTop) {
  const Image image = decodeImage(kPng, 1000);
  EXPECT_EQ(image.width, 2);
  EXPECT_EQ(image.height, 1);
  EXPECT_THAT(image.rgba, ElementsAre(255, 0, 0, 255, 0, 0, 255, 128));
}

TEST(ImageDecode, ChecksTheHeaderFirst) {
  Bytes bomb = kPng;
  bomb[18] = 0xFF;  // 65282 pixels wide
  EXPECT_EQ(decodeError(bomb), "is 65282 x 1 pixels; the limit is 16384 a side");
  EXPECT_NE(decodeError(kPng, 7).find("too much memory"), std::string::npos);
}

TEST(ImageDecode, RefusesWhatIsNotAnImage) {
  EXPECT_EQ(decodeError({}), "is empty");
  EXPECT_NE(decodeError({1, 2, 3}).find("not an image"), std::string::npos);
  EXPECT_NE(decodeError(Bytes(kPng.begin(), kPng.begin() + 45)), "not refused");
}

Bytes webpOf(const Image& image, bool lossless) {
  std::uint8_t* data = nullptr;
  const std::size_t size =
      lossless ? WebPEncodeLosslessRGBA(image.rgba.data(), image.width, image.height, image.width * 4, &data)
               : WebPEncodeRGBA(image.rgba.data(), image.width, image.height, image.width * 4, 90, &data);
  const Bytes file(data, data + size);
  WebPFree(data);
  return file;
}

TEST(ImageDecode, ReadsWebp) {
  const Image image = checkerImage();
  EXPECT_EQ(std::vector<int>(image.rgba.begin(), image.rgba.begin() + 4), (std::vector<int>{255, 0, 255, 255}));
  const Image exact = decodeImage(webpOf(image, true), 1 << 20);
  EXPECT_EQ(exact.rgba, image.rgba);
  const Image close = decodeImage(webpOf(image, false), 1 << 20);
  EXPECT_EQ(close.width, 16);
  EXPECT_NEAR(close.rgba[2 * 4], 255, 12) << "in the middle of a square";
}

TEST(ImageDecode, ChecksTheSizeOfWebpFirst) {
  Image tall{.name = {}, .width = 1, .height = 16'383, .rgba = {}};  // as tall as WebP can be
  tall.rgba.resize(4 * 16'383, 255);
  EXPECT_NE(decodeError(webpOf(tall, true), 4 * 16'383 - 1).find("too much memory"), std::string::npos);
  EXPECT_EQ(decodeError(webpOf(tall, true), 4 * 16'383), "not refused");
}

TEST(ImageDecode, OfDamagedWebpEndsInASentence) {
  const std::array files{webpOf(checkerImage(), true), webpOf(checkerImage(), false)};
  int refused = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    std::mt19937 random(seed);
    Bytes file = files[seed % 2];
    if (seed % 3 == 0) file.resize(random() % file.size());
    for (unsigned flips = 1 + random() % 4; flips > 0 && !file.empty(); --flips)
      file[random() % file.size()] ^= static_cast<std::uint8_t>(1u << random() % 8);
    refused += decodeError(file, 1 << 20) != "not refused" ? 1 : 0;
  }
  EXPECT_GT(refused, 100);
}

TEST(ImageDecode, NamesKtxTextures) {
  EXPECT_NE(decodeError({0xAB, 'K', 'T', 'X', ' ', '2', '0', 0xBB}).find("is a KTX texture"), std::string::npos);
}

TEST(ImageDecode, NamesTheKindsThatItCannotDecode) {
  for (const auto& [file, kind] : std::vector<std::pair<Bytes, std::string>>{
           {{'I', 'I', '*', 0, 8, 0, 0, 0}, "a TIFF image"},
           {{'M', 'M', 0, '*', 0, 0, 0, 8}, "a TIFF image"},
           {{'8', 'B', 'P', 'S', 0, 1}, "a Photoshop image (PSD)"},
           {{'D', 'D', 'S', ' ', 124, 0, 0, 0}, "a DDS texture"},
           {{0x76, 0x2F, 0x31, 0x01, 2}, "an OpenEXR image"},
           {{'G', 'I', 'F', '8', '9', 'a'}, "a GIF image"},
           {{0, 0, 0, 28, 'f', 't', 'y', 'p', 'a', 'v', 'i', 'f'}, "an AVIF image"}}) {
    EXPECT_EQ(undecodedKind(file), kind);
    EXPECT_EQ(decodeError(file), "is " + kind + ", which cannot be decoded; save it as PNG, JPEG or WebP");
  }
  for (const Bytes& file : {Bytes{}, Bytes{'D'}, Bytes{0, 0, 0, 28, 'f', 't', 'y', 'p'}, webpOf(checkerImage(), true)})
    EXPECT_EQ(undecodedKind(file), "");
}

TEST(ImageDecode, HalvesAsOftenAsAsked) {
  // Squares of 4 pixels: halved twice, each is one pixel.
  const Image whole = checkerImage();
  const Bytes file = webpOf(whole, true);
  const Image quarter = decodeImage(file, 1 << 20, 2);
  ASSERT_EQ(quarter.width, 4);
  ASSERT_EQ(quarter.height, 4);
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t column = i % 4 * 4, row = i / 4 * 4;
      EXPECT_EQ(quarter.rgba[4 * i + k], whole.rgba[4 * (row * 16 + column) + k]);
    }
  const Image mixed = decodeImage(file, 1 << 20, 3);
  EXPECT_EQ(mixed.rgba[0], (255 + 96 + 1) / 2);
  const Image odd = decodeImage(kPng, 1000, 1);  // 2 x 1: red, half transparent blue
  EXPECT_THAT(odd.rgba, ElementsAre(128, 0, 128, 192));
  EXPECT_EQ(decodeImage(kPng, 1000, 5).rgba.size(), 4u) << "one pixel stays one";
}

TEST(CheckerImage, IsSmallAndOpaque) {
  const Image image = checkerImage();
  EXPECT_EQ(image.rgba.size(), 4u * 16 * 16);
  EXPECT_EQ(image.rgba[3], 255);
  EXPECT_NE(image.rgba[0], image.rgba[4 * 4]);
}

}  // namespace
}  // namespace app
