#include "app/import/file/import_watch.h"

#include <atomic>
#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/import_model.h"
#include "tests/app/import/slow_model.h"

namespace app {
namespace {

crossfade::Result<Model> open(const std::string& file, ImportProgress& progress) {
  return importModel("slow.glb", std::as_bytes(std::span(file)), {.progress = &progress});
}

TEST(ImportWatch, WithoutProgressDoesNothing) {
  const ImportWatch watch;
  watch.throwIfCanceled();
  watch.enter(ImportStage::Pictures).subrange(3, 4).at(0.5);
  watch.finishFile();
}

TEST(ImportWatch, OfASubrangeStaysWithinIt) {
  ImportProgress progress;
  const ImportWatch whole(&progress);
  const ImportWatch half = whole.subrange(1, 2);
  EXPECT_DOUBLE_EQ(progress.fraction(), 0.5);
  half.subrange(1, 4).at(0.5);
  EXPECT_DOUBLE_EQ(progress.fraction(), 0.5 + 0.5 * (0.25 + 0.125));
  half.at(7);
  EXPECT_DOUBLE_EQ(progress.fraction(), 1);
}

TEST(ImportWatch, BeyondItsEndIsItsEnd) {
  ImportProgress progress;
  const ImportWatch first = ImportWatch(&progress).subrange(0, 2);
  first.at(7);
  EXPECT_DOUBLE_EQ(progress.fraction(), 0.5);
}

TEST(ImportWatch, StagesOfASecondFileFollowThoseOfTheFirst) {
  ImportProgress alone, second;
  ImportWatch(&alone).enter(ImportStage::Converting).at(0.5);
  ImportWatch(&second).subrange(1, 2).enter(ImportStage::Converting).at(0.5);
  EXPECT_DOUBLE_EQ(second.fraction(), 0.5 + alone.fraction() / 2);
}

TEST(ImportWatch, NeverGoesBack) {
  ImportProgress progress;
  const ImportWatch whole(&progress);
  whole.at(0.5);
  whole.at(0.2);
  whole.subrange(0, 0);
  whole.subrange(0, 2).at(1, 3);
  EXPECT_DOUBLE_EQ(progress.fraction(), 0.5);
  whole.at(0, 0);
  EXPECT_DOUBLE_EQ(progress.fraction(), 1);
}

TEST(ImportWatch, BesideTheStagesCountsElsewhereAndIsCanceledWithThem) {
  ImportProgress progress;
  std::atomic<double> fraction = 0;
  const ImportWatch beside = ImportWatch(&progress).enter(ImportStage::Converting).beside(fraction);
  const double before = progress.fraction();
  beside.subrange(1, 4).at(0.5);
  EXPECT_DOUBLE_EQ(fraction, 0.375);
  EXPECT_DOUBLE_EQ(progress.fraction(), before);
  progress.cancel();
  EXPECT_THROW(beside.at(1), ImportCanceled);
}

TEST(ImportWatch, CountsSeveralFilesAsOne) {
  ImportProgress progress;
  progress.expectFiles(2);
  const ImportWatch first(&progress);
  first.enter(ImportStage::Pictures).at(1);
  EXPECT_DOUBLE_EQ(progress.fraction(), 0.5);
  first.finishFile();
  const ImportWatch second(&progress);
  second.enter(ImportStage::Reading);
  EXPECT_DOUBLE_EQ(progress.fraction(), 0.5);
  second.finishFile();
  EXPECT_DOUBLE_EQ(progress.fraction(), 1);
}

TEST(ImportWatch, ThrowsOnceItIsCanceled) {
  ImportProgress progress;
  const ImportWatch watch(&progress);
  progress.cancel();
  EXPECT_THROW(watch.throwIfCanceled(), ImportCanceled);
  EXPECT_THROW(watch.enter(ImportStage::Checking), ImportCanceled);
  EXPECT_THROW(ImportWatch{&progress}, ImportCanceled);
}

TEST(ImportModel, ReportsProgressUntilItIsDone) {
  const std::string file = test::slowGlb(24, 128);
  ImportProgress progress;
  std::atomic<bool> ended = false;
  double before = 0;
  ImportStage stage = ImportStage::Reading;
  bool forwards = true;
  std::thread reader([&] {
    while (!ended) {
      const double fraction = progress.fraction();
      const ImportStage now = progress.stage();
      forwards = forwards && fraction >= before && fraction <= 1 && now >= stage;
      before = fraction;
      stage = now;
    }
  });
  const auto model = open(file, progress);
  ended = true;
  reader.join();
  ASSERT_TRUE(model);
  ASSERT_EQ(model->images.size(), 24u);
  EXPECT_EQ(model->images.back().width, 128);
  EXPECT_TRUE(forwards);
  EXPECT_EQ(progress.stage(), ImportStage::Pictures);
  EXPECT_DOUBLE_EQ(progress.fraction(), 1);
}

TEST(ImportModel, CanceledBeforeItStartsReadsNothing) {
  ImportProgress progress;
  progress.cancel();
  const auto model = importModel("/there/is/no/such.glb", {.progress = &progress});
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().message, "such.glb: the import was canceled");
  EXPECT_EQ(progress.fraction(), 0);
}

TEST(ImportModel, CanceledWhileDecodingImagesDecodesNoMore) {
  const std::string file = test::slowGlb(200, 512);
  ImportProgress progress;
  double canceledAt = 0;
  std::thread other([&] {
    while (progress.stage() != ImportStage::Pictures) std::this_thread::yield();
    progress.cancel();
    canceledAt = progress.fraction();
  });
  const auto model = open(file, progress);
  other.join();
  if (model) {  // all pictures were decoded before the other thread ran again
    EXPECT_EQ(canceledAt, 1);
    return;
  }
  EXPECT_EQ(model.error().message, "slow.glb: the import was canceled");
  EXPECT_LE(progress.fraction(), canceledAt + 1.5 / 200) << "the picture in progress, and no other";
}

TEST(ImportModel, CanBeCanceledAtAnyTime) {
  const std::string file = test::slowGlb(8, 64);
  for (int i = 0; i < 40; ++i) {
    ImportProgress progress;
    std::thread other([&, wait = std::chrono::microseconds(50 * i)] {
      std::this_thread::sleep_for(wait);
      progress.cancel();
    });
    const auto model = open(file, progress);
    other.join();
    EXPECT_TRUE(model || model.error().message == "slow.glb: the import was canceled");
    EXPECT_TRUE(!model || progress.fraction() == 1);
  }
}

}  // namespace
}  // namespace app
