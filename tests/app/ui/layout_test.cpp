#include "app/ui/layout.h"

#include <vector>

#include <gtest/gtest.h>

namespace app::test {
namespace {

std::vector<UiRect> panelsOf(const Layout& layout) {
  std::vector<UiRect> shown;
  for (const UiRect& rect :
       {layout.topBar, layout.viewport, layout.chips, layout.transport, layout.tabs, layout.profiler, layout.crossFade})
    if (!rect.empty()) shown.push_back(rect);
  return shown;
}

TEST(Layout, CoversThePictureWithoutOverlapAtAnySize) {
  for (const float scale : {1.0f, 1.5f, 2.0f})
    for (float width = 320; width <= 3840; width += 61)
      for (float height = 240; height <= 2160; height += 53)
        for (const bool open : {true, false}) {
          const std::vector<UiRect> panels = panelsOf(layOut(width, height, scale, open));
          float area = 0;
          for (std::size_t i = 0; i < panels.size(); ++i) {
            area += panels[i].width * panels[i].height;
            EXPECT_TRUE(contains({0, 0, width, height}, panels[i])) << width << " x " << height << ", panel " << i;
            for (std::size_t j = 0; j < i; ++j)
              EXPECT_FALSE(overlap(panels[i], panels[j])) << width << " x " << height << ", panels " << i << ", " << j;
          }
          EXPECT_NEAR(area, width * height, width * height * 1e-4f) << width << " x " << height;
        }
}

TEST(Layout, LeavesTheSceneAtLeast45PercentOfTheWidth) {
  for (float width = 320; width <= 3840; width += 7)
    EXPECT_GE(layOut(width, 600, 1, true).viewport.width, 0.45f * width);
}

TEST(Layout, FoldsTheColumnOnlyWhenItDoesNotFit) {
  EXPECT_TRUE(layOut(500, 600, 1, true).tabs.empty());
  EXPECT_FALSE(layOut(900, 600, 1, true).tabs.empty());
  EXPECT_TRUE(layOut(900, 600, 1, false).crossFade.empty());
}

TEST(Layout, ShowsTheProfilerNextToTheTabsInATallWindow) {
  EXPECT_TRUE(layOut(1280, 720, 1, true).profiler.empty());
  EXPECT_TRUE(layOut(1920, 1080, 1, true).profiler.empty()) << "there the clips need the room";
  EXPECT_FALSE(layOut(2560, 1440, 1, true).profiler.empty());
}

TEST(Layout, TakesPanelSizesWithinLimits) {
  const auto with = [](PanelSizes sizes) { return layOut(1280, 720, 1, true, SceneKind::Character, sizes); };
  EXPECT_EQ(with({.column = 500}).tabs.width, 500);
  EXPECT_EQ(with({.crossFade = 250}).crossFade.height, 250);
  EXPECT_EQ(layOut(1920, 1080, 2, true, SceneKind::Shapes, {.column = 400}).settings.width, 800);
  EXPECT_EQ(with({.column = 10}).tabs.width, 312);
  EXPECT_EQ(with({.column = 9999}).tabs.width, 640);
  EXPECT_GE(with({.crossFade = 9999}).tabs.height, 150);
  EXPECT_GE(with({.crossFade = 1}).crossFade.height, 210);
  const auto tall = [](PanelSizes sizes) { return layOut(2560, 1440, 1, true, SceneKind::Character, sizes); };
  EXPECT_EQ(tall({.profiler = 500}).profiler.height, 500);
  EXPECT_GE(tall({.profiler = 9999}).tabs.height, 150);
  EXPECT_GE(tall({.profiler = 1}).profiler.height, 220);
  EXPECT_GE(tall({.crossFade = 9999, .profiler = 9999}).tabs.height, 150);
  for (float width = 320; width <= 3840; width += 61)
    EXPECT_GE(layOut(width, 600, 1, true, SceneKind::Character, {.column = 600}).viewport.width, 0.45f * width - 1);
}

TEST(Layout, ShowsTheTransitionSetInPlaceOfTheColumnInANarrowWindow) {
  for (const SidePanel side : {SidePanel::Transitions, SidePanel::Retarget})
    for (float width = 320; width <= 1600; width += 16) {
      const Layout layout = layOut(width, 400, 1, true, SceneKind::Character, {.side = side});
      const UiRect& panel = side == SidePanel::Retarget ? layout.retarget : layout.transitions;
      EXPECT_GE(panel.width, std::min(312.0f, width / 2)) << width;
      EXPECT_FALSE(overlap(panel, layout.tabs)) << width;
      EXPECT_EQ(layout.tabs.empty(), width < 900) << width;
    }
}

TEST(Layout, HandlesAnEmptyWindow) {
  for (const UiRect& rect : panelsOf(layOut(0, 0, 1, true))) EXPECT_TRUE(contains({0, 0, 1, 1}, rect));
}

}  // namespace
}  // namespace app::test
