#include "app/session/curves/curves_scene.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "app/session/session.h"
#include "app/session/undo_history.h"
#include "crossfade/clip/interpolant.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

std::string refusal(CurvesScene& scene, const CurvesCommand& command) {
  const CurvesSettings before = scene.settings();
  const auto done = scene.apply(command);
  EXPECT_EQ(scene.settings(), before);
  return done ? "accepted" : done.error().message;
}

TEST(CurvesScene, OpensWithTheLessonsSquares) {  // three.js, the lesson on Interpolant
  const CurvesScene scene;
  EXPECT_TRUE(scene.isLesson());
  EXPECT_EQ(scene.valueAt(PlotLine::Linear, 0.5), 0.5);
  EXPECT_EQ(scene.valueAt(PlotLine::Linear, 1.5), 2.5);
  for (const PlotLine line :
       {PlotLine::Step, PlotLine::Linear, PlotLine::Smooth, PlotLine::Hermite, PlotLine::Bezier}) {
    for (const PlotKey& key : lessonKeys()) EXPECT_EQ(scene.valueAt(line, key.x), key.y) << "an exact sample as it is";
    EXPECT_EQ(scene.valueAt(line, -9), 4) << "before the first: the first";
    EXPECT_EQ(scene.valueAt(line, 9), 4) << "after the last: the last";
  }
}

TEST(CurvesScene, StepHoldsAndHermiteIsTheParabolaItsSlopesComeFrom) {
  const CurvesScene scene;
  EXPECT_EQ(scene.valueAt(PlotLine::Step, 1.9), 1);
  for (double x = -2; x <= 2; x += 0.05) EXPECT_NEAR(scene.valueAt(PlotLine::Hermite, x), x * x, 1e-14) << x;
}

TEST(CurvesScene, BezierIsLinearWithoutHandlesAndHermiteWithHandlesOfAThird) {
  CurvesScene scene;
  ASSERT_TRUE(scene.apply(SetCurves{&CurvesSettings::handle, 0}));
  for (double x = -2; x <= 2; x += 0.05)
    EXPECT_NEAR(scene.valueAt(PlotLine::Bezier, x), scene.valueAt(PlotLine::Linear, x), 1e-8) << x;
  ASSERT_TRUE(scene.apply(SetCurves{&CurvesSettings::handle, 1.0 / 3}));
  for (double x = -2; x <= 2; x += 0.05)
    EXPECT_NEAR(scene.valueAt(PlotLine::Bezier, x), scene.valueAt(PlotLine::Hermite, x), 1e-12) << x;
  ASSERT_TRUE(
      scene.apply(SetCurves{&CurvesSettings::keys, std::vector<PlotKey>{{-2, 1, 0.5}, {-0.5, -1, 3}, {2.5, 4, -2}}}));
  for (double x = -2; x <= 2.5; x += 0.05)
    EXPECT_NEAR(scene.valueAt(PlotLine::Bezier, x), scene.valueAt(PlotLine::Hermite, x), 1e-12)
        << x << ", keys at uneven distances";
}

TEST(CurvesScene, LinesAreTheLibrarysInterpolants) {
  CurvesScene scene;
  ASSERT_TRUE(scene.apply(
      SetCurves{&CurvesSettings::keys, std::vector<PlotKey>{{-1, 2, 0.5}, {0, -1, 3}, {0, 4, -2}, {2.5, 1, 1}}}));
  const std::vector<double> xs{-1, 0, 0, 2.5}, values{2, -1, 4, 1};
  double result[1];
  auto smooth = *crossfade::Interpolant::make({xs, values, {}, 1}, crossfade::Interpolation::Smooth,
                                              crossfade::Mixing::Lerp, result);
  for (double x = -2; x <= 3; x += 0.01) EXPECT_EQ(scene.valueAt(PlotLine::Smooth, x), smooth.evaluate(x)[0]) << x;
  EXPECT_EQ(scene.valueAt(PlotLine::Linear, 0), 4) << "the last of the keys at that x";
}

