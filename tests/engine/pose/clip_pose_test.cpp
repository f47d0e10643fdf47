#include "crossfade/pose/clip_pose.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include <glm/geometric.hpp>

#include "crossfade/pose/pose_sampler.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/pose.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

const AnimationClip& bend() {
  static const AnimationClip clip = test::clip(
      "bend", {test::track({1, Channel::Rotation}, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 0, 0, 0.6f, 0.8f}),
               test::track({0, Channel::Translation}, Interpolation::Discrete, {0, 0.5f}, {0, 0, 0, 4, -1, 2}),
               test::track({2, Channel::Scale}, Interpolation::Linear, {0, 1}, {1, 1, 1, 3, 0.5f, 2})});
  return clip;
}

TEST(ClipPose, IsWhatTheMixersPathShows) {
  const Skeleton skeleton = test::chain(4);
  Pose pose{.locals = {skeleton.restLocals().begin(), skeleton.restLocals().end()}, .morphWeights = {}};
  PoseSampler sampler(ChannelLayout(skeleton.jointCount(), {}), pose);
  sampler.bind(0, bend());
  ClipPose own(skeleton, bend());
  std::vector<Transform> written(4);
  std::vector<glm::mat4> models(4);
  for (const double time : {0.0, 0.3, 0.5, 0.99, 7.0, 0.1}) {
    const BlendEntry entry{.clip = &bend(), .time = time, .weight = 1};
    sampler.sampleInOrder(std::span(&entry, 1));
    sampler.writePose(pose);
    localToModel(skeleton.parents(), pose.locals, models);
    own.moveTo(time);
    own.write(written);
    for (int i = 0; i < 4; ++i) {
      const auto joint = static_cast<std::size_t>(i);
      EXPECT_EQ(written[joint].translation, pose.locals[joint].translation);
      EXPECT_LT(glm::length(written[joint].rotation - pose.locals[joint].rotation), 1e-6f);
      EXPECT_EQ(written[joint].scale, pose.locals[joint].scale);
      EXPECT_LT(glm::distance(own.position(i), glm::dvec3(models[joint][3])), 1e-5) << time;
    }
  }
}

TEST(ClipPose, OfSomeJointsKnowsTheirAncestors) {
  const Skeleton skeleton = test::chain(4);
  const int joints[]{1};
  ClipPose some(skeleton, bend(), joints), all(skeleton, bend());
  some.moveTo(0.7);
  all.moveTo(0.7);
  EXPECT_EQ(some.model(1), all.model(1));
  EXPECT_EQ(some.parent(1), all.model(0));
  EXPECT_EQ(some.parent(0), glm::dmat4(1.0));
  EXPECT_NEAR(all.local(2).scale.x, 2.4, 1e-6);
  EXPECT_EQ(some.local(2).scale, glm::dvec3(1)) << "at rest";
}

TEST(ClipPose, HoldsWhereTheClipEndsBeforeItsKeys) {
  const Skeleton one = test::chain(1);
  const auto moves = test::track({0, Channel::Translation}, Interpolation::Linear, {-1, 2}, {-1, 0, 0, 2, 0, 0});
  const AnimationClip cut = *AnimationClip::make("cut", {moves}, BlendMode::Normal, 1.0);
  ClipPose pose(one, cut);
  for (const auto& [time, x] :
       {std::pair(-0.5, 0.0), {0.5, 0.5}, {1.0, 1.0}, {1.5, 1.0}, {INFINITY, 1.0}, {NAN, 0.0}}) {
    pose.moveTo(time);
    EXPECT_NEAR(pose.position(0).x, x, 1e-6) << time;
  }
}

TEST(ClipPose, MovesWithoutAllocating) {
  const Skeleton skeleton = test::chain(4);
  ClipPose pose(skeleton, bend());
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 10; ++i) pose.moveTo(0.1 * i);
  EXPECT_EQ(guard.count(), 0);
}

TEST(ClipPose, OfNothingIsEmpty) {
  const Skeleton none;
  EXPECT_TRUE(ClipPose(none, bend()).locals().empty());
}

}  // namespace
}  // namespace crossfade
