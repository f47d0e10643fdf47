#include "crossfade/transition/transition_set.h"

#include <gtest/gtest.h>

#include "tests/engine/transition/swinging_character.h"

namespace crossfade {
namespace {

struct TransitionSetTest : testing::Test {
  Character hero{threeSwings()};
  const ClipId one = hero.clips.ids()[0], two = hero.clips.ids()[1], three = hero.clips.ids()[2];
  AnimationAction& first = *hero.actions[0];
  AnimationAction& second = *hero.actions[1];
  Transition& transition = hero.player.transition();
  TransitionSet set;
};

TEST_F(TransitionSetTest, FieldsInheritOneByOne) {
  const JointMask mask = *JointMask::make({0.5f});
  set.set({}, {.seconds = 1,
               .kind = TransitionKind::Frozen,
               .shape = FadeShape{},
               .sync = Sync::Phase,
               .mask = &mask,
               .endsMaskedLayers = true,
               .fromPhase = 0.25,
               .toPhase = 0.5});
  set.set({one, two}, {.seconds = 2});
  set.set({.from = one}, {.mask = nullptr});
  const TransitionSettings settings = set.resolve(one, two);
  EXPECT_EQ(settings.seconds, 2);
  EXPECT_EQ(settings.kind, TransitionKind::Frozen);
  EXPECT_EQ(settings.shape, FadeShape{});
  EXPECT_EQ(settings.sync, Sync::Phase);
  EXPECT_EQ(settings.mask, std::optional<const JointMask*>(nullptr));  // everywhere, which is not "unset"
  EXPECT_EQ(settings.endsMaskedLayers, true);
  EXPECT_TRUE(settings.options().endsMaskedLayers);
  EXPECT_EQ(settings.fromPhase, 0.25);
  EXPECT_EQ(settings.toPhase, 0.5);
  EXPECT_EQ(set.resolve(three, two).mask, &mask);
}

TEST_F(TransitionSetTest, WhatIsUnsetComesFromTheDefaults) {
  const TransitionOptions usual;
  const TransitionOptions options = TransitionSettings{}.options();
  EXPECT_EQ(options.seconds, usual.seconds);
  EXPECT_EQ(options.kind, usual.kind);
  EXPECT_EQ(options.shape, usual.shape);
  EXPECT_EQ(options.sync, usual.sync);
  EXPECT_EQ(options.mask, usual.mask);
  const TransitionOptions mixed = TransitionSettings{.sync = Sync::Phase}.options({.seconds = 7});
  EXPECT_EQ(mixed.seconds, 7);
  EXPECT_EQ(mixed.sync, Sync::Phase);
}

TEST_F(TransitionSetTest, StartsTheTransitionOfItsCell) {
  set.set({}, {.seconds = 0.25});
  set.set({one, two}, {.kind = TransitionKind::Linear});
  hero.run(0.3, 1.0 / 60);
  start(transition, second, set.resolve(one, two));
  EXPECT_EQ(transition.target(), &second);
  EXPECT_EQ(transition.from(), &first);
  EXPECT_EQ(transition.options().seconds, 0.25);
  EXPECT_EQ(transition.options().kind, TransitionKind::Linear);
  EXPECT_EQ(second.time, 0);
}

TEST_F(TransitionSetTest, AnInvisibleTargetComesInAtItsPhase) {
  hero.run(0.3, 1.0 / 60);
  start(transition, second, {.seconds = 0.5, .toPhase = 0.5});
  EXPECT_EQ(second.time, 0.5 * second.duration());
  hero.run(0.1, 1.0 / 60);
  const double time = first.time;
  start(transition, first, {.seconds = 0.5, .toPhase = 0.5});  // still visible: it goes on
  EXPECT_EQ(first.time, time);
}

TEST_F(TransitionSetTest, APhaseOutsideItsRangeCountsAsTheNearestEnd) {
  start(transition, second, {.toPhase = -1});
  EXPECT_EQ(second.time, 0);
  hero.run(1, 1.0 / 60);
  start(transition, first, {.toPhase = 7});
  EXPECT_EQ(first.time, first.duration());
}

}  // namespace
}  // namespace crossfade
