// A whole frame, with a clock that the test advances: each stage's time is charged to that stage only.
#include "app/host/stage/picture_stage.h"

#include <gtest/gtest.h>

#include "app/host/files/model_file.h"
#include "app/host/stage/headless_stage.h"

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

TEST(CrowdPicture, SaysHowManyAreDrawnWhenNotAllAre) {
  const auto picture = [](int characters) {
    auto stage = HeadlessStage::make({480, 300}, false);
    EXPECT_TRUE(stage);
    Session session(*loadModel(""), {.aspect = 1.6f});
    stage->showModel(session.model());
    for (const Command& command :
         Commands{ShowScene{SceneKind::Crowd}, CrowdCommand{SetDrawLimit{2}}, CrowdCommand{SetCharacters{characters}}})
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
