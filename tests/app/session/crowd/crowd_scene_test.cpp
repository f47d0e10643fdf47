#include "app/session/crowd/crowd_scene.h"
#include "app/session/crowd/crowd.h"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>
#include <glm/gtc/quaternion.hpp>

#include "app/format/script.h"
#include "app/session/session.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

struct CrowdSceneTest : testing::Test {
  CrowdSceneTest() { (void)session.apply(ShowScene{SceneKind::Crowd}); }
  void apply(const CrowdCommand& command) {
    const auto applied = session.apply(CrowdCommand{command});
    EXPECT_TRUE(applied) << applied.error().message;
  }
  std::string refusal(const CrowdCommand& command) {
    const auto applied = session.apply(CrowdCommand{command});
    return applied ? "applied" : applied.error().message;
  }
  void frames(int count) {
    for (int i = 0; i < count; ++i) session.advance(1.0 / 60, profiler);
  }
  const CrowdScene& scene() const { return session.crowd(); }

  Session session{test::character()};
  FrameProfiler profiler;
};

TEST_F(CrowdSceneTest, HasTheRequestedNumberAndDrawsAtMostItsLimit) {
  apply(SetCrowd{&CrowdSettings::characters, 20});
  apply(SetCrowd{&CrowdSettings::drawLimit, 5});
  frames(1);
  EXPECT_EQ(scene().characters(), 20);
  EXPECT_EQ(scene().drawn(), 5);
  EXPECT_EQ(scene().drawnMatrices().size(), 5u * static_cast<std::size_t>(scene().crowd()->layout().matrixCount));
  apply(SetCrowd{&CrowdSettings::drawLimit, 100});
  frames(1);
  EXPECT_EQ(scene().drawn(), 20);
}

TEST(CrowdOnAThread, TheFirstFrameIsEmptyAndTheCrowdComesWhenItIsMade) {
  SessionSettings settings;
  settings.waitsForCrowd = false;
  Session session(test::character(), settings);
  FrameProfiler profiler;
  (void)session.apply(ShowScene{SceneKind::Crowd});
  session.advance(1.0 / 60, profiler);
  EXPECT_TRUE(session.crowd().isMaking()) << "a frame waits for it";
  EXPECT_EQ(session.crowd().characters(), 0);
  std::vector<int> drawn;
  for (int i = 0; i < 20'000 && session.crowd().isMaking(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    session.advance(1.0 / 60, profiler);
    if (session.crowd().crowd()) drawn.push_back(session.crowd().drawn());
  }
  EXPECT_EQ(drawn, (std::vector<int>{8, 16, 32, 64, 100})) << "so that no picture takes long";
  EXPECT_EQ(session.crowd().characters(), session.crowd().settings().characters);
  EXPECT_FALSE(session.crowd().drawnMatrices().empty());
  (void)session.apply(CrowdCommand{SetCrowd{&CrowdSettings::travel, true}});
  session.advance(1.0 / 60, profiler);
  (void)session.apply(SetTurn{glm::angleAxis(1.5f, glm::vec3(1, 0, 0))});  // another model while a crowd is made
  session.advance(1.0 / 60, profiler);
}

TEST_F(CrowdSceneTest, DrawsCharactersAtTheirPositions) {
  apply(SetCrowd{&CrowdSettings::characters, 3});
  frames(1);
  const auto matrices = scene().drawnMatrices();
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(matrices[static_cast<std::size_t>(i)][3],
              scene().crowd()->matrices(i)[0][3] + glm::vec4(positionInCrowd(i, scene().crowd()->spacing()), 0))
        << i;
}

TEST_F(CrowdSceneTest, RefusesValuesOutOfRange) {
  EXPECT_EQ(refusal(SetCrowd{&CrowdSettings::characters, 0}), "number of characters 0 is not between 1 and 10000");
  EXPECT_EQ(refusal(SetCrowd{&CrowdSettings::characters, 10001}),
            "number of characters 10001 is not between 1 and 10000");
  EXPECT_EQ(refusal(SetCrowd{&CrowdSettings::drawLimit, -1}), "draw limit -1 is not between 0 and 10000");
  EXPECT_EQ(refusal(SetCrowd{&CrowdSettings::threads, 0}), "number of threads 0 is not between 1 and 64");
  EXPECT_EQ(scene().settings().characters, 1000);
}

