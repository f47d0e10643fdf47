#include "app/format/project_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/session/document.h"
#include "app/session/timing/timing_scene.h"
#include "tests/support/random_commands.h"

namespace app {
namespace {

using OrderedJson = nlohmann::ordered_json;
using Problems = std::vector<std::string>;

const ProjectFiles kFiles{.model = "models/robot.glb", .hash = 0x0123456789abcdef, .clips = {{.path = "dance.bvh"}}};

void doAll(Session& session, const Commands& commands) {
  for (const Command& command : commands) {
    const auto done = session.apply(command);
    ASSERT_TRUE(done) << done.error().message;
  }
}

/// A session in which nothing is as usual.
void change(Session& session) {
  doAll(session,
        {SetComparison{{{.kind = crossfade::TransitionKind::Linear}, {.seconds = 0.1}}, true},
         SetClip{0, &ClipSettings::weight, 0.5},
         SetClip{3, &ClipSettings::loop, crossfade::Loop::PingPong},
         SetClip{2, &ClipSettings::timeScale, -1.5},
         SetClip{1, &ClipSettings::enabled, false},
         SetMarkers{0, {{"left", 0.125}, {"right", 0.5}}},
         SetFadeSettings{{.from = 0,
                          .to = 3,
                          .seconds = 1.25,
                          .warp = true,
                          .kind = crossfade::TransitionKind::Curve,
                          .sync = crossfade::Sync::Markers,
                          .maskJoint = 1,
                          .maskFeather = 3}},
         SetFadeCurve{fadeCurve(FadeCurvePreset::Step)},
         SetPair{{.fromPhase = 0.25, .toPhase = 0.5, .leadIn = 0.3, .leadOut = 1.5, .thereAndBack = true}},
         SetQueue{
             {{.fade = {.clip = 1}, .plays = 1.5},
              {.fade = {.clip = 3, .how = {.seconds = 0.2, .kind = crossfade::TransitionKind::Frozen, .toPhase = 0.5}},
               .plays = 3,
               .inLoops = true},
              {.fade = {.clip = 2, .how = {.sync = crossfade::Sync::Phase, .maskJoint = 1}}}},
             true},
         SetTransitionCell{.cells = {{0, 2}, {3, -1}},
                           .settings = {.seconds = 0.15,
                                        .kind = crossfade::TransitionKind::Frozen,
                                        .sync = crossfade::Sync::Phase,
                                        .maskJoint = -1,
                                        .maskFeather = 4,
                                        .curve = fadeCurve(FadeCurvePreset::EaseIn),
                                        .fromPhase = 0.25,
                                        .toPhase = 0.75}},
         SetTransitionCell{.cells = {{-1, 1}, {}}, .settings = {.maskJoint = 1, .maskFeather = 0}},
         SetMask{"Arms", {0.25f, 1}},
         AddLayer{{.clip = 2,
                   .mode = LayerMode::Additive,
                   .mask = namedMask("Arms"),
                   .weight = 0.75,
                   .speed = -1.5,
                   .phase = 0.25,
                   .solo = true,
                   .referenceClip = 1,
                   .referenceTime = 0.5}},
         SetBaseLayer{false, true},
         SetClip{1, &ClipSettings::favorite, true},
         SetClip{3, &ClipSettings::repetitions, 2.5},
         SetClip{3, &ClipSettings::clamp, true},
         HoldMorph{1, 0.1},
         TraceJoint{1, true},
         TraceJoint{0, true},
         SetViewOptions{
             {.skeleton = true, .ghosts = 2, .ghostSeconds = 0.1f, .mode = ViewMode::Normals, .exposure = 1.5f}},
         SetSpeed{0.5},
         SetClock{crossfade::ClockKind::FixedStep, 62.5},
         TimingCommand{SetDisplay{2, {75, 0.2, true}}},
         TimingCommand{SetTiming{&TimingSettings::seed, 18446744073709551615u}},
         CrowdCommand{SetCrowd{&CrowdSettings::characters, 30}},
         SetCurves{&CurvesSettings::keys, std::vector<PlotKey>{{-1, 2, 0.5}, {3, 0.25, -4}}},
         SetCurves{&CurvesSettings::picture, CurvesPicture::Polynomial},
         curves::ShowLine{PlotLine::Smooth, false},
         SetCurves{&CurvesSettings::handle, 0.25},
         SetCurves{&CurvesSettings::curve, fadeCurve(FadeCurvePreset::EaseIn)},
         OrbitCamera{1, 0.2f},
         ShowScene{SceneKind::Crowd},
         DollyCamera{0.7f},
         shapes::AddKey{ShapePreset::Horse},
         shapes::AddPoint{{1.5, -2}},
         SetShapes{&ShapeSettings::fps, 12},
         SetRecordingOptions{{.path = "out/a.webm", .width = 640, .seconds = 2}},
         StopAll{},
         PlayClip{2},
         ShowScene{SceneKind::Timing}});
}

TEST(ProjectJson, KeepsAnyNumberOfDisplays) {
  for (const int count : {1, 3, 6, kMaxDisplays}) {
    Session first(test::modelForMonkeys()), second(test::modelForMonkeys());
    std::vector<TimingRowSettings> rows(static_cast<std::size_t>(count));
    for (TimingRowSettings& row : rows) row.display.framesPerSecond = 20 + count;
    rows.back().shown = false;
    ASSERT_TRUE(first.apply(TimingCommand{SetTiming{&TimingSettings::rows, rows}}));
    EXPECT_EQ(openProject(projectText(first, kFiles), second), Problems{}) << count;
    EXPECT_EQ(second.timing().settings().rows, rows) << count;
  }
}

TEST(ProjectJson, SavedLoadedAndSavedAgainIsTheSameText) {
  Session first(test::modelForMonkeys());
  change(first);
  const std::string text = projectText(first, kFiles);
  Session second(test::modelForMonkeys());
  EXPECT_EQ(openProject(text, second), Problems{});
  EXPECT_EQ(second.document(), first.document());
  EXPECT_EQ(second.scene(), SceneKind::Timing);
  EXPECT_EQ(second.camera(), first.camera());
  EXPECT_EQ(second.cameraOf(SceneKind::Crowd), first.cameraOf(SceneKind::Crowd));
  EXPECT_EQ(second.fadeSettings(), first.fadeSettings());
  EXPECT_EQ(second.recordingOptions(), first.recordingOptions());
  EXPECT_EQ(second.dominantClip(), 2);
  EXPECT_EQ(projectText(second, kFiles), text);
}

TEST(ProjectJson, NamesTheFilesOfTheModel) {
  Session session(test::modelForMonkeys());
  const auto files = projectFilesOf(projectText(session, kFiles));
  ASSERT_TRUE(files);
  EXPECT_EQ(files->model, kFiles.model);
  EXPECT_EQ(files->hash, kFiles.hash);
  ASSERT_EQ(files->clips.size(), 1u);
  EXPECT_EQ(files->clips[0].path, kFiles.clips[0].path);
  EXPECT_EQ(projectFilesOf(projectText(session, {}))->model, "");
  EXPECT_EQ(projectFilesOf(R"({"shapes":[]})").error().message, "is no Crossfade project");
  EXPECT_EQ(projectFilesOf("glTF").error().message, "is no Crossfade project; line 1: this is not JSON");
}

TEST(ProjectJson, RoundTripsRandomSessions) {
  for (unsigned int seed = 0; seed < 20; ++seed) {
    test::RandomCommands random(seed);
    Session first(test::modelForMonkeys());
    for (int i = 0; i < 200; ++i) (void)first.apply(random.next(first));
    const std::string text = projectText(first, kFiles);
    Session second(test::modelForMonkeys());
    ASSERT_EQ(openProject(text, second), Problems{}) << "seed " << seed;
    ASSERT_EQ(projectText(second, kFiles), text) << "seed " << seed;
  }
}

TEST(ProjectJson, PlaysTheSamePosesFromEither) {
  Session saved(test::modelForMonkeys());
  change(saved);
  const std::string text = projectText(saved, kFiles);
  Session once(test::modelForMonkeys()), twice(test::modelForMonkeys());
  ASSERT_EQ(openProject(text, once), Problems{});
  ASSERT_EQ(openProject(projectText(once, kFiles), twice), Problems{});
  FrameProfiler profiler;
  for (Session* each : {&saved, &once, &twice})  // the saved one starts its clip again
    doAll(*each, {ShowScene{SceneKind::Character}, StopAll{}, PlayClip{2}, SetClipTime{2, 0}, FadeTo{0}});
  for (int frame = 0; frame < 60; ++frame) {
    for (Session* each : {&saved, &once, &twice}) each->advance(1.0 / 60, profiler);
    for (std::size_t joint = 0; joint < saved.pose().locals.size(); ++joint) {
      ASSERT_EQ(once.pose().locals[joint].translation, saved.pose().locals[joint].translation) << frame;
      ASSERT_EQ(twice.pose().locals[joint].translation, saved.pose().locals[joint].translation) << frame;
    }
    ASSERT_EQ(once.pose().morphWeights, saved.pose().morphWeights);
  }
}

TEST(ProjectJson, FindsClipsByNameAndTheIndexChoosesAmongEqualOnes) {
  Session first(test::modelForMonkeys());
  doAll(first,
        {SetClip{0, &ClipSettings::weight, 0.25}, SetClip{3, &ClipSettings::weight, 0.75}});  // both are called Walk
  const std::string text = projectText(first, {});
  Session same(test::modelForMonkeys());
  EXPECT_EQ(openProject(text, same), Problems{});
  EXPECT_EQ(same.action(0).weight, 0.25);
  EXPECT_EQ(same.action(3).weight, 0.75);
  Session other(test::modelWithClips({"Jump", "Walk"}));
  const Problems problems = openProject(text, other);
  EXPECT_EQ(other.action(1).weight, 0.75);
  EXPECT_EQ(other.action(0).weight, 1);
  EXPECT_EQ(problems, Problems{"/playing: the model has no clip 'Idle'"});
}

TEST(ProjectJson, FindsHeldMorphWeightsByName) {
  const auto face = [](const std::vector<std::string>& targets) {
    Model model = test::modelWithClips({"Idle"});
    Mesh mesh;
    mesh.morphTargetNames = targets;
    model.meshes = {mesh};
    model.instances = {{.node = 1, .mesh = 0, .morphOffset = 0, .morphCount = static_cast<int>(targets.size())}};
    model.restMorphWeights.assign(targets.size(), 0);
    return model;
  };
  Session first(face({"smile", "blink"}));
  doAll(first, {HoldMorph{0, 0.25}, HoldMorph{1, 0.75}});
  Session other(face({"new", "smile"}));
  const std::string gone = first.model().skeleton.name(1) + "/blink";
  EXPECT_EQ(openProject(projectText(first, {}), other),
            Problems{"/morphs/1: the model has no morph weight '" + gone + "'"});
  EXPECT_EQ(other.heldMorph(0), std::nullopt);
  EXPECT_EQ(other.heldMorph(1), 0.25f);
  Session old(face({"smile", "blink"}));
  EXPECT_EQ(openProject(R"({"crossfade": 1, "morphs": [{"index": 1, "weight": 0.5}, {"index": 2, "weight": 1}]})", old),
            Problems{"/morphs/1: the model has no morph weight 2"});
  EXPECT_EQ(old.heldMorph(1), 0.5f);
}

TEST(ProjectJson, LeavesOutWhatIsWrongAndSaysWhere) {
  Session session(test::modelForMonkeys());
  const Problems problems = openProject(R"({"crossfade": 1, "speed": "fast",
    "fade": {"seconds": -3, "kind": "linear", "feather": 1.5, "layers": "some", "mask": {"name": "tail", "index": 7}},
    "clips": [{"name": "Run", "weight": 2, "loop": "twice"}, {"name": "Fly"}, 5],
    "pair": {"fromPhase": 2, "toPhase": null, "leadIn": "long", "leadOut": 3},
    "queue": {"clips": [{"name": "Run", "plays": -1}, {"name": "Fly"}, {"name": "Run", "rounds": 2}], "loop": true},
    "comparison": {"variants": [{"kind": "soft"}]},
    "view": {"skeleton": true, "ghosts": 99}, "camera": {"distance": 0, "yaw": 0.5, "target": [1, 2, "up"]},
    "transitions": [{"from": {"name": "Fly"}, "seconds": 1}, {"to": {"name": "Run"}, "seconds": -1, "sync": "phase",
                    "mask": {"name": "tail"}, "curve": 5, "speed": 2}, 7],
    "shapes": {"shapes": [{"points": [[0, "a"]]}]}, "paths": [null], "scene": "moon"})",
                                        session);
  EXPECT_EQ(problems,
            (Problems{"/speed: is not a number: \"fast\"",
                      "/clips/0/loop: is not once, repeat or pingPong: \"twice\"",
                      "/clips/1: the model has no clip 'Fly'",
                      "/clips/2: is not an object with a \"name\": 5",
                      "/comparison/variants/0/kind: is not classic, linear, curve, frozen, inertial or dead: \"soft\"",
                      "/comparison/variants: a comparison has 2 to 6 variants, not 1",
                      "/fade/seconds: fade length -3 is not between 0 and 3600",
                      "/fade/mask: the model has no joint 'tail'",
                      "/fade/feather: is not a whole number: 1.5",
                      "/fade/layers: is not keep or end: \"some\"",
                      "/pair/fromPhase: phase of From 2 is not between 0 and 1",
                      "/pair/leadIn: is not a number: \"long\"",
                      "/queue/clips/0: seconds -1 is not between 0 and 3600",
                      "/queue/clips/1: the model has no clip 'Fly'",
                      "/transitions/0/from: the model has no clip 'Fly'",
                      "/transitions/1/seconds: fade length -1 is not between 0 and 3600",
                      "/transitions/1/mask: the model has no joint 'tail'",
                      "/transitions/1/curve: a curve is an object with a list \"keys\", not 5",
                      "/transitions/1/speed: is unknown to this version",
                      "/transitions/2: is not an object: 7",
                      "/paths/0: there is no joint -1; the model has 2",
                      "/view/ghosts: onion skins 99 is not between 0 and 4",
                      "/shapes: shape 0: point 0 is not [x, y]: a list or object",
                      "/camera/target/2: is not one of three numbers",
                      "/camera/distance: a camera with a number that is not finite or a distance that is not above 0",
                      "/scene: is not character, shapes, timing, crowd or curves: \"moon\""}));
  EXPECT_EQ(session.fadeSettings().kind, crossfade::TransitionKind::Linear) << "the rest is opened";
  EXPECT_EQ(session.action(2).weight, 2);
  EXPECT_EQ(session.character().program().pair().leadOut, 3);
  ASSERT_EQ(session.character().program().queue().items.size(), 1u);
  EXPECT_TRUE(session.character().program().queue().items[0].inLoops) << "as older files say it";
  EXPECT_TRUE(session.character().program().queue().loops);
  EXPECT_EQ(session.character().transitions().size(), 1u);
  EXPECT_EQ(session.character().transitions().at(pairOf({-1, 2}))->sync, crossfade::Sync::Phase);
  EXPECT_TRUE(session.view().skeleton);
  EXPECT_EQ(session.camera().yaw, 0.5f);
  EXPECT_EQ(session.camera().target.y, 2);
}

