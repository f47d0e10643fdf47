#include "app/host/window/model_pictures.h"

#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

#include "app/host/files/model_file.h"
#include "app/host/files/picture_cache.h"
#include "tests/app/host/stage_fixture.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"

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
