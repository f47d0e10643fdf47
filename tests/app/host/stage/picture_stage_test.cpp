// A whole frame, with a clock that the test advances: each stage's time is charged to that stage only.
#include "app/host/stage/picture_stage.h"

#include <gtest/gtest.h>

#include "app/host/files/model_file.h"
#include "app/host/stage/headless_stage.h"
#include "app/render/offscreen_target.h"

namespace app::test {
namespace {

double virtualSeconds = 0;
/// Each read of the clock takes a microsecond.
double virtualClock() { return virtualSeconds += 1e-6; }

/// Real session, panels and renderer.
class Frames : public testing::Test {
 protected:
  void SetUp() override {
    auto stage = HeadlessStage::make({320, 200}, true);
    ASSERT_TRUE(stage) << stage.error().message;
    stage_ = std::make_unique<HeadlessStage>(std::move(*stage));
    auto model = loadModel("");
    ASSERT_TRUE(model) << model.error().message;
    session_ = std::make_unique<Session>(std::move(*model));
    stage_->showModel(session_->model());
  }
  FrameSample frame() {
    profiler_.beginFrame();
    session_->advance(1.0 / 60, profiler_);
    stage_->draw(*session_, 1.0 / 60, profiler_, 0);
    stage_->fetch(profiler_);
    return profiler_.endFrame();
  }

  std::unique_ptr<HeadlessStage> stage_;
  std::unique_ptr<Session> session_;
  FrameProfiler profiler_{virtualClock};
};

TEST_F(Frames, AttributeALoadToItsStageOnly) {
  constexpr double kLoad = 0.005;
  const FrameSample idle = frame();
  for (const FrameStage loaded : kStages) {
    profiler_.injectLoad(loaded, kLoad);
    const FrameSample sample = frame();
    profiler_.injectLoad(loaded, 0);
    for (const FrameStage stage : kStages) {
      const auto name = kStageNames[static_cast<std::size_t>(stage)];
      const double more = sample.stage(stage) - idle.stage(stage);
      if (stage == loaded)
        EXPECT_GE(more, kLoad - 1e-5) << name;
      else
        EXPECT_LT(more, 1e-4) << name << " while another stage is loaded";
    }
    EXPECT_GE(sample.total - idle.total, kLoad - 1e-5);
  }
}

TEST_F(Frames, AreTheSumOfTheirStages) {
  FrameProfiler real;
  std::swap(real, profiler_);
  frame();  // the first one compiles shaders
  double stages = 0, total = 0;
  for (int i = 0; i < 20; ++i) {
    const FrameSample sample = frame();
    for (const double seconds : sample.stages) stages += seconds;
    total += sample.total;
  }
  EXPECT_GT(stages, 0.95 * total);
  EXPECT_LE(stages, total);
}

/// The window's frames, with panels and a model that stands still.
class PanelFrames : public testing::Test {
 protected:
  void SetUp() override {
    auto context = HeadlessContext::make();
    ASSERT_TRUE(context) << context.error().message;
    context_.emplace(*std::move(context));
    auto stage = PictureStage::make({.loader = HeadlessContext::getProcAddress});
    ASSERT_TRUE(stage) << stage.error().message;
    stage_ = std::make_unique<PictureStage>(*std::move(stage));
    target_.emplace(*OffscreenTarget::make(kSize));
    session_ = std::make_unique<Session>(*loadModel(""));
    stage_->showModel(session_->model());
    for (int i = 0; i < 4; ++i) frame();
  }
  /// Does what the input says, and returns how the pause button looks then.
  std::vector<std::uint8_t> frame() {
    stage_->runPanels(*session_, input_, kSize, 1.0 / 60, profiler_, [this](const Command& command) {
      changes_ += command.is<SetPaused>() ? 1 : 0;
      EXPECT_TRUE(session_->apply(command));
    });
    beginNextFrame(input_);
    stage_->draw(*session_, kSize, target_->framebuffer(), profiler_);
    const UiRect button = *stage_->interface().widgets().find("transport.pause");
    const std::vector<std::uint8_t> all = target_->readPixels();
    std::vector<std::uint8_t> pixels;
    for (int y = static_cast<int>(button.y); y < static_cast<int>(button.bottom()); ++y) {
      const auto row = all.begin() + 4 * (y * kSize.width + static_cast<int>(button.x));
      pixels.insert(pixels.end(), row, row + 4 * static_cast<int>(button.width));
    }
    return pixels;
  }

