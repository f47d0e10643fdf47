// The transition set by hand: selecting cells, editing them, searching, scrolling.
#include <gtest/gtest.h>

#include <string>

#include "app/session/undo_history.h"
#include "tests/app/ui/keyboard_walk.h"
#include "tests/app/ui/stage.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

constexpr float kCellWidth = 32, kCellHeight = 18;  // as it opens
constexpr int kEvery = -1;

std::vector<std::string> manyNames() {
  std::vector<std::string> names;
  for (int i = 0; i < 76; ++i) names.push_back((i % 2 == 0 ? "Walking_" : "Running_") + std::to_string(i));
  return names;
}

struct TransitionPanel : testing::Test {
  explicit TransitionPanel(Model model = handMadeModel()) : stage(std::move(model)) {
    (void)stage.key(Key::X);
    settle();
  }
  void settle(int frames = 3) {
    for (int i = 0; i < frames; ++i) stage.frame();
  }
  TransitionPanelState& state() { return stage.interface->workspace().character.transitions; }
  const TransitionCells& cells() const { return stage.session.character().transitions(); }
  /// By position on display; -1 for the defaults.
  void pointAtCell(int row, int column) {
    const UiRect at = stage.rect("transitions.cells");
    stage.pointAt(at.x + (static_cast<float>(column) + 0.5f) * kCellWidth,
                  at.y + (static_cast<float>(row) + 0.5f) * kCellHeight);
  }
  Commands clickCell(int row, int column, bool shift = false) {
    pointAtCell(row, column);
    stage.input.modifiers.shift = shift;
    stage.press();
    Commands all = stage.commands;
    stage.release();
    stage.input.modifiers.shift = false;
    all.insert(all.end(), stage.commands.begin(), stage.commands.end());
    settle();
    return all;
  }
  void dragCells(int row, int column, int toRow, int toColumn) {
    pointAtCell(row, column);
    stage.press();
    pointAtCell((row + toRow) / 2, (column + toColumn) / 2);
    pointAtCell(toRow, toColumn);
    stage.release();
    settle();
  }

  Stage stage;
};

struct TransitionPanelOfManyClips : TransitionPanel {
  TransitionPanelOfManyClips() : TransitionPanel(handMadeModel(manyNames())) {}
};

TEST_F(TransitionPanel, OpensBesideTheSceneAndClosesAgain) {
  EXPECT_TRUE(stage.shows("transitions.table"));
  const float beside = stage.interface->viewport(1280, 720).width;
  EXPECT_LT(beside, 400);
  EXPECT_GE(beside, 280);
  (void)stage.key(Key::X);
  settle();
  EXPECT_FALSE(stage.shows("transitions.table"));
  EXPECT_GT(stage.interface->viewport(1280, 720).width, 800);
  (void)stage.click("view.transitions");
  settle();
  EXPECT_TRUE(stage.shows("transitions.table"));
}

TEST_F(TransitionPanel, BlendSpacesHaveARowAndAColumn) {
  ASSERT_TRUE(stage.session.apply(SetBlendSpace{{.name = "Gaits", .x = 1, .samples = {{kWalk, 0}, {kRun, 2}}}}));
  settle();
  const int gaits = blendSpaceNumber("Gaits"), clips = stage.session.clipCount();
  ASSERT_EQ(state().rows.size(), static_cast<std::size_t>(clips) + 1);
  EXPECT_EQ(state().rows.back(), gaits) << "after the clips";
  (void)clickCell(kWalk, clips);
  EXPECT_EQ(state().selection.anchor, (CellIndex{kWalk, gaits}));
  ASSERT_TRUE(stage.session.runningFade()) << "it plays its pair";
  EXPECT_EQ(stage.session.runningFade()->to, gaits);
  ASSERT_TRUE(stage.session.apply(SetTransitionCell{.cells = state().selected, .settings = {.seconds = 2}}));
  settle();
  EXPECT_EQ(cells().at(pairOf({kWalk, gaits}))->seconds, 2);
  (void)clickCell(clips, kEvery);
  EXPECT_EQ(state().selection.anchor, (CellIndex{gaits, -1}));
  ASSERT_TRUE(stage.session.apply(RenameBlendSpace{"Gaits", "Walks"}));
  settle();
  EXPECT_EQ(state().rows.back(), blendSpaceNumber("Walks"));
  EXPECT_EQ(state().selection.anchor, CellIndex{}) << "the number of before is gone";
  ASSERT_TRUE(stage.session.apply(RemoveBlendSpace{"Walks"}));
  settle();
  EXPECT_EQ(state().rows.size(), static_cast<std::size_t>(clips));
}

