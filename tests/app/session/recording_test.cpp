// Which recordings are refused, and why.
#include "app/session/recording.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace app {
namespace {

std::string whyNotRecorded(const RecordingOptions& options) {
  const auto checked = checkRecording(options);
  return checked ? "" : checked.error().message;
}

TEST(Recording, TakesEveryValueUpToItsLimits) {
  EXPECT_EQ(whyNotRecorded({}), "");
  EXPECT_EQ(whyNotRecorded({.path = "a.MP4", .width = 16, .height = 8192, .framesPerSecond = 1, .seconds = 0.01}), "");
  EXPECT_EQ(whyNotRecorded({.path = "a.webm", .width = 8192, .height = 16, .framesPerSecond = 1000, .seconds = 3600}),
            "");
  EXPECT_EQ(whyNotRecorded({.path = "a.png", .transparent = true, .sheet = 2}), "");
  EXPECT_EQ(whyNotRecorded({.path = "a.png", .sheet = 1000}), "");
}

TEST(Recording, RefusesSidesTooShortOrTooLong) {
  EXPECT_EQ(whyNotRecorded({.width = 15}), "width 15 is not between 16 and 8192");
  EXPECT_EQ(whyNotRecorded({.width = 8193}), "width 8193 is not between 16 and 8192");
  EXPECT_EQ(whyNotRecorded({.height = -540}), "height -540 is not between 16 and 8192");
  EXPECT_EQ(whyNotRecorded({.height = 10000}), "height 10000 is not between 16 and 8192");
}

TEST(Recording, RefusesRatesThatNoFileShows) {
  EXPECT_EQ(whyNotRecorded({.framesPerSecond = 0.5}), "frames per second 0.5 is not between 1 and 1000");
  EXPECT_EQ(whyNotRecorded({.framesPerSecond = 1001}), "frames per second 1001 is not between 1 and 1000");
  EXPECT_EQ(whyNotRecorded({.framesPerSecond = 60}), "a GIF shows at most 50 frames per second, not 60");
  EXPECT_EQ(whyNotRecorded({.path = "a.avi", .framesPerSecond = 60}), "");
}

TEST(Recording, RefusesLengthsFromNothingToMoreThanAnHour) {
  EXPECT_EQ(whyNotRecorded({.seconds = 0}), "length 0 is not between 0.01 and 3600");
  EXPECT_EQ(whyNotRecorded({.seconds = 3601}), "length 3601 is not between 0.01 and 3600");
  EXPECT_EQ(whyNotRecorded({.seconds = std::numeric_limits<double>::quiet_NaN()}), "length is not a finite number");
}

TEST(Recording, RefusesWhatItsFormatCannotHold) {
  EXPECT_EQ(whyNotRecorded({.path = "film.mkv"}), "'film.mkv' ends in none of .gif .mp4 .webm .avi .png");
  EXPECT_EQ(whyNotRecorded({.path = "a.gif", .sheet = 4}), "only PNG can be a contact sheet");
  EXPECT_EQ(whyNotRecorded({.path = "a.mp4", .transparent = true}), "only PNG can be transparent");
  EXPECT_EQ(whyNotRecorded({.path = "a.png", .sheet = 1}), "number of pictures 1 is not between 2 and 1000");
  EXPECT_EQ(whyNotRecorded({.path = "a.png", .sheet = 1001}), "number of pictures 1001 is not between 2 and 1000");
}

TEST(Recording, RefusesARegionThatSticksOut) {
  const RecordingRegion corner{.x = 960 - 200, .y = 540 - 100, .width = 200, .height = 100};
  EXPECT_EQ(whyNotRecorded({.region = corner}), "");
  RecordingRegion outside = corner;
  ++outside.x;
  EXPECT_EQ(whyNotRecorded({.region = outside}), "the region is not inside the picture");
  EXPECT_EQ(whyNotRecorded({.interface = true, .region = outside}), "") << "it is a part of the window then";
}

}  // namespace
}  // namespace app
