#include "crossfade/c/crossfade.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "crossfade/asset/pack.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/skinning_palette.h"
#include "crossfade/transition/transition_player.h"
#include "crossfade/travel/root_motion_mixer.h"
#include "examples/walking_hero.h"
#include "tests/engine/c/played_from_c.h"
#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

struct ClosePack {
  void operator()(CrossfadePack* pack) const { crossfadeClosePack(pack); }
};
struct DestroyCharacter {
  void operator()(CrossfadeCharacter* character) const { crossfadeDestroyCharacter(character); }
};
using PackHandle = std::unique_ptr<CrossfadePack, ClosePack>;
using CharacterHandle = std::unique_ptr<CrossfadeCharacter, DestroyCharacter>;

PackHandle open(const std::vector<std::byte>& block) {
  return PackHandle(crossfadeOpenPack(block.data(), block.size(), nullptr, 0));
}

/// What playInC does, with the library's own types.
struct PlayedHere {
  PlayedHere(const Pack& pack, int frames) : pose(pack.rest) {
    const ClipSet clips = inPlaceClips(pack);
    RootMotionMixer roots;
    for (std::size_t i = 0; i < pack.clips.size(); ++i)
      if (const auto& root = pack.clipFacts[i].root) roots.setTrack(pack.clips.ids()[i], *root);
    TransitionPlayer player(clips, pack.layout(), pack.rest);
    const PackedBlendSpace& gaits = *pack.findBlendSpace("gaits");
    BlendSpacePlayer& locomotion = player.addBlendSpace(gaits.space, gaits.sync);
    AnimationAction& jumping = player.clipAction(pack.findClip("jump"));
    jumping.setLoop(Loop::Repeat, 1).clampWhenFinished = true;
    locomotion.moveTo({1.2, 0});
    player.transition().to(locomotion, {.seconds = 0});
    for (int frame = 0; frame < frames; ++frame) {
      if (frame == 60)
        start(player.transition(), jumping, pack.transitions.resolve(pack.find("gaits"), pack.find("jump")));
      if (frame == 120) player.transition().to(locomotion, {.seconds = 0.25, .kind = TransitionKind::Linear});
      player.advance(1.0 / 60, pose);
      step = roots.step(player.mixer());
    }
  }

  Pose pose;
  RootDelta step;
};

TEST(CrossfadeInC, PlaysWhatTheLibraryPlays) {
  const auto block = hero::makePack();
  const auto pack = openPack(block);
  for (const int frames : {1, 59, 70, 125, 200}) {
    PlayedInC played;
    ASSERT_STREQ(playInC(block.data(), block.size(), frames, &played), "");
    const PlayedHere wanted(*pack, frames);
    const std::size_t joints = wanted.pose.locals.size();
    for (std::size_t joint = 0; joint < joints; ++joint) {
      const auto& [t, r, s] = wanted.pose.locals[joint];
      const std::vector<float> values{t.x, t.y, t.z, r.x, r.y, r.z, r.w, s.x, s.y, s.z};
      for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_EQ(played.locals[joint * 10 + i], values[i]) << frames << " frames, joint " << joint;
    }
    EXPECT_EQ(played.z, wanted.step.translation.z) << frames << " frames";
    EXPECT_EQ(played.turn, wanted.step.turn);

    const SkinBinding& skin = pack->skins[0];
    std::vector<glm::mat4> models(joints), palette(skin.joints.size());
    localToModel(pack->skeleton.parents(), wanted.pose.locals, models);
    skinningPalette(models, skin.joints, skin.inverseBinds, palette);
    ASSERT_EQ(played.skinJoints, static_cast<std::int32_t>(palette.size()));
    EXPECT_EQ(std::memcmp(played.skin, palette.data(), palette.size() * sizeof palette[0]), 0) << frames << " frames";
  }
}