TEST_F(TransitionPanel, AClickOnACellPlaysItsPair) {
  (void)clickCell(kWalk, kRun);
  EXPECT_EQ(state().selection.anchor, (CellIndex{kWalk, kRun}));
  EXPECT_EQ(stage.session.fadeSettings().from, kWalk);
  EXPECT_EQ(stage.session.fadeSettings().to, kRun);
  EXPECT_TRUE(stage.session.character().playsPair());
  EXPECT_TRUE(stage.session.character().program().pair().loops);
  EXPECT_TRUE(stage.session.action(kWalk).isScheduled());
  const int passes = stage.session.character().sequence().state().passes;
  (void)clickCell(kRun, kIdle);
  EXPECT_TRUE(stage.session.action(kRun).isScheduled()) << "at once";
  EXPECT_EQ(stage.session.character().sequence().state().pass.items[1].fade.clip, kIdle);
  EXPECT_LE(passes, 2);
}

TEST_F(TransitionPanel, ThePairOfACellPlaysWithItsSettings) {
  (void)stage.session.apply(SetPair{{.fromPhase = 0.1, .toPhase = 0.9}});
  (void)stage.session.apply(
      SetTransitionCell{.cells = {{kWalk, kRun}}, .settings = {.seconds = 0.25, .fromPhase = 0.5, .toPhase = 0.5}});
  (void)stage.session.apply(SetTransitionCell{.cells = {{kRun, kWalk}}, .settings = {.seconds = 0.125}});
  (void)clickCell(kWalk, kRun);
  const auto& items = stage.session.character().sequence().state().pass.items;
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(items[1].fade.how.seconds, 0.25);
  EXPECT_EQ(items[1].fade.how.toPhase, 0.5);
  EXPECT_EQ(items[0].fade.how.seconds, 0.125) << "on the way back";
  EXPECT_FALSE(stage.session.character().program().pair().fromPhase) << "those of the pair before";
  for (int i = 0; i < 60 && !stage.session.runningFade(); ++i) stage.frame();
  ASSERT_TRUE(stage.session.runningFade());
  EXPECT_EQ(stage.session.runningFade()->seconds, 0.25);
  EXPECT_NEAR(stage.session.action(kWalk).time, 0.75, 0.05) << "half of 1.5 s";
}

TEST_F(TransitionPanel, TheCrossFadePanelSaysWhenTheSetApplies) {
  (void)stage.session.apply(SetFadeSettings{{.from = kWalk, .to = kRun}});
  settle();
  EXPECT_FALSE(stage.shows("fade.editSet"));
  for (const CellIndex cell : {CellIndex{kWalk, kRun}, {kWalk, kEvery}, {kEvery, kRun}, {kEvery, kEvery}}) {
    (void)stage.session.apply(SetTransitionCell{.cells = {cell}, .settings = {.seconds = 1}});
    settle();
    EXPECT_TRUE(stage.shows("fade.editSet"));
    (void)stage.session.apply(ClearTransitions{});
  }
  (void)stage.session.apply(SetTransitionCell{.cells = {{kRun, kWalk}}, .settings = {.seconds = 1}});
  settle();
  EXPECT_FALSE(stage.shows("fade.editSet"));
}

