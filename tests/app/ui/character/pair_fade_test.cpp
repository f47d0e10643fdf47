// The cross-fade panel shows the fade that will happen, by the transition set or by its own settings.
#include "app/ui/character/pair_fade.h"

#include <random>

#include <gtest/gtest.h>

#include "app/session/character/settings/fade_settings.h"
#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

using crossfade::Sync;
using crossfade::TransitionKind;

class PairFadePanel : public testing::Test {
 protected:
  void choose(FadeSettings settings) {
    settings.from = kWalk;
    settings.to = kRun;
    (void)stage.session.apply(SetFadeSettings{settings});
    stage.frame();
  }
  const FadeChoice* cell() const { return stage.session.character().transitions().at(pairOf({kWalk, kRun})); }

  Stage stage;
};

TEST_F(PairFadePanel, FadesAsItSays) {
  std::mt19937 random(7);
  const auto oneOf = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
  for (int round = 0; round < 60; ++round) {
    (void)stage.session.apply(StopAll{});
    (void)stage.session.apply(ClearTransitions{});
    choose({.seconds = 0.1 * (1 + oneOf(9)),
            .kind = crossfade::kTransitionKinds[static_cast<std::size_t>(oneOf(6))],
            .sync = static_cast<Sync>(oneOf(2))});
    for (const CellIndex at : {CellIndex{kWalk, kRun}, {kWalk, -1}, {-1, kRun}, {-1, -1}, {kRun, kWalk}}) {
      FadeChoice settings;
      if (oneOf(2) == 0) settings.seconds = 1.5 + 0.1 * oneOf(9);
      if (oneOf(2) == 0) settings.kind = crossfade::kTransitionKinds[static_cast<std::size_t>(oneOf(6))];
      if (oneOf(2) == 0) settings.sync = static_cast<Sync>(oneOf(2));
      if (oneOf(2) == 0) (void)stage.session.apply(SetTransitionCell{.cells = {at}, .settings = settings});
    }
    stage.frame();
    const FadeSettings shown = PairFade(stage.session).settings();
    (void)stage.click("fade.go");
    const auto& running = stage.session.runningFade();
    ASSERT_TRUE(running);
    EXPECT_EQ(running->seconds, shown.seconds) << round;
    EXPECT_EQ(running->kind, shown.kind) << round;
    EXPECT_EQ(running->sync, shown.sync) << round;
  }
}

TEST_F(PairFadePanel, ChangesTheSetWhereThatApplies) {
  choose({.seconds = 0.4, .kind = TransitionKind::Curve});
  (void)stage.session.apply(SetTransitionCell{.cells = {{kWalk, kRun}}, .settings = {.seconds = 1}});
  stage.frame();
  const auto length = only<SetTransitionCell>(stage.type("fade.seconds", "0.5"));
  ASSERT_TRUE(length);
  EXPECT_EQ(length->cells, std::vector<CellIndex>{(CellIndex{kWalk, kRun})});
  EXPECT_EQ(length->settings.seconds, 0.5);
  EXPECT_EQ(stage.session.fadeSettings().seconds, 0.4) << "the panel's own stays";
  const auto kind = only<SetFadeSettings>(stage.click("fade.kinds.2"));
  ASSERT_TRUE(kind) << "the set says nothing about the kind";
  EXPECT_EQ(kind->settings.kind, TransitionKind::Inertial);
  EXPECT_EQ(kind->settings.seconds, 0.4);
}

TEST_F(PairFadePanel, ARuleForMorePairsIsChangedForThisPairAlone) {
  choose({});
  (void)stage.session.apply(SetTransitionCell{.cells = {{-1, kRun}}, .settings = {.seconds = 1}});
  stage.frame();
  EXPECT_FALSE(PairFade(stage.session).isKept());
  (void)stage.type("fade.seconds", "0.5");
  ASSERT_TRUE(cell());
  EXPECT_EQ(cell()->seconds, 0.5);
  EXPECT_EQ(stage.session.character().transitions().at(pairOf({-1, kRun}))->seconds, 1);
}

