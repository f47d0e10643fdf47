// Feet of the character on screen: contacts, markers made of them, the foot lock, the slide of a comparison.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include <glm/geometric.hpp>

#include "app/import/import_model.h"
#include "app/session/session.h"
#include "crossfade/ground/foot_slide.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"
#include "tests/support/shown_pose.h"
#include "tests/support/source_folder.h"

namespace app {
namespace {

using crossfade::Sync;
using crossfade::TransitionKind;
using test::samePose;

struct FeetTest : testing::Test {
  static Model bundled() { return *importModel(app::test::sourceFolder() / "assets/character.glb"); }
  int clip(const std::string& name) const {
    for (int i = 0; i < session.clipCount(); ++i)
      if (session.model().clips[static_cast<std::size_t>(i)].name() == name) return i;
    ADD_FAILURE() << name;
    return -1;
  }
  void apply(const Command& command, Session& to) {
    const auto applied = to.apply(command);
    ASSERT_TRUE(applied) << applied.error().message;
  }
  void apply(const Command& command) { apply(command, session); }
  void playAlone(int index) {
    apply(StopAll{});
    apply(PlayClip{index});
  }
  void run(double seconds, double step = 1.0 / 120) {
    for (int i = 0; i < static_cast<int>(std::lround(seconds / step)); ++i) session.advance(step, profiler);
  }
  /// How far the feet slide over the ground from Walk to Run and back, per step.
  double slideOfFades(Sync sync, TravelMode mode);