TEST_F(TransitionPanel, MeasuresSeamsWhileItIsOpen) {
  const SeamMap& seams = stage.session.character().seams();
  EXPECT_TRUE(seams.isOn());
  EXPECT_EQ(seams.watchedFrom().size(), 3u);
  while (seams.measuredCount() < seams.fadeCount()) stage.frame();
  EXPECT_NE(seams.at(kIdle, kRun), nullptr);
  settle();
  const ::test::AllocationGuard guard;
  settle(30);
  EXPECT_EQ(guard.count(), 0);
  (void)stage.key(Key::X);
  settle();
  EXPECT_FALSE(seams.isOn());
}

TEST_F(TransitionPanel, DefaultsAndTheDiagonalPlayNothing) {
  for (const auto& [row, column] : {std::pair{-1, kRun}, std::pair{kWalk, -1}, std::pair{-1, -1}, std::pair{1, 1}}) {
    EXPECT_TRUE(clickCell(row, column).empty()) << row << ", " << column;
  }
}

TEST_F(TransitionPanel, EditsWhatIsSelected) {
  (void)clickCell(kWalk, kRun);
  (void)stage.type("transitions.seconds", "0.25");
  (void)stage.click("transitions.kind.3");
  (void)stage.click("transitions.sync.1");
  (void)stage.type("transitions.toPhase", "50");
  (void)stage.type("transitions.fromPhase", "75");
  (void)stage.click("transitions.curve.2");
  const FadeChoice expected{.seconds = 0.25,
                            .kind = crossfade::TransitionKind::Linear,
                            .sync = crossfade::Sync::Phase,
                            .curve = fadeCurve(FadeCurvePreset::EaseIn),
                            .fromPhase = 0.75,
                            .toPhase = 0.5};
  ASSERT_NE(cells().at(pairOf({kWalk, kRun})), nullptr);
  EXPECT_EQ(*cells().at(pairOf({kWalk, kRun})), expected);
  EXPECT_EQ(cells().size(), 1u);
}

TEST_F(TransitionPanel, ResetsEachFieldOnItsOwnAndAllAtOnce) {
  (void)clickCell(kWalk, kRun);
  const CellIndex cell{kWalk, kRun};
  (void)stage.session.apply(SetTransitionCell{
      .cells = {cell},
      .settings = {
          .seconds = 1, .kind = crossfade::TransitionKind::Linear, .maskJoint = 1, .maskFeather = 2, .toPhase = 0.5}});
  settle();
  (void)stage.click("transitions.seconds.reset");
  EXPECT_FALSE(cells().at(pairOf(cell))->seconds);
  (void)stage.click("transitions.mask.reset");
  (void)stage.click("transitions.toPhase.reset");
  EXPECT_EQ(*cells().at(pairOf(cell)), (FadeChoice{.kind = crossfade::TransitionKind::Linear}));
  EXPECT_FALSE(only<ClearTransitionCell>(stage.click("transitions.sync.reset"))) << "nothing to reset";
  (void)stage.click("transitions.inherit");
  EXPECT_TRUE(cells().empty());
}

TEST_F(TransitionPanel, RowsColumnsAndTheWholeSetHaveDefaults) {
  (void)clickCell(kWalk, -1);
  (void)stage.type("transitions.seconds", "0.5");
  (void)clickCell(-1, kRun);
  (void)stage.type("transitions.seconds", "0.6");
  (void)clickCell(-1, -1);
  (void)stage.type("transitions.seconds", "0.7");
  EXPECT_EQ(cells().at(pairOf({kWalk, kEvery}))->seconds, 0.5);
  EXPECT_EQ(cells().at(pairOf({kEvery, kRun}))->seconds, 0.6);
  EXPECT_EQ(cells().at(pairOf({}))->seconds, 0.7);
  // A name is the default of its row or column.
  const UiRect at = stage.rect("transitions.cells");
  stage.pointAt(at.x - 60, at.y + kCellHeight / 2);
  stage.press();
  stage.release();
  EXPECT_EQ(state().selection.anchor, (CellIndex{kIdle, kEvery}));
}

