// A figure that walks out of the picture: once, a message says which keys bring it back.
#include <gtest/gtest.h>

#include "app/ui/panels.h"
#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

/// Looks where the figure is not.
void lookAway(Stage& stage) {
  Camera camera = stage.session.camera();
  camera.target += glm::vec3(0, 500, 0);
  (void)stage.session.apply(SetCamera{camera});
}

TEST(OutOfView, IsSaidOnce) {
  Stage stage;
  for (int i = 0; i < 60; ++i) stage.frame();
  EXPECT_FALSE(stage.session.message());
  lookAway(stage);
  for (int i = 0; i < 60; ++i) stage.frame();
  ASSERT_TRUE(stage.session.message());
  EXPECT_NE(stage.session.message()->text.find("F frames it"), std::string::npos);
  (void)stage.session.apply(DismissMessage{});
  for (int i = 0; i < 120; ++i) stage.frame();
  EXPECT_FALSE(stage.session.message());
}

TEST(OutOfView, NamesTheKeyThatFollows) {
  Stage stage;
  (void)stage.key(Key::V);
  lookAway(stage);
  for (int i = 0; i < 60; ++i) stage.frame();
  ASSERT_TRUE(stage.session.message());
  EXPECT_NE(stage.session.message()->text.find("V follows it"), std::string::npos);
}

TEST(OutOfView, IsNoMatterWhilePausedOrOnATreadmill) {
  Stage paused;
  (void)paused.session.apply(SetPaused{true});
  lookAway(paused);
  Stage treadmill;
  (void)treadmill.session.apply(SetTravel{TravelMode::Treadmill});
  lookAway(treadmill);
  for (int i = 0; i < 60; ++i) {
    paused.frame();
    treadmill.frame();
  }
  EXPECT_FALSE(paused.session.message());
  EXPECT_FALSE(treadmill.session.message());
}

TEST(KeepInView, IsOnUntilTurnedOff) {
  Stage stage;
  EXPECT_TRUE(stage.session.view().keepInView);
  (void)stage.key(Key::V);
  EXPECT_FALSE(stage.session.view().keepInView);
}

}  // namespace
}  // namespace app::test
