// Clicks, drags, and keys in the shapes workspace.
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "app/platform/gl_context_headless.h"
#include "app/render/offscreen_target.h"
#include "app/render/renderer.h"
#include "app/session/undo_history.h"
#include "app/ui/shapes/shape_painter.h"
#include "tests/app/ui/keyboard_walk.h"
#include "tests/app/ui/stage.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

/// The workspace with its initial pencil, paused.
class ShapesStage : public Stage {
 public:
  explicit ShapesStage(int pictureWidth = 1280, int pictureHeight = 720)
      : Stage(handMadeModel(), pictureWidth, pictureHeight) {
    (void)session.apply(ShowScene{SceneKind::Shapes});
    (void)session.apply(shapes::SetPlaying{false});
    frame();
    frame();
  }
  const ShapeScene& scene() const { return session.shapes(); }
  glm::dvec2 pointOf(int key, int point) const {
    return scene().keys()[static_cast<std::size_t>(key)].shape.points()[static_cast<std::size_t>(point)];
  }
  void pointAtUnits(double x, double y) {
    const UiRect units = rect("canvas.units");
    pointAt(units.x + static_cast<float>(x / 100) * units.width, units.y + static_cast<float>(y / 100) * units.height);
  }
  void clickAtUnits(double x, double y, MouseButton button = MouseButton::Left) {
    pointAtUnits(x, y);
    press(button);
    release(button);
    for (int i = 0; i < 40; ++i) frame();  // so that the next click is not a double click
  }
};

TEST(ShapesWorkspace, IsOneClickOrKeyAway) {
  Stage stage;
  (void)stage.click("scene.1");
  EXPECT_EQ(stage.session.scene(), SceneKind::Shapes);
  stage.frame();
  EXPECT_TRUE(stage.shows("panel.canvas"));
  EXPECT_FALSE(stage.shows("panel.crossFade"));
  (void)stage.key(Key::Digit3, {.control = true});
  EXPECT_EQ(stage.session.scene(), SceneKind::Timing);
  (void)stage.key(Key::Digit1, {.control = true});
  EXPECT_EQ(stage.session.scene(), SceneKind::Character);
}

TEST(ShapesWorkspace, OpensWithThePencilAndNothingToUndo) {
  const ShapesStage stage;
  EXPECT_EQ(stage.scene().keys().size(), 2u);
  EXPECT_FALSE(stage.session.history().canUndo());
}

TEST(ShapesWorkspace, KeepsWidgetsInsideTheirPanelsAndPanelsFromOverlapping) {
  for (const auto& [width, height] :
       {std::pair{1280, 720}, std::pair{900, 600}, std::pair{1920, 1080}, std::pair{640, 480}}) {
    ShapesStage stage(width, height);
    const auto isPanel = [](const LoggedWidget& widget) { return widget.id().starts_with("panel."); };
    const UiRect window{0, 0, static_cast<float>(width), static_cast<float>(height)};
    for (const LoggedWidget& one : stage.interface->widgets().widgets()) {
      if (one.id() == "canvas.units" || one.id().ends_with(".plane")) continue;  // areas, not widgets
      EXPECT_TRUE(contains(window, one.rect)) << one.id() << " at " << width;
      for (const LoggedWidget& other : stage.interface->widgets().widgets())
        if (&one < &other && isPanel(one) == isPanel(other) && other.id() != "canvas.units" &&
            !other.id().ends_with(".plane")) {
          EXPECT_FALSE(overlap(one.rect, other.rect)) << one.id() << " and " << other.id() << " at " << width;
        }
    }
  }
}