TEST_F(TransitionPanel, ADragSelectsARectangleOfCells) {
  dragCells(kIdle, kWalk, kWalk, kRun);
  EXPECT_EQ(state().selected, (std::vector<CellIndex>{{0, 1}, {0, 2}, {1, 1}, {1, 2}}));
  EXPECT_EQ(stage.session.fadeSettings().from, -1) << "no pair plays";
  (void)stage.type("transitions.seconds", "0.25");
  EXPECT_EQ(cells().size(), 4u);
  EXPECT_EQ(stage.session.history().stepCount(), 1);
  (void)stage.session.apply(Undo{});
  EXPECT_TRUE(cells().empty());
}

TEST_F(TransitionPanel, ShiftSelectsUpToTheCellThatIsClicked) {
  (void)clickCell(kIdle, kIdle);
  (void)clickCell(kWalk, kRun, true);
  EXPECT_EQ(state().selected.size(), 6u);
  (void)clickCell(kRun, kRun, true);
  EXPECT_EQ(state().selected.size(), 9u);
  (void)clickCell(kRun, -1, true);
  EXPECT_EQ(state().selected, (std::vector<CellIndex>{{kRun, kEvery}})) << "defaults are no cells";
}

TEST_F(TransitionPanelOfManyClips, SearchesInRowsAndColumns) {
  (void)stage.click("transitions.from");
  stage.input.text = "walking_74";
  settle();
  (void)stage.click("transitions.to");
  stage.input.text = "running";
  settle();
  EXPECT_EQ(state().rows, (std::vector<int>{74}));
  EXPECT_EQ(state().columns.size(), 38u);
  (void)clickCell(0, 1);
  EXPECT_EQ(state().selection.anchor, (CellIndex{74, 3}));
  (void)stage.session.apply(ClearTransitions{});
}

TEST_F(TransitionPanelOfManyClips, ScrollsAndZoomsWithTheWheel) {
  pointAtCell(2, 2);
  stage.input.wheelY = -1;
  stage.frame();
  EXPECT_EQ(state().firstRow, 3);
  stage.input.wheelY = -100;
  stage.frame();
  EXPECT_LT(state().firstRow, 76) << "not beyond the last row";
  EXPECT_GT(state().firstRow, 40);
  stage.input.modifiers.shift = true;
  stage.input.wheelY = -1;
  stage.frame();
  EXPECT_EQ(state().firstColumn, 3);
  stage.input.modifiers = {.control = true};
  stage.input.wheelY = 1;
  stage.frame();
  EXPECT_EQ(state().zoom, 2);
  stage.input.wheelY = -50;
  stage.frame();
  EXPECT_EQ(state().zoom, 0);
}

TEST_F(TransitionPanelOfManyClips, TheBarsScrollToo) {
  const UiRect bar = stage.rect("transitions.scrollRows");
  stage.pointAt(bar.centerX(), bar.y + 2);
  stage.press();
  stage.pointAt(bar.centerX(), bar.bottom() - 1);
  stage.release();
  settle();
  const int shown = static_cast<int>(stage.rect("transitions.cells").height / kCellHeight);
  EXPECT_EQ(state().firstRow, 76 - shown);
}

TEST_F(TransitionPanelOfManyClips, ADragBeyondTheEdgeScrolls) {
  pointAtCell(0, 0);
  stage.press();
  const UiRect at = stage.rect("transitions.cells");
  for (int i = 0; i < 30; ++i) stage.pointAt(at.x + 40 + static_cast<float>(i % 2), at.bottom() + 30);
  stage.release();
  EXPECT_GT(state().firstRow, 20);
  EXPECT_GT(state().selected.size(), 60u);
}

