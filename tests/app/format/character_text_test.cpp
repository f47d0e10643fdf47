#include "app/format/character_text.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/format/joint_map_json.h"
#include "app/format/project_json.h"
#include "app/format/script.h"
#include "app/session/character/retargeting.h"
#include "app/session/document.h"
#include "tests/support/danced_model.h"
#include "tests/support/sample_models.h"

namespace app {

// Layers and masks in scripts and project files.

namespace {

std::string layersError(const std::string& commands) {
  const auto script = parseScript("{\"commands\": [" + commands + "]}", test::character());
  return script ? "" : script.error().message;
}

TEST(LayerText, ScriptsSetMasksAndLayers) {
  Session session(test::character());
  const auto script = parseScript(R"({"commands": [
    {"at": 0, "do": "mask", "name": "Arms", "joints": {"joint 1": 0.5}},
    {"at": 0, "do": "mask", "name": "Upper", "joint": "joint 0", "feather": 1},
    {"at": 0, "do": "addLayer", "clip": "Run", "mask": {"named": "Arms"}, "weight": 0.5, "muted": true},
    {"at": 0, "do": "addLayer", "clip": "Walk", "mode": "additive", "reference": "Run", "referenceTime": 0.25,
     "mask": "joint 1", "feather": 3, "speed": 0, "phase": 0.75},
    {"at": 0, "do": "moveLayer", "layer": 1, "to": 0},
    {"at": 0, "do": "setLayer", "layer": 1, "clip": "Run", "solo": true},
    {"at": 0, "do": "addLayer", "clip": "Walk"},
    {"at": 0, "do": "removeLayer", "layer": 2},
    {"at": 0, "do": "baseLayer", "muted": true},
    {"at": 0, "do": "renameMask", "name": "Arms", "to": "Hands"},
    {"at": 0, "do": "fadeTo", "clip": "Run", "mask": {"named": "Hands"}}]})",
                                  session.model());
  ASSERT_TRUE(script) << script.error().message;
  FrameProfiler profiler;
  const auto played = ScriptPlayer(*script).advanceTo(0, session, profiler);
  ASSERT_TRUE(played) << played.error().message;
  const LayerStack& stack = session.character().layers();
  ASSERT_EQ(stack.layers.size(), 2u);
  EXPECT_EQ(stack.layers[0], (LayerSettings{.clip = 0,
                                            .mode = LayerMode::Additive,
                                            .mask = 1,
                                            .feather = 3,
                                            .speed = 0,
                                            .phase = 0.75,
                                            .referenceClip = 2,
                                            .referenceTime = 0.25}));
  EXPECT_EQ(stack.layers[1], (LayerSettings{.clip = 2, .solo = true}));
  EXPECT_TRUE(stack.baseMuted);
  EXPECT_EQ(session.character().masks().find(namedMask("Hands"))->weights, (std::vector<float>{0, 0.5f}));
  EXPECT_EQ(session.character().masks().find(namedMask("Upper"))->weights, (std::vector<float>{0.5f, 1}));
  EXPECT_EQ(session.character().fade().choiceOf(session.action(2).mask), FadeMask{namedMask("Hands")});
}

TEST(LayerText, SaysWhatIsWrong) {
  EXPECT_EQ(layersError(R"({"at": 0, "do": "mask", "name": "A"})"), "command 0: \"joints\" or \"joint\" is missing");
  EXPECT_EQ(layersError(R"({"at": 0, "do": "mask", "name": "A", "joint": "joint 0", "feather": 65})"),
            "command 0: mask feather 65 is not between 0 and 64");
  EXPECT_EQ(layersError(R"({"at": 0, "do": "mask", "name": "A", "joints": {"nose": 1}})"),
            "command 0: \"joints\": there is no joint 'nose'");
  EXPECT_EQ(layersError(R"({"at": 0, "do": "addLayer", "clip": "Run", "mask": {"name": "A"}})"),
            "command 0: \"mask\" is not a joint or {\"named\": ...}: a list or object");
  EXPECT_EQ(layersError(R"({"at": 0, "do": "removeLayer", "layer": 0.5})"),
            "command 0: \"layer\" is not a whole number: 0.5");
  EXPECT_EQ(layersError(R"({"at": 0, "do": "addLayer", "clip": "Run", "mode": "loud"})"),
            "command 0: \"mode\" is not override or additive: \"loud\"");
}

TEST(LayerText, ProjectsKeepThem) {
  Session first(test::character());
  const Commands commands = {SetMask{"Arms", {0.1f, 1}},
                             AddLayer{{.clip = 2, .mask = namedMask("Arms"), .weight = 0.5, .muted = true}},
                             AddLayer{{.clip = 0,
                                       .mode = LayerMode::Additive,
                                       .mask = 1,
                                       .speed = 0.5,
                                       .phase = 0.25,
                                       .solo = true,
                                       .referenceClip = 2,
                                       .referenceTime = 0.75}},
                             SetBaseLayer{.muted = true, .solo = true},
                             SetFadeSettings{{.maskJoint = namedMask("Arms")}},
                             SetTransitionCell{.cells = {{}}, .settings = {.maskJoint = namedMask("Arms")}},
                             SetQueue{{{.fade = {.clip = 1, .how = {.maskJoint = namedMask("Arms")}}}}, false}};
  for (const Command& command : commands) ASSERT_TRUE(first.apply(command));
  const std::string text = projectText(first, {});
  Session second(test::character());
  EXPECT_EQ(openProject(text, second), std::vector<std::string>{});
  EXPECT_EQ(second.document(), first.document());
  EXPECT_EQ(projectText(second, {}), text);
}

