#include "app/ui/widgets/curve_edit.h"

#include <array>
#include <cmath>
#include <limits>
#include <span>

#include <gtest/gtest.h>

#include "app/session/character/settings/fade_settings.h"

namespace app::test {
namespace {

using crossfade::AnimationCurve;
using crossfade::CurveKey;
using crossfade::kStepTangent;

/// 200 by 100 pixels at (10, 20): time 0.5 and value 0.5 lie at (110, 70).
const CurveAxes kAxes{.area = {10, 20, 200, 100}, .handle = 30};

AnimationCurve curveOf(std::vector<CurveKey> keys) { return *AnimationCurve::make(std::move(keys)); }
/// Three keys, the middle one joined with slope 2.
AnimationCurve threeKeys() {
  return curveOf(
      {{.time = 0, .value = 0}, {.time = 0.5, .value = 0.4, .inTangent = 2, .outTangent = 2}, {.time = 1, .value = 1}});
}
const CurveKey& keyOf(const AnimationCurve& curve, std::size_t key) { return curve.keys()[key]; }

TEST(CurveAxes, RoundTripCoordinates) {
  EXPECT_FLOAT_EQ(kAxes.x(0.5), 110);
  EXPECT_FLOAT_EQ(kAxes.y(0.5), 70);
  EXPECT_FLOAT_EQ(kAxes.y(1), 20);
  EXPECT_NEAR(kAxes.time(110), 0.5, 1e-6);
  EXPECT_NEAR(kAxes.value(20), 1, 1e-6);
  const CurveAxes other{.area = {0, 0, 100, 100}, .plane = {.begin = 2, .end = 4, .minValue = -1, .maxValue = 1}};
  EXPECT_FLOAT_EQ(other.x(3), 50);
  EXPECT_FLOAT_EQ(other.y(0), 50);
  EXPECT_NEAR(other.value(100), -1, 1e-6);
}

TEST(CurveHandle, LiesAlongTheDrawnSlope) {
  const auto out = handleOf(threeKeys(), 1, TangentSide::Out, kAxes);
  ASSERT_TRUE(out);
  EXPECT_NEAR(std::hypot(out->x - 110, out->y - 80), 30, 1e-3);
  EXPECT_NEAR((80 - out->y) / (out->x - 110), 1, 1e-4) << "slope 2 in a plane twice as wide as high";
  const auto in = handleOf(threeKeys(), 1, TangentSide::In, kAxes);
  ASSERT_TRUE(in);
  EXPECT_NEAR(in->x + out->x, 220, 1e-3) << "the other way";
  EXPECT_FALSE(handleOf(threeKeys(), 0, TangentSide::In, kAxes)) << "the first key has no in-tangent";
  EXPECT_FALSE(handleOf(threeKeys(), 2, TangentSide::Out, kAxes));
  EXPECT_FALSE(handleOf(fadeCurve(FadeCurvePreset::Step), 0, TangentSide::Out, kAxes))
      << "a step has no slope to rotate";
}

TEST(CurveHitTest, FindsKeysThenTangentsThenTheLine) {
  const AnimationCurve curve = threeKeys();
  EXPECT_EQ(hitCurve(curve, -1, kAxes, {113, 78}, 8), (CurveHit{CurveElement::Key, 1}));
  const ImVec2 handle = *handleOf(curve, 1, TangentSide::Out, kAxes);
  EXPECT_EQ(hitCurve(curve, -1, kAxes, {handle.x + 2, handle.y}, 8), (CurveHit{CurveElement::OutTangent, 1}));
  EXPECT_EQ(hitCurve(curve, -1, kAxes, *handleOf(curve, 0, TangentSide::Out, kAxes), 8),
            (CurveHit{CurveElement::OutTangent, 0}));
  const double time = 0.25;
  EXPECT_EQ(hitCurve(curve, -1, kAxes, {kAxes.x(time), kAxes.y(curve.evaluate(time)) - 5}, 8),
            (CurveHit{CurveElement::Line, -1}));
  EXPECT_EQ(hitCurve(curve, -1, kAxes, {190, 110}, 8), CurveHit{});
  EXPECT_EQ(hitCurve(AnimationCurve(), -1, kAxes, {110, 70}, 8), CurveHit{});
}

TEST(CurveHitTest, HitsOnlyTheTangentsOfTheSelectedKey) {
  std::vector<CurveKey> keys;
  for (int i = 0; i <= 5; ++i) keys.push_back({.time = i / 5.0, .value = i / 5.0});
  const AnimationCurve curve = curveOf(keys);
  const ImVec2 handle = *handleOf(curve, 2, TangentSide::Out, kAxes);
  EXPECT_EQ(hitCurve(curve, 2, kAxes, handle, 5), (CurveHit{CurveElement::OutTangent, 2}));
  EXPECT_NE(hitCurve(curve, 3, kAxes, handle, 5), (CurveHit{CurveElement::OutTangent, 2}));
}

TEST(CurveKeys, StayBetweenTheirNeighborsAndInsideThePlane) {
  const CurvePlane plane;
  EXPECT_EQ(keyOf(withKeyMoved(threeKeys(), 1, 0.3, 0.7, plane), 1).time, 0.3);
  EXPECT_EQ(keyOf(withKeyMoved(threeKeys(), 1, 0.3, 0.7, plane), 1).value, 0.7);
  EXPECT_EQ(keyOf(withKeyMoved(threeKeys(), 1, 0.3, 0.7, plane), 1).inTangent, 2) << "slopes stay";
  EXPECT_NEAR(keyOf(withKeyMoved(threeKeys(), 1, 9, 9, plane), 1).time, 0.99, 1e-12);
  EXPECT_EQ(keyOf(withKeyMoved(threeKeys(), 1, 9, 9, plane), 1).value, 1);
  EXPECT_NEAR(keyOf(withKeyMoved(threeKeys(), 1, -9, -9, plane), 1).time, 0.01, 1e-12);
  EXPECT_EQ(withKeyMoved(threeKeys(), 1, std::nan(""), 0.5, plane), threeKeys());
}

TEST(CurveKeys, AtFixedEndsDoNotMove) {
  EXPECT_EQ(withKeyMoved(threeKeys(), 0, 0.2, 0.2, {}), threeKeys());
  EXPECT_EQ(withKeyMoved(threeKeys(), 2, 0.8, 0.8, {}), threeKeys());
  EXPECT_EQ(keyOf(withKeyMoved(threeKeys(), 0, 0.2, 0.3, {.endsFixed = false}), 0).time, 0.2);
  EXPECT_TRUE(isFixed(threeKeys(), 2, {}));
  EXPECT_FALSE(isFixed(threeKeys(), 1, {}));
}

TEST(CurveTangents, RotateTogetherUntilTheyAreBroken) {
  const AnimationCurve joined = withTangentTurned(threeKeys(), 1, TangentSide::Out, 0.5, false, {});
  EXPECT_EQ(keyOf(joined, 1).inTangent, 0.5);
  EXPECT_EQ(keyOf(joined, 1).outTangent, 0.5);
  const AnimationCurve broken = withTangentTurned(threeKeys(), 1, TangentSide::Out, 0.5, true, {});
  EXPECT_EQ(keyOf(broken, 1).inTangent, 2);
  EXPECT_EQ(keyOf(broken, 1).outTangent, 0.5);
  const AnimationCurve again = withTangentTurned(broken, 1, TangentSide::In, 1, false, {});
  EXPECT_EQ(keyOf(again, 1).inTangent, 1);
  EXPECT_EQ(keyOf(again, 1).outTangent, 0.5) << "once broken, each rotates separately";
  EXPECT_TRUE(isJoined(keyOf(withKeyShaped(again, 1, TangentShape::Smooth, {}), 1)));
}

TEST(CurveTangents, StayInThePlaneAtItsEdge) {
  EXPECT_EQ(keyOf(withTangentTurned(threeKeys(), 0, TangentSide::Out, -3, false, {}), 0).outTangent, 0);
  EXPECT_EQ(keyOf(withTangentTurned(threeKeys(), 2, TangentSide::In, -3, false, {}), 2).inTangent, 0);
  EXPECT_EQ(keyOf(withTangentTurned(threeKeys(), 2, TangentSide::In, 3, false, {}), 2).inTangent, 3);
}

TEST(CurveTangents, PointToThePointer) {
  const CurveKey key{.time = 0.5, .value = 0.5};
  EXPECT_NEAR(slopeTowards(key, TangentSide::Out, kAxes, {130, 60}), 1, 1e-5);
  EXPECT_NEAR(slopeTowards(key, TangentSide::In, kAxes, {90, 80}), 1, 1e-5);
  EXPECT_TRUE(std::isfinite(slopeTowards(key, TangentSide::Out, kAxes, {90, 60}))) << "behind the key";
  EXPECT_GT(slopeTowards(key, TangentSide::Out, kAxes, {90, 60}), 50);
  EXPECT_LT(slopeTowards(key, TangentSide::Out, kAxes, {110, 90}), -50);
}

TEST(CurveKeys, AreAddedWithoutChangingTheShape) {
  for (const FadeCurvePreset preset :
       {FadeCurvePreset::Smooth, FadeCurvePreset::EaseIn, FadeCurvePreset::Steep, FadeCurvePreset::Step})
    for (const double time : {0.1, 0.33, 0.77}) {
      const AnimationCurve before = fadeCurve(preset);
      const auto added = withKeyAdded(before, time, {});
      ASSERT_TRUE(added);
      EXPECT_EQ(keyOf(added->curve, static_cast<std::size_t>(added->key)).time, time);
      EXPECT_TRUE(checkFadeCurve(added->curve));
      for (int i = 0; i <= 1000; ++i)
        EXPECT_NEAR(added->curve.evaluate(i / 1000.0), before.evaluate(i / 1000.0), 1e-8) << time << " at " << i;
    }
  EXPECT_FALSE(withKeyAdded(threeKeys(), 0.505, {})) << "too near to another";
  EXPECT_FALSE(withKeyAdded(threeKeys(), 1.5, {}));
  EXPECT_FALSE(withKeyAdded(threeKeys(), std::nan(""), {}));
}

TEST(CurveKeys, HaveFourShapes) {
  EXPECT_EQ(keyOf(withKeyShaped(threeKeys(), 1, TangentShape::Flat, {}), 1).outTangent, 0);
  const AnimationCurve straight = withKeyShaped(threeKeys(), 1, TangentShape::Straight, {});
  EXPECT_NEAR(keyOf(straight, 1).inTangent, 0.8, 1e-12);
  EXPECT_NEAR(keyOf(straight, 1).outTangent, 1.2, 1e-12);
  const AnimationCurve step = withKeyShaped(threeKeys(), 1, TangentShape::Step, {});
  EXPECT_EQ(step.evaluate(0.9), 0.4) << "holds until the next key";
  EXPECT_EQ(step.evaluate(1), 1);
  EXPECT_EQ(withKeyShaped(threeKeys(), 2, TangentShape::Step, {}).evaluate(0.9), 0.4);
}

TEST(CurveLine, GoesFromEdgeToEdgeWithVerticalSteps) {
  std::array<ImVec2, 512> points;
  const std::size_t count = lineOf(fadeCurve(FadeCurvePreset::Step), kAxes, points);
  ASSERT_GT(count, 3u);
  EXPECT_FLOAT_EQ(points[1].x, 110);
  EXPECT_FLOAT_EQ(points[1].y, 120) << "up to the step at the left value";
  EXPECT_FLOAT_EQ(points[2].y, 20);
  for (const AnimationCurve& curve : {fadeCurve(FadeCurvePreset::Steep), AnimationCurve(), threeKeys()}) {
    const std::size_t all = lineOf(curve, kAxes, points);
    for (std::size_t i = 1; i < all; ++i) EXPECT_GE(points[i].x, points[i - 1].x);
  }
  std::vector<CurveKey> many;
  for (int i = 0; i < 5000; ++i) many.push_back({.time = i / 5000.0});
  EXPECT_LE(lineOf(curveOf(many), kAxes, points), points.size());
}

TEST(CurveKeys, OfAnUnboundedPlaneMayLeaveIt) {
  const CurvePlane open{.endsFixed = false, .bounded = false};
  EXPECT_EQ(keyOf(withKeyMoved(threeKeys(), 1, 0.5, 7, open), 1).value, 7);
  EXPECT_EQ(keyOf(withKeyMoved(threeKeys(), 2, 5, 1, open), 2).time, 5);
  EXPECT_NEAR(keyOf(withKeyMoved(threeKeys(), 1, 5, 1, open), 1).time, 0.99, 1e-12) << "but not past a neighbor";
  EXPECT_EQ(keyOf(withTangentTurned(threeKeys(), 2, TangentSide::In, -3, false, open), 2).inTangent, -3);
}

TEST(CurvePlane, GrowsWithACurveThatLeavesIt) {
  const CurvePlane open{.bounded = false};
  EXPECT_EQ(fitted(open, threeKeys()).maxValue, 1);
  EXPECT_EQ(fitted(open, AnimationCurve()).maxValue, 1);
  const AnimationCurve over = withKeyMoved(threeKeys(), 1, 0.5, 2, open);
  EXPECT_GT(fitted(open, over).maxValue, 2);
  EXPECT_EQ(fitted(open, over).minValue, 0);
  EXPECT_EQ(fitted({}, over).maxValue, 1) << "bounded";
  const AnimationCurve dips = curveOf({{.time = 0, .value = 0, .outTangent = -4}, {.time = 1, .value = 1}});
  EXPECT_LT(fitted(open, dips).minValue, -0.1) << "between keys, too";
  const AnimationCurve late = curveOf({{.time = -1, .value = 0}, {.time = 3, .value = 1}});
  EXPECT_LT(fitted(open, late).begin, -1);
  EXPECT_GT(fitted(open, late).end, 3);
}

TEST(CurveWeights, AreTheLengthOfTheHandle) {
  const AnimationCurve weighted = withWeight(threeKeys(), 1, TangentSide::Out, 0.5);
  EXPECT_TRUE(isWeighted(keyOf(weighted, 1), TangentSide::Out));
  EXPECT_FALSE(isWeighted(keyOf(weighted, 1), TangentSide::In));
  const ImVec2 handle = *handleOf(weighted, 1, TangentSide::Out, kAxes);
  EXPECT_NEAR(handle.x, kAxes.x(0.75), 1e-3) << "half of the way to the next key";
  EXPECT_NEAR(handle.y, kAxes.y(0.4 + 0.25 * 2), 1e-3);
  EXPECT_NEAR(weightTowards(weighted, 1, TangentSide::Out, kAxes, {kAxes.x(0.6), 50}), 0.2, 1e-5);
  EXPECT_EQ(weightTowards(weighted, 1, TangentSide::Out, kAxes, {900, 50}), 1);
  EXPECT_EQ(weightTowards(weighted, 1, TangentSide::Out, kAxes, {0, 50}), 0);
  EXPECT_NEAR(weightTowards(weighted, 1, TangentSide::In, kAxes, {kAxes.x(0.25), 50}), 0.5, 1e-5);
  const AnimationCurve both = withWeight(weighted, 1, TangentSide::In, 0.2);
  EXPECT_EQ(keyOf(both, 1).weightedMode, crossfade::WeightedMode::Both);
  EXPECT_EQ(withWeight(withWeight(both, 1, TangentSide::In, {}), 1, TangentSide::Out, {}), threeKeys());
}

TEST(CurveLine, ShowsHowTheCurveGoesOn) {
  const CurveAxes axes{.area = {0, 0, 200, 100}, .plane = {.begin = 0, .end = 2, .endsFixed = false, .bounded = false}};
  AnimationCurve curve = threeKeys();
  std::array<ImVec2, 512> points;
  const auto lowestAfter = [&](float x) {
    float lowest = 0;
    for (const ImVec2 point : std::span(points).first(lineOf(curve, axes, points)))
      if (point.x > x) lowest = std::max(lowest, point.y);
    return lowest;
  };
  EXPECT_FLOAT_EQ(lowestAfter(101), 0) << "holds the last value";
  curve.after = crossfade::CurveWrap::Loop;
  EXPECT_GT(lowestAfter(101), 95);
}

TEST(Snapping, TakesTheNearestStep) {
  EXPECT_NEAR(snapped(0.37, 0.05), 0.35, 1e-12);
  EXPECT_EQ(snapped(0.37, 0), 0.37);
}

}  // namespace

namespace {

using crossfade::AnimationCurve;
using crossfade::CurveKey;
using Keys = std::vector<int>;

/// Keys at 0, 0.2, 0.4, 0.6 and 1 with the value of their time.
AnimationCurve fiveKeys() {
  std::vector<CurveKey> keys;
  for (const double at : {0.0, 0.2, 0.4, 0.6, 1.0}) keys.push_back({.time = at, .value = at});
  return *AnimationCurve::make(std::move(keys));
}

TEST(CurveSelection, TogglesKeysInOrder) {
  Keys keys;
  for (const int key : {3, 1, 2, 3}) toggle(keys, key);
  EXPECT_EQ(keys, (Keys{1, 2}));
  EXPECT_TRUE(isSelected(keys, 2));
  EXPECT_FALSE(isSelected(keys, 3));
}

TEST(CurveSelection, TakesWhatIsInTheBandAndWhatItKeeps) {
  const CurveAxes axes{.area = {0, 0, 100, 100}};
  Keys keys;
  selectInside(fiveKeys(), axes, {15, 50, 30, 40}, {}, keys);
  EXPECT_EQ(keys, (Keys{1, 2}));
  selectInside(fiveKeys(), axes, {15, 70, 10, 20}, Keys{3}, keys);
  EXPECT_EQ(keys, (Keys{1, 3}));
}

TEST(CurveSelection, MovesAsOneUpToWhatStays) {
  const AnimationCurve moved = withKeysMoved(fiveKeys(), Keys{1, 2}, 0.1, 0.2, {});
  EXPECT_NEAR(keyOf(moved, 1).time, 0.3, 1e-12);
  EXPECT_NEAR(keyOf(moved, 2).time, 0.5, 1e-12);
  EXPECT_NEAR(keyOf(moved, 2).value, 0.6, 1e-12);
  EXPECT_EQ(keyOf(moved, 3), keyOf(fiveKeys(), 3));
  const AnimationCurve far = withKeysMoved(fiveKeys(), Keys{1, 2}, 9, 9, {});
  EXPECT_NEAR(keyOf(far, 2).time, 0.59, 1e-12);
  EXPECT_NEAR(keyOf(far, 1).time, 0.39, 1e-12) << "their distance stays";
  EXPECT_NEAR(keyOf(far, 2).value, 1, 1e-12);
  EXPECT_NEAR(keyOf(far, 1).value, 0.8, 1e-12);
  EXPECT_NEAR(keyOf(withKeysMoved(fiveKeys(), Keys{1, 2}, 0, 9, {.bounded = false}), 1).value, 9.2, 1e-12);
  EXPECT_EQ(withKeysMoved(fiveKeys(), Keys{1}, std::nan(""), 0, {}), fiveKeys());
}

TEST(CurveSelection, LeavesFixedEndsWhereTheyAre) {
  const Keys all{0, 1, 2, 3, 4};
  const AnimationCurve moved = withKeysMoved(fiveKeys(), all, -0.1, 0, {});
  EXPECT_EQ(keyOf(moved, 0).time, 0);
  EXPECT_EQ(keyOf(moved, 4).time, 1);
  EXPECT_NEAR(keyOf(moved, 1).time, 0.1, 1e-12);
  const CurvePlane open{.endsFixed = false, .bounded = false};
  EXPECT_NEAR(keyOf(withKeysMoved(fiveKeys(), all, -5, 0, open), 0).time, -5, 1e-12);
  EXPECT_NEAR(keyOf(withKeysMoved(fiveKeys(), all, -5, 0, {.endsFixed = false}), 0).time, 0, 1e-12);
}

TEST(CurveSelection, IsRemovedDownToTwoKeys) {
  EXPECT_EQ(withKeysRemoved(fiveKeys(), Keys{0, 1, 2, 3, 4}, {})->keys().size(), 2u) << "the fixed ends";
  EXPECT_FALSE(withKeysRemoved(fiveKeys(), Keys{0, 4}, {}));
  EXPECT_FALSE(withKeysRemoved(fiveKeys(), Keys{0, 1, 2, 3}, {.endsFixed = false})) << "one would be left";
  EXPECT_EQ(withKeysRemoved(fiveKeys(), Keys{0, 1}, {.endsFixed = false})->keys().size(), 3u);
  AnimationCurve loops = fiveKeys();
  loops.after = crossfade::CurveWrap::Loop;
  EXPECT_EQ(withKeysRemoved(loops, Keys{1}, {})->after, crossfade::CurveWrap::Loop);
}

TEST(CurveSelection, GetsWeightsThatChangeNoShape) {
  const AnimationCurve weighted = withKeysWeighted(fadeCurve(FadeCurvePreset::Steep), Keys{0, 1, 2}, true);
  EXPECT_TRUE(isWeighted(keyOf(weighted, 1), TangentSide::In));
  for (int i = 0; i <= 100; ++i)
    EXPECT_NEAR(weighted.evaluate(i / 100.0), fadeCurve(FadeCurvePreset::Steep).evaluate(i / 100.0), 1e-9);
  EXPECT_EQ(withKeysWeighted(weighted, Keys{0, 1, 2}, false), fadeCurve(FadeCurvePreset::Steep));
}

TEST(CurveDifference, IsFoundWhereItIsLargest) {
  const CurveDifference smooth =
      largestDifference(fadeCurve(FadeCurvePreset::EaseIn), fadeCurve(FadeCurvePreset::Linear), 0, 1);
  EXPECT_NEAR(smooth.time, 0.5, 1e-9);
  EXPECT_NEAR(smooth.value, -0.25, 1e-9);
  const CurveDifference step =
      largestDifference(fadeCurve(FadeCurvePreset::Step), fadeCurve(FadeCurvePreset::Linear), 0, 1);
  EXPECT_NEAR(std::abs(step.value), 0.5, 2e-3);
  EXPECT_EQ(largestDifference(fiveKeys(), fiveKeys(), 0, 1).value, 0);
}

}  // namespace

}  // namespace app::test
