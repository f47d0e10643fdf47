// The pose panel and the joints in the view.
#include <gtest/gtest.h>

#include "app/view/bones.h"
#include "tests/app/ui/stage.h"

namespace app {
namespace {

using test::Stage;

Model twoJointsAndAFace() {
  Model model = test::handMadeModel();
  model.meshes[0].morphTargetNames = {"Blink", "Smile"};
  model.meshes[0].primitives[0].morphTargets.resize(2);
  model.instances[0].morphCount = 2;
  model.restMorphWeights = {0.0f, 0.25f};
  return model;
}

struct PosePanel : testing::Test {
  PosePanel() {
    stage.interface->workspace().tab = ColumnTab::Pose;
    stage.frame();
    stage.frame();
  }
  template <class Which>
  static std::optional<Which> only(const Commands& commands) {
    const Which* found = commands.size() == 1 ? commands[0].as<Which>() : nullptr;
    return found ? std::optional(*found) : std::nullopt;
  }
  Stage stage{twoJointsAndAFace(), 1280, 1080};
};

TEST_F(PosePanel, ShowsBonesInTwoStylesOrNotAtAll) {
  EXPECT_TRUE(only<SetViewOptions>(stage.click("pose.bones.1"))->settings.skeleton);
  EXPECT_EQ(only<SetViewOptions>(stage.click("pose.bones.2"))->settings.bones, BoneStyle::Lines);
  EXPECT_FALSE(only<SetViewOptions>(stage.click("pose.bones.0"))->settings.skeleton);
}

TEST_F(PosePanel, SetsGhostsAndNames) {
  EXPECT_TRUE(only<SetViewOptions>(stage.click("pose.names"))->settings.jointNames);
  (void)stage.slide("pose.ghosts", 0.99f);
  EXPECT_EQ(stage.session.view().ghosts, kMaxGhosts);
  (void)stage.slide("pose.ghostSeconds", 0.99f);
  EXPECT_NEAR(static_cast<double>(stage.session.view().ghostSeconds), 0.25, 0.01);
  (void)stage.key(Key::O);
  EXPECT_EQ(stage.session.view().ghosts, 0);
  EXPECT_EQ(only<SetViewOptions>(stage.key(Key::J))->settings.jointNames, false);
}

TEST_F(PosePanel, TheTreeSelectsFoldsAndTracesJoints) {
  EXPECT_EQ(only<SelectJoint>(stage.click("joint.1"))->joint, 1);
  stage.frame();
  EXPECT_TRUE(stage.shows("joint.selected"));
  EXPECT_EQ(only<SelectJoint>(stage.click("joint.1"))->joint, -1) << "once more: none";
  EXPECT_TRUE(only<TraceJoint>(stage.click("joint.1.path"))->on);
  EXPECT_FALSE(only<TraceJoint>(stage.click("joint.1.path"))->on);
  (void)stage.click("joint.0.fold");
  stage.frame();
  EXPECT_FALSE(stage.shows("joint.1"));
  (void)stage.session.apply(SelectJoint{1});
  stage.frame();
  stage.frame();
  EXPECT_TRUE(stage.shows("joint.1")) << "what is selected elsewhere is opened";
  EXPECT_TRUE(only<TraceJoint>(stage.key(Key::T))->on);
}

TEST_F(PosePanel, SearchMatchesPartOfANameAndEnterSelectsTheFirst) {
  (void)stage.click("joints.search");
  stage.input.text = "HIP";
  stage.frame();
  stage.frame();
  EXPECT_FALSE(stage.shows("joint.0"));
  EXPECT_TRUE(stage.shows("joint.1"));
  stage.input.keysDown[indexOf(Key::Enter)] = true;
  stage.frame();
  stage.input.keysDown[indexOf(Key::Enter)] = false;
  stage.frame();
  EXPECT_EQ(stage.session.selectedJoint(), 1);
}

TEST_F(PosePanel, MorphsAreHeldAndFollowAgain) {
  stage.frame();
  (void)stage.slide("morph.1", 0.5f);
  stage.frame();
  ASSERT_TRUE(stage.session.heldMorph(1));
  EXPECT_NEAR(*stage.session.heldMorph(1), 0.5f, 0.02f);
  EXPECT_NEAR(stage.session.pose().morphWeights[1], 0.5f, 0.02f);
  (void)stage.click("morph.1.follow");
  EXPECT_FALSE(stage.session.heldMorph(1));
  stage.frame();
  EXPECT_EQ(stage.session.pose().morphWeights[1], 0.25f);
}

TEST_F(PosePanel, AClickInTheViewSelectsTheJointUnderThePointer) {
  (void)stage.session.apply(SetPaused{true});
  const auto clickAt = [&](glm::vec2 at) {
    stage.pointAt(at.x, at.y);
    stage.press();
    stage.release();
  };
  clickAt(stage.pixelOf(1));
  EXPECT_EQ(stage.session.selectedJoint(), -1) << "with bones hidden a click selects none";
  (void)stage.session.apply(SetViewOptions{{.skeleton = true}});
  clickAt(stage.pixelOf(1));
  EXPECT_EQ(stage.session.selectedJoint(), 1);
  clickAt(stage.pixelOf(1) + glm::vec2(0, 120));
  EXPECT_EQ(stage.session.selectedJoint(), -1) << "no joint is nearby";
  clickAt(stage.pixelOf(1));
  stage.pointAt(stage.pixelOf(1).x, stage.pixelOf(1).y);
  stage.press();
  stage.pointAt(stage.pixelOf(1).x + 60, stage.pixelOf(1).y + 200);
  stage.release();
  EXPECT_EQ(stage.session.selectedJoint(), 1) << "orbiting the camera is not a click";
}

TEST(PosePanelOfMaterials, ShowsExpressionsButNoMorphTargets) {
  Model model = test::handMadeModel();
  model.materials.resize(1);
  model.materialValues = {{.material = 0, .property = MaterialProperty::Emissive, .texture = 0, .offset = 0}};
  model.restMorphWeights = {0.25f, 0, 0};
  model.expressions = {{.name = "glow", .binds = {{.morph = 0, .weight = 0.5f, .rest = 0.25f}}}};
  Stage stage{std::move(model), 1280, 1080};
  stage.interface->workspace().tab = ColumnTab::Pose;
  stage.frame();
  stage.frame();
  EXPECT_FALSE(stage.shows("morph.0"));
  ASSERT_TRUE(stage.shows("expression.0"));
  (void)stage.slide("expression.0", 0.5f);
  ASSERT_TRUE(stage.session.heldMorph(0));
  EXPECT_NEAR(*stage.session.heldMorph(0), 0.5, 0.02) << "halfway from its rest";
}

}  // namespace
}  // namespace app
