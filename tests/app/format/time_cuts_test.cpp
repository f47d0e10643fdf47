// One motion, however time is cut: what a script shows at a time does not depend on the frames, or the times asked for,
// that lead there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <nlohmann/json.hpp>

#include "app/format/script.h"
#include "app/format/script_events.h"
#include "app/import/import_model.h"
#include "app/session/character/settings/fade_settings.h"
#include "app/session/session.h"
#include "crossfade/math/rotation_vector.h"
#include "crossfade/skeleton/local_to_model.h"
#include "tests/support/random_playback.h"
#include "tests/support/sample_models.h"
#include "tests/support/source_folder.h"

namespace app::time_cuts {
namespace {

using crossfade::Channel;
using crossfade::Interpolation;
using crossfade::TransitionKind;

constexpr int kWalkClip = 0, kRunClip = 1, kIdleClip = 2, kStepsClip = 3;
constexpr double kEnd = 3;  // seconds
constexpr double kReferenceRate = 1920;

/// The bundled character with three of its clips, and one of steps and cubic curves.
const Model& walker() {
  static const Model model = [] {
    Model made = *importModel(app::test::sourceFolder() / "assets/character.glb");
    crossfade::ClipSet clips;
    for (const std::string_view name : {"Walk", "Run", "Idle"})
      for (const crossfade::AnimationClip& clip : made.clips)
        if (clip.name() == name) clips.add(clip);
    const int head = made.skeleton.jointCount() - 1;
    clips.add(crossfade::test::clip(
        "Steps", {crossfade::test::track(
                      {0, Channel::Translation}, Interpolation::Hermite, {0, 0.5f, 1},
                      {0, 0, 0, 0, 0, 0, 0, 0.2f, 0, 0, 0, 0, 0.1f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
                  crossfade::test::track({head, Channel::Scale}, Interpolation::Discrete,
                                         {0, float(7.0 / 24), float(13.0 / 24), 1},
                                         {1, 1, 1, 1.1f, 1, 1, 1.2f, 1, 1, 1, 1, 1})}));
    made.clips = clips;
    made.images.clear();
    return made;
  }();
  return model;
}

/// The end of the frame that begins at a time.
using Cut = std::function<double(double)>;

Cut everyFrame(double rate) {
  return [rate](double at) { return (std::floor(at * rate + 1e-6) + 1) / rate; };
}
Cut oneJump() {
  return [](double) { return INFINITY; };
}

struct Moment {
  std::vector<double> times, weights;  // by clip
  std::vector<std::int64_t> events;
  crossfade::Pose pose;
  TravelState travel;
};

/// Plays a script and looks at some of its times.
std::vector<Moment> played(const Model& model, const Script& script, const std::vector<double>& checks,
                           const Cut& cut) {
  Session session{model};
  ScriptPlayer player(fromNothing(script));
  FrameProfiler unused;
  std::vector<Moment> moments;
  double now = 0;
  const auto advanceTo = [&](double time) {
    const auto moved = player.advanceTo(time, session, unused);
    EXPECT_TRUE(moved) << moved.error().message;
    now = time;
  };
  advanceTo(0);
  for (const double check : checks) {
    for (double next = cut(now); check - next > 1e-9; next = cut(now)) advanceTo(next);
    advanceTo(check);
    Moment moment{.times = {}, .weights = {}, .events = {}, .pose = session.pose(), .travel = {}};
    moment.travel = session.character().player().travel();
    for (int clip = 0; clip < session.clipCount(); ++clip) {
      const crossfade::AnimationAction& action = session.action(clip);
      moment.times.push_back(action.time);
      moment.weights.push_back(session.character().player().effectiveWeight(clip));
    }
    moments.push_back(std::move(moment));
  }
  return moments;
}

double angleBetween(const glm::quat& a, const glm::quat& b) {
  return glm::length(crossfade::rotationVector(glm::dquat(a) * glm::conjugate(glm::dquat(b))));
}

/// The largest differences, of everything that is compared. Lengths in meters; the body is about two of them high.
struct Differences {
  double time = 0, weight = 0, angle = 0, distance = 0, root = 0, heading = 0, camera = 0;

  void add(const Moment& a, const Moment& b, const Model& model) {
    for (std::size_t i = 0; i < a.times.size(); ++i) {
      time = std::max(time, std::abs(std::remainder(a.times[i] - b.times[i], model.clips[i].duration())));
      weight = std::max(weight, std::abs(a.weights[i] - b.weights[i]));
    }
    for (std::size_t i = 0; i < a.pose.locals.size(); ++i) {
      angle = std::max(angle, angleBetween(a.pose.locals[i].rotation, b.pose.locals[i].rotation));
      distance = std::max(distance, double(glm::distance(a.pose.locals[i].translation, b.pose.locals[i].translation)));
      distance = std::max(distance, double(glm::distance(a.pose.locals[i].scale, b.pose.locals[i].scale)));
    }
    root = std::max(root, glm::distance(a.travel.at.translation, b.travel.at.translation));
    heading = std::max(heading, std::abs(std::remainder(a.travel.at.turn - b.travel.at.turn, 6.283185307179586)));
    camera = std::max(camera, glm::distance(a.travel.camera, b.travel.camera));
  }
  bool withinBounds() const {
    return time < 1e-9 && weight < 1e-9 && angle < 0.002 && distance < 1e-4 && root < 1e-4 && heading < 1e-4 &&
           camera < 1e-3;
  }
};

std::ostream& operator<<(std::ostream& out, const Differences& d) {
  return out << "clip time " << d.time << ", weight " << d.weight << ", angle " << d.angle << ", distance "
             << d.distance << ", root " << d.root << ", heading " << d.heading << ", camera " << d.camera;
}

double uniform(std::mt19937& random, double from, double to) {
  return from + (to - from) * static_cast<double>(random()) / 4294967295.0;
}

Command anyCommand(std::mt19937& random) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  switch (below(10)) {
    case 0:
      return SetSpeed{below(2) == 0 ? -1.0 : 1.0};
    case 1:
      return FadeTo{.clip = kStepsClip,
                    .how = {.seconds = 0.4, .kind = crossfade::kTransitionKinds[static_cast<std::size_t>(below(6))]}};
    case 2:
      return AddLayer{{.clip = kRunClip,
                       .mode = static_cast<LayerMode>(below(2)),
                       .mask = 2,
                       .weight = 0.5,
                       .speed = uniform(random, -2, 2)}};
    case 3:
      return SetFootLock{below(4) > 0};
    case 4:
      return SetQueue{.items = {{.fade = {.clip = kWalkClip}, .plays = 0.37},
                                {.fade = {.clip = kRunClip, .how = {.seconds = 0.3, .sync = crossfade::Sync::Markers}},
                                 .plays = 0.6},
                                {.fade = {.clip = kIdleClip, .how = {.kind = TransitionKind::Curve}}, .plays = 0.5}},
                      .loops = true};
    case 5:
      return below(2) == 0 ? Command(PlayQueue{}) : Command(StopSequence{});
    case 6:
      return Halt{below(3), 0.1 * (1 + below(6))};
    default:
      return app::test::randomPlayback(random);
  }
}

Script anyScript(std::uint32_t seed, std::mt19937& random) {
  Script script{{.at = 0, .command = SetFootLock{seed % 3 != 0}},
                {.at = 0, .command = SetTravel{static_cast<TravelMode>(seed % 3)}},
                {.at = 0, .command = SetClip{kStepsClip, &ClipSettings::clamp, true}},
                {.at = 0,
                 .command = SetQueue{.items = {{.fade = {.clip = kWalkClip}, .plays = 0.4},
                                               {.fade = {.clip = kRunClip}, .plays = 0.5}},
                                     .loops = true}},
                {.at = 0, .command = PlayClip{kWalkClip}}};
  for (double at = uniform(random, 0.1, 0.5); at < kEnd; at += uniform(random, 0.03, 0.6))
    script.push_back({.at = random() % 2 == 0 ? std::round(at * 60) / 60 : at, .command = anyCommand(random)});
  return script;
}

TEST(TimeCutsOfScripts, DoNotChangeTheMotionOfASession) {
  Differences all;
  for (std::uint32_t seed = 1; seed <= 24; ++seed) {
    std::mt19937 random(seed);
    const Script script = anyScript(seed, random);
    std::vector<double> checks;
    for (double at = uniform(random, 0, 0.6); at < kEnd; at += uniform(random, 0.1, 0.9))
      checks.push_back(random() % 2 == 0 ? std::round(at * 60) / 60 : at);
    checks.push_back(kEnd);
    const std::vector<Moment> expected = played(walker(), script, checks, everyFrame(kReferenceRate));
    std::vector<std::pair<std::string, Cut>> cuts{
        {"frames of 1/60 s, added up", [](double at) { return at + 1.0 / 60; }},
        {"random frames", [&](double at) { return at + uniform(random, 1e-4, 0.2); }},
        {"one jump", oneJump()}};
    for (const double rate : {10.0, 24.0, 25.0, 29.97, 30.0, 48.0, 50.0, 60.0, 120.0, 240.0})
      cuts.emplace_back(std::to_string(rate) + " frames per second", everyFrame(rate));
    for (const auto& [name, cut] : cuts) {
      const std::vector<Moment> moments = played(walker(), script, checks, cut);
      Differences found;
      for (std::size_t i = 0; i < checks.size(); ++i) {
        const bool wasFine = found.withinBounds();
        found.add(moments[i], expected[i], walker());
        EXPECT_TRUE(found.withinBounds() || !wasFine)
            << "seed " << seed << ", " << name << ", at " << checks[i] << " s: " << found;
        all.add(moments[i], expected[i], walker());
      }
    }
  }
  std::cout << "largest differences: " << all << '\n';
}

TEST(TimeCutsOfScripts, LeaveABlendSpaceItsMotion) {
  const int gaits = blendSpaceNumber("Gaits");
  const Script script{
      {.at = 0, .command = SetTravel{TravelMode::Travel}},
      {.at = 0, .command = LayOutBlendSpace{"Gaits"}},
      {.at = 0, .command = PlayClip{kIdleClip}},
      {.at = 0.31, .command = FadeTo{.clip = gaits, .how = {.seconds = 0.4}}},
      {.at = 0.52, .command = MoveBlendPoint{.space = gaits, .x = 3, .seconds = 0.77}},
      {.at = 1.43, .command = MoveBlendPoint{.space = gaits, .x = 0.5, .y = 1, .seconds = 0.3}},
      {.at = 1.9, .command = FadeTo{.clip = kRunClip, .how = {.seconds = 0.3, .sync = crossfade::Sync::Phase}}},
      {.at = 2.3, .command = FadeTo{.clip = gaits, .how = {.seconds = 0.2, .kind = TransitionKind::Linear}}}};
  const std::vector<double> checks{0.4, 0.777, 1.3, 1.55, 2.05, 2.4, kEnd};
  const std::vector<Moment> expected = played(walker(), script, checks, everyFrame(kReferenceRate));
  for (const double rate : {10.0, 29.97, 60.0, 144.0, 0.0}) {
    const auto moments = played(walker(), script, checks, rate == 0 ? oneJump() : everyFrame(rate));
    Differences found;
    for (std::size_t i = 0; i < checks.size(); ++i) found.add(moments[i], expected[i], walker());
    EXPECT_TRUE(found.withinBounds()) << rate << " frames per second: " << found;
  }
}

std::vector<std::string> eventsAt(double rate, const Script& script) {
  Session session{walker()};
  std::vector<std::string> lines;
  const auto events = eventsOfScript(session, fromNothing(script), kEnd, 1 / rate);
  EXPECT_TRUE(events);
  for (const nlohmann::json& each : eventsToJson(session.model(), *events)) lines.push_back(each.dump());
  return lines;
}

TEST(TimeCutsOfScripts, DoNotChangeEvents) {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    std::mt19937 random(seed);
    const Script script = anyScript(seed, random);
    const std::vector<std::string> expected = eventsAt(60, script);
    for (const double rate : {1.0, 10.0, 24.0, 29.97, 240.0}) EXPECT_EQ(eventsAt(rate, script), expected) << rate;
  }
}

std::vector<double> frames(double rate, double end) {
  std::vector<double> times;
  for (int i = 1; i / rate < end + 1e-9; ++i) times.push_back(i / rate);
  return times;
}

TEST(TimeCutsOfScripts, LeaveTheIntegralOfATravelInAFade) {
  Model model = test::modelWithClips({});
  model.clips.add(crossfade::test::clip(
      "Straight",
      {crossfade::test::track({0, Channel::Translation}, Interpolation::Linear, {0, 1}, {0, 0, 0, 0, 0, 1.5f})}));
  model.clips.add(crossfade::test::slide("Strafe", 1, 0, 1.2f));
  const Script script{{.at = 0, .command = SetTravel{TravelMode::Travel}},
                      {.at = 0, .command = PlayClip{0}},
                      {.at = 1, .command = FadeTo{.clip = 1, .how = {.seconds = 1.0, .kind = TransitionKind::Linear}}}};
  for (const double rate : {1 / 3.0, 10.0, 24.0, 60.0, 240.0}) {
    const glm::dvec3 at = played(model, script, {3}, everyFrame(rate)).back().travel.at.translation;
    EXPECT_NEAR(at.x, 1.8, 1e-5) << rate;
    EXPECT_NEAR(at.z, 2.25, 1e-5) << rate;
  }
}

TEST(TimeCutsOfScripts, LeaveAHaltItsIntegral) {
  const Script script{{.at = 0, .command = PlayClip{test::kRun}}, {.at = 0.5, .command = Halt{test::kRun, 0.7}}};
  for (const double rate : {1 / 3.0, 10.0, 24.0, 60.0, 240.0})
    EXPECT_NEAR(played(test::character(), script, {3}, everyFrame(rate)).back().times[test::kRun], 0.85, 1e-9) << rate;
}

TEST(TimeCutsOfScripts, LeaveLockedFeetWhereTheyAre) {
  const Script script{
      {.at = 0, .command = SetFootLock{true}},
      {.at = 0, .command = PlayClip{kWalkClip}},
      {.at = 1,
       .command = FadeTo{.clip = kRunClip,
                         .how = {.seconds = 0.5, .kind = TransitionKind::Inertial, .sync = crossfade::Sync::None}}}};
  const auto joints = [&](const Moment& moment) {
    std::vector<glm::mat4> models(moment.pose.locals.size());
    crossfade::localToModel(walker().skeleton.parents(), moment.pose.locals, models);
    return models;
  };
  const std::vector<double> checks = frames(24, 1.6);
  const std::vector<Moment> expected = played(walker(), script, checks, everyFrame(240));
  for (const double rate : {10.0, 24.0, 60.0}) {
    const std::vector<Moment> moments = played(walker(), script, checks, everyFrame(rate));
    for (std::size_t i = 0; i < checks.size(); ++i) {
      const auto now = joints(moments[i]), then = joints(expected[i]);
      for (std::size_t joint = 0; joint < now.size(); ++joint)
        EXPECT_LT(glm::distance(now[joint][3], then[joint][3]), 0.005) << rate << ", " << checks[i] << ", " << joint;
    }
  }
}

TEST(TimeCutsOfScripts, OnAFrameOfASyncedFadeAreNoSpecialMoments) {
  const Script script{
      {.at = 0, .command = PlayClip{kWalkClip}},
      {.at = 1,
       .command = FadeTo{.clip = kRunClip,
                         .how = {.seconds = 0.6, .kind = TransitionKind::Inertial, .sync = crossfade::Sync::Markers}}},
      {.at = 1.3,
       .command = FadeTo{.clip = kIdleClip,
                         .how = {.seconds = 0.4, .kind = TransitionKind::Inertial, .sync = crossfade::Sync::Markers}}}};
  const std::vector<double> check{1.4};
  const Moment expected = played(walker(), script, check, [](double at) { return at + 1.0 / 30 + 1e-9; }).back();
  for (const double rate : {24.0, 30.0, 60.0}) {
    Differences found;
    found.add(played(walker(), script, check, everyFrame(rate)).back(), expected, walker());
    EXPECT_LT(found.angle, 0.002) << rate;
  }
}

TEST(TimeCutsOfScripts, OfAFilmAtTheRateOfStepsShowEachOfThem) {
  for (const double rate : {12.0, 24.0, 25.0, 30.0, 50.0, 60.0}) {
    std::vector<float> times, values;
    for (int key = 0; key <= 2 * static_cast<int>(rate); ++key) {
      times.push_back(static_cast<float>(key / rate));
      values.insert(values.end(), {static_cast<float>(key), 0, 0});
    }
    Model model = test::modelWithClips({});
    model.clips.add(crossfade::test::clip(
        "Flip", {crossfade::test::track({0, Channel::Translation}, Interpolation::Discrete, times, values)}));
    const auto shown = frames(rate, 2 - 1.5 / rate);
    const auto moments = played(model, {{.at = 0, .command = PlayClip{0}}}, shown, oneJump());
    for (std::size_t i = 0; i < shown.size(); ++i)
      EXPECT_EQ(moments[i].pose.locals[0].translation.x, static_cast<float>(i + 1)) << rate;
  }
}

}  // namespace
}  // namespace app::time_cuts
