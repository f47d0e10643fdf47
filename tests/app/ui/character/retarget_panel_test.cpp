#include "app/ui/character/retarget_panel.h"
#include "app/session/character/retargeting.h"
#include "app/view/bones.h"

#include <vector>

#include <gtest/gtest.h>

#include "crossfade/math/euler_angles.h"
#include "tests/app/ui/stage.h"
#include "tests/support/danced_model.h"

namespace app::test {
namespace {

struct RetargetPanel : testing::Test {
  explicit RetargetPanel(int width = 1280, int height = 720) : stage(dancedModel(), width, height) {
    (void)stage.key(Key::K);
    settle();
  }
  void settle(int frames = 3) {
    for (int i = 0; i < frames; ++i) stage.frame();
  }
  const Retargeting& shown() const { return stage.session.character().retargeting(); }
  const crossfade::JointPair* pairOf(const char* joint) const {
    return shown().retargeter()->map().find(findJoint(stage.session.model(), joint));
  }
  void clickOn(std::string_view id) {
    (void)stage.click(id);
    settle();
  }
  std::string row(const char* joint) const {
    return "retarget.joint." + std::to_string(findJoint(stage.session.model(), joint));
  }
  void chooseSource(const std::string& typed) {
    clickOn("retarget.from");
    (void)stage.typeOn(typed);
    settle();
  }

