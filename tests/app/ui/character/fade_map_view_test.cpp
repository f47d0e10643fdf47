// The map of a fade by hand: pointing, clicking, the keyboard.
#include "app/ui/character/fade_map_view.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>
#include <utility>

#include "app/format/model_words.h"
#include "app/host/files/model_file.h"
#include "app/ui/widgets/theme.h"
#include "tests/app/ui/keyboard_walk.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

struct FadeMapPanel : testing::Test {
  explicit FadeMapPanel(Model model = handMadeModel(), int from = kIdle, int to = kWalk) : stage(std::move(model)) {
    (void)stage.session.apply(SetPaused{true});
    (void)stage.session.apply(SetFadeSettings{{.from = from, .to = to}});
    stage.frame();
    (void)stage.click("fade.view.4");
    finish();
  }
  /// However long the map takes.
  void finish() {
    stage.frame();
    stage.frame();
    while (map().isComputing()) {
      std::this_thread::yield();
      stage.frame();
    }
    stage.frame();
  }
  const FadeMap& map() const { return stage.session.character().fadeMap(); }
  const std::optional<FadeMoment>& pointed() const { return stage.session.character().fadeGhosts().moment(); }
  /// By fractions of the map, from the lower left.
  void pointAt(float right, float up) {
    const UiRect at = stage.rect("fade.map");
    stage.pointAt(at.x + right * at.width, at.bottom() - up * at.height);
    stage.frame();
  }

  Stage stage;
};

TEST_F(FadeMapPanel, IsComputedWhileItIsShown) {
  ASSERT_NE(map().shown(), nullptr);
  EXPECT_EQ(map().shown()->map.rows, 31) << "Idle, one second";
  EXPECT_EQ(map().shown()->map.columns, 46) << "Walk, one and a half";
  (void)stage.click("fade.view.0");
  stage.frame();
  EXPECT_FALSE(map().cost());
  EXPECT_FALSE(stage.shows("fade.map"));
}

TEST_F(FadeMapPanel, EndsWithItsWorkspace) {
  (void)stage.session.apply(ShowScene{SceneKind::Curves});
  stage.frame();
  EXPECT_FALSE(map().cost());
}

TEST_F(FadeMapPanel, ThePointerShowsBothMoments) {
  EXPECT_FALSE(pointed());
  pointAt(0.75f, 0.25f);
  ASSERT_TRUE(pointed());
  EXPECT_NEAR(pointed()->from, 0.25, 0.06);
  EXPECT_NEAR(pointed()->to, 0.75 * 1.5, 0.06);
  EXPECT_EQ(stage.session.character().fadeGhosts().ghosts().size(), 2u);
  const std::string hint = stage.hint();
  EXPECT_NE(hint.find("Idle 0.2"), std::string::npos) << hint;
  EXPECT_NE(hint.find("-> Walk 1.1"), std::string::npos) << hint;
  EXPECT_NE(hint.find("distance 0."), std::string::npos) << hint;
  stage.pointAt(1, 1);
  stage.frame();
  EXPECT_FALSE(pointed());
}

TEST_F(FadeMapPanel, AClickLetsTheFadeBeginThereAndPlaysIt) {
  pointAt(0.8f, 0.2f);
  stage.press();
  stage.release();
  const FadePair& pair = stage.session.character().program().pair();
  ASSERT_TRUE(pair.fromPhase && pair.toPhase);
  EXPECT_NEAR(*pair.fromPhase, 0.2, 0.04);
  EXPECT_NEAR(*pair.toPhase, 0.8, 0.04);
  EXPECT_TRUE(stage.session.character().playsPair());
  EXPECT_FALSE(stage.session.paused());
  (void)stage.session.apply(Undo{});
  EXPECT_FALSE(stage.session.character().program().pair().fromPhase);
}

