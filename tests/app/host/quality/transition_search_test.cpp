#include "app/host/quality/transition_search.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/format/model_words.h"
#include "app/host/files/model_file.h"
#include "app/host/quality/seam_sweep.h"

namespace app {
namespace {

using crossfade::TransitionKind;

const Model& bundled() {
  static const Model model = *loadModel("");
  return model;
}
CellIndex pairNamed(const char* from, const char* to) { return {*findClip(bundled(), from), *findClip(bundled(), to)}; }
const FadeChoice kUsual{.seconds = 0.4, .kind = TransitionKind::Linear, .sync = crossfade::Sync::None};

SearchedPair startingFrom(const FadeChoice& usual, CellIndex pair, const TransitionCells& set = {}) {
  return searchedPair(set, usual, pair);
}
FoundTransition searched(CellIndex pair, const SearchBounds& bounds, const FadeChoice& usual = kUsual,
                         const TransitionCells& set = {}) {
  return TransitionSearch(bundled(), {pair.from, pair.to}, bounds).find(startingFrom(usual, pair, set));
}

TEST(TransitionSearch, FindsWhatShowsLess) {
  const SearchBounds bounds{.minSeconds = 0.2, .maxSeconds = 0.4};
  const CellIndex pairs[] = {pairNamed("Idle", "Walk"), pairNamed("Walk", "Run")};
  TransitionSearch search(bundled(), {pairs[0].from, pairs[1].from, pairs[1].to}, bounds);
  for (const CellIndex pair : pairs) {
    const FoundTransition found = search.find(startingFrom(kUsual, pair));
    EXPECT_GT(found.before.velocityRatio, 2) << "an interrupted linear fade pops";
    EXPECT_LT(found.after.velocityRatio, 2);
    EXPECT_LT(seamCost(found.after, bounds.maxRatio), seamCost(found.before, bounds.maxRatio));
    ASSERT_TRUE(found.settings.seconds && found.settings.kind);
    EXPECT_GE(*found.settings.seconds, 0.2);
    EXPECT_LE(*found.settings.seconds, 0.4);
    EXPECT_FALSE(found.settings.fromPhase) << "it may not wait";
  }
}

TEST(TransitionSearch, SlideIsOfPairsThatWalk) {
  const SearchBounds bounds{.minSeconds = 0.3, .maxSeconds = 0.3, .kinds = {TransitionKind::Linear}, .sync = false};
  const FoundTransition standing = searched(pairNamed("Idle", "Walk"), bounds);
  const FoundTransition walking = searched(pairNamed("Walk", "Run"), bounds);
  EXPECT_FALSE(standing.before.slide);
  ASSERT_TRUE(walking.before.slide);
  EXPECT_GT(*walking.before.slide, 0.05);
  std::vector<FoundTransition> found(30, standing);
  found.push_back(walking);
  EXPECT_EQ(summaryOf(found).before.slide, walking.before.slide) << "and not 0, as of most pairs";
}

TEST(TransitionSearch, ReportsWhatASeamBenchMeasures) {
  const CellIndex pair = pairNamed("Run", "Crouch");
  const FoundTransition found = searched(pair, {.minSeconds = 0.3, .maxSeconds = 0.3, .sync = false});
  crossfade::SeamBench bench = benchOf(bundled());
  const auto duration = [](int clip) { return bundled().clips[static_cast<std::size_t>(clip)].duration(); };
  double ratio = 0;
  for (const double start : {0.2, 0.6})
    for (const bool interrupted : {false, true}) {
      crossfade::SeamCase fade{.from = pair.from, .to = pair.to, .start = start * duration(pair.from)};
      fade.options = {.seconds = *found.settings.seconds, .kind = *found.settings.kind};
      if (found.settings.toPhase) fade.entry = *found.settings.toPhase * duration(pair.to);
      if (interrupted) fade.interruptions = {0.5};
      ratio = std::max(ratio, bench.measure(fade).worst.velocityRatio);
    }
  EXPECT_NEAR(found.after.velocityRatio, ratio, 1e-9);
}

TEST(TransitionSearch, KeepsTheDefaultWhereNothingIsBetter) {
  SearchBounds bounds{.minSeconds = 0.4, .maxSeconds = 0.4, .kinds = {TransitionKind::Classic}, .sync = false};
  const FadeChoice good{.seconds = 0.4, .kind = TransitionKind::Inertial, .sync = crossfade::Sync::None};
  const FoundTransition found = searched(pairNamed("Idle", "Walk"), bounds, good);
  EXPECT_EQ(found.settings, FadeChoice{});
  EXPECT_EQ(found.after.velocityRatio, found.before.velocityRatio);
}

TEST(TransitionSearch, WhatTheSetSaysIsToBeBeaten) {
  const CellIndex pair = pairNamed("Run", "Crouch");
  const SearchBounds bounds{.sync = false};
  const FoundTransition best = searched(pair, bounds);
  ASSERT_NE(best.settings, FadeChoice{}) << "than a linear fade";
  TransitionCells set;
  set.set(pairOf(pair), best.settings);
  SearchBounds worse = bounds;
  worse.kinds = {TransitionKind::Linear, TransitionKind::Frozen};
  const FoundTransition again = searched(pair, worse, kUsual, set);
  EXPECT_EQ(again.settings, FadeChoice{}) << "though some are better than the panel's";
  EXPECT_EQ(again.before.velocityRatio, best.after.velocityRatio);
}

/// As a share of its limit.
double worstShare(const TransitionFigures& figures) {
  const FadeFault worst = worstFigure(figures, kUsualMaxRatio);
  const double figure = figureOf(worst, figures.velocityRatio, 0, figures.excess);
  return worst == FadeFault::None ? 0 : figure / (worst == FadeFault::Velocity ? kUsualMaxRatio : limitOf(worst, {}));
}

TEST(TransitionSearch, NoSumHidesAWorseFigure) {
  const FadeChoice good{.seconds = 0.3, .kind = TransitionKind::Curve, .sync = crossfade::Sync::None};
  for (const CellIndex pair : {pairNamed("Idle", "Walk"), pairNamed("Run", "Dance"), pairNamed("Jump", "Crouch")}) {
    const FoundTransition found = searched(pair, {.kinds = {TransitionKind::Inertial}, .sync = false}, good);
    EXPECT_LE(worstShare(found.after), std::max(worstShare(found.before), 0.1)) << pair.from << " to " << pair.to;
  }
}

TEST(TransitionSearch, LeavesAloneWhatItDoesNotSearch) {
  const CellIndex pair = pairNamed("Walk", "Run");
  const FadeChoice kept{.seconds = 0.01,
                        .maskJoint = 3,
                        .maskFeather = 1,
                        .curve = fadeCurve(FadeCurvePreset::EaseIn),
                        .fromPhase = 0.5,
                        .toPhase = 0.25};
  TransitionCells set;
  set.set(pairOf(pair), kept);
  set.set(pairOf({pair.from, -1}), {.toPhase = 0.75});
  const SearchedPair searched = startingFrom(kUsual, pair, set);
  EXPECT_EQ(searched.now.toPhase, 0.25);
  EXPECT_EQ(searched.base.toPhase, 0.75) << "a candidate without its own inherits that of the row";
  EXPECT_EQ(searched.base.fromPhase, 0.5);
  const SetTransitionCell cell =
      cellOf(set, {.pair = pair, .settings = {.seconds = 0.3, .kind = TransitionKind::Inertial}});
  EXPECT_EQ(cell.settings.curve, kept.curve);
  EXPECT_EQ(cell.settings.fromPhase, 0.5);
  EXPECT_EQ(cell.settings.mask(), kept.mask());
  EXPECT_EQ(cell.settings.toPhase, std::nullopt);
  EXPECT_EQ(cell.settings.seconds, 0.3);
}

TEST(TransitionSearch, MayWaitForAMoment) {
  SearchBounds bounds{.minSeconds = 0.3, .maxSeconds = 0.3, .kinds = {TransitionKind::DeadBlending}, .sync = false};
  const FoundTransition atOnce = searched(pairNamed("Run", "Walk"), bounds);
  EXPECT_FALSE(atOnce.settings.fromPhase);
  bounds.waits = true;
  const FoundTransition found = searched(pairNamed("Run", "Walk"), bounds);
  ASSERT_TRUE(found.settings.fromPhase && found.settings.toPhase);
  EXPECT_GE(*found.settings.fromPhase, 0);
  EXPECT_LE(*found.settings.fromPhase, 1);
  EXPECT_LT(seamCost(found.after, 2), seamCost(atOnce.after, 2)) << "legs meet in step";
}

TEST(TransitionSearch, OfAllPairsIsTheSameOnAnyNumberOfThreads) {
  std::vector<SearchedPair> pairs;
  for (const CellIndex pair : {pairNamed("Idle", "Walk"), pairNamed("Walk", "Idle"), pairNamed("Run", "Idle")})
    pairs.push_back(startingFrom(kUsual, pair));
  const SearchBounds bounds{.minSeconds = 0.3, .maxSeconds = 0.3, .sync = false};
  int reported = 0;
  const auto one = findTransitions(bundled(), pairs, bounds, 1, [&](int done) { return (reported = done) > 0; });
  EXPECT_EQ(reported, 3);
  const auto three = findTransitions(bundled(), pairs, bounds, 3, [](int) { return true; });
  ASSERT_EQ(one.size(), three.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].settings, three[i].settings);
    EXPECT_EQ(one[i].after.velocityRatio, three[i].after.velocityRatio);
    EXPECT_EQ(three[i].pair, pairs[i].pair);
  }
  const TransitionSummary summary = summaryOf(one);
  EXPECT_LE(summary.after.velocityRatio, summary.before.velocityRatio);
}

}  // namespace
}  // namespace app
