#include "app/host/files/picture_cache.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/record/png.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::SizeIs;

class PictureCache : public testing::Test {
 protected:
  /// Of one gray.
  static Image picture(std::uint8_t gray, int side = 8) {
    return {.name = {},
            .width = side,
            .height = side,
            .rgba = std::vector<std::uint8_t>(static_cast<std::size_t>(4 * side * side), gray)};
  }
  crossfade::Result<void> save(const fs::path& model, std::uint8_t gray, const PictureCacheLimits& limits = {}) const {
    const Image image = picture(gray);
    return savePicture(cache, model, {image.width, image.height, image.rgba}, limits);
  }
  /// The first byte of the picture that is found; -1: none.
  int found(const fs::path& model) const {
    const auto image = loadPicture(cache, model);
    return image ? image->rgba.at(0) : -1;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(cache)) names.push_back(entry.path().filename().string());
    return names;
  }
  void setAge(const fs::path& model, int seconds) const {
    fs::last_write_time(cache / pictureName(model, stampOf(model)),
                        fs::file_time_type::clock::now() - std::chrono::seconds(seconds));
  }

  const ::test::TemporaryFolder folder;
  const fs::path cache = folder / "cache/crossfade/pictures";
  const fs::path fox = folder.write("fox.glb", "fox"), bee = folder.write("bee.glb", "bee"),
                 ant = folder.write("ant.glb", "ant");
};

TEST_F(PictureCache, FindsWhatItKept) {
  EXPECT_EQ(found(fox), -1);
  ASSERT_TRUE(save(fox, 50));
  ASSERT_TRUE(save(bee, 90));
  EXPECT_EQ(found(fox), 50);
  EXPECT_EQ(found(bee), 90);
  EXPECT_EQ(found(folder / "./fox.glb"), 50) << "the same file";
}

TEST_F(PictureCache, AChangedFileShowsNoOldPicture) {
  ASSERT_TRUE(save(fox, 50));
  folder.write("fox.glb", "a larger fox");
  EXPECT_EQ(found(fox), -1);
  ASSERT_TRUE(save(fox, 60));
  EXPECT_EQ(found(fox), 60);
  EXPECT_THAT(names(), SizeIs(1)) << "the old one is dropped";

  fs::last_write_time(fox, fs::last_write_time(fox) + std::chrono::nanoseconds(1));
  EXPECT_EQ(found(fox), -1) << "of the same size";
  fs::remove(fox);
  EXPECT_EQ(found(fox), -1);
  EXPECT_FALSE(save(fox, 70));
}

TEST_F(PictureCache, NamesTellFilesAndVersionsApart) {
  const FileStamp stamp{.seconds = 1, .nanoseconds = 2, .size = 3, .inode = 4};
  const std::string name = pictureName("/models/fox.glb", stamp);
  EXPECT_EQ(name, pictureName("/models/fox.glb", stamp));
  EXPECT_TRUE(name.starts_with(picturePrefix("/models/fox.glb"))) << name;
  FileStamp moved = stamp;
  moved.inode = 9;
  EXPECT_EQ(name, pictureName("/models/fox.glb", moved)) << "a copy of the disk has other inodes";
  EXPECT_NE(name, pictureName("/models/fox2.glb", stamp));
  for (std::int64_t FileStamp::*each : {&FileStamp::seconds, &FileStamp::nanoseconds}) {
    FileStamp other = stamp;
    ++(other.*each);
    EXPECT_NE(name, pictureName("/models/fox.glb", other));
  }
  FileStamp larger = stamp;
  ++larger.size;
  EXPECT_NE(name, pictureName("/models/fox.glb", larger));
}

TEST_F(PictureCache, KeepsTheNewestFiles) {
  ASSERT_TRUE(save(fox, 1));
  setAge(fox, 20);
  ASSERT_TRUE(save(bee, 2));
  setAge(bee, 10);
  folder.write("cache/crossfade/pictures/notes.txt", "not ours");
  ASSERT_TRUE(save(ant, 3, {.files = 2}));
  EXPECT_EQ(found(fox), -1) << "the oldest";
  EXPECT_EQ(found(bee), 2);
  EXPECT_EQ(found(ant), 3);
  EXPECT_THAT(names(), Contains("notes.txt"));
}

TEST_F(PictureCache, KeepsNoMoreBytesThanAllowed) {
  ASSERT_TRUE(save(fox, 1));
  setAge(fox, 20);
  const std::uint64_t one = fs::file_size(cache / pictureName(fox, stampOf(fox)));
  ASSERT_TRUE(save(bee, 2, {.files = 200, .bytes = 3 * one / 2}));
  EXPECT_EQ(found(fox), -1);
  EXPECT_EQ(found(bee), 2);
}

TEST_F(PictureCache, IgnoresDamagedAndHugeFiles) {
  ASSERT_TRUE(save(fox, 50));
  const fs::path file = cache / pictureName(fox, stampOf(fox));
  const auto write = [&](const std::string& bytes) { std::ofstream(file, std::ios::binary) << bytes; };
  std::string whole(fs::file_size(file), 0);
  std::ifstream(file, std::ios::binary).read(whole.data(), static_cast<std::streamsize>(whole.size()));
  write(whole.substr(0, whole.size() / 2));
  EXPECT_EQ(found(fox), -1);
  write("");
  EXPECT_EQ(found(fox), -1);
  write(whole);
  ASSERT_EQ(found(fox), 50);
  write(whole + std::string(1'000'001, 'x'));
  EXPECT_EQ(found(fox), -1) << "a picture is never so large";

  for (const int side : {kPictureSide, kPictureSide + 1}) {
    const Image large = picture(7, side);
    ASSERT_TRUE(writePng(file, {side, side, large.rgba}));
    EXPECT_EQ(found(fox), side == kPictureSide ? 7 : -1) << side;
  }
  const std::vector<std::uint8_t> strip(std::size_t{4} * 2 * kPictureSide, 7);
  ASSERT_TRUE(writePng(file, {2 * kPictureSide, 1, strip}));
  EXPECT_EQ(found(fox), -1) << "few pixels, but too wide";
}

TEST_F(PictureCache, IsForTheUserAlone) {
  ASSERT_TRUE(save(fox, 50));
  EXPECT_EQ(fs::status(cache).permissions(), fs::perms::owner_all);
}

}  // namespace
}  // namespace app
