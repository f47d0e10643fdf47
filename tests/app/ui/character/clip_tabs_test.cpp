// The tabs of the groups that clips are in.
#include <gtest/gtest.h>

#include "tests/app/ui/stage.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

std::vector<std::string> grouped() {
  std::vector<std::string> names;
  for (const char* const group : {"Walk", "Run", "Jump", "Sit"})
    for (int i = 0; i < 8; ++i) names.push_back(std::string(group) + "_" + std::to_string(i));
  names.push_back("Idle");
  return names;
}

TEST(ClipTabs, ShowTheTilesOfAGroup) {
  Stage stage(handMadeModel(grouped()));
  for (int i = 0; i < 3; ++i) stage.frame();
  EXPECT_TRUE(stage.shows("chip.0")) << "what is used, filled up from the front";
  ASSERT_TRUE(stage.shows("clipTab.16")) << "Jump";
  EXPECT_FALSE(stage.shows("clipTab.32")) << "a word of one clip is no group";
  (void)stage.click("clipTab.16");
  for (int i = 0; i < 2; ++i) stage.frame();
  EXPECT_TRUE(stage.shows("chip.16"));
  EXPECT_TRUE(stage.shows("chip.20"));
  EXPECT_FALSE(stage.shows("chip.0"));
  EXPECT_FALSE(stage.shows("chip.24"));
  EXPECT_EQ(only<FadeTo>(stage.click("chip.18"))->clip, 18);
  (void)stage.click("clipTab.-1");
  for (int i = 0; i < 2; ++i) stage.frame();
  EXPECT_TRUE(stage.shows("chip.18")) << "it was used";
  EXPECT_FALSE(stage.shows("chip.31"));
}

TEST(ClipTabs, AreThereOnlyForManyClipsInGroupsAndWithRoom) {
  EXPECT_FALSE(Stage().shows("panel.clipTabs"));
  const auto shown = [](const std::vector<std::string>& names, int height) {
    Stage stage(handMadeModel(names), 1280, height);
    for (int i = 0; i < 3; ++i) stage.frame();
    return stage.shows("panel.clipTabs");
  };
  EXPECT_TRUE(shown(grouped(), 720));
  EXPECT_FALSE(shown(grouped(), 640));
  std::vector<std::string> names;
  for (int i = 0; i < 40; ++i) names.push_back("clip" + std::to_string(i));
  EXPECT_FALSE(shown(names, 720));
}

TEST(ClipTabs, KeepThoseWithoutRoomInAMenu) {
  std::vector<std::string> names;
  for (int group = 0; group < 40; ++group)
    for (int i = 0; i < 2; ++i)
      names.push_back("Group" + std::string(1, static_cast<char>('A' + group % 26)) + std::to_string(group) + "_" +
                      std::to_string(i));
  names.push_back("other_1");
  Stage stage(handMadeModel(names));
  for (int i = 0; i < 3; ++i) stage.frame();
  EXPECT_FALSE(stage.shows("clipTab.78"));
  stage.open("clipTab.9999");
  ASSERT_TRUE(stage.shows("clipTab.78"));
  (void)stage.click("clipTab.78");
  for (int i = 0; i < 3; ++i) stage.frame();
  EXPECT_TRUE(stage.shows("chip.78"));
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 5; ++i) stage.frame();
  EXPECT_EQ(guard.count(), 0u);
}

}  // namespace
}  // namespace app::test
