#include "app/session/character/playback/motion_study.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/import/import_model.h"
#include "app/session/session.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/source_folder.h"

namespace app {
namespace {

/// The bundled character walking, with the path of one hand.
struct Study : testing::Test {
  Study() {
    for (int i = 0; i < session.model().skeleton.jointCount(); ++i)
      if (session.model().skeleton.name(i) == "LeftHand") hand = i;
    for (int i = 0; i < session.clipCount(); ++i) {
      if (session.model().clips[static_cast<std::size_t>(i)].name() == "Walk") walk = i;
      if (session.model().clips[static_cast<std::size_t>(i)].name() == "Run") run = i;
    }
    (void)session.apply(StopAll{});
    (void)session.apply(PlayClip{walk});
    (void)session.apply(TraceJoint{hand});
  }
  void advance(double seconds) { session.advance(seconds, profiler); }
  void advanceFor(double seconds) {
    for (double t = 0; t < seconds - 1e-9; t += 1.0 / 60) advance(1.0 / 60);
  }
  glm::vec3 position() const { return session.posed().positionOf(hand); }
  std::span<const TrailPoint> trail() const { return session.annotations().trails[0].points; }
  /// Along the trail, straight between its points.
  glm::vec3 at(float seconds) const {
    const auto points = trail();
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
      if (points[i].seconds <= seconds && seconds <= points[i + 1].seconds)
        return glm::mix(points[i].position, points[i + 1].position,
                        (seconds - points[i].seconds) / (points[i + 1].seconds - points[i].seconds));
    ADD_FAILURE() << "no point at " << seconds;
    return {};
  }

  Session session{*importModel(app::test::sourceFolder() / "assets/character.glb")};
  FrameProfiler profiler;
  int hand = -1, walk = -1, run = -1;
};

TEST_F(Study, ThePastMatchesWhatWasShown) {
  advanceFor(1);
  std::vector<glm::vec3> shown;
  for (int i = 0; i < 60; ++i) {
    shown.push_back(position());
    advance(1.0 / 60);
  }
  EXPECT_NEAR(static_cast<double>(trail().front().seconds), -1, 0.02);
  for (int i = 0; i < 60; ++i)
    EXPECT_LT(
        glm::distance(at(-static_cast<float>(i) / 60), i == 0 ? position() : shown[static_cast<std::size_t>(60 - i)]),
        1e-4f)
        << i;
}

TEST_F(Study, ThePredictionComesTrueThroughATransitionToo) {
  advanceFor(0.4);
  (void)session.apply(FadeTo{.clip = run, .how = {.seconds = 0.5, .kind = crossfade::TransitionKind::Inertial}});
  advanceFor(0.1);
  EXPECT_FLOAT_EQ(trail().back().seconds, 1);
  const std::vector<TrailPoint> foreseen(trail().begin(), trail().end());
  const double frames = 1.0 / 30;
  for (std::size_t i = 0; i < foreseen.size(); ++i) {
    if (!(foreseen[i].seconds > 0)) continue;
    advance(frames);
    EXPECT_LT(glm::distance(foreseen[i].position, position()), 1e-3f) << foreseen[i].seconds;
  }
}

TEST_F(Study, ThePathIsCompleteAndInOrder) {
  advanceFor(1.5);
  for (std::size_t i = 0; i + 1 < trail().size(); ++i) {
    EXPECT_LT(trail()[i].seconds, trail()[i + 1].seconds);
    EXPECT_LT(glm::distance(trail()[i].position, trail()[i + 1].position), 0.1f) << "no leaps, at now neither";
  }
}

TEST_F(Study, ZeroTimeAddsNothing) {
  advanceFor(0.5);
  const auto points = trail().size();
  for (int i = 0; i < 200; ++i) advance(0);
  EXPECT_EQ(trail().size(), points);
}

TEST_F(Study, GhostsAreOnBothSidesFarthestFirst) {
  (void)session.apply(SetViewOptions{{.ghosts = 2, .ghostSeconds = 0.2f}});
  advanceFor(0.3);
  std::vector<float> seconds;
  for (const Ghost& ghost : session.annotations().ghosts) seconds.push_back(ghost.seconds);
  EXPECT_EQ(seconds, (std::vector<float>{0.4f, -0.2f, 0.2f})) << "0.4 s ago there was nothing";
  advanceFor(0.3);
  ASSERT_EQ(session.annotations().ghosts.size(), 4u);
  const Ghost& next = session.annotations().ghosts[3];
  EXPECT_LT(glm::distance(next.pose.positionOf(hand), at(0.2f)), 0.01f);
  const Ghost& before = session.annotations().ghosts[2];
  EXPECT_LT(glm::distance(before.pose.positionOf(hand), at(-0.2f)), 0.01f);
  EXPECT_EQ(next.pose.palettes.size(), session.posed().palettes.size());
}

TEST_F(Study, ReachesASecondBackAtAnyFrameRate) {
  (void)session.apply(TraceJoint{hand, false});
  (void)session.apply(SetViewOptions{{.ghosts = kMaxGhosts, .ghostSeconds = kMaxGhostSeconds}});
  for (const int rate : {60, 75, 144, 240, 503}) {
    for (int i = 0; i < rate * 5 / 4; ++i) advance(1.0 / rate);
    for (int i = 0; i < rate / 4; ++i) {
      advance(1.0 / rate);
      ASSERT_EQ(session.annotations().ghosts.size(), 2u * kMaxGhosts) << rate << " Hz";
      ASSERT_EQ(session.annotations().ghosts.front().seconds, -1.0f) << rate << " Hz";
    }
  }
}

TEST_F(Study, AllocatesNothingAfterTheFirstFrames) {
  (void)session.apply(SetViewOptions{{.ghosts = 3}});
  advanceFor(2);
  const ::test::AllocationGuard guard;
  advanceFor(0.5);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace app
