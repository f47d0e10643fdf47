// User actions in the curves workspace, and the resulting commands.
#include "app/ui/curves/curves_workspace.h"
#include "app/session/undo_history.h"

#include <gtest/gtest.h>

#include "tests/app/ui/keyboard_walk.h"
#include "tests/app/ui/stage.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

struct CurvesStage : Stage {
  explicit CurvesStage(int pictureWidth = 1280, int pictureHeight = 720)
      : Stage(handMadeModel(), pictureWidth, pictureHeight) {
    (void)session.apply(ShowScene{SceneKind::Curves});
    for (int i = 0; i < 3; ++i) frame();
  }
  const CurvesScene& scene() const { return session.curves(); }
  CurvesWorkspace& state() { return interface->workspace().curves; }
  CurveAxes axes() { return {.area = rect("curves.plot"), .plane = curvesPlane(scene())}; }
  ImVec2 pixel(double x, double y) {
    const CurveAxes now = axes();
    return {now.x(x), now.y(y)};
  }
  void wait() {
    for (int i = 0; i < 40; ++i) frame();  // so that the next click is not a double click
  }
  void dragFromTo(ImVec2 from, ImVec2 to) {
    wait();
    pointAt(from.x, from.y);
    press();
    pointAt((from.x + to.x) / 2, (from.y + to.y) / 2);
    pointAt(to.x, to.y);
    release();
  }
  void clickAt(ImVec2 at) { dragFromTo(at, at); }
};

template <class T>
std::optional<T> said(const Commands& commands) {
  const auto command = only<CurvesCommand>(commands);
  if (!command || !std::holds_alternative<T>(*command)) return std::nullopt;
  return std::get<T>(*command);
}

TEST(CurvesWorkspace, IsOneClickOrKeyAway) {
  Stage stage;
  (void)stage.click("scene.4");
  EXPECT_EQ(stage.session.scene(), SceneKind::Curves);
  (void)stage.key(Key::Digit1, {.control = true});
  (void)stage.key(Key::Digit5, {.control = true});
  EXPECT_EQ(stage.session.scene(), SceneKind::Curves);
}

TEST(CurvesWorkspace, ShowsEverythingInSmallWindows) {
  for (const auto& [width, height] : {std::pair{800, 500}, std::pair{1280, 720}, std::pair{1920, 1080}}) {
    CurvesStage stage(width, height);
    stage.state().selected = 2;
    stage.frame();
    for (const char* id : {"panel.canvas", "curves.plot", "curves.line.0", "curves.line.4", "curves.picture.1",
                           "curves.reset", "curves.cursor", "curves.at.3", "curves.key.x", "curves.key.y",
                           "curves.key.slope", "curves.key.remove", "curves.handle"})
      EXPECT_TRUE(stage.shows(id)) << id << " at " << width;
    (void)stage.click("curves.picture.1");
    stage.frame();
    for (const char* id : {"curves.plot", "curves.curve.plane", "curves.cursor"})
      EXPECT_TRUE(stage.shows(id)) << id << " at " << width;
  }
}

TEST(CurvesWorkspace, KeysAreDraggedAndOneDragIsOneStep) {
  CurvesStage stage;
  stage.dragFromTo(stage.pixel(1, 1), stage.pixel(1.25, 2));
  const PlotKey key = stage.scene().settings().keys[3];
  EXPECT_NEAR(key.x, 1.25, 0.02);
  EXPECT_NEAR(key.y, 2, 0.03);
  EXPECT_EQ(key.slope, 2) << "its slope stays";
  EXPECT_EQ(stage.state().selected, 3);
  EXPECT_EQ(stage.session.history().stepCount(), 1);
  (void)stage.key(Key::Z, {.control = true});
  EXPECT_TRUE(stage.scene().isLesson());
}

TEST(CurvesWorkspace, ADraggedKeyStopsAtItsNeighbors) {
  CurvesStage stage;
  stage.dragFromTo(stage.pixel(1, 1), stage.pixel(-1.8, 1));
  EXPECT_EQ(stage.scene().settings().keys[3].x, 0);
  EXPECT_FALSE(stage.session.message()) << "nothing is refused";
}

