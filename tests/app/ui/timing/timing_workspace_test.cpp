// User actions in the timing workspace, and the resulting commands.
#include <string>

#include <gtest/gtest.h>

#include "app/host/files/model_file.h"
#include "app/session/timing/timing_scene.h"
#include "app/ui/widgets/canvas.h"
#include "tests/app/ui/stage.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

struct TimingStage : Stage {
  explicit TimingStage(int pictureWidth = 1280, int pictureHeight = 720)
      : Stage(*loadModel(""), pictureWidth, pictureHeight) {
    (void)session.apply(ShowScene{SceneKind::Timing});
    for (int i = 0; i < 3; ++i) frame();
  }
};

template <class T>
std::optional<T> said(const Commands& commands) {
  const auto timing = only<TimingCommand>(commands);
  if (!timing || !std::holds_alternative<T>(*timing)) return std::nullopt;
  return std::get<T>(*timing);
}

TEST(TimingWorkspace, ShowsEverythingInSmallWindows) {
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{900, 600}}) {
    const TimingStage stage(width, height);
    for (const char* id : {"panel.canvas", "timing.pause", "timing.restart", "timing.speed", "timing.preset.3",
                           "timing.time", "display.0.shown", "display.5.gaps", "display.3.rate", "display.4.jitter",
                           "hitch.seconds", "hitch.every", "clock.rate", "clock.most", "clock.interpolates",
                           "block.speed", "block.edges.1", "block.character", "graph.1"})
      EXPECT_TRUE(stage.shows(id)) << id << " at " << width;
  }
}

TEST(TimingWorkspace, EveryControlEmitsItsCommand) {
  TimingStage stage;
  EXPECT_EQ(said<ShowRow>(stage.click("display.1.shown"))->row, 1);
  EXPECT_FALSE(stage.session.timing().settings().rows[1].shown);
  const auto rate = said<SetDisplay>(stage.slide("display.2.rate", 0.25f));
  ASSERT_TRUE(rate);
  EXPECT_EQ(rate->row, 2);
  EXPECT_NEAR(rate->display.framesPerSecond, 1 + 239.0 / 16, 2) << "the slider has more room for low rates";
  EXPECT_NEAR(said<SetDisplay>(stage.slide("display.3.jitter", 0.5f))->display.jitter, 0.22, 0.02);
  EXPECT_TRUE(said<SetDisplay>(stage.click("display.3.gaps"))->display.hitches);
  EXPECT_NEAR(said<SetTiming>(stage.slide("hitch.seconds", 0.6f))->settings.hitches.seconds, 0.6, 0.02);
  EXPECT_GT(said<SetTiming>(stage.slide("hitch.every", 0.6f))->settings.hitches.every, 1.5);
  EXPECT_GT(said<SetTiming>(stage.slide("clock.rate", 0.8f))->settings.stepsPerSecond, 100);
  EXPECT_NEAR(said<SetTiming>(stage.slide("clock.most", 0.1f))->settings.maxSteps, 7, 1);
  EXPECT_FALSE(said<SetTiming>(stage.click("clock.interpolates"))->settings.interpolates);
  EXPECT_NEAR(said<SetTiming>(stage.slide("block.speed", 0.5f))->settings.unitsPerSecond, 300, 5);
  EXPECT_EQ(said<SetTiming>(stage.click("block.edges.1"))->settings.edges, Edges::ClampPast);
  EXPECT_EQ(said<SetTiming>(stage.click("block.edges.2"))->settings.edges, Edges::Reflect);
  EXPECT_TRUE(said<SetTiming>(stage.click("block.character"))->settings.showsCharacter);
  EXPECT_EQ(said<SetTiming>(stage.click("graph.1"))->settings.graph, TimingGraph::Gap);
  EXPECT_EQ(said<SetTiming>(stage.click("timing.preset.2"))->settings.speed, 0.5);
  EXPECT_TRUE(said<SetTimingPaused>(stage.click("timing.pause"))->paused);
  EXPECT_TRUE(said<RestartTiming>(stage.click("timing.restart")));
  EXPECT_FALSE(stage.session.message()) << "none of these is refused";
}

TEST(TimingWorkspace, OneButtonSetsTheLessonAndOneUndoTakesItBack) {
  TimingStage stage;
  const TimingSettings before = stage.session.timing().settings();
  EXPECT_EQ(said<UseTimingPreset>(stage.click("timing.displays.1"))->preset, TimingPreset::Lesson);
  stage.frame();
  EXPECT_TRUE(stage.shows("display.2.rate"));
  EXPECT_FALSE(stage.shows("display.3.rate")) << "three displays";
  stage.pointAt("clock.rate");
  EXPECT_NE(stage.hint().find("default 60 "), std::string::npos) << stage.hint();
  (void)stage.session.apply(Undo{});
  EXPECT_EQ(stage.session.timing().settings(), before);
  (void)stage.session.apply(Redo{});
  EXPECT_EQ(stage.session.timing().settings(), withPreset(before, TimingPreset::Lesson));
  stage.frame();
  EXPECT_EQ(said<UseTimingPreset>(stage.click("timing.displays.0"))->preset, TimingPreset::SixDisplays);
  EXPECT_EQ(stage.session.timing().settings(), before);
}

