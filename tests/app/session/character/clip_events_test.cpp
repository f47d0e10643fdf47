// The events of a clip, changed in a session: what is passed, undo, projects, scripts and packs.
#include <gtest/gtest.h>

#include "app/format/project_json.h"
#include "app/format/script.h"
#include "app/format/script_events.h"
#include "app/host/files/pack_file.h"
#include "app/host/files/session_files.h"
#include "app/session/character/timeline/timeline.h"
#include "app/session/session.h"
#include "app/session/undo_history.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

using List = std::vector<crossfade::ClipEvent>;

struct ClipEventsOfASession : testing::Test {
  crossfade::Result<void> set(std::optional<List> events, int clip = 0) {
    return session.apply(SetClipEvents{.clip = clip, .events = std::move(events)});
  }
  std::string names(const Session& of, int clip = 0) const {
    std::string all;
    if (const auto* const events = of.character().player().clipEvents(clip))
      for (const crossfade::ClipEvent& event : events->events()) all += event.name + " ";
    return all;
  }
  /// The names of what the first clip passes in `seconds`.
  std::string passed(double seconds) {
    (void)session.apply(PlayClip{0});
    const Player& player = session.character().player();
    const std::int64_t first = player.passedEvents().added();
    FrameProfiler unused;
    for (double time = 0; time < seconds; time += 0.01) session.advance(0.01, unused);
    std::string all;
    for (std::int64_t i = first; i < player.passedEvents().added(); ++i)
      all += eventIn(player, player.passedEvents().event(i)).name + " ";
    return all;
  }

  Session session{test::character()};
};

TEST_F(ClipEventsOfASession, ArePassedFromThenOnInOrderOfTime) {
  ASSERT_TRUE(set(List{{.name = "late", .time = 0.3}, {.name = "early", .time = 0.1}}));
  EXPECT_EQ(names(session), "early late ");
  EXPECT_EQ(passed(0.35), "early late ");
  ASSERT_TRUE(set(List{}));
  EXPECT_EQ(passed(0.35), "");
}

TEST_F(ClipEventsOfASession, AreUndoneAndCountAsAChange) {
  (void)session.apply(ForgetHistory{});
  ASSERT_TRUE(set(List{{.name = "step", .time = 0.1}}));
  EXPECT_TRUE(session.hasUnsavedChanges());
  ASSERT_EQ(session.history().stepCount(), 1);
  EXPECT_EQ(session.history().step(0).name, "Walk: Events");
  (void)session.apply(Undo{});
  EXPECT_EQ(names(session), "");
  EXPECT_FALSE(session.character().clipSettings()[0].events);
  (void)session.apply(Redo{});
  EXPECT_EQ(names(session), "step ");
}

TEST_F(ClipEventsOfASession, RefuseATimeOutsideTheClip) {
  const auto refused = set(List{{.name = "step", .time = 1e6}});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("step"), std::string::npos) << refused.error().message;
  EXPECT_FALSE(session.character().clipSettings()[0].events);
}

TEST_F(ClipEventsOfASession, KeepTheTimelineAsItIs) {
  FrameProfiler unused;
  for (int i = 0; i < 60; ++i) session.advance(1.0 / 60, unused);
  const double begin = session.character().timeline().begin(), end = session.character().timeline().end();
  ASSERT_TRUE(set(List{{.name = "step", .time = 0.1}}));
  EXPECT_EQ(session.character().timeline().begin(), begin);
  EXPECT_EQ(session.character().timeline().end(), end);
  EXPECT_GT(end, begin);
}

TEST_F(ClipEventsOfASession, StayWithTravelWhichPlaysOtherClips) {
  ASSERT_TRUE(set(List{{.name = "step", .time = 0.1}}));
  (void)session.apply(SetTravel{TravelMode::Treadmill});
  EXPECT_EQ(passed(0.2), "step ");
}

TEST_F(ClipEventsOfASession, AreSavedInProjectsAndScripts) {
  const List events{{.name = "hit", .time = 0.1, .end = 0.2, .value = 3}, {.name = "step", .time = 0.3}};
  ASSERT_TRUE(set(events));
  Session opened{test::character()};
  (void)openProject({.path = {}, .text = projectTextAt("", session), .warnings = {}}, opened);
  EXPECT_EQ(opened.character().clipSettings()[0].events, events);
  EXPECT_EQ(names(opened), "hit step ");

  const auto script = parseScript(
      R"({"commands": [{"at": 0, "do": "events", "clip": "#0", "events": [{"name": "land", "time": 0.25}]}]})",
      session.model());
  ASSERT_TRUE(script) << script.error().message;
  for (const TimedCommand& each : *script) ASSERT_TRUE(session.apply(each.command));
  EXPECT_EQ(names(session), "land ");
}

TEST_F(ClipEventsOfASession, ArePacked) {
  ASSERT_TRUE(set(List{{.name = "step", .time = 0.1}}));
  const crossfade::Pack pack = packOf(session, false);
  ASSERT_EQ(pack.clipFacts[0].events.size(), 1u);
  EXPECT_EQ(pack.clipFacts[0].events[0].name, "step");
}

}  // namespace
}  // namespace app