TEST(ShapesWorkspace, ClicksDrawAShapeAndTheFirstPointFinishesIt) {
  ShapesStage stage;
  stage.clickAtUnits(200, 100);
  stage.clickAtUnits(300, 100);
  stage.clickAtUnits(250, 180);
  ASSERT_EQ(stage.scene().drawing().size(), 3u);
  EXPECT_NEAR(stage.scene().drawing()[1].x, 300, 1);
  EXPECT_TRUE(stage.shows("canvas.finish"));
  stage.clickAtUnits(200, 100);
  EXPECT_TRUE(stage.scene().drawing().empty());
  ASSERT_EQ(stage.scene().keys().size(), 3u);
  EXPECT_TRUE(stage.scene().keys()[2].shape.closed());
  EXPECT_EQ(stage.scene().keys()[2].shape.pointCount(), 3);
}

TEST(ShapesWorkspace, EnterFinishesADrawingAndAButtonLeavesItOpen) {
  ShapesStage stage;
  stage.clickAtUnits(200, 100);
  stage.clickAtUnits(300, 100);
  (void)stage.key(Key::Enter);
  ASSERT_EQ(stage.scene().keys().size(), 3u);
  stage.clickAtUnits(200, 320);
  stage.clickAtUnits(300, 320);
  stage.frame();
  (void)stage.click("canvas.finishOpen");
  ASSERT_EQ(stage.scene().keys().size(), 4u);
  EXPECT_FALSE(stage.scene().keys()[3].shape.closed());
}

TEST(ShapesWorkspace, ADragMovesAPointAndIsOneUndoStep) {
  ShapesStage stage;
  const glm::dvec2 before = stage.pointOf(0, 4);
  stage.pointAtUnits(before.x, before.y);
  stage.press();
  for (int i = 1; i <= 10; ++i) stage.pointAtUnits(before.x + 3 * i, before.y - 2 * i);
  stage.release();
  EXPECT_NEAR(stage.pointOf(0, 4).x, before.x + 30, 1);
  EXPECT_NEAR(stage.pointOf(0, 4).y, before.y - 20, 1);
  EXPECT_TRUE(stage.scene().drawing().empty());
  (void)stage.key(Key::Z, {.control = true});
  EXPECT_EQ(stage.pointOf(0, 4), before);
  (void)stage.key(Key::Y, {.control = true});
  EXPECT_NEAR(stage.pointOf(0, 4).x, before.x + 30, 1);
}

TEST(ShapesWorkspace, ADoubleClickOnAnEdgeInsertsAndARightClickDeletes) {
  ShapesStage stage;
  const glm::dvec2 a = stage.pointOf(0, 1), b = stage.pointOf(0, 2);
  const int before = stage.scene().keys()[0].shape.pointCount();
  stage.pointAtUnits((a.x + b.x) / 2, a.y);
  for (int i = 0; i < 2; ++i) stage.press(), stage.release();
  ASSERT_EQ(stage.scene().keys()[0].shape.pointCount(), before + 1);
  EXPECT_NEAR(stage.pointOf(0, 2).x, (a.x + b.x) / 2, 1);
  stage.clickAtUnits(stage.pointOf(0, 2).x, stage.pointOf(0, 2).y, MouseButton::Right);
  EXPECT_EQ(stage.scene().keys()[0].shape.pointCount(), before);
  EXPECT_EQ(stage.pointOf(0, 2), b);
  EXPECT_TRUE(stage.scene().drawing().empty()) << "nothing was drawn along the way";
}

TEST(ShapesWorkspace, TheDeleteKeyRemovesThePointUnderThePointer) {
  ShapesStage stage;
  stage.pointAtUnits(stage.pointOf(1, 4).x, stage.pointOf(1, 4).y);
  stage.input.keysDown[indexOf(Key::Delete)] = true;
  stage.frame();
  EXPECT_EQ(stage.scene().keys()[1].shape.pointCount(), 6);
}