TEST(TimingWorkspace, ShowsAnyNumberOfDisplays) {
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{800, 500}})
    for (const int count : {1, 3, kMaxDisplays}) {
      TimingStage stage(width, height);
      const std::vector<TimingRowSettings> rows(static_cast<std::size_t>(count), {.display = {.framesPerSecond = 50}});
      ASSERT_TRUE(stage.session.apply(TimingCommand{SetTiming{&TimingSettings::rows, rows}}));
      for (int i = 0; i < 3; ++i) stage.frame();
      EXPECT_TRUE(stage.shows("panel.canvas"));
      EXPECT_TRUE(stage.shows("display." + std::to_string(count - 1) + ".shown"));
      EXPECT_FALSE(stage.shows("display." + std::to_string(count) + ".shown"));
    }
}

TEST(TimingWorkspace, HitchSlidersStayWithinAcceptedValues) {
  TimingStage stage;
  (void)stage.slide("hitch.every", 0.0f);
  (void)stage.slide("hitch.seconds", 1.0f);
  EXPECT_FALSE(stage.session.message());
  EXPECT_LT(stage.session.timing().settings().hitches.seconds, stage.session.timing().settings().hitches.every);
}

TEST(TimingWorkspace, SpacePausesAndRRestarts) {
  TimingStage stage;
  for (int i = 0; i < 30; ++i) stage.frame();
  EXPECT_TRUE(said<SetTimingPaused>(stage.key(Key::Space))->paused);
  const double stopped = stage.session.timing().wallSeconds();
  stage.frame();
  EXPECT_EQ(stage.session.timing().wallSeconds(), stopped);
  EXPECT_FALSE(said<SetTimingPaused>(stage.key(Key::Space))->paused);
  EXPECT_TRUE(said<RestartTiming>(stage.key(Key::R)));
  EXPECT_EQ(stage.session.timing().wallSeconds(), 0);
}

TEST(TimingWorkspace, AModelWithoutASkeletonCannotReplaceTheBlocks) {
  Stage stage;
  (void)stage.session.apply(ShowScene{SceneKind::Timing});
  for (int i = 0; i < 3; ++i) stage.frame();
  EXPECT_TRUE(stage.click("block.character").empty());
  (void)stage.session.apply(TimingCommand{SetTiming{&TimingSettings::showsCharacter, true}});
  stage.frame();  // scripts can request it; blocks are shown instead
}

TEST(TimingWorkspace, SaysWhenNoDisplayIsSelected) {
  TimingStage stage;
  for (int row = 0; row < 6; ++row) (void)stage.click("display." + std::to_string(row) + ".shown");
  stage.frame();
  EXPECT_TRUE(stage.shows("panel.canvas"));
  EXPECT_TRUE(said<ShowRow>(stage.click("display.0.shown"))->shown);
}

TEST(TimingWorkspace, AllocatesNothingInASteadyFrame) {
  for (const bool character : {false, true}) {
    TimingStage stage(1600, 1000);
    (void)stage.session.apply(TimingCommand{SetTiming{&TimingSettings::showsCharacter, character}});
    for (int i = 0; i < 1300; ++i) stage.frame();  // fills the graphs
    const ::test::AllocationGuard guard;
    for (int i = 0; i < 10; ++i) stage.frame();
    EXPECT_EQ(guard.count(), 0);
  }
}

TEST(TimingWorkspace, ChoosesTheClockOfTheCharacter) {
  TimingStage stage;
  EXPECT_TRUE(stage.shows("playback.words"));
  EXPECT_TRUE(stage.click("playback.rate").empty()) << "time-based needs no steps";
  EXPECT_EQ(only<SetClock>(stage.click("playback.clock.2"))->kind, crossfade::ClockKind::FixedStep);
  const auto rate = only<SetClock>(stage.slide("playback.rate", 0.25f));
  ASSERT_TRUE(rate);
  EXPECT_EQ(rate->kind, crossfade::ClockKind::FixedStep);
  EXPECT_NEAR(*rate->stepsPerSecond, 20, 2);
  EXPECT_NEAR(stage.session.clock().settings.rate.stepSeconds(), 1 / *rate->stepsPerSecond, 1e-9);
  EXPECT_EQ(only<SetClock>(stage.click("playback.clock.0"))->kind, crossfade::ClockKind::FrameBased);
  (void)stage.session.apply(ShowScene{SceneKind::Character});
  (void)stage.session.apply(Undo{});
  EXPECT_EQ(stage.session.clock().settings.kind, crossfade::ClockKind::FixedStep);
  EXPECT_EQ(stage.session.scene(), SceneKind::Timing) << "where the clock is chosen";
}

}  // namespace
}  // namespace app::test
