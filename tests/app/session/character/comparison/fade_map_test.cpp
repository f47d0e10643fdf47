#include "app/session/character/comparison/fade_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

#include "app/session/character/settings/fade_settings.h"
#include "app/view/model_matrices.h"
#include "crossfade/match/inertial_cost.h"
#include "crossfade/match/point_distance.h"
#include "crossfade/match/sample_points.h"
#include "crossfade/quality/seam.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/swaying_model.h"

namespace app {
namespace {

constexpr int kSway = 0, kCopy = 1, kLater = 2;

struct FadeMapTest : testing::Test {
  void update(FadeMap& of, int from, int to, double seconds) {
    panel.seconds = seconds;
    of.update(from, to, {cells, revision, panel, curve, masks});
  }
  void update(int from, int to, double seconds) { update(map, from, to, seconds); }
  /// However long it takes.
  const FadeMapResult* compute(FadeMap& of, int from, int to, double seconds) {
    do {
      std::this_thread::yield();
      update(of, from, to, seconds);
    } while (of.isComputing());
    return of.shown();
  }
  const FadeMapResult* compute(int from, int to, double seconds) { return compute(map, from, to, seconds); }
  crossfade::ClipPoints pointsOf(int clip) const {
    return *crossfade::sampleClipPoints(model.skeleton, model.clips[static_cast<std::size_t>(clip)],
                                        std::vector{0, 1, 2, 3}, 30, false);
  }

