// What a file offers to see it with, and turning it: commands, undo, projects and scripts.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include <glm/geometric.hpp>

#include "app/format/project_json.h"
#include "app/format/script.h"
#include "app/session/document.h"
#include "app/session/session.h"
#include "app/session/undo_history.h"
#include "app/view/camera.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

using test::kWalk;

/// Two variants, cameras and lights; an expression of two morph targets. The second camera is on the joint that moves.
Model rich() {
  Model model = test::character();
  model.variants = {"Street", "Beach"};
  model.cameras = {{.name = "Still", .node = 1}, {.name = "Moving", .node = 0, .orthographic = true}};
  model.lights = {{.name = "Lamp"}};
  model.meshes[0].morphTargetNames = {"mouth", "eyes"};
  model.meshes[0].primitives[0].morphTargets.resize(2);
  model.instances[0].morphCount = 2;
  model.restMorphWeights = {0, 0};
  model.expressions = {{.name = "happy", .binds = {{0, 1.0f}, {1, 0.5f}}}};
  return model;
}

void apply(Session& session, const Commands& commands) {
  for (const Command& command : commands) {
    const auto done = session.apply(command);
    ASSERT_TRUE(done) << done.error().message;
  }
}

std::string refusal(Session& session, const Command& command) {
  const Document before = session.document();
  const auto done = session.apply(command);
  EXPECT_EQ(session.document(), before);
  return done ? "applied" : done.error().message;
}

TEST(ModelViewCommands, ChooseWhatTheFileHas) {
  Session session(rich());
  apply(session, {ShowVariant{1}, LookThrough{0}, SetLights{LightSource::Both}});
  EXPECT_EQ(session.view().model, (ModelView{1, 0, LightSource::Both}));
  EXPECT_EQ(refusal(session, ShowVariant{2}), "variant 2 is not between 0 and 1");
  EXPECT_EQ(refusal(session, LookThrough{-2}), "camera -2 is not between 0 and 1");
  Session plain(test::character());
  EXPECT_EQ(refusal(plain, ShowVariant{0}), "the model has no variants");
  EXPECT_EQ(refusal(plain, LookThrough{0}), "the model has no cameras");
}

TEST(ModelViewCommands, OnlyTheTurnCanBeUndone) {
  Session session(rich());
  apply(session, {ShowVariant{1}, LookThrough{1}, SetLights{LightSource::File}, TurnModel{0}});
  EXPECT_EQ(session.history().stepCount(), 1u);
  apply(session, {Undo{}});
  EXPECT_EQ(session.view().model, (ModelView{1, 1, LightSource::File}));
  EXPECT_EQ(session.model().turn, crossfade::makeQuat(0, 0, 0, 1));
  apply(session, {Redo{}});
  EXPECT_NE(session.model().turn, crossfade::makeQuat(0, 0, 0, 1));
}

TEST(ModelViewCommands, OtherViewOptionsLeaveThemAlone) {
  Session session(rich());
  apply(session, {ShowVariant{1}, SetViewOptions{{.skeleton = true}}});
  EXPECT_EQ(session.view().model.variant, 1);
}

TEST(ModelViewCommands, EndWithTheModel) {
  Session first(rich());
  apply(first, {ShowVariant{1}, LookThrough{1}, SetLights{LightSource::Both}});
  EXPECT_EQ(first.settings().view.model, ModelView());
  const Session second(test::character(), std::move(first));
  EXPECT_EQ(second.view().model, ModelView());
}

TEST(ModelViewCommands, FollowNamesWhenTheFileIsReadAgain) {
  Session first(rich());
  apply(first, {ShowVariant{1}, LookThrough{0}, TurnModel{1}});
  Model changed = rich();
  changed.variants = {"Beach", "Street"};
  changed.cameras.erase(changed.cameras.begin());
  const auto second = Session::reloaded(changed, std::move(first));
  EXPECT_EQ(second->view().model.variant, 0);
  EXPECT_EQ(second->view().model.camera, -1) << "it is gone";
  EXPECT_NE(second->model().turn, crossfade::makeQuat(0, 0, 0, 1));
}

TEST(ModelViewCommands, AreInProjects) {
  Session first(rich()), second(rich());
  apply(first, {ShowVariant{1}, LookThrough{1}, SetLights{LightSource::File}, TurnModel{2}, TurnModel{0},
                HoldExpression{0, 0.5}});
  const std::string text = projectText(first, {});
  EXPECT_EQ(openProject(text, second), std::vector<std::string>{});
  EXPECT_EQ(second.document(), first.document());
  EXPECT_EQ(second.camera(), first.camera());
  Session plain(test::character());
  const auto problems = openProject(text, plain);
  EXPECT_NE(std::ranges::find(problems, "/view/variant: the model has no variant 'Beach'"), problems.end());
  EXPECT_EQ(plain.view().model, (ModelView{.lights = LightSource::File}));
}

