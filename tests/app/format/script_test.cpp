#include "app/format/script.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>

#include <glm/geometric.hpp>

#include "app/format/model_words.h"
#include "app/format/sequence_text.h"
#include "app/model/json/json_tree.h"
#include "app/session/character/settings/fade_settings.h"
#include "app/session/shapes/shape_scene.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

using test::kIdle;
using test::kRun;
using test::kWalk;

/// What is wrong with a script of one command.
std::string refusal(const std::string& command) {
  const auto script = parseScript(R"({"commands":[)" + command + "]}", test::character());
  return script ? "parsed" : script.error().message;
}

template <class T>
T parsed(const std::string& members) {
  const auto script = parseScript(R"({"commands":[{"at":0,)" + members + "}]}", test::character());
  EXPECT_TRUE(script) << members << ": " << script.error().message;
  return *script->front().command.as<T>();
}

/// What a command sets for a clip, if that is this field and no other.
template <class Value>
Value parsedClip(Value ClipSettings::*member, const std::string& members) {
  const auto change = parsed<SetClip>(members);
  EXPECT_EQ(change.fields, bitOf(member)) << members;
  return change.settings.*member;
}

/// What a command sets for the shapes.
template <class Value>
Value shapesSet(Value ShapeSettings::*member, const ShapeCommand& command) {
  const auto& change = std::get<SetShapes>(command);
  EXPECT_TRUE(change.sets(member));
  return change.settings.*member;
}

template <class T, std::size_t index = 0>
constexpr int indexIn() {
  if constexpr (std::is_same_v<std::variant_alternative_t<index, ShapeCommand>, T>)
    return static_cast<int>(index);
  else
    return indexIn<T, index + 1>();
}
template <class T>
constexpr int kIndexOf = indexIn<T>();

TEST(Script, FindsClipsByNameOrIndex) {
  Model model = test::modelWithClips({"Walk", "Run", "Walk", "#1"});
  EXPECT_EQ(*findClip(model, "Walk"), 0) << "the first of equals";
  EXPECT_EQ(*findClip(model, "#2"), 2);
  EXPECT_EQ(*findClip(model, "#1"), 3) << "a name before an index";
  EXPECT_EQ(findClip(model, "#4").error().message,
            "there is no clip '#4'; the clips are 'Walk', 'Run', 'Walk', '#1', or #0 to #3");
  for (const char* wrong : {"#", "#-1", "#1x", "# 1", "walk", "", "#99999999999"})
    EXPECT_FALSE(findClip(model, wrong)) << wrong;
  EXPECT_EQ(findClip(Model{}, "Walk").error().message, "there is no clip 'Walk'; the model has none");
}

TEST(Script, ShowsScenesAndChangesShapes) {
  EXPECT_EQ(parsed<ShowScene>(R"("do":"scene","scene":"timing")").scene, SceneKind::Timing);
  const auto shape = [](const std::string& members) { return parsed<ShapeCommand>(R"("do":"shapes",)" + members); };
  EXPECT_EQ(shapesSet(&ShapeSettings::kind, shape(R"("set":"algorithm","value":"clockwise")")),
            crossfade::MorphKind::VectorClockwise);
  EXPECT_EQ(shapesSet(&ShapeSettings::closing, shape(R"("set":"algorithm","value":"linear","closing":"raw")")),
            ShapeClosing::Raw);
  EXPECT_EQ(std::get<shapes::UsePresetPair>(shape(R"("set":"pair","from":"apple","to":"horse")")).to,
            ShapePreset::Horse);
  EXPECT_EQ(shapesSet(&ShapeSettings::mode, shape(R"("set":"mode","value":"animation")")), ShapeMode::Animation);
  EXPECT_EQ(shapesSet(&ShapeSettings::inBetweens, shape(R"("set":"inBetweens","value":7)")), 7);
  EXPECT_EQ(std::get<shapes::SetTime>(shape(R"("set":"time","value":0.5)")).seconds, 0.5);
  EXPECT_TRUE(std::get<shapes::SetPlaying>(shape(R"("set":"playing")")).playing);
  EXPECT_FALSE(shapesSet(&ShapeSettings::look, shape(R"("set":"look","fills":false)")).fills);
  EXPECT_EQ(std::get<shapes::AddPoint>(shape(R"("set":"point","x":3,"y":4)")).at, glm::dvec2(3, 4));
  EXPECT_EQ(std::get<shapes::SetHold>(shape(R"("set":"hold","shape":1,"value":2)")).seconds, 2);
  EXPECT_EQ(parsed<RequestShapes>(R"("do":"shapes","set":"file","value":"a.svg")").path, "a.svg");
}

