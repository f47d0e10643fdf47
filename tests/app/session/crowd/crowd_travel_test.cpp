#include "app/session/crowd/crowd_travel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "app/format/model_words.h"
#include "app/host/files/model_file.h"
#include "app/session/crowd/crowd.h"
#include "app/session/session.h"
#include "crossfade/mixer/animation_mixer.h"
#include "tests/support/allocation_guard.h"

namespace app {
namespace {

TEST(CrowdTravel, MovesACharacterAsFastAsItsClipWalks) {
  const Model model = *loadModel("");
  const crossfade::ClipId walk = model.clips.ids()[static_cast<std::size_t>(*findClip(model, "Walk"))];
  const CrowdTravel travel(model, std::span(&walk, 1));
  crossfade::AnimationMixer mixer(travel.clips());
  mixer.clipAction(travel.clips().ids().front()).play();
  crossfade::RootDelta at;
  for (int i = 0; i < 120; ++i) {
    mixer.update(1.0 / 60);
    at = at * travel.step(mixer.blendList());
  }
  EXPECT_NEAR(glm::length(at.translation), 2 * 1.4, 0.02 * 2 * 1.4) << "extras.speed of the clip";
  EXPECT_NEAR(at.turn, 0, 1e-6);
}

TEST(CrowdTravel, WalkersTurnBackAndStandersDoNotTurn) {
  constexpr double kReach = 1, kSpeed = 1.5, kStep = 1.0 / 60;
  const crossfade::RootDelta step{{0, 0, kSpeed * kStep}, 0};
  crossfade::RootDelta at{{0, 0, 0}, 0.7};
  double farthest = 0;
  int near = 0;
  for (int i = 0; i < 20'000; ++i) {
    wander(at, step, kStep, kReach);
    const double away = std::hypot(at.translation.x, at.translation.z);
    farthest = std::max(farthest, away);
    near += away < kReach ? 1 : 0;
  }
  const double radius = kSpeed / (std::acos(-1.0) / 2);  // of the circle in which it turns
  EXPECT_LT(farthest, kReach + 2 * radius);
  EXPECT_GT(near, 2000);
  crossfade::RootDelta standing{{5, 0, 0}, 0.7};
  wander(standing, {}, kStep, kReach);
  EXPECT_EQ(standing.turn, 0.7);
}

TEST(CrowdTravel, WalkersTurnBackWhicheverWayTheyFace) {
  constexpr double kReach = 1, kSpeed = 1.5, kStep = 1.0 / 60;
  for (const double side : {0.5, 1.5, 3.0, -2.0}) {  // radians between where they walk and where they face
    crossfade::RootDelta ahead{{0, 0, 0}, 0.7}, sideways{{0, 0, 0}, 0.7 - side};
    for (int i = 0; i < 2'000; ++i) {
      wander(ahead, {{0, 0, kSpeed * kStep}, 0}, kStep, kReach);
      wander(sideways, {kSpeed * kStep * glm::dvec3(std::sin(side), 0, std::cos(side)), 0}, kStep, kReach);
      ASSERT_LT(glm::distance(ahead.translation, sideways.translation), 1e-6) << side << ", step " << i;
    }
  }
}

TEST(CrowdTravel, OfASceneMovesWhatIsDrawnAndAllocatesNothing) {
  Session session{*loadModel("")};
  FrameProfiler profiler;
  const auto frames = [&](int count) {
    for (int i = 0; i < count; ++i) session.advance(1.0 / 60, profiler);
  };
  for (const Command& command : {Command(ShowScene{SceneKind::Crowd}), Command(SetCrowd{&CrowdSettings::characters, 6}),
                                 Command(SetCrowd{&CrowdSettings::travel, true})})
    ASSERT_TRUE(session.apply(Command(command)));
  frames(120);
  const ::test::AllocationGuard guard;
  frames(60);
  EXPECT_EQ(guard.count(), 0);
  const Crowd& crowd = *session.crowd().crowd();
  double farthest = 0;
  for (int i = 0; i < 6; ++i) {
    const crossfade::RootDelta& at = crowd.traveled(i);
    farthest = std::max(farthest, glm::length(at.translation));
    const glm::vec3 home = positionInCrowd(i, crowd.spacing());
    const glm::dvec3 own(crowd.matrices(i)[0][3]);
    const double cosine = std::cos(at.turn), sine = std::sin(at.turn);
    const glm::dvec3 expected = glm::dvec3(home) + at.translation +
                                glm::dvec3(cosine * own.x + sine * own.z, own.y, cosine * own.z - sine * own.x);
    const glm::dvec3 drawn(
        session.crowd().drawnMatrices()[static_cast<std::size_t>(i * crowd.layout().matrixCount)][3]);
    EXPECT_LT(glm::distance(drawn, expected), 1e-4) << i;
  }
  EXPECT_GT(farthest, 0.3) << "some of them walk";
  ASSERT_TRUE(session.apply(SetCrowd{&CrowdSettings::travel, false}));
  frames(10);
  EXPECT_EQ(glm::length(session.crowd().crowd()->traveled(0).translation), 0);
}

}  // namespace
}  // namespace app