TEST_F(FadeMapPanel, NearARingItTakesTheBestMoment) {
  const crossfade::CostMapCell best = map().shown()->cheapest.back();
  const UiRect at = stage.rect("fade.map");
  stage.pointAt(at.x + (static_cast<float>(best.column) + 0.5f) / 46 * at.width + 3,
                at.bottom() - (static_cast<float>(best.row) + 0.5f) / 31 * at.height + 2);
  stage.frame();
  ASSERT_TRUE(pointed());
  EXPECT_NEAR(pointed()->from, best.row / 30.0, 1e-9);
  EXPECT_NEAR(pointed()->to, best.column / 30.0, 1e-9);
}

TEST_F(FadeMapPanel, TheArrowKeysMoveAndEnterPlays) {
  stage.pointAt(-1, -1);
  ASSERT_TRUE(focusOn(stage, "fade.map"));
  ASSERT_TRUE(pointed());
  const std::string hint = stage.hint();
  EXPECT_NE(hint.find("Enter plays"), std::string::npos) << hint;
  for (int i = 0; i < 50; ++i) (void)press(stage, Key::Left);
  for (int i = 0; i < 50; ++i) (void)press(stage, Key::Down);
  EXPECT_EQ(pointed(), (FadeMoment{0, 0})) << "the edge";
  (void)press(stage, Key::Right);
  (void)press(stage, Key::Up, kShift);
  ASSERT_TRUE(pointed());
  EXPECT_NEAR(pointed()->to, 1 / 30.0, 1e-9);
  EXPECT_NEAR(pointed()->from, 10 / 30.0, 1e-9);
  EXPECT_EQ(focusOf(stage), "fade.map");
  (void)press(stage, Key::Enter);
  EXPECT_NEAR(stage.session.character().program().pair().fromPhase.value_or(-1), 1 / 3.0, 1e-9);
  EXPECT_NEAR(stage.session.character().program().pair().toPhase.value_or(-1), 1 / 45.0, 1e-9);
  EXPECT_TRUE(stage.session.character().playsPair());
}

TEST_F(FadeMapPanel, TheOtherCostIsOneClickAway) {
  (void)stage.click("fade.map.cost.1");
  finish();
  ASSERT_NE(map().shown(), nullptr);
  EXPECT_EQ(map().shown()->key.cost, MapCost::Inertial);
}

TEST_F(FadeMapPanel, FollowsTheChosenClipsAndTheTransitionSet) {
  (void)stage.session.apply(SetFadeSettings{{.from = kWalk, .to = kRun, .seconds = 0.4}});
  finish();
  ASSERT_NE(map().shown(), nullptr);
  EXPECT_EQ(map().shown()->key, (FadeMapKey{kWalk, kRun, 0.4, MapCost::Distance}));
  (void)stage.session.apply(SetTransitionCell{.cells = {{kWalk, -1}}, .settings = {.seconds = 0.8}});
  finish();
  EXPECT_EQ(map().shown()->key, (FadeMapKey{kWalk, kRun, 0.8, MapCost::Distance}));
  (void)stage.session.apply(SetFadeSettings{{.from = kWalk, .to = -1}});
  finish();
  EXPECT_EQ(map().shown(), nullptr);
  EXPECT_FALSE(stage.shows("fade.map"));
}

TEST_F(FadeMapPanel, WithoutAFromItIsOfWhatPlaysAndThenOfTheLastFade) {
  (void)stage.session.apply(SetFadeSettings{{.from = -1, .to = kRun}});
  finish();
  ASSERT_NE(map().shown(), nullptr);
  EXPECT_EQ(map().shown()->key.from, kIdle) << "plays";
  (void)stage.session.apply(SetPaused{false});
  (void)stage.session.apply(FadeTo{.clip = kWalk, .how = {.seconds = 0}});
  for (int i = 0; i < 3; ++i) stage.frame();
  (void)stage.session.apply(FadeTo{.clip = kRun, .how = {.seconds = 0}});
  (void)stage.session.apply(SetFadeSettings{{.from = -1, .to = kRun}});
  for (int i = 0; i < 3; ++i) stage.frame();
  finish();
  EXPECT_EQ(map().shown()->key.from, kWalk) << "the last fade to Run";
  EXPECT_EQ(stage.session.character().program().from(), kWalk);

  pointAt(0.5f, 0.25f);
  ASSERT_TRUE(pointed());
  EXPECT_EQ(stage.session.character().fadeGhosts().from(), kWalk);
  stage.press();
  stage.release();
  EXPECT_EQ(stage.session.fadeSettings().from, kWalk);
  ASSERT_TRUE(stage.session.character().program().pair().fromPhase);
  EXPECT_NEAR(*stage.session.character().program().pair().fromPhase, 0.25, 0.04) << "not where the last fade left it";
  EXPECT_TRUE(stage.session.character().playsPair());
}