TEST(CurvesScene, KeysAreSortedAndStayBetweenTheirNeighbors) {
  CurvesScene scene;
  ASSERT_TRUE(scene.apply(SetCurves{&CurvesSettings::keys, std::vector<PlotKey>{{2, 1, 0}, {0, 0, 0}, {1, 5, 0}}}));
  EXPECT_EQ(scene.settings().keys, (std::vector<PlotKey>{{0, 0, 0}, {1, 5, 0}, {2, 1, 0}}));
  EXPECT_FALSE(scene.isLesson());
  ASSERT_TRUE(scene.apply(curves::MoveKey{1, 1.5, 6}));
  EXPECT_EQ(scene.settings().keys[1], (PlotKey{1.5, 6, 0}));
  ASSERT_TRUE(scene.apply(curves::MoveKey{1, 2, 6})) << "onto a neighbor: a jump";
  EXPECT_EQ(refusal(scene, curves::MoveKey{1, 2.1, 6}), "key 1: x 2.1 is not between 0 and 2");
  ASSERT_TRUE(scene.apply(curves::MoveKey{2, 900, 6})) << "the ends are free";
}

TEST(CurvesScene, AnAddedKeyTakesTheMeanSlopeOfItsChords) {
  CurvesScene scene;
  ASSERT_TRUE(scene.apply(curves::AddKey{0.5, 1}));
  EXPECT_EQ(scene.settings().keys[3], (PlotKey{0.5, 1, 1})) << "chords of slope 2 and 0";
  ASSERT_TRUE(scene.apply(curves::AddKey{3, 0}));
  EXPECT_EQ(scene.settings().keys.back(), (PlotKey{3, 0, -4})) << "the only chord";
  ASSERT_TRUE(scene.apply(curves::AddKey{-3, 1}));
  EXPECT_EQ(scene.settings().keys.front(), (PlotKey{-3, 1, 3})) << "the only chord, at the other end";
  ASSERT_TRUE(scene.apply(curves::AddKey{-2.5, 0}));
  EXPECT_EQ(scene.settings().keys[1], (PlotKey{-2.5, 0, 3})) << "chords of slope -2 and 8";
  ASSERT_TRUE(scene.apply(curves::AddKey{3, 7}));
  EXPECT_EQ(scene.settings().keys.back().y, 7) << "after keys at the same x";
  for (int i = 0; i < 9; ++i) ASSERT_TRUE(scene.apply(curves::RemoveKey{0}));
  EXPECT_EQ(refusal(scene, curves::RemoveKey{0}), "the last key stays");
  ASSERT_TRUE(scene.apply(SetCurves{&CurvesSettings::keys, std::vector<PlotKey>{{1, 1, 1}}}));
  EXPECT_EQ(scene.valueAt(PlotLine::Bezier, 0), 1);
  ASSERT_TRUE(scene.apply(curves::AddKey{1, 5}));
  EXPECT_EQ(scene.settings().keys[1], (PlotKey{1, 5, 0})) << "level: at the same x there is no chord";
}

TEST(CurvesScene, RefusesWhatIsOutOfRange) {
  CurvesScene scene;
  EXPECT_EQ(refusal(scene, curves::MoveKey{5, 0, 0}), "there is no key 5; there are 5");
  EXPECT_EQ(refusal(scene, curves::MoveKey{0, -2, NAN}), "key 0: y is not a finite number");
  EXPECT_EQ(refusal(scene, curves::SetSlope{0, 1001}), "slope 1001 is not between -1000 and 1000");
  EXPECT_EQ(refusal(scene, SetCurves{&CurvesSettings::keys, std::vector<PlotKey>{}}), "a plot has 1 to 64 keys, not 0");
  EXPECT_EQ(refusal(scene, SetCurves{&CurvesSettings::keys, std::vector<PlotKey>(65)}),
            "a plot has 1 to 64 keys, not 65");
  EXPECT_EQ(refusal(scene, SetCurves{&CurvesSettings::handle, 1.5}), "handle length 1.5 is not between 0 and 1");
  EXPECT_EQ(refusal(scene, curves::SetCursor{NAN}), "cursor is not a finite number");
  ASSERT_TRUE(scene.apply(SetCurves{&CurvesSettings::keys, std::vector<PlotKey>(64)}));
  EXPECT_EQ(refusal(scene, curves::AddKey{0, 0}), "a plot has at most 64 keys");
  const auto steep = *crossfade::AnimationCurve::make({{.time = 0, .outTangent = 1e7}, {.time = 1}});
  EXPECT_EQ(refusal(scene, SetCurves{&CurvesSettings::curve, steep}), "slope 1e+07 is not between -1e+06 and 1e+06");
}

