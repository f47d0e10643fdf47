#include "app/host/stage/adaptive_quality.h"

#include <gtest/gtest.h>

#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"

namespace app::test {
namespace {

struct Watched {
  Session session{character()};
  FrameProfiler profiler;
  FrameWatch watch;
  PictureSize size{640, 480};
  PictureQuality quality = PictureQuality::Full;

  FrameNotes frame() {
    session.advance(1.0 / 60, profiler);
    return watch.look(session, size, quality);
  }
};

TEST(FrameWatch, SeesNothingInASteadyFrame) {
  Watched watched;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(watched.frame().events.empty()) << i;
}

TEST(FrameWatch, SeesWhereAFadeBeginsAndEnds) {
  Watched watched;
  (void)watched.frame();
  (void)watched.session.apply(FadeTo{2, {.seconds = 0.1}});
  const FrameNotes begins = watched.frame();
  EXPECT_TRUE(begins.events.has(FrameEvent::FadeBegan));
  EXPECT_EQ(begins.fadeTo, 2);
  EXPECT_EQ(begins.weightCount, 2);
  EXPECT_TRUE(watched.frame().events.empty());
  int ended = 0;
  for (int i = 0; i < 20; ++i) ended += watched.frame().events.has(FrameEvent::FadeEnded);
  EXPECT_EQ(ended, 1);
  const FrameNotes after = watched.frame();
  ASSERT_EQ(after.weightCount, 1);
  EXPECT_EQ(after.weights[0].clip, 2);
  EXPECT_EQ(after.weights[0].weight, 1);
}

TEST(FrameWatch, SeesAFadeThatInterruptsAnother) {
  Watched watched;
  (void)watched.session.apply(FadeTo{2, {.seconds = 1}});
  (void)watched.frame();
  (void)watched.session.apply(FadeTo{0, {.seconds = 1}});
  const FrameNotes notes = watched.frame();
  EXPECT_TRUE(notes.events.has(FrameEvent::FadeBegan));
  EXPECT_EQ(notes.fadeTo, 0);
}

TEST(FrameWatch, SeesSizeQualitySceneRecordingAndLoading) {
  Watched watched;
  (void)watched.frame();
  watched.size = {800, 600};
  const FrameNotes resized = watched.frame();
  EXPECT_TRUE(resized.events.has(FrameEvent::Resized));
  EXPECT_EQ(resized.width, 800);
  watched.quality = PictureQuality::Medium;
  const FrameNotes coarser = watched.frame();
  EXPECT_TRUE(coarser.events.has(FrameEvent::QualityChanged));
  EXPECT_EQ(coarser.percent, 60);
  (void)watched.session.apply(ShowScene{SceneKind::Crowd});
  EXPECT_TRUE(watched.frame().events.has(FrameEvent::SceneShown));
  (void)watched.session.apply(ReportRecording{{.running = true}});
  EXPECT_TRUE(watched.frame().events.has(FrameEvent::RecordingBegan));
  (void)watched.session.apply(ReportRecording{{.running = false}});
  EXPECT_TRUE(watched.frame().events.has(FrameEvent::RecordingEnded));
  (void)watched.session.apply(ReportLoading{{.running = true}});
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(watched.frame().events.has(FrameEvent::Loading));
  (void)watched.session.apply(ReportLoading{});
  EXPECT_TRUE(watched.frame().events.empty());
}

TEST(FrameWatch, SaysOnceWhatItWasTold) {
  Watched watched;
  watched.watch.note(FrameEvent::ModelShown);
  watched.watch.note(FrameEvent::FilesReloaded);
  const FrameNotes notes = watched.frame();
  EXPECT_TRUE(notes.events.has(FrameEvent::ModelShown));
  EXPECT_TRUE(notes.events.has(FrameEvent::FilesReloaded));
  EXPECT_TRUE(watched.frame().events.empty());
}

TEST(FrameWatch, AllocatesNothing) {
  Watched watched;
  (void)watched.session.apply(FadeTo{2, {.seconds = 10}});
  for (int i = 0; i < 10; ++i) (void)watched.frame();
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 10; ++i) (void)watched.frame();
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace app::test
