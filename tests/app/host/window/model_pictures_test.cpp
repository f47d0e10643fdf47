#include "app/host/window/model_pictures.h"

#include <chrono>
#include <fstream>
#include <memory>
#include <optional>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/host/files/model_file.h"
#include "app/record/png.h"
#include "tests/app/host/stage_fixture.h"
#include "tests/support/source_folder.h"
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

namespace app::test {
namespace {

namespace fs = std::filesystem;

class ModelPicturesTest : public StageFixture {
 protected:
  void SetUp() override {
    ASSERT_NO_FATAL_FAILURE(StageFixture::SetUp());
    fs::copy_file(sourceFolder() / "assets/character.glb", hero_);
    session_ = std::make_unique<Session>(*loadModel(hero_.string()));
    stage_->showModel(session_->model());
    pictures_ = std::make_unique<ModelPictures>(cache_);
  }
  void frames(int count, bool idle, double delta = 0.25) {
    for (int i = 0; i < count; ++i) pictures_->take(*session_, *stage_, idle, delta);
  }
  /// What the session is told of this file; nothing after a minute without a word.
  std::optional<ModelPicture> reported(const fs::path& file) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < end) {
      frames(1, false);
      Commands reports;
      pictures_->poll(reports);
      for (const Command& report : reports)
        if (const auto* pictures = report.as<ReportPictures>())
          for (const ModelPicture& each : pictures->pictures)
            if (each.path == file) return each;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return std::nullopt;
  }
  int kept() const {
    std::error_code missing;
    int count = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(cache_, missing)) ++count;
    return count;
  }

  const ::test::TemporaryFolder folder_;
  const fs::path cache_ = folder_ / "cache/pictures", hero_ = folder_ / "hero.glb";
  std::unique_ptr<Session> session_;
  std::unique_ptr<ModelPictures> pictures_;
};

TEST_F(ModelPicturesTest, AreTakenOnceAfterASecondOfRest) {
  pictures_->noteShown(hero_.string());
  frames(20, false);
  frames(4, true);
  const auto picture = reported(hero_);
  ASSERT_TRUE(picture);
  EXPECT_NE(picture->texture, 0u);
  EXPECT_EQ(picture->width, kPictureSide);
  EXPECT_EQ(kept(), 1);
  fs::remove_all(cache_);
  frames(20, true);
  pictures_.reset();  // finishes all writes
  EXPECT_EQ(kept(), 0) << "once";
}

TEST_F(ModelPicturesTest, AreTakenOfTheBundledCharacter) {
  pictures_->noteShown("");
  frames(4, true);
  ASSERT_TRUE(reported(""));
  pictures_ = std::make_unique<ModelPictures>(cache_);  // the next run
  frames(20, true);
  pictures_->find("");
  EXPECT_NE(reported("")->texture, 0u);
  EXPECT_EQ(kept(), 1);
}

TEST_F(ModelPicturesTest, AreNotTakenOfWhatIsGoneWithinASecond) {
  for (int version = 0; version < 3; ++version) {
    pictures_->noteShown(hero_.string());
    frames(20, false);
    frames(3, true);
  }
  frames(1000, false);
  pictures_.reset();  // finishes all writes
  EXPECT_EQ(kept(), 0);
}

TEST_F(ModelPicturesTest, ShowTheCharacterOnATransparentGround) {
  pictures_->noteShown(hero_.string());
  frames(4, true);
  ASSERT_TRUE(reported(hero_));
  const auto picture = loadPicture(cache_, hero_);
  ASSERT_TRUE(picture);
  const auto alphaAt = [&](int x, int y) {
    return picture->rgba.at(static_cast<std::size_t>(4 * (y * kPictureSide + x) + 3));
  };
  EXPECT_EQ(alphaAt(kPictureSide / 2, kPictureSide / 2), 255);
  for (const int x : {0, kPictureSide - 1})
    for (const int y : {0, kPictureSide - 1}) EXPECT_EQ(alphaAt(x, y), 0) << x << ", " << y;
  int headRow = 0, footRow = kPictureSide - 1;
  const auto isEmpty = [&](int y) {
    for (int x = 0; x < kPictureSide; ++x)
      if (alphaAt(x, y) != 0) return false;
    return true;
  };
  while (headRow < footRow && isEmpty(headRow)) ++headRow;
  while (footRow > headRow && isEmpty(footRow)) --footRow;
  EXPECT_GT(headRow, 0) << "the head is cut off";
  EXPECT_LT(footRow, kPictureSide - 1) << "the feet are cut off";
  EXPECT_GT(footRow - headRow, kPictureSide / 2) << "it is small";
}

TEST_F(ModelPicturesTest, AreFoundAgainUntilTheyAreForgotten) {
  pictures_->noteShown(hero_.string());
  frames(4, true);
  ASSERT_TRUE(reported(hero_));
  pictures_ = std::make_unique<ModelPictures>(cache_);  // the next run
  pictures_->find(hero_.string());
  EXPECT_NE(reported(hero_)->texture, 0u);
  pictures_->find((folder_ / "other.glb").string());
  EXPECT_EQ(reported(folder_ / "other.glb")->texture, 0u) << "there is none";

  pictures_->forgetFound();
  Commands reports;
  pictures_->poll(reports);
  ASSERT_EQ(reports.size(), 1u);
  ASSERT_NE(reports[0].as<ReportPictures>(), nullptr);
  EXPECT_TRUE(reports[0].as<ReportPictures>()->pictures.empty());
}

TEST_F(ModelPicturesTest, AreNeitherTakenNorFoundWithoutAFolder) {
  pictures_ = std::make_unique<ModelPictures>("");
  pictures_->noteShown(hero_.string());
  frames(20, true);
  pictures_->find(hero_.string());
  Commands reports;
  pictures_->poll(reports);
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].as<ReportPictures>()->pictures.at(0).texture, 0u);
}

TEST_F(ModelPicturesTest, HoldAFewTextures) {
  for (std::size_t i = 0; i < ModelPictures::kMaxTextures + 5; ++i)
    pictures_->find((folder_ / (std::to_string(i) + ".glb")).string());
  const fs::path last = folder_ / (std::to_string(ModelPictures::kMaxTextures + 4) + ".glb");
  ASSERT_TRUE(reported(last));
  pictures_->find(last.string());
  std::size_t count = 0;
  for (int i = 0; i < 60'000 && count == 0; ++i) {
    Commands reports;
    pictures_->poll(reports);
    if (!reports.empty()) count = reports[0].as<ReportPictures>()->pictures.size();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(count, ModelPictures::kMaxTextures);
}

}  // namespace

}  // namespace app::test