TEST(CrossfadeInC, FadesToBlendSpacesAsThePackSays) {
  const auto hero = hero::makePack();
  Pack changed = *openPack(hero);
  changed.transitions.set({changed.find("jump"), changed.find("gaits")},
                          {.seconds = 0.5, .kind = TransitionKind::Linear});
  const auto block = *writePack(changed);
  const PackHandle pack = open(block);
  const auto locals = [&](const CrossfadeFade* fade) {
    const CharacterHandle character(crossfadeMakeCharacter(pack.get(), false));
    crossfadeFadeToClip(character.get(), crossfadeFindClip(pack.get(), "jump"), nullptr);
    crossfadeAdvance(character.get(), 0.1);
    crossfadeFadeToBlendSpace(character.get(), crossfadeFindBlendSpace(pack.get(), "gaits"), fade);
    crossfadeAdvance(character.get(), 0.1);
    const float* const first = crossfadeLocals(character.get());
    return std::vector<float>(first, first + 10 * hero::JointCount);
  };
  const CrossfadeFade said{.seconds = 0.5, .kind = CrossfadeLinear, .sync = CrossfadeSyncNone, .mask = -1};
  const CrossfadeFade ofOthers{.seconds = 0.3, .kind = CrossfadeInertial, .sync = CrossfadeSyncNone, .mask = -1};
  EXPECT_EQ(locals(nullptr), locals(&said));
  EXPECT_NE(locals(nullptr), locals(&ofOthers));
}

TEST(CrossfadeInC, ReportsEventsAndClipsThatEnd) {
  const auto block = hero::makePack();
  PlayedInC played;
  playInC(block.data(), block.size(), 60, &played);
  EXPECT_EQ(played.steps, 2);
  EXPECT_EQ(played.finished, 0);
  playInC(block.data(), block.size(), 200, &played);
  EXPECT_EQ(played.finished, 1);
  EXPECT_NEAR(played.finishedAgo, 0, 1.0 / 60) << "1 s of walking and 0.8 s of jumping end with a frame";
}

TEST(CrossfadeInC, SaysWhyABlockIsNoPack) {
  const auto block = hero::makePack();
  PlayedInC played;
  EXPECT_STREQ(playInC(block.data(), 10, 1, &played), "a pack begins with 24 bytes, but there are only 10");
  EXPECT_STREQ(playInC(nullptr, 0, 1, &played), "a pack begins with 24 bytes, but there are only 0");
  char error[8] = "xxxxxxx";
  EXPECT_EQ(crossfadeOpenPack(block.data(), 10, error, sizeof error), nullptr);
  EXPECT_STREQ(error, "a pack ") << "cut off";
  EXPECT_EQ(crossfadeOpenPack(block.data(), 10, error, 0), nullptr);
  EXPECT_EQ(crossfadeOpenPack(block.data(), 10, nullptr, 5), nullptr);
  const PackHandle opened(crossfadeOpenPack(block.data(), block.size(), error, sizeof error));
  EXPECT_TRUE(opened);
  EXPECT_STREQ(error, "");
}

TEST(CrossfadeInC, AnswersWrongCallsAsItsHeaderSays) {
  const auto block = hero::makePack();
  EXPECT_EQ(countWrongAnswersInC(block.data(), block.size()), 0);
}

TEST(CrossfadeInC, KnowsWhatIsInThePack) {
  const auto block = hero::makePack();
  const PackHandle pack = open(block);
  EXPECT_EQ(crossfadeJointCount(pack.get()), hero::JointCount);
  EXPECT_STREQ(crossfadeJointName(pack.get(), hero::Spine), "Spine");
  EXPECT_EQ(crossfadeFindJoint(pack.get(), "Spine"), hero::Spine);
  EXPECT_EQ(crossfadeParentOf(pack.get(), hero::Spine), hero::Hips);
  EXPECT_EQ(crossfadeParentOf(pack.get(), 0), -1);
  EXPECT_EQ(crossfadeClipCount(pack.get()), 5);
  EXPECT_STREQ(crossfadeClipName(pack.get(), 1), "walk");
  EXPECT_EQ(crossfadeClipSeconds(pack.get(), 1), 1);
  EXPECT_EQ(crossfadeFindClip(pack.get(), "aim"), 4);
  EXPECT_EQ(crossfadeFindMask(pack.get(), "arms"), 0);
  EXPECT_EQ(crossfadeFindBlendSpace(pack.get(), "gaits"), 0);
  EXPECT_EQ(crossfadeSkinCount(pack.get()), 1);
  EXPECT_EQ(crossfadeSkinJointCount(pack.get(), 0), 2);
  EXPECT_EQ(crossfadeValueCount(pack.get()), 0);
}

