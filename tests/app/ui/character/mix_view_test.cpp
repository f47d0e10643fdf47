// Shares of the pose, and the list on which clips are mixed by hand.
#include "app/ui/character/weight_plot.h"

#include <gtest/gtest.h>

#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

class Mix : public testing::Test {
 protected:
  Mix() {
    stage.interface->workspace().character.fadeView = FadeView::Mix;
    settle();
  }
  void settle() {
    stage.frame();
    stage.frame();
  }
  void play(std::initializer_list<std::pair<int, double>> weights) {
    (void)stage.session.apply(StopAll{});
    for (const auto& [clip, weight] : weights) {
      (void)stage.session.apply(FadeIn{clip, 0});
      (void)stage.session.apply(SetClip{clip, &ClipSettings::weight, weight});
    }
    settle();
  }
  double share(int clip) const { return shareOf(stage.session, clip); }

  Stage stage;
};

TEST_F(Mix, SharesAreWhatTheBlendUses) {
  play({{kIdle, 1}, {kWalk, 1}});
  EXPECT_DOUBLE_EQ(share(kIdle), 0.5);
  EXPECT_DOUBLE_EQ(share(kWalk), 0.5);
  EXPECT_DOUBLE_EQ(share(kRun), 0);
  EXPECT_DOUBLE_EQ(restShare(stage.session), 0);
  play({{kWalk, 0.5}});
  EXPECT_DOUBLE_EQ(share(kWalk), 0.5);
  EXPECT_DOUBLE_EQ(restShare(stage.session), 0.5);
  EXPECT_TRUE(stage.shows("mix.rest"));
  play({{kIdle, 0.5}, {kWalk, 1.5}});
  EXPECT_DOUBLE_EQ(share(kWalk), 0.75);
  EXPECT_FALSE(stage.shows("mix.rest"));
}

/// The same pose as with weights that are the shares: the blend, asked another way.
TEST_F(Mix, WeightsThatAreTheSharesShowTheSamePose) {
  (void)stage.session.apply(SetPaused{true});
  play({{kIdle, 0.8}, {kWalk, 1.4}, {kRun, 0.6}});
  const auto poseOf = [&] {
    std::vector<glm::vec3> points;
    for (int joint = 0; joint < stage.session.model().skeleton.jointCount(); ++joint)
      points.push_back(stage.session.posed().positionOf(joint));
    return points;
  };
  const auto before = poseOf();
  const std::vector<double> shares{share(kIdle), share(kWalk), share(kRun)};
  EXPECT_NEAR(shares[0] + shares[1] + shares[2], 1, 1e-12);
  for (int clip = 0; clip < 3; ++clip)
    (void)stage.session.apply(SetClip{clip, &ClipSettings::weight, shares[static_cast<std::size_t>(clip)]});
  settle();
  const auto after = poseOf();
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_LT(glm::length(before[i] - after[i]), 1e-5f);
}

TEST_F(Mix, HasTwoSlidersForEachClipThatPlays) {
  play({{kIdle, 1}, {kWalk, 1}});
  EXPECT_FALSE(stage.shows("mix.2.weight"));
  EXPECT_NEAR(onlySet(&ClipSettings::weight, stage.slide("mix.1.weight", 0.5f)), 0.5, 0.02);
  EXPECT_NEAR(onlySet(&ClipSettings::timeScale, stage.slide("mix.0.timeScale", 0.25f)), -1, 0.06);
}

TEST_F(Mix, NormalizeMakesWeightsSumToOneAndKeepsTheirRatio) {
  play({{kIdle, 0.2}, {kWalk, 0.6}});
  (void)stage.click("mix.normalize");
  settle();
  EXPECT_NEAR(stage.session.action(kIdle).weight, 0.25, 1e-12);
  EXPECT_NEAR(stage.session.action(kWalk).weight, 0.75, 1e-12);
  EXPECT_TRUE(stage.click("mix.normalize").empty()) << "they do already";
}

TEST_F(Mix, AddsAClipBesideWhatPlays) {
  play({{kIdle, 1}});
  stage.open("mix.add");
  const auto added = only<FadeIn>(stage.click("mix.add.2"));
  ASSERT_TRUE(added);
  EXPECT_EQ(added->clip, kRun);
}

TEST(Tiles, ShowShares) {
  Stage stage;
  stage.input.modifiers.shift = true;
  const auto added = only<FadeIn>(stage.click("chip.1"));
  ASSERT_TRUE(added) << "Shift+click adds to the mix";
  EXPECT_EQ(added->clip, kWalk);
}

TEST(Tiles, TheEndOfADragIsNoClick) {
  Stage stage;
  const UiRect tile = stage.rect("chip.2");
  stage.pointAt(tile.x + 10, tile.centerY());
  stage.press();
  stage.pointAt(tile.x + 60, tile.centerY());
  stage.release();
  EXPECT_TRUE(stage.commands.empty());
  EXPECT_TRUE(only<FadeTo>(stage.click("chip.2")));
}

TEST(Tiles, HaveAMenu) {
  Stage stage;
  stage.pointAt("chip.1");
  stage.press(MouseButton::Right);
  stage.release(MouseButton::Right);
  stage.frame();
  stage.frame();
  EXPECT_EQ(only<SetFadeSettings>(stage.click("chip.menu.5"))->settings.to, kWalk);
}

TEST(Tiles, OfManyClipsAreFavoritesAndWhatWasUsedLast) {
  Stage stage(handMadeModel(std::vector<std::string>(76, "A clip with quite a long name")), 900, 600);
  EXPECT_TRUE(stage.shows("chip.0"));
  EXPECT_TRUE(stage.shows("chip.search"));
  EXPECT_FALSE(stage.shows("chip.40"));
  (void)stage.session.apply(SetClip{50, &ClipSettings::favorite, true});
  stage.frame();
  stage.frame();
  EXPECT_TRUE(stage.shows("chip.50"));
  for (int clip = 40; clip < 60; ++clip) {
    (void)stage.session.apply(FadeTo{clip});
    stage.frame();
    stage.frame();
    EXPECT_TRUE(stage.shows("chip." + std::to_string(clip)));
    EXPECT_TRUE(stage.shows("chip.50")) << "a favorite stays";
  }
  EXPECT_TRUE(stage.shows("chip.58"));
  EXPECT_FALSE(stage.shows("chip.40")) << "the one that was used the longest time ago went";
  const UiRect before = stage.rect("chip.58");
  (void)stage.session.apply(FadeTo{58});
  stage.frame();
  stage.frame();
  EXPECT_EQ(stage.rect("chip.58").x, before.x) << "a tile stays where it is";
  (void)stage.click("chip.search");
  stage.frame();
  stage.frame();
  EXPECT_TRUE(stage.interface->wantsKeyboard());
}

}  // namespace
}  // namespace app::test
