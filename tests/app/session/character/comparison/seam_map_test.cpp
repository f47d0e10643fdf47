#include "app/session/character/comparison/seam_map.h"

#include <gtest/gtest.h>

#include <thread>

#include "app/session/character/settings/fade_settings.h"
#include "app/view/model_matrices.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

Model fiveClips() { return test::modelWithClips({"Idle", "Walk", "Run", "Jump", "Sit"}); }

struct SeamMapTest : testing::Test {
  void update() { map.update(cells, revision, panel, curve, masks); }
  /// Whenever the thread holds the lock, an update does nothing.
  void updateOften() {
    for (int i = 0; i < 100; ++i) update();
  }
  void set(CellIndex cell, const FadeChoice& settings) {
    cells.set(pairOf(cell), settings);
    ++revision;
  }
  /// However long it takes.
  void measureAll() {
    update();
    while (map.measuredCount() < map.fadeCount()) {
      std::this_thread::yield();
      update();
    }
  }

  Model model = fiveClips();
  crossfade::MeasuredBody body = measuredBodyOf(model);
  TransitionCells cells;
  std::vector<NamedMask> masks;
  std::uint64_t revision = 0;
  FadeSettings panel{.seconds = 0.1, .kind = crossfade::TransitionKind::Linear};
  crossfade::AnimationCurve curve = fadeCurve(FadeCurvePreset::Smooth);
  SeamMap map{model, body};
};

TEST_F(SeamMapTest, MeasuresEveryFadeOnceItIsOn) {
  update();
  EXPECT_EQ(map.at(0, 1), nullptr);
  map.watch(true, {}, {});
  measureAll();
  EXPECT_EQ(map.fadeCount(), 20);
  for (int from = 0; from < 5; ++from)
    for (int to = 0; to < 5; ++to) EXPECT_EQ(map.at(from, to) != nullptr, from != to);
}

TEST_F(SeamMapTest, FindsTheSameAsAMeterOfItsOwn) {
  set({0, 1}, {.seconds = 0.2, .kind = crossfade::TransitionKind::Classic, .fromPhase = 0.5, .toPhase = 0.25});
  map.watch(true, {}, {});
  measureAll();
  FadeMeter meter(model, body, {1, 0});
  const FadeFigures expected = meter.measure(
      {.from = 0, .to = 1, .seconds = 0.2, .kind = crossfade::TransitionKind::Classic}, curve, nullptr, 0.5, 0.5);
  EXPECT_EQ(map.at(0, 1)->velocityRatio, expected.velocityRatio);
  EXPECT_EQ(map.at(0, 1)->positionRatio, expected.positionRatio);
  FadeSettings back = panel;
  back.from = 1;
  back.to = 0;
  const FadeFigures early = meter.measure(back, curve, nullptr, 0.4, std::nullopt);
  const FadeFigures late = meter.measure(back, curve, nullptr, 1.2, std::nullopt);
  EXPECT_EQ(map.at(1, 0)->velocityRatio, std::max(early.velocityRatio, late.velocityRatio));
}

TEST_F(SeamMapTest, MeasuresWhatIsWatchedFirst) {
  map.watch(true, {4, 3}, {2});
  update();
  while (map.measuredCount() == 0) {
    std::this_thread::yield();
    update();
  }
  EXPECT_NE(map.at(4, 2), nullptr);
}

TEST_F(SeamMapTest, MeasuresAgainWhatHasChangedAndKeepsTheRest) {
  map.watch(true, {}, {});
  measureAll();
  const FadeFigures before = *map.at(0, 1);
  set({0, 1}, {.seconds = 0});
  while (map.measuredCount() == map.fadeCount()) update();
  EXPECT_EQ(map.measuredCount(), map.fadeCount() - 1);
  EXPECT_EQ(map.at(0, 1), nullptr);
  measureAll();
  EXPECT_GT(map.at(0, 1)->velocityRatio, before.velocityRatio) << "a cut";
}

TEST_F(SeamMapTest, KnowsEarlierSettingsStill) {
  map.watch(true, {}, {});
  measureAll();
  const double before = map.at(0, 1)->velocityRatio;
  set({0, -1}, {.seconds = 0});
  measureAll();
  ASSERT_NE(map.at(0, 1)->velocityRatio, before);
  set({0, -1}, {});
  while (map.at(0, 1)->velocityRatio != before) {
    update();
    ASSERT_EQ(map.measuredCount(), map.fadeCount()) << "nothing is measured again";
  }
}

TEST_F(SeamMapTest, TheCurveMattersOnlyToKindsThatFollowIt) {
  map.watch(true, {}, {});
  measureAll();
  curve = fadeCurve(FadeCurvePreset::Step);
  updateOften();
  EXPECT_EQ(map.measuredCount(), map.fadeCount());
  panel.kind = crossfade::TransitionKind::Curve;
  while (map.measuredCount() == map.fadeCount()) update();
  EXPECT_EQ(map.at(0, 1), nullptr);
}

TEST_F(SeamMapTest, WhichClipsAreChosenDoesNotMatter) {
  map.watch(true, {}, {});
  measureAll();
  panel.from = 2;
  panel.to = 3;
  updateOften();
  EXPECT_EQ(map.measuredCount(), map.fadeCount());
}

TEST_F(SeamMapTest, RestsWithoutAllocationsWhenAllIsMeasured) {
  set({0, 1}, {.curve = fadeCurve(FadeCurvePreset::EaseIn)});
  map.watch(true, {0, 1}, {2, 3});
  measureAll();
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 100; ++i) update();
  EXPECT_EQ(guard.count(), 0);
}

TEST_F(SeamMapTest, OffItLeavesEverythingAsItIs) {
  map.watch(true, {}, {});
  measureAll();
  map.watch(false, {}, {});
  set({0, 1}, {.seconds = 0});
  update();
  EXPECT_NE(map.at(0, 1), nullptr);
  EXPECT_EQ(map.measuredCount(), map.fadeCount());
}

}  // namespace
}  // namespace app
