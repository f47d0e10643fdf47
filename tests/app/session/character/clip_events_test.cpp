#include "app/session/character/clip_events.h"

#include <gtest/gtest.h>

namespace app::test {
namespace {

TEST(ClipEvents, KeepsTheLatestOfEachClip) {
  ClipEvents events(2);
  for (int i = 1; i <= 6; ++i) events.add(0, {.mixerTime = static_cast<double>(i)});
  ASSERT_EQ(events.count(0), ClipEvents::kKept);
  EXPECT_EQ(events.event(0, 0).mixerTime, 6);
  EXPECT_EQ(events.event(0, 3).mixerTime, 3);
  EXPECT_EQ(events.count(1), 0);
}

TEST(ClipEvents, ForgetsTheFutureWhenTimeWasSetBack) {
  ClipEvents events(1);
  for (int i = 1; i <= 4; ++i) events.add(0, {.mixerTime = static_cast<double>(i)});
  events.add(0, {.mixerTime = 2.5});
  ASSERT_EQ(events.count(0), 3);
  EXPECT_EQ(events.event(0, 0).mixerTime, 2.5);
  EXPECT_EQ(events.event(0, 1).mixerTime, 2);
}

}  // namespace
}  // namespace app::test