  Stage stage;
};

struct SmallRetargetPanel : RetargetPanel {
  SmallRetargetPanel() : RetargetPanel(800, 500) {}
};

TEST(RetargetFigures, AreSeenWholeWhereverTheirArmsAre) {
  for (const glm::vec3 half : {glm::vec3{0.9f, 0.9f, 0.15f}, {0.2f, 0.9f, 0.15f}, {0.3f, 0.4f, 0.9f}})
    for (const float aspect : {0.5f, 1.0f, 2.0f}) {
      const Bounds bounds{.min = glm::vec3{0, 1, 0} - half, .max = glm::vec3{0, 1, 0} + half, .empty = false};
      for (int turn = 0; turn < 12; ++turn) {
        Camera camera;
        camera.yaw = 0.5f * static_cast<float>(turn);
        camera = cameraAtFigure(camera, bounds, aspect);
        float reach = 0;  // from the middle of the picture to its edge is 0.5
        for (const glm::vec3 side : {glm::vec3{half.x, 0, 0}, {0, half.y, 0}, {0, 0, half.z}})
          for (const float sign : {-1.0f, 1.0f}) {
            const auto at =
                positionInPicture(projectionMatrix(camera, aspect) * viewMatrix(camera), bounds.center() + side * sign);
            ASSERT_TRUE(at);
            reach = std::max({reach, std::abs(at->x - 0.5f), std::abs(at->y - 0.5f)});
          }
        EXPECT_LE(reach, 0.5f) << aspect << " " << turn;
        EXPECT_GE(reach, 0.1f) << aspect << " " << turn;
      }
    }
}

TEST_F(RetargetPanel, OpensWithTheFirstFileAndClosesAgain) {
  EXPECT_EQ(shown().shownFile(), 0);
  EXPECT_TRUE(stage.shows("retarget.source"));
  EXPECT_TRUE(stage.shows("retarget.target"));
  EXPECT_TRUE(stage.shows(row("Hips")));
  EXPECT_FALSE(stage.shows("retarget.from")) << "no joint is selected";
  (void)stage.key(Key::X);
  settle();
  EXPECT_FALSE(stage.shows("retarget.target")) << "the transition set takes its place";
  EXPECT_TRUE(stage.shows("transitions.table"));
  EXPECT_EQ(shown().shownFile(), -1);
  (void)stage.key(Key::K);
  settle();
  EXPECT_TRUE(stage.shows("retarget.target"));
  (void)stage.key(Key::K);
  settle();
  EXPECT_FALSE(stage.shows("retarget.target"));
  EXPECT_FALSE(stage.shows("transitions.table")) << "one key, one panel";
}

TEST_F(RetargetPanel, SaysWhenNoJointOfTheFileMatches) {
  clickOn(row("Hips"));
  chooseSource("xyz");
  EXPECT_TRUE(stage.shows("retarget.from.empty"));
}

TEST_F(RetargetPanel, IsAlsoOpenedFromTheClips) {
  clickOn("clips.joints");
  EXPECT_FALSE(stage.shows("retarget.target"));
  clickOn("clips.joints");
  EXPECT_TRUE(stage.shows("retarget.target"));
  Stage bare;
  EXPECT_FALSE(bare.shows("clips.joints")) << "there are no other files";
  (void)bare.key(Key::K);
  bare.frame();
  EXPECT_TRUE(bare.shows("panel.retarget")) << "it says how to get some";
}

TEST_F(RetargetPanel, ChangesWhatMovesTheSelectedJoint) {
  clickOn(row("LeftHand"));
  EXPECT_EQ(stage.session.selectedJoint(), findJoint(stage.session.model(), "LeftHand"));
  chooseSource("RightHand");
  ASSERT_NE(pairOf("LeftHand"), nullptr);
  EXPECT_EQ(pairOf("LeftHand")->source, findJoint(stage.session.model(), "RightHand"));
  EXPECT_EQ(pairOf("LeftHand")->confidence, 1);
  chooseSource("Not moved");
  EXPECT_EQ(pairOf("LeftHand"), nullptr);
  EXPECT_NE(pairOf("RightHand"), nullptr);
  (void)stage.session.apply(Undo{});
  (void)stage.session.apply(Undo{});
  EXPECT_EQ(shown().settings()[0], RetargetSettings{});
}

TEST_F(RetargetPanel, AlignsAndTurnsTheSelectedJoint) {
  clickOn(row("LeftLowerArm"));
  clickOn("retarget.align.0");
  EXPECT_EQ(pairOf("LeftLowerArm")->alignment, crossfade::PoseAlignment::Keep);
  (void)stage.type("retarget.turn.y", "120");
  settle();
  (void)stage.type("retarget.turn.z", "30");
  settle();
  EXPECT_GT(std::abs(glm::dot(pairOf("LeftLowerArm")->adjustment, crossfade::fromDegrees({0, 120, 30}))), 0.99999f)
      << "the angles that were typed, though others mean the same as 120";
  clickOn("retarget.guess");
  EXPECT_EQ(shown().settings()[0], RetargetSettings{});
  clickOn("retarget.mirror");
  EXPECT_TRUE(shown().settings()[0].mirrored);
  EXPECT_EQ(pairOf("LeftHand")->source, findJoint(stage.session.model(), "RightHand"));
}

TEST_F(RetargetPanel, ReachIsTypedAndOutlivesGuessAndMirror) {
  (void)stage.type("retarget.reach", "60");
  settle();
  clickOn("retarget.mirror");
  EXPECT_TRUE(shown().settings()[0].mirrored);
  EXPECT_DOUBLE_EQ(shown().settings()[0].reach, 0.6);
  (void)stage.session.apply(Undo{});
  (void)stage.session.apply(Undo{});
  EXPECT_EQ(shown().settings()[0].reach, 0);
}

TEST_F(RetargetPanel, FindsJointsAndLeavesTheOthersOut) {
  clickOn("retarget.search");
  stage.input.text = "lefthand";
  settle();
  EXPECT_TRUE(stage.shows(row("LeftHand")));
  EXPECT_FALSE(stage.shows(row("Hips")));
}

TEST_F(RetargetPanel, KnowsTheJointUnderThePointerInBothPictures) {
  const RetargetPanelState& state = stage.interface->workspace().character.retarget;
  for (const char* picture : {"retarget.source", "retarget.target"}) {
    const UiRect at = stage.rect(picture);
    std::vector<glm::vec2> found;
    for (float y = at.y + 4; y < at.bottom(); y += 8)
      for (float x = at.x + 4; x < at.right(); x += 8) {
        stage.pointAt(x, y);
        if (state.hovered == findJoint(stage.session.model(), "Head")) found.emplace_back(x, y);
      }
    ASSERT_FALSE(found.empty()) << picture;
    const glm::vec2 middle = found[found.size() / 2];  // the joint moves
    stage.pointAt(middle.x, middle.y);
    stage.press();
    stage.release();
    settle();
    EXPECT_EQ(stage.session.selectedJoint(), findJoint(stage.session.model(), "Head")) << picture;
    (void)stage.session.apply(SelectJoint{-1});
  }
}

TEST_F(RetargetPanel, PlaysTheClipThatIsChosenOnTheCharacterToo) {
  clickOn("retarget.clip");
  clickOn("retarget.clip.1");
  settle(60);
  EXPECT_EQ(stage.session.dominantClip(), 1);
  EXPECT_NEAR(shown().time(), stage.session.action(1).time, 1e-9);
}

TEST_F(SmallRetargetPanel, HasRoomForEverything) {
  clickOn(row("Hips"));
  const UiRect panel = stage.rect("panel.retarget");
  for (const char* part : {"retarget.source", "retarget.target", "retarget.list", "retarget.from", "retarget.align.3",
                           "retarget.turn.z", "retarget.save"}) {
    EXPECT_TRUE(contains(panel, stage.rect(part))) << part;
    EXPECT_GE(stage.rect(part).height, 20) << part;
  }
  EXPECT_GE(stage.rect("retarget.list").height, 44) << "two rows";
  EXPECT_FALSE(overlap(stage.rect("retarget.list"), stage.rect("retarget.from")));
  EXPECT_FALSE(overlap(stage.rect("retarget.list"), stage.rect("retarget.target")));
}

TEST_F(SmallRetargetPanel, LeavesTheFiguresOutBesideTheTimeline) {
  stage.width = 1000;  // it lies beside the scene, above the timeline
  settle();
  clickOn(row("Hips"));
  stage.interface->workspace().panelSizes.timeline = true;
  settle();
  EXPECT_FALSE(stage.shows("retarget.source"));
  EXPECT_FALSE(overlap(stage.rect("retarget.list"), stage.rect("retarget.from")));
  EXPECT_GE(stage.rect("retarget.from").y, stage.rect("retarget.save").bottom());
}

}  // namespace
}  // namespace app::test
