#include "app/host/window/model_opening.h"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "app/platform/gl_context_headless.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

struct ModelOpeningTest : testing::Test {
  void SetUp() override {
    auto made = HeadlessContext::make();
    ASSERT_TRUE(made) << made.error().message;
    context.emplace(std::move(*made));
    auto pictures = PictureStage::make({.loader = HeadlessContext::getProcAddress, .interface = false});
    ASSERT_TRUE(pictures) << pictures.error().message;
    stage = std::make_unique<PictureStage>(std::move(*pictures));
    opening = std::make_unique<ModelOpening>(*stage, loader);
  }
  std::optional<OpeningEnd> next() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < end) {
      if (auto ended = opening->update(session)) return ended;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return std::nullopt;
  }

  std::optional<HeadlessContext> context;
  std::unique_ptr<PictureStage> stage;
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
