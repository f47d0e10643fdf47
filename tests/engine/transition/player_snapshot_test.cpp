#include "crossfade/transition/player_snapshot.h"

#include <gtest/gtest.h>

#include <iterator>
#include <random>

#include "crossfade/transition/player_snapshot_visit.h"
#include "tests/engine/transition/swinging_character.h"
#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

/// Far apart: the sign of a rotation depends on the frames before.
std::vector<AnimationClip> farSwings() {
  return {swing(1, {0, 0, 1}, 40, 25), swing(0.7, {0, 0.6, 0.8}, 120, 300, 1), swing(1.4, {1, 0, 0}, -60, 400, 2)};
}

/// What a user may do between two frames, chosen by a seed, so that two characters can live through the same.
void actAtRandom(Character& character, std::uint32_t seed, const JointMask& mask) {
  std::mt19937 random(seed);
  const auto below = [&](int n) { return std::uniform_int_distribution(0, n - 1)(random); };
  AnimationAction& action = *character.actions[static_cast<std::size_t>(below(3))];
  Transition& transition = character.player.transition();
  switch (below(24)) {
    case 0:
    case 1:
    case 2:
      transition.to(
          action,
          {.seconds = 0.1 + 0.1 * below(6),
           .kind = kTransitionKinds[static_cast<std::size_t>(below(static_cast<int>(std::size(kTransitionKinds))))],
           .sync = static_cast<Sync>(below(3)),
           .mask = below(3) == 0 ? &mask : nullptr});
      return;
    case 3:
      return transition.setSeconds(0.1 * below(9));
    case 4:
      return transition.setKind(TransitionKind::DeadBlending);
    case 5:
      transition.redirectTo(action);
      return;
    case 6:
      return transition.setSync(static_cast<Sync>(below(3)));
    case 7:
      return character.player.endTransition(0.2);
    case 8:
      action.setLoop(static_cast<Loop>(below(3)), 1 + below(3)).play();
      return;
    case 9:
      action.weight = 0.25 * below(5);
      return;
    case 10:
      action.timeScale = 0.5 * (below(5) - 1);
      return;
    case 11:
      action.halt(0.3);
      return;
    case 12:
      action.play().warpBetween(1, 2, 0.3);
      return;
    case 13:
      action.stop();
      return;
    case 14:
      action.play().fadeTo(0.5, 0.2);
      return;
    case 15:
      return below(4) == 0 ? character.player.stopAll() : void();
    case 16:
      return below(4) == 0 ? character.player.useThreeJsFades() : void();
    case 17:
      return character.player.setClipsRunBackwards(below(2) == 0);
    case 18:
      action.startAt(character.player.mixer().time() + 0.1).play();
      return;
  }
}

void liveThrough(Character& character, std::uint32_t seed, int frames, const JointMask& mask,
                 std::vector<Transform>& shown) {
  for (int i = 0; i < frames; ++i) {
    actAtRandom(character, seed + static_cast<std::uint32_t>(i), mask);
    character.frame(0.001 * (5 + (i * 7) % 23));
    shown.push_back(character.pose.locals[0]);
  }
}

bool sameBits(const std::vector<Transform>& a, const std::vector<Transform>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].rotation != b[i].rotation || a[i].translation != b[i].translation || a[i].scale != b[i].scale)
      return false;
  return a.size() == b.size();
}

TEST(PlayerSnapshot, RestoredThePlayerShowsTheSameBits) {
  const JointMask half = *JointMask::make({0.5});
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    Character character(farSwings());
    std::vector<Transform> before, first, second;
    liveThrough(character, 1000 * seed, 40, half, before);
    actAtRandom(character, 1000 * seed + 500, half);  // saved between an action and its frame
    PlayerSnapshot moment;
    character.player.save(moment);
    const double time = character.player.mixer().time();
    EXPECT_EQ(moment.time(), time);
    liveThrough(character, 1000 * seed + 40, 60, half, first);
    character.player.restore(moment);
    EXPECT_EQ(character.player.mixer().time(), time);
    liveThrough(character, 1000 * seed + 40, 60, half, second);
    ASSERT_TRUE(sameBits(first, second)) << "seed " << seed;
  }
}

