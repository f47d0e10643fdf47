#include "app/host/window/model_opening.h"

#include <chrono>
#include <future>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "tests/app/host/stage_fixture.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

struct ModelOpeningTest : test::StageFixture {
  void SetUp() override {
    ASSERT_NO_FATAL_FAILURE(StageFixture::SetUp());
    opening = std::make_unique<ModelOpening>(*stage_, loader, [](const std::string& path) { return path + ".kept"; });
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
  ModelLoader loader{[](const LoadRequest& request, ImportProgress&) -> crossfade::Result<Model> {
    if (request.path == "bad") return crossfade::Error{"it is bad" + request.kept};
    return test::character();
  }};
  std::unique_ptr<ModelOpening> opening;
};

TEST_F(ModelOpeningTest, SaysWhatAFileThatFailedWasFor) {
  opening->open({"good"});
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

TEST_F(ModelOpeningTest, BringsKeptWorkToModelsThatReplaceTheOneOnScreen) {
  opening->open({"bad"});
  EXPECT_EQ(next()->model.error().message, "it is badbad.kept");
  opening->openNext("bad");
  EXPECT_EQ(next()->model.error().message, "it is badbad.kept");
  opening->openNext("bad", OpenPurpose::AddClips);
  EXPECT_EQ(next()->model.error().message, "it is bad");
}

TEST_F(ModelOpeningTest, IsReadyBeforeItReplacesAModelAndCanStillBeCanceled) {
  opening->open({"folder/good"});
  while (!opening->isReady()) ASSERT_FALSE(opening->update(session));
  EXPECT_EQ(opening->readyFile(), "good");
  EXPECT_FALSE(opening->progress().running) << "nothing is left to do";
  opening->cancel();
  EXPECT_FALSE(opening->isReady());
  EXPECT_FALSE(opening->update(session));
}

/// A model whose loading ends when the test says so.
struct HeldOpeningTest : test::StageFixture {
  void SetUp() override {
    ASSERT_NO_FATAL_FAILURE(StageFixture::SetUp());
    opening = std::make_unique<ModelOpening>(*stage_, loader, [](const std::string&) { return std::string(); });
  }

  void TearDown() override { letGo(); }
  void letGo() {
    if (!std::exchange(isReleased, true)) release.set_value();
  }

  Session session{test::character()};
  bool isReleased = false;
  std::promise<void> release;
  std::shared_future<void> released = release.get_future().share();
  ModelLoader loader{[this](const LoadRequest&, ImportProgress&) -> crossfade::Result<Model> {
    released.wait();
    return test::character();
  }};
  std::unique_ptr<ModelOpening> opening;
};

TEST_F(HeldOpeningTest, FramesWhileAModelIsReadAgainNeitherWaitNorAllocate) {
  opening->reload(session);
  FrameProfiler profiler;
  const auto frames = [&](int count) {
    for (int i = 0; i < count; ++i) {
      EXPECT_FALSE(opening->update(session));
      EXPECT_TRUE(session.apply(ReportLoading{opening->progress()}));
      session.advance(0.01, profiler);
    }
  };
  frames(10);
  const ::test::AllocationGuard guard;
  frames(100);
  EXPECT_EQ(guard.count(), 0);
  EXPECT_TRUE(opening->isBusy()) << "100 frames have passed, and the file is not read yet";
  letGo();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  std::optional<OpeningEnd> ended;
  while (!ended && std::chrono::steady_clock::now() < end) ended = opening->update(session);
  ASSERT_TRUE(ended && ended->model);
  EXPECT_TRUE(ended->model->continues);
}

}  // namespace
}  // namespace app
