#include "app/ui/interface.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/platform/gl_context_headless.h"
#include "app/render/offscreen_target.h"
#include "app/render/renderer.h"
#include "tests/app/ui/stage.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

bool isPanel(const LoggedWidget& widget) { return widget.id().starts_with("panel."); }

TEST(Interface, KeepsEveryWidgetInsideOnePanelAndPanelsApart) {
  for (const auto& [width, height] :
       {std::pair{1280, 720}, std::pair{900, 600}, std::pair{1920, 1080}, std::pair{640, 480}})
    for (const ColumnTab tab : {ColumnTab::Clips, ColumnTab::Timing, ColumnTab::Model}) {
      Stage stage(handMadeModel({"Idle", "Walk", "Run", "Jump", "Sneak", "Crouch", "A clip with quite a long name"}),
                  width, height);
      stage.interface->workspace().tab = tab;
      stage.frame();
      stage.frame();
      const auto widgets = stage.interface->widgets().widgets();
      const UiRect window{0, 0, static_cast<float>(width), static_cast<float>(height)};
      for (const LoggedWidget& widget : widgets) {
        EXPECT_TRUE(contains(window, widget.rect)) << widget.id() << " at " << width << " x " << height;
        int homes = 0;
        for (const LoggedWidget& panel : widgets) {
          if (!isPanel(panel) || &panel == &widget) continue;
          if (isPanel(widget)) {
            EXPECT_FALSE(overlap(panel.rect, widget.rect)) << panel.id() << " and " << widget.id();
          } else if (contains(panel.rect, widget.rect)) {
            ++homes;
          }
        }
        EXPECT_EQ(homes, isPanel(widget) ? 0 : 1) << widget.id() << " at " << width << " x " << height;
      }
    }
}

TEST(Interface, WidgetsOfOnePanelDoNotCoverEachOther) {
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{900, 600}, std::pair{1920, 1080}}) {
    Stage stage(handMadeModel(), width, height);
    stage.history.add({.total = 0.01}, {});
    stage.frame();
    const auto widgets = stage.interface->widgets().widgets();
    for (const LoggedWidget& one : widgets)
      for (const LoggedWidget& other : widgets)
        if (&one < &other && !isPanel(one) && !isPanel(other)) {
          EXPECT_FALSE(overlap(one.rect, other.rect)) << one.id() << " and " << other.id();
        }
  }
}

TEST(Interface, LivesThroughOddSizesAndTimes) {
  Stage stage;
  for (const auto& [width, height] : {std::pair{0, 0}, std::pair{1, 1}, std::pair{200, 2000}, std::pair{4000, 100}}) {
    stage.width = width;
    stage.height = height;
    stage.frame();
    stage.frame(std::numeric_limits<double>::quiet_NaN());
    stage.frame(-1);
  }
}

TEST(Interface, ChangesItsScaleBetweenFrames) {
  Stage stage;
  const float before = stage.rect("transport.pause").height;
  stage.interface->setScale(2);
  stage.width *= 2;
  stage.height *= 2;
  stage.frame();
  stage.frame();
  EXPECT_EQ(stage.rect("transport.pause").height, 2 * before);
  EXPECT_TRUE(only<SetPaused>(stage.click("transport.pause")));
}

TEST(Interface, AllocatesNothingInASteadyFrame) {
  for (const ColumnTab tab : {ColumnTab::Clips, ColumnTab::Timing, ColumnTab::Model}) {
    Stage stage(handMadeModel(), 1920, 1080);
    stage.interface->workspace().tab = tab;
    (void)stage.session.apply(FadeTo{1, 10});
    for (int i = 0; i < 30; ++i) stage.frame();
    const ::test::AllocationGuard guard;
    for (int i = 0; i < 10; ++i) stage.frame();
    EXPECT_EQ(guard.count(), 0);
  }
}

TEST(Interface, DrawsItselfOverThePictureWithoutADisplay) {
  static constexpr PictureSize kSize{1280, 720};
  auto context = HeadlessContext::make();
  if (!context) GTEST_SKIP() << context.error().message;
  auto renderer = Renderer::make(HeadlessContext::getProcAddress);
  ASSERT_TRUE(renderer) << renderer.error().message;
  auto target = OffscreenTarget::make(kSize);
  ASSERT_TRUE(target) << target.error().message;
  auto interface = Interface::make(1);
  ASSERT_TRUE(interface) << interface.error().message;

  Session session(handMadeModel());
  (*renderer)->setModel(session.model());
  const FrameHistory history;
  const UiInput input;
  Commands commands;
  DrawList list;
  const auto shoot = [&](bool withInterface) {
    buildDrawList(session.model(), session.posed(), session.camera(), 16.0f / 9, session.view(), list);
    (*renderer)->upload(list);
    (*renderer)->draw(list, kSize, target->framebuffer());
    (*interface)->beginFrame(input, kSize.width, kSize.height, 1.0 / 60);
    (*interface)->draw(session, history, commands);
    (*interface)->endFrame();
    if (withInterface) (*interface)->render();
    return target->readPixels();
  };
  const std::vector<std::uint8_t> bare = shoot(false);
  const std::vector<std::uint8_t> dressed = shoot(true);

  const UiRect free = (*interface)->viewport(kSize.width, kSize.height);
  const auto pixel = [](const std::vector<std::uint8_t>& picture, float x, float y) {
    const std::uint8_t* at = &picture[(static_cast<std::size_t>(y) * kSize.width + static_cast<std::size_t>(x)) * 4];
    return std::vector<int>{at[0], at[1], at[2]};
  };
  EXPECT_EQ(pixel(dressed, free.centerX(), free.centerY()), pixel(bare, free.centerX(), free.centerY()));
  const UiRect chip = *(*interface)->widgets().find("chip.1");
  EXPECT_EQ(pixel(dressed, chip.right() - 12, chip.y + 12), (std::vector<int>{0x22, 0x26, 0x2D}))
      << "the ground of a chip";
}

}  // namespace
}  // namespace app::test