TEST(PlayerSnapshot, AnotherPlayerTakesOverTheMoment) {
  const JointMask half = *JointMask::make({0.5});
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    Character character(threeSwings());
    std::vector<Transform> before, first, second;
    liveThrough(character, 1000 * seed, 50, half, before);
    PlayerSnapshot moment;
    character.player.save(moment);
    liveThrough(character, 1000 * seed + 50, 50, half, first);

    Character other(threeSwings());
    liveThrough(other, 77 * seed, 13, half, before);
    other.player.restore(moment);
    liveThrough(other, 1000 * seed + 50, 50, half, second);
    for (std::size_t i = 0; i < first.size(); ++i) ASSERT_EQ(first[i].rotation, second[i].rotation) << seed << ' ' << i;
  }
}

TEST(PlayerSnapshot, KeepsBlendListAndEvents) {
  Character character(threeSwings());
  character.actions[0]->setLoop(Loop::Once);
  character.run(0.9, 0.1);
  character.frame(0.2);
  const AnimationMixer& mixer = character.player.mixer();
  ASSERT_EQ(mixer.events().size(), 1u);
  PlayerSnapshot moment;
  character.player.save(moment);
  character.actions[1]->play();
  character.frame(0.1);
  ASSERT_TRUE(mixer.events().empty());
  ASSERT_EQ(mixer.blendList().size(), 1u);
  character.player.restore(moment);
  ASSERT_EQ(mixer.events().size(), 1u);
  EXPECT_EQ(mixer.events()[0].kind, MixerEvent::Kind::Finished);
  EXPECT_EQ(mixer.events()[0].action, character.actions[0]);
  EXPECT_FALSE(character.actions[1]->isScheduled());
}

TEST(PlayerSnapshot, LeavesOutActionsThatAreGone) {
  Character character(threeSwings());
  character.to(1, 0.5, TransitionKind::Linear);
  character.run(0.2, 0.01);
  PlayerSnapshot moment;
  character.player.save(moment);
  character.player.uncacheClip(character.actions[1]->clipId());
  character.player.restore(moment);
  EXPECT_FALSE(character.player.transition().isRunning());
  ASSERT_EQ(character.player.mixer().activeActions().size(), 1u);
  character.frame(0.01);
  EXPECT_EQ(character.player.shown().size(), 1u);
  character.player.restore(PlayerSnapshot());
  EXPECT_EQ(character.player.shown().size(), 1u) << "an empty snapshot changes nothing";
}

/// A visitor that writes another list of active actions, as a damaged file may.
struct OtherActions {
  template <class T>
  void operator()(T&) {}
  template <class Enum>
  void operator()(Enum&, Enum) {}
  void orInfinity(double&) {}
  void expect(int) {}
  std::size_t length(std::size_t now, std::size_t) { return lists++ == 0 ? slots.size() : now; }
  void slot(int& value) {
    if (lists == 1) value = slots[next++];  // the mixer's list of active actions is the first one
  }
  void slotOrNone(int&) {}
  void mask(const JointMask*&) {}
  void shape(FadeShape&) {}
  void curve(AnimationCurve&) {}

  std::vector<int> slots;
  int lists = 0;
  std::size_t next = 0;
};

TEST(PlayerSnapshot, ActiveActionsThatContradictThemselvesDoNoHarm) {
  for (const std::vector<int>& slots : {std::vector<int>{}, {0, 0}, {1, 0, 1, 0}, {2}}) {
    Character character(threeSwings());
    character.to(1, 0.5, TransitionKind::Linear);
    character.run(0.2, 0.01);
    PlayerSnapshot moment;
    character.player.save(moment);
    OtherActions damage{.slots = slots};
    moment.visit(damage);
    character.player.restore(moment);
    character.run(0.1, 0.01);
    for (AnimationAction* const action : character.actions) action->stop();
    EXPECT_TRUE(character.player.mixer().activeActions().empty());
    character.actions[0]->play();
    EXPECT_EQ(character.player.mixer().activeActions().size(), 1u);
    character.player.stopAll();
    EXPECT_TRUE(character.player.mixer().activeActions().empty());
  }
}

TEST(PlayerSnapshot, SavingIntoOneAgainAllocatesNothing) {
  Character character(threeSwings());
  character.to(1, 5, TransitionKind::Inertial);
  character.run(0.2, 0.01);
  PlayerSnapshot moment;
  character.player.save(moment);
  character.run(0.2, 0.01);
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 10; ++i) {
    character.player.save(moment);
    character.frame(0.01);
    character.player.restore(moment);
  }
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace crossfade