/// With a third key in the middle of the easing curve.
class EasingStage : public ShapesStage {
 public:
  EasingStage() {
    (void)session.apply(
        SetShapes{&ShapeSettings::easing,
                  *crossfade::AnimationCurve::make({{.time = 0}, {.time = 0.5, .value = 0.5}, {.time = 1}})});
    frame();
    frame();
  }
  int pointCount() const { return scene().keys()[0].shape.pointCount(); }
  std::size_t keyCount() const { return scene().settings().easing.keys().size(); }
  void clickPoint() { clickAtUnits(pointOf(0, 4).x, pointOf(0, 4).y); }
  void clickKey() {
    const CurveAxes axes{.area = rect("shapes.easing.plane")};
    pointAt(axes.x(0.5), axes.y(0.5));
    press();
    release();
    for (int i = 0; i < 40; ++i) frame();
  }
};

TEST(ShapesWorkspace, DeleteRemovesWhatWasSelectedLast) {
  for (const bool key : {false, true}) {
    EasingStage stage;
    const int points = stage.pointCount();
    if (!key) stage.clickKey();
    stage.clickPoint();
    if (key) stage.clickKey();
    stage.pointAt("shapes.export");
    for (int i = 0; i < 2; ++i) {
      (void)stage.key(Key::Delete);
      stage.frame();
      EXPECT_EQ(stage.keyCount(), key ? 2u : 3u) << i;
      EXPECT_EQ(stage.pointCount(), key ? points : points - 1) << i;
    }
  }
}

TEST(ShapesWorkspace, DeletePrefersThePointUnderThePointerToASelectedKey) {
  EasingStage stage;
  const int points = stage.pointCount();
  stage.clickKey();
  stage.pointAtUnits(stage.pointOf(0, 4).x, stage.pointOf(0, 4).y);
  (void)stage.key(Key::Delete);
  EXPECT_EQ(stage.pointCount(), points - 1);
  EXPECT_EQ(stage.keyCount(), 3u);
}

TEST(ShapesWorkspace, DeleteIsForTheControlWithTheRing) {
  EasingStage stage;
  const int points = stage.pointCount();
  stage.clickPoint();
  ASSERT_TRUE(focusOn(stage, "shapes.export"));
  (void)app::test::press(stage, Key::Delete);
  EXPECT_EQ(stage.pointCount(), points) << "not for the canvas";
  ASSERT_TRUE(focusOn(stage, "shapes.easing.plane"));
  (void)app::test::press(stage, Key::Right);
  (void)app::test::press(stage, Key::Right);
  ASSERT_EQ(stage.interface->workspace().shapes.easing.selected, std::vector<int>{1});
  ASSERT_TRUE(focusOn(stage, "shapes.export"));
  (void)app::test::press(stage, Key::Delete);
  EXPECT_EQ(stage.keyCount(), 3u) << "nor for the curve";
  ASSERT_TRUE(focusOn(stage, "shapes.easing.plane"));
  stage.clickPoint();
  ASSERT_TRUE(focusOn(stage, "shapes.easing.plane"));
  (void)app::test::press(stage, Key::Right);
  (void)app::test::press(stage, Key::Right);
  (void)app::test::press(stage, Key::Delete);
  EXPECT_EQ(stage.keyCount(), 2u);
  EXPECT_EQ(stage.pointCount(), points);
}

TEST(ShapesWorkspace, TheWheelZoomsAtThePointerAndFitResetsTheView) {
  ShapesStage stage;
  const UiRect before = stage.rect("canvas.units");
  stage.pointAtUnits(260, 230);
  const float x = stage.input.mouseX;
  stage.input.wheelY = 3;
  stage.frame();
  stage.frame();
  const UiRect closer = stage.rect("canvas.units");
  EXPECT_GT(closer.width, before.width * 1.3f);
  EXPECT_NEAR(closer.x + 2.6f * closer.width, x, 1);
  (void)stage.click("canvas.fit");
  stage.frame();
  stage.frame();
  EXPECT_NEAR(stage.rect("canvas.units").width, before.width, 0.01f);
}