TEST(ModelViewCommands, AreInScripts) {
  Session session(rich());
  const auto run = [&session](const std::string& members) -> std::string {
    const auto script = parseScript(R"({"commands":[{"at":0,)" + members + "}]}", session.model());
    if (!script) return script.error().message;
    for (const TimedCommand& each : *script)
      if (auto done = session.apply(each.command); !done) return done.error().message;
    return "";
  };
  EXPECT_EQ(run(R"("do":"variant","name":"Beach")"), "");
  EXPECT_EQ(run(R"("do":"camera","name":"#0")"), "");
  EXPECT_EQ(run(R"("do":"lights","source":"both")"), "");
  EXPECT_EQ(session.view().model, (ModelView{1, 0, LightSource::Both}));
  EXPECT_EQ(run(R"("do":"variant")") + run(R"("do":"camera")"), "");
  EXPECT_EQ(session.view().model, (ModelView{.lights = LightSource::Both}));
  EXPECT_EQ(run(R"("do":"turn","axis":"x","degrees":-90)"), "");
  EXPECT_EQ(session.model().turn.x, -0.70710678f * 1.0f);
  EXPECT_EQ(run(R"("do":"expression","name":"happy","value":0.5)"), "");
  EXPECT_EQ(session.heldMorph(1), 0.25f);
  EXPECT_NE(
      run(R"("do":"variant","name":"Moon")").find("there is no variant 'Moon'; the variants are 'Street', 'Beach'"),
      std::string::npos);
  EXPECT_NE(run(R"("do":"expression","name":"sad")").find("there is no expression 'sad'"), std::string::npos);
  EXPECT_NE(run(R"("do":"turn","axis":"w")"), "");
}

TEST(ModelViewCommands, ACameraFollowsItsNode) {
  Session session(rich());
  FrameProfiler profiler;
  apply(session, {PlayClip{kWalk}, LookThrough{1}});
  session.advance(0.25, profiler);
  const glm::vec3 early = -glm::vec3(session.shownCamera().file->view[3]);
  session.advance(0.25, profiler);
  const glm::vec3 later = -glm::vec3(session.shownCamera().file->view[3]);
  EXPECT_NEAR(later.x - early.x, 0.25, 1e-5) << "one meter per second";
  EXPECT_FALSE(session.camera().file) << "the orbit camera stays what it was";
  apply(session, {LookThrough{}});
  EXPECT_FALSE(session.shownCamera().file);
}

TEST(ModelViewCommands, TurningKeepsWhatPlaysAndFramesAnew) {
  Session session(rich());
  FrameProfiler profiler;
  apply(session, {PlayClip{kWalk}, SetClip{kWalk, &ClipSettings::timeScale, 0.5}, SetPaused{true}});
  session.advance(0.5, profiler);
  const double time = session.action(kWalk).time;
  apply(session, {TurnModel{2}});
  session.advance(0, profiler);
  EXPECT_TRUE(session.action(kWalk).isScheduled());
  EXPECT_EQ(session.action(kWalk).time, time);
  EXPECT_EQ(session.action(kWalk).timeScale, 0.5);
  EXPECT_TRUE(session.paused());
  EXPECT_GT(session.restBounds().max.y, session.restBounds().max.x + 0.5f) << "x became y";
  EXPECT_EQ(refusal(session, TurnModel{3}), "axis 3 is not between 0 and 2");
  EXPECT_EQ(refusal(session, SetTurn{{0, 0, 0, 0}}), "the turn is not a rotation");
}

TEST(ModelViewCommands, ABinaryExpressionIsOnAboveHalfItsStrength) {
  Model model = rich();
  model.expressions[0].isBinary = true;
  Session session(std::move(model));
  apply(session, {HoldExpression{0, 0.5}});
  EXPECT_EQ(session.heldMorph(1), 0.0f);
  apply(session, {HoldExpression{0, 0.51}});
  EXPECT_EQ(session.heldMorph(1), 0.5f);
}

TEST(ModelViewCommands, AnExpressionHoldsItsMorphTargetsInOneStep) {
  Session session(rich());
  apply(session, {HoldExpression{0, 0.5}});
  EXPECT_EQ(session.heldMorph(0), 0.5f);
  EXPECT_EQ(session.heldMorph(1), 0.25f) << "half of its half";
  EXPECT_EQ(session.history().stepCount(), 1u);
  apply(session, {Undo{}});
  EXPECT_FALSE(session.heldMorph(0) || session.heldMorph(1));
  apply(session, {HoldExpression{0, 1.0}, HoldExpression{0}});
  EXPECT_FALSE(session.heldMorph(0) || session.heldMorph(1));
  EXPECT_EQ(refusal(session, HoldExpression{0, 2.0}), "expression 2 is not between 0 and 1");
  EXPECT_EQ(refusal(session, HoldExpression{1, 1.0}), "there is no expression 1; the model has 1");
}

}  // namespace
}  // namespace app