/// One command for each word, in the order of ShapeCommand. Undo and projects alone send a SetContent.
constexpr std::pair<const char*, int> kShapeWords[] = {
    {R"("set":"point","x":3,"y":4)", kIndexOf<shapes::AddPoint>},
    {R"("set":"finish","closed":false)", kIndexOf<shapes::FinishShape>},
    {R"("set":"move","shape":1,"point":2,"x":3,"y":4)", kIndexOf<shapes::MovePoint>},
    {R"("set":"insert","shape":1,"before":2,"x":3,"y":4)", kIndexOf<shapes::InsertPoint>},
    {R"("set":"delete","point":2)", kIndexOf<shapes::DeletePoint>},
    {R"("set":"closed","shape":1,"value":false)", kIndexOf<shapes::SetClosed>},
    {R"("set":"clear")", kIndexOf<shapes::ClearCanvas>},
    {R"("set":"clearPoints")", kIndexOf<shapes::ClearPoints>},
    {R"("set":"pair","from":"apple","to":"horse")", kIndexOf<shapes::UsePresetPair>},
    {R"("set":"add","value":"horse","x":10,"y":20)", kIndexOf<shapes::AddKey>},
    {R"("set":"remove","shape":1)", kIndexOf<shapes::RemoveKey>},
    {R"("set":"reorder","shape":2,"to":0)", kIndexOf<shapes::MoveKey>},
    {R"("set":"hold","shape":1,"value":2)", kIndexOf<shapes::SetHold>},
    {R"("set":"morph","shape":1,"value":2)", kIndexOf<shapes::SetMorphSeconds>},
    {R"("set":"reverse")", kIndexOf<shapes::ReverseKeys>},
    {R"("set":"correspondence","shape":0,"rotation":2,"reversed":true)", kIndexOf<shapes::SetCorrespondence>},
    {R"("set":"shapes","value":[{"preset":"apple"},{"points":[[0,0],[1,0],[0,1]]}])", kIndexOf<shapes::ImportShapes>},
    {R"("set":"algorithm","value":"linear")", kIndexOf<SetShapes>},
    {R"("set":"sideBySide")", kIndexOf<SetShapes>},
    {R"("set":"easing","value":"smooth")", kIndexOf<SetShapes>},
    {R"("set":"look","fills":false)", kIndexOf<SetShapes>},
    {R"("set":"mode","value":"picture")", kIndexOf<SetShapes>},
    {R"("set":"pace","value":"pictures")", kIndexOf<SetShapes>},
    {R"("set":"inBetweens","value":7)", kIndexOf<SetShapes>},
    {R"("set":"fps","value":2)", kIndexOf<SetShapes>},
    {R"("set":"ending","value":"repeat")", kIndexOf<SetShapes>},
    {R"("set":"lesson","inBetweens":6)", kIndexOf<shapes::UseLesson>},
    {R"("set":"playing")", kIndexOf<shapes::SetPlaying>},
    {R"("set":"time","value":0.5)", kIndexOf<shapes::SetTime>},
};

TEST(Script, HasAWordForEveryShapeCommand) {
  std::set<std::size_t> missing;
  for (std::size_t i = 0; i < std::variant_size_v<ShapeCommand>; ++i) missing.insert(i);
  missing.erase(kIndexOf<shapes::SetContent>);
  for (const auto& [members, index] : kShapeWords) {
    EXPECT_EQ(parsed<ShapeCommand>(std::string(R"("do":"shapes",)") + members).index(), static_cast<std::size_t>(index))
        << members;
    missing.erase(static_cast<std::size_t>(index));
  }
  for (const std::size_t index : missing) ADD_FAILURE() << "no word for alternative " << index << " of ShapeCommand";
}

TEST(Script, ReadsTheMembersOfShapeCommands) {
  const auto shape = [](const std::string& members) { return parsed<ShapeCommand>(R"("do":"shapes",)" + members); };
  const auto insert = std::get<shapes::InsertPoint>(shape(R"("set":"insert","shape":1,"before":2,"x":3,"y":4)"));
  EXPECT_EQ(insert.shape, 1);
  EXPECT_EQ(insert.before, 2);
  EXPECT_EQ(insert.at, glm::dvec2(3, 4));
  EXPECT_EQ(std::get<shapes::DeletePoint>(shape(R"("set":"delete","point":2)")).shape, shapes::kDrawing);
  EXPECT_EQ(std::get<shapes::AddKey>(shape(R"("set":"add","value":"horse","x":10,"y":20)")).center, glm::dvec2(10, 20));
  EXPECT_FALSE(std::get<shapes::AddKey>(shape(R"("set":"add","value":"horse")")).center);
  EXPECT_EQ(std::get<shapes::MoveKey>(shape(R"("set":"reorder","shape":2,"to":0)")).shape, 2);
  const auto pairing = [&](const std::string& members) {
    return std::get<shapes::SetCorrespondence>(shape(R"("set":"correspondence","shape":0,)" + members)).toNext;
  };
  EXPECT_EQ(pairing(R"("value":"automatic")"), PairCorrespondence{});
  EXPECT_EQ(pairing(R"("value":"drawn")"), kAsDrawn);
  EXPECT_EQ(pairing(R"("rotation":-2,"reversed":true)"),
            (PairCorrespondence{.automatic = false, .rotation = -2, .reversed = true}));
  EXPECT_EQ(refusal(R"({"at":0,"do":"shapes","set":"correspondence","shape":0})"),
            "command 0: \"value\" or \"rotation\" is missing");
  const auto imported = std::get<shapes::ImportShapes>(
      shape(R"("set":"shapes","append":true,"value":[{"points":[[0,0],[1,0]],"closed":false,"hold":2}])"));
  EXPECT_TRUE(imported.append);
  EXPECT_FALSE(imported.settings);
  EXPECT_EQ(imported.keys[0].hold, 2);
  EXPECT_EQ(refusal(R"({"at":0,"do":"shapes","set":"shapes","value":[{"points":[[0]]}]})"),
            "command 0: \"value\": shape 0: point 0 is not [x, y]: a list or object");
  EXPECT_EQ(std::get<shapes::UseLesson>(shape(R"("set":"lesson")")).inBetweens, 5);
  const auto both = parseScript(
      R"({"commands":[{"at":0,"do":"shapes","set":"lesson","inBetweens":6,"mode":"picture"}]})", test::character());
  ASSERT_EQ(both->size(), 2u);
  EXPECT_EQ(shapesSet(&ShapeSettings::mode, *(*both)[1].command.as<ShapeCommand>()), ShapeMode::Picture);
}

