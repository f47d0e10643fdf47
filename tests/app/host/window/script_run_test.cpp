// A script that runs in the window.
#include "app/host/window/script_run.h"

#include <gtest/gtest.h>

#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

struct ScriptRunTest : testing::Test {
  std::optional<Message> advance(double seconds, bool isOpening = false) {
    return run.advance(seconds, isOpening, session, profiler);
  }

  Session session{test::character()};
  FrameProfiler profiler;
  ScriptRun run;
};

constexpr const char* kScript =
    R"({"commands": [{"at": 0, "do": "play", "clip": "Walk"}, {"at": 0.5, "do": "weight", "clip": "Walk", "value": 0.5},
                     {"at": 0.9, "do": "pause"}]})";

TEST_F(ScriptRunTest, PlaysFromNothingToItsEnd) {
  ASSERT_TRUE(session.apply(PlayClip{2}));
  ASSERT_TRUE(session.apply(SetPaused{true}));
  run.start({"/scripts/walk.json", kScript});
  EXPECT_FALSE(advance(0.1)) << "the first frame shows its beginning";
  EXPECT_FALSE(session.action(2).isScheduled());
  EXPECT_TRUE(session.action(0).isScheduled());
  EXPECT_FALSE(session.paused());
  EXPECT_EQ(session.action(0).time, 0);
  EXPECT_FALSE(advance(0.5));
  EXPECT_EQ(session.action(0).weight, 0.5);
  EXPECT_EQ(run.progress().file, "walk.json");
  EXPECT_EQ(run.progress().time, 0.5);
  EXPECT_EQ(run.progress().seconds, 0.9);
  const auto said = advance(0.6);
  ASSERT_TRUE(said);
  EXPECT_EQ(said->text, "walk.json has ended");
  EXPECT_FALSE(run.progress().running);
  EXPECT_TRUE(session.paused());
  EXPECT_NEAR(session.action(0).time, 0.9, 1e-9);
}

TEST_F(ScriptRunTest, SaysWhatDoesNotFitTheModel) {
  run.start({"/scripts/bad.json", R"({"commands": [{"at": 0, "do": "play", "clip": "Jump"}]})"});
  const auto said = advance(0.1);
  ASSERT_TRUE(said && said->isError);
  EXPECT_EQ(said->text.substr(0, 60), "/scripts/bad.json: command 0: there is no clip 'Jump'; the c");
  EXPECT_FALSE(run.isOn());
  EXPECT_FALSE(advance(0.1)) << "it says so once";
}

TEST_F(ScriptRunTest, StopsAtACommandThatIsRefused) {
  run.start({"a.json", R"({"commands": [{"at": 0.2, "do": "weight", "clip": 0, "value": -5}]})"});
  EXPECT_FALSE(advance(0));
  const auto said = advance(0.3);
  ASSERT_TRUE(said && said->isError);
  EXPECT_EQ(said->text, "a.json: command 0: weight -5 is not between 0 and 100");
  EXPECT_FALSE(run.isOn());
}

TEST_F(ScriptRunTest, WaitsForAModelAndStopsWhenTold) {
  run.start({"walk.json", kScript});
  EXPECT_FALSE(advance(0.1, true));
  EXPECT_FALSE(run.progress().running) << "it may belong to the model that is being opened";
  EXPECT_FALSE(advance(0.1));
  EXPECT_TRUE(run.progress().running);
  run.stop();
  EXPECT_FALSE(advance(2));
  EXPECT_FALSE(session.paused()) << "nothing of the script comes any more";
}

TEST_F(ScriptRunTest, FramesWhileItWaitsAndBetweenItsCommandsAllocateNothing) {
  run.start({"walk.json", kScript});
  const auto frames = [&](bool isOpening) {
    const ::test::AllocationGuard guard;
    for (int i = 0; i < 10; ++i) {
      (void)advance(0.01, isOpening);
      (void)run.progress();
    }
    return guard.count();
  };
  (void)advance(0.01, true);
  EXPECT_EQ(frames(true), 0);
  EXPECT_FALSE(advance(0));
  EXPECT_FALSE(advance(0.01));
  EXPECT_EQ(frames(false), 0);
  EXPECT_TRUE(run.progress().running);
}

TEST_F(ScriptRunTest, DoesNotRunWithoutTheModelItWaitedFor) {
  run.start({"walk.json", kScript});
  EXPECT_FALSE(advance(0.1, true));
  EXPECT_EQ(run.stopWaiting(), "walk.json was not run: its model was not opened");
  EXPECT_FALSE(run.stopWaiting()) << "it says so once";
  EXPECT_FALSE(advance(0.1));
  EXPECT_FALSE(run.isOn()) << "the model that stays is another one";
}

TEST_F(ScriptRunTest, GoesOnOnlyWhileClipsAndJointsKeepTheirIndices) {
  const Model more = test::modelWithClips({"Walk", "Character|Idle_01", "Run", "Jump"});
  const Model other = test::modelWithClips({"Jump", "Walk", "Character|Idle_01", "Run"});
  const auto goesOn = [&](const Model& next, bool isVersion) {
    run.start({"walk.json", kScript});
    EXPECT_FALSE(advance(0));
    run.stopWaiting();
    EXPECT_TRUE(run.progress().running) << "it waits no longer";
    run.leave(session.model(), next, isVersion);
    return run.isOn();
  };
  EXPECT_TRUE(goesOn(session.model(), true));
  EXPECT_TRUE(goesOn(more, true));
  EXPECT_FALSE(goesOn(other, true)) << "commands hold indices of the version before";
  EXPECT_FALSE(goesOn(session.model(), false)) << "another model";
  run.start({"walk.json", kScript});
  run.leave(session.model(), other, false);
  EXPECT_TRUE(run.isOn()) << "it waits for that model";
}

}  // namespace
}  // namespace app
