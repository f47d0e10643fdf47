// The profiler: a frame is held, hitches are found, files are asked for.

#include <array>
#include <string>

#include <gtest/gtest.h>

#include "app/ui/profiler/profiler_panel.h"
#include "tests/app/ui/stage.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

/// The viewer's frames, of given lengths, are what the profiler shows.
struct ProfilerStage : Stage {
  explicit ProfilerStage(int pictureWidth = 1280, int pictureHeight = 720)
      : Stage(handMadeModel(), pictureWidth, pictureHeight) {
    interface->workspace().tab = ColumnTab::Profiler;
    frame();
    frame();
  }

  ProfilerView& view() { return interface->workspace().profiler; }
  /// A frame that took `milliseconds`, `upload` of them in that stage.
  void add(double milliseconds, double upload = 1, const FrameNotes& notes = {}) {
    history.pauseLog(view().isHolding());
    FrameSample sample;
    sample.begin = begin_ += milliseconds / 1000;
    sample.total = milliseconds / 1000;
    sample.stages[static_cast<std::size_t>(FrameStage::Upload)] = upload / 1000;
    history.add(sample, std::array{1.0, 2.0, 3.0, 4.0}, notes);
  }
  /// 400 frames of 16 ms, of which number 300 takes 60.
  void addUsual() {
    for (int i = 0; i < 400; ++i) add(i == 300 ? 60 : 16, i == 300 ? 45 : 1);
    frame();
  }
  std::int64_t heldFrame() { return view().held; }
  /// Presses on the plot where frame `number` is, if `last` is its last one.
  void clickFrame(std::int64_t number, std::int64_t last = 399) {
    const UiRect plot = rect("profiler.plot");
    const float each = (plot.width - 46) / static_cast<float>(kMaxWindow);
    pointAt(plot.right() - 8 - (static_cast<float>(last - number) + 0.5f) * each, plot.centerY());
    press();
    release();
    frame();
  }

 private:
  double begin_ = 0;
};

TEST(Profiler, AClickHoldsTheLongestFrameNearIt) {
  ProfilerStage stage;
  stage.addUsual();
  EXPECT_FALSE(stage.shows("profiler.release"));
  stage.clickFrame(298);
  EXPECT_EQ(stage.heldFrame(), 300);
  EXPECT_TRUE(stage.shows("profiler.release"));
  EXPECT_TRUE(stage.shows("profiler.fault"));
}

TEST(Profiler, AClickBelowTheColumnsHoldsTheFrameOfTheMark) {
  ProfilerStage stage;
  FrameNotes fade;
  fade.events.add(FrameEvent::FadeBegan);
  for (int i = 0; i < 400; ++i) stage.add(i == 300 ? 60 : 16, 1, i == 301 ? fade : FrameNotes());
  stage.frame();
  const UiRect plot = stage.rect("profiler.plot");
  const float each = (plot.width - 46) / static_cast<float>(kMaxWindow);
  stage.pointAt(plot.right() - 8 - 98.5f * each, plot.bottom() - 10);
  stage.press();
  stage.release();
  stage.frame();
  EXPECT_EQ(stage.heldFrame(), 301) << "not the longer one beside it";
}

TEST(Profiler, AHeldFrameStaysWhereItIs) {
  ProfilerStage stage;
  stage.addUsual();
  stage.clickFrame(300);
  const std::int64_t last = stage.view().lastInPlot;
  const double top = stage.view().top;
  EXPECT_NEAR(top, 20, 1e-9) << "1.25 times the p99";
  for (int i = 0; i < 1000; ++i) stage.add(40);
  stage.frame();
  EXPECT_EQ(stage.heldFrame(), 300);
  EXPECT_EQ(stage.view().lastInPlot, last);
  EXPECT_EQ(stage.view().top, top);
  EXPECT_EQ(stage.view().statistics.typical.total, 0.016);
}

TEST(Profiler, LeftAndRightGoByAFrameAndEscapeReleases) {
  ProfilerStage stage;
  stage.addUsual();
  stage.clickFrame(300);
  EXPECT_FALSE(only<Step>(stage.key(Key::Left))) << "the character does not step";
  stage.frame();
  EXPECT_EQ(stage.heldFrame(), 299);
  for (int i = 0; i < 3; ++i) (void)stage.key(Key::Right);
  stage.frame();
  EXPECT_EQ(stage.heldFrame(), 302);
  for (int i = 0; i < 200; ++i) (void)stage.key(Key::Right);
  stage.frame();
  EXPECT_EQ(stage.heldFrame(), 399) << "the last one";
  (void)stage.key(Key::Escape);
  stage.frame();
  EXPECT_FALSE(stage.view().isHolding());
  EXPECT_TRUE(only<Step>(stage.key(Key::Left)));
}

TEST(Profiler, ThePlotFollowsAFrameBeyondItsEdge) {
  ProfilerStage stage;
  stage.addUsual();
  stage.clickFrame(110);
  ASSERT_TRUE(stage.view().isHolding());
  for (int i = 0; i < 20; ++i) (void)stage.key(Key::Left);
  stage.frame();
  const std::int64_t held = stage.heldFrame();
  EXPECT_LT(held, 100);
  EXPECT_LE(held, stage.view().lastInPlot);
  EXPECT_GT(held, stage.view().lastInPlot - kMaxWindow);
}

