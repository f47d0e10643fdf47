#include "app/record/png.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/record/decode.h"
#include "tests/app/record/pictures.h"

namespace app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Png, KeepsEveryPixel) {
  const test::TemporaryFolder folder;
  for (const int width : {1, 7, 64}) {
    const test::Picture picture = test::movingDisc(width, 48, 2);
    const auto written = writePng(folder / "picture.png", picture.view());
    ASSERT_TRUE(written) << written.error().message;
    const test::Decoded read = test::decode(folder / "picture.png");
    ASSERT_EQ(read.error, "");
    ASSERT_EQ(read.frames.size(), 1u);
    EXPECT_EQ(read.width, width);
    EXPECT_EQ(read.frames[0].rgba, picture.rgba);
  }
  EXPECT_THAT(folder.names(), ElementsAre("picture.png"));
}

TEST(Png, KeepsTransparency) {
  const test::TemporaryFolder folder;
  test::Picture picture = test::movingDisc(16, 16, 0);
  picture.rgba[4 * 20 + 3] = 7;
  ASSERT_TRUE(writePng(folder / "picture.png", picture.view()));
  EXPECT_EQ(test::decode(folder / "picture.png").frames.at(0).rgba, picture.rgba);
}

TEST(Png, MakesItsFolder) {
  const test::TemporaryFolder folder;
  EXPECT_TRUE(writePng(folder / "out/deep/picture.png", test::movingDisc(4, 4, 0).view()));
  EXPECT_TRUE(std::filesystem::exists(folder / "out/deep/picture.png"));
}

TEST(Png, SaysWhichPathItCannotWrite) {
  const test::TemporaryFolder folder;
  const test::Picture picture = test::movingDisc(4, 4, 0);
  ASSERT_TRUE(writePng(folder / "file", picture.view()));
  const auto below = writePng(folder / "file/picture.png", picture.view());
  ASSERT_FALSE(below);
  EXPECT_THAT(below.error().message, HasSubstr((folder / "file").string()));
  std::filesystem::create_directory(folder / "taken.png");
  const auto taken = writePng(folder / "taken.png", picture.view());
  ASSERT_FALSE(taken);
  EXPECT_THAT(taken.error().message, HasSubstr("taken.png: it is a folder"));
}

TEST(Png, RefusesAnIncompletePicture) {
  const test::TemporaryFolder folder;
  const std::vector<std::uint8_t> tooFew(10);
  const auto written = writePng(folder / "picture.png", {.width = 4, .height = 4, .rgba = tooFew});
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message, HasSubstr("picture.png: the picture is empty or incomplete"));
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace app