TEST(LayerText, AProjectForAnotherModelLeavesOutWhatItLacks) {
  Session first(test::character());
  ASSERT_TRUE(first.apply(AddLayer{{.clip = 2}}));
  ASSERT_TRUE(first.apply(AddLayer{{.clip = 0}}));
  Session second(test::modelWithClips({"Walk"}));
  const auto problems = openProject(projectText(first, {}), second);
  EXPECT_EQ(second.character().layers().layers.size(), 1u);
  EXPECT_NE(std::find(problems.begin(), problems.end(), "/layers/stack/0: the model has no clip 'Run'"),
            problems.end());
}

}  // namespace

namespace {

using test::dancedModel;

std::string scriptWith(const std::string& members) {
  return R"({"commands": [{"at": 0, "do": "retarget", )" + members + "}]}";
}

TEST(RetargetScript, SetsJointsByName) {
  Session session(dancedModel());
  const auto script =
      parseScript(scriptWith(R"("file": "dance.bvh", "joints": [{"target": "Hips", "source": "Hips", "align": "keep"},
                                                     {"target": "RightUpperArm", "source": "LeftUpperArm"}])"),
                  session.model());
  ASSERT_TRUE(script) << script.error().message;
  ASSERT_TRUE(session.apply((*script)[0].command));
  const RetargetSettings& set = session.character().retargeting().settings()[0];
  ASSERT_TRUE(set.map.has_value());
  EXPECT_EQ(set.map->pairs.size(), 2u);
  nlohmann::ordered_json commands = nlohmann::ordered_json::array();
  addRetargets(session, commands);
  ASSERT_EQ(commands.size(), 1u);
  const auto again = parseScript(nlohmann::ordered_json{{"commands", commands}}.dump(), session.model());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ((*again)[0].command.as<SetRetarget>()->settings, set);
  ASSERT_TRUE(session.apply(SetRetarget{0, {}}));
  commands.clear();
  addRetargets(session, commands);
  EXPECT_TRUE(commands.empty()) << "as it is without a script";
}

TEST(RetargetScript, SaysWhatDoesNotFit) {
  const Model model = dancedModel();
  const auto errorOf = [&](const std::string& members) {
    const auto script = parseScript(scriptWith(members), model);
    return script ? std::string() : script.error().message;
  };
  EXPECT_EQ(errorOf(R"("file": "#0", "mirrored": true, "reach": 0.5)"), "");
  EXPECT_EQ(errorOf(R"("file": "#0", "reach": 2)"), "command 0: reach 2 is not between 0 and 1");
  EXPECT_EQ(errorOf(R"("file": "walk.bvh")"), "command 0: there is no clip file 'walk.bvh'");
  EXPECT_EQ(errorOf(R"("file": "#1")"), "command 0: there is no clip file '#1'");
  EXPECT_EQ(errorOf(R"("file": "#0", "joints": [{"target": "Tail", "source": "Hips"}])"),
            "command 0: \"joints\": joint 0: \"target\": no joint is called 'Tail'");
  EXPECT_EQ(errorOf(R"("file": "#0", "joints": [])"), "command 0: \"joints\": maps no joint");
}

TEST(RetargetProject, KeepsTheJointsOfEachClipFile) {
  Session session(dancedModel());
  const RetargetSettings settings = test::without(session.model(), "LeftHand");
  ASSERT_TRUE(session.apply(SetRetarget{0, settings}));
  const Model& model = session.model();
  const std::string map = jointMapText(*settings.map, model.clipFiles[0].skeleton, model.skeleton);
  const ProjectFiles files{
      .model = "hero.glb",
      .clips = {{.path = "a.bvh"}, {"b.bvh", {.mirrored = true, .reach = 0.25}}, {"c.bvh", {}, map}}};
  const auto read = projectFilesOf(projectText(session, files));
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->clips.size(), 3u);
  EXPECT_EQ(read->clips[0].path, "a.bvh");
  EXPECT_FALSE(read->clips[0].settings.mirrored);
  EXPECT_TRUE(read->clips[0].map.empty());
  EXPECT_TRUE(read->clips[1].settings.mirrored);
  EXPECT_EQ(read->clips[1].settings.reach, 0.25);
  const auto joints = jointMapFromText(read->clips[2].map, model.clipFiles[0].skeleton, model.skeleton);
  ASSERT_TRUE(joints) << joints.error().message;
  EXPECT_EQ(*joints, *settings.map);
  const auto damaged = projectFilesOf(R"({"crossfade": 1, "clipFiles": [7, {"path": 3}, {"path": "d.bvh"}]})");
  ASSERT_EQ(damaged->clips.size(), 1u);
  EXPECT_EQ(damaged->clips[0].path, "d.bvh");
}

}  // namespace

}  // namespace app
