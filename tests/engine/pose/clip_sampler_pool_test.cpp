#include "crossfade/pose/clip_sampler_pool.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "crossfade/transition/transition_player.h"
#include "tests/engine/transition/swinging_character.h"

namespace crossfade {
namespace {

/// Also with keys whose curve depends on the loop mode of whoever plays it.
std::vector<AnimationClip> swingsAndACurve() {
  std::vector<AnimationClip> clips = threeSwings();
  clips.push_back(test::clip(
      "", {test::track({0, Channel::Scale}, Interpolation::Smooth, {0, 0.4f, 0.9f}, {1, 1, 1, 2, 1, 1, 1, 3, 1})}));
  return clips;
}

TEST(ClipSamplerPool, GivesEachActionOfACharacterItsOwn) {
  ClipSet clips;
  const ClipId walk = clips.add(swing(1, {0, 0, 1}, 40, 25)), run = clips.add(swing(2, {0, 0, 1}, 40, 25));
  ClipSamplerPool pool{ChannelLayout(1, {})};
  ClipSampler& first = pool.take(walk, clips[walk], {});
  EXPECT_EQ(&pool.take(walk, clips[walk], {}), &first) << "of another character";
  ClipSampler* const own[] = {&first};
  ClipSampler& second = pool.take(walk, clips[walk], own);
  EXPECT_NE(&second, &first);
  EXPECT_NE(&pool.take(run, clips[run], {}), &first);
  pool.release(first);
  EXPECT_EQ(&pool.take(walk, clips[walk], {}), &first) << "there is one user left";
}

/// Characters that live through the same as others, which sample alone.
class SharedSamplers : public testing::Test {
 protected:
  SharedSamplers() {
    for (AnimationClip& clip : swingsAndACurve()) ids_.push_back(clips_.add(std::move(clip)));
    for (int i = 0; i < 3; ++i) pairs_.push_back({add(&pool_), add(nullptr)});
  }
  std::unique_ptr<TransitionPlayer> add(ClipSamplerPool* pool) {
    auto player = pool ? std::make_unique<TransitionPlayer>(clips_, *pool, rest_)
                       : std::make_unique<TransitionPlayer>(clips_, pool_.layout(), rest_);
    for (const ClipId clip : ids_) player->clipAction(clip);
    player->clipAction(ids_[0]).play();
    return player;
  }
  template <class Act>
  void both(std::size_t pair, const Act& act) {
    act(*pairs_[pair].shared);
    act(*pairs_[pair].alone);
  }
  int below(int n) { return std::uniform_int_distribution(0, n - 1)(random_); }

  void actAtRandom(std::size_t pair) {
    const ClipId clip = ids_[static_cast<std::size_t>(below(static_cast<int>(ids_.size())))];
    const double amount = 0.25 * below(5);
    switch (below(12)) {
      case 0:
        return both(pair, [&](TransitionPlayer& player) {
          player.transition().to(player.clipAction(clip), {.seconds = amount, .kind = TransitionKind::Inertial});
        });
      case 1:
        return both(pair, [&](TransitionPlayer& player) {
          player.transition().to(player.clipAction(clip), {.seconds = amount, .kind = TransitionKind::Linear});
        });
      case 2:  // the same clip a second time
        return both(pair, [&](TransitionPlayer& player) {
          player.addAction(clip, BlendMode::Normal).startAt(player.mixer().time() + 0.1).play().weight = amount;
        });
      case 3:
        return both(pair, [&](TransitionPlayer& player) { player.clipAction(clip).setLoop(Loop::PingPong, 9).play(); });
      case 4:
        return both(pair, [&](TransitionPlayer& player) { player.clipAction(clip).weight = amount; });
      case 5:
        return both(pair, [&](TransitionPlayer& player) { player.clipAction(clip).timeScale = amount - 0.3; });
      case 6:  // the actions of the clip go, and a character comes that takes their place among the samplers
        return both(pair, [&](TransitionPlayer& player) {
          player.uncacheClip(clip);
          player.clipAction(clip);
        });
      case 7:
        if (below(4) == 0) pairs_[pair] = {add(&pool_), add(nullptr)};
        return;
    }
  }

  ClipSet clips_;
  std::vector<ClipId> ids_;
  Pose rest_{.locals = {Transform{}}, .morphWeights = {}};
  ClipSamplerPool pool_{ChannelLayout(1, {})};
  struct Pair {
    std::unique_ptr<TransitionPlayer> shared, alone;
  };
  std::vector<Pair> pairs_;
  std::mt19937 random_{11};
};

TEST_F(SharedSamplers, GiveTheSameBits) {
  Pose shared = rest_, alone = rest_;
  for (int frame = 0; frame < 6000; ++frame)
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (below(5) == 0) actAtRandom(i);
      const double delta = 0.001 * (3 + below(40));
      pairs_[i].shared->advance(delta, shared);
      pairs_[i].alone->advance(delta, alone);
      const Transform &a = shared.locals[0], &b = alone.locals[0];
      ASSERT_TRUE(a.rotation == b.rotation && a.translation == b.translation && a.scale == b.scale)
          << "character " << i << " in frame " << frame;
    }
}

TEST_F(SharedSamplers, AClipThatTakesThePlaceOfARemovedOneIsNotMistakenForIt) {
  const ClipId old = ids_.back();
  ids_.pop_back();
  clips_.remove(old);
  for (int i = 0; i < 20; ++i) ids_.push_back(clips_.add(swing(0.5 + 0.1 * i, {0, 1, 0}, 10 * i, 20)));
  for (Pair& pair : pairs_)
    for (TransitionPlayer* const player : {pair.shared.get(), pair.alone.get()})
      for (const ClipId clip : ids_) player->clipAction(clip).play();
  Pose shared = rest_, alone = rest_;
  for (int frame = 0; frame < 60; ++frame)
    for (Pair& pair : pairs_) {
      pair.shared->advance(0.02, shared);
      pair.alone->advance(0.02, alone);
      ASSERT_EQ(shared.locals[0].rotation, alone.locals[0].rotation);
    }
}

}  // namespace
}  // namespace crossfade
