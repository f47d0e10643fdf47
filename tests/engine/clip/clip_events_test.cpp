#include "crossfade/clip/clip_events.h"

#include <gtest/gtest.h>

#include <cmath>

namespace crossfade {
namespace {

std::string refusalOf(std::vector<ClipEvent> events, double duration = 1) {
  const auto made = ClipEvents::make(std::move(events), duration);
  return made ? "made" : made.error().message;
}

TEST(ClipEvents, AreInOrderOfTime) {
  const auto made =
      ClipEvents::make({{.name = "b", .time = 0.5}, {.name = "c", .time = 0.5, .end = 1}, {.name = "a"}}, 1);
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_EQ(made->events().size(), 3u);
  EXPECT_EQ(made->events()[0].name, "a");
  EXPECT_EQ(made->events()[1].name, "b");
  EXPECT_EQ(made->events()[2].name, "c");
  EXPECT_EQ(made->spans().size(), 1u);
  EXPECT_EQ(made->boundaries().size(), 4u);
}

TEST(ClipEvents, EndASpanBeforeTheNextOneBegins) {
  const auto made =
      ClipEvents::make({{.name = "second", .time = 0.5, .end = 1}, {.name = "first", .time = 0, .end = 0.5}}, 1);
  ASSERT_TRUE(made);
  const auto all = made->boundaries();
  ASSERT_EQ(all.size(), 4u);
  EXPECT_TRUE(all[1].isEnd);
  EXPECT_EQ(made->events()[static_cast<std::size_t>(all[1].event)].name, "first");
  EXPECT_FALSE(all[2].isEnd);
}

TEST(ClipEvents, SayWhatIsWrong) {
  EXPECT_EQ(refusalOf({{.name = "late", .time = 1.5}}),
            "event 'late': its time 1.5 s is not within the clip (0 to 1 s)");
  EXPECT_EQ(refusalOf({{.name = "early", .time = -1}}),
            "event 'early': its time -1 s is not within the clip (0 to 1 s)");
  EXPECT_NE(refusalOf({{.name = "none", .time = NAN}}), "made");
  EXPECT_EQ(refusalOf({{.name = "back", .time = 0.5, .end = 0.25}}),
            "event 'back': its end 0.25 s is not after 0.5 s and within the clip (1 s)");
  EXPECT_NE(refusalOf({{.name = "point", .time = 0.5, .end = 0.5}}), "made");
  EXPECT_NE(refusalOf({{.name = "long", .time = 0.5, .end = 1.5}}), "made");
  EXPECT_NE(refusalOf({{.name = "nan", .time = 0.5, .end = NAN}}), "made");
  EXPECT_EQ(refusalOf({{.name = "loud", .value = INFINITY}}), "event 'loud': its value is not finite");
  EXPECT_NE(refusalOf({{.name = "x"}}, NAN), "made");
}

TEST(ClipEvents, HaveALimit) {
  std::vector<ClipEvent> events(1025, ClipEvent{.name = "many"});
  EXPECT_EQ(refusalOf(events), "1025 events: a clip has at most 1024");
  events.resize(1024);
  EXPECT_EQ(refusalOf(events), "made");
  events.assign(65, ClipEvent{.name = "span", .end = 1});
  EXPECT_EQ(refusalOf(events), "65 spans: a clip has at most 64");
}

TEST(ClipEventSet, KnowsTheEventsOfEachClip) {
  ClipEventSet set;
  const ClipId a{.index = 7}, b{.index = 2}, again{.index = 7, .generation = 1};
  const auto named = [](const char* name) { return *ClipEvents::make({{.name = name}}, 1); };
  const auto nameOf = [&](ClipId id) { return set.find(id) ? set.find(id)->events()[0].name : "none"; };
  set.set(a, named("a"));
  set.set(b, named("b"));
  set.set(again, named("again"));
  set.set({}, named("nothing"));
  EXPECT_EQ(nameOf(a), "a");
  EXPECT_EQ(nameOf(b), "b");
  EXPECT_EQ(nameOf(again), "again");
  EXPECT_EQ(nameOf({}), "none");
  set.set(b, named("other"));
  set.remove(a);
  EXPECT_EQ(nameOf(a), "none");
  EXPECT_EQ(nameOf(b), "other");
  EXPECT_EQ(nameOf(again), "again");
}

}  // namespace
}  // namespace crossfade