TEST(Script, ShapesOvershootWhereTheirEasingDoes) {
  const auto script = parseScript(R"({"commands":[
    {"at":0,"do":"shapes","set":"pair","from":"pencilLying","to":"pencilUpright"},
    {"at":0,"do":"shapes","set":"algorithm","value":"linear"},
    {"at":0,"do":"shapes","set":"easing","value":{"keys":[
      {"time":0,"value":0},{"time":0.5,"value":1.5},{"time":1,"value":1}]}},
    {"at":0,"do":"shapes","set":"time","value":1}]})",
                                  test::character());
  ASSERT_TRUE(script) << script.error().message;
  ShapeScene scene;
  for (const TimedCommand& each : *script) ASSERT_TRUE(scene.apply(*each.command.as<ShapeCommand>()));
  const glm::dvec2 from = presetPoints(ShapePreset::PencilLying)[0], to = presetPoints(ShapePreset::PencilUpright)[0];
  EXPECT_LT(glm::length(scene.morphed()[0].points[0] - (from + 1.5 * (to - from))), 1e-9) << "half past the end";
}

TEST(Script, ReplaysTheSameFadeAgain) {
  const auto script = parseScript(
      R"({"commands":[{"at":0,"do":"replay","from":"Walk","to":"Run","seconds":0.2,"fromPhase":0.3,"loop":true}]})",
      test::character());
  ASSERT_TRUE(script) << script.error().message;
  ASSERT_EQ(script->size(), 3u);
  EXPECT_EQ((*script)[0].command.as<SetFadeSettings>()->settings.to, kRun);
  const FadePair pair = (*script)[1].command.as<SetPair>()->pair;
  EXPECT_EQ(pair.fromPhase, 0.3);
  EXPECT_FALSE(pair.toPhase);
  EXPECT_TRUE(pair.loops);
  EXPECT_TRUE((*script)[2].command.is<ReplayFade>());
}

TEST(Script, ReadsQueues) {
  Model model = test::modelWithClips({"Walk", "Sit down", "Run 2"});
  const auto itemsOf = [&](const std::string& clips) {
    const auto script = parseScript(R"({"commands":[{"at":0,"do":"queue","clips":[)" + clips + "]}]}", model);
    EXPECT_TRUE(script) << script.error().message;
    return script->front().command.as<SetQueue>()->items;
  };
  const auto items = itemsOf(R"("Sit down 2.5 s", "Walk 3 loops", "Run 2", "Run 2 1 round")");
  ASSERT_EQ(items.size(), 4u);
  EXPECT_EQ(items[0].fade.clip, 1);
  EXPECT_EQ(items[0].plays, 2.5);
  EXPECT_TRUE(items[1].inLoops);
  EXPECT_EQ(items[1].plays, 3);
  EXPECT_EQ(items[2].fade.clip, 2) << "a name that ends like a length";
  EXPECT_EQ(items[3].fade.clip, 2);
  const auto full = itemsOf(R"({"clip":"Walk","loops":2,"entry":0.5,"seconds":0.1,"kind":"dead","sync":"phase"},
                             {"clip":"Walk","rounds":2})");
  EXPECT_EQ(full[0].fade.how.toPhase, 0.5);
  EXPECT_EQ(full[0].fade.how.kind, crossfade::TransitionKind::DeadBlending);
  EXPECT_TRUE(full[1].inLoops) << "as older files say it";
  EXPECT_EQ(refusal(R"({"at":0,"do":"queue"})"), "command 0: \"clips\" is missing or not a list");
  EXPECT_EQ(refusal(R"({"at":0,"do":"queue","clips":["Walk 3 laps"]})"),
            "command 0: there is no clip 'Walk 3 laps'; the clips are 'Walk', 'Character|Idle_01', 'Run', or #0 to #2");
  EXPECT_EQ(refusal(R"({"at":0,"do":"queue","clips":[{"clip":"Walk","loop":3}]})"),
            "command 0: clip 0 of the queue: there is no member \"loop\" in this command");
  EXPECT_EQ(refusal(R"({"at":0,"do":"queue","clips":[7]})"),
            "command 0: \"clips\" is not a list of texts and objects: 7");
}

