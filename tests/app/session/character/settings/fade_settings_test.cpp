#include "app/session/character/settings/fade_settings.h"

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

using test::kIdle;
using test::kRun;

using crossfade::AnimationCurve;

TEST(FadeCurve, EveryPresetIsAValidFadeCurve) {
  for (std::size_t i = 0; i < kWords<FadeCurvePreset>.size(); ++i) {
    const AnimationCurve curve = fadeCurve(static_cast<FadeCurvePreset>(i));
    EXPECT_TRUE(checkFadeCurve(curve)) << kWords<FadeCurvePreset>[i];
    double last = 0;
    for (int k = 0; k <= 100; ++k) {
      EXPECT_GE(curve.evaluate(k / 100.0), last - 1e-12) << kWords<FadeCurvePreset>[i] << " never turns back";
      last = curve.evaluate(k / 100.0);
    }
  }
  EXPECT_NEAR(fadeCurve(FadeCurvePreset::EaseIn).evaluate(0.3), 0.09, 1e-12);
  EXPECT_NEAR(fadeCurve(FadeCurvePreset::Smooth).evaluate(0.25), 0.15625, 1e-12);
}

TEST(FadeCurve, ThatDoesNotGoFromZeroToOneIsRefused) {
  const auto refusal = [](AnimationCurve curve) {
    return checkFadeCurve(curve) ? "fits" : checkFadeCurve(curve).error().message;
  };
  EXPECT_EQ(refusal({}), "a fade's curve needs two keys; it has 0");
  EXPECT_EQ(refusal(*AnimationCurve::linear(0, 0.5, 1, 1)), "a fade begins at (0, 0), not at (0, 0.5)");
  EXPECT_EQ(refusal(*AnimationCurve::linear(0, 0, 2, 1)), "a fade ends at (1, 1), not at (2, 1)");
}

/// A fade of a second that follows a curve.
struct FadeCurveOfASession : testing::Test {
  FadeCurveOfASession() {
    FadeSettings settings = session.fadeSettings();
    settings.kind = crossfade::TransitionKind::Curve;
    settings.seconds = 1;
    EXPECT_TRUE(session.apply(SetFadeSettings{settings}));
  }

  static constexpr int kRun = 2;
  Session session{test::character()};
  FrameProfiler profiler;
};

TEST_F(FadeCurveOfASession, MayOvershootAndTheWeightDoesNot) {
  const AnimationCurve over = *AnimationCurve::make(
      {{.time = 0}, {.time = 0.25, .value = -0.5}, {.time = 0.75, .value = 1.5}, {.time = 1, .value = 1}});
  ASSERT_TRUE(session.apply(SetFadeCurve{over}));
  ASSERT_TRUE(session.apply(FadeTo{.clip = kRun}));
  session.advance(0.25, profiler);
  EXPECT_EQ(session.action(kRun).getEffectiveWeight(), 0);
  session.advance(0.5, profiler);
  EXPECT_EQ(session.action(kRun).getEffectiveWeight(), 1);
}

TEST_F(FadeCurveOfASession, MovesTheRunningFadeAtOnceAndStaysForTheNextModel) {
  ASSERT_TRUE(session.apply(FadeTo{.clip = kRun}));
  session.advance(0.5, profiler);
  EXPECT_DOUBLE_EQ(session.action(kRun).getEffectiveWeight(), 0.5);
  const auto before = session.pose().locals;
  ASSERT_TRUE(session.apply(SetFadeCurve{fadeCurve(FadeCurvePreset::EaseIn)}));
  session.advance(0, profiler);
  EXPECT_DOUBLE_EQ(session.action(kRun).getEffectiveWeight(), 0.25);
  EXPECT_NEAR(session.pose().locals[0].translation.x, before[0].translation.x, 1e-5) << "the picture does not jump";
  EXPECT_FALSE(session.apply(SetFadeCurve{AnimationCurve{}}));
  EXPECT_EQ(session.fadeCurve(), fadeCurve(FadeCurvePreset::EaseIn));
  const Session next(test::character(), session.settings());
  EXPECT_EQ(next.fadeCurve(), session.fadeCurve());
}

TEST(FadeCurve, AMaskLetsTheClipBelowContinue) {
  Session session(test::character());
  FrameProfiler profiler;
  ASSERT_TRUE(session.apply(FadeTo{.clip = kRun, .how = {.seconds = 0.2, .maskJoint = 1}}));
  session.advance(0.5, profiler);
  EXPECT_EQ(session.action(kIdle).getEffectiveWeight(), 1);
  EXPECT_EQ(session.action(kRun).getEffectiveWeight(), 1);
  EXPECT_NEAR(session.pose().locals[0].translation.x, 0.5, 1e-5) << "joint 0 is not in the mask: idle animates it";
  ASSERT_TRUE(session.apply(FadeTo{.clip = kRun, .how = {.seconds = 0.2}}));
  session.advance(0.5, profiler);
  EXPECT_NEAR(session.pose().locals[0].translation.x, 1, 1e-5) << "now run does";
  EXPECT_FALSE(session.apply(FadeTo{.clip = kRun, .how = {.maskJoint = 2}}));
}

}  // namespace
}  // namespace app
