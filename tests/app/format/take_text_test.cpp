// What the timeline has logged, as a script: played again, it shows the same poses.
#include "app/format/take_text.h"

#include <cmath>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "app/format/script.h"
#include "app/session/character/timeline/timeline.h"
#include "app/session/undo_history.h"
#include "tests/support/random_playback.h"
#include "tests/support/sample_models.h"
#include "tests/support/shown_pose.h"

namespace app {
namespace {

constexpr double kFrame = 1.0 / 60;

using test::Shown;
using test::shown;

bool sameBits(const Shown& a, const Shown& b) { return a.time == b.time && samePose(a, b); }

double differenceOf(const Shown& a, const Shown& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.locals.size(); ++i) {
    const double cosine = std::abs(glm::dot(glm::dquat(a.locals[i].rotation), glm::dquat(b.locals[i].rotation)));
    largest = std::max({largest, 2 * std::acos(std::min(1.0, cosine)),
                        static_cast<double>(glm::distance(a.locals[i].translation, b.locals[i].translation))});
  }
  return largest;
}

/// Plays a script at the frames of a film, each `seconds` long.
std::vector<Shown> played(const std::string& text, int frames, double seconds = kFrame) {
  Session session{test::character()};
  FrameProfiler profiler;
  auto script = parseScript(text, session.model());
  EXPECT_TRUE(script) << script.error().message;
  std::vector<Shown> shots;
  if (!script) return shots;
  ScriptPlayer player(fromNothing(*std::move(script)));
  for (int i = 0; i <= frames; ++i) {
    const auto advanced = player.advanceTo(i * seconds, session, profiler);
    EXPECT_TRUE(advanced) << advanced.error().message;
    shots.push_back(shown(session));
  }
  return shots;
}

TEST(TakeScript, HasTheLayersAndTheMasks) {
  Session session{test::character()};
  FrameProfiler profiler;
  const auto joints = static_cast<std::size_t>(session.model().skeleton.jointCount());
  const Commands begin{
      SetMask{"Half", std::vector<float>(joints, 0.5f)},
      AddLayer{{.clip = 1, .mode = LayerMode::Additive, .mask = 1, .weight = 0.75, .referenceClip = 0}},
      AddLayer{{.clip = 2, .mask = namedMask("Half"), .speed = 0.5, .phase = 0.25}}, PlayClip{0},
      FadeTo{.clip = 2, .how = {.seconds = 0.3, .maskJoint = namedMask("Half")}}};
  for (const Command& command : begin) {
    const auto done = session.apply(command);
    ASSERT_TRUE(done) << done.error().message;
  }
  std::vector<Shown> shots{shown(session)};
  for (int i = 0; i < 40; ++i) {
    session.advance((i + 1) * kFrame - i * kFrame, profiler);
    shots.push_back(shown(session));
  }
  const std::string text = takeScript(session);
  const std::vector<Shown> again = played(text, 40);
  ASSERT_EQ(again.size(), shots.size());
  for (std::size_t i = 1; i < shots.size(); ++i) EXPECT_TRUE(sameBits(shots[i], again[i])) << i;
}

Command randomFade(std::mt19937& random) {
  return FadeTo{.clip = static_cast<int>(random() % 3),
                .how = {.seconds = 0.5, .kind = crossfade::kTransitionKinds[random() % 6]}};
}

struct Recorded {
  Recorded(unsigned int seed, int frames, double seconds = kFrame,
           Command (*next)(std::mt19937&) = test::randomPlayback) {
    std::mt19937 random(seed);
    for (int i = 0; i < frames; ++i) {
      if (random() % 12 == 0) (void)session.apply(next(random));
      session.advance((i + 1) * seconds - i * seconds, profiler);
      shots.push_back(shown(session));
    }
  }