TEST(Script, AQueueSavedAsAScriptPlaysTheSame) {
  const auto play = [](Session& session, const Commands& commands) {
    for (const Command& command : commands) {
      const auto done = session.apply(command);
      ASSERT_TRUE(done) << done.error().message;
    }
  };
  Session saved(test::modelWithClips({"Walk", "Idle", "Run", "Walk"}));
  play(saved,
       {SetFadeSettings{{.seconds = 0.3, .kind = crossfade::TransitionKind::Curve}},
        SetFadeCurve{fadeCurve(FadeCurvePreset::EaseIn)}, SetClip{3, &ClipSettings::timeScale, 2},
        SetClip{2, &ClipSettings::loop, crossfade::Loop::Once},
        SetQueue{{{.fade = {.clip = 1, .how = {.toPhase = 0.5}}, .plays = 0.5},
                  {.fade = {.clip = 3}, .plays = 3, .inLoops = true},
                  {.fade = {.clip = 2, .how = {.seconds = 0.1, .kind = crossfade::TransitionKind::DeadBlending}}}},
                 true},
        PlayQueue{}});
  const auto script = parseScript(queueScript(saved), saved.model());
  ASSERT_TRUE(script) << script.error().message;
  Session again(test::modelWithClips({"Walk", "Idle", "Run", "Walk"}));
  for (const TimedCommand& command : *script) play(again, {command.command});
  EXPECT_TRUE(again.character().playsQueue());
  EXPECT_TRUE(again.character().program().queue().loops);
  FrameProfiler profiler;
  for (int frame = 0; frame < 300; ++frame) {
    for (Session* each : {&saved, &again}) each->advance(1.0 / 60, profiler);
    ASSERT_EQ(again.pose().locals[0].translation, saved.pose().locals[0].translation) << frame;
  }
}

TEST(Script, AQueueSavedAsAScriptSpellsOutWholeFades) {
  Session saved(test::character());
  const FadeTo fade{.clip = 2,
                    .how = {.seconds = 0.1,
                            .kind = crossfade::TransitionKind::Frozen,
                            .sync = crossfade::Sync::Phase,
                            .maskJoint = 1,
                            .maskFeather = 5,
                            .layers = MaskedLayers::End,
                            .curve = fadeCurve(FadeCurvePreset::EaseOut),
                            .toPhase = 0.25}};
  ASSERT_TRUE(saved.apply(SetQueue{{{.fade = fade}}, false}));
  const auto script = parseScript(queueScript(saved), saved.model());
  ASSERT_TRUE(script) << script.error().message;
  const auto queue = std::find_if(script->begin(), script->end(),
                                  [](const TimedCommand& each) { return each.command.is<SetQueue>(); });
  ASSERT_NE(queue, script->end());
  EXPECT_EQ(queue->command.as<SetQueue>()->items.at(0).fade, fade);
}

TEST(Script, AQueueSavedAsAScriptTakesEverythingFromThePanel) {
  Session saved(test::character());
  ASSERT_TRUE(saved.apply(SetFadeSettings{{.seconds = 0.2, .maskJoint = 1, .layers = MaskedLayers::End}}));
  ASSERT_TRUE(saved.apply(SetQueue{{{.fade = {.clip = 2}}}, false}));
  const auto script = parseScript(queueScript(saved), saved.model());
  ASSERT_TRUE(script) << script.error().message;
  const auto queue = std::find_if(script->begin(), script->end(),
                                  [](const TimedCommand& each) { return each.command.is<SetQueue>(); });
  ASSERT_NE(queue, script->end());
  FadeChoice whole;
  overrideFields(whole, saved.fadeSettings());
  EXPECT_EQ(queue->command.as<SetQueue>()->items.at(0).fade.how, whole);
}

TEST(Script, ComparesKindsOrVariants) {
  const auto kinds = parsed<SetComparison>(R"("do":"compare","kinds":["inertial","linear"],"overlaid":true)");
  ASSERT_EQ(kinds.variants.size(), 2u);
  EXPECT_EQ(kinds.variants[1].kind, crossfade::TransitionKind::Linear);
  EXPECT_TRUE(kinds.overlaid);
  const auto variants = parsed<SetComparison>(R"("do":"compare","variants":[{"seconds":0.2},{"sync":"phase"}])");
  EXPECT_EQ(variants.variants[0].seconds, 0.2);
  EXPECT_EQ(variants.variants[1].sync, crossfade::Sync::Phase);
  EXPECT_TRUE(parsed<SetComparison>(R"("do":"compare","kinds":[])").variants.empty());
  EXPECT_EQ(refusal(R"({"at":0,"do":"compare"})"), "command 0: compare has either \"kinds\" or \"variants\"");
  EXPECT_EQ(refusal(R"({"at":0,"do":"compare","kinds":["soft"]})"), "command 0: there is no kind \"soft\"");
}

TEST(Script, RefusesUnknownShapeWords) {
  const std::string unknown = refusal(R"({"at":0,"do":"shapes","set":"colour"})");
  EXPECT_TRUE(unknown.starts_with("command 0: \"set\" is none of add, algorithm,") && unknown.ends_with(": 'colour'"))
      << unknown;
  EXPECT_EQ(refusal(R"({"at":0,"do":"shapes","set":"mode","value":"film"})"),
            "command 0: \"value\" is not picture or animation: \"film\"");
  EXPECT_EQ(refusal(R"({"at":0,"do":"shapes","set":"inBetweens","value":2.5})"),
            "command 0: \"value\" is not a whole number: 2.5");
  EXPECT_NE(refusal(R"({"at":0,"do":"shapes","set":"algorithm"})").find("\"value\""), std::string::npos);
  EXPECT_NE(refusal(R"({"at":0,"do":"scene"})").find("\"scene\""), std::string::npos);
}