TEST_F(FadeMapPanel, TheMeasuredSeamSaysWhatItIsMadeOf) {
  (void)stage.click("fade.map.cost.2");
  finish();
  ASSERT_NE(map().shown(), nullptr);
  EXPECT_TRUE(map().shown()->isComplete);
  pointAt(0.5f, 0.5f);
  const std::string hint = stage.hint();
  EXPECT_NE(hint.find("Velocity ratio "), std::string::npos) << hint;
  EXPECT_NE(hint.find(" %. "), std::string::npos) << hint << ": a model without feet";
}

TEST(FadeMapOfGaits, SaysHowFarTheFeetSlide) {
  struct Panel : FadeMapPanel {
    Panel(Model model, int from, int to) : FadeMapPanel(std::move(model), from, to) {}
    void TestBody() override {}
  };
  Model model = *loadModel("");
  const int walk = *findClip(model, "Walk"), run = *findClip(model, "Run");
  Panel panel(std::move(model), walk, run);
  (void)panel.stage.click("fade.map.cost.2");
  do panel.stage.frame();
  while (!panel.map().shown() || panel.map().shown()->figures.empty());
  panel.pointAt(0.5f, 0.5f);
  const std::string hint = panel.stage.hint();
  EXPECT_NE(hint.find(" % of a leg length. "), std::string::npos) << hint;
}

TEST_F(FadeMapPanel, AllocatesNothingWhileThePointerMoves) {
  for (int i = 0; i < 30; ++i) pointAt(0.3f + 0.01f * static_cast<float>(i), 0.4f);
  (void)stage.hint();
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 25; ++i) pointAt(0.3f + 0.01f * static_cast<float>(i), 0.4f);
  EXPECT_EQ(guard.count(), 0);
}

TEST(CostPatches, AreMeansOfTheirCells) {
  FadeMapResult result{
      .key = {0, 1}, .map = {.rows = 2, .columns = 4, .rowStep = 1, .columnStep = 1}, .cheapest = {}, .figures = {}};
  result.map.costs = {0, 1, 2, 4, 1, 0, 4, 6};
  result.high = 4;
  CostPatches patches;
  updatePatches(result, 2, 2, true, patches);
  EXPECT_EQ(patches.tints,
            (std::vector{costColor(0.125, true), costColor(0.75, true), costColor(0.125, true), costColor(1, true)}));
  updatePatches(result, 8, 3, true, patches);
  ASSERT_EQ(patches.tints.size(), 24u) << "more patches than cells";
  EXPECT_EQ(patches.tints[0], costColor(0, true));
  EXPECT_EQ(patches.tints[23], costColor(1, true));
  updatePatches(result, 8, 3, false, patches);
  EXPECT_EQ(patches.tints[0], costColor(0, false));
}

/// Relative to the ends, whatever colors lie between.
TEST(CostScale, ChangesItsLightnessEvenlyAwayFromTheBackground) {
  for (const bool dark : {true, false}) {
    const auto lightness = [&](double share) { return oklabOf(linearOf(costColor(share, dark))).x; };
    const double cheap = lightness(0), costly = lightness(1);
    EXPECT_GT(std::abs(cheap - costly), 0.5);
    for (int i = 0; i <= 20; ++i) EXPECT_NEAR(lightness(i / 20.0), cheap + (costly - cheap) * i / 20, 0.012) << i;
    EXPECT_GT(contrast(costColor(0, dark), paletteOf(dark).panel), 4.5);
    EXPECT_EQ(costColor(-3, dark), costColor(0, dark));
    EXPECT_EQ(costColor(std::nan(""), dark), costColor(1, dark));
  }
}

}  // namespace
}  // namespace app::test