  Session session{test::character()};
  FrameProfiler profiler;
  std::vector<Shown> shots;
};

TEST(TakeScript, ShowsTheSamePosesBitForBitAtTheSameFrames) {
  for (const unsigned int seed : {1u, 2u, 3u, 4u}) {
    const Recorded take(seed, 900);
    const auto again = played(takeScript(take.session), 900);
    ASSERT_EQ(again.size(), 901u);
    int different = 0;
    for (std::size_t i = 0; i < take.shots.size(); ++i) different += sameBits(again[i + 1], take.shots[i]) ? 0 : 1;
    EXPECT_EQ(different, 0) << "seed " << seed;
  }
}

TEST(TakeScript, HasTheFadeThatTheSetCompleted) {
  Session session{test::character()};
  FrameProfiler profiler;
  const Commands begin{PlayClip{0}, SetTransitionCell{.cells = {{0, 1}}, .settings = {.seconds = 0.25}},
                       SetFadeSettings{{.from = 0, .to = 1, .seconds = 0.9}}};
  for (const Command& command : begin) ASSERT_TRUE(session.apply(command));
  for (int i = 0; i < 36; ++i) {
    if (i == 30) (void)session.apply(StartFade{.usesSet = true});
    session.advance((i + 1) * kFrame - i * kFrame, profiler);
  }
  const Shown now = shown(session);
  const auto again = played(takeScript(session), 36);
  ASSERT_EQ(again.size(), 37u);
  EXPECT_TRUE(sameBits(again.back(), now));
}

TEST(TakeScript, HasWhatTheSetChangedInARunningFade) {
  Session session{test::character()};
  FrameProfiler profiler;
  ASSERT_TRUE(session.apply(PlayClip{0}));
  const auto set = [&](const FadeChoice& settings) {
    ASSERT_TRUE(session.apply(SetTransitionCell{.cells = {{0, 1}}, .settings = settings}));
  };
  set({.seconds = 0.5, .kind = crossfade::TransitionKind::Curve});
  for (int i = 0; i < 36; ++i) {
    if (i == 10) (void)session.apply(FadeTo{1});
    if (i == 20) set({.seconds = 1, .curve = fadeCurve(FadeCurvePreset::Steep)});
    session.advance((i + 1) * kFrame - i * kFrame, profiler);
  }
  const Shown now = shown(session);
  const auto again = played(takeScript(session), 36);
  ASSERT_EQ(again.size(), 37u);
  EXPECT_TRUE(sameBits(again.back(), now));
}

TEST(TakeScript, BeginsInTheMiddleOfAnythingThatPlays) {
  constexpr double kExact = 1.0 / 64;  // times of frames are sums without rounding, wherever the log begins
  for (const unsigned int seed : {5u, 6u, 7u, 8u, 9u, 10u}) {
    const Recorded take(seed, 45 * 64, kExact);  // the log begins in the middle
    const Take& log = take.session.character().timeline().take();
    ASSERT_GT(log.begin(), 0.5) << "seed " << seed;
    const auto frames = static_cast<int>(log.endFrame() - log.firstFrame());
    const auto again = played(takeScript(take.session), frames, kExact);
    ASSERT_EQ(again.size(), static_cast<std::size_t>(frames) + 1);
    const std::size_t skipped = take.shots.size() - static_cast<std::size_t>(frames);
    int different = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(frames); ++i)
      different += sameBits(again[i + 1], take.shots[skipped + i]) ? 0 : 1;
    EXPECT_EQ(different, 0) << "seed " << seed;
  }
}

/// The fade along a curve begins and goes on before and after where the log begins.
TEST(TakeScript, BeginsInAFadeAlongEitherCurve) {
  constexpr double kExact = 1.0 / 64;
  for (const bool ownCurve : {false, true}) {
    Session session{test::character()};
    FrameProfiler profiler;
    const auto apply = [&](const Command& command) { ASSERT_TRUE(session.apply(command)); };
    apply(SetFadeCurve{fadeCurve(FadeCurvePreset::EaseOut)});
    apply(PlayClip{0});
    FadeTo fade{.clip = 1, .how = {.seconds = 60, .kind = crossfade::TransitionKind::Curve}};
    if (ownCurve) fade.how.curve = fadeCurve(FadeCurvePreset::EaseIn);
    apply(fade);
    std::vector<Shown> shots;
    for (int i = 0; i < 45 * 64; ++i) {
      session.advance(kExact, profiler);
      shots.push_back(shown(session));
      if (i == 40 * 64) apply(SetFadeCurve{fadeCurve(FadeCurvePreset::Linear)});
    }
    const Take& log = session.character().timeline().take();
    ASSERT_GT(log.begin(), 0.5);
    const auto frames = static_cast<std::size_t>(log.endFrame() - log.firstFrame());
    const auto again = played(takeScript(session), static_cast<int>(frames), kExact);
    ASSERT_EQ(again.size(), frames + 1);
    int different = 0;
    for (std::size_t i = 0; i < frames; ++i)
      different += sameBits(again[i + 1], shots[shots.size() - frames + i]) ? 0 : 1;
    EXPECT_EQ(different, 0) << ownCurve;
  }
}