TEST(Script, KeepsTheOrderOfTimesAndOfTheFile) {
  const auto script = parseScript(
      R"({"commands":[{"at":2,"do":"pause"},{"at":0.5,"do":"play","clip":"Run"},
                      {"at":2,"do":"resume"},{"at":0.5,"do":"stopAll"}]})",
      test::character());
  ASSERT_TRUE(script);
  ASSERT_EQ(script->size(), 4u);
  EXPECT_EQ((*script)[0].at, 0.5);
  EXPECT_TRUE((*script)[0].command.is<PlayClip>());
  EXPECT_TRUE((*script)[1].command.is<StopAll>());
  EXPECT_TRUE((*script)[2].command.as<SetPaused>()->paused);
  EXPECT_FALSE((*script)[3].command.as<SetPaused>()->paused);
}

TEST(Script, ReadsEveryWord) {
  EXPECT_EQ(parsed<PlayClip>(R"("do":"play","clip":"Run")").clip, kRun);
  EXPECT_EQ(parsed<StopClip>(R"("do":"stop","clip":"#1")").clip, kIdle);
  EXPECT_FALSE(parsedClip(&ClipSettings::enabled, R"("do":"enable","clip":2,"value":false)"));
  EXPECT_EQ(parsedClip(&ClipSettings::weight, R"("do":"weight","clip":"Walk","value":0.25)"), 0.25);
  EXPECT_EQ(parsedClip(&ClipSettings::timeScale, R"("do":"timeScale","clip":"Walk","value":-1)"), -1);
  EXPECT_EQ(parsed<SetClipTime>(R"("do":"time","clip":"Walk","value":0.5)").time, 0.5);
  EXPECT_EQ(parsedClip(&ClipSettings::loop, R"("do":"loop","clip":"Walk","mode":"pingPong")"),
            crossfade::Loop::PingPong);
  EXPECT_EQ(parsedClip(&ClipSettings::repetitions, R"("do":"repetitions","clip":"Walk","value":2.5)"), 2.5);
  EXPECT_FALSE(parsedClip(&ClipSettings::repetitions, R"("do":"repetitions","clip":"Walk")")) << "endless";
  EXPECT_FALSE(parsedClip(&ClipSettings::clamp, R"("do":"clamp","clip":"Walk","value":false)"));
  EXPECT_EQ(parsed<StartAt>(R"("do":"startAt","clip":"Walk","time":3)").mixerTime, 3);
  EXPECT_TRUE(parsedClip(&ClipSettings::favorite, R"("do":"favorite","clip":"Walk")"));
  EXPECT_EQ(parsed<FadeIn>(R"("do":"fadeIn","clip":"Walk")").seconds, 0.3);
  EXPECT_EQ(parsed<FadeOut>(R"("do":"fadeOut","clip":"Walk","seconds":2)").seconds, 2);
  EXPECT_EQ(parsed<StopFading>(R"("do":"stopFading","clip":"Run")").clip, kRun);
  EXPECT_EQ(parsed<Halt>(R"("do":"halt","clip":"Run")").seconds, 0.5);
  EXPECT_EQ(parsed<SetClipDuration>(R"("do":"duration","clip":"Run","value":-2)").seconds, -2);
  EXPECT_EQ(parsed<SyncClip>(R"("do":"syncWith","clip":"Run","with":"Walk")").with, kWalk);
  EXPECT_EQ(parsed<WarpClip>(R"("do":"warp","clip":"Run","from":2,"to":1,"seconds":3)").from, 2);
  const auto warp = parsed<WarpClip>(R"("do":"warp","clip":"Run","to":0.5)");
  EXPECT_FALSE(warp.from);
  EXPECT_EQ(warp.to, 0.5);
  EXPECT_EQ(warp.seconds, 0.5);
  EXPECT_EQ(parsed<StopWarping>(R"("do":"stopWarping","clip":"Run")").clip, kRun);
  EXPECT_EQ(parsed<CarryOver>(R"("do":"carryOver")").seconds, 0.2);
  EXPECT_EQ(parsed<CarryOver>(R"("do":"carryOver","seconds":0.5)").seconds, 0.5);
  EXPECT_EQ(parsed<FadeTo>(R"("do":"fadeTo","clip":"Run")").how.seconds, 0.4);
  EXPECT_EQ(parsed<FadeTo>(R"("do":"fadeTo","clip":"Run","mask":"joint 1")").how.maskJoint, 1);
  EXPECT_EQ(parsed<FadeTo>(R"("do":"fadeTo","clip":"Run","mask":null)").how.maskJoint, -1);
  const auto fadeTo =
      parsed<FadeTo>(R"("do":"fadeTo","clip":"Run","seconds":1,"set":false,"toPhase":0.5,"feather":3,"layers":"end",
                        "curve":"step")");
  EXPECT_EQ(fadeTo.how, (FadeChoice{.seconds = 1,
                                    .maskFeather = 3,
                                    .layers = MaskedLayers::End,
                                    .curve = fadeCurve(FadeCurvePreset::Step),
                                    .toPhase = 0.5}));
  EXPECT_EQ(parsed<FadeTo>(R"("do":"fadeTo","clip":"Run","entry":0.5)").how.toPhase, 0.5) << "in older files";
  EXPECT_FALSE(fadeTo.usesSet || fadeTo.secondsAreDefault);
  EXPECT_TRUE(parsed<FadeTo>(R"("do":"fadeTo","clip":"Run")").secondsAreDefault) << "0.4 unless the set says more";
  EXPECT_EQ(parsed<SetFadeCurve>(R"("do":"fadeCurve","curve":"easeIn")").curve, fadeCurve(FadeCurvePreset::EaseIn));
  EXPECT_EQ(
      parsed<SetFadeCurve>(R"("do":"fadeCurve","curve":{"keys":[{"time":0,"value":0},{"time":1,"value":1}]})").curve,
      fadeCurve(FadeCurvePreset::Smooth));
  EXPECT_TRUE(parsed<ClassicCrossFade>(R"("do":"classicCrossFade","from":"Walk","to":"Run","warp":true)").warp);
  EXPECT_EQ(parsed<SetSpeed>(R"("do":"speed","value":2)").factor, 2);
  EXPECT_DOUBLE_EQ(parsed<Step>(R"("do":"step")").seconds, 1.0 / 60);
  EXPECT_EQ(parsed<OrbitCamera>(R"("do":"orbit","yaw":1)").yaw, 1);
  EXPECT_EQ(parsed<DollyCamera>(R"("do":"dolly","factor":0.5)").factor, 0.5f);
  parsed<FrameCamera>(R"("do":"frame")");
  EXPECT_TRUE(parsed<SetViewOptions>(R"("do":"view","skeleton":true)").settings.skeleton);
  const ViewOptions seen =
      parsed<SetViewOptions>(R"("do":"view","bones":"lines","jointNames":true,"ghosts":3,"ghostSeconds":0.1)").settings;
  EXPECT_EQ(seen, (ViewOptions{.bones = BoneStyle::Lines, .jointNames = true, .ghosts = 3, .ghostSeconds = 0.1f}));
  EXPECT_EQ(parsed<SelectJoint>(R"("do":"select","joint":"joint 1")").joint, 1);
  EXPECT_EQ(parsed<SelectJoint>(R"("do":"select","joint":null)").joint, -1);
  EXPECT_FALSE(parsed<TraceJoint>(R"("do":"trace","joint":"joint 1","value":false)").on);
  const FadeSettings fade =
      parsed<SetFadeSettings>(R"("do":"crossFade","from":"Walk","to":"Run","seconds":2)").settings;
  EXPECT_EQ(fade, (FadeSettings{.from = kWalk, .to = kRun, .seconds = 2}));
}

TEST(Script, ReadsTheTransitionSet) {
  const auto cell = parsed<SetTransitionCell>(
      R"("do":"transition","from":"Walk","to":"Run","seconds":0.2,"kind":"linear","sync":"phase","mask":null,
         "feather":4,"curve":"easeIn","fromPhase":0.25,"toPhase":0.5)");
  EXPECT_EQ(cell.cells, (std::vector<CellIndex>{{kWalk, kRun}}));
  EXPECT_EQ(cell.settings, (FadeChoice{.seconds = 0.2,
                                       .kind = crossfade::TransitionKind::Linear,
                                       .sync = crossfade::Sync::Phase,
                                       .maskJoint = -1,
                                       .maskFeather = 4,
                                       .curve = fadeCurve(FadeCurvePreset::EaseIn),
                                       .fromPhase = 0.25,
                                       .toPhase = 0.5}));
  const auto row = parsed<SetTransitionCell>(R"("do":"transition","from":"Walk","mask":"joint 1")");
  EXPECT_EQ(row.cells, (std::vector<CellIndex>{{kWalk, -1}}));
  EXPECT_EQ(row.settings, (FadeChoice{.maskJoint = 1}));
  EXPECT_EQ(parsed<SetTransitionCell>(R"("do":"transition","to":"Run","seconds":0)").cells[0], (CellIndex{-1, kRun}));
  EXPECT_EQ(parsed<SetTransitionCell>(R"("do":"transition","seconds":0)").cells[0], CellIndex{});
  EXPECT_EQ(parsed<ClearTransitionCell>(R"("do":"clearTransition","to":"Run")").fields, kAllFields);
  EXPECT_EQ(parsed<ClearTransitionCell>(R"("do":"clearTransition","to":"Run","field":"toPhase")").fields,
            bitOf(&FadeChoice::toPhase));
  parsed<ClearTransitions>(R"("do":"clearTransitions")");
  EXPECT_EQ(refusal(R"({"at":0,"do":"transition","from":"Walk"})"), "command 0: sets nothing");
}

TEST(Script, FadesAsTheSetSays) {
  const Model model = test::character();
  const auto script = parseScript(
      R"({"commands":[{"at":0,"do":"play","clip":"Walk"},{"at":0,"do":"transition","to":"Run","seconds":0.2},
                      {"at":0.5,"do":"fadeTo","clip":"Run"},{"at":1.5,"do":"fadeTo","clip":"Walk"},
                      {"at":2.5,"do":"fadeTo","clip":"Run","set":false}]})",
      model);
  ASSERT_TRUE(script) << script.error().message;
  Session session{test::character()};
  FrameProfiler profiler;
  ScriptPlayer player(*script);
  for (const auto& [time, seconds] : {std::pair(0.5, 0.2), std::pair(1.5, 0.4), std::pair(2.5, 0.4)}) {
    ASSERT_TRUE(player.advanceTo(time, session, profiler));
    ASSERT_TRUE(session.runningFade());
    EXPECT_EQ(session.runningFade()->seconds, seconds) << time;
  }
}

