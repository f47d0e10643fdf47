#include "app/ui/character/weight_plot.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "app/ui/widgets/canvas.h"
#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

class WeightPlot : public testing::Test {
 protected:
  void play(double seconds) {
    for (double left = seconds; left > 1e-9; left -= 1.0 / 60) session.advance(1.0 / 60, profiler);
  }
  Session session{handMadeModel()};
  FrameProfiler profiler;
};

TEST_F(WeightPlot, ProjectsARunningFadeToItsEnd) {
  (void)session.apply(FadeTo{1, {.seconds = 1.0}});
  play(0.25);
  const double now = session.mixerTime();
  EXPECT_NEAR(projectedWeight(session, 1, now), session.action(1).getEffectiveWeight(), 1e-12);
  EXPECT_NEAR(projectedWeight(session, 1, now + 0.25), 0.5, 0.02);
  EXPECT_NEAR(projectedWeight(session, 0, now + 0.25), 0.5, 0.02);
  EXPECT_EQ(projectedWeight(session, 1, now + 2), 1);
  EXPECT_EQ(projectedWeight(session, 0, now + 2), 0);
  EXPECT_EQ(projectedWeight(session, 2, now), 0);
}

TEST_F(WeightPlot, TheCursorMovesDuringAFadeAndTheEndIsInView) {
  PlotView view;
  for (int i = 0; i < 120; ++i) view = follow(view, session, 1.0 / 60, 1.0 / 60);
  (void)session.apply(FadeTo{1, {.seconds = 1.0}});
  for (int i = 0; i < 30; ++i) {
    play(1.0 / 60);
    view = follow(view, session, 1.0 / 60, 1.0 / 60);
  }
  const float before = view.cursor;
  play(1.0 / 60);
  view = follow(view, session, 1.0 / 60, 1.0 / 60);
  EXPECT_GT(view.cursor, before);
  EXPECT_LT(session.runningFade()->end, windowOf(view, session.mixerTime()).end);
}

TEST_F(WeightPlot, TheViewStaysUsableForAnyValues) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const PlotView& odd : {PlotView{nan, nan}, PlotView{0, 0}, PlotView{-1, 5}})
    for (const double seconds : {0.0, 1e9, std::numeric_limits<double>::infinity()}) {
      const PlotView view = follow(odd, session, seconds, seconds);
      EXPECT_GT(view.span, 0);
      EXPECT_GE(view.cursor, 0);
      EXPECT_LE(view.cursor, 1);
    }
}

TEST(NiceStep, DividesARangeIntoAFewRoundSteps) {
  EXPECT_DOUBLE_EQ(niceStep(4, 4), 1);
  EXPECT_DOUBLE_EQ(niceStep(4, 3), 2);
  EXPECT_DOUBLE_EQ(niceStep(0.7, 4), 0.2);
  EXPECT_DOUBLE_EQ(niceStep(90, 5), 20);
  EXPECT_DOUBLE_EQ(niceStep(0, 5), 1);
  EXPECT_DOUBLE_EQ(niceStep(std::numeric_limits<double>::quiet_NaN(), 5), 1);
}

}  // namespace
}  // namespace app::test
