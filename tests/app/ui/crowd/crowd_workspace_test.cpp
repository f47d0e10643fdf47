#include <gtest/gtest.h>

#include "app/session/crowd/crowd_scene.h"
#include "tests/app/ui/keyboard_walk.h"
#include "tests/app/ui/stage.h"

namespace app {
namespace {

using test::Stage;

struct CrowdWorkspace : testing::Test {
  CrowdWorkspace() {
    (void)stage.session.apply(ShowScene{SceneKind::Crowd});
    stage.frame();
    stage.frame();
  }
  const CrowdSettings& settings() const { return stage.session.crowd().settings(); }
  Stage stage{test::handMadeModel(), 1280, 900};
};

TEST_F(CrowdWorkspace, SetsHowManyCharactersPlayAndAreDrawn) {
  (void)stage.click("crowd.number.1");
  EXPECT_EQ(settings().characters, 10);
  (void)stage.slide("crowd.characters", 0.99f);
  EXPECT_GT(settings().characters, 9000);
  (void)stage.click("crowd.number.0");
  (void)stage.slide("crowd.drawLimit", 0.001f);
  EXPECT_EQ(settings().drawLimit, 0);
}

TEST_F(CrowdWorkspace, OneClickChangesThePath) {
  (void)stage.click("crowd.path.1");
  EXPECT_EQ(settings().path, CrowdPath::Exact);
  (void)stage.click("crowd.path.0");
  EXPECT_EQ(settings().path, CrowdPath::Batched);
}

TEST_F(CrowdWorkspace, MeasuresTheCurveAndStopsWhenAsked) {
  (void)stage.click("crowd.sweep");
  EXPECT_TRUE(stage.session.crowd().sweeping());
  (void)stage.click("crowd.sweep");
  EXPECT_FALSE(stage.session.crowd().sweeping());
}

TEST_F(CrowdWorkspace, TheSliderFollowsAMeasurement) {
  ASSERT_TRUE(test::focusOn(stage, "crowd.characters"));
  ASSERT_TRUE(stage.session.apply(CrowdCommand{SweepCrowd{true}}));
  stage.frame();
  stage.frame();
  const int playing = stage.session.crowd().characters();
  ASSERT_LT(playing, 100);
  (void)stage.key(Key::Right);
  EXPECT_EQ(settings().characters, playing + 1) << "of what plays, not of the 1000 before";
}

TEST_F(CrowdWorkspace, SpacePausesAndTheMouseTurnsTheCamera) {
  (void)stage.key(Key::Space);
  EXPECT_TRUE(settings().paused);
  const float yaw = stage.session.camera().yaw;
  stage.pointAt(300, 300);
  stage.press();
  stage.pointAt(360, 300);
  stage.release();
  EXPECT_NE(stage.session.camera().yaw, yaw);
}

TEST_F(CrowdWorkspace, IsTheFourthScene) {
  (void)stage.click("scene.0");
  EXPECT_EQ(stage.session.scene(), SceneKind::Character);
  (void)stage.key(Key::Digit4, {.control = true});
  EXPECT_EQ(stage.session.scene(), SceneKind::Crowd);
}

}  // namespace
}  // namespace app
