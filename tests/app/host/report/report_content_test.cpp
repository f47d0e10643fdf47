#include "app/host/report/report_content.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "app/format/model_words.h"
#include "app/format/report/report_list.h"
#include "app/format/report/report_page.h"
#include "app/host/files/model_file.h"
#include "app/host/quality/seam_sweep.h"
#include "app/session/character/motion/clip_study.h"
#include "tests/support/lying_model.h"

namespace app {
namespace {

const ReportedModel& reportOf(int threads) {
  static const auto measure = [](int count) {
    Session session(*loadModel(""));
    ReportedModel model = measureModel(session, 2, kMaxSweptClips, count, [](int, int) { return true; });
    return model;
  };
  static const ReportedModel one = measure(1), three = measure(3);
  return threads == 1 ? one : three;
}

const ReportedPair& pairOf(const ReportedModel& model, const std::string& from, const std::string& to) {
  return *std::find_if(model.pairs.begin(), model.pairs.end(), [&](const ReportedPair& pair) {
    return model.clips[static_cast<std::size_t>(pair.from)].name == from &&
           model.clips[static_cast<std::size_t>(pair.to)].name == to;
  });
}

TEST(MeasureModel, DoesNotDependOnThreads) {
  EXPECT_EQ(reportLine(reportOf(1)), reportLine(reportOf(3)));
  for (std::size_t i = 0; i < reportOf(1).pairs.size(); ++i)
    EXPECT_EQ(reportOf(1).pairs[i].curves.speed, reportOf(3).pairs[i].curves.speed) << i;
}

TEST(MeasureModel, FindsWhatASweepFinds) {
  const Model model = *loadModel("");
  crossfade::SeamBench bench = benchOf(model);
  const auto rows =
      sweep(bench, model, sweptClips(model).clips, {.seconds = {0.3}, .kind = crossfade::TransitionKind::Linear});
  Session session(model);
  ASSERT_TRUE(session.apply(
      SetTransitionCell{.cells = {{-1, -1}}, .settings = {.seconds = 0.3, .kind = crossfade::TransitionKind::Linear}}));
  const ReportedModel found = measureModel(session, 2, kMaxSweptClips, 2, [](int, int) { return true; });
  double straight = 0, interrupted = 0;
  for (const ReportedPair& pair : found.pairs) {
    straight = std::max(straight, pair.straight);
    interrupted = std::max(interrupted, pair.interrupted);
  }
  EXPECT_DOUBLE_EQ(straight, rows[0].velocityRatio.max);
  EXPECT_DOUBLE_EQ(interrupted, rows[1].velocityRatio.max);
  EXPECT_NE(straight, interrupted);
}

TEST(PairFilm, ShowsOneFigureAtNormalSpeed) {
  Session session(*loadModel(""));
  ASSERT_TRUE(session.apply(SetSpeed{0.1}));
  ASSERT_TRUE(session.apply(SetComparison{
      .variants = {{.kind = crossfade::TransitionKind::Linear}, {.kind = crossfade::TransitionKind::Inertial}}}));
  const auto film = filmByProgram("/bin/false", session, 0, 1, ::testing::TempDir(), [] { return true; });
  EXPECT_FALSE(film);
  EXPECT_FALSE(session.character().isComparing());
  EXPECT_EQ(session.speed(), 1);
}

TEST(MeasureModel, NamesTheClipsThatItLeavesOut) {
  const Session session(*loadModel(""));
  const ReportedModel found = measureModel(session, 2, 2, 2, [](int, int) { return true; });
  ASSERT_EQ(found.clips.size(), 2u);
  EXPECT_EQ(found.pairs.size(), 2u);
  ASSERT_EQ(found.clipsLeftOut.size() + 2, static_cast<std::size_t>(session.clipCount()));
  EXPECT_EQ(std::count(found.clipsLeftOut.begin(), found.clipsLeftOut.end(), found.clips[0].name), 0);
  EXPECT_TRUE(reportOf(1).clipsLeftOut.empty());
  const std::string page = reportPage(found);
  EXPECT_NE(page.find("2 of 12 clips were measured"), std::string::npos);
  EXPECT_NE(page.find(found.clipsLeftOut.back()), std::string::npos);
  EXPECT_EQ(reportPage(reportOf(1)).find("were measured"), std::string::npos);
}

TEST(MeasureModel, HasCurvesOfTheFade) {
  const ReportedPair& pair = pairOf(reportOf(1), "Walk", "Run");
  const ReportedCurves& curves = pair.curves;
  EXPECT_NEAR(curves.end - curves.begin, 0.4, 0.01);
  EXPECT_NEAR(curves.begin, 0.25, 0.01);
  const auto at = [&](const std::vector<float>& curve, double time) {
    return static_cast<double>(
        curve.at(static_cast<std::size_t>(time / curves.length * static_cast<double>(curve.size()))));
  };
  EXPECT_EQ(at(curves.to, 0.1), 0);
  EXPECT_EQ(at(curves.from, 0.1), 1);
  EXPECT_NEAR(at(curves.to, curves.begin + 0.2), 0.5, 0.05);
  EXPECT_EQ(at(curves.to, 0.8), 1);
  EXPECT_NEAR(at(curves.from, 0.8), 0, 1e-6);
  EXPECT_FALSE(curves.slide.empty()) << "both clips walk";
  EXPECT_TRUE(pair.slide);
  EXPECT_TRUE(pairOf(reportOf(1), "Idle", "Wave").curves.slide.empty());
}

TEST(MeasureModel, KnowsClips) {
  const auto& clips = reportOf(1).clips;
  const auto walk = std::find_if(clips.begin(), clips.end(), [](const auto& clip) { return clip.name == "Walk"; });
  ASSERT_NE(walk, clips.end());
  EXPECT_NEAR(walk->speed, 1.4, 0.05);
  ASSERT_EQ(walk->feet.size(), 2u);
  double down = 0;
  for (const auto& [begin, end] : walk->feet[0].contacts) {
    EXPECT_LE(0, begin);
    EXPECT_LE(end, 1);
    down += end - begin;
  }
  EXPECT_GT(down, 0.4);
  EXPECT_LT(down, 0.8) << "a foot is down for about 60 % of a walk";
}

TEST(MeasureModel, FindsTheFeetOfAModelThatLiesInItsRestPose) {
  const Model model = test::lyingAtRest(*loadModel(""));
  Session session(model);
  const ReportedModel found = measureModel(session, 2, kMaxSweptClips, 2, [](int, int) { return true; });
  ClipStudy study(model);
  for (const ReportedClip& clip : found.clips) {
    EXPECT_EQ(clip.speed, study.of(clip.index).root.speed()) << clip.name;
    if (clip.name == "Walk") {
      EXPECT_NEAR(clip.speed, 1.4, 0.1);
    }
  }
}

}  // namespace
}  // namespace app
