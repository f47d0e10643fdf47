// Random input in windows of any size, while models come and go: what a user, a window manager or the host might do,
// and asserts of Dear ImGui would end.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/app/import/blob/full_model.h"
#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

/// Models that have everything, a little, or nothing.
Model numberedModel(int number) {
  switch (number) {
    case 0:
      return handMadeModel();
    case 1:
      return handMadeModel({"Run", "Idle", "Wave", "Jump", "Fall"});
    case 2:
      return handMadeModel({});
    case 3: {
      Model still = handMadeModel({"Idle", "Idle"});
      still.meshes.clear(), still.instances.clear();
      return still;
    }
    case 4:
      return fullModel();
    default:
      return {};
  }
}
constexpr int kModels = 6;

class Monkey {
 public:
  explicit Monkey(unsigned seed) : stage_(std::make_unique<Stage>(handMadeModel())), random_(seed) {}

  void act() {
    if (below(40) == 0) open();
    if (below(60) == 0) report();
    switch (below(12)) {
      case 0:
        resize();
        break;
      case 1:
        stage_->input.wheelY = below(7) - 3;
        stage_->input.wheelX = below(3) - 1;
        break;
      case 2:
      case 3:
        press(static_cast<Key>(below(static_cast<int>(kKeyCount))));
        break;
      case 4:
        stage_->input.text = below(2) == 0 ? "1.5e3" : "\u00e4x-";
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
        stage_->input.mouseInside = below(20) > 0;
        stage_->input.mouseX = below(stage_->width + 40) - 20;
        stage_->input.mouseY = below(stage_->height + 40) - 20;
    }
    stage_->frame(below(50) == 0 ? 3.0 : 1.0 / 60);
    for (const LoggedWidget& widget : stage_->interface->widgets().widgets()) seen_.emplace(widget.id());
  }
  /// Different widgets so far.
  std::size_t seenCount() const { return seen_.size(); }
  Stage& stage() { return *stage_; }

 private:
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  /// A file was dropped, or the model's file has changed.
  void open() { stage_ = std::make_unique<Stage>(numberedModel(below(kModels)), std::move(*stage_), below(2) == 0); }
  /// Reports and questions of the host: files, films, messages, closing.
  void report() {
    const std::vector<Command> reports = {
        ReportLoading{{.running = below(2) == 0, .file = "hero.fbx", .stage = "reading", .fraction = below(12) / 10.0}},
        ReportRecording{{.running = below(2) == 0, .closing = below(2) == 0, .frames = below(9), .total = below(9)}},
        ReportFolder{{.path = "/models", .entries = {{.name = "hero.glb"}, {.name = ""}}}},
        ReportRecents{{{.path = "/models/hero.glb"}}},
        ShowMessage{std::string(static_cast<std::size_t>(below(2000)), 'x'), below(2) == 0},
        AskToReplace{below(2) == 0 ? "walk.crossfade" : ""},
        OfferRestore{below(2) == 0 ? "walk.crossfade" : ""},
        AskToLeave{.asks = below(2) == 0},
    };
    (void)stage_->session.apply(reports[static_cast<std::size_t>(below(static_cast<int>(reports.size())))]);
  }
  void resize() {
    const auto side = [&](int most) { return below(3) == 0 ? 1 + below(64) : 1 + below(most); };
    stage_->width = side(1920);
    stage_->height = side(1080);
    if (below(20) == 0) stage_->interface->setScale(0.75f + 0.25f * static_cast<float>(below(6)));
  }
  void press(Key key) {
    stage_->input.keyPresses.push_back(
        {key, below(4) == 0, {.shift = below(4) == 0, .control = below(6) == 0, .alt = below(12) == 0}});
  }
  void flip(MouseButton button) {
    bool& isDown = stage_->input.buttonsDown[indexOf(button)];
    isDown = !isDown;
    if (isDown) stage_->input.clickCounts[indexOf(button)] = 1 + below(2);
  }
  void pointAtWidget() {
    const auto widgets = stage_->interface->widgets().widgets();
    if (widgets.empty()) return;
    const UiRect& rect = widgets[static_cast<std::size_t>(below(static_cast<int>(widgets.size())))].rect;
    stage_->input.mouseInside = true;
    stage_->input.mouseX = rect.centerX();
    stage_->input.mouseY = rect.centerY();
  }

  std::unique_ptr<Stage> stage_;
  std::mt19937 random_;
  std::set<std::string> seen_;
};

unsigned seedCount() {
  const char* const wanted = std::getenv("CROSSFADE_MONKEYS");
  return wanted ? static_cast<unsigned>(std::atoi(wanted)) : 4;
}

class MonkeyTest : public testing::TestWithParam<unsigned> {};

TEST_P(MonkeyTest, FindsNoInputThatEndsTheInterface) {
  Monkey monkey(GetParam());
  for (int event = 0; event < 5000; ++event) monkey.act();
  Stage& stage = monkey.stage();
  stage.width = 1280;
  stage.height = 720;
  stage.input = {};
  stage.frame();
  stage.frame();
  EXPECT_TRUE(stage.shows("scene.0")) << "and it is still there";
  EXPECT_GT(monkey.seenCount(), 200u) << "it went everywhere";
}

INSTANTIATE_TEST_SUITE_P(Seeds, MonkeyTest, testing::Range(1u, 1 + seedCount()));

}  // namespace
}  // namespace app::test