  Session session{bundled()};
  FrameProfiler profiler;
  const int walk = clip("Walk"), runs = clip("Run"), idle = clip("Idle");
};

TEST_F(FeetTest, AClipIsStudiedOnceWhoeverAsksFirst) {
  apply(StudyClips{});
  const ClipStudy& study = *session.character().ground().knownStudy();
  ClipStudy other(session.model());
  for (int i = 0; i < session.clipCount(); ++i) {
    const GroundFacts& now = other.of(i);
    EXPECT_EQ(&other.of(i), &now);
    const GroundFacts* found = nullptr;
    while (!found) found = study.find(i);
    EXPECT_EQ(found->root.speed(), now.root.speed());
    ASSERT_EQ(found->contacts.feet.size(), now.contacts.feet.size());
    for (std::size_t foot = 0; foot < now.contacts.feet.size(); ++foot)
      EXPECT_EQ(found->contacts.feet[foot].foot, now.contacts.feet[foot].foot);
  }
  EXPECT_NEAR(other.of(walk).root.speed(), 1.4, 0.03);
}

TEST_F(FeetTest, MarkersFromFeetAreWhereTheyComeDownAndLift) {
  const auto names = [&] {
    std::multiset<std::string> found;
    for (const auto& marker : session.character().clipSettings()[static_cast<std::size_t>(walk)].markers)
      found.insert(marker.name);
    return found;
  };
  apply(MarkersFromFeet{walk});
  EXPECT_EQ(names(), (std::multiset<std::string>{"left down", "right down"}));
  apply(MarkersFromFeet{walk, true});
  EXPECT_EQ(names(), (std::multiset<std::string>{"left down", "left up", "right down", "right up"}));
  apply(Undo{});
  EXPECT_EQ(names().size(), 2u);
  Session plain{test::character()};
  const auto refused = plain.apply(MarkersFromFeet{0});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "no foot comes down in 'Walk'");
}

/// With nobody setting markers: a fade by markers is the one with markers where feet come down, not the one by phase.
TEST_F(FeetTest, AFadeByMarkersUsesTheFeetOfClipsWithoutMarkers) {
  Session marked{bundled()}, byPhase{bundled()};
  for (const int index : {walk, runs}) apply(MarkersFromFeet{index}, marked);
  bool differsFromPhase = false;
  for (Session* const each : {&session, &marked, &byPhase}) {
    apply(StopAll{}, *each);
    apply(PlayClip{walk}, *each);
    for (int i = 0; i < 40; ++i) each->advance(0.01, profiler);
    apply(FadeTo{.clip = runs, .how = {.seconds = 0.6, .sync = each == &byPhase ? Sync::Phase : Sync::Markers}}, *each);
  }
  for (int i = 0; i < 50; ++i) {
    for (Session* const each : {&session, &marked, &byPhase}) each->advance(0.01, profiler);
    ASSERT_TRUE(samePose(test::shown(session), test::shown(marked))) << i;
    differsFromPhase = differsFromPhase || !samePose(test::shown(session), test::shown(byPhase));
  }
  EXPECT_TRUE(differsFromPhase);
  apply(ShowMoment{0.7});  // and the past knows it, too
  apply(ShowMoment{0.7}, marked);
  EXPECT_TRUE(samePose(test::shown(session), test::shown(marked)));
}

/// With the ground that Session knows: on the treadmill it moves as the character does, in file as the feet imply.
double FeetTest::slideOfFades(Sync sync, TravelMode mode) {
  apply(SetTravel{mode});
  ClipStudy study(session.model());
  crossfade::ClipGround ground(study.feet().feet.size());
  for (int i = 0; i < session.clipCount(); ++i)
    ground.set(session.model().clips.ids()[static_cast<std::size_t>(i)], study.of(i).contacts);
  crossfade::FootSlideMeter meter(session.model().skeleton, study.feet());
  playAlone(walk);
  run(0.5);
  constexpr double kStep = 1.0 / 240;
  for (const int to : {runs, walk, runs, walk}) {
    apply(FadeTo{.clip = to, .how = {.seconds = 0.5, .kind = TransitionKind::Curve, .sync = sync}});
    meter.restart();
    for (int i = 0; i < 120; ++i) {
      session.advance(kStep, profiler);
      meter.add(kStep, ground.now(session.character().player().transitions().mixer(), kStep), session.pose());
    }
    run(0.3);
  }
  return meter.slide().perStep();
}

TEST_F(FeetTest, TheLockKeepsFeetOnTheGround) {
  for (const TravelMode mode : {TravelMode::InFile, TravelMode::Treadmill}) {
    apply(SetFootLock{false});
    const double free = slideOfFades(Sync::Phase, mode);
    apply(SetFootLock{true});
    const double locked = slideOfFades(Sync::Phase, mode);
    EXPECT_LT(locked, 0.3 * free) << "free " << free;
  }
}

TEST_F(FeetTest, WithoutTheLockEveryPoseIsAsBefore) {
  Session untouched{bundled()};
  for (Session* const each : {&session, &untouched}) {
    apply(StopAll{}, *each);
    apply(PlayClip{walk}, *each);
  }
  int different = 0;
  for (int i = 0; i < 300; ++i) {
    if (i == 40) apply(SetFootLock{true});
    if (i == 160) apply(SetFootLock{false});
    if (i == 60)
      for (Session* const each : {&session, &untouched}) apply(FadeTo{.clip = runs, .how = {.seconds = 0.5}}, *each);
    session.advance(0.01, profiler);
    untouched.advance(0.01, profiler);
    const bool same = samePose(test::shown(session), test::shown(untouched));
    EXPECT_TRUE(same || (i >= 40 && i < 220)) << i;
    different += same ? 0 : 1;
  }
  EXPECT_GT(different, 20);
}

TEST_F(FeetTest, ThePastShowsLockedFeetBitForBit) {
  for (const TravelMode mode : {TravelMode::InFile, TravelMode::Travel}) {
    apply(SetTravel{mode});
    apply(SetFootLock{true});
    playAlone(walk);
    std::vector<test::Shown> frames;
    for (int i = 0; i < 250; ++i) {
      if (i == 90) apply(FadeTo{.clip = runs, .how = {.seconds = 0.4}});
      if (i == 170) apply(PlayClip{idle});
      session.advance(0.005 + 0.001 * (i % 9), profiler);
      frames.push_back(test::shown(session));
    }
    for (const std::size_t at : {248u, 30u, 110u, 111u, 175u, 200u}) {
      apply(ShowMoment{frames[at].time});
      EXPECT_TRUE(samePose(test::shown(session), frames[at])) << at;
    }
    apply(ReturnToLive{});
    EXPECT_TRUE(samePose(test::shown(session), frames.back()));
  }
}

TEST_F(FeetTest, ASavedStateGoesOnWithLockedFeet) {
  apply(SetFootLock{true});
  playAlone(walk);
  run(0.6);
  apply(FadeTo{.clip = runs, .how = {.seconds = 0.5}});
  run(0.2);
  Session other{bundled()};
  apply(SetFootLock{true}, other);
  PlayerMoment moment;
  const CharacterScene& scene = session.character();
  scene.player().save(moment);
  apply(RestoreState{savedStateOf(moment, scene.fade(), scene.player())}, other);
  for (int i = 0; i < 80; ++i) {
    session.advance(0.01, profiler);
    other.advance(0.01, profiler);
    ASSERT_TRUE(samePose(test::shown(session), test::shown(other))) << i;
  }
}

TEST_F(FeetTest, ALockedFrameAllocatesNothing) {
  apply(SetFootLock{true});
  apply(SetTravel{TravelMode::Travel});
  playAlone(walk);
  run(35, 0.05);
  apply(FadeTo{.clip = runs, .how = {.seconds = 1}});
  run(0.1);
  const ::test::AllocationGuard guard;
  run(0.5);
  EXPECT_EQ(guard.count(), 0);
}

TEST_F(FeetTest, TheLockIsUndoneAndFitsModelsWithoutLegs) {
  apply(SetFootLock{true});
  apply(Undo{});
  EXPECT_FALSE(session.character().ground().footLock());
  apply(Redo{});
  EXPECT_TRUE(session.character().ground().footLock());
  Session plain{test::character(), std::move(session)};
  EXPECT_TRUE(plain.character().ground().footLock());
  for (int i = 0; i < 50; ++i) plain.advance(0.01, profiler);
}

TEST_F(FeetTest, AComparisonSaysHowFarFeetSlideAndLocksThem) {
  apply(SetFadeSettings{{.from = walk, .to = runs, .sync = Sync::Phase}});
  apply(SetComparison{.variants = {{.kind = TransitionKind::Linear}, {.kind = TransitionKind::Curve}}});
  session.advance(0.01, profiler);
  session.finishMeasuring();
  const auto slide = [&] { return session.character().comparison().figures(1)->slide; };
  ASSERT_TRUE(slide().has_value());
  const double free = *slide();
  EXPECT_GT(free, 0.02);
  apply(SetFootLock{true});
  session.advance(0.01, profiler);
  session.finishMeasuring();
  EXPECT_LT(*slide(), 0.5 * free);
  apply(SetFadeSettings{{.from = walk, .to = idle}});
  session.advance(0.01, profiler);
  session.finishMeasuring();
  EXPECT_FALSE(slide().has_value()) << "nobody walks in Idle";
}

TEST_F(FeetTest, AComparisonThatBeginsLaterHasTheMarkersOfTheClips) {
  apply(SetMarkers{walk, {{"a", 0.1}, {"b", 0.5}}});
  apply(SetMarkers{runs, {{"a", 0.3}, {"b", 0.6}}});
  apply(SetFadeSettings{{.from = walk, .to = runs, .sync = Sync::Markers}});
  apply(SetComparison{.variants = {{.kind = TransitionKind::Curve}, {.kind = TransitionKind::Linear}}});
  for (int i = 0; i < 200; ++i) {
    session.advance(0.01, profiler);
    const auto& lane = session.character().comparison().pose(0).locals;
    ASSERT_TRUE(samePose({0, lane}, test::shown(session))) << i;
  }
}

}  // namespace
}  // namespace app
