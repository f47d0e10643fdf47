#include "crossfade/transition/sync_markers.h"

#include <gtest/gtest.h>

namespace crossfade {
namespace {

SyncMarkers steps(double left, double right, double duration) {
  return *SyncMarkers::make({{"right", right}, {"left", left}}, duration);
}

TEST(SyncMarkers, CountPhaseFromTheFirstMarkerOn) {
  const SyncMarkers walk = steps(0.2, 0.8, 1);
  EXPECT_EQ(walk.markerCount(), 2);
  EXPECT_EQ(walk.names()[0], "left") << "in order of time";
  EXPECT_DOUBLE_EQ(walk.phaseOf(0.2), 0);
  EXPECT_DOUBLE_EQ(walk.phaseOf(0.5), 0.5);
  EXPECT_DOUBLE_EQ(walk.phaseOf(0.8), 1);
  EXPECT_DOUBLE_EQ(walk.phaseOf(0), 1.5) << "from 0.8 over the end to 0.2";
  EXPECT_DOUBLE_EQ(walk.lengthOf(0), 0.6000000000000001);
  EXPECT_NEAR(walk.lengthOf(1), 0.4, 1e-15);
}

TEST(SyncMarkers, ConvertPhasesToTimesAndBack) {
  const SyncMarkers walk = steps(0.2, 0.9, 1.5);
  for (double time = 0; time < 1.5; time += 0.01) EXPECT_NEAR(walk.timeOf(walk.phaseOf(time)), time, 1e-12);
  EXPECT_NEAR(walk.timeOf(-0.5), walk.timeOf(1.5), 1e-12) << "wraps";
  EXPECT_NEAR(walk.secondsTo(4), 3, 1e-12) << "two loops";
  EXPECT_NEAR(walk.secondsTo(-2), -1.5, 1e-12);
  EXPECT_NEAR(walk.secondsTo(-1e-18), 0, 1e-12) << "which rounds to a whole cycle";
}

TEST(SyncMarkers, MatchMarkersOfAnotherClipByName) {
  const SyncMarkers leftFirst = steps(0.1, 0.6, 1), rightFirst = steps(0.6, 0.1, 1);
  EXPECT_EQ(leftFirst.shiftTo(leftFirst), 0);
  EXPECT_EQ(leftFirst.shiftTo(rightFirst), 1);
  EXPECT_EQ(leftFirst.shiftTo(*SyncMarkers::make({{"left", 0}}, 1)), -1);
  EXPECT_EQ(leftFirst.shiftTo(*SyncMarkers::make({{"left", 0}, {"hop", 0.5}}, 1)), -1);
}

TEST(SyncMarkers, AreValidated) {
  EXPECT_EQ(SyncMarkers::make({}, 1).error().message, "there is no marker");
  EXPECT_EQ(SyncMarkers::make({{"a", 0}}, 0).error().message, "a clip without length has no cycle to mark");
  EXPECT_EQ(SyncMarkers::make({{"a", 1}}, 1).error().message,
            "marker 'a' at 1 s is not within the clip, which lasts 1 s");
  EXPECT_EQ(SyncMarkers::make({{"a", 0.5}, {"b", 0.5}}, 1).error().message, "markers 'a' and 'b' are both at 0.5 s");
}

}  // namespace
}  // namespace crossfade