TEST(ProjectJson, OpensWhatComesBeforeADamage) {
  Session first(test::modelForMonkeys());
  change(first);
  const std::string text = projectText(first, kFiles);
  Session second(test::modelForMonkeys());
  const Problems problems = openProject(text.substr(0, text.find("\"view\"")), second);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].find("after /paths: the file ends too early"), std::string::npos) << problems[0];
  EXPECT_EQ(second.fadeSettings(), first.fadeSettings());
  EXPECT_FALSE(second.view().skeleton);
}

TEST(ProjectJson, KeepsAndReportsWhatANewerVersionAdded) {
  Session session(test::modelForMonkeys());
  OrderedJson newer = OrderedJson::parse(projectText(session, kFiles));
  newer["crossfade"] = 2;
  newer["rigs"] = {{"name", "arms"}};
  newer["fade"]["overshoot"] = 0.25;
  const std::string text = newer.dump();
  EXPECT_EQ(openProject(text, session),
            (Problems{"/crossfade: the file is of the newer version 2", "/fade/overshoot: is unknown to this version",
                      "/rigs: is unknown to this version"}));
  const OrderedJson saved = OrderedJson::parse(projectText(session, kFiles, text));
  EXPECT_EQ(saved["rigs"], newer["rigs"]);
  EXPECT_EQ(saved["fade"]["overshoot"], 0.25);
  EXPECT_EQ(saved["crossfade"], 1);
}

