// Random input in windows of any size: what a user or a window manager might do, and asserts of Dear ImGui would end.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

class Monkey {
 public:
  Monkey(Stage& stage, unsigned seed) : stage_(stage), random_(seed) {}

  void act() {
    switch (below(12)) {
      case 0:
        resize();
        break;
      case 1:
        stage_.input.wheelY = below(7) - 3;
        stage_.input.wheelX = below(3) - 1;
        break;
      case 2:
      case 3:
        press(static_cast<Key>(below(static_cast<int>(kKeyCount))));
        break;
      case 4:
        stage_.input.text = below(2) == 0 ? "1.5e3" : "\u00e4x-";
        break;
      case 5:
      case 6:
        flip(static_cast<MouseButton>(below(static_cast<int>(kMouseButtonCount))));
        break;
      case 7:
      case 8:
        pointAtWidget();
        flip(MouseButton::Left);
        break;
      case 9:
        flip(MouseButton::Left);
        break;
      default:
        stage_.input.mouseInside = below(20) > 0;
        stage_.input.mouseX = below(stage_.width + 40) - 20;
        stage_.input.mouseY = below(stage_.height + 40) - 20;
    }
    stage_.frame(below(50) == 0 ? 3.0 : 1.0 / 60);
    for (const LoggedWidget& widget : stage_.interface->widgets().widgets()) seen_.emplace(widget.id());
  }
  /// Different widgets so far.
  std::size_t seenCount() const { return seen_.size(); }

 private:
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  void resize() {
    const auto side = [&](int most) { return below(3) == 0 ? 1 + below(64) : 1 + below(most); };
    stage_.width = side(1920);
    stage_.height = side(1080);
    stage_.input.contentScale = below(4) == 0 ? 2.0f : 1.0f;
  }
  void press(Key key) {
    stage_.input.keyPresses.push_back(
        {key, below(4) == 0, {.shift = below(4) == 0, .control = below(6) == 0, .alt = below(12) == 0}});
  }
  void flip(MouseButton button) {
    bool& isDown = stage_.input.buttonsDown[indexOf(button)];
    isDown = !isDown;
    if (isDown) stage_.input.clickCounts[indexOf(button)] = 1 + below(2);
  }
  void pointAtWidget() {
    const auto widgets = stage_.interface->widgets().widgets();
    if (widgets.empty()) return;
    const UiRect& rect = widgets[static_cast<std::size_t>(below(static_cast<int>(widgets.size())))].rect;
    stage_.input.mouseInside = true;
    stage_.input.mouseX = rect.centerX();
    stage_.input.mouseY = rect.centerY();
  }

  Stage& stage_;
  std::mt19937 random_;
  std::set<std::string> seen_;
};

class MonkeyTest : public testing::TestWithParam<unsigned> {};

TEST_P(MonkeyTest, FindsNoInputThatEndsTheInterface) {
  Stage stage(handMadeModel());
  Monkey monkey(stage, GetParam());
  for (int event = 0; event < 5000; ++event) monkey.act();
  stage.width = 1280;
  stage.height = 720;
  stage.input = {};
  stage.frame();
  stage.frame();
  EXPECT_TRUE(stage.shows("scene.0")) << "and it is still there";
  EXPECT_GT(monkey.seenCount(), 300u) << "it went everywhere";
}

INSTANTIATE_TEST_SUITE_P(Seeds, MonkeyTest, testing::Values(1u, 2u, 3u, 4u));

}  // namespace
}  // namespace app::test
