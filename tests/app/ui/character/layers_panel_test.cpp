// The layers tab, and painting masks on the joint tree and on the figure.
#include <string>

#include <gtest/gtest.h>

#include "app/session/undo_history.h"
#include "app/view/bones.h"
#include "tests/app/ui/stage.h"
#include "tests/support/allocation_guard.h"

namespace app {
namespace {

using test::only;
using test::Stage;

struct LayersPanel : testing::Test {
  LayersPanel() {
    stage.interface->workspace().tab = ColumnTab::Layers;
    settle();
  }
  void settle(int frames = 3) {
    for (int i = 0; i < frames; ++i) stage.frame();
  }
  void apply(const Command& command) {
    const auto done = stage.session.apply(command);
    ASSERT_TRUE(done) << done.error().message;
    settle();
  }
  LayersPanelState& state() { return stage.interface->workspace().character.layers; }
  const std::vector<LayerSettings>& layers() const { return stage.session.character().layers().layers; }
  std::vector<float> weights(const char* name = "Mask 1") const {
    const NamedMask* const mask = stage.session.character().masks().find(namedMask(name));
    return mask ? mask->weights : std::vector<float>{};
  }
  int steps() const { return stage.session.history().position(); }
  Stage stage{test::handMadeModel(), 1280, 1400};
};

TEST_F(LayersPanel, AddsAClipOnTopAndShowsItsMask) {
  EXPECT_TRUE(stage.shows("layers.base"));
  apply(SelectJoint{1});
  (void)stage.click("layers.add");
  settle();
  const auto added = only<AddLayer>(stage.click("layers.add.2"));
  ASSERT_TRUE(added);
  EXPECT_EQ(added->settings, (LayerSettings{.clip = 2, .mask = 1})) << "the selected joint and all below";
  settle();
  EXPECT_TRUE(stage.shows("layer.0.weight")) << "it is open";
}

TEST_F(LayersPanel, SoloMuteRemoveAndTheBase) {
  apply(AddLayer{{.clip = 1}});
  EXPECT_TRUE(only<SetLayer>(stage.click("layer.0.mute"))->settings.muted);
  EXPECT_TRUE(only<SetLayer>(stage.click("layer.0.solo"))->settings.solo);
  EXPECT_TRUE(only<SetBaseLayer>(stage.click("layers.base.solo"))->solo);
  const auto base = only<SetBaseLayer>(stage.click("layers.base.mute"));
  ASSERT_TRUE(base);
  EXPECT_TRUE(base->muted && base->solo);
  EXPECT_TRUE(only<RemoveLayer>(stage.click("layer.0.remove")));
  EXPECT_TRUE(layers().empty());
}

TEST_F(LayersPanel, ChangesWeightModeAndReference) {
  apply(AddLayer{{.clip = 1}});
  (void)stage.click("layer.0.row");
  settle();
  EXPECT_FALSE(stage.shows("layer.0.reference"));
  EXPECT_EQ(only<SetLayer>(stage.type("layer.0.weight", "0.5"))->settings.weight, 0.5);
  settle();
  EXPECT_EQ(only<SetLayer>(stage.click("layer.0.mode.1"))->settings.mode, LayerMode::Additive);
  settle();
  (void)stage.click("layer.0.reference");
  settle();
  EXPECT_EQ(only<SetLayer>(stage.click("layer.0.reference.2"))->settings.referenceClip, 2);
  settle();
  EXPECT_EQ(only<SetLayer>(stage.type("layer.0.referenceTime", "0,25"))->settings.referenceTime, 0.25);
}

TEST_F(LayersPanel, ADragMovesALayerInOneStep) {
  for (const int clip : {0, 1, 2}) apply(AddLayer{{.clip = clip}});
  const int before = steps();
  const UiRect top = stage.rect("layer.2.row"), bottom = stage.rect("layer.0.row");
  EXPECT_LT(top.y, bottom.y) << "the upper layer lies on the others";
  stage.pointAt("layer.2.row");
  stage.press();
  for (float y = top.centerY(); y < bottom.bottom(); y += 8) stage.pointAt(top.centerX(), y);
  stage.release();
  settle();
  ASSERT_EQ(layers().size(), 3u);
  EXPECT_EQ(layers()[0].clip, 2);
  EXPECT_EQ(layers()[1].clip, 0);
  EXPECT_EQ(steps(), before + 1);
  EXPECT_FALSE(stage.shows("layer.0.weight")) << "a drag opens nothing";
}

TEST_F(LayersPanel, AClipFadedInOnAMaskIsListedAndCanBecomeALayer) {
  settle(60);
  apply(FadeTo{.clip = 2, .how = {.seconds = 0.1, .maskJoint = 1}});
  settle(20);
  ASSERT_TRUE(stage.shows("layers.masked.2"));
  EXPECT_FALSE(stage.shows("layers.masked.0"));
  apply(SetPaused{true});
  const float x = stage.session.pose().locals[1].translation.x;
  const Commands kept = stage.click("layers.masked.2.keep");
  EXPECT_EQ(only<AddLayer>(kept)->settings.mask, 1);
  settle();
  EXPECT_FALSE(stage.shows("layers.masked.2"));
  EXPECT_TRUE(stage.shows("layer.0.row"));
  EXPECT_NEAR(stage.session.pose().locals[1].translation.x, x, 1e-4f) << "it goes on where it was";
  apply(SetPaused{false});
  settle(10);
  EXPECT_GT(stage.session.pose().locals[1].translation.x, x + 0.05f);
}

TEST_F(LayersPanel, WithAllLayersTakenNothingIsAddedOrLost) {
  Stage tall{test::handMadeModel(), 1280, 2400};
  tall.interface->workspace().tab = ColumnTab::Layers;
  const auto settle = [&] {
    for (int i = 0; i < 20; ++i) tall.frame();
  };
  for (std::size_t i = 0; i < kMaxLayers; ++i) ASSERT_TRUE(tall.session.apply(AddLayer{{.clip = 1}}));
  ASSERT_TRUE(tall.session.apply(FadeTo{.clip = 2, .how = {.seconds = 0.1, .maskJoint = 1}}));
  settle();
  ASSERT_TRUE(tall.shows("layers.masked.2.keep"));
  EXPECT_TRUE(tall.click("layers.masked.2.keep").empty());
  settle();
  EXPECT_TRUE(tall.session.action(2).isScheduled()) << "the clip still plays";
  ASSERT_TRUE(tall.shows("layers.add")) << "it says why there is no room";
  EXPECT_TRUE(tall.click("layers.add").empty());
  settle();
  EXPECT_FALSE(tall.shows("layers.add.2"));
}

TEST_F(LayersPanel, PaintsOnTheTreeWithOneStepAStroke) {
  (void)stage.click("masks.new");
  settle();
  ASSERT_EQ(weights(), (std::vector<float>{0, 0}));
  const int before = steps();
  const UiRect first = stage.rect("joint.0"), second = stage.rect("joint.1");
  stage.pointAt(first.centerX(), first.centerY());
  stage.press();
  stage.pointAt(second.centerX(), second.centerY());
  stage.release();
  settle();
  EXPECT_EQ(weights(), (std::vector<float>{1, 1}));
  EXPECT_EQ(steps(), before + 1);
  EXPECT_EQ(stage.session.selectedJoint(), -1) << "painting selects nothing";

  state().brush.strength = 0.25;
  (void)stage.click("joint.1");
  settle();
  EXPECT_EQ(weights(), (std::vector<float>{1, 0.25f}));
  stage.input.modifiers.alt = true;
  (void)stage.click("joint.1");
  stage.input.modifiers.alt = false;
  settle();
  EXPECT_EQ(weights(), (std::vector<float>{1, 0}));
  stage.pointAt("joint.0");
  stage.press(MouseButton::Right);
  stage.release(MouseButton::Right);
  settle();
  EXPECT_EQ(weights(), (std::vector<float>{0, 0}));
  stage.input.modifiers.shift = true;
  (void)stage.click("joint.0");
  stage.input.modifiers.shift = false;
  settle();
  EXPECT_EQ(weights(), (std::vector<float>{0.25f, 0.25f})) << "Shift includes all below";
}

TEST_F(LayersPanel, PaintsOnTheFigureAndOrbitsBesideIt) {
  (void)stage.click("masks.new");
  settle();
  apply(SetPaused{true});
  const Camera camera = stage.session.camera();
  const glm::vec2 at = stage.pixelOf(1);
  stage.pointAt(at.x + 2, at.y);
  stage.press();
  stage.pointAt(at.x, at.y + 2);
  stage.release();
  settle();
  ASSERT_EQ(weights().size(), 2u);
  EXPECT_EQ(weights()[1], 1);
  EXPECT_EQ(stage.session.camera(), camera);
  const UiRect view = stage.interface->viewport(stage.width, stage.height, SceneKind::Character);
  stage.pointAt(view.x + 40, view.y + 200);
  stage.press();
  stage.pointAt(view.x + 90, view.y + 200);
  stage.release();
  EXPECT_NE(stage.session.camera(), camera);
}

TEST_F(LayersPanel, PaintTurnsTheMaskOfALayerIntoOneWithAName) {
  apply(AddLayer{{.clip = 1, .mask = 1, .feather = 1}});
  (void)stage.click("layer.0.row");
  settle();
  (void)stage.click("layer.0.paint");
  settle();
  EXPECT_EQ(layers()[0].mask, namedMask("Mask 1"));
  EXPECT_EQ(weights(), (std::vector<float>{0, 0.5f}));
  EXPECT_TRUE(stage.shows("mask.strength"));
  (void)stage.click("mask.invert");
  settle();
  EXPECT_EQ(weights(), (std::vector<float>{1, 0.5f}));
  (void)stage.click("mask.done");
  settle();
  EXPECT_TRUE(stage.shows("layer.0.row"));
}

TEST_F(LayersPanel, RenamesAndRemovesAMask) {
  (void)stage.click("masks.new");
  settle();
  (void)stage.click("mask.name");
  settle();
  EXPECT_TRUE(stage.interface->wantsKeyboard());
  (void)stage.typeOn("Arms");
  settle();
  EXPECT_EQ(weights("Arms").size(), 2u);
  EXPECT_TRUE(stage.shows("mask.strength")) << "the editor stays";
  EXPECT_TRUE(only<RemoveMask>(stage.click("mask.remove")));
  settle();
  EXPECT_TRUE(stage.session.character().masks().all().empty());
  EXPECT_TRUE(stage.shows("layers.base"));
}

TEST_F(LayersPanel, ANameThatIsTakenDoesNotOpenTheOtherMask) {
  apply(SetMask{"Arms", {1, 0}});
  (void)stage.click("masks.new");
  settle();
  ASSERT_EQ(state().brush.mask, namedMask("Mask 1"));
  (void)stage.click("mask.name");
  settle();
  (void)stage.typeOn("Arms");
  EXPECT_TRUE(stage.session.message() && stage.session.message()->isError);
  settle();
  EXPECT_EQ(state().brush.mask, namedMask("Mask 1")) << "the next stroke would paint the other one";
  EXPECT_TRUE(stage.shows("mask.strength"));
}

TEST_F(LayersPanel, NamedMasksAreOfferedWhereverAMaskIsChosen) {
  apply(SetMask{"Arms", {1, 0}});
  (void)stage.click("fade.mask");
  settle();
  const auto chosen = only<SetFadeSettings>(stage.click("fade.mask.named.Arms"));
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->settings.maskJoint, namedMask("Arms"));
}

TEST_F(LayersPanel, AllocatesNothingInASteadyFrame) {
  apply(SetMask{"Arms", {1, 0}});
  for (int clip = 0; clip < 3; ++clip) apply(AddLayer{{.clip = clip, .mask = namedMask("Arms")}});
  apply(FadeTo{.clip = 2, .how = {.seconds = 0.1, .maskJoint = 1}});
  for (const bool painting : {false, true}) {
    if (painting) state().brush.mask = namedMask("Arms");
    settle(30);
    const ::test::AllocationGuard guard;
    settle(10);
    EXPECT_EQ(guard.count(), 0) << painting;
  }
}

}  // namespace
}  // namespace app
