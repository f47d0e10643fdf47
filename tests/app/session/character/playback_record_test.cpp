#include "app/session/character/playback_record.h"

#include <array>

#include <gtest/gtest.h>

#include "tests/support/sample_clips.h"

namespace app::test {
namespace {

TEST(PlaybackRecord, KeepsHalfAMinuteAtAHighFrameRate) {
  constexpr double kFps = 144;
  crossfade::ClipSet clips;
  const crossfade::ClipId walk = clips.add(crossfade::test::slide("walk", 2));
  crossfade::AnimationMixer mixer(clips);
  const std::array actions{&mixer.clipAction(walk).play()};
  PlaybackRecord record(1);
  for (int i = 0; i < 40 * 144; ++i) {
    mixer.update(1 / kFps);
    record.add(mixer, actions);
  }
  ASSERT_GT(record.weights().size(), 0);
  EXPECT_NEAR(mixer.time() - record.weights().time(0), 30, 1.5 / kFps);
  const int last = record.weights().size() - 1;
  EXPECT_EQ(record.weights().weight(last, 0), 1);
  EXPECT_NEAR(record.weights().phase(last, 0), actions[0]->time / 2, 1e-4);
}

}  // namespace
}  // namespace app::test
