#include "app/render/gpu_timer.h"

#include <gtest/gtest.h>

#include <glad/gl.h>

#include "tests/app/render/render_fixture.h"

namespace app::test {
namespace {

TEST(MillisecondsBetween, IsTheDifference) {
  EXPECT_DOUBLE_EQ(millisecondsBetween(1'000'000, 3'500'000).value(), 2.5);
  EXPECT_DOUBLE_EQ(millisecondsBetween(5, 5).value(), 0);
}

TEST(MillisecondsBetween, OfInvalidTimestampsIsEmpty) {
  EXPECT_FALSE(millisecondsBetween(5, 4));
  EXPECT_FALSE(millisecondsBetween(0, 1'680'000'000'000));
}

class GpuTimerOfFrames : public RenderTest {};

TEST_F(GpuTimerOfFrames, HasNothingBeforeTheFirst) {
  EXPECT_EQ(renderer_->gpuTimer().times().frame, -1);
  for (const auto& milliseconds : renderer_->gpuTimer().times().milliseconds) EXPECT_FALSE(milliseconds);
}

TEST_F(GpuTimerOfFrames, HasThePassesOfOneOfTheLastFour) {
  auto target = OffscreenTarget::make({64, 64});
  ASSERT_TRUE(target);
  DrawList list = flatView();
  list.items = {itemOf()};
  renderer_->setModel(modelOf(quad(0.5f)));
  for (int i = 0; i < 20; ++i) {
    renderer_->upload(list);
    renderer_->draw(list, {64, 64}, target->framebuffer());
    glFinish();  // like a buffer swap
  }
  const GpuTimer& timer = renderer_->gpuTimer();
  EXPECT_EQ(timer.frame(), 19);
  EXPECT_GE(timer.times().frame, 15);
  EXPECT_LT(timer.times().frame, 19);
  for (const GpuPass pass : {GpuPass::Shadow, GpuPass::Scene, GpuPass::Resolve}) {
    EXPECT_TRUE(timer.times().milliseconds[static_cast<std::size_t>(pass)]) << nameOf(pass);
  }
  EXPECT_FALSE(timer.times().milliseconds[static_cast<std::size_t>(GpuPass::Interface)]) << "it was not measured";
}

TEST_F(GpuTimerOfFrames, MeasuresThePassThatTheCallerAdds) {
  auto target = OffscreenTarget::make({64, 64});
  ASSERT_TRUE(target);
  const DrawList list = flatView();
  for (int i = 0; i < 8; ++i) {
    renderer_->upload(list);
    renderer_->draw(list, {64, 64}, target->framebuffer());
    renderer_->gpuTimer().begin(GpuPass::Interface);
    renderer_->gpuTimer().end(GpuPass::Interface);
    glFinish();
  }
  EXPECT_TRUE(renderer_->gpuTimer().times().milliseconds[static_cast<std::size_t>(GpuPass::Interface)]);
}

TEST_F(GpuTimerOfFrames, IgnoresAnEndWithoutABeginning) {
  GpuTimer timer;
  timer.end(GpuPass::Scene);
  for (int i = 0; i < 10; ++i) {
    timer.beginFrame();
    timer.end(GpuPass::Scene);
    timer.begin(GpuPass::Resolve);
    glFinish();
  }
  EXPECT_GE(timer.times().frame, 0);
  EXPECT_FALSE(timer.times().milliseconds[static_cast<std::size_t>(GpuPass::Scene)]);
  EXPECT_FALSE(timer.times().milliseconds[static_cast<std::size_t>(GpuPass::Resolve)]);
}

}  // namespace
}  // namespace app::test
