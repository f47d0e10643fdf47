// The pair's bars, replay and loop, and the choice of what to compare.
#include "app/ui/character/pair_fade.h"

#include <string>
#include <utility>

#include "app/view/bones.h"
#include "app/view/draw_list.h"
#include "tests/app/ui/keyboard_walk.h"
#include "tests/support/allocation_guard.h"

namespace app {
namespace {

struct PairBars : testing::Test {
  PairBars() {
    FadeSettings settings = stage.session.fadeSettings();
    settings.from = 0;
    settings.to = 1;
    EXPECT_TRUE(stage.session.apply(SetFadeSettings{settings}));
    stage.frame();
  }
  const FadePair& pair() const { return stage.session.character().program().pair(); }

  test::Stage stage;
};

TEST_F(PairBars, ADragSetsThePhaseAndADoubleClickRemovesIt) {
  (void)stage.click("fade.fromPhase", 0.25f);
  ASSERT_TRUE(pair().fromPhase);
  EXPECT_NEAR(*pair().fromPhase, 0.25, 0.02);
  stage.pointAt("fade.toPhase", 0.2f);
  stage.press();
  stage.pointAt("fade.toPhase", 0.75f);
  stage.release();
  EXPECT_NEAR(*pair().toPhase, 0.75, 0.02);
  for (int i = 0; i < 30; ++i) stage.frame();  // not a triple click
  (void)stage.click("fade.toPhase", 0.75f);
  (void)stage.click("fade.toPhase", 0.75f);
  EXPECT_FALSE(pair().toPhase);
  EXPECT_TRUE(pair().fromPhase) << "the other stays";
}

TEST_F(PairBars, TheTooltipNamesTheKeysOrTheGestures) {
  stage.pointAt("fade.toPhase");
  EXPECT_NE(stage.hint().find("double-click: at its start"), std::string::npos);
  ASSERT_TRUE(test::focusOn(stage, "fade.toPhase"));
  const std::string byKeys = stage.hint();
  EXPECT_NE(byKeys.find("Delete: at its start"), std::string::npos);
  EXPECT_EQ(byKeys.find("click"), std::string::npos);
}

TEST_F(PairBars, ReplayAndItsKeyPlayThePair) {
  EXPECT_TRUE(test::only<ReplayFade>(stage.click("fade.replay")));
  EXPECT_TRUE(stage.session.character().playsPair());
  EXPECT_TRUE(test::only<ReplayFade>(stage.key(Key::R)));
}

TEST_F(PairBars, ARightClickOnReplayAsksForLeadInAndLeadOut) {
  EXPECT_FALSE(stage.shows("fade.leadIn"));
  stage.pointAt("fade.replay");
  stage.press(MouseButton::Right);
  stage.release(MouseButton::Right);
  stage.frame();
  stage.frame();
  (void)stage.type("fade.leadIn", "1.5");
  EXPECT_EQ(pair().leadIn, 1.5);
  (void)stage.type("fade.leadOut", "2 s");
  EXPECT_EQ(pair().leadOut, 2);
  EXPECT_FALSE(stage.session.character().playsPair());
}

TEST_F(PairBars, LoopGoesOnThenThereAndBackThenOff) {
  (void)stage.click("fade.loop");
  EXPECT_TRUE(pair().loops && !pair().thereAndBack);
  EXPECT_TRUE(stage.session.character().playsPair());
  (void)stage.click("fade.loop");
  EXPECT_TRUE(pair().loops && pair().thereAndBack);
  (void)stage.click("fade.loop");
  EXPECT_FALSE(pair().loops);
}

TEST_F(PairBars, TwoKindsAreAComparison) {
  (void)stage.click("fade.view.3");
  stage.frame();
  (void)stage.click("fade.compare.1");
  EXPECT_FALSE(stage.session.character().isComparing()) << "one is none";
  (void)stage.click("fade.compare.4");
  ASSERT_TRUE(stage.session.character().isComparing());
  EXPECT_EQ(stage.session.character().comparison().laneCount(), 2);
  (void)stage.click("fade.compare.view.1");
  EXPECT_TRUE(stage.session.character().comparison().isOverlaid());
  (void)stage.click("fade.compare.4");
  EXPECT_FALSE(stage.session.character().isComparing());
  (void)stage.click("fade.compare.pin");
  EXPECT_EQ(stage.session.character().comparison().variant(0).seconds, stage.session.fadeSettings().seconds);
  (void)stage.click("fade.compare.off");
  EXPECT_FALSE(stage.session.character().isComparing());
}

TEST_F(PairBars, TheArrangementIsChosenBeforeTheKinds) {
  (void)stage.click("fade.view.3");
  stage.frame();
  (void)stage.click("fade.compare.view.1");
  EXPECT_FALSE(stage.session.character().isComparing());
  (void)stage.click("fade.compare.0");
  (void)stage.click("fade.compare.1");
  EXPECT_TRUE(stage.session.character().comparison().isOverlaid());
  (void)stage.click("fade.compare.off");
  EXPECT_TRUE(stage.session.character().comparison().isOverlaid()) << "the next one is overlaid, too";
}

TEST_F(PairBars, KindsOfAComparisonThatEndedAreNotChosen) {
  (void)stage.click("fade.view.3");
  stage.frame();
  (void)stage.click("fade.compare.1");
  (void)stage.click("fade.compare.4");
  (void)stage.session.apply(SetComparison{});  // as another model does
  stage.frame();
  (void)stage.click("fade.compare.2");
  EXPECT_FALSE(stage.session.character().isComparing());
}

TEST_F(PairBars, TheUsualKindsComeFirst) {
  (void)stage.click("fade.view.3");
  stage.frame();
  const UiRect curve = stage.rect("fade.compare.2"), classic = stage.rect("fade.compare.0");
  EXPECT_LT(curve.y, classic.y);
}

TEST(ComparisonLabels, LeaveFeetUncoveredInALowView) {
  for (const bool timeline : {false, true}) {
    test::Stage stage(test::handMadeModel(), 1280, 720);
    stage.interface->workspace().panelSizes.timeline = timeline;
    FadeSettings settings = stage.session.fadeSettings();
    settings.from = 0;
    settings.to = 1;
    ASSERT_TRUE(stage.session.apply(SetFadeSettings{settings}));
    ASSERT_TRUE(stage.session.apply(SetComparison{.variants = {{.kind = crossfade::TransitionKind::Linear},
                                                               {.kind = crossfade::TransitionKind::Inertial},
                                                               {.kind = crossfade::TransitionKind::Frozen}}}));
    stage.frame();
    ASSERT_TRUE(stage.session.apply(FrameCamera{}));
    stage.frame();
    const UiRect view = stage.interface->viewport(1280, 720, SceneKind::Character);
    const Camera& camera = stage.session.shownCamera();
    const Bounds& bounds = stage.session.character().bounds().framed;
    const glm::vec3 feet{bounds.center().x, bounds.min.y, bounds.center().z};
    const auto at = positionInPicture(projectionMatrix(camera, view.width / view.height) * viewMatrix(camera), feet);
    ASSERT_TRUE(at);
    for (int lane = 0; lane < 3; ++lane)
      EXPECT_GE(stage.rect("compare.label." + std::to_string(lane)).y, view.y + at->y * view.height) << timeline;
  }
}

TEST(ComparisonLabels, AreInTheViewAndApart) {
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1024, 640}, std::pair{1920, 1080}})
    for (const bool overlaid : {false, true})
      for (const int count : {2, 6}) {
        test::Stage stage(test::handMadeModel(), width, height);
        FadeSettings settings = stage.session.fadeSettings();
        settings.from = 0;
        settings.to = 1;
        ASSERT_TRUE(stage.session.apply(SetFadeSettings{settings}));
        SetComparison command{.variants = {}, .overlaid = overlaid};
        for (int kind = 0; kind < count; ++kind)
          command.variants.push_back({.kind = static_cast<crossfade::TransitionKind>(kind)});
        ASSERT_TRUE(stage.session.apply(command));
        stage.frame();
        const UiRect view = stage.interface->viewport(width, height, SceneKind::Character);
        float end = view.x;
        for (int lane = 0; lane < count; ++lane) {
          const UiRect label = stage.rect("compare.label." + std::to_string(lane));
          EXPECT_GE(label.x, end) << width << ' ' << overlaid << ' ' << count << ' ' << lane;
          EXPECT_LE(label.right(), view.right());
          EXPECT_GE(label.y, view.y);
          EXPECT_LE(label.bottom(), view.bottom());
          end = label.right();
        }
      }
}

TEST_F(PairBars, FramesWithAComparisonAllocateNothing) {
  for (const bool overlaid : {false, true}) {
    ASSERT_TRUE(stage.session.apply(SetComparison{
        {{.kind = crossfade::TransitionKind::Linear}, {.kind = crossfade::TransitionKind::Inertial}}, overlaid}));
    (void)stage.click("fade.view.3");
    for (int i = 0; i < 300; ++i) stage.frame();
    const ::test::AllocationGuard guard;
    for (int i = 0; i < 120; ++i) stage.frame();
    EXPECT_EQ(guard.count(), 0);
  }
}

}  // namespace
}  // namespace app
