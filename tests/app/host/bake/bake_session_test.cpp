#include "app/host/bake/bake_session.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <nlohmann/json.hpp>

#include "app/export/glb_clips.h"
#include "app/format/model_words.h"
#include "app/host/files/model_file.h"
#include "app/import/import_model.h"
#include "app/view/model_matrices.h"
#include "crossfade/clip/interpolant.h"
#include "crossfade/pose/clip_pose.h"
#include "crossfade/pose/pose_sampler.h"
#include "tests/support/gltf_builder.h"

namespace app {
namespace {

using crossfade::Channel;
using crossfade::Pose;
using crossfade::TransitionKind;

constexpr double kFrame = 1.0 / 60;

const Model& bundledModel() {
  static const Model model = *loadModel("");
  return model;
}
int clipNamed(const char* name) { return *findClip(bundledModel(), name); }

/// The clip, written into a copy of the bundled character and read from there.
Model writtenAndReadAgain(const BakedClip& baked) {
  ImportReport report;
  const auto document = *readModelFile("");
  const auto file = glbWithClips(document, {}, bundledModel().skeleton, std::array{&baked.clip}, report,
                                 {.keepsOwnClips = false, .clipExtras = std::span(&baked.extras, 1)});
  EXPECT_TRUE(file) << file.error().message;
  auto model = importModel("new.glb", std::as_bytes(std::span(*file)));
  EXPECT_TRUE(model) << model.error().message;
  return std::move(*model);
}

/// What a session shows at times of a script, which ascend.
std::vector<Pose> shownAt(const Model& model, const Script& script, const std::vector<double>& times) {
  Session session(model);
  ScriptPlayer player(fromNothing(script));
  FrameProfiler unused;
  std::vector<Pose> poses;
  for (const double time : times) {
    EXPECT_TRUE(player.advanceTo(time, session, unused));
    poses.push_back(session.pose());
  }
  return poses;
}

Pose poseOf(const Model& model, const crossfade::AnimationClip& clip, double time) {
  crossfade::PoseSampler sampler(channelLayoutOf(model), restPoseOf(model));
  sampler.bind(0, clip);
  const crossfade::BlendEntry entry{.slot = 0, .clip = &clip, .time = time, .weight = 1};
  sampler.sampleInOrder(std::span(&entry, 1));
  Pose pose = restPoseOf(model);
  sampler.writePose(pose);
  return pose;
}

/// How far a baked clip is from what a session of `model` shows of the script, over random times and `more`.
double worstDifference(const Model& model, const crossfade::AnimationClip& clip, const Script& script, double begin,
                       std::vector<double> more = {}) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> within(begin, begin + clip.duration());
  std::vector<double> times = std::move(more);
  for (int i = 0; i < 300; ++i) times.push_back(within(random));
  std::ranges::sort(times);
  const std::vector<Pose> shown = shownAt(model, script, times);
  const PoseDistance distance(model);
  double worst = 0;
  for (std::size_t i = 0; i < times.size(); ++i)
    worst = std::max(worst, distance.between(poseOf(model, clip, times[i] - begin), shown[i]));
  return worst;
}

Script walkToRun() {
  return {{.at = 0, .command = PlayClip{clipNamed("Walk")}},
          {.at = 0.51,
           .command = FadeTo{.clip = clipNamed("Run"), .how = {.seconds = 0.4, .kind = TransitionKind::Inertial}}},
          {.at = 0.7,
           .command = FadeTo{.clip = clipNamed("Dance"), .how = {.seconds = 0.3, .kind = TransitionKind::Frozen}}}};
}

TEST(BakeSession, ReadAgainShowsWhatWasSeen) {
  Session session(bundledModel());
  for (const double error : {0.0005, 0.01}) {
    const auto baked = bakeScript(session, walkToRun(), {.error = error});
    ASSERT_TRUE(baked) << baked.error().message;
    EXPECT_NEAR(baked->clip.duration(), 1, kFrame * 1.01) << "until the last fade is over";
    EXPECT_GE(baked->poses, static_cast<int>(baked->clip.duration() / kFrame));
    const double worst = worstDifference(bundledModel(), writtenAndReadAgain(*baked).clips[0], walkToRun(), 0);
    EXPECT_LT(worst, error);
    EXPECT_GT(worst, error / 20) << "keys were left out";
  }
}

TEST(BakeSession, HasAPoseAtExactlyTheEnd) {
  Session session(bundledModel());
  const auto baked = bakeScript(session, walkToRun(), {.start = 0.5, .seconds = 0.305});
  ASSERT_TRUE(baked);
  EXPECT_FLOAT_EQ(static_cast<float>(baked->clip.duration()), 0.305f);
  EXPECT_GE(baked->poses, 20);
  EXPECT_LT(worstDifference(bundledModel(), writtenAndReadAgain(*baked).clips[0], walkToRun(), 0.5), kDefaultBakeError);
}

TEST(BakeSession, KeepsTheEventsThatWerePassed) {
  Model model = bundledModel();
  const int walk = clipNamed("Walk");
  const crossfade::ClipId id = model.clips.ids()[static_cast<std::size_t>(walk)];
  const double duration = model.clips[id].duration();
  model.clipEvents.set(id,
                       *crossfade::ClipEvents::make({{.name = "step", .time = 0.25, .value = 0.5},
                                                     {.name = "trail", .time = 0.6 * duration, .end = 0.9 * duration}},
                                                    duration));
  Session session(model);
  const double start = 0.1, seconds = 1.4 * duration, speed = 2;
  const Script script{{.at = 0, .command = SetSpeed{1}},
                      {.at = 0, .command = SetClip{walk, &ClipSettings::timeScale, speed}},
                      {.at = 0, .command = PlayClip{walk}}};
  const auto baked = bakeScript(session, script, {.start = start, .seconds = seconds});
  ASSERT_TRUE(baked) << baked.error().message;
  const Model again = writtenAndReadAgain(*baked);
  const crossfade::ClipEvents* const events = again.clipEvents.find(again.clips.ids()[0]);
  ASSERT_TRUE(events);

  std::vector<crossfade::ClipEvent> expected;
  for (int loop = 0; loop < 4; ++loop) {
    const double begin = loop * duration / speed - start;
    const auto add = [&](crossfade::ClipEvent event) {
      event.time = std::max(0.0, begin + event.time / speed);
      if (event.end) event.end = std::min(seconds, begin + *event.end / speed);
      if (event.end.value_or(event.time) > 0 && event.time < seconds) expected.push_back(event);
    };
    add({.name = "step", .time = 0.25, .value = 0.5});
    add({.name = "trail", .time = 0.6 * duration, .end = 0.9 * duration});
  }
  ASSERT_GE(expected.size(), 5u);
  ASSERT_EQ(events->events().size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const crossfade::ClipEvent& event = events->events()[i];
    EXPECT_EQ(event.name, expected[i].name);
    EXPECT_NEAR(event.time, expected[i].time, 1e-6) << i;
    EXPECT_EQ(event.value, expected[i].value);
    EXPECT_EQ(event.end.has_value(), expected[i].end.has_value());
    EXPECT_NEAR(event.end.value_or(0), expected[i].end.value_or(0), 1e-6) << i;
  }
}

TEST(BakeSession, SaysWhenAScriptHasNoEnd) {
  Session session(bundledModel());
  const auto endless = bakeScript(session, {{.at = 0, .command = PlayClip{0}}}, {});
  ASSERT_FALSE(endless);
  EXPECT_EQ(endless.error().message, "has no end of its own; --seconds says how much is baked");
  const auto wrong = bakeScript(session, {{.at = 0, .command = PlayClip{999}}}, {});
  EXPECT_FALSE(wrong);
}

double timeIn(const nlohmann::json& extras, const char* which) {
  return extras.at("crossfade").at(which).get<double>();
}

TEST(BakeSession, OfATransitionGoesFromOneClipToTheOther) {
  Session session(bundledModel());
  const int walk = clipNamed("Walk"), run = clipNamed("Run");
  const FadeChoice settings{.seconds = 0.3, .kind = TransitionKind::Inertial, .fromPhase = 0.25, .toPhase = 0.5};
  ASSERT_TRUE(session.apply(SetTransitionCell{.cells = {{walk, run}}, .settings = settings}));
  const auto baked = bakeTransition(session, walk, run, {});
  ASSERT_TRUE(baked) << baked.error().message;
  EXPECT_EQ(baked->clip.name(), "Walk to Run");
  EXPECT_FLOAT_EQ(static_cast<float>(baked->clip.duration()), 0.3f);
  const auto extras = nlohmann::json::parse(baked->extras);
  const auto& clips = bundledModel().clips;
  EXPECT_NEAR(timeIn(extras, "fromTime"), 0.25 * clips[static_cast<std::size_t>(walk)].duration(), 1e-6);
  EXPECT_NEAR(timeIn(extras, "toTime"), 0.5 * clips[static_cast<std::size_t>(run)].duration() + 0.3, 1e-6);
  EXPECT_EQ(extras["crossfade"]["kind"], "inertial");
  const Model again = writtenAndReadAgain(*baked);
  crossfade::ClipPose transition(again.skeleton, again.clips[0]);
  const auto expectSame = [&](double time, int clip, double clipTime) {
    crossfade::ClipPose pose(bundledModel().skeleton, clips[static_cast<std::size_t>(clip)]);
    transition.moveTo(time);
    pose.moveTo(clipTime);
    for (int joint = 0; joint < bundledModel().skeleton.jointCount(); ++joint)
      EXPECT_LT(glm::length(transition.local(joint).rotation - pose.local(joint).rotation), 2e-4)
          << bundledModel().skeleton.name(joint) << " at " << time;
  };
  expectSame(0, walk, timeIn(extras, "fromTime"));
  expectSame(0.3, run, timeIn(extras, "toTime"));
  const auto longer = bakeTransition(session, walk, run, {.leadIn = 1.2, .leadOut = 0.5});
  ASSERT_TRUE(longer);
  EXPECT_NEAR(longer->clip.duration(), 1.2 + 0.3 + 0.5, 1e-6);
}

TEST(BakeSession, SaysThatACutHasNoLength) {
  Session session(bundledModel());
  ASSERT_TRUE(session.apply(SetTransitionCell{.cells = {{0, 1}}, .settings = {.seconds = 0}}));
  const auto baked = bakeTransition(session, 0, 1, {});
  ASSERT_FALSE(baked);
  EXPECT_NE(baked.error().message.find("takes no time"), std::string::npos) << baked.error().message;
}

std::vector<float> valueOf(const crossfade::KeyframeTrack& track, bool last) {
  const auto size = static_cast<std::size_t>(track.valueSize());
  const auto value = last ? track.values().last(size) : track.values().first(size);
  return {value.begin(), value.end()};
}

TEST(BakeSession, OfAQueueLoopsWithoutASeam) {
  Session session(bundledModel());
  const auto item = [](const char* clip) { return SequenceItem{.fade = {.clip = clipNamed(clip)}, .plays = 1.3}; };
  for (const crossfade::Sync sync : {crossfade::Sync::None, crossfade::Sync::Phase}) {
    FadeSettings settings = session.fadeSettings();
    settings.sync = sync;
    ASSERT_TRUE(session.apply(SetFadeSettings{settings}));
    const auto loop = bakeQueue(session, {item("Walk"), item("Run")}, {.loops = true});
    ASSERT_TRUE(loop) << loop.error().message;
    ASSERT_TRUE(loop->gap);
    EXPECT_LT(loop->gap->rotation, 0.002);
    EXPECT_LT(loop->gap->translation, 0.002);
    for (const crossfade::KeyframeTrack& track : loop->clip.tracks())
      EXPECT_EQ(valueOf(track, false), valueOf(track, true)) << track.target().node;
  }
  const auto once = bakeQueue(session, {item("Walk"), item("Run")}, {});
  ASSERT_TRUE(once);
  EXPECT_NEAR(once->clip.duration(), 2.6, 0.02);
}

TEST(BakeSession, KeepsTheCharactersTravel) {
  Session session(bundledModel());
  const int walk = clipNamed("Walk");
  const Script script{{.at = 0, .command = SetTravel{TravelMode::Travel}}, {.at = 0, .command = PlayClip{walk}}};
  const auto baked = bakeScript(session, script, {.seconds = 3});
  ASSERT_TRUE(baked);
  const auto way = session.character().player().travel().at.translation;
  EXPECT_GT(glm::length(way), 2) << "it walks at 1.4 m/s";
  const Model again = writtenAndReadAgain(*baked);
  crossfade::ClipPose pose(again.skeleton, again.clips[0]);
  const int hips = findJoint(bundledModel(), "Hips");
  ASSERT_GE(hips, 0);
  const glm::dvec3 begin = pose.position(hips);
  pose.moveTo(3);
  const glm::dvec3 end = pose.position(hips);
  EXPECT_NEAR(end.z - begin.z, way.z, 0.1) << "but for the sway of the hips";
  EXPECT_NEAR(end.x - begin.x, way.x, 0.1);
}

/// A node whose scale, position and morph weight step at odd times, and one that moves steadily, but does not end where
/// it begins.
Model blinking() {
  test::GltfBuilder gltf;
  const int bump = gltf.add(std::vector<float>{0, 0, 1, 0, 0, 0, 0, 0, 0}, "VEC3");
  const int mesh = gltf.addTriangle();
  gltf.json["meshes"][0]["primitives"][0]["targets"] = {{{"POSITION", bump}}};
  const int blink = gltf.addNode({{"name", "Blink"}, {"mesh", mesh}});
  const int slide = gltf.addNode({{"name", "Slide"}, {"mesh", gltf.addTriangle()}});
  const std::vector<float> times{0, 0.237f, 0.4431f, 0.7f}, flip{0, 1, 0, 0};
  std::vector<float> scales, positions;
  for (const float value : flip) {
    scales.insert(scales.end(), {1 + value, 1, 1});
    positions.insert(positions.end(), {0, value, 0});
  }
  gltf.addClip(blink, "scale", times, gltf.add(scales, "VEC3"), "STEP");
  gltf.addClip(blink, "translation", times, gltf.add(positions, "VEC3"), "STEP");
  gltf.addClip(blink, "weights", times, gltf.add(flip, "SCALAR"), "STEP");
  gltf.addClip(slide, "translation", {0, 0.7f}, gltf.add(std::vector<float>{0, 0, 0, 0, 0.5f, 0}, "VEC3"));
  auto& clips = gltf.json["animations"];
  for (std::size_t i = 1; i < 4; ++i) {
    nlohmann::json channel = clips[i]["channels"][0];
    channel["sampler"] = i;
    clips[0]["samplers"].push_back(clips[i]["samplers"][0]);
    clips[0]["channels"].push_back(channel);
  }
  clips.erase(clips.begin() + 1, clips.end());
  const std::string file = gltf.glb();
  return *importModel("blinking.glb", std::as_bytes(std::span(file)));
}

const crossfade::KeyframeTrack& trackOf(const crossfade::AnimationClip& clip, crossfade::TrackTarget target) {
  return *std::ranges::find(clip.tracks(), target, &crossfade::KeyframeTrack::target);
}

TEST(BakeSession, KeepsStepsAsSteps) {
  const Model model = blinking();
  Session session(model);
  const Script script{{.at = 0, .command = PlayClip{0}}};
  for (const double error : {0.0005, 0.0}) {
    const auto baked = bakeScript(session, script, {.error = error, .seconds = 0.6});
    ASSERT_TRUE(baked) << baked.error().message;
    for (const Channel channel : {Channel::Scale, Channel::Translation, Channel::Weights}) {
      const crossfade::KeyframeTrack& track = trackOf(baked->clip, {0, channel});
      EXPECT_EQ(track.interpolation(), crossfade::Interpolation::Discrete) << nameOf(channel);
      EXPECT_EQ(std::vector<float>(track.times().begin(), track.times().end()),
                (std::vector<float>{0, 0.237f, 0.4431f}));
    }
    EXPECT_EQ(trackOf(baked->clip, {1, Channel::Translation}).interpolation(), crossfade::Interpolation::Linear);
  }
}

TEST(BakeSession, KeepsJumpsWithinTheErrorBetweenFrames) {
  const Model model = blinking();
  const double error = 0.001;
  const Script script{{.at = 0, .command = PlayClip{0}},
                      {.at = 0.91, .command = SetClipTime{0, 0.3}},
                      {.at = 1.03, .command = SetClip{0, &ClipSettings::timeScale, -0.7}},
                      {.at = 2.5, .command = SetClip{0, &ClipSettings::timeScale, 1}}};
  Session session(model);
  const auto baked = bakeScript(session, script, {.error = error, .seconds = 4});
  ASSERT_TRUE(baked) << baked.error().message;
  const crossfade::KeyframeTrack& slide = trackOf(baked->clip, {1, Channel::Translation});
  EXPECT_LT(slide.keyCount(), 24) << "two at each loop, and where it turns around";
  EXPECT_LT(worstDifference(model, baked->clip, script, 0, {0.9099, 0.9101}), error);
}

TEST(BakeSession, KeepsTheEndOfAClassicFade) {
  const int walk = clipNamed("Walk"), run = clipNamed("Run"), dance = clipNamed("Dance");
  const Script script{
      {.at = 0, .command = PlayClip{walk}},
      {.at = 0.505, .command = FadeTo{.clip = run, .how = {.seconds = 0.4, .kind = TransitionKind::Classic}}},
      {.at = 0.71, .command = FadeTo{.clip = dance, .how = {.seconds = 0.3, .kind = TransitionKind::Classic}}},
      {.at = 1.307, .command = SetClipTime{dance, 0.2}}};
  Session session(bundledModel());
  const auto baked = bakeScript(session, script, {.seconds = 1.5});
  ASSERT_TRUE(baked) << baked.error().message;
  EXPECT_LT(worstDifference(bundledModel(), baked->clip, script, 0, {1.3069, 1.3071}), kDefaultBakeError);
}

TEST(BakeSession, IsNoLargerThanWithEveryPose) {
  const auto bytes = [](const BakedClip& baked) {
    ImportReport report;
    return glbWithClips(*readModelFile(""), {}, bundledModel().skeleton, std::array{&baked.clip}, report,
                        {.keepsOwnClips = false, .clipExtras = std::span(&baked.extras, 1)})
        ->size();
  };
  Session session(bundledModel());
  for (const double seconds : {0.02, 0.05, 0.2, 1.0}) {
    const std::size_t all = bytes(*bakeScript(session, walkToRun(), {.error = 0, .seconds = seconds}));
    for (const double error : {1e-6, 1e-5, 1e-4, kDefaultBakeError, 0.01})
      EXPECT_LE(bytes(*bakeScript(session, walkToRun(), {.error = error, .seconds = seconds})), all) << error;
  }
}

TEST(PoseRecorder, RefusesMoreThanAFileMayHave) {
  Model model;
  model.skeleton = bundledModel().skeleton;
  model.instances = {{.node = 0, .morphOffset = 0, .morphCount = 33'000'000}};
  model.restMorphWeights.resize(33'000'000);
  PoseRecorder recorder(model);
  const auto rest = model.skeleton.restLocals();
  const Pose pose{.locals = {rest.begin(), rest.end()}, .morphWeights = std::vector<float>(33'000'000, 1.0f)};
  EXPECT_TRUE(recorder.add(0, pose));
  const auto refused = recorder.add(1, pose);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("too many for a file"), std::string::npos);
}

}  // namespace
}  // namespace app
