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
#include "crossfade/clip/interpolant.h"
#include "crossfade/pose/clip_pose.h"

namespace app {
namespace {

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

/// What a session shows of a script, frame by frame.
std::vector<Pose> framesOf(Script script, double begin, double end) {
  Session session(bundledModel());
  ScriptPlayer player(fromNothing(std::move(script)));
  FrameProfiler unused;
  std::vector<Pose> frames;
  const auto show = [&](double time) {
    EXPECT_TRUE(player.advanceTo(time, session, unused));
    frames.push_back(session.pose());
  };
  for (int i = 0; begin + i * kFrame < end - 1e-5; ++i) show(begin + i * kFrame);
  show(end);
  return frames;
}

/// How far the poses of a clip are from frames with GLM's slerp between them, over 200 random times: radians, and parts
/// of 1 for all else (the bundled character is about as high as one unit of its translations is long).
double worstDifference(const Model& model, const std::vector<Pose>& frames) {
  const crossfade::AnimationClip& clip = model.clips[0];
  crossfade::ClipPose pose(model.skeleton, clip);
  std::mt19937 random(11);
  std::uniform_real_distribution<double> times(0, clip.duration());
  double worst = 0;
  for (int i = 0; i < 200; ++i) {
    const double time = times(random), frame = time / kFrame;
    const auto left = std::min(static_cast<std::size_t>(frame), frames.size() - 2);
    const double lastStep = clip.duration() - static_cast<double>(frames.size() - 2) * kFrame;
    const double step = left == frames.size() - 2 ? lastStep : kFrame;
    const double u = (time - static_cast<double>(left) * kFrame) / step;
    pose.moveTo(time);
    for (std::size_t joint = 0; joint < frames[left].locals.size(); ++joint) {
      const auto &a = frames[left].locals[joint], &b = frames[left + 1].locals[joint];
      const auto& got = pose.local(static_cast<int>(joint));
      const glm::dquat wanted = glm::slerp(glm::dquat(a.rotation), glm::dquat(b.rotation), u);
      const glm::dquat off = glm::inverse(wanted) * got.rotation;
      worst = std::max(worst, 2 * std::atan2(glm::length(glm::dvec3(off.x, off.y, off.z)), std::abs(off.w)));
      worst = std::max(
          worst, glm::distance(glm::mix(glm::dvec3(a.translation), glm::dvec3(b.translation), u), got.translation));
      worst = std::max(worst, glm::distance(glm::mix(glm::dvec3(a.scale), glm::dvec3(b.scale), u), got.scale));
    }
  }
  return worst;
}

Script walkToRun() {
  return {{.at = 0, .command = PlayClip{clipNamed("Walk")}},
          {.at = 0.51, .command = FadeTo{.clip = clipNamed("Run"), .seconds = 0.4, .kind = TransitionKind::Inertial}},
          {.at = 0.7, .command = FadeTo{.clip = clipNamed("Dance"), .seconds = 0.3, .kind = TransitionKind::Frozen}}};
}

TEST(BakeSession, ReadAgainShowsWhatWasSeen) {
  Session session(bundledModel());
  for (const double error : {0.0005, 0.01}) {
    const auto baked = bakeScript(session, walkToRun(), {.error = error});
    ASSERT_TRUE(baked) << baked.error().message;
    EXPECT_NEAR(baked->clip.duration(), 1, kFrame * 1.01) << "until the last fade is over";
    const std::vector<Pose> frames = framesOf(walkToRun(), 0, baked->clip.duration());
    ASSERT_EQ(static_cast<int>(frames.size()), baked->poses);
    const double worst = worstDifference(writtenAndReadAgain(*baked), frames);
    EXPECT_LT(worst, error * 2) << "of the size of the character, which is at most two units";
    EXPECT_GT(worst, error / 20) << "keys were left out";
  }
}

TEST(BakeSession, HasAPoseAtExactlyTheEnd) {
  Session session(bundledModel());
  const auto baked = bakeScript(session, walkToRun(), {.start = 0.5, .seconds = 0.305});
  ASSERT_TRUE(baked);
  EXPECT_FLOAT_EQ(static_cast<float>(baked->clip.duration()), 0.305f);
  EXPECT_EQ(baked->poses, 20);
  EXPECT_LT(worstDifference(writtenAndReadAgain(*baked), framesOf(walkToRun(), 0.5, 0.805)), 0.001);
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
  const CellSettings settings{.seconds = 0.3, .kind = TransitionKind::Inertial, .fromPhase = 0.25, .toPhase = 0.5};
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

TEST(PoseRecorder, RefusesMoreThanAFileMayHave) {
  Model model;
  model.skeleton = bundledModel().skeleton;
  PoseRecorder recorder(model);
  Pose pose{.locals = {}, .morphWeights = std::vector<float>(40'000'000)};
  EXPECT_TRUE(recorder.add(0, pose));
  const auto refused = recorder.add(1, pose);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("too many for a file"), std::string::npos);
}

}  // namespace
}  // namespace app
