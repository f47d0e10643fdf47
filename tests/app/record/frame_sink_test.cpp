#include "app/record/frame_sink.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>

#include "tests/app/record/decode.h"
#include "tests/app/record/pictures.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

crossfade::Result<void> record(const std::filesystem::path& path, const SinkOptions& options, int frameCount) {
  auto sink = openFrameSink(path, options);
  if (!sink) return sink.error();
  for (int i = 0; i < frameCount; ++i) {
    if (auto added = (*sink)->add(test::movingDisc(options.width, options.height, i).view()); !added) return added;
  }
  return (*sink)->finish();
}

struct Kind {
  const char* name;
  double minPsnr;  // of each frame against what was recorded
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

class FrameSinkOf : public testing::TestWithParam<Kind> {};

INSTANTIATE_TEST_SUITE_P(EveryKind, FrameSinkOf,
                         testing::Values(Kind{"film.gif", 30}, Kind{"film.mp4", 30}, Kind{"film.webm", 30},
                                         Kind{"film.avi", 30}),
                         [](const auto& test) { return std::string(test.param.name).substr(5); });

TEST_P(FrameSinkOf, HoldsEveryFrameAtItsTime) {
  const test::TemporaryFolder folder;
  for (const int fps : {25, 50}) {
    const SinkOptions options{.width = 160, .height = 90, .rate = {fps, 1}};
    const auto recorded = record(folder / GetParam().name, options, 30);
    ASSERT_TRUE(recorded) << recorded.error().message;
    const test::Decoded read = test::decode(folder / GetParam().name);
    ASSERT_EQ(read.error, "");
    ASSERT_EQ(read.frames.size(), 30u);
    EXPECT_EQ(read.width, 160);
    EXPECT_EQ(read.height, 90);
    for (std::size_t i = 0; i < read.frames.size(); ++i) {
      EXPECT_NEAR(read.frames[i].seconds - read.frames[0].seconds, static_cast<double>(i) / fps, 0.0006)
          << "frame " << i;
      EXPECT_NEAR(read.frames[i].duration, 1.0 / fps, 0.0011) << "frame " << i;
      const double psnrAgainst = test::psnr(read.frames[i].rgba, test::movingDisc(160, 90, static_cast<int>(i)).rgba);
      EXPECT_GT(psnrAgainst, GetParam().minPsnr) << "frame " << i;
    }
  }
  EXPECT_THAT(folder.names(), ElementsAre(GetParam().name));
}

TEST_P(FrameSinkOf, IsReproducibleByteByByte) {
  const test::TemporaryFolder folder;
  const SinkOptions options{.width = 96, .height = 64};
  ASSERT_TRUE(record(folder / GetParam().name, options, 12));
  const std::string first = ::test::readFile(folder / GetParam().name);
  EXPECT_FALSE(first.empty());
  for (int i = 0; i < 10; ++i) {  // several, because reading past the data shows only sometimes
    ASSERT_TRUE(record(folder / GetParam().name, options, 12));
    EXPECT_TRUE(first == ::test::readFile(folder / GetParam().name)) << "run " << i;
  }
}

TEST_P(FrameSinkOf, TakesOddSizesAndASingleFrame) {
  const test::TemporaryFolder folder;
  const auto recorded = record(folder / GetParam().name, {.width = 33, .height = 17}, 1);
  ASSERT_TRUE(recorded) << recorded.error().message;
  const test::Decoded read = test::decode(folder / GetParam().name);
  ASSERT_EQ(read.error, "");
  EXPECT_EQ(read.frames.size(), 1u);
  EXPECT_GE(read.width, 33);
  EXPECT_LE(read.width, 34);
}

TEST_P(FrameSinkOf, KeepsTheOldFileWhenItIsNotFinished) {
  const test::TemporaryFolder folder;
  { std::ofstream(folder / GetParam().name) << "old"; }
  {
    auto sink = openFrameSink(folder / GetParam().name, {.width = 32, .height = 32});
    ASSERT_TRUE(sink) << sink.error().message;
    ASSERT_TRUE((*sink)->add(test::movingDisc(32, 32, 0).view()));
  }
  EXPECT_THAT(folder.names(), ElementsAre(GetParam().name));
  EXPECT_EQ(::test::readFile(folder / GetParam().name), "old");
}

TEST_P(FrameSinkOf, WithoutAFrameIsASentence) {
  const test::TemporaryFolder folder;
  const auto recorded = record(folder / GetParam().name, {.width = 32, .height = 32}, 0);
  ASSERT_FALSE(recorded);
  EXPECT_THAT(recorded.error().message, HasSubstr(std::string(GetParam().name) + ": it got no frame"));
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST_P(FrameSinkOf, RefusesAFrameOfAnotherSize) {
  const test::TemporaryFolder folder;
  auto sink = openFrameSink(folder / GetParam().name, {.width = 32, .height = 32});
  ASSERT_TRUE(sink) << sink.error().message;
  const auto added = (*sink)->add(test::movingDisc(31, 32, 0).view());
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().message, HasSubstr("a frame is 31 x 32, the recording 32 x 32"));
}

TEST(FrameSink, LoopsForeverInAGif) {
  const test::TemporaryFolder folder;
  ASSERT_TRUE(record(folder / "film.gif", {.width = 32, .height = 32}, 3));
  const std::string bytes = ::test::readFile(folder / "film.gif");
  const std::size_t loop = bytes.find("NETSCAPE2.0");
  ASSERT_NE(loop, std::string::npos);
  EXPECT_EQ(bytes.substr(loop + 11, 5), std::string("\x03\x01\x00\x00\x00", 5)) << "0 repeats: loops forever";
}

/// movie_sink.h says how delays are rounded.
TEST(FrameSink, RoundsTheStartOfEachGifFrameToHundredthsWithoutDrift) {
  const test::TemporaryFolder folder;
  const auto recorded = record(folder / "film.gif", {.width = 32, .height = 32, .rate = {30, 1}}, 8);
  ASSERT_TRUE(recorded) << recorded.error().message;
  const test::Decoded read = test::decode(folder / "film.gif");
  ASSERT_EQ(read.frames.size(), 8u);
  const std::array<double, 7> delays = {0.03, 0.04, 0.03, 0.03, 0.04, 0.03, 0.03};
  for (std::size_t i = 0; i < delays.size(); ++i)
    EXPECT_NEAR(read.frames[i + 1].seconds - read.frames[i].seconds, delays[i], 1e-6) << "frame " << i;
  EXPECT_NEAR(read.frames[6].seconds - read.frames[0].seconds, 6.0 / 30, 1e-6) << "no drift";
}

TEST(FrameSink, NumbersPngFiles) {
  const test::TemporaryFolder folder;
  const auto recorded = record(folder / "frame-%04d.png", {.width = 40, .height = 30}, 3);
  ASSERT_TRUE(recorded) << recorded.error().message;
  EXPECT_THAT(folder.names(), ElementsAre("frame-0000.png", "frame-0001.png", "frame-0002.png"));
  EXPECT_EQ(test::decode(folder / "frame-0002.png").frames.at(0).rgba, test::movingDisc(40, 30, 2).rgba);
}

TEST(FrameSink, WritesOnePngUnderAPlainNameAndRefusesASecond) {
  const test::TemporaryFolder folder;
  EXPECT_TRUE(record(folder / "picture.PNG", {.width = 40, .height = 30}, 1));
  const auto second = record(folder / "picture.png", {.width = 40, .height = 30}, 2);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("picture.png: a name such as frame-%04d.png takes many"));
}