TEST_F(CrowdSceneTest, ACrowdSizeGetsItsCostAfterSomeFrames) {
  apply(SetCrowd{&CrowdSettings::characters, 5});
  frames(10);
  EXPECT_EQ(scene().measured(CrowdPath::Batched, 2).poses, 0);
  frames(40);
  EXPECT_GT(scene().measured(CrowdPath::Batched, 2).poses, 0);
  EXPECT_EQ(scene().measured(CrowdPath::Exact, 2).poses, 0);
  apply(SetCrowd{&CrowdSettings::path, CrowdPath::Exact});
  frames(40);
  EXPECT_GT(scene().measured(CrowdPath::Exact, 2).poses, 0);
}

TEST_F(CrowdSceneTest, ASweepMeasuresAllSizesAndRestoresTheNumber) {
  apply(SetCrowd{&CrowdSettings::characters, 7});
  apply(SweepCrowd{});
  frames(2);
  EXPECT_TRUE(scene().sweeping());
  EXPECT_EQ(scene().characters(), 1);
  for (int i = 0; i < 2000 && scene().sweeping(); ++i) frames(1);
  EXPECT_FALSE(scene().sweeping());
  for (std::size_t i = 0; i < kCrowdSizes.size(); ++i)
    EXPECT_GT(scene().measured(CrowdPath::Batched, i).poses, 0) << kCrowdSizes[i];
  frames(1);
  EXPECT_EQ(scene().characters(), 7);
}

TEST_F(CrowdSceneTest, UndoOfAnotherSettingDoesNotEndASweep) {
  apply(SetCrowd{&CrowdSettings::drawLimit, 50});
  apply(SweepCrowd{});
  frames(2);
  ASSERT_TRUE(session.apply(Undo{}));
  EXPECT_EQ(scene().settings().drawLimit, 100);
  EXPECT_TRUE(scene().sweeping());
}

TEST_F(CrowdSceneTest, NothingMovesWhilePaused) {
  apply(SetCrowd{&CrowdSettings::characters, 4});
  frames(10);
  apply(SetCrowdPaused{true});
  frames(1);
  const std::vector<glm::mat4> before(scene().drawnMatrices().begin(), scene().drawnMatrices().end());
  frames(5);
  EXPECT_TRUE(std::equal(before.begin(), before.end(), scene().drawnMatrices().begin()));
  apply(SetCrowdPaused{false});
  frames(5);
  EXPECT_FALSE(std::equal(before.begin(), before.end(), scene().drawnMatrices().begin()));
}

TEST_F(CrowdSceneTest, AllocatesNothingWhileSettingsStay) {
  apply(SetCrowd{&CrowdSettings::characters, 20});
  frames(60);
  const ::test::AllocationGuard guard;
  frames(60);
  EXPECT_EQ(guard.count(), 0);
}

TEST_F(CrowdSceneTest, HasItsOwnCameraThatSeesAllCharacters) {
  const Camera crowd = session.camera();
  apply(SetCrowd{&CrowdSettings::drawLimit, 1000});
  EXPECT_GT(session.camera().distance, crowd.distance) << "more are drawn, so it moves back";
  (void)session.apply(ShowScene{SceneKind::Character});
  const Camera character = session.camera();
  EXPECT_LT(character.distance, crowd.distance);
  (void)session.apply(ShowScene{SceneKind::Crowd});
  (void)session.apply(OrbitCamera{0.5f, 0});
  (void)session.apply(ShowScene{SceneKind::Character});
  EXPECT_EQ(session.camera().yaw, character.yaw);
}

TEST_F(CrowdSceneTest, ANewModelGetsANewCrowdWithTheSameSettings) {
  apply(SetCrowd{&CrowdSettings::characters, 12});
  frames(3);
  Session next(test::modelWithClips({"A", "B"}), std::move(session));
  EXPECT_EQ(next.crowd().crowd(), nullptr);
  next.advance(1.0 / 60, profiler);
  EXPECT_EQ(next.crowd().characters(), 12);
}

TEST_F(CrowdSceneTest, ScriptsControlIt) {
  const auto script = parseScript(
      R"({"commands":[{"at":0,"do":"crowd","characters":30,"drawLimit":3,"path":"exact","threads":2,"paused":true}]})",
      session.model());
  ASSERT_TRUE(script) << script.error().message;
  for (const TimedCommand& timed : *script) EXPECT_TRUE(session.apply(timed.command));
  EXPECT_EQ(scene().settings().characters, 30);
  EXPECT_EQ(scene().settings().drawLimit, 3);
  EXPECT_EQ(scene().settings().path, CrowdPath::Exact);
  EXPECT_EQ(scene().settings().threads, 2);
  EXPECT_TRUE(scene().settings().paused);
  EXPECT_FALSE(parseScript(R"({"commands":[{"at":0,"do":"crowd","characters":1.5}]})", session.model()));
}

}  // namespace
}  // namespace app