  Model model = test::swayingModel();
  crossfade::MeasuredBody body = measuredBodyOf(model);
  TransitionCells cells;
  std::uint64_t revision = 0;
  FadeSettings panel;
  crossfade::AnimationCurve curve = fadeCurve(FadeCurvePreset::Smooth);
  std::vector<NamedMask> masks;
  FadeMap map{model, body};
};

TEST_F(FadeMapTest, ComputesNothingUntilItIsShown) {
  for (int i = 0; i < 20; ++i) update(kSway, kCopy, 0.2);
  EXPECT_FALSE(map.isComputing());
  EXPECT_EQ(map.shown(), nullptr);
  map.show(MapCost::Distance);
  EXPECT_NE(compute(kSway, kCopy, 0.2), nullptr);
  map.show(std::nullopt);
  update(kSway, kCopy, 0.2);
  EXPECT_EQ(map.shown(), nullptr);
  EXPECT_FALSE(map.isComputing());
}

TEST_F(FadeMapTest, HasTheDistanceOfEveryTwoMoments) {
  map.show(MapCost::Distance);
  const FadeMapResult& found = *compute(kSway, kLater, 0.2);
  const crossfade::ClipPoints from = pointsOf(kSway), to = pointsOf(kLater);
  const std::vector<double> weights = crossfade::boneWeights(model.skeleton, std::vector{0, 1, 2, 3});
  ASSERT_EQ(found.map.rows, 61);
  ASSERT_EQ(found.map.columns, 61);
  for (int row = 0; row < 61; row += 7)
    for (int column = 0; column < 61; column += 5)
      EXPECT_NEAR(found.map.at(row, column), crossfade::matchFrames(from, row, to, column, 6, weights).distance, 1e-6);
}

TEST_F(FadeMapTest, HasTheCostOfInertializingFromEveryMoment) {
  map.show(MapCost::Inertial);
  const FadeMapResult& found = *compute(kSway, kLater, 0.5);
  const crossfade::ClipPoints from = pointsOf(kSway), to = pointsOf(kLater);
  const std::vector<double> weights = {0.5, 1, 1, 0.5};  // half of each bone, of one meter
  for (const auto& [row, column] : {std::pair{10, 20}, {45, 3}}) {
    const auto fit = crossfade::matchFrames(from, row, to, column, 1, weights).alignment;
    const auto turned = [&](const glm::dvec3& v) {
      return glm::dvec3(v.x * std::cos(fit.angle) + v.z * std::sin(fit.angle), v.y,
                        v.z * std::cos(fit.angle) - v.x * std::sin(fit.angle));
    };
    double cost = 0;
    for (int joint = 0; joint < 4; ++joint) {
      const glm::dvec3 offset =
          from.position(row, joint) - turned(to.position(column, joint)) - glm::dvec3(fit.x, 0, fit.z);
      const glm::dvec3 velocity = from.velocity(row, joint) - turned(to.velocity(column, joint));
      for (int axis = 0; axis < 3; ++axis)
        cost +=
            weights[static_cast<std::size_t>(joint)] / 3 * crossfade::inertialCost(offset[axis], velocity[axis], 0.1);
    }
    EXPECT_NEAR(found.map.at(row, column), cost, 1e-6);
  }
}

TEST_F(FadeMapTest, OfAMovedAndTurnedCopyIsZeroWhereBothDoTheSame) {
  map.show(MapCost::Distance);
  const FadeMapResult& found = *compute(kSway, kCopy, 0.2);
  const int later = static_cast<int>(std::lround(test::kSwayDelay * 30));
  for (int row = later; row < 54; ++row) {
    EXPECT_LT(found.map.at(row, row - later), 1e-3) << row;
    EXPECT_GT(found.map.at(row - 5, row - later), 0.02) << row;
  }
  ASSERT_FALSE(found.cheapest.empty());
  EXPECT_EQ(found.cheapest.front().row - found.cheapest.front().column, later);
  EXPECT_EQ(found.cheapest.front().cost, found.least);
  EXPECT_GT(found.high, found.least);
}

TEST_F(FadeMapTest, NineteenOf20CostsAreAtMostTheHighOne) {
  map.show(MapCost::Distance);
  const FadeMapResult& found = *compute(kSway, kLater, 0.2);
  const auto& costs = found.map.costs;
  EXPECT_EQ(found.least, *std::min_element(costs.begin(), costs.end()));
  const auto below = std::count_if(costs.begin(), costs.end(), [&](float cost) { return cost <= found.high; });
  EXPECT_EQ(static_cast<double>(below), std::ceil(0.95 * static_cast<double>(costs.size())));
}

TEST_F(FadeMapTest, KeepsTheLastFewAndShowsTheOldLengthUntilTheNewOneIsThere) {
  map.show(MapCost::Distance);
  const FadeMapResult* const first = compute(kSway, kCopy, 0.2);
  update(kSway, kCopy, 0.4);
  EXPECT_NE(map.shown(), nullptr);
  EXPECT_NE(compute(kSway, kCopy, 0.4), first);
  (void)compute(kLater, kSway, 0.4);
  EXPECT_EQ(map.shown()->key.from, kLater);
  update(kSway, kCopy, 0.2);
  EXPECT_EQ(map.shown(), first) << "at once";
  EXPECT_FALSE(map.isComputing());
  update(kCopy, kSway, 0.2);
  EXPECT_TRUE(map.shown() == nullptr || map.shown()->key.from == kCopy) << "never that of other clips";
}

TEST_F(FadeMapTest, TakesEveryPairAndLength) {
  map.show(MapCost::Distance);
  for (const double seconds : {0.0, 1e-9, 3600.0}) EXPECT_NE(compute(kSway, kCopy, seconds), nullptr) << seconds;
  for (const auto& [from, to] : {std::pair{-1, 0}, {0, -1}, {1, 1}}) EXPECT_EQ(compute(from, to, 0.3), nullptr);
  map.show(MapCost::Inertial);
  EXPECT_TRUE(std::isfinite(compute(kSway, kCopy, 0)->high));
}

TEST_F(FadeMapTest, OfStillClipsIsOneCell) {
  Model still = test::swayingModel();
  still.clips.add(crossfade::test::stillClip("Still"));
  still.clips.add(crossfade::test::stillClip("Still too", 1));
  FadeMap other(still, body);
  other.show(MapCost::Distance);
  (void)compute(other, 3, 0, 0.2);
  EXPECT_EQ(other.shown()->map.rows, 1);
  EXPECT_EQ(other.shown()->map.columns, 61);
  (void)compute(other, 3, 4, 0.2);
  ASSERT_EQ(other.shown()->map.costs.size(), 1u);
  EXPECT_EQ(other.shown()->least, other.shown()->high);
}

TEST_F(FadeMapTest, OfLongClipsIsCoarserAndOfVeryLongOnesThereIsNone) {
  Model lengthy = test::swayingModel();
  lengthy.clips.add(crossfade::test::slide("Long", 120));
  lengthy.clips.add(crossfade::test::slide("Endless", 900));
  FadeMap other(lengthy, body);
  other.show(MapCost::Distance);
  update(other, 0, 4, 0.2);
  EXPECT_FALSE(other.isComputing());
  EXPECT_EQ(other.shown(), nullptr);
  (void)compute(other, 0, 3, 0.2);
  EXPECT_NEAR(other.shown()->map.columns, 1000, 1);
  EXPECT_NEAR(other.shown()->map.columnStep * other.shown()->map.columns, 120, 0.3);
}

TEST_F(FadeMapTest, AllocatesNothingInAFrame) {
  map.show(MapCost::Distance);
  (void)compute(kSway, kCopy, 0.2);
  (void)compute(kSway, kCopy, 0.4);
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 50; ++i) update(kSway, kCopy, 0.4);
  EXPECT_EQ(guard.count(), 0);
}

TEST_F(FadeMapTest, FollowsTheTransitionSet) {
  map.show(MapCost::Inertial);
  panel.kind = crossfade::TransitionKind::Inertial;
  EXPECT_EQ(compute(kSway, kLater, 0.2)->key.seconds, 0.2);
  cells.set(pairOf({kSway, -1}), {.seconds = 0.7});
  ++revision;
  EXPECT_EQ(compute(kSway, kLater, 0.2)->key.seconds, 0.7);
}

/// The seam of the fade as it is set, from SeamBench itself, at moments all over the map.
TEST_F(FadeMapTest, MeasuresTheFadeThatIsSet) {
  panel.kind = crossfade::TransitionKind::DeadBlending;
  curve = fadeCurve(FadeCurvePreset::EaseIn);
  cells.set(pairOf({kSway, kLater}), {.seconds = 0.3});
  map.show(MapCost::Seam);
  const FadeMapResult& found = *compute(kSway, kLater, 0.2);
  ASSERT_TRUE(found.isComplete);
  ASSERT_EQ(found.map.rows, 49) << "2 s, refined twice";
  ASSERT_EQ(found.map.columns, 49);
  EXPECT_NEAR(found.map.rowStep, 2.0 / 48, 1e-12);

  crossfade::SeamBench bench(model.skeleton, crossfade::ChannelLayout(model.skeleton.jointCount(), {}),
                             restPoseOf(model), model.clips, measuredBodyOf(model));
  for (const auto& [row, column] : {std::pair{0, 0}, {24, 12}, {13, 30}, {47, 5}, {20, 48}}) {
    const crossfade::SeamReport seam =
        bench.measure({.from = kSway,
                       .to = kLater,
                       .start = row * 2.0 / 48,
                       .entry = column * 2.0 / 48,
                       .options = {.seconds = 0.3, .kind = crossfade::TransitionKind::DeadBlending},
                       .curve = &curve});
    const SeamFigures& figures = found.figures[static_cast<std::size_t>(row * 49 + column)];
    EXPECT_NEAR(figures.velocityRatio, seam.worst.velocityRatio, 1e-9) << row << " " << column;
    EXPECT_NEAR(figures.excess.overshoot, seam.excess.overshoot, 1e-9) << row << " " << column;
    EXPECT_NEAR(figures.excess.sink, seam.excess.sink, 1e-9) << row << " " << column;
    EXPECT_FLOAT_EQ(found.map.at(row, column), static_cast<float>(seamCost(figures, 2)));
  }
}

TEST_F(FadeMapTest, ShowsMeasuredFadesFromCoarseToFine) {
  map.show(MapCost::Seam);
  std::set<int> sizes;
  do {
    std::this_thread::yield();
    update(kSway, kLater, 0.2);
    if (map.shown()) sizes.insert(map.shown()->map.rows);
  } while (map.isComputing());
  EXPECT_TRUE(map.shown()->isComplete);
  EXPECT_TRUE(sizes.contains(49));
  for (const int size : sizes) EXPECT_TRUE(size == 13 || size == 25 || size == 49) << size;
}

TEST_F(FadeMapTest, AnotherKindOfFadeIsMeasuredAnew) {
  map.show(MapCost::Seam);
  panel.kind = crossfade::TransitionKind::Inertial;
  const double smooth = static_cast<double>(compute(kSway, kLater, 0.2)->high);
  panel.kind = crossfade::TransitionKind::Classic;
  EXPECT_NE(static_cast<double>(compute(kSway, kLater, 0.2)->high), smooth);
  panel.kind = crossfade::TransitionKind::Inertial;
  update(kSway, kLater, 0.2);
  EXPECT_EQ(static_cast<double>(map.shown()->high), smooth) << "known still";
  EXPECT_FALSE(map.isComputing());
}

TEST_F(FadeMapTest, TheSumIsTheMeanOfAllThreeInTheirRanges) {
  Model uneven = test::swayingModel();
  uneven.clips.add(crossfade::test::slide("Uneven", 2.02f));
  FadeMap other(uneven, body);
  // Between steps of 1/30 s, of which both clips have 60, the closest counts: at 2.02 s the last one.
  for (const auto& [to, seconds] : {std::pair{kLater, 2.0}, {3, 2.02}}) {
    std::vector<FadeMapResult> of;
    for (const MapCost cost : {MapCost::Distance, MapCost::Inertial, MapCost::Seam, MapCost::Sum}) {
      other.show(cost);
      of.push_back(*compute(other, kSway, to, 0.2));
    }
    const crossfade::CostMap& sum = of[3].map;
    ASSERT_EQ(sum.rows, 49);
    ASSERT_EQ(sum.columns, 49);
    for (const auto& [row, column] : {std::pair{0, 0}, {24, 12}, {48, 44}, {24, 48}}) {
      double expected = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        const bool isGrid = i == 2;
        const int r = isGrid ? row : static_cast<int>(std::lround(row * 60.0 / 48)),
                  c = isGrid ? column : std::min(static_cast<int>(std::lround(column * seconds * 30 / 48)), 60);
        expected += static_cast<double>((of[i].map.at(r, c) - of[i].least) / (of[i].high - of[i].least)) / 3;
      }
      EXPECT_NEAR(sum.at(row, column), expected, 1e-5) << to << ": " << row << " " << column;
    }
  }
}