TEST(ShapesWorkspace, SettingsEmitCommands) {
  ShapesStage stage;
  const auto said = [&](const char* id, float fraction = 0.5f) {
    stage.frame();  // the layout follows the previous click
    return stage.click(id, fraction);
  };
  ASSERT_TRUE(only<ShapeCommand>(said("shapes.kind.1")));
  EXPECT_EQ(stage.scene().settings().kind, crossfade::MorphKind::VectorClockwise);
  (void)said("shapes.closing.2");
  EXPECT_EQ(stage.scene().settings().closing, ShapeClosing::Raw);
  EXPECT_EQ(stage.scene().settings().kind, crossfade::MorphKind::VectorClockwise);
  (void)said("shapes.sideBySide");
  EXPECT_TRUE(stage.scene().settings().sideBySide);
  (void)said("shapes.ending.0");
  EXPECT_EQ(stage.scene().settings().ending, ShapeEnding::Stop);
  (void)said("shapes.fills");
  EXPECT_FALSE(stage.scene().settings().look.fills);
  stage.frame();
  (void)stage.slide("shapes.inBetweens", 0.9f);
  EXPECT_GT(stage.scene().settings().inBetweens, 20);
  (void)said("shapes.mode.0");
  EXPECT_EQ(stage.scene().settings().mode, ShapeMode::Picture);
  (void)said("shapes.easing.0");
  EXPECT_EQ(stage.scene().settings().easing, *crossfade::AnimationCurve::linear(0, 0, 1, 1));
  (void)said("shapes.pair.3");
  EXPECT_EQ(stage.scene().keys()[0].name, "elephant");
}

TEST(ShapesWorkspace, PlaysFromPictureModeWithSpace) {
  ShapesStage stage;
  (void)stage.click("shapes.mode.0");
  (void)stage.key(Key::Space);
  EXPECT_EQ(stage.scene().settings().mode, ShapeMode::Animation);
  EXPECT_TRUE(stage.scene().playing());
}

TEST(ShapesWorkspace, OffersTheOnionSkinOnlyWhereItShows) {
  ShapesStage stage;
  EXPECT_TRUE(stage.shows("shapes.onion"));
  (void)stage.click("shapes.mode.0");
  stage.frame();
  EXPECT_FALSE(stage.shows("shapes.onion"));
}

TEST(ShapesWorkspace, DropsADrawingOnEscape) {
  ShapesStage stage;
  (void)stage.session.apply(shapes::AddPoint{{10, 10}});
  (void)stage.key(Key::Escape);
  EXPECT_TRUE(stage.scene().drawing().empty());
  EXPECT_EQ(stage.scene().keys().size(), 2u);
}

TEST(ShapesWorkspace, ScrollsTheStripToANewCard) {
  ShapesStage stage;
  const auto settle = [&] {
    for (int i = 0; i < 3; ++i) stage.frame();
  };
  for (int i = 0; i < 6; ++i) {
    (void)stage.click("strip.add");
    settle();
    (void)stage.click("strip.preset.8");
    settle();
  }
  ASSERT_EQ(stage.scene().keys().size(), 8u);
  EXPECT_TRUE(stage.shows("strip.add"));
  EXPECT_TRUE(stage.shows("strip.7"));
  EXPECT_FALSE(stage.shows("strip.0"));
  stage.pointAt("strip.7");
  for (int i = 0; i < 40; ++i) {
    stage.input.wheelY = 5;
    stage.frame();
  }
  ASSERT_TRUE(stage.shows("strip.0"));
  for (const glm::dvec2 point : {glm::dvec2(10, 10), glm::dvec2(40, 10), glm::dvec2(10, 40)})
    (void)stage.session.apply(shapes::AddPoint{point});
  (void)stage.key(Key::Enter);
  settle();
  ASSERT_EQ(stage.scene().keys().size(), 9u);
  EXPECT_TRUE(stage.shows("strip.8")) << "a drawing, too";
}

