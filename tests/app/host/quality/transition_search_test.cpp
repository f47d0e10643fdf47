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

FoundTransition searched(CellIndex pair, const SearchBounds& bounds, const FadeChoice& usual = kUsual) {
  return TransitionSearch(bundled(), {pair.from, pair.to}, bounds, usual).find(pair.from, pair.to);
}

TEST(TransitionSearch, FindsWhatShowsLess) {
  const SearchBounds bounds{.minSeconds = 0.2, .maxSeconds = 0.4};
  const CellIndex pairs[] = {pairNamed("Idle", "Walk"), pairNamed("Walk", "Run")};
  TransitionSearch search(bundled(), {pairs[0].from, pairs[1].from, pairs[1].to}, bounds, kUsual);
  for (const CellIndex pair : pairs) {
    const FoundTransition found = search.find(pair.from, pair.to);
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
  const std::vector<CellIndex> pairs = {pairNamed("Idle", "Walk"), pairNamed("Walk", "Idle"), pairNamed("Run", "Idle")};
  const SearchBounds bounds{.minSeconds = 0.3, .maxSeconds = 0.3, .sync = false};
  int reported = 0;
  const auto one =
      findTransitions(bundled(), pairs, bounds, kUsual, 1, [&](int done) { return (reported = done) > 0; });
  EXPECT_EQ(reported, 3);
  const auto three = findTransitions(bundled(), pairs, bounds, kUsual, 3, [](int) { return true; });
  ASSERT_EQ(one.size(), three.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].settings, three[i].settings);
    EXPECT_EQ(one[i].after.velocityRatio, three[i].after.velocityRatio);
    EXPECT_EQ(three[i].from, pairs[i].from);
  }
  const TransitionSummary summary = summaryOf(one);
  EXPECT_LE(summary.after.velocityRatio, summary.before.velocityRatio);
}

}  // namespace
}  // namespace app
