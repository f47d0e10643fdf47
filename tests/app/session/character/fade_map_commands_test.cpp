// Pointing at moments of the fade of From and To: their ghosts beside the character.
#include "app/session/character/character_commands.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>

#include "app/session/session.h"
#include "tests/support/swaying_model.h"

namespace app {
namespace {

struct FadeMapCommands : testing::Test {
  FadeMapCommands() { choose(0, 1); }
  void apply(const Command& command) {
    const auto applied = session.apply(command);
    EXPECT_TRUE(applied) << applied.error().message;
  }
  void choose(int from, int to) { apply(SetFadeSettings{{.from = from, .to = to}}); }
  const FadeGhosts& ghosts() const { return session.character().fadeGhosts(); }
  std::size_t ghostsAfterAFrame() {
    session.advance(1.0 / 60, profiler);
    return ghosts().ghosts().size();
  }
  std::string messageFor(const PointAtFade& command) {
    const auto applied = session.apply(command);
    return applied ? "" : applied.error().message;
  }

  Session session{test::swayingModel()};
  FrameProfiler profiler;
};

TEST_F(FadeMapCommands, GhostsStayUntilTheyAreHidden) {
  EXPECT_EQ(ghostsAfterAFrame(), 0u);
  const FadeMoment moment{.from = 1.5, .to = 0.25};
  apply(PointAtFade{moment});
  for (int frame = 0; frame < 5; ++frame) ASSERT_EQ(ghostsAfterAFrame(), 2u) << frame;
  EXPECT_EQ(ghosts().moment(), moment);
  apply(PointAtFade{});
  EXPECT_EQ(ghostsAfterAFrame(), 0u);
}

TEST_F(FadeMapCommands, GhostsEndWithTheMap) {
  apply(ShowFadeMap{MapCost::Distance});
  apply(PointAtFade{FadeMoment{}});
  apply(ShowFadeMap{MapCost::Inertial});
  EXPECT_EQ(ghostsAfterAFrame(), 2u) << "another cost of the same two clips";
  apply(ShowFadeMap{});
  EXPECT_EQ(ghostsAfterAFrame(), 0u);
}

TEST_F(FadeMapCommands, GhostsEndWithTheirClips) {
  apply(PointAtFade{FadeMoment{}});
  choose(2, 1);
  EXPECT_EQ(ghostsAfterAFrame(), 0u) << "another From";
  apply(PointAtFade{FadeMoment{}});
  EXPECT_EQ(ghostsAfterAFrame(), 2u);
  choose(2, 0);
  EXPECT_EQ(ghostsAfterAFrame(), 0u) << "another To";
}

TEST_F(FadeMapCommands, PointingNeedsTwoClipsAndTimesInThem) {
  EXPECT_EQ(messageFor({FadeMoment{.from = -1}}).substr(0, 12), "clip time -1");
  EXPECT_EQ(messageFor({FadeMoment{.to = std::numeric_limits<double>::quiet_NaN()}}),
            "clip time is not a finite number");
  choose(0, -1);
  EXPECT_EQ(messageFor({FadeMoment{}}), "first choose the two clips to fade between");
  EXPECT_EQ(messageFor({}), "") << "there is nothing to hide";
  EXPECT_EQ(ghostsAfterAFrame(), 0u);
}

}  // namespace
}  // namespace app