TEST(ShapesWorkspace, LeavesTheStripWhereItIsWhenCardsComeBack) {
  ShapesStage stage;
  for (int i = 0; i < 6; ++i) (void)stage.session.apply(shapes::AddKey{.preset = ShapePreset::Apple});
  (void)stage.session.apply(shapes::RemoveKey{7});
  for (int i = 0; i < 3; ++i) stage.frame();
  ASSERT_TRUE(stage.shows("strip.0"));
  (void)stage.session.apply(Undo{});
  for (int i = 0; i < 3; ++i) stage.frame();
  ASSERT_EQ(stage.scene().keys().size(), 8u);
  EXPECT_TRUE(stage.shows("strip.0"));
}

TEST(ShapesWorkspace, MatchesPointsInAPopupThatKeepsItsSize) {
  ShapesStage stage(1440, 900);
  (void)stage.click("strip.0.pair");
  stage.frame();
  stage.frame();
  (void)stage.click("pair.way.1");
  stage.frame();
  stage.frame();
  ASSERT_TRUE(stage.shows("pair.reversed"));
  EXPECT_LE(stage.rect("pair.reversed").bottom(), 900 - 6);
  EXPECT_EQ(stage.rect("pair.reversed").height, 28) << "not cut off";
}

TEST(ShapesWorkspace, OneButtonPlaysAsInTheLessonAndOneUndoTakesItBack) {
  ShapesStage stage;
  const ShapeSettings before = stage.scene().settings();
  EXPECT_EQ(only<ShapeCommand>(stage.click("shapes.lesson"))->index(), ShapeCommand(shapes::UseLesson{}).index());
  EXPECT_EQ(stage.scene().settings(), asInLesson(before, before.inBetweens));
  EXPECT_TRUE(stage.scene().playing());
  stage.frame();
  (void)stage.type("shapes.inBetweens", "9");
  EXPECT_EQ(stage.scene().length(), 11 / 2.0) << "the pictures follow the slider";
  (void)stage.session.apply(Undo{});
  EXPECT_EQ(stage.scene().settings(), asInLesson(before, before.inBetweens));
  (void)stage.session.apply(Undo{});
  EXPECT_EQ(stage.scene().settings(), before);
}

TEST(ShapesWorkspace, ControlsWithoutAnEffectAreDisabled) {
  ShapesStage stage;
  (void)stage.click("shapes.pace.1");
  EXPECT_EQ(stage.scene().settings().pace, ShapePace::Pictures);
  stage.frame();
  EXPECT_TRUE(stage.slide("strip.0.hold", 0.9f).empty()) << "pictures do not hold";
  EXPECT_TRUE(stage.slide("strip.0.morph", 0.9f).empty());
  (void)stage.click("shapes.pace.0");
  (void)stage.click("shapes.onion");
  stage.frame();
  EXPECT_TRUE(stage.slide("shapes.inBetweens", 0.9f).empty()) << "no onion skin, and every moment has a frame";
}

TEST(ShapesWorkspace, TheArrowBetweenTwoShapesReversesThem) {
  ShapesStage stage;
  (void)stage.click("shapes.reverse");
  EXPECT_EQ(stage.scene().keys()[0].name, "pencilUpright");
  EXPECT_EQ(stage.scene().keys()[1].name, "pencilLying");
}

TEST(ShapesWorkspace, OpenAndSaveRequestFiles) {
  ShapesStage stage;
  const auto import = only<RequestShapes>(stage.click("shapes.import"));
  ASSERT_TRUE(import);
  EXPECT_EQ(import->path, "shapes.json");
  ASSERT_TRUE(only<SaveShapes>(stage.click("shapes.export")));
  EXPECT_EQ(stage.session.takeRequests().size(), 2u);
}