TEST_F(PairFadePanel, KeepsAllThatIsShownAndTakesItOutAgain) {
  choose({.seconds = 0.7, .kind = TransitionKind::DeadBlending, .sync = Sync::Phase, .maskJoint = 1, .maskFeather = 3});
  (void)stage.session.apply(SetFadeCurve{fadeCurvePresets()[4]});
  (void)stage.session.apply(SetPair{{.fromPhase = 0.25}});
  stage.frame();
  (void)stage.click("fade.keep");
  ASSERT_TRUE(cell());
  EXPECT_EQ(*cell(), (FadeChoice{.seconds = 0.7,
                                 .kind = TransitionKind::DeadBlending,
                                 .sync = Sync::Phase,
                                 .maskJoint = 1,
                                 .maskFeather = 3,
                                 .layers = MaskedLayers::Keep,
                                 .curve = fadeCurvePresets()[4],
                                 .fromPhase = 0.25}));
  (void)stage.session.apply(SetFadeSettings{{.from = kWalk, .to = kRun, .seconds = 2}});
  stage.frame();
  EXPECT_EQ(PairFade(stage.session).settings().seconds, 0.7);
  (void)stage.click("fade.keep");
  EXPECT_FALSE(cell());
  stage.frame();
  EXPECT_EQ(PairFade(stage.session).settings().seconds, 2);
}

TEST_F(PairFadePanel, CannotKeepWhatHasNoPair) {
  (void)stage.session.apply(StopAll{});
  (void)stage.session.apply(SetFadeSettings{});
  stage.frame();
  EXPECT_TRUE(stage.click("fade.keep").empty());
}

TEST_F(PairFadePanel, IsAboutTheLastFadeWhenItIsOver) {
  (void)stage.session.apply(FadeTo{kWalk, {.seconds = 0}});
  stage.frame();
  (void)stage.session.apply(FadeTo{kRun, {.seconds = 0.1}});
  for (int i = 0; i < 30; ++i) stage.frame();
  EXPECT_EQ(PairFade(stage.session).pair(), (CellIndex{kWalk, kRun}));
  (void)stage.click("fade.keep");
  EXPECT_TRUE(cell());
}

TEST_F(PairFadePanel, TheSentencesPartsOpenTheirChoices) {
  choose({});
  stage.open("fade.lengthWords");
  EXPECT_EQ(only<SetFadeSettings>(stage.click("fade.length.4"))->settings.seconds, 0.6);
  stage.frame();
  stage.open("fade.kindWords");
  EXPECT_EQ(only<SetFadeSettings>(stage.click("fade.kind.3"))->settings.kind, TransitionKind::Frozen);
  stage.frame();
  stage.open("fade.kinds.3");
  EXPECT_EQ(only<SetFadeSettings>(stage.click("fade.kind.1"))->settings.kind, TransitionKind::Linear);
}

TEST_F(PairFadePanel, EditShowsThePairInTheSet) {
  choose({});
  (void)stage.click("fade.keep");
  stage.frame();
  (void)stage.click("fade.editSet");
  stage.frame();
  EXPECT_EQ(stage.interface->workspace().panelSizes.side, SidePanel::Transitions);
  EXPECT_EQ(stage.interface->workspace().character.transitions.selection.anchor, (CellIndex{kWalk, kRun}));
}

TEST_F(PairFadePanel, AComparedFadeIsTakenOverByItsButton) {
  choose({});
  (void)stage.session.apply(
      SetComparison{.variants = {{.kind = TransitionKind::Linear}, {.kind = TransitionKind::Inertial}}});
  stage.frame();
  stage.frame();
  EXPECT_EQ(only<SetFadeSettings>(stage.click("compare.use.1"))->settings.kind, TransitionKind::Inertial);
  (void)stage.click("fade.keep");
  stage.frame();
  EXPECT_EQ(only<SetTransitionCell>(stage.click("compare.use.0"))->settings.kind, TransitionKind::Linear);
}

}  // namespace
}  // namespace app::test