TEST(TakeScript, OtherFramesShowTheSameMotion) {
  const Recorded take(11, 600, kFrame, randomFade);
  const auto again = played(takeScript(take.session), 1000, 0.01);
  double worst = 0;
  int compared = 0;
  for (std::size_t i = 0; i < take.shots.size(); ++i)
    for (const Shown& other : again)
      if (std::abs(other.time - take.shots[i].time) < 1e-9) {
        worst = std::max(worst, differenceOf(other, take.shots[i]));
        ++compared;
      }
  EXPECT_GT(compared, 50);
  EXPECT_LT(worst, 2e-3) << "radians";
}

TEST(TakeScript, LeavesOutPausesAndKeepsSteps) {
  Session session{test::character()};
  FrameProfiler profiler;
  const auto run = [&](int frames) {
    for (int i = 0; i < frames; ++i) session.advance(kFrame, profiler);
  };
  run(30);
  ASSERT_TRUE(session.apply(FadeTo{.clip = 2, .how = {.seconds = 0.5}}));
  run(5);
  ASSERT_TRUE(session.apply(SetPaused{true}));
  run(60);
  ASSERT_TRUE(session.apply(Step{0.1}));
  run(60);
  ASSERT_TRUE(session.apply(SetPaused{false}));
  run(10);
  const auto script = parseScript(takeScript(session), session.model());
  ASSERT_TRUE(script) << script.error().message;
  EXPECT_NEAR(script->back().at, 45 * kFrame + 0.1, 1e-9);
  EXPECT_TRUE(script->back().command.is<SetPaused>()) << "the last moment stays";
  const auto again = played(takeScript(session), 60);
  EXPECT_LT(differenceOf(again.back(), shown(session)), 1e-5);
}

TEST(TakeScript, KeepsWhatIsSetForClips) {
  Session session{test::character()};
  ASSERT_TRUE(session.apply(SetClip{2, &ClipSettings::timeScale, 1.5}));
  ASSERT_TRUE(session.apply(SetMarkers{0, {{"left", 0.0}, {"right", 0.5}}}));
  ASSERT_TRUE(session.apply(SetClip{
      1, {.loop = crossfade::Loop::Once, .weight = 0.5}, bitOf(&ClipSettings::loop) | bitOf(&ClipSettings::weight)}));
  const auto script = parseScript(takeScript(session), session.model());
  ASSERT_TRUE(script) << script.error().message;
  Session other{test::character()};
  for (const TimedCommand& each : *script) ASSERT_TRUE(other.apply(each.command));
  EXPECT_EQ(other.character().clipSettings(), session.character().clipSettings());
  const auto isOfTheSecond = [](const TimedCommand& each) {
    const auto* const change = each.command.as<SetClip>();
    return change && change->clip == 1;
  };
  EXPECT_EQ(std::count_if(script->begin(), script->end(), isOfTheSecond), 4) << "two settings, and their log";
}

TEST(TakeScript, KeepsAQueueWithANamedMask) {
  Session session{test::character()};
  const auto joints = static_cast<std::size_t>(session.model().skeleton.jointCount());
  ASSERT_TRUE(session.apply(SetMask{"Half", std::vector<float>(joints, 0.5f)}));
  ASSERT_TRUE(session.apply(SetQueue{
      {{.fade = {.clip = 1}, .plays = 0.2}, {.fade = {.clip = 2, .how = {.maskJoint = namedMask("Half")}}, .plays = 1}},
      false}));
  ASSERT_TRUE(session.apply(PlayQueue{}));
  FrameProfiler profiler;
  for (int i = 0; i < 30; ++i) session.advance(kFrame, profiler);
  const auto again = played(takeScript(session), 30);
  ASSERT_FALSE(again.empty());
  EXPECT_LT(differenceOf(again.back(), shown(session)), 1e-5);
}

TEST(TakeScript, TellsJointsOfOneNameApart) {
  Model model = test::modelWithClips({"Walk"});
  model.skeleton = *crossfade::Skeleton::make({{.name = "hand", .rest = {}, .documentIndex = 0},
                                               {.name = "hand", .parent = 0, .rest = {}, .documentIndex = 1}});
  Session session{Model(model)};
  ASSERT_TRUE(session.apply(SetMask{"Half", {0.25f, 0.75f}}));
  const auto script = parseScript(takeScript(session), model);
  ASSERT_TRUE(script) << script.error().message;
  Session other{std::move(model)};
  for (const TimedCommand& each : *script) ASSERT_TRUE(other.apply(each.command));
  EXPECT_EQ(other.character().masks().all(), session.character().masks().all());
}