TEST(CrossfadeInC, LetsAMaskedLayerComeAndGo) {
  const auto made = hero::makePack();
  auto changed = *openPack(made);
  changed.transitions.set({changed.findClip("aim"), changed.findClip("jump")},
                          {.seconds = 9, .kind = TransitionKind::Linear});
  const auto block = *writePack(changed);
  const PackHandle pack = open(block);
  const CharacterHandle character(crossfadeMakeCharacter(pack.get(), false));
  const auto run = [&] {
    for (int frame = 0; frame < 30; ++frame) crossfadeAdvance(character.get(), 1.0 / 60);
  };
  const auto armOf = [&] { return crossfadeLocals(character.get())[hero::LeftArm * 10 + 3]; };  // x of its rotation
  ASSERT_TRUE(crossfadeFadeToClip(character.get(), 1, nullptr));
  run();
  EXPECT_EQ(armOf(), 0);
  const CrossfadeFade fade{.seconds = 0.2, .kind = CrossfadeInertial, .sync = CrossfadeSyncNone, .mask = 0};
  ASSERT_TRUE(crossfadeFadeToClip(character.get(), 4, &fade));
  run();
  EXPECT_LT(armOf(), -0.5f);
  ASSERT_TRUE(crossfadeFadeToClip(character.get(), 3, nullptr));
  run();
  const float* const locals = crossfadeLocals(character.get());
  EXPECT_NEAR(locals[hero::LeftUpLeg * 10 + 3], locals[hero::RightUpLeg * 10 + 3], 1e-5f)
      << "a fade from the walk, not from the layer, which would take 9 s";
  EXPECT_LT(armOf(), -0.5f);
  ASSERT_TRUE(crossfadeFadeToClip(character.get(), 3, &fade)) << "what plays below the layer";
  run();
  EXPECT_NEAR(armOf(), 0, 1e-6f);
}

TEST(CrossfadeInC, LocalsMayBeChangedBeforeMatricesAreMade) {
  const auto block = hero::makePack();
  const PackHandle pack = open(block);
  const CharacterHandle character(crossfadeMakeCharacter(pack.get(), false));
  crossfadeLocals(character.get())[0] += 2;
  const float* const models = crossfadeModelMatrices(character.get());
  EXPECT_EQ(models[hero::Head * 16 + 12], 2);
  crossfadeFadeToClip(character.get(), 0, nullptr);
  crossfadeAdvance(character.get(), 0);
  EXPECT_EQ(crossfadeModelMatrices(character.get())[hero::Head * 16 + 12], 0) << "the next frame makes a new pose";
}

TEST(CrossfadeInC, ReturnsNothingWhenMemoryIsShort) {
  const auto block = hero::makePack();
  bool isLast = false;
  long refusals = 0;
  for (long index = 1; !isLast; ++index) {
    const ::test::FailingAllocation failing(index);
    char error[40] = "";
    const PackHandle pack(crossfadeOpenPack(block.data(), block.size(), error, sizeof error));
    const CharacterHandle character(pack ? crossfadeMakeCharacter(pack.get(), true) : nullptr);
    const bool fades = character && crossfadeFadeToClip(character.get(), 1, nullptr);
    isLast = !failing.happened();
    EXPECT_TRUE(fades || !isLast) << "with enough memory";  // sorting does without some of its memory
    if (!pack) {
      EXPECT_STREQ(error, "memory is short");
    }
    refusals += !fades;
  }
  EXPECT_GT(refusals, 100);
}

TEST(CrossfadeInC, AllocatesNothingInAFrame) {
  const auto block = hero::makePack();
  const PackHandle pack = open(block);
  const CharacterHandle character(crossfadeMakeCharacter(pack.get(), true));
  float matrices[32];
  CrossfadeEvent events[8];
  const auto frame = [&](int index) {
    if (index % 40 == 0) crossfadeFadeToBlendSpace(character.get(), 0, nullptr);
    if (index % 40 == 20) crossfadeFadeToClip(character.get(), 3, nullptr);
    crossfadeMoveBlendSpace(character.get(), 0, 1 + index % 3, 0, 0.1);
    crossfadeAdvance(character.get(), 1.0 / 60);
    crossfadeModelMatrices(character.get());
    crossfadeSkinMatrices(character.get(), 0, matrices, 2);
    crossfadeEvents(character.get(), events, 8);
  };
  for (int i = 0; i < 80; ++i) frame(i);
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 80; ++i) frame(i);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace crossfade
