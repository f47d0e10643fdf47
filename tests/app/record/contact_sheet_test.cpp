#include "app/record/contact_sheet.h"

#include <gtest/gtest.h>

#include "tests/app/record/decode.h"
#include "tests/app/record/pictures.h"

namespace app {
namespace {

TEST(ContactSheet, PutsEachPictureInItsCell) {
  const test::TemporaryFolder folder;
  auto sheet = openContactSheet(folder / "sheet.png", {.width = 20, .height = 10}, 5, 2);
  ASSERT_TRUE(sheet) << sheet.error().message;
  for (int i = 0; i < 5; ++i) ASSERT_TRUE((*sheet)->add(test::movingDisc(20, 10, i).view()));
  ASSERT_TRUE((*sheet)->finish());
  const test::Decoded read = test::decode(folder / "sheet.png");
  ASSERT_EQ(read.error, "");
  const int columns = contactSheetColumns(20, 10, 5), rows = (5 + columns - 1) / columns;
  EXPECT_EQ(read.width, columns * 22 + 2);
  EXPECT_EQ(read.height, rows * 12 + 2);
  std::vector<std::uint8_t> pixels;
  for (int i = 0; i < 5; ++i) {
    const PictureRegion region{2 + i % columns * 22, 2 + i / columns * 12, 20, 10};
    ASSERT_TRUE(region.isInside(read.width, read.height));
    cropped({read.width, read.height, read.frames[0].rgba}, region, pixels);
    EXPECT_EQ(pixels, test::movingDisc(20, 10, i).rgba) << i;
  }
}

TEST(ContactSheet, IsAsSquareAsItsPicturesAllow) {
  EXPECT_EQ(contactSheetColumns(100, 100, 9), 3);
  EXPECT_EQ(contactSheetColumns(320, 240, 8), 3);
  EXPECT_EQ(contactSheetColumns(1600, 100, 16), 1);
  EXPECT_EQ(contactSheetColumns(100, 1600, 16), 16);
  EXPECT_EQ(contactSheetColumns(64, 48, 1), 1);
}

TEST(ContactSheet, SaysWhatDoesNotFit) {
  const test::TemporaryFolder folder;
  const auto refusal = [&](const char* name, const SinkOptions& options, int count) {
    const auto sheet = openContactSheet(folder / name, options, count);
    return sheet ? std::string("opened") : sheet.error().message.substr(sheet.error().message.find(": ") + 2);
  };
  EXPECT_EQ(refusal("sheet.gif", {}, 4), "a contact sheet is a .png");
  EXPECT_EQ(refusal("sheet.png", {}, 0), "a contact sheet of 0 pictures");
  EXPECT_EQ(refusal("sheet.png", {.width = 8000, .height = 8000}, 9),
            "the sheet would be 24032 x 24032 pixels; the limit is 16384");
  auto sheet = openContactSheet(folder / "sheet.png", {.width = 20, .height = 10}, 2);
  ASSERT_TRUE(sheet);
  ASSERT_TRUE((*sheet)->add(test::movingDisc(20, 10, 0).view()));
  EXPECT_FALSE((*sheet)->add(test::movingDisc(10, 10, 0).view()));
  sheet = openContactSheet(folder / "sheet.png", {.width = 20, .height = 10}, 2);
  EXPECT_FALSE((*sheet)->finish()) << "no picture came";
  EXPECT_TRUE(folder.names().empty());
}

TEST(ContactSheet, WithoutItsLastPicturesHasOnlyTheRowsItNeeds) {
  const test::TemporaryFolder folder;
  auto sheet = openContactSheet(folder / "sheet.png", {.width = 20, .height = 20}, 9, 2);
  ASSERT_TRUE(sheet) << sheet.error().message;
  for (int i = 0; i < 4; ++i) ASSERT_TRUE((*sheet)->add(test::movingDisc(20, 20, i).view()));
  const auto written = (*sheet)->finish();
  ASSERT_TRUE(written) << written.error().message;
  const test::Decoded read = test::decode(folder / "sheet.png");
  ASSERT_EQ(read.error, "");
  EXPECT_EQ(read.width, 3 * 22 + 2);
  EXPECT_EQ(read.height, 2 * 22 + 2);
  std::vector<std::uint8_t> pixels;
  cropped({read.width, read.height, read.frames[0].rgba}, {2, 24, 20, 20}, pixels);
  EXPECT_EQ(pixels, test::movingDisc(20, 20, 3).rgba);
}

TEST(Crop, TakesTheRegion) {
  const test::Picture picture = test::movingDisc(8, 6, 0);
  std::vector<std::uint8_t> pixels;
  const ImageView found = cropped(picture.view(), {3, 2, 4, 3}, pixels);
  EXPECT_TRUE(found.isComplete());
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 16; ++x)
      EXPECT_EQ(pixels[static_cast<std::size_t>(y * 16 + x)],
                picture.rgba[static_cast<std::size_t>((y + 2) * 32 + 12 + x)]);
  EXPECT_TRUE((PictureRegion{0, 0, 8, 6}.isInside(8, 6)));
  EXPECT_FALSE((PictureRegion{5, 0, 4, 6}.isInside(8, 6)));
  EXPECT_FALSE((PictureRegion{-1, 0, 4, 6}.isInside(8, 6)));
  EXPECT_FALSE((PictureRegion{2147483647, 0, 2147483647, 6}.isInside(8, 6)));
}

}  // namespace
}  // namespace app