// What a disk, a merge tool or an editor may do to a file.
std::string mutated(std::string text, test::RandomCommands& random) {
  const char* const kTokens[] = {"null", "-1", "1e999", "{}", "[", "]", "\"", ",", "true", "99999999999999999999",
                                 "\\u"};
  for (int edits = random.whole(1, 4); edits > 0 && !text.empty(); --edits) {
    const auto at = static_cast<std::size_t>(random.whole(0, static_cast<int>(text.size()) - 1));
    switch (random.whole(0, 4)) {
      case 0:
        text[at] = static_cast<char>(random.whole(0, 255));
        break;
      case 1:
        text.erase(at, static_cast<std::size_t>(random.whole(1, 30)));
        break;
      case 2:
        text.insert(at, kTokens[random.whole(0, 10)]);
        break;
      case 3:
        text.insert(at, text.substr(static_cast<std::size_t>(random.whole(0, static_cast<int>(text.size()) - 1)), 40));
        break;
      default: {  // another value
        const std::size_t colon = text.find(':', at);
        const std::size_t end = text.find_first_of(",}\n", colon);
        if (end != std::string::npos) text.replace(colon + 1, end - colon - 1, kTokens[random.whole(0, 10)]);
      }
    }
  }
  return text;
}

TEST(ProjectJson, NoMutantCrashesAndEachLeavesASessionThatCanBeSaved) {
  constexpr int kMutants = 2000;
  Session first(test::modelForMonkeys());
  change(first);
  const std::string text = projectText(first, kFiles);
  test::RandomCommands random(3);
  FrameProfiler profiler;
  int opened = 0;
  for (int i = 0; i < kMutants; ++i) {
    const std::string mutant = mutated(text, random);
    const auto files = projectFilesOf(mutant);
    if (!files) {
      ASSERT_NE(files.error().message, "");
      continue;
    }
    ++opened;
    Session session(test::modelForMonkeys());
    for (const std::string& problem : openProject(mutant, session)) ASSERT_FALSE(problem.empty());
    session.advance(0.02, profiler);
    const std::string saved = projectText(session, *files);
    Session again(test::modelForMonkeys());
    ASSERT_EQ(openProject(saved, again), Problems{}) << mutant;
    ASSERT_EQ(projectText(again, *files), saved);
  }
  EXPECT_GT(opened, kMutants / 2);
}

}  // namespace
}  // namespace app
