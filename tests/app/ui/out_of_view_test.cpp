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

bool isInPicture(const Stage& stage) {
  const Camera& camera = stage.session.shownCamera();
  const UiRect scene = stage.interface->viewport(stage.width, stage.height, SceneKind::Character);
  const auto at = positionInPicture(projectionMatrix(camera, scene.width / scene.height) * viewMatrix(camera),
                                    stage.session.posed().positionOf(1));
  return at && at->x >= 0 && at->x <= 1 && at->y >= 0 && at->y <= 1;
}

/// The hips of handMadeModel() slide along x; these rise.
Model risingModel() {
  Model model = handMadeModel({"Idle"});
  for (const float height : {1.0f, 6.0f})
    model.clips.add(*crossfade::AnimationClip::make(
        height > 1 ? "Jump" : "Hop",
        {*crossfade::KeyframeTrack::make({.node = 1, .channel = crossfade::Channel::Translation},
                                         crossfade::Interpolation::Linear, {0, 1, 2},
                                         {0, 0, 0, 0, height, 0, 0, 0, 0})}));
  return model;
}

TEST(KeepInView, TheCameraMovesBackForAJump) {
  Stage stage(risingModel());
  const Camera before = stage.session.camera();
  (void)stage.session.apply(FadeTo{.clip = 2, .how = {.seconds = 0.2}});
  for (int i = 0; i < 130; ++i) stage.frame();
  const Camera after = stage.session.camera();
  EXPECT_GT(after.distance, 1.5f * before.distance);
  EXPECT_EQ(after.yaw, before.yaw);
  ASSERT_TRUE(stage.session.message());
  EXPECT_NE(stage.session.message()->text.find("V turns that off"), std::string::npos);
  bool stays = true;
  for (int i = 0; i < 240; ++i) stage.frame(), stays = stays && isInPicture(stage);
  EXPECT_TRUE(stays);
  EXPECT_NEAR(stage.session.camera().distance, after.distance, 0.02 * after.distance) << "the next jump fits";
  EXPECT_FALSE(stage.session.cameraHistory().canUndo()) << "nobody moved it";
  EXPECT_FALSE(stage.session.hasUnsavedChanges());
  (void)stage.key(Key::F);
  EXPECT_LT(stage.session.camera().distance, after.distance) << "F frames as at first";
}

TEST(KeepInView, ACameraThatTheUserPlacedStays) {
  Stage stage(risingModel());
  (void)stage.session.apply(DollyCamera{0.5f});
  stage.frame();
  const Camera placed = stage.session.camera();
  (void)stage.session.apply(FadeTo{.clip = 2, .how = {.seconds = 0.2}});
  for (int i = 0; i < 130; ++i) stage.frame();
  EXPECT_EQ(stage.session.camera(), placed);
  Stage off(risingModel());
  (void)off.key(Key::V);
  const Camera first = off.session.camera();
  (void)off.session.apply(FadeTo{.clip = 2, .how = {.seconds = 0.2}});
  for (int i = 0; i < 130; ++i) off.frame();
  EXPECT_EQ(off.session.camera(), first);
}

TEST(KeepInView, AClipThatWasFramedMovesNoCamera) {
  Stage stage(risingModel());
  const Camera before = stage.session.camera();
  for (int i = 0; i < 240; ++i) stage.frame();
  EXPECT_EQ(stage.session.camera(), before);
}

TEST(KeepInView, IsOnUntilTurnedOff) {
  Stage stage;
  EXPECT_TRUE(stage.session.view().keepInView);
  (void)stage.key(Key::V);
  EXPECT_FALSE(stage.session.view().keepInView);
}

}  // namespace
}  // namespace app::test