TEST(CurvesWorkspace, ShiftSnapsADraggedKey) {
  CurvesStage stage;
  stage.input.modifiers.shift = true;
  stage.dragFromTo(stage.pixel(1, 1), stage.pixel(1.31, 2.13));
  const PlotKey key = stage.scene().settings().keys[3];
  EXPECT_NEAR(key.x / 0.5, std::round(key.x / 0.5), 1e-9);
  EXPECT_NEAR(key.y / 0.5, std::round(key.y / 0.5), 1e-9);
}

TEST(CurvesWorkspace, TangentsOfTheSelectedKeyAreDragged) {
  CurvesStage stage;
  stage.clickAt(stage.pixel(0, 0));
  EXPECT_EQ(stage.state().selected, 2);
  const ImVec2 handle = slopeHandle(stage.scene().settings().keys[2], 1, stage.axes(), 46);
  const ImVec2 key = stage.pixel(0, 0), to = stage.pixel(1, 3);
  stage.dragFromTo(handle, {key.x + (to.x - key.x) * 0.5f, key.y + (to.y - key.y) * 0.5f});
  EXPECT_NEAR(stage.scene().settings().keys[2].slope, 3, 0.05);
  EXPECT_EQ(stage.scene().settings().keys[2].y, 0);
}

TEST(CurvesWorkspace, DoubleClickAddsAKeyAndDeleteRemovesIt) {
  CurvesStage stage;
  const ImVec2 at = stage.pixel(0.5, 3);
  stage.wait();
  stage.pointAt(at.x, at.y);
  for (int i = 0; i < 2; ++i) stage.press(), stage.release();
  ASSERT_EQ(stage.scene().settings().keys.size(), 6u);
  EXPECT_EQ(stage.state().selected, 3);
  EXPECT_NEAR(stage.scene().settings().keys[3].x, 0.5, 0.02);
  EXPECT_NEAR(stage.scene().settings().keys[3].y, 3, 0.03);
  stage.input.keysDown[indexOf(Key::Delete)] = true;
  stage.frame();
  stage.frame();
  EXPECT_EQ(stage.scene().settings().keys.size(), 5u);
  EXPECT_TRUE(stage.scene().isLesson());
  EXPECT_EQ(stage.state().selected, -1);
}

TEST(CurvesWorkspace, ADragBesideTheKeysMovesTheCursor) {
  CurvesStage stage;
  stage.dragFromTo(stage.pixel(-0.5, 3), stage.pixel(1.5, 3.5));
  EXPECT_NEAR(stage.scene().cursor(), 1.5, 0.02);
  EXPECT_FALSE(stage.session.history().canUndo());
  EXPECT_EQ(said<curves::SetCursor>(stage.click("curves.at.2"))->x, 0.5);
}

TEST(CurvesWorkspace, AClickOnAValueHidesItsLine) {
  CurvesStage stage;
  const auto hide = said<curves::ShowLine>(stage.click("curves.line.1"));
  ASSERT_TRUE(hide);
  EXPECT_EQ(hide->line, PlotLine::Linear);
  EXPECT_FALSE(hide->shown);
  EXPECT_TRUE(said<curves::ShowLine>(stage.click("curves.line.1"))->shown);
}

TEST(CurvesWorkspace, TypedNumbersMoveTheSelectedKey) {
  CurvesStage stage;
  stage.clickAt(stage.pixel(1, 1));
  stage.wait();
  (void)stage.type("curves.key.x", "1.5");
  (void)stage.type("curves.key.y", "-2");
  (void)stage.type("curves.key.slope", "0.25");
  EXPECT_EQ(stage.scene().settings().keys[3], (PlotKey{1.5, -2, 0.25}));
  (void)stage.type("curves.handle", "0.25");
  EXPECT_EQ(stage.scene().settings().handle, 0.25);
  EXPECT_TRUE(said<curves::RemoveKey>(stage.click("curves.key.remove")));
  EXPECT_EQ(stage.scene().settings().keys.size(), 4u);
  (void)stage.click("curves.reset");
  EXPECT_TRUE(stage.scene().isLesson());
}