TEST(Script, StartsTheFadeOfThePanelAsItOrTheSetSays) {
  const Model model = test::character();
  const auto script = parseScript(
      R"({"commands":[{"at":0,"do":"play","clip":"Walk"},{"at":0,"do":"transition","to":"Run","seconds":0.2},
                      {"at":0,"do":"fadeSettings","from":"Walk","to":"Run","seconds":0.6,"kind":"linear"},
                      {"at":0.5,"do":"fade"},{"at":1.5,"do":"fade","set":true},
                      {"at":2.5,"do":"fade","seconds":0.3,"kind":"dead"}]})",
      model);
  ASSERT_TRUE(script) << script.error().message;
  Session session{test::character()};
  FrameProfiler profiler;
  ScriptPlayer player(*script);
  using enum crossfade::TransitionKind;
  for (const auto& [time, seconds, kind] :
       {std::tuple(0.5, 0.6, Linear), std::tuple(1.5, 0.2, Linear), std::tuple(2.5, 0.3, DeadBlending)}) {
    ASSERT_TRUE(player.advanceTo(time, session, profiler));
    ASSERT_TRUE(session.runningFade());
    EXPECT_EQ(session.runningFade()->seconds, seconds) << time;
    EXPECT_EQ(session.runningFade()->kind, kind) << time;
  }
}

