#include "app/host/film/film.h"

#include <gtest/gtest.h>

#include "tests/support/sample_models.h"

namespace app {
namespace {

TEST(PartsOfAFrame, AreNoLongerThanTheClockAllows) {
  SessionSettings settings;
  settings.character.clock.longestFrame = 0.25;
  Session session(test::character(), settings);
  EXPECT_EQ(partsOf(0, session), 1);
  EXPECT_EQ(partsOf(0.25, session), 1);
  EXPECT_EQ(partsOf(0.26, session), 2);
  EXPECT_EQ(partsOf(3600, session), 14400);
  settings.character.clock.maxSteps = 240;
  settings.character.clock.kind = crossfade::ClockKind::FixedStep;
  settings.character.clock.rate = crossfade::stepRate(1000);
  EXPECT_EQ(partsOf(0.25, Session(test::character(), settings)), 2) << "240 steps are not enough";
  settings.character.clock.kind = crossfade::ClockKind::FrameBased;
  EXPECT_EQ(partsOf(10, Session(test::character(), settings)), 1) << "each call is a frame";
  EXPECT_EQ(partsOf(10, Session(test::character())), 1) << "no limit";
}

TEST(FrameParts, AreHandedOutOneByOne) {
  SessionSettings settings;
  settings.character.clock.longestFrame = 0.25;
  const Session session(test::character(), settings);
  FrameParts parts;
  EXPECT_TRUE(parts.isComplete());
  EXPECT_FALSE(parts.next());
  parts.begin(1, session);
  for (int i = 0; i < 4; ++i) {
    EXPECT_FALSE(parts.isComplete());
    EXPECT_EQ(parts.next(), 0.25);
  }
  EXPECT_TRUE(parts.isComplete());
  EXPECT_FALSE(parts.next());
  parts.begin(0, session);
  EXPECT_EQ(parts.next(), 0) << "a frame in which no time passes is one, too";
  EXPECT_TRUE(parts.isComplete());
  parts.begin(3600, session);
  EXPECT_TRUE(parts.next());
  parts.drop();
  EXPECT_TRUE(parts.isComplete());
}

}  // namespace
}  // namespace app
