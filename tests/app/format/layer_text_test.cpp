// Layers and masks in scripts and project files.
#include "app/format/layer_text.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/format/project_json.h"
#include "app/format/script.h"
#include "tests/support/sample_models.h"

namespace app {
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
                             SetTransitionCell{.cells = {{}}, .settings = {.mask = FadeMask{namedMask("Arms")}}},
                             SetQueue{{{.fade = {.clip = 1, .maskJoint = namedMask("Arms")}}}, false}};
  for (const Command& command : commands) ASSERT_TRUE(first.apply(command));
  const std::string text = projectText(first, {});
  Session second(test::character());
  EXPECT_EQ(openProject(text, second), std::vector<std::string>{});
  EXPECT_EQ(documentOf(second), documentOf(first));
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
}  // namespace app
