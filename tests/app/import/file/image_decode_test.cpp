#include "app/import/file/image_decode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  EXPECT_EQ(decodeError(bomb), "is 65282 x 1 pixels; the limit is 8192 a side");
  EXPECT_NE(decodeError(kPng, 7).find("too much memory"), std::string::npos);
}

TEST(ImageDecode, RefusesWhatIsNotAnImage) {
  EXPECT_EQ(decodeError({}), "is empty");
  EXPECT_NE(decodeError({1, 2, 3}).find("not an image"), std::string::npos);
  EXPECT_NE(decodeError(Bytes(kPng.begin(), kPng.begin() + 45)), "not refused");
}

TEST(CheckerImage, IsSmallAndOpaque) {
  const Image image = checkerImage();
  EXPECT_EQ(image.rgba.size(), 4u * 16 * 16);
  EXPECT_EQ(image.rgba[3], 255);
  EXPECT_NE(image.rgba[0], image.rgba[4 * 4]);
}

}  // namespace
}  // namespace app
