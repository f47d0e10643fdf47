#include "app/record/recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>

#include "tests/app/record/decode.h"
#include "tests/app/record/pictures.h"

namespace app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Stores the first byte of every picture; can wait for permission before each; fails at `failsAt`.
struct Notes {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<int> seen;
  int allowed = 1'000'000;
  int failsAt = -1;
  bool finished = false;

  void allow(int count) {
    {
      const std::lock_guard lock(mutex);
      allowed = count;
    }
    changed.notify_all();
  }
};

class NotingSink final : public FrameSink {
 public:
  explicit NotingSink(Notes& notes) : notes_(notes) {}
  crossfade::Result<void> add(const ImageView& image) override {
    std::unique_lock lock(notes_.mutex);
    notes_.changed.wait(lock, [&] { return static_cast<int>(notes_.seen.size()) < notes_.allowed; });
    if (static_cast<int>(notes_.seen.size()) == notes_.failsAt) return crossfade::Error{"no space left on device"};
    notes_.seen.push_back(image.rgba[0]);
    return {};
  }
  crossfade::Result<void> finish() override {
    const std::lock_guard lock(notes_.mutex);
    notes_.finished = true;
    return {};
  }

 private:
  Notes& notes_;
};

test::Picture pictureOf(int number) { return {1, 1, {static_cast<std::uint8_t>(number), 0, 0, 255}}; }

TEST(Recorder, WithoutMemoryForTheEncoderReportsAnError) {
  class HungrySink final : public FrameSink {
    crossfade::Result<void> add(const ImageView&) override { throw std::bad_alloc(); }
    crossfade::Result<void> finish() override { return {}; }
  };
  Recorder recorder(std::make_unique<HungrySink>(), OverflowPolicy::Wait);
  const test::Picture picture = pictureOf(1);
  static_cast<void>(recorder.add(picture.view(), 0));
  const auto finished = recorder.finish(2);
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().message, "there is not enough memory to record");
}

TEST(Recorder, OfflineKeepsEveryPictureInItsOrder) {
  Notes notes;
  Recorder recorder(std::make_unique<NotingSink>(notes), OverflowPolicy::Wait);
  std::vector<int> expected;
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(recorder.add(pictureOf(i).view(), i));
    expected.push_back(i);
  }
  ASSERT_TRUE(recorder.finish(200));
  EXPECT_EQ(notes.seen, expected);
  EXPECT_TRUE(notes.finished);
  EXPECT_EQ(recorder.status().written, 200);
  EXPECT_EQ(recorder.status().dropped, 0);
}

TEST(Recorder, LiveDropsPicturesWhenTheEncoderIsBusyAndKeepsTheTiming) {
  Notes notes;
  notes.allowed = 0;
  Recorder recorder(std::make_unique<NotingSink>(notes), OverflowPolicy::Drop, 2);
  ASSERT_TRUE(recorder.add(pictureOf(10).view(), 0));
  while (recorder.status().waiting > 0) std::this_thread::yield();  // until the thread has taken it
  ASSERT_TRUE(recorder.add(pictureOf(11).view(), 1));
  while (recorder.status().waiting > 1) std::this_thread::yield();
  ASSERT_TRUE(recorder.add(pictureOf(12).view(), 2));
  EXPECT_FALSE(recorder.hasRoom());
  ASSERT_TRUE(recorder.add(pictureOf(13).view(), 3));
  ASSERT_TRUE(recorder.add(pictureOf(14).view(), 4));
  EXPECT_EQ(recorder.status().dropped, 2);
  notes.allow(1000);
  while (recorder.status().waiting > 0) std::this_thread::yield();
  ASSERT_TRUE(recorder.add(pictureOf(16).view(), 6));
  ASSERT_TRUE(recorder.finish(8));
  EXPECT_THAT(notes.seen, ElementsAre(10, 11, 12, 12, 12, 12, 16, 16)) << "the previous picture is shown longer";
  EXPECT_EQ(recorder.status().written, 8);
}

