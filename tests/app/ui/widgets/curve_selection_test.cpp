#include "app/ui/widgets/curve_selection.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/session/character/settings/fade_settings.h"

namespace app::test {
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
const CurveKey& keyOf(const AnimationCurve& curve, std::size_t key) { return curve.keys()[key]; }

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
