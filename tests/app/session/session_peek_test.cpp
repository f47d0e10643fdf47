#include <cmath>

#include <gtest/gtest.h>

#include "app/format/model_words.h"
#include "app/host/files/model_file.h"
#include "app/session/session.h"

namespace app {
namespace {

int clipNamed(const Session& session, const char* name) { return *findClip(session.model(), name); }

bool isSame(const ShownMoment& peeked, const Session& session) {
  const crossfade::Pose& pose = session.pose();
  const crossfade::RootDelta& at = session.character().player().travel().at;
  bool same = peeked.pose.morphWeights == pose.morphWeights && peeked.travel.translation == at.translation &&
              peeked.travel.turn == at.turn;
  for (std::size_t i = 0; i < pose.locals.size(); ++i)
    same = same && peeked.pose.locals[i].rotation == pose.locals[i].rotation &&
           peeked.pose.locals[i].translation == pose.locals[i].translation &&
           peeked.pose.locals[i].scale == pose.locals[i].scale;
  return same;
}

TEST(SessionPeek, ShowsWhatAdvanceWillShowAndChangesNothing) {
  Session session(*loadModel("")), other(*loadModel(""));
  FrameProfiler unused;
  const auto apply = [&](const Command& command) {
    ASSERT_TRUE(session.apply(command));
    ASSERT_TRUE(other.apply(command));
  };
  apply(SetTravel{TravelMode::Travel});
  apply(SetFootLock{true});
  apply(PlayClip{clipNamed(session, "Walk")});
  for (int frame = 0; frame < 120; ++frame) {
    if (frame == 40) apply(FadeTo{.clip = clipNamed(session, "Run"), .how = {.seconds = 0.4}});
    if (frame == 80) apply(Step{0.01});
    const double seconds = frame % 3 == 0 ? 0.004 : 1.0 / 60;
    static_cast<void>(session.peek(0.3));
    const ShownMoment peeked = session.foreseenSeconds() > seconds ? session.peek(seconds) : ShownMoment{};
    session.advance(seconds, unused);
    other.advance(seconds, unused);
    EXPECT_TRUE(isSame({other.pose(), other.character().player().travel().at}, session)) << frame;
    if (frame == 80) continue;  // the timeline adds the step
    EXPECT_TRUE(isSame(peeked, session)) << frame;
  }
  EXPECT_EQ(session.playbackEvents().added(), other.playbackEvents().added());
  EXPECT_EQ(session.weightHistory().size(), other.weightHistory().size());
}

TEST(SessionPeek, EndsAtTheNextStepOfAQueue) {
  Session session(*loadModel(""));
  FrameProfiler unused;
  EXPECT_TRUE(std::isinf(session.foreseenSeconds()));
  const auto item = [&](const char* clip) {
    return SequenceItem{.fade = {.clip = clipNamed(session, clip)}, .plays = 1.5};
  };
  ASSERT_TRUE(session.apply(SetQueue{.items = {item("Walk"), item("Run")}}));
  ASSERT_TRUE(session.apply(PlayQueue{}));
  ASSERT_TRUE(session.apply(SetSpeed{0.5}));
  session.advance(1, unused);
  EXPECT_NEAR(session.foreseenSeconds(), 2, 1e-9);
  ASSERT_TRUE(session.apply(SetPaused{true}));
  EXPECT_TRUE(std::isinf(session.foreseenSeconds()));
  ASSERT_TRUE(session.apply(SetPaused{false}));
  ASSERT_TRUE(session.apply(SetClock{crossfade::ClockKind::FrameBased}));
  EXPECT_EQ(session.foreseenSeconds(), 0) << "a peek would count as a frame";
}

}  // namespace
}  // namespace app