  static constexpr PictureSize kSize{900, 600};
  std::optional<HeadlessContext> context_;
  std::unique_ptr<PictureStage> stage_;
  std::optional<OffscreenTarget> target_;
  std::unique_ptr<Session> session_;
  FrameProfiler profiler_;
  InputFrame input_;
  int changes_ = 0;
};

TEST_F(PanelFrames, ShowAtOnceWhatAKeyDid) {
  const std::vector<std::uint8_t> playing = frame();
  input_.keyPresses.push_back({.key = Key::Space});
  const std::vector<std::uint8_t> paused = frame();
  EXPECT_TRUE(session_->paused());
  EXPECT_NE(paused, playing);
  EXPECT_EQ(frame(), paused);
  EXPECT_EQ(changes_, 1) << "the key counts once";
}

TEST_F(PanelFrames, ShowAtOnceWhatAClickDid) {
  const UiRect button = *stage_->interface().widgets().find("transport.pause");
  input_.mouseInside = true;
  input_.mouseX = button.x + 4;
  input_.mouseY = button.centerY();
  for (int i = 0; i < 40; ++i) frame();  // the tooltip has come
  input_.buttonsDown[indexOf(MouseButton::Left)] = true;
  input_.clickCounts[indexOf(MouseButton::Left)] = 1;
  frame();
  input_.buttonsDown = {};
  const std::vector<std::uint8_t> paused = frame();
  EXPECT_TRUE(session_->paused());
  EXPECT_EQ(changes_, 1) << "the click counts once";
  EXPECT_EQ(frame(), paused);
}

TEST_F(PanelFrames, HaveTheSameBackgroundsFilledOrDrawn) {
  ASSERT_TRUE(session_->apply(SetPaused{true}));
  for (int i = 0; i < 40; ++i) frame();  // what moves has come to rest
  const std::vector<std::uint8_t> filled = target_->readPixels();
  stage_->interface().useFill(nullptr);
  frame();
  EXPECT_TRUE(target_->readPixels() == filled);
  stage_->interface().useFill([](int, int, int, int, ImVec4) {});
  frame();
  EXPECT_FALSE(target_->readPixels() == filled) << "panels have no background but what is filled";
}

TEST(CrowdPicture, SaysHowManyAreDrawnWhenNotAllAre) {
  const auto picture = [](int characters) {
    auto stage = HeadlessStage::make({480, 300}, false);
    EXPECT_TRUE(stage);
    Session session(*loadModel(""), {.aspect = 1.6f});
    stage->showModel(session.model());
    for (const Command& command :
         Commands{ShowScene{SceneKind::Crowd}, CrowdCommand{SetCrowd{&CrowdSettings::drawLimit, 2}},
                  CrowdCommand{SetCrowd{&CrowdSettings::characters, characters}}})
      EXPECT_TRUE(session.apply(command));
    FrameProfiler profiler;
    session.advance(0, profiler);
    stage->draw(session, 0, profiler, 0);
    return *stage->fetch(profiler).pixels;
  };
  const std::vector<std::uint8_t> all = picture(2), some = picture(3);
  ASSERT_EQ(all.size(), some.size());
  int inLabel = 0, elsewhere = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t x = i / 4 % 480, y = i / 4 / 480;
    if (all[i] != some[i]) ++(x < 260 && y < 50 ? inLabel : elsewhere);
  }
  EXPECT_GT(inLabel, 500);
  EXPECT_EQ(elsewhere, 0) << "the same two are drawn";
}

}  // namespace
}  // namespace app::test
