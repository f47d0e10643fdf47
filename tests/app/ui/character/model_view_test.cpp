// The choosers of what a file offers, and the keys that turn a model.
#include "app/session/undo_history.h"
#include "app/ui/character/character_panels.h"

#include <gtest/gtest.h>

#include "app/ui/bindings.h"
#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

Model richModel() {
  Model model = handMadeModel();
  model.variants = {"Street", "Beach"};
  model.cameras = {{.name = "Close", .node = 0}, {.node = 1}};
  model.lights = {{.name = "Lamp"}};
  model.restMorphWeights = {0, 0};
  model.meshes[0].morphTargetNames = {"mouth", "eyes"};
  model.meshes[0].primitives[0].morphTargets.resize(2);
  model.instances[0].morphCount = 2;
  model.expressions = {{.name = "happy", .binds = {{0, 1.0f}, {1, 0.5f}}}};
  return model;
}

struct ModelViewTest : testing::Test {
  void show(ColumnTab tab) {
    stage.interface->workspace().tab = tab;
    stage.frame();
    stage.frame();
  }
  /// Opens a drop-down and takes one of its rows.
  void choose(const std::string& id, int index) {
    (void)stage.click(id);
    stage.frame();
    stage.frame();
    (void)stage.click(id + "." + std::to_string(index));
    stage.frame();
  }
  const ModelView& shown() const { return stage.session.view().model; }

  Stage stage{richModel(), 1280, 1500};  // high enough for all of the Pose tab
};

TEST_F(ModelViewTest, ChoosesVariantsCamerasAndLights) {
  show(ColumnTab::Model);
  choose("model.variant", 1);
  EXPECT_EQ(shown().variant, 1);
  choose("model.variant", -1);
  EXPECT_EQ(shown().variant, -1);
  choose("model.camera", 1);
  EXPECT_EQ(shown().camera, 1);
  (void)stage.click("model.lights.1");
  EXPECT_EQ(shown().lights, LightSource::File);
}

TEST_F(ModelViewTest, ShowsOnlyWhatTheFileHas) {
  Stage plain;
  plain.interface->workspace().tab = ColumnTab::Model;
  plain.frame();
  plain.frame();
  for (const char* id : {"model.variant", "model.camera", "model.lights.0"}) EXPECT_FALSE(plain.shows(id)) << id;
}

TEST_F(ModelViewTest, DraggingLeavesTheCameraOfTheFile) {
  (void)stage.session.apply(LookThrough{0});
  stage.frame();
  stage.pointAt(400, 300);
  stage.press();
  stage.pointAt(440, 300);
  EXPECT_EQ(shown().camera, -1);
  stage.release();
}

TEST_F(ModelViewTest, FramingLeavesTheCameraOfTheFile) {
  (void)stage.session.apply(LookThrough{0});
  (void)stage.key(Key::F);
  EXPECT_EQ(shown().camera, -1);
}

TEST_F(ModelViewTest, AnExpressionIsASlider) {
  show(ColumnTab::Pose);
  (void)stage.slide("expression.0", 0.8f);
  ASSERT_TRUE(stage.session.heldMorph(0));
  EXPECT_NEAR(*stage.session.heldMorph(0), 0.8f, 0.05f);
  EXPECT_NEAR(*stage.session.heldMorph(1), *stage.session.heldMorph(0) / 2, 1e-5f);
  (void)stage.click("expression.0.follow");
  EXPECT_FALSE(stage.session.heldMorph(0));
}

TEST_F(ModelViewTest, ShiftXYZTurnTheModel) {
  constexpr Modifiers kShift{.shift = true};
  int axis = 0;
  for (const Key key : {Key::X, Key::Y, Key::Z}) EXPECT_EQ(only<TurnModel>(stage.key(key, kShift))->axis, axis++);
  for (const Command& command : Commands(stage.key(Key::X)))
    EXPECT_FALSE(command.is<TurnModel>()) << "X alone is the transition set's";
  EXPECT_EQ(stage.session.history().stepCount(), 3u);
}

}  // namespace
}  // namespace app::test