constexpr const char* kNoJson = "is not valid JSON, or nested too deeply";

TEST(Script, OfAnyDepthIsRefusedInASentence) {
  const std::string deep(1'000'000, '['), end(1'000'000, ']');
  for (const std::string& command :
       {R"({"do":"queue","clips":)" + deep + end + "}", R"({"do":"compare","kinds":[)" + deep + end + "]}",
        R"({"do":"retarget","file":"#0","joints":)" + deep + end + "}"})
    EXPECT_EQ(parseScript(R"({"commands":[)" + command + "]}", test::character()).error().message, kNoJson);
}

TEST(Script, SaysWhatIsWrongAndWhere) {
  const Model model = test::character();
  EXPECT_EQ(parseScript("{", model).error().message, kNoJson);
  EXPECT_EQ(parseScript("", model).error().message, kNoJson);
  EXPECT_EQ(parseScript("[]", model).error().message, "has no list \"commands\"");
  EXPECT_EQ(parseScript(R"({"commands":{}})", model).error().message, "has no list \"commands\"");
  EXPECT_EQ(refusal("7"), "command 0: is not an object: 7");
  EXPECT_EQ(refusal("[[]]"), "command 0: is not an object: a list or object");
  EXPECT_EQ(refusal(R"({"do":"play"})"), "command 0: \"at\" is missing");
  EXPECT_EQ(refusal(R"({"at":"0","do":"play"})"), "command 0: \"at\" is not a number: \"0\"");
  EXPECT_EQ(refusal(R"({"at":[0],"do":"play"})"), "command 0: \"at\" is not a number: a list or object");
  EXPECT_EQ(refusal(R"({"at":-1,"do":"pause"})"), "command 0: \"at\" is before the start: -1");
  EXPECT_EQ(refusal(R"({"at":0})"), "command 0: \"do\" is missing or not a text");
  EXPECT_EQ(refusal(R"({"at":0,"do":"dance"})"), "command 0: there is no command 'dance'");
  EXPECT_EQ(refusal(R"({"at":0,"do":"play"})"), "command 0: \"clip\" is missing or not a text");
  EXPECT_EQ(refusal(R"({"at":0,"do":"weight","clip":"Walk"})"), "command 0: \"value\" is missing");
  EXPECT_EQ(refusal(R"({"at":0,"do":"enable","clip":"Walk","value":1})"),
            "command 0: \"value\" is not true or false: 1");
  EXPECT_EQ(refusal(R"({"at":0,"do":"loop","clip":"Walk","mode":"twice"})"),
            "command 0: \"mode\" is not once, repeat or pingPong: \"twice\"");
  EXPECT_EQ(refusal(R"({"at":0,"do":"pause"},{"at":1,"do":"play","clip":"Rnu"})"),
            "command 1: there is no clip 'Rnu'; the clips are 'Walk', 'Character|Idle_01', 'Run', or #0 to #2");
  EXPECT_EQ(refusal(R"({"at":1e999,"do":"pause"})"), kNoJson) << "beyond any double";
}

TEST(Script, RefusesUnknownMembersOfACommand) {
  const auto script = parseScript(R"({"commands":[{"at":0,"do":"fadeTo","clip":"#0","second":2}]})", test::character());
  ASSERT_FALSE(script);
  EXPECT_EQ(script.error().message, "command 0: there is no member \"second\" in this command");
}

TEST(Script, RefusesIndicesOutOfRangeWithoutWrapping) {
  for (const char* index : {"3", "-1", "4294967296", "-4294967296", "18446744073709551615"})
    EXPECT_EQ(refusal(R"({"at":0,"do":"play","clip":)" + std::string(index) + "}"),
              "command 0: there is no clip " + std::string(index) + "; the model has 3");
}

TEST(Script, AcceptsTheDeepestAllowedNesting) {
  const auto nested = [](int depth) {
    const auto count = static_cast<std::size_t>(depth - 3);  // the document, its commands, the command
    return refusal(R"({"at":)" + std::string(count, '[') + std::string(count, ']') + R"(,"do":"play"})");
  };
  EXPECT_EQ(nested(kMaxJsonDepth), "command 0: \"at\" is not a number: a list or object");
  EXPECT_EQ(nested(kMaxJsonDepth + 1), kNoJson);
  EXPECT_EQ(nested(200'000), kNoJson);
}

TEST(DemoScript, ShowsEachMovingClipInTurn) {
  Model model = test::character();
  model.clips =
      crossfade::ClipSet({model.clips[0], crossfade::test::stillClip("a pose"), model.clips[1], model.clips[2]});
  const Script script = demoScript(model, 6, 0.4);
  ASSERT_EQ(script.size(), 5u);
  EXPECT_TRUE(script[0].command.is<StopAll>());
  EXPECT_EQ(script[1].command.as<PlayClip>()->clip, 0);
  int expected[] = {2, 3, 0};
  for (std::size_t i = 2; i < script.size(); ++i) {
    EXPECT_EQ(script[i].command.as<FadeTo>()->clip, expected[i - 2]);
    EXPECT_EQ(script[i].command.as<FadeTo>()->how.seconds, 0.4);
    EXPECT_LT(script[i].at, 6);
    EXPECT_GT(script[i].at, script[i - 1].at);
  }
  EXPECT_TRUE(demoScript(Model{}, 6, 0.4).empty());
  EXPECT_EQ(demoScript(test::modelWithClips({"only"}), 60, 0.4).size(), 2u) << "nothing to fade to";
}

TEST(ScriptPlayer, GivesTheSameResultAtAnyFrameRate) {
  const auto script = parseScript(
      R"({"commands":[{"at":0,"do":"play","clip":"Walk"},{"at":0.31,"do":"fadeTo","clip":"Run","seconds":0.6},
                      {"at":0.5,"do":"speed","value":0.5},{"at":0.77,"do":"fadeTo","clip":"Walk","seconds":0.25},
                      {"at":0.9,"do":"timeScale","clip":"Run","value":3}]})",
      test::character());
  ASSERT_TRUE(script);
  const auto played = [&](double frameLength) {
    auto session = std::make_unique<Session>(test::character());
    ScriptPlayer player(*script);
    FrameProfiler profiler;
    for (double time = 0; time < 1; time += frameLength) EXPECT_TRUE(player.advanceTo(time, *session, profiler));
    EXPECT_TRUE(player.advanceTo(1, *session, profiler));
    return session;
  };
  const auto whole = played(2);
  EXPECT_NEAR(whole->mixerTime(), 0.5 + 0.5 / 2, 1e-12);
  for (const double frameLength : {1.0 / 7, 1.0 / 60, 0.0013}) {
    const auto pieces = played(frameLength);
    for (int clip = 0; clip < 3; ++clip) {
      EXPECT_NEAR(pieces->action(clip).time, whole->action(clip).time, 1e-9);
      EXPECT_NEAR(pieces->action(clip).fadeValue(), whole->action(clip).fadeValue(), 1e-9);
    }
    EXPECT_NEAR(pieces->posed().worlds[0][3].x, whole->posed().worlds[0][3].x, 1e-6);
  }
}

TEST(ScriptPlayer, AppliesCommandsExactlyAtTheirTime) {
  Session session{test::character()};
  FrameProfiler profiler;
  ScriptPlayer player({{.at = 0.3, .command = FadeTo{kRun, {.seconds = 1}}}});
  ASSERT_TRUE(player.advanceTo(0.2, session, profiler));
  EXPECT_FALSE(session.runningFade());
  ASSERT_TRUE(player.advanceTo(0.8, session, profiler));
  EXPECT_DOUBLE_EQ(session.runningFade()->begin, 0.3);
  EXPECT_NEAR(session.action(kRun).getEffectiveWeight(), 0.5, 1e-12);
}

TEST(ScriptPlayer, DoesNotGoBack) {
  Session session{test::character()};
  FrameProfiler profiler;
  ScriptPlayer player({{.at = 0.5, .command = PlayClip{kRun}}});
  ASSERT_TRUE(player.advanceTo(1, session, profiler));
  ASSERT_TRUE(player.advanceTo(0.2, session, profiler));
  ASSERT_TRUE(player.advanceTo(NAN, session, profiler));
  EXPECT_DOUBLE_EQ(session.mixerTime(), 1);
}

TEST(ScriptPlayer, StopsAtARefusedCommandAndSaysWhen) {
  Session session{test::character()};
  FrameProfiler profiler;
  ScriptPlayer player({{.at = 0.25, .command = SetClip{kWalk, &ClipSettings::weight, -1}}});
  const auto advanced = player.advanceTo(1, session, profiler);
  ASSERT_FALSE(advanced);
  EXPECT_EQ(advanced.error().message, "at 0.25 s: weight -1 is not between 0 and 100");
}

}  // namespace
}  // namespace app