TEST(FrameSink, SaysWhatItCannotOpen) {
  const test::TemporaryFolder folder;
  const auto complaint = [&folder](const char* name, const SinkOptions& options) {
    const auto sink = openFrameSink(folder / name, options);
    return sink ? std::string("opened") : sink.error().message;
  };
  EXPECT_THAT(complaint("film.bmp", {}), HasSubstr("film.bmp: its name ends in none of .gif .mp4 .webm .avi .png"));
  EXPECT_THAT(complaint("film", {}), HasSubstr("ends in none of"));
  EXPECT_THAT(complaint("film.gif", {.rate = {60, 1}}),
              HasSubstr("film.gif: a GIF shows at most 50 frames per second, not 60"));
  EXPECT_THAT(complaint("film.mp4", {.rate = {0, 1}}), HasSubstr("0 frames per second"));
  EXPECT_THAT(complaint("film.mp4", {.width = 0}), HasSubstr("a size of 0 x 360"));
  EXPECT_THAT(complaint("film.gif", {.width = 100'000}), HasSubstr("a size of 100000 x 360"));
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(NumberedName, ReadsOneNumberField) {
  EXPECT_EQ(numberedName("frame-%04d.png", 7), "frame-0007.png");
  EXPECT_EQ(numberedName("frame-%04d.png", 12345), "frame-12345.png");
  EXPECT_EQ(numberedName("%d.png", 7), "7.png");
  EXPECT_EQ(numberedName("frame.png", 7), "frame.png");
  EXPECT_EQ(numberedName("100%.png", 7), "100%.png");
  EXPECT_EQ(numberedName("%s%n.png", 7), "%s%n.png");
  EXPECT_EQ(numberedName("%d-%d.png", 7), "%d-%d.png");
  EXPECT_EQ(numberedName("frame-%0", 7), "frame-%0");
}

}  // namespace
}  // namespace app