TEST(ShapesWorkspace, TheTimelineRowSetsTimesAndOrder) {
  ShapesStage stage;
  (void)stage.slide("strip.0.hold", 0.9f);
  EXPECT_GT(stage.scene().keys()[0].hold, 2);
  (void)stage.slide("strip.0.morph", 0.9f);
  EXPECT_GT(stage.scene().keys()[0].morph, 2);
  stage.pointAt("strip.0");
  stage.frame();
  (void)stage.click("strip.0.right");
  EXPECT_EQ(stage.scene().keys()[0].name, "pencilUpright");
  stage.pointAt("strip.1");
  stage.frame();
  (void)stage.click("strip.1.remove");
  stage.frame();
  EXPECT_EQ(stage.scene().keys().size(), 1u);
  (void)stage.click("strip.add");
  stage.frame();
  (void)stage.click("strip.preset.8");
  ASSERT_EQ(stage.scene().keys().size(), 2u);
  EXPECT_EQ(stage.scene().keys()[1].name, "horse");
}

TEST(ShapesWorkspace, ACardCanBeDraggedToAnotherPosition) {
  ShapesStage stage;
  stage.pointAt("strip.0");
  stage.press();
  const UiRect target = stage.rect("strip.1");
  stage.pointAt(target.centerX(), target.centerY());
  stage.release();
  EXPECT_EQ(stage.scene().keys()[1].name, "pencilLying");
}

TEST(ShapesWorkspace, ADraggedCardStaysWhereItIsHeld) {
  ShapesStage stage;
  (void)stage.session.apply(shapes::AddKey{.preset = ShapePreset::Apple});
  stage.frame();
  stage.pointAt("strip.0");
  stage.press();
  for (const char* card : {"strip.1", "strip.2"}) {
    const UiRect target = stage.rect(card);
    stage.pointAt(target.centerX(), target.centerY());
    const std::size_t place = card == std::string_view("strip.1") ? 1 : 2;
    for (int i = 0; i < 5; ++i, stage.frame()) EXPECT_EQ(stage.scene().keys()[place].name, "pencilLying") << i;
  }
  stage.release();
  EXPECT_EQ(stage.scene().keys()[2].name, "pencilLying");
  EXPECT_EQ(stage.scene().keys()[0].name, "pencilUpright");
}

TEST(ShapesWorkspace, TheTransportSeeksAndPauses) {
  ShapesStage stage;
  (void)stage.click("transport.scrub", 0.5f);
  EXPECT_NEAR(stage.scene().time(), stage.scene().length() / 2, 0.02);
  (void)stage.click("transport.pause");
  EXPECT_TRUE(stage.scene().playing());
  (void)stage.key(Key::Space);
  EXPECT_FALSE(stage.scene().playing());
  const double before = stage.scene().shownTime();
  (void)stage.key(Key::Right);
  EXPECT_NEAR(stage.scene().shownTime(), before + 1 / 25.0, 1e-6);
}

TEST(ShapesWorkspace, TheAnimationPausesWhileAKeyMovesItsScrubber) {
  ShapesStage stage;
  ASSERT_TRUE(focusOn(stage, "transport.scrub"));
  (void)stage.session.apply(shapes::SetPlaying{true});
  stage.input.keysDown[indexOf(Key::Right)] = true;
  (void)stage.key(Key::Right);
  const double time = stage.scene().time();
  for (int i = 0; i < 20; ++i) {
    stage.frame();
    EXPECT_FALSE(stage.scene().playing());
    EXPECT_NEAR(stage.scene().time(), time, 1e-9);
  }
  stage.input.keysDown = {};
  stage.frame();
  EXPECT_TRUE(stage.scene().playing()) << "it goes on";
}

TEST(ShapesWorkspace, AllocatesNothingInASteadyFrame) {
  ShapesStage stage;
  (void)stage.session.apply(SetShapes{&ShapeSettings::sideBySide, true});
  (void)stage.session.apply(shapes::SetPlaying{});
  for (int i = 0; i < 150; ++i) stage.frame();
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 10; ++i) stage.frame();
  EXPECT_EQ(guard.count(), 0);
}