TEST_F(TransitionPanelOfManyClips, AllocatesNothingInSteadyFrames) {
  for (int i = 0; i < 76; ++i)
    (void)stage.session.apply(SetTransitionCell{.cells = {{i, (i + 1) % 76}, {i, kEvery}}, .settings = {.seconds = 1}});
  (void)clickCell(3, 4);
  (void)stage.session.apply(StopSequence{});
  settle(60);
  const ::test::AllocationGuard guard;
  settle(30);
  EXPECT_EQ(guard.count(), 0);
}

TEST(TransitionPanelSize, FitsInSmallAndLargeWindows) {
  for (const auto& [width, height] :
       {std::pair{480, 400}, std::pair{640, 480}, std::pair{1024, 640}, std::pair{1920, 1080}, std::pair{3840, 2160}}) {
    Stage stage(handMadeModel(manyNames()), width, height);
    (void)stage.key(Key::X);
    for (int i = 0; i < 3; ++i) stage.frame();
    const UiRect panel = stage.rect("panel.transitions");
    for (const LoggedWidget& widget : stage.interface->widgets().widgets()) {
      if (!widget.id().starts_with("transitions.")) continue;
      EXPECT_TRUE(contains(panel, widget.rect)) << widget.id() << " at " << width << " x " << height;
    }
    EXPECT_GE(stage.interface->viewport(width, height).width, 0.4f * panel.width);
  }
}

TEST(SeamLevel, GrowsWithTheRatioAndAJumpIsAPop) {
  EXPECT_EQ(seamLevel(0.5, 0), 0);
  EXPECT_EQ(seamLevel(1.2, 0), 0);
  EXPECT_EQ(seamLevel(4, 0), 1);
  EXPECT_EQ(seamLevel(6, 0), 2);
  EXPECT_EQ(seamLevel(8, 0), 3);
  EXPECT_EQ(seamLevel(16, 0), 4);
  EXPECT_EQ(seamLevel(0.5, 1.1), 4);
  EXPECT_EQ(seamLevel(INFINITY, 0), 4);
}

TEST(SeamLevel, TextIsLegibleOnEveryColor) {
  for (const bool dark : {false, true})
    for (int level = 0; level < kSeamLevels; ++level)
      for (const ImU32 ink : {paletteOf(dark).text, paletteOf(dark).textDim})
        EXPECT_GE(contrast(ink, seamColorOf(level, dark)), 4.5) << "level " << level;
}

TEST_F(TransitionPanel, AClickTakesTheCellUnderThePointerWhileAnotherHasTheRing) {
  ASSERT_TRUE(focusOn(stage, "transitions.table"));
  state().selection = {{kIdle, kIdle}, {kIdle, kIdle}};
  (void)press(stage, Key::Right);
  ASSERT_EQ(state().selection.head, (CellIndex{kIdle, kWalk}));
  const Commands commands = clickCell(kRun, kIdle);
  EXPECT_EQ(state().selection.anchor, (CellIndex{kRun, kIdle}));
  EXPECT_EQ(only<SetFadeSettings>(commands)->settings.from, kRun);
}

TEST_F(TransitionPanelOfManyClips, ForgetsCellsThatAnotherModelLacks) {
  for (const bool ring : {false, true}) {
    if (ring) {
      ASSERT_TRUE(focusOn(stage, "transitions.table"));
    }
    state().selection = {{40, 12}, {40, 12}};
    settle();
    const Session other(handMadeModel());
    Commands commands;
    stage.interface->beginFrame(stage.input, stage.width, stage.height, 1.0 / 60);
    stage.interface->draw(other, stage.history, commands);
    stage.interface->endFrame();
    EXPECT_EQ(state().selection.anchor, CellIndex{}) << ring;
    EXPECT_EQ(state().selection.head, CellIndex{});
  }
}

}  // namespace
}  // namespace app::test