/// What the script of the session begins with.
std::optional<RestoreState> stateOf(const Session& session) {
  const auto script = parseScript(takeScript(session), session.model());
  if (!script) return std::nullopt;
  for (const TimedCommand& each : *script)
    if (const auto* const found = each.command.as<RestoreState>()) return *found;
  return std::nullopt;
}

TEST(TakeScript, ARestoredStateIsTakenBackByUndo) {
  Session saved{test::character()};
  ASSERT_TRUE(saved.apply(SetClock{.kind = crossfade::ClockKind::FixedStep}));
  FrameProfiler profiler;
  for (int i = 0; i < 40 * 60; ++i) saved.advance(kFrame, profiler);
  const auto state = stateOf(saved);
  ASSERT_TRUE(state);
  Session session{test::character()};
  const Document before = session.document();
  ASSERT_TRUE(session.apply(*state));
  EXPECT_EQ(session.clock().settings.kind, crossfade::ClockKind::FixedStep);
  ASSERT_TRUE(session.history().canUndo());
  ASSERT_TRUE(session.apply(Undo{}));
  EXPECT_EQ(session.document(), before);
}

TEST(TakeScript, NoValueOfAStateIsTakenForMoreThanItCanBe) {
  const auto state = stateOf(Recorded(3, 200).session);
  ASSERT_TRUE(state);
  Session session{test::character()};
  FrameProfiler profiler;
  for (std::size_t i = 0; i < state->state.values.size(); ++i) {
    RestoreState wrong = *state;
    wrong.state.values[i] = 1e300;
    const auto applied = session.apply(wrong);
    ASSERT_FALSE(applied) << "value " << i;
    EXPECT_EQ(applied.error().message, "the state does not fit: a number is too large, value " + std::to_string(i));
    wrong.state.values[i] = 1e9;  // refused as a length or an index; as a time it is one
    if (session.apply(wrong)) session.advance(kFrame, profiler);
  }
}

TEST(TakeScript, AStateThatIsCutAnywhereIsRefused) {
  const auto state = stateOf(Recorded(3, 200).session);
  ASSERT_TRUE(state);
  Session session{test::character()};
  for (std::size_t left = 0; left < state->state.values.size(); ++left) {
    RestoreState cut = *state;
    cut.state.values.resize(left);
    const auto applied = session.apply(cut);
    ASSERT_FALSE(applied) << left << " values";
    const std::string& message = applied.error().message;  // a length of more than what is left is refused, too
    EXPECT_TRUE(message.find("ends too early") != message.npos || message.find("out of range") != message.npos)
        << message;
  }
}

TEST(TakeScript, AStateThatDoesNotFitChangesNothing) {
  const auto state = stateOf(Recorded(3, 200).session);
  ASSERT_TRUE(state);

  Session session{test::character()};
  FrameProfiler profiler;
  for (int i = 0; i < 20; ++i) session.advance(kFrame, profiler);
  const Shown before = shown(session);
  RestoreState wrong = *state;
  wrong.state.values.pop_back();
  EXPECT_EQ(session.apply(wrong).error().message.substr(0, 38), "the state does not fit: it ends too ea");
  std::mt19937 random(1);
  for (int i = 0; i < 3000; ++i) {  // refused or not, it never crashes
    wrong = *state;
    for (int changes = 0; changes < 3; ++changes)
      wrong.state.values[random() % wrong.state.values.size()] = static_cast<double>(random() % 9) - 2;
    Session victim{test::character()};
    if (!victim.apply(wrong)) continue;
    for (int frame = 0; frame < 5; ++frame) victim.advance(kFrame, profiler);
    for (const Command& command : Commands{PlayClip{0}, StopClip{1}, StopAll{}, FadeTo{2}})
      EXPECT_TRUE(victim.apply(command));
    victim.advance(kFrame, profiler);
  }
  for (const double infinite : {HUGE_VAL, -HUGE_VAL, std::nan("")}) {
    wrong = *state;
    wrong.state.values[0] = infinite;
    EXPECT_FALSE(session.apply(wrong)) << infinite;
  }
  session.advance(0, profiler);
  EXPECT_TRUE(sameBits(shown(session), before));
}

}  // namespace
}  // namespace app
