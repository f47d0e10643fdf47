// The timeline by hand: looking back, moving a fade, zooming.
#include <gtest/gtest.h>

#include "app/session/character/timeline/timeline.h"
#include "tests/app/ui/keyboard_walk.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

struct TimelinePanel : testing::Test {
  TimelinePanel() {
    (void)stage.key(Key::L);
    run(120);
    (void)stage.session.apply(FadeTo{1, {.seconds = 0.5}});
    run(120);
  }
  void run(int frames) {
    for (int i = 0; i < frames; ++i) stage.frame();
  }
  const Timeline& timeline() const { return stage.session.character().timeline(); }
  /// The default view ends now and is 10 seconds wide.
  float xOf(double time) const {
    const UiRect area = stage.rect("timeline.area");
    return area.right() - area.width * static_cast<float>((timeline().end() - time) / 10);
  }
  /// `fromTop`: pixels below the top of the area.
  void drag(float from, float to, float fromTop) {
    const float y = stage.rect("timeline.area").y + fromTop;
    stage.pointAt(from, y);
    stage.press();
    stage.pointAt((from + to) / 2, y);
    stage.pointAt(to, y);
    stage.release();
  }

  Stage stage;
};

TEST_F(TimelinePanel, OpensWithAKeyAndShowsTheMomentUnderThePointer) {
  ASSERT_TRUE(stage.shows("timeline.area"));
  EXPECT_TRUE(timeline().isLive());
  const double end = timeline().end();
  drag(xOf(end - 0.2), xOf(end - 1.5), 60);
  EXPECT_FALSE(timeline().isLive());
  EXPECT_TRUE(stage.session.paused());
  EXPECT_NEAR(timeline().now(), end - 1.5, 0.05) << "it plays on for a few frames before the press";
  EXPECT_NEAR(timeline().end(), end, 0.1) << "what came later is still there";
  (void)stage.click("timeline.live");
  EXPECT_TRUE(timeline().isLive());
  (void)stage.key(Key::L);
  stage.frame();
  EXPECT_FALSE(stage.shows("timeline.area"));
}

TEST_F(TimelinePanel, MovesAndStretchesAFade) {
  ASSERT_EQ(timeline().fades().size(), 1u);
  const double begin = timeline().fades()[0].begin;
  drag(xOf(begin + 0.2), xOf(begin - 0.3), 26);
  ASSERT_EQ(timeline().fades().size(), 1u);
  EXPECT_NEAR(timeline().fades()[0].begin, begin - 0.5, 0.02);
  EXPECT_NEAR(timeline().fades()[0].seconds, 0.5, 1e-9);
  drag(xOf(begin), xOf(begin + 0.5), 26);  // its end
  EXPECT_NEAR(timeline().fades()[0].begin, begin - 0.5, 0.02);
  EXPECT_NEAR(timeline().fades()[0].seconds, 1, 0.03);
}

TEST_F(TimelinePanel, AFadeThatWasPickedCanBeChanged) {
  const double begin = timeline().fades()[0].begin;
  drag(xOf(begin + 0.2), xOf(begin + 0.2), 26);
  stage.frame();
  ASSERT_TRUE(stage.shows("timeline.fade"));
  EXPECT_TRUE(stage.session.paused());
  (void)stage.click("timeline.fade.kind.3");
  EXPECT_EQ(timeline().fades()[0].kind, crossfade::TransitionKind::Linear);
  (void)stage.type("timeline.fade.length", "1");
  EXPECT_NEAR(timeline().fades()[0].seconds, 1, 1e-9);
  (void)stage.type("timeline.fade.begin", "-0.5");
  EXPECT_NEAR(timeline().fades()[0].begin, timeline().end() - 0.5, 1e-6) << "counted back from now, as the ruler";
  EXPECT_NEAR(timeline().fades()[0].seconds, 1, 1e-9);
  (void)stage.click("timeline.fade.restore");
  EXPECT_NEAR(timeline().fades()[0].begin, begin, 1e-6);
  EXPECT_NEAR(timeline().fades()[0].seconds, 0.5, 1e-9);
  EXPECT_EQ(timeline().fades()[0].kind, crossfade::kDefaultTransitionKind);
  (void)stage.click("timeline.fade.close");
  stage.frame();
  EXPECT_FALSE(stage.shows("timeline.fade"));
}

TEST_F(TimelinePanel, TheTooltipNamesTheKeysOrTheGestures) {
  stage.pointAt("timeline.area");
  EXPECT_NE(stage.hint().find("Drag to look back."), std::string::npos);
  ASSERT_TRUE(focusOn(stage, "timeline.area"));
  const std::string byKeys = stage.hint();
  EXPECT_NE(byKeys.find("Enter opens"), std::string::npos);
  EXPECT_EQ(byKeys.find("Drag to look back."), std::string::npos);
}

TEST_F(TimelinePanel, ItsLogIsSavedAsAScript) { EXPECT_TRUE(only<SaveTakeScript>(stage.click("timeline.save"))); }

TEST_F(TimelinePanel, AllocatesNothing) {
  const double begin = timeline().fades()[0].begin;
  drag(xOf(begin + 0.2), xOf(begin + 0.2), 26);
  (void)stage.session.apply(SetPaused{false});
  (void)stage.session.apply(ReturnToLive{});
  run(60);
  const ::test::AllocationGuard guard;
  run(60);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace app::test