TEST(ShapeHits, PreferTheDrawingThenPointsThenEdges) {
  ShapeScene scene(openingShapes());
  const UiRect rect{0, 0, 800, 600};
  const CanvasView view = fitting(scene.extent(), rect);
  const glm::dvec2 a = scene.keys()[0].shape.points()[1], b = scene.keys()[0].shape.points()[2];
  EXPECT_TRUE(hitShapes(scene, view, rect, toScreen(view, rect, a), 10).is(0, 1));
  const ShapeHit edge = hitShapes(scene, view, rect, toScreen(view, rect, (a + b) * 0.5), 10);
  EXPECT_TRUE(edge.isEdge);
  EXPECT_EQ(edge.point, 1);
  EXPECT_EQ(hitShapes(scene, view, rect, {5, 5}, 10).shape, kNoShape);
  ASSERT_TRUE(scene.apply(shapes::AddPoint{a + glm::dvec2(1, 0)}));
  EXPECT_TRUE(hitShapes(scene, view, rect, toScreen(view, rect, a), 10).is(shapes::kDrawing, 0));
  EXPECT_EQ(hitShapes(scene, view, rect, toScreen(view, rect, b), 10).shape, kNoShape);
}

TEST(CanvasView, RoundTripsCoordinatesAndZoomsAtThePointer) {
  const UiRect rect{10, 20, 640, 480};
  const CanvasView view{.center = {100, 50}, .zoom = 1.5};
  const ImVec2 pixel{333, 222};
  const glm::dvec2 at = toPlane(view, rect, pixel);
  EXPECT_NEAR(toScreen(view, rect, at).x, pixel.x, 1e-3f);
  const glm::dvec2 after = toPlane(zoomedAt(view, rect, pixel, 3), rect, pixel);
  EXPECT_NEAR(after.x, at.x, 1e-9);
  EXPECT_NEAR(after.y, at.y, 1e-9);
}

/// A picture of a workspace without panels.
TEST(Canvas, RendersAtAnySize) {
  auto context = HeadlessContext::make();
  if (!context) GTEST_SKIP() << context.error().message;
  auto renderer = Renderer::make(HeadlessContext::getProcAddress);
  ASSERT_TRUE(renderer);
  auto interface = Interface::make();
  ASSERT_TRUE(interface);
  Session session(handMadeModel());
  ASSERT_TRUE(session.apply(ShowScene{SceneKind::Shapes}));
  ASSERT_TRUE(session.apply(SetShapes{&ShapeSettings::mode, ShapeMode::Picture}));
  for (const PictureSize size : {PictureSize{640, 360}, PictureSize{300, 500}}) {
    auto target = OffscreenTarget::make(size);
    ASSERT_TRUE(target);
    (*renderer)->clear({0, 0, 0, 1}, size, target->framebuffer());
    (*interface)->renderCanvas(session, session.view(), size.width, size.height);
    const std::vector<std::uint8_t> pixels = target->readPixels();
    const auto at = [&](ImVec2 p) {
      const std::size_t i =
          (static_cast<std::size_t>(p.y) * static_cast<std::size_t>(size.width) + static_cast<std::size_t>(p.x)) * 4;
      return std::array<int, 3>{pixels[i], pixels[i + 1], pixels[i + 2]};
    };
    const UiRect rect{0, 0, static_cast<float>(size.width), static_cast<float>(size.height)};
    const CanvasView view = fitting(session.shapes().extent(), rect);
    const auto ground = at({2, 2});
    const auto lying = at(toScreen(view, rect, {195, 230})), upright = at(toScreen(view, rect, {540, 215}));
    EXPECT_GT(lying[2], ground[2] + 40) << "blue, in the middle of the pencil that lies";
    EXPECT_GT(upright[1], ground[1] + 40) << "green, in the middle of the one that stands";
    EXPECT_EQ(at(toScreen(view, rect, {195, 190})), ground) << "nothing above the first";
  }
}

}  // namespace
}  // namespace app::test
