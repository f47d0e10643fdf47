#include "app/host/window/model_opening.h"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "tests/app/host/stage_fixture.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

struct ModelOpeningTest : test::StageFixture {
  void SetUp() override {
    ASSERT_NO_FATAL_FAILURE(StageFixture::SetUp());
    opening = std::make_unique<ModelOpening>(*stage_, loader);
  }
  std::optional<OpeningEnd> next() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < end) {
      if (auto ended = opening->update(session)) return ended;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return std::nullopt;
  }

  Session session{test::character()};
  ModelLoader loader{
      [](const std::string& path, const std::vector<std::string>&, ImportProgress&) -> crossfade::Result<Model> {
        if (path == "bad") return crossfade::Error{"it is bad"};
        return test::character();
      }};
  std::unique_ptr<ModelOpening> opening;
};

TEST_F(ModelOpeningTest, SaysWhatAFileThatFailedWasFor) {
  opening->open("good");
  opening->openNext("bad", OpenPurpose::AddClips);
  opening->openNext("bad");
  const auto good = next(), clips = next(), replacing = next();
  ASSERT_TRUE(good && clips && replacing);
  EXPECT_TRUE(good->model);
  EXPECT_EQ(good->purpose, OpenPurpose::Replace);
  EXPECT_FALSE(clips->model);
  EXPECT_EQ(clips->purpose, OpenPurpose::AddClips);
  EXPECT_FALSE(replacing->model);
  EXPECT_EQ(replacing->purpose, OpenPurpose::Replace);
  EXPECT_FALSE(opening->isBusy());
}

}  // namespace
}  // namespace app
