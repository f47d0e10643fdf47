#include "app/host/quality/seam_sweep.h"

#include <gtest/gtest.h>

#include "app/import/import_model.h"
#include "tests/support/sample_models.h"
#include "tests/support/source_folder.h"

namespace app {
namespace {

using crossfade::TransitionKind;

TEST(SeamSweep, SpreadsNumbers) {
  const Percentiles spread = percentilesOf({5, 1, 4, 2, 3});
  EXPECT_EQ(spread.median, 3);
  EXPECT_EQ(spread.p95, 5);
  EXPECT_EQ(spread.max, 5);
  EXPECT_EQ(percentilesOf({}).max, 0);
}

TEST(SeamSweep, PicksTwelveClipsSpreadOverTheFile) {
  EXPECT_EQ(sweptClips(test::character()).clips.size(), 3u);
  std::vector<std::string> names(30, "clip");
  const SweptClips swept = sweptClips(test::modelWithClips(names));
  EXPECT_EQ(swept.candidates, 30u);
  EXPECT_FALSE(swept.isComplete());
  const std::vector<int>& clips = swept.clips;
  ASSERT_EQ(clips.size(), 12u);
  EXPECT_EQ(clips.front(), 0);
  EXPECT_GT(clips.back(), 25);
  Model still = test::modelWithClips({});
  still.clips.add(crossfade::test::stillClip("a pose"));
  EXPECT_TRUE(sweptClips(still).clips.empty());
}

/// What docs/transitions.md promises of the best kind, on the bundled character.
TEST(SeamSweep, OfTheBundledCharacterIsSmooth) {
  auto model = importModel((app::test::sourceFolder() / "assets/character.glb").string());
  ASSERT_TRUE(model) << model.error().message;
  crossfade::SeamBench bench = benchOf(*model);
  const std::vector<int> clips{0, 1, 2, 4, 7};
  for (const SweepRow& row : sweep(bench, *model, clips, {})) {
    const auto kind = static_cast<int>(row.kind);
    if (row.kind != TransitionKind::Classic) {
      EXPECT_LE(row.positionRatio.max, 1) << kind;
      EXPECT_LT(row.weightHole, 1e-6) << kind;
      EXPECT_LT(row.rotationAtEnd, 0.1 * 3.1416 / 180) << kind;
      EXPECT_LT(row.translationAtEnd, 1e-4) << kind;
    }
    if (row.kind == TransitionKind::Curve) {
      EXPECT_LE(row.velocityRatio.median, 1.3) << kind;
      EXPECT_LE(row.modelVelocityRatio.p95, 3) << kind;
      EXPECT_LT(row.overshoot.max, 0.05) << kind;
      EXPECT_LT(row.tilt.max, 0.05) << kind;
      EXPECT_LT(row.sink.p95, 0.05) << kind;
    }
    if (row.kind == TransitionKind::Inertial || row.kind == TransitionKind::DeadBlending) {
      EXPECT_LE(row.velocityRatio.median, 1.7) << kind;
      EXPECT_LE(row.velocityRatio.p95, 3) << kind;
      EXPECT_LE(row.velocityRatio.max, 6) << kind;
    }
  }
}

TEST(SeamSweep, OfAScriptFindsThePopAndItsTime) {
  auto model = importModel((app::test::sourceFolder() / "assets/character.glb").string());
  ASSERT_TRUE(model) << model.error().message;
  const crossfade::SeamBench bench = benchOf(*model);
  const auto measured = [&](const char* json) {
    Session session(*model);
    EXPECT_TRUE(session.apply(StopAll{}));
    return *measureScript(bench, session, *parseScript(json, *model));
  };
  const ScriptSeams smooth = measured(
      R"({"commands":[{"at":0,"do":"play","clip":"Walk"},{"at":1,"do":"fadeTo","clip":"Run"},
                      {"at":1.2,"do":"fadeTo","clip":"Idle"}]})");
  EXPECT_LT(smooth.report.worst.velocityRatio, 3);
  EXPECT_LT(smooth.report.worst.positionRatio, 1);
  EXPECT_LT(smooth.weightHole, 1e-6);
  EXPECT_NEAR(smooth.seconds, 2.6, 1e-9);
  const ScriptSeams popped = measured(
      R"({"commands":[{"at":0,"do":"play","clip":"Walk"},{"at":1,"do":"stopAll"},
                      {"at":1,"do":"play","clip":"Crouch"}]})");
  EXPECT_GT(popped.report.worst.positionRatio, 5);
  EXPECT_NEAR(popped.worstTime, 1, 0.02);
}

}  // namespace
}  // namespace app
