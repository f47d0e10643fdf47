#include "app/host/stage/scene_painter.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/host/files/model_file.h"
#include "app/platform/gl_context_headless.h"
#include "app/render/offscreen_target.h"
#include "app/session/session.h"

namespace app::test {
namespace {

constexpr PictureSize kSize{320, 180};
constexpr double kFrame = 1.0 / 60;
double now = 0;  // seconds, a frame more with every picture
double clockOfTheTest() { return now; }
using Pixels = std::vector<std::uint8_t>;

class Painting : public testing::Test {
 protected:
  void SetUp() override {
    auto context = HeadlessContext::make();
    ASSERT_TRUE(context) << context.error().message;
    context_.emplace(*std::move(context));
    auto renderer = Renderer::make(HeadlessContext::getProcAddress);
    ASSERT_TRUE(renderer) << renderer.error().message;
    renderer_ = *std::move(renderer);
    auto target = OffscreenTarget::make(kSize);
    ASSERT_TRUE(target);
    target_ = std::make_unique<OffscreenTarget>(*std::move(target));
    auto model = loadModel("");
    ASSERT_TRUE(model) << model.error().message;
    session_ = std::make_unique<Session>(*std::move(model));
    renderer_->setModel(session_->model());
    painter_.emplace(*renderer_, clockOfTheTest);
  }
  void fill(DrawList& list) const {
    buildDrawList(session_->model(), session_->posed(), session_->camera(), 16.0f / 9, session_->view(), list);
    const std::vector<DrawItem> once = list.items;
    for (int i = 1; i < figures_; ++i) list.items.insert(list.items.end(), once.begin(), once.end());
  }
  Pixels paint() {
    now += kFrame;
    fill(painter_->list());
    painter_->prepare(kSize);
    painter_->draw(target_->framebuffer(), {});
    return target_->readPixels();
  }
  Pixels reference() {
    DrawList list;
    fill(list);
    renderer_->setQuality({});
    renderer_->upload(list);
    renderer_->draw(list, kSize, target_->framebuffer());
    return target_->readPixels();
  }
  void move() { session_->advance(0.1, profiler_); }
  /// Plays as on a GPU that takes a third of a second for each picture. Returns the last one.
  Pixels playSlowly() {
    painter_->choose(std::nullopt);
    Pixels last;
    for (int i = 0; i < 40; ++i) {
      move();
      last = paint();
      GpuTimes slow{.frame = renderer_->gpuTimer().frame()};
      slow.milliseconds.fill(100.0);
      painter_->measured(slow);
    }
    EXPECT_EQ(painter_->quality(), PictureQuality::Low);
    return last;
  }
  /// The frame that was measured last has its scene pass: it was drawn.
  bool drewTheScene() const {
    return renderer_->gpuTimer().times().milliseconds[static_cast<std::size_t>(GpuPass::Scene)].has_value();
  }

  std::optional<HeadlessContext> context_;
  std::unique_ptr<Renderer> renderer_;
  std::unique_ptr<OffscreenTarget> target_;
  std::unique_ptr<Session> session_;
  std::optional<ScenePainter> painter_;
  FrameProfiler profiler_;
  int figures_ = 1;  // one in another
};

double difference(const Pixels& a, const Pixels& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
  return sum / static_cast<double>(a.size());
}

TEST_F(Painting, IsTheRenderersPictureInFull) {
  const Pixels expected = reference();
  EXPECT_EQ(paint(), expected);
}

TEST_F(Painting, ShowsTheSamePictureAgainWithoutDrawing) {
  const Pixels first = paint();
  for (int i = 0; i < 10; ++i) EXPECT_EQ(paint(), first);
  EXPECT_FALSE(drewTheScene());
  move();
  EXPECT_NE(paint(), first);
  for (int i = 0; i < 10; ++i) {
    move();
    paint();
  }
  EXPECT_TRUE(drewTheScene());
}

TEST_F(Painting, DrawsAgainWhenToldToForget) {
  const Pixels first = paint();
  renderer_->setModel(Model{});
  EXPECT_EQ(paint(), first);
  painter_->forget();
  EXPECT_NE(paint(), first);
}

TEST_F(Painting, AChosenQualityStays) {
  const Pixels full = paint();
  for (const PictureQuality quality : {PictureQuality::High, PictureQuality::Medium, PictureQuality::Low}) {
    painter_->choose(quality);
    const Pixels coarse = paint();
    EXPECT_NE(coarse, full);
    EXPECT_LT(difference(coarse, full), 6) << "of 255: the same picture";
    for (int i = 0; i < 20; ++i) paint();
    EXPECT_EQ(paint(), coarse);
  }
  painter_->choose(PictureQuality::Full);
  EXPECT_EQ(paint(), full);
}

TEST_F(Painting, OnASlowGpuIsCoarseWhileItMovesAndFullWhenItStandsStill) {
  const Pixels coarse = playSlowly();
  EXPECT_EQ(paint(), coarse) << "it may move on at once";
  now += 0.1;
  Pixels full;
  for (int i = 0; i < 20; ++i) full = paint();
  EXPECT_NE(full, coarse);
  EXPECT_FALSE(drewTheScene()) << "it is drawn once";
  EXPECT_EQ(full, reference());
}

TEST_F(Painting, OfMuchThatStandsStillTakesSeveralFramesAndShowsOnlyWhenComplete) {
  playSlowly();
  figures_ = 12;
  const Pixels coarse = paint();
  now += 0.1;
  Pixels shown = paint();
  int frames = 1;
  for (; shown == coarse && frames < 100; ++frames) shown = paint();
  EXPECT_GT(frames, 2);
  EXPECT_LT(frames, 100);
  EXPECT_EQ(shown, reference());
}

TEST_F(Painting, DropsThePartsOfAPictureThatHasChanged) {
  playSlowly();
  figures_ = 12;
  const Pixels before = paint();
  now += 0.1;
  for (int i = 0; i < 2; ++i) EXPECT_EQ(paint(), before);
  move();
  const Pixels moved = paint();
  EXPECT_NE(moved, before);
  now += 0.1;
  EXPECT_EQ(paint(), moved);
  fill(painter_->list());
  painter_->drawInFull(kSize, target_->framebuffer());  // for a file, between two parts
  const Pixels full = target_->readPixels();
  EXPECT_NE(full, moved);
  EXPECT_EQ(paint(), full);
  EXPECT_EQ(full, reference());
}

TEST_F(Painting, ForAFileIsAlwaysFull) {
  const Pixels full = reference();
  painter_->choose(PictureQuality::Low);
  paint();
  fill(painter_->list());
  painter_->drawInFull(kSize, target_->framebuffer());
  EXPECT_EQ(target_->readPixels(), full);
}

}  // namespace
}  // namespace app::test