TEST(Profiler, SaysWhichStageIsAtFaultAndWhatHappened) {
  ProfilerStage stage;
  for (int i = 0; i < 100; ++i) stage.add(16);
  FrameNotes notes{.fadeTo = 1, .width = 1280, .height = 720};
  notes.events.add(FrameEvent::FadeBegan);
  notes.events.add(FrameEvent::Resized);
  stage.add(90, 70, notes);
  stage.frame();
  stage.clickFrame(100, 100);
  ASSERT_EQ(stage.heldFrame(), 100);
  const FrameRecord& held = stage.history.log()[stage.history.log().indexOf(100)];
  EXPECT_EQ(faultOf(held.cost, stage.view().statistics.typical).cost, static_cast<int>(FrameStage::Upload));
  EXPECT_TRUE(stage.shows("profiler.event." + std::to_string(static_cast<int>(FrameEvent::FadeBegan))));
  EXPECT_TRUE(stage.shows("profiler.event." + std::to_string(static_cast<int>(FrameEvent::Resized))));
  EXPECT_FALSE(stage.shows("profiler.event." + std::to_string(static_cast<int>(FrameEvent::ModelShown))));
}

/// A model that opens while a frame is held does not reach the log, but the frames in it are of the one before.
TEST(Profiler, AFadeOfAnEarlierModelHasNoClipName) {
  ProfilerStage stage;
  for (int i = 0; i < 100; ++i) stage.add(16);
  FrameNotes notes{.fadeTo = 1};
  notes.events.add(FrameEvent::FadeBegan);
  stage.add(90, 70, notes);
  stage.frame();
  const FrameLog& log = stage.history.log();
  const auto text = [&] { return std::string(eventText(stage.session, log, FrameEvent::FadeBegan, log.newest())); };
  EXPECT_EQ(text(), "Fade to Walk begins");
  stage.clickFrame(100, 100);
  ASSERT_EQ(stage.heldFrame(), 100);
  FrameNotes shown;
  shown.events.add(FrameEvent::ModelShown);
  stage.add(16, 1, shown);
  ASSERT_EQ(log.newest().number, 100);
  EXPECT_EQ(text(), "Fade begins");
}

TEST(Profiler, ReleasesAFrameThatIsNotInSight) {
  ProfilerStage stage;
  stage.addUsual();
  stage.clickFrame(300);
  stage.interface->workspace().tab = ColumnTab::Clips;
  stage.frame();
  EXPECT_FALSE(stage.view().isHolding()) << "recording would stay paused without anyone seeing it";
  stage.interface->workspace().tab = ColumnTab::Profiler;
  stage.frame();
  stage.clickFrame(300);
  ASSERT_TRUE(stage.view().isHolding());
  (void)stage.session.apply(ShowScene{SceneKind::Timing});
  stage.frame();
  EXPECT_FALSE(stage.view().isHolding());
}

TEST(Profiler, ListsHitchesAndAClickHoldsOne) {
  ProfilerStage stage;
  stage.addUsual();
  for (int i = 0; i < 500; ++i) stage.add(i == 100 ? 100 : 16);
  (void)stage.click("profiler.section.1");
  stage.frame();
  stage.frame();
  EXPECT_TRUE(stage.shows("profiler.hitch.1"));
  EXPECT_FALSE(stage.shows("profiler.hitch.2"));
  (void)stage.click("profiler.hitch.1");
  stage.frame();
  EXPECT_EQ(stage.heldFrame(), 300) << "the older one";
  EXPECT_GT(stage.heldFrame(), stage.view().lastInPlot - kMaxWindow) << "the plot goes there";
  (void)stage.click("profiler.hitch.0");
  stage.frame();
  EXPECT_EQ(stage.heldFrame(), 500);
}

TEST(Profiler, ShowsAHistogram) {
  ProfilerStage stage;
  (void)stage.click("profiler.section.2");
  stage.frame();
  EXPECT_FALSE(stage.shows("profiler.histogram")) << "no frames yet";
  stage.addUsual();
  stage.frame();
  EXPECT_TRUE(stage.shows("profiler.histogram"));
}

TEST(Profiler, OpensTheSheetThatSavesItsFrames) {
  ProfilerStage stage;
  (void)stage.click("profiler.save");
  EXPECT_EQ(stage.interface->workspace().exports.row, ExportRow::Trace);
  stage.frame();
  EXPECT_TRUE(stage.shows("export.trace"));
}

TEST(Profiler, AllocatesNothingInASteadyFrame) {
  for (const ProfilerSection section : {ProfilerSection::Costs, ProfilerSection::Hitches, ProfilerSection::Histogram})
    for (const bool holds : {false, true}) {
      ProfilerStage stage;
      stage.addUsual();
      for (int i = 0; i < 300; ++i) stage.add(i % 20 == 0 ? 60 : 16);
      stage.view().section = section;
      stage.frame();
      if (holds) stage.clickFrame(600, 699);
      for (int i = 0; i < 30; ++i) {
        stage.add(16);
        stage.frame();
      }
      ASSERT_EQ(stage.view().isHolding(), holds);
      const ::test::AllocationGuard guard;
      for (int i = 0; i < 10; ++i) {
        stage.add(i == 5 ? 80 : 16);
        stage.frame();
      }
      EXPECT_EQ(guard.count(), 0) << static_cast<int>(section);
    }
}

}  // namespace
}  // namespace app::test
