// The Blend tab: its spaces have names that one can change.
#include <gtest/gtest.h>

#include "app/session/undo_history.h"
#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

struct BlendPanel : testing::Test {
  void SetUp() override {
    for (const char* name : {"Gaits", "Turns"})
      ASSERT_TRUE(stage.session.apply(SetBlendSpace{{.name = name, .x = 1, .samples = {{kWalk, 0}, {kRun, 2}}}}));
    (void)stage.click("tabs.3");
    settle();
  }
  void settle() {
    stage.frame();
    stage.frame();
  }
  void openName() {
    (void)stage.click("blend.space");
    settle();
    (void)stage.click("blend.rename");
    settle();
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const BlendSpaceSettings& space : stage.session.character().blendSpaces()) names.push_back(space.name);
    return names;
  }
  std::optional<PlayingSpace> playing() const { return stage.session.character().player().playingSpace(); }

  Stage stage;
};

TEST_F(BlendPanel, RenamesASpaceWhileItPlays) {
  ASSERT_TRUE(stage.session.apply(FadeTo{.clip = blendSpaceNumber("Gaits"), .how = {.seconds = 0}}));
  for (int i = 0; i < 20; ++i) stage.frame();
  const double phase = playing()->phase;
  const int steps = stage.session.history().stepCount();
  ASSERT_TRUE(stage.session.apply(SetPaused{true}));
  openName();
  EXPECT_TRUE(stage.interface->wantsKeyboard());
  (void)stage.typeOn("Locomotion");
  settle();
  EXPECT_EQ(names(), (std::vector<std::string>{"Locomotion", "Turns"})) << "in its place";
  ASSERT_TRUE(playing());
  EXPECT_EQ(playing()->number, blendSpaceNumber("Locomotion"));
  EXPECT_NEAR(playing()->phase, phase, 0.02) << "it goes on where it is";
  EXPECT_EQ(stage.session.history().stepCount(), steps + 1);
  ASSERT_TRUE(stage.session.apply(Undo{}));
  EXPECT_EQ(names(), (std::vector<std::string>{"Gaits", "Turns"}));
}

TEST_F(BlendPanel, AnotherSpaceKeepsItsName) {
  openName();
  (void)stage.typeOn("Turns");
  EXPECT_TRUE(stage.session.message() && stage.session.message()->isError);
  settle();
  EXPECT_EQ(names(), (std::vector<std::string>{"Gaits", "Turns"}));
  openName();
  (void)stage.typeOn("Other", Key::Escape);
  settle();
  EXPECT_EQ(names(), (std::vector<std::string>{"Gaits", "Turns"}));
}

}  // namespace
}  // namespace app::test
