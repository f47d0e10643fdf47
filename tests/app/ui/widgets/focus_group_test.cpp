#include "app/ui/widgets/focus_order.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/app/ui/keyboard_walk.h"

namespace app::test {
namespace {

TEST(FocusGroup, ScrollsToWhatALongListHides) {
  Stage stage(manyClips(76));
  ASSERT_FALSE(stage.shows("clip.75.row"));
  ASSERT_TRUE(focusOn(stage, "clip.0.row"));
  for (int i = 0; i < 75; ++i) (void)press(stage, Key::Down);
  EXPECT_EQ(focusOf(stage), "clip.75.row");
  EXPECT_TRUE(contains(stage.rect("panel.tabs"), stage.rect("clip.75.row")));
  EXPECT_GE(stage.rect("clip.75.row").height, 34) << "all of it";
  EXPECT_EQ(press(stage, Key::Home), "clip.0.row");
  EXPECT_GE(stage.rect("clip.0.row").height, 34);
  EXPECT_EQ(press(stage, Key::Tab), "clip.0.star");
  EXPECT_EQ(press(stage, Key::Tab), "clip.0.play");
  EXPECT_EQ(press(stage, Key::Tab).substr(0, 5), "fade.") << "76 rows are one stop";
}

TEST(FocusGroup, ReturnsToTheRowThatItLeftWhateverAnotherCardHasChosen) {
  Stage stage;
  ASSERT_TRUE(stage.shows("clip.0.loop.0"));
  ASSERT_TRUE(focusOn(stage, "clip.2.row"));
  for (int i = 0; i < 5 && focusOf(stage).starts_with("clip.2"); ++i) (void)press(stage, Key::Tab);
  ASSERT_FALSE(focusOf(stage).starts_with("clip."));
  EXPECT_TRUE(press(stage, Key::Tab, kShift).starts_with("clip.2.")) << focusOf(stage);
}

TEST(FocusGroup, GoesToTheEndsOfALongList) {
  Stage stage;
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(stage.session.apply(SetSpeed{1.5 + 0.01 * i}));
  ASSERT_TRUE(focusOn(stage, "view.history"));
  (void)press(stage, Key::Enter);
  EXPECT_EQ(press(stage, Key::Tab), "history.200");
  EXPECT_EQ(press(stage, Key::Home), "history.0");
  EXPECT_TRUE(contains(stage.rect("history"), stage.rect("history.0")));
  EXPECT_EQ(press(stage, Key::PageDown), "history.10");
  EXPECT_EQ(press(stage, Key::End), "history.200");
  EXPECT_EQ(press(stage, Key::PageUp), "history.190");
  EXPECT_TRUE(contains(stage.rect("history"), stage.rect("history.190")));
}

TEST(FocusGroup, KeepsItsPlaceInALongTree) {
  Model model = handMadeModel();
  std::vector<crossfade::Joint> joints{{.name = "root"}};
  for (int i = 1; i < 200; ++i) joints.push_back({.name = "j" + std::to_string(i), .parent = 0, .documentIndex = i});
  model.skeleton = *crossfade::Skeleton::make(joints);
  Stage stage(std::move(model));
  stage.interface->workspace().tab = ColumnTab::Pose;
  for (int i = 0; i < 3; ++i) stage.frame();
  ASSERT_TRUE(focusOn(stage, "joint.0"));
  EXPECT_EQ(press(stage, Key::End), "joint.199");
  EXPECT_EQ(press(stage, Key::Left), "joint.0") << "its parent, far out of sight";
  for (int i = 0; i < 6; ++i) stage.frame();
  EXPECT_EQ(focusOf(stage), "joint.0");
  EXPECT_TRUE(contains(stage.rect("panel.tabs"), stage.rect("joint.0")));
  (void)press(stage, Key::Down);
  ASSERT_EQ(press(stage, Key::Down), "joint.2");
  stage.pointAt("joint.2");
  for (int i = 0; i < 6; ++i) {
    stage.input.wheelY = -5;
    stage.frame();
  }
  ASSERT_FALSE(stage.shows("joint.2"));
  EXPECT_EQ(focusOf(stage), "joint.2") << "the wheel leaves the focus alone";
  EXPECT_EQ(only<SelectJoint>((stage.key(Key::Enter), stage.frame(), stage.commands))->joint, 2) << "after scrolling";
  EXPECT_TRUE(stage.shows("joint.2"));
}

TEST(FocusGroup, WalksTheTreeOfJoints) {
  Stage stage;
  stage.interface->workspace().tab = ColumnTab::Pose;
  stage.frame();
  stage.frame();
  ASSERT_TRUE(focusOn(stage, "joint.0"));
  EXPECT_EQ(press(stage, Key::Down), "joint.1");
  EXPECT_EQ(only<SelectJoint>(stage.key(Key::Enter))->joint, 1);
  EXPECT_EQ(press(stage, Key::Tab), "joint.1.path");
  EXPECT_EQ(press(stage, Key::Tab, kShift), "joint.1");
  EXPECT_EQ(press(stage, Key::Left), "joint.0") << "from a leaf to its parent";
  (void)press(stage, Key::Left);
  EXPECT_FALSE(stage.shows("joint.1")) << "closed";
  (void)press(stage, Key::Right);
  EXPECT_TRUE(stage.shows("joint.1"));
}

TEST(FocusGroup, FindsANeighborWhenItsControlGoes) {
  Stage stage;
  (void)stage.session.apply(AddLayer{{.clip = 1}});
  (void)stage.session.apply(AddLayer{{.clip = 2}});
  stage.interface->workspace().tab = ColumnTab::Layers;
  stage.frame();
  stage.frame();
  ASSERT_TRUE(focusOn(stage, "layer.1.remove"));
  (void)press(stage, Key::Enter);
  for (int i = 0; i < 5; ++i) stage.frame();
  EXPECT_EQ(focusOf(stage), "layer.0.remove");
  stage.interface->workspace().columnOpen = false;
  for (int i = 0; i < 8; ++i) stage.frame();
  EXPECT_EQ(focusOf(stage), "") << "its panel is gone";
  EXPECT_EQ(press(stage, Key::Tab), "file.menu") << "from the beginning";
}

}  // namespace
}  // namespace app::test
