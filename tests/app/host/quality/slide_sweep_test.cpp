#include "app/host/quality/slide_sweep.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>

#include "app/host/quality/seam_sweep.h"
#include "app/import/import_model.h"
#include "app/model/upright.h"
#include "tests/support/lying_model.h"
#include "tests/support/source_folder.h"

namespace app {

// Feet on real models: contacts, slide and foot lock.

namespace {

using crossfade::GroundContacts;
using crossfade::Sync;
using crossfade::TransitionKind;

Model bundledCharacter() { return *importModel(app::test::sourceFolder() / "assets/character.glb"); }

GroundContacts contactsOf(const Model& model, const std::string& clip) {
  for (const crossfade::AnimationClip& each : model.clips)
    if (each.name() == clip) return detectContacts(model.skeleton, standingFeetOf(model), each);
  ADD_FAILURE() << "there is no clip " << clip;
  return {};
}

/// What assets/character/gait.py makes: the left foot is down from phase 0 to `stance`, the right one half a cycle
/// later.
struct TrueGait {
  const char* clip;
  double speed, stance;
};
constexpr TrueGait kGaits[] = {{"Walk", 1.4, 0.605}, {"Run", 3.5, 0.335}, {"Sneak", 0.7, 0.64}};

TEST(BundledFeet, StandWhenTheirGeneratorSaysSo) {
  const Model model = bundledCharacter();
  for (const TrueGait& gait : kGaits) {
    const GroundContacts found = contactsOf(model, gait.clip);
    ASSERT_EQ(found.feet.size(), 2u);
    int both = 0, either = 0;
    for (int i = 0; i < 4000; ++i)
      for (std::size_t foot = 0; foot < 2; ++foot) {
        const double at = i / 4000.0, phase = at + (foot == 0 ? 0 : 0.5);
        const bool truth = phase - std::floor(phase) < gait.stance, is = found.isInContact(foot, at * found.duration);
        both += truth && is ? 1 : 0;
        either += (truth ? 1 : 0) + (is ? 1 : 0);
      }
    EXPECT_GE(2.0 * both / either, 0.98) << gait.clip;  // docs/transitions.md says so, and 1.5 %
    EXPECT_NEAR(found.groundVelocity.z, -gait.speed, 0.015 * gait.speed) << gait.clip;
    EXPECT_NEAR(found.groundVelocity.x, 0, 0.02) << gait.clip;
    EXPECT_EQ(found.stepCount(), 2) << gait.clip;
  }
}

TEST(BundledFeet, OfClipsInPlaceStandOnGroundThatRests) {
  const Model model = bundledCharacter();
  for (const char* clip : {"Idle", "Crouch", "Jump", "TurnLeft", "Dance", "Boxing", "Wave"})
    EXPECT_EQ(contactsOf(model, clip).groundVelocity, glm::dvec3(0.0)) << clip;
  for (const char* clip : {"Idle", "Crouch", "Wave"}) EXPECT_EQ(contactsOf(model, clip).stepCount(), 0) << clip;
  EXPECT_EQ(contactsOf(model, "Jump").stepCount(), 2);
  EXPECT_EQ(contactsOf(model, "Dance").stepCount(), 4);
  EXPECT_EQ(contactsOf(model, "TurnLeft").stepCount(), 4);
  EXPECT_TRUE(contactsOf(model, "Crouch").feet[1].heel.empty()) << "it crouches on the ball of its right foot";
}

TEST(BundledFeet, HaveSolesFromThePoseInWhichTheCharacterStands) {
  const crossfade::Feet upright = standingFeetOf(bundledCharacter());
  const crossfade::Feet lying = standingFeetOf(test::lyingAtRest(bundledCharacter()));
  ASSERT_EQ(lying.feet.size(), upright.feet.size());
  for (std::size_t foot = 0; foot < upright.feet.size(); ++foot)
    for (std::size_t point = 0; point < crossfade::kSolePoints; ++point)
      EXPECT_LT(glm::distance(lying.feet[foot].sole[point].offset, upright.feet[foot].sole[point].offset),
                0.05 * upright.legLength)
          << foot << ", " << point;
}

/// What docs/transitions.md says.
TEST(BundledFeet, SlideAFifthAsMuchWithFootLockAndAreAsSmooth) {
  const Model model = bundledCharacter();
  const crossfade::SeamBench seams = benchOf(model);
  crossfade::SlideBench bench = slideBenchOf(model, standingFeetOf(model), seams);
  const std::vector<int> clips = walkingClips(bench, model).clips;
  ASSERT_EQ(clips.size(), 3u);
  for (const SlideRow& row : sweepSlides(bench, model, clips, 0.4)) {
    SCOPED_TRACE(static_cast<int>(row.sync) * 10 + static_cast<int>(row.kind));
    EXPECT_EQ(row.cases, 24u);
    EXPECT_GT(row.reduction(), row.sync == Sync::None ? 0.6 : 0.8);
    EXPECT_LT(row.locked.zhang, row.slide.zhang);
    const bool isSmooth = row.kind == TransitionKind::Curve || row.kind == TransitionKind::DeadBlending;
    const bool isInertial = row.kind == TransitionKind::Inertial;
    EXPECT_TRUE(row.sync == Sync::None || !isSmooth || row.lockedVelocityRatio <= 3) << row.lockedVelocityRatio;
    EXPECT_TRUE(row.sync == Sync::None || !isInertial || row.velocityRatio <= 3)
        << "a synced target starts at the group's speed: " << row.velocityRatio;
  }
}

struct SharedGait {
  const char* file;
  const char* clip;
  bool sideways;
};
class SharedGaits : public testing::TestWithParam<SharedGait> {};

std::filesystem::path sharedModel(const char* file) {
  const char* given = std::getenv("CROSSFADE_MODELS");
  const std::filesystem::path folder =
      given && *given ? std::filesystem::path(given) : app::test::sourceFolder().parent_path() / "shared/models";
  return folder / file;
}

TEST_P(SharedGaits, TakeTwoStepsInTurnOnGroundThatMovesBack) {
  const std::filesystem::path file = sharedModel(GetParam().file);
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "there is no " << file;
  const auto model = importModel(file);
  ASSERT_TRUE(model) << model.error().message;
  const GroundContacts found = contactsOf(*model, GetParam().clip);
  ASSERT_EQ(found.feet.size(), 2u);
  EXPECT_TRUE(found.isCyclic);
  EXPECT_EQ(found.stepCount(), 2);
  EXPECT_GT(glm::length(found.groundVelocity), 0);
  if (!GetParam().sideways) {
    EXPECT_LT(std::abs(found.groundVelocity.x), 0.1 * std::abs(found.groundVelocity.z));
    EXPECT_LT(found.groundVelocity.z, 0);
  }
  const double left = found.feet[0].foot.at(0).start, right = found.feet[1].foot.at(0).start;
  EXPECT_NEAR(std::abs(left - right) / found.duration, 0.5, 0.08);
}

constexpr SharedGait kSharedGaits[] = {
    {"KayKit_Knight/Knight.glb", "Walking_A", false},
    {"KayKit_Knight/Knight.glb", "Walking_B", false},
    {"KayKit_Knight/Knight.glb", "Walking_C", false},
    {"KayKit_Knight/Knight.glb", "Running_A", false},
    {"KayKit_Knight/Knight.glb", "Running_B", false},
    {"KayKit_Knight/Knight.glb", "Running_Strafe_Right", true},
    {"RobotExpressive/RobotExpressive.glb", "Walking", false},
    {"RobotExpressive/RobotExpressive.glb", "Running", false},
    {"CesiumMan/CesiumMan.glb", "animation_0", true},
    {"Quaternius_KnightCharacter/KnightCharacter.glb", "HumanArmature|Walking", false},
    {"Quaternius_KnightCharacter/KnightCharacter.glb", "HumanArmature|Run", false},
    {"Quaternius_PlatformerCharacter/Character.glb", "CharacterArmature|Walk", false},
    {"Quaternius_PlatformerCharacter/Character.glb", "CharacterArmature|Run_Gun", false},
    {"Quaternius_MechGeorge/George.glb", "Walk", false},
};
INSTANTIATE_TEST_SUITE_P(Models, SharedGaits, testing::ValuesIn(kSharedGaits));

TEST(SharedFeet, OfBodiesThatStandStayDown) {
  constexpr std::pair<const char*, const char*> kIdles[] = {
      {"KayKit_Knight/Knight.glb", "Idle"},
      {"Mannequiny/mannequiny.glb", "idle_root.001"},
      {"RobotExpressive/RobotExpressive.glb", "Idle"},
      {"Quaternius_KnightCharacter/KnightCharacter.glb", "HumanArmature|Idle"},
      {"Quaternius_PlatformerCharacter/Character.glb", "CharacterArmature|Idle"},
      {"Quaternius_MechGeorge/George.glb", "Idle"},
  };
  for (const auto& [name, clip] : kIdles) {
    if (!std::filesystem::exists(sharedModel(name))) GTEST_SKIP() << "there is no " << name;
    const auto model = importModel(sharedModel(name));
    ASSERT_TRUE(model) << model.error().message;
    const GroundContacts found = contactsOf(*model, clip);
    EXPECT_EQ(found.groundVelocity, glm::dvec3(0.0)) << name;
    ASSERT_EQ(found.feet.size(), 2u) << name;
    for (const crossfade::FootContacts& foot : found.feet)
      EXPECT_EQ(foot.foot, (std::vector<crossfade::ContactInterval>{{0, found.duration}})) << name << ", " << foot.name;
  }
}

TEST(SharedFeet, OfABoxerStepOnGroundThatRests) {
  const std::filesystem::path file = sharedModel("MocapBoxing/MocapBoxing.glb");
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "there is no " << file;
  const auto model = importModel(file);
  ASSERT_TRUE(model) << model.error().message;
  const GroundContacts found = contactsOf(*model, model->clips.begin()->name());
  EXPECT_EQ(found.groundVelocity, glm::dvec3(0.0));
  EXPECT_GT(found.stepCount(), 20);
  EXPECT_LT(found.stepCount(), 120) << "in half a minute";
}

}  // namespace

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool sweepExceeds(TransitionKind kind, double velocityRatio, double positionRatio, bool isOnlyKind = false) {
  const SweepRow row{.kind = kind, .velocityRatio = {.max = velocityRatio}, .positionRatio = {.max = positionRatio}};
  return faultOf(row, {}, isOnlyKind) != FadeFault::None;
}

/// 95 of 100 fades are within these.
FadeFault faultOfBody(TransitionKind kind, const crossfade::SeamExcess& excess, bool isOnlyKind = false) {
  const SweepRow row{.kind = kind,
                     .overshoot = {.p95 = excess.overshoot, .max = 9},
                     .tilt = {.p95 = excess.tilt, .max = 9},
                     .sink = {.p95 = excess.sink, .max = 9}};
  return faultOf(row, {}, isOnlyKind);
}

TEST(QualityLimit, HoldsEachKindToItsPromises) {
  EXPECT_TRUE(sweepExceeds(TransitionKind::Inertial, 8, 0));
  EXPECT_FALSE(sweepExceeds(TransitionKind::Inertial, 6, 0));
  EXPECT_FALSE(sweepExceeds(TransitionKind::Linear, 8, 0)) << "promises no smooth velocity";
  EXPECT_TRUE(sweepExceeds(TransitionKind::Linear, 8, 0, true)) << "but was asked for by name";
  EXPECT_TRUE(sweepExceeds(TransitionKind::Frozen, 0, 1.5));
  EXPECT_FALSE(sweepExceeds(TransitionKind::Classic, 0, 1.5));
}

TEST(QualityLimit, HoldsTheBodyNearItsClips) {
  EXPECT_EQ(faultOfBody(TransitionKind::Curve, {.overshoot = 1.5, .tilt = 0.17, .sink = 0.09}), FadeFault::None);
  EXPECT_EQ(faultOfBody(TransitionKind::Curve, {.sink = 0.11}), FadeFault::Sink);
  EXPECT_EQ(faultOfBody(TransitionKind::Curve, {.tilt = 0.18}), FadeFault::Tilt);
  EXPECT_EQ(faultOfBody(TransitionKind::Curve, {.overshoot = 1.6}), FadeFault::Overshoot);
  EXPECT_EQ(faultOfBody(TransitionKind::Inertial, {.sink = 0.5}), FadeFault::None) << "does not promise it";
  EXPECT_EQ(faultOfBody(TransitionKind::Inertial, {.sink = 0.5}, true), FadeFault::Sink) << "but was asked for by name";
}

TEST(QualityLimit, OfAScriptCoversVelocityAndPosition) {
  const auto exceeds = [](double velocityRatio, double positionRatio) {
    ScriptSeams seams;
    seams.report.worst.velocityRatio = velocityRatio;
    seams.report.worst.positionRatio = positionRatio;
    return faultOf(seams, {}) != FadeFault::None;
  };
  EXPECT_FALSE(exceeds(7, 1));
  EXPECT_TRUE(exceeds(7.1, 0));
  EXPECT_TRUE(exceeds(0, 1.1));
}

TEST(QualityLimit, OfAScriptCoversTheBody) {
  ScriptSeams seams;
  seams.report.excess.sink = 0.2;
  EXPECT_EQ(faultOf(seams, {}), FadeFault::Sink);
  EXPECT_EQ(faultOf(seams, {.sink = 0.3}), FadeFault::None);
}

TEST(QualityLimit, IsExceededByNaN) {
  EXPECT_TRUE(sweepExceeds(TransitionKind::Inertial, kNan, 0));
  EXPECT_TRUE(sweepExceeds(TransitionKind::Inertial, 0, kNan));
}

}  // namespace

}  // namespace app
