#include "app/host/film/frame_parts.h"

#include <gtest/gtest.h>

#include "tests/support/sample_models.h"

namespace app {
namespace {

TEST(FrameParts, AreHandedOutOneByOne) {
  SessionSettings settings;
  settings.clock.longestFrame = 0.25;
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