TEST(CurvesScene, TheCursorComesAlongToTheOtherPicture) {
  CurvesScene scene;
  ASSERT_TRUE(scene.apply(curves::SetCursor{-1.5}));
  ASSERT_TRUE(scene.apply(SetCurves{&CurvesSettings::picture, CurvesPicture::Polynomial}));
  EXPECT_EQ(scene.cursor(), 0) << "at the first key of the curve, which begins at 0";
  ASSERT_TRUE(scene.apply(curves::SetCursor{0.7}));
  ASSERT_TRUE(scene.apply(SetCurves{&CurvesSettings::picture, CurvesPicture::Interpolation}));
  EXPECT_EQ(scene.cursor(), 0.7);
}

TEST(CurvesScene, TheCursorGoesFromTheFirstKeyToTheLastAndAgain) {
  CurvesScene scene;
  ASSERT_TRUE(scene.apply(curves::SetCursor{scene.sweep().min}));
  scene.advance(1);
  EXPECT_EQ(scene.cursor(), -2) << "not yet";
  ASSERT_TRUE(scene.apply(curves::SetPlaying{}));
  scene.advance(CurvesScene::kSweepSeconds / 4);
  EXPECT_NEAR(scene.cursor(), -1, 1e-12);
  scene.advance(CurvesScene::kSweepSeconds);
  EXPECT_NEAR(scene.cursor(), -1, 1e-12) << "once around";
  ASSERT_TRUE(scene.apply(curves::SetCursor{-900}));
  scene.advance(NAN);
  scene.advance(1e-9);
  EXPECT_GE(scene.cursor(), -2) << "from beyond the keys too";
  ASSERT_TRUE(scene.apply(SetCurves{&CurvesSettings::keys, std::vector<PlotKey>(1)}));
  scene.advance(1);
  EXPECT_TRUE(std::isfinite(scene.cursor())) << "one key is no way to go";
}

TEST(CurvesScene, EvaluatingAllocatesNothing) {
  const CurvesScene scene;
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 500; ++i) (void)scene.valueAt(static_cast<PlotLine>(i % 5), i * 0.01 - 2.5);
  EXPECT_EQ(guard.count(), 0);
}

TEST(CurvesScene, ChangesAreUndoneButNotTheCursor) {
  Session session(test::character());
  ASSERT_TRUE(session.apply(curves::MoveKey{2, 0.25, -1}));
  ASSERT_TRUE(session.apply(curves::ShowLine{PlotLine::Step, false}));
  ASSERT_TRUE(session.apply(curves::SetCursor{1.5}));
  EXPECT_EQ(session.history().stepCount(), 2);
  ASSERT_TRUE(session.apply(Undo{}));
  ASSERT_TRUE(session.apply(Undo{}));
  EXPECT_TRUE(session.curves().isLesson());
  EXPECT_TRUE(session.curves().isShown(PlotLine::Step));
  EXPECT_EQ(session.curves().cursor(), 1.5);
  EXPECT_EQ(session.scene(), SceneKind::Curves) << "where the change is seen";
  ASSERT_TRUE(session.apply(Redo{}));
  EXPECT_EQ(session.curves().settings().keys[2], (PlotKey{0.25, -1, 0}));
}

}  // namespace
}  // namespace app