TEST_F(FadeMapTest, ItsGhostsLieOnEachOtherWhereBothClipsDoTheSame) {
  FadeGhosts ghosts(model);
  EXPECT_TRUE(ghosts.ghosts().empty());
  ghosts.show(kSway, kCopy, {1.2, 1.2 - test::kSwayDelay}, {3, 0, 0});
  ASSERT_EQ(ghosts.ghosts().size(), 2u);
  glm::dvec3 middle(0.0);
  for (int joint = 0; joint < 4; ++joint) {
    const glm::vec3 a = ghosts.ghosts()[0].pose.positionOf(joint), b = ghosts.ghosts()[1].pose.positionOf(joint);
    EXPECT_NEAR(glm::distance(a, b), 0, 1e-3) << joint;
    middle += glm::dvec3(a) * (joint % 3 == 0 ? 0.5 : 1.0) / 3.0;
  }
  EXPECT_NEAR(middle.x, 3, 1e-4);
  EXPECT_NEAR(middle.z, 0, 1e-4);
  const ::test::AllocationGuard guard;
  ghosts.show(kSway, kCopy, {1.5, 0.2}, {3, 0, 0});
  EXPECT_EQ(guard.count(), 0);
  EXPECT_GT(glm::distance(ghosts.ghosts()[0].pose.positionOf(3), ghosts.ghosts()[1].pose.positionOf(3)), 0.1);
  ghosts.hide();
  EXPECT_TRUE(ghosts.ghosts().empty());
}

}  // namespace
}  // namespace app