TEST(CurvesWorkspace, NothingMovesUnderThePointerWhenTheExampleIsFirstChanged) {
  CurvesStage stage;
  stage.state().selected = 3;
  stage.frame();
  stage.frame();
  const UiRect key = stage.rect("curves.key.y"), cell = stage.rect("curves.line.4");
  (void)stage.session.apply(curves::SetSlope{0, 1});
  stage.frame();
  EXPECT_EQ(stage.rect("curves.key.y"), key);
  EXPECT_EQ(stage.rect("curves.line.4"), cell);
}

TEST(CurvesWorkspace, WorksByKeyboard) {
  CurvesStage stage;
  ASSERT_TRUE(focusOn(stage, "curves.plot"));
  (void)press(stage, Key::Right);
  EXPECT_EQ(stage.state().selected, 0);
  (void)press(stage, Key::Right);
  EXPECT_EQ(stage.state().selected, 1);
  (void)press(stage, Key::Up);
  EXPECT_GT(stage.scene().settings().keys[1].y, 1);
  EXPECT_EQ(stage.scene().settings().keys[1].x, -1);
  (void)press(stage, Key::Right, kShift);
  EXPECT_GT(stage.scene().settings().keys[1].x, -1);
  (void)press(stage, Key::Enter);
  EXPECT_EQ(stage.scene().settings().keys.size(), 6u) << "a key at the cursor";
  EXPECT_EQ(stage.state().selected, 3) << "which is selected";
  EXPECT_EQ(stage.scene().settings().keys[3].x, stage.scene().cursor());
}

TEST(CurvesWorkspace, TheSecondPictureChecksACurveAgainstItsPolynomial) {
  CurvesStage stage;
  (void)stage.click("curves.picture.1");
  stage.frame();
  EXPECT_EQ(stage.scene().settings().picture, CurvesPicture::Polynomial);
  EXPECT_FALSE(stage.shows("curves.line.0"));
  EXPECT_TRUE(stage.shows("curves.difference"));
  stage.dragFromTo(stage.pixel(0.2, 0.5), stage.pixel(0.7, 0.5));
  EXPECT_NEAR(stage.scene().cursor(), 0.7, 0.02);
  EXPECT_TRUE(stage.scene().isLesson()) << "keys of the other picture stay";
  const UiRect plane = stage.rect("curves.curve.plane");
  stage.wait();
  stage.dragFromTo({plane.x + plane.width * 0.57f, plane.y + 3}, {plane.x + plane.width * 0.57f, plane.y + 3});
  EXPECT_FALSE(stage.session.message());
}

TEST(CurvesWorkspace, SurvivesKeysThatVanishWhileSelected) {
  CurvesStage stage;
  stage.clickAt(stage.pixel(2, 4));
  EXPECT_EQ(stage.state().selected, 4);
  (void)stage.session.apply(SetCurves{&CurvesSettings::keys, std::vector<PlotKey>{{0, 1, 0}}});
  stage.frame();
  EXPECT_EQ(stage.state().selected, -1);
  stage.frame();
}

TEST(CurvesWorkspace, AllocatesNothingInASteadyFrame) {
  for (const CurvesPicture picture : {CurvesPicture::Interpolation, CurvesPicture::Polynomial}) {
    CurvesStage stage(1600, 1000);
    (void)stage.session.apply(SetCurves{&CurvesSettings::picture, picture});
    stage.state().selected = 1;
    for (int i = 0; i < 60; ++i) stage.frame();
    const ::test::AllocationGuard guard;
    for (int i = 0; i < 10; ++i) stage.frame();
    EXPECT_EQ(guard.count(), 0);
  }
}

}  // namespace
}  // namespace app::test
