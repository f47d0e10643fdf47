// The markers of From and To by hand.
#include <gtest/gtest.h>

#include "tests/app/ui/keyboard_walk.h"

namespace app::test {
namespace {

struct Markers : testing::Test {
  Markers() {
    (void)stage.session.apply(SetPaused{true});
    (void)stage.session.apply(SetFadeSettings{{.from = 0, .to = 1, .sync = crossfade::Sync::Markers}});
    stage.frame();
    (void)stage.click("fade.view.5");
    stage.frame();
  }
  const std::vector<crossfade::SyncMarker>& of(int clip) const {
    return stage.session.character().clipSettings()[static_cast<std::size_t>(clip)].markers;
  }
  /// Where a phase is on a bar, as a fraction of the widget.
  float at(float phase) const {
    const float edge = 6 / stage.rect("fade.markers.from").width;
    return edge + phase * (1 - 2 * edge);
  }

  MarkerView& view() { return stage.interface->workspace().character.markers; }

  Stage stage;
};

TEST_F(Markers, AClickAddsOneWithANameThatTheOtherClipHas) {
  (void)stage.click("fade.markers.from", at(0.25f));
  ASSERT_EQ(of(0).size(), 1u);
  EXPECT_EQ(of(0)[0].name, "a");
  EXPECT_NEAR(of(0)[0].time, 0.25 * stage.session.action(0).duration(), 0.01);
  (void)stage.click("fade.markers.from", at(0.75f));
  (void)stage.click("fade.markers.to", at(0.1f));
  (void)stage.click("fade.markers.to", at(0.6f));
  ASSERT_EQ(of(1).size(), 2u);
  EXPECT_EQ(of(1)[0].name, "a");
  EXPECT_EQ(of(1)[1].name, "b");
}

TEST_F(Markers, ADragMovesOneWhenItIsReleasedAsOneUndoStep) {
  (void)stage.click("fade.markers.from", at(0.25f));
  ASSERT_EQ(of(0).size(), 1u);
  const double before = of(0)[0].time;
  for (int i = 0; i < 60; ++i) stage.frame();  // no double click
  stage.pointAt("fade.markers.from", at(0.25f));
  stage.press();
  stage.pointAt("fade.markers.from", at(0.4f));
  stage.pointAt("fade.markers.from", at(0.5f));
  EXPECT_EQ(of(0)[0].time, before) << "it moves when it is released";
  stage.release();
  EXPECT_NEAR(of(0)[0].time, 0.5 * stage.session.action(0).duration(), 0.01);
  (void)stage.session.apply(Undo{});
  EXPECT_EQ(of(0)[0].time, before);
}

TEST_F(Markers, CanBeRenamedAndRemoved) {
  (void)stage.click("fade.markers.from", at(0.25f));
  stage.frame();
  (void)stage.click("fade.markers.name");
  stage.frame();
  (void)stage.typeOn("left", Key::Enter);
  stage.frame();
  ASSERT_EQ(of(0).size(), 1u);
  EXPECT_EQ(of(0)[0].name, "aleft") << "typed after what was there";
  (void)stage.click("fade.markers.remove");
  EXPECT_TRUE(of(0).empty());
}

TEST_F(Markers, TheNameFieldFollowsWhatChangesElsewhere) {
  (void)stage.click("fade.markers.from", at(0.25f));
  ASSERT_EQ(of(0).size(), 1u);
  stage.frame();
  ASSERT_TRUE(stage.session.apply(SetMarkers{0, {{.name = "step", .time = of(0)[0].time}}}));
  stage.frame();
  EXPECT_STREQ(view().name.data(), "step");
  (void)stage.session.apply(Undo{});
  stage.frame();
  EXPECT_STREQ(view().name.data(), "a");
  (void)stage.click("fade.markers.name");
  stage.frame();
  (void)stage.typeOn("b", Key::Enter);
  stage.frame();
  EXPECT_EQ(of(0)[0].name, "ab");
  EXPECT_STREQ(view().name.data(), "ab");
}

TEST_F(Markers, ADragEndsWhenTheViewCloses) {
  (void)stage.click("fade.markers.from", at(0.25f));
  for (int i = 0; i < 60; ++i) stage.frame();  // no double click
  stage.pointAt("fade.markers.from", at(0.25f));
  stage.press();
  stage.pointAt("fade.markers.from", at(0.4f));
  ASSERT_TRUE(view().held);
  const double before = of(0)[0].time;
  stage.interface->workspace().tab = ColumnTab::Pose;
  stage.interface->workspace().character.fadeView = FadeView::Weights;
  stage.frame();
  stage.release();
  stage.interface->workspace().character.fadeView = FadeView::Markers;
  stage.frame();
  stage.frame();
  EXPECT_FALSE(view().held) << "the marker would be drawn where it was dragged";
  EXPECT_EQ(of(0)[0].time, before);
}

TEST_F(Markers, TheTooltipNamesTheKeysOrTheGestures) {
  stage.pointAt("fade.markers.from", 0.5f);
  const std::string byPointer = stage.hint();
  EXPECT_NE(byPointer.find("Click to add a marker"), std::string::npos);
  EXPECT_EQ(byPointer.find("Enter"), std::string::npos);
  ASSERT_TRUE(focusOn(stage, "fade.markers.from"));
  const std::string byKeys = stage.hint();
  EXPECT_NE(byKeys.find("Enter adds a marker"), std::string::npos);
  EXPECT_EQ(byKeys.find("Click"), std::string::npos);
}

TEST_F(Markers, AreOfferedOnlyWithTheirSync) {
  EXPECT_TRUE(stage.shows("fade.view.5"));
  (void)stage.session.apply(SetFadeSettings{{.from = 0, .to = 1}});
  stage.frame();
  EXPECT_FALSE(stage.shows("fade.view.5"));
}

}  // namespace
}  // namespace app::test