TEST(Recorder, AFailingEncoderIsOneErrorAndNothingBlocks) {
  Notes notes;
  notes.failsAt = 3;
  Recorder recorder(std::make_unique<NotingSink>(notes), OverflowPolicy::Wait, 2);
  crossfade::Result<void> added;
  int count = 0;
  for (; count < 1000 && added; ++count) added = recorder.add(pictureOf(0).view(), count);
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().message, "no space left on device");
  const auto finished = recorder.finish(count);
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().message, "no space left on device");
  EXPECT_TRUE(recorder.status().finished);
  EXPECT_FALSE(notes.finished);
}

TEST(Recorder, CancelingKeepsTheOldFile) {
  const test::TemporaryFolder folder;
  { std::ofstream(folder / "film.mp4") << "old"; }
  {
    Recorder recorder(*openFrameSink(folder / "film.mp4", {.width = 64, .height = 48}), OverflowPolicy::Wait);
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(recorder.add(test::movingDisc(64, 48, i).view(), i));
  }
  EXPECT_THAT(folder.names(), ElementsAre("film.mp4"));
  std::ifstream file(folder / "film.mp4");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "old");
}

TEST(Recorder, WritesAFilmThatDecodesToItsInput) {
  const test::TemporaryFolder folder;
  Recorder recorder(*openFrameSink(folder / "film.webm", {.width = 64, .height = 48, .rate = frameRateOf(29.97)}),
                    OverflowPolicy::Wait);
  for (int i = 0; i < 12; ++i) ASSERT_TRUE(recorder.add(test::movingDisc(64, 48, i).view(), i));
  ASSERT_TRUE(recorder.finish(12));
  const test::Decoded read = test::decode(folder / "film.webm");
  ASSERT_EQ(read.frames.size(), 12u);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_NEAR(read.frames[i].seconds, static_cast<double>(i) * 1001 / 30000, 0.0006);
    EXPECT_GT(test::psnr(read.frames[i].rgba, test::movingDisc(64, 48, static_cast<int>(i)).rgba), 28);
  }
}

/// A disk that is full after a given number of bytes of a file.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

class RecorderOnAFullDisk : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(EveryKind, RecorderOnAFullDisk,
                         testing::Values("film.gif", "film.mp4", "film.webm", "film.avi", "picture.png"),
                         [](const auto& test) {
                           return std::string(test.param).substr(std::string(test.param).find('.') + 1);
                         });

TEST_P(RecorderOnAFullDisk, SaysSoAndKeepsTheOldFile) {
  const test::TemporaryFolder folder;
  { std::ofstream(folder / GetParam()) << "old"; }
  crossfade::Result<void> done;
  {
    const FullDisk disk(200);
    Recorder recorder(*openFrameSink(folder / GetParam(), {.width = 320, .height = 240}), OverflowPolicy::Wait);
    const int frames = GetParam() == std::string("picture.png") ? 1 : 40;
    for (int i = 0; i < frames && done; ++i) done = recorder.add(test::movingDisc(320, 240, i).view(), i);
    if (done) done = recorder.finish(frames);
  }
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr(std::string("cannot write ") + (folder / GetParam()).string()));
  EXPECT_THAT(folder.names(), ElementsAre(GetParam()));
  std::ifstream file(folder / GetParam());
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "old");
}

TEST(FrameRate, IsTheFractionUsedInFilm) {
  const auto rate = [](double perSecond) {
    const FrameRate found = frameRateOf(perSecond);
    return std::pair(found.frames, found.seconds);
  };
  EXPECT_EQ(rate(50), std::pair(50, 1));
  EXPECT_EQ(rate(29.97), std::pair(30000, 1001));
  EXPECT_EQ(rate(23.976), std::pair(24000, 1001));
  EXPECT_EQ(rate(59.94), std::pair(60000, 1001));
  EXPECT_EQ(rate(12.5), std::pair(12500, 1000));
  EXPECT_DOUBLE_EQ(frameRateOf(29.97).timeOf(30000), 1001);
}

}  // namespace
}  // namespace app
