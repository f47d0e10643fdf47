#include "app/model/root_clip.h"

#include <gtest/gtest.h>

#include "tests/engine/travel/walker.h"

namespace app {
namespace {

using crossfade::pathOf;
using crossfade::RootMotion;

const crossfade::Walker kBody = crossfade::walker();
const RootMotion kTravels{.joint = 1, .duration = 1, .displacement = {0, 0, 1}};
const RootMotion kTurns{.joint = 1, .duration = 1, .turn = 90};
const RootMotion kSpins{.joint = 1, .duration = 1, .turn = 360};
const RootMotion kWalksInPlace{.joint = 1, .duration = 1, .feetVelocity = {0, 0, 1.5}, .contactShare = 0.9};

TEST(RootClip, AutoExtractsWhatGoesSomewhereAndFollowsFeetInPlace) {
  EXPECT_EQ(chosenMode({}, kTravels), RootMode::Extract);
  EXPECT_EQ(chosenMode({}, kTurns), RootMode::Extract);
  EXPECT_EQ(chosenMode({.turn = false}, kTurns), RootMode::Keep);
  EXPECT_EQ(chosenMode({}, kSpins), RootMode::Keep) << "it faces the same way at the end";
  EXPECT_EQ(chosenMode({}, kWalksInPlace), RootMode::Feet);
  EXPECT_EQ(chosenMode({}, {}), RootMode::Keep);
  EXPECT_EQ(chosenMode({.mode = RootMode::Hold}, {}), RootMode::Hold) << "chosen by hand";
}

TEST(RootClip, HasATrackWhereItMovesTheCharacter) {
  const auto clip = crossfade::test::clip("go", {pathOf(kBody, kBody.root, 1, {{0, 0, 0}, {0, 0, 1}})});
  const auto made = [&](RootMode mode, const RootMotion& motion) {
    return rootClipOf(kBody.skeleton, clip, {.mode = mode}, motion, kBody.hips);
  };
  const RootClip extracted = made(RootMode::Auto, kTravels);
  ASSERT_TRUE(extracted.held && extracted.track);
  EXPECT_NEAR(extracted.track->perLoop().translation.z, 1, 1e-6);
  const RootClip held = made(RootMode::Hold, kTravels);
  EXPECT_TRUE(held.held);
  EXPECT_FALSE(held.track);
  const RootClip walks = made(RootMode::Auto, kWalksInPlace);
  EXPECT_FALSE(walks.held) << "it plays as it is";
  ASSERT_TRUE(walks.track);
  EXPECT_NEAR(walks.track->perLoop().translation.z, 1.5, 1e-6);
  for (const RootClip& kept : {made(RootMode::Keep, kTravels), made(RootMode::Auto, {})})
    EXPECT_FALSE(kept.held || kept.track);
}

}  // namespace
}  // namespace app
