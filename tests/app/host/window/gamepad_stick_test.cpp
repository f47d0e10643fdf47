#include "app/host/window/gamepad_stick.h"

#include <gtest/gtest.h>

#include "app/session/undo_history.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

struct StickTest : testing::Test {
  void SetUp() override {
    ASSERT_TRUE(session.apply(SetBlendSpace{
        {.name = "Gaits",
         .samples = {{.clip = 0, .x = 1}, {.clip = 1, .x = 3, .y = -40}, {.clip = 2, .x = 3, .y = 60}}}}));
    ASSERT_TRUE(session.apply(FadeTo{.clip = blendSpaceNumber("Gaits"), .how = {.seconds = 0}}));
  }
  /// Where the stick moves the point; none: it leaves it alone.
  std::optional<glm::dvec2> pointAt(std::optional<glm::dvec2> held) {
    std::optional<glm::dvec2> point;
    for (const Command& command : stick.follow(session, held)) {
      if (const auto* const move = command.as<MoveBlendPoint>()) point = glm::dvec2(move->x, move->y);
      EXPECT_TRUE(session.apply(command));
    }
    return point;
  }
  int steps() const { return session.history().stepCount(); }

  Session session{test::modelWithClips({"Walk", "Left", "Right"})};
  GamepadStick stick;
};

TEST_F(StickTest, AheadIsFasterAndLeftTurnsLeft) {
  EXPECT_EQ(pointAt(glm::dvec2(0, 1)), glm::dvec2(3, 0));
  EXPECT_EQ(pointAt(glm::dvec2(-1, 0)), glm::dvec2(1, 60)) << "1 m/s is the speed nearest to standing";
  EXPECT_EQ(pointAt(glm::dvec2(1, 0)), glm::dvec2(1, -40));
  const auto halfway = pointAt(glm::dvec2(0, kStickDeadZone + 0.5 * (1 - kStickDeadZone)));
  ASSERT_TRUE(halfway);
  EXPECT_NEAR(halfway->x, 2, 1e-9);
}

TEST_F(StickTest, LeavesThePointAloneUntilItIsMoved) {
  EXPECT_FALSE(pointAt(std::nullopt));
  EXPECT_FALSE(pointAt(glm::dvec2(0, 0.9 * kStickDeadZone)));
  EXPECT_TRUE(pointAt(glm::dvec2(0, 1)));
  EXPECT_EQ(pointAt(glm::dvec2(0)), glm::dvec2(1, 0)) << "let go, it returns";
  EXPECT_FALSE(pointAt(glm::dvec2(0))) << "and then leaves the point to the mouse";
}

TEST_F(StickTest, OneMoveIsOneStepToUndo) {
  const int before = steps();
  for (const double ahead : {0.3, 0.6, 0.9, 1.0, 0.5, 0.2}) (void)pointAt(glm::dvec2(0, ahead));
  ASSERT_TRUE(session.apply(FadeTo{.clip = 0, .how = {.seconds = 0}}));
  (void)pointAt(glm::dvec2(0, 0.2));
  EXPECT_EQ(steps(), before + 1) << "it ends with the space";
  ASSERT_TRUE(session.apply(SetClip{0, &ClipSettings::weight, 0.5}));
  ASSERT_TRUE(session.apply(SetClip{1, &ClipSettings::weight, 0.5}));
  EXPECT_EQ(steps(), before + 3) << "later changes are steps of their own";
}

}  // namespace
}  // namespace app
