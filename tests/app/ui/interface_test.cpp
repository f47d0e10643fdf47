#include "app/ui/interface.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
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
/// A text that does not fit is logged, too; see textIn().
bool isText(const LoggedWidget& widget) { return widget.id().starts_with("cut."); }

TEST(Interface, KeepsEveryWidgetInsideOnePanelAndPanelsFromOverlapping) {
  for (const auto& [width, height] :
       {std::pair{1280, 720}, std::pair{900, 600}, std::pair{1920, 1080}, std::pair{640, 480}})
    for (const ColumnTab tab : {ColumnTab::Clips, ColumnTab::Layers, ColumnTab::CrossFade, ColumnTab::Profiler,
                                ColumnTab::Pose, ColumnTab::Model}) {
      Stage stage(handMadeModel({"Idle", "Walk", "Run", "Jump", "Sneak", "Crouch", "A clip with quite a long name"}),
                  width, height);
      for (int clip = 0; clip < 3; ++clip) (void)stage.session.apply(AddLayer{{.clip = clip, .mask = 1}});
      stage.interface->workspace().tab = tab;
      stage.interface->workspace().character.layers.open = 1;
      stage.interface->workspace().character.fadeView = tab == ColumnTab::Model ? FadeView::Weights : FadeView::Curve;
      stage.frame();
      stage.frame();
      const auto widgets = stage.interface->widgets().widgets();
      const UiRect window{0, 0, static_cast<float>(width), static_cast<float>(height)};
      for (const LoggedWidget& widget : widgets) {
        EXPECT_TRUE(contains(window, widget.rect)) << widget.id() << " at " << width << " x " << height;
        if (isText(widget)) continue;
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
  for (const auto& [width, height] :
       {std::pair{1280, 720}, std::pair{900, 600}, std::pair{1920, 1080}, std::pair{640, 480}})
    for (const FadeView view : {FadeView::Weights, FadeView::Curve}) {
      Stage stage(handMadeModel(), width, height);
      stage.history.add({.total = 0.01}, {});
      (void)stage.session.apply(AddLayer{{.clip = 1}});
      stage.interface->workspace().character.layers.open = 0;
      stage.interface->workspace().character.fadeView = view;
      stage.interface->workspace().tab = view == FadeView::Curve ? ColumnTab::Layers
                                         : width < 900           ? ColumnTab::CrossFade
                                                                 : ColumnTab::Clips;
      stage.frame();
      stage.frame();
      const auto widgets = stage.interface->widgets().widgets();
      for (const LoggedWidget& one : widgets)
        for (const LoggedWidget& other : widgets)
          if (&one < &other && !isPanel(one) && !isPanel(other) && !isText(one) && !isText(other)) {
            EXPECT_FALSE(overlap(one.rect, other.rect)) << one.id() << " and " << other.id() << " at " << width;
          }
    }
}

TEST(Interface, SurvivesOddWindowSizesAndFrameTimes) {
  Stage stage;
  for (const auto& [width, height] : {std::pair{0, 0}, std::pair{1, 1}, std::pair{200, 2000}, std::pair{4000, 100}}) {
    stage.width = width;
    stage.height = height;
    stage.frame();
    stage.frame(std::numeric_limits<double>::quiet_NaN());
    stage.frame(-1);
  }
}

TEST(Interface, SurvivesTinyWindowsInEveryScene) {
  for (const float scale : {1.0f, 3.0f})
    for (const SceneKind scene :
         {SceneKind::Character, SceneKind::Shapes, SceneKind::Timing, SceneKind::Crowd, SceneKind::Curves})
      for (const ColumnTab tab :
           {ColumnTab::Clips, ColumnTab::Layers, ColumnTab::CrossFade, ColumnTab::Profiler, ColumnTab::Pose}) {
        if (scene != SceneKind::Character && tab != ColumnTab::Clips) continue;
        Stage stage;
        (void)stage.session.apply(SetMask{"Arms", {1, 0}});
        if (scale > 1) stage.interface->workspace().character.layers.brush.mask = namedMask("Arms");
        stage.interface->setScale(scale);
        stage.interface->workspace().tab = tab;
        stage.interface->workspace().panelSizes = {.column = 400, .crossFade = 300};
        (void)stage.session.apply(ShowScene{scene});
        for (const int width : {1, 7, 40, 130, 320, 560})
          for (const int height : {1, 9, 47, 120, 300, 560}) {
            stage.width = width;
            stage.height = height;
            stage.frame();
          }
      }
}

TEST(Interface, PanelsResizeByTheirEdges) {
  Stage stage;
  const UiRect column = stage.rect("panel.tabs"), fade = stage.rect("panel.crossFade");
  stage.pointAt(column.x, column.y + 100);
  stage.frame();
  stage.press();
  stage.pointAt(column.x - 60, column.y + 100);
  stage.release();
  stage.frame();
  EXPECT_NEAR(stage.rect("panel.tabs").width, column.width + 60, 2);
  EXPECT_NEAR(stage.interface->viewport(1280, 720).width, 1280 - column.width - 60, 2) << "the scene knows";
  stage.pointAt(fade.centerX(), fade.y);
  stage.frame();
  stage.press();
  stage.pointAt(fade.centerX(), fade.y + 80);
  stage.release();
  stage.frame();
  EXPECT_NEAR(stage.rect("panel.crossFade").height, fade.height - 80, 2);
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

/// A display of 72 dpi has 0.75.
TEST(Interface, IsDrawnAtEveryScale) {
  Stage stage;
  for (const float scale : {0.75f, 0.5f, 1.25f, 4.0f, -1.0f, std::numeric_limits<float>::quiet_NaN(), 1.0f}) {
    stage.interface->setScale(scale);
    stage.frame();
    stage.frame();
    EXPECT_TRUE(stage.shows("transport.pause")) << scale;
  }
}

TEST(Interface, AllocatesNothingInASteadyFrame) {
  for (const ColumnTab tab : {ColumnTab::Clips, ColumnTab::Profiler, ColumnTab::Pose, ColumnTab::Model}) {
    Stage stage(handMadeModel(), 1920, 1080);
    stage.interface->workspace().tab = tab;
    stage.interface->workspace().character.fadeView = tab == ColumnTab::Clips ? FadeView::Curve : FadeView::Weights;
    (void)stage.session.apply(FadeTo{1, {.seconds = 10}});
    for (int i = 0; i < 30; ++i) stage.frame();
    const ::test::AllocationGuard guard;
    for (int i = 0; i < 10; ++i) stage.frame();
    EXPECT_EQ(guard.count(), 0);
  }
}

/// At 2 frames a second, events wait for frames. Their own times decide.
TEST(Interface, SeesADoubleClickAtAnyFrameRate) {
  Stage stage;
  (void)stage.slide("transport.speed", 0.9f);
  ASSERT_NE(stage.session.speed(), 1);
  for (const double at : {100.0, 100.1})
    for (const bool down : {true, false}) {
      stage.events.push(ButtonChanged{MouseButton::Left, down, {at, at}});
      stage.frameOfEvents(0.5);
    }
  EXPECT_EQ(stage.session.speed(), 1) << "a double click resets a slider";
}

TEST(Interface, SeesTwoSeparateClicksAtAnyFrameRate) {
  Stage stage;
  (void)stage.slide("transport.speed", 0.9f);
  for (const double at : {100.0, 100.4})
    for (const bool down : {true, false}) {
      stage.events.push(ButtonChanged{MouseButton::Left, down, {at, at}});
      stage.frameOfEvents(1.0 / 1000);
      stage.frame(1.0 / 1000);
    }
  EXPECT_GT(stage.session.speed(), 1) << "two slow clicks do not reset it";
}

/// A picture with the interface and one without, of a session that fades by the smooth curve.
struct Shots {
  Session session{handMadeModel()};
  std::unique_ptr<Interface> interface;
  std::vector<std::uint8_t> bare, dressed;
  PictureSize size;

  void shoot(PictureSize wanted, ColumnTab tab) {
    size = wanted;
    auto renderer = Renderer::make(HeadlessContext::getProcAddress);
    ASSERT_TRUE(renderer) << renderer.error().message;
    auto target = OffscreenTarget::make(size);
    ASSERT_TRUE(target) << target.error().message;
    interface.reset();  // only one interface at a time
    interface = std::move(*Interface::make(1));
    interface->workspace() = {.tab = tab, .character = {.fadeView = FadeView::Curve}};
    FadeSettings settings = session.fadeSettings();
    settings.kind = crossfade::TransitionKind::Curve;
    ASSERT_TRUE(session.apply(SetFadeSettings{settings}));
    (*renderer)->setModel(session.model());
    const FrameHistory history;
    const InputFrame input;
    Commands commands;
    DrawList list;
    for (auto* picture : {&bare, &dressed}) {
      buildDrawList(session.model(), session.posed(), session.camera(), 16.0f / 9, session.view(), list);
      (*renderer)->upload(list);
      (*renderer)->draw(list, size, target->framebuffer());
      interface->beginFrame(input, size.width, size.height, 1.0 / 60);
      interface->draw(session, history, commands);
      interface->endFrame();
      if (picture == &dressed) interface->render();
      *picture = target->readPixels();
    }
    interface->beginFrame(input, size.width, size.height,
                          1.0 / 60);  // records the widgets of this session
    interface->draw(session, history, commands);
    interface->endFrame();
  }
  std::vector<int> pixel(const std::vector<std::uint8_t>& picture, float x, float y) const {
    const auto at =
        (static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) + static_cast<std::size_t>(x)) * 4;
    return {picture[at], picture[at + 1], picture[at + 2]};
  }
};

TEST(Interface, DrawsItselfOverThePictureWithoutADisplay) {
  auto context = HeadlessContext::make();
  if (!context) GTEST_SKIP() << context.error().message;
  Shots shots;
  for (const auto& [size, tab] :
       {std::pair{PictureSize{1280, 720}, ColumnTab::Clips}, std::pair{PictureSize{640, 480}, ColumnTab::CrossFade}}) {
    ASSERT_NO_FATAL_FAILURE(shots.shoot(size, tab));
    const UiRect free = shots.interface->viewport(size.width, size.height);
    EXPECT_EQ(shots.pixel(shots.dressed, free.centerX(), free.centerY()),
              shots.pixel(shots.bare, free.centerX(), free.centerY()));
    const UiRect chip = *shots.interface->widgets().find("chip.1");
    EXPECT_EQ(shots.pixel(shots.dressed, chip.right() - 12, chip.y + 6), (std::vector<int>{0x22, 0x26, 0x2D}))
        << "the background of a chip";

    const UiRect* plane = shots.interface->widgets().find("fade.curve.plane");
    ASSERT_NE(plane, nullptr);
    const crossfade::AnimationCurve& curve = shots.session.fadeCurve();
    for (const float time : {0.35f, 0.62f}) {
      const float y = plane->bottom() - static_cast<float>(curve.evaluate(static_cast<double>(time))) * plane->height;
      const auto ink = shots.pixel(shots.dressed, plane->x + time * plane->width, y);
      EXPECT_GT(ink[0], 150) << "the line of the curve at " << time << ", " << size.width;
      EXPECT_LT(ink[2], ink[0] / 2) << "in its color";
    }
  }
}

}  // namespace
}  // namespace app::test
