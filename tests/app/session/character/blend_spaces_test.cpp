// Blend spaces in a session: made, laid out, faded to, moved, undone, saved and played again.
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "app/format/project_json.h"
#include "app/format/script.h"
#include "app/format/take_text.h"
#include "app/import/import_model.h"
#include "app/session/session.h"
#include "app/session/undo_history.h"
#include "tests/support/sample_models.h"
#include "tests/support/shown_pose.h"
#include "tests/support/source_folder.h"

namespace app {
namespace {

constexpr int kRest = 0, kStroll = 1, kDash = 2;  // clips of 1, 2 and 3 s that move joint 0 along x by 1 m/s

struct BlendSpaces : testing::Test {
  static Command gaits(double x = 1) {
    return SetBlendSpace{{.name = "Gaits", .x = x, .samples = {{kRest, 0}, {kStroll, 1}, {kDash, 3}}}};
  }
  static Command move(double x, double seconds = 0) {
    return MoveBlendPoint{.space = blendSpaceNumber("Gaits"), .x = x, .seconds = seconds};
  }
  static Command fade(double seconds = 0) {
    return FadeTo{.clip = blendSpaceNumber("Gaits"), .how = {.seconds = seconds}};
  }

  void apply(const Command& command) {
    const auto done = session.apply(command);
    ASSERT_TRUE(done) << done.error().message;
  }
  std::string errorOf(const Command& command) {
    const auto done = session.apply(command);
    return done ? "" : done.error().message;
  }
  void run(double seconds) {
    for (int i = 0; i < static_cast<int>(seconds * 100 + 0.5); ++i) session.advance(0.01, profiler);
  }
  double weight(int clip) const { return session.character().player().effectiveWeight(clip); }
  const std::vector<BlendSpaceSettings>& spaces() const { return session.character().blendSpaces(); }
  std::string lastStep() const { return session.history().step(session.history().position() - 1).name; }

  Session session{test::modelWithClips({"Stand", "Stroll", "Sprint"})};
  FrameProfiler profiler;
};

TEST_F(BlendSpaces, GoToATimeOfTheirCycle) {
  apply(gaits(2));
  apply(fade());
  run(0.3);
  const crossfade::BlendSpacePlayer& space = *session.character().player().spaces()[0].player;
  ASSERT_NEAR(space.cycleSeconds(), 2.5, 1e-9) << "between those of the clips";
  apply(SetClipTime{blendSpaceNumber("Gaits"), 1.25});
  EXPECT_NEAR(space.phase(), 0.5, 1e-9);
  apply(SetClipTime{blendSpaceNumber("Gaits"), 2.5});
  EXPECT_NEAR(space.phase(), 1, 1e-6) << "the end, not the beginning";
  EXPECT_EQ(errorOf(SetClipTime{blendSpaceNumber("Gaits"), NAN}), "time in the cycle is not a finite number");
}

TEST_F(BlendSpaces, AreFadedToAndFrom) {
  apply(gaits(2));
  apply(fade(0.4));
  run(0.2);
  EXPECT_EQ(session.runningFade()->to, blendSpaceNumber("Gaits"));
  EXPECT_NEAR(weight(kStroll), weight(kDash), 1e-6);
  EXPECT_GT(weight(kStroll), 0.1);
  EXPECT_LT(weight(kStroll), 0.4);
  run(0.5);
  EXPECT_NEAR(weight(kStroll), 0.5, 1e-6);
  EXPECT_NEAR(weight(kDash), 0.5, 1e-6);
  EXPECT_NEAR(weight(kRest), 0, 1e-6);
  EXPECT_FALSE(session.action(kStroll).isScheduled());  // an action of the space plays it
  const int row = session.weightHistory().size() - 1;
  EXPECT_NEAR(session.weightHistory().weight(row, kDash), 0.5, 1e-6);

  apply(FadeTo{.clip = kRest, .how = {.seconds = 0.2}});
  EXPECT_EQ(session.runningFade()->from, blendSpaceNumber("Gaits"));
  run(0.4);
  EXPECT_NEAR(weight(kRest), 1, 1e-6);
  EXPECT_NEAR(weight(kDash), 0, 1e-6);
}

TEST_F(BlendSpaces, ThePointMovesInAStraightLineOverTime) {
  apply(gaits(1));
  apply(fade());
  run(0.1);
  apply(move(3, 1));
  run(0.5);
  EXPECT_NEAR(session.character().player().space(blendSpaceNumber("Gaits"))->player->point().x, 2, 1e-9);
  EXPECT_NEAR(weight(kDash), 0.5, 0.01);
  run(0.6);
  EXPECT_NEAR(weight(kDash), 1, 1e-6);
}

TEST_F(BlendSpaces, AreUndoneWithValues) {
  apply(gaits(1));
  EXPECT_EQ(lastStep(), "Blend space Gaits");
  apply(fade());
  run(0.1);
  apply(move(2.5));
  EXPECT_EQ(lastStep(), "Gaits: Speed 1 -> 2.5");
  apply(Undo{});
  EXPECT_EQ(spaces().front().x, 1);
  run(0.5);
  EXPECT_NEAR(weight(kStroll), 1, 1e-6);
  apply(SetBlendSpace{{.name = "Gaits", .sync = crossfade::Sync::Markers, .x = 1, .samples = spaces()[0].samples}});
  EXPECT_EQ(lastStep(), "Gaits: Sync phase -> markers");
  apply(Undo{});
  apply(Undo{});
  EXPECT_TRUE(spaces().empty());
  apply(Redo{});
  EXPECT_EQ(spaces().size(), 1u);
}

TEST_F(BlendSpaces, ThatPlayAndAreChangedGoOn) {
  apply(gaits(2));
  apply(fade());
  run(0.7);
  apply(SetBlendSpace{{.name = "Gaits", .x = 2, .samples = {{kRest, 0}, {kDash, 2}}}});
  run(0.5);
  EXPECT_NEAR(weight(kDash), 1, 1e-6);
  apply(RemoveBlendSpace{"Gaits"});
  run(0.5);
  EXPECT_NEAR(weight(kDash), 1, 1e-6);
  EXPECT_TRUE(session.action(kDash).isScheduled());  // by itself
}

TEST_F(BlendSpaces, ThatCannotBeAreRefused) {
  EXPECT_EQ(errorOf(SetBlendSpace{{.name = "", .samples = {{kRest, 0}}}}), "a blend space's name has 1 to 60 bytes");
  EXPECT_EQ(errorOf(SetBlendSpace{{.name = "A", .samples = {}}}), "a blend space needs at least one clip");
  EXPECT_EQ(errorOf(SetBlendSpace{{.name = "A", .samples = {{7, 0}}}}), "there is no clip 7; the model has 3");
  EXPECT_NE(errorOf(SetBlendSpace{{.name = "A", .samples = {{0, 1}, {1, 1}}}}), "");
  EXPECT_EQ(errorOf(SetBlendSpace{{.name = "A", .samples = {{0, 2e6}}}}),
            "speed of a clip 2e+06 is not between -1e+06 and 1e+06");
  EXPECT_EQ(errorOf(fade()), "there is no blend space of that name");
  EXPECT_EQ(errorOf(move(1)), "there is no blend space of that name");
  EXPECT_EQ(errorOf(RemoveBlendSpace{"Gaits"}), "there is no blend space of that name");
  EXPECT_EQ(errorOf(LayOutBlendSpace{"Gaits"}), "no clip of the model walks or runs");
  apply(gaits());
  EXPECT_EQ(errorOf(SetQueue{.items = {{.fade = {.clip = blendSpaceNumber("Gaits")}}}}),
            "a queue plays clips, not blend spaces");
}

TEST_F(BlendSpaces, AreKeptByProjects) {
  apply(SetBlendSpace{{.name = "Gaits",
                       .sync = crossfade::Sync::Markers,
                       .x = 2,
                       .y = 10,
                       .samples = {{kRest, 0, 0, 0.5}, {kStroll, 1, 30}, {kDash, 3}}}});
  apply(fade());
  run(0.1);
  const std::string text = projectText(session, {});
  Session opened{test::modelWithClips({"Sprint", "Stand", "Stroll"})};
  EXPECT_EQ(openProject(text, opened), std::vector<std::string>());
  ASSERT_EQ(opened.character().blendSpaces().size(), 1u);
  const BlendSpaceSettings& read = opened.character().blendSpaces().front();
  EXPECT_EQ(read.name, "Gaits");
  EXPECT_EQ(read.sync, crossfade::Sync::Markers);
  EXPECT_EQ(read.y, 10);
  EXPECT_EQ(read.samples, (std::vector<BlendSampleSettings>{{1, 0, 0, 0.5}, {2, 1, 30}, {0, 3}}));
  opened.advance(0.01, profiler);
  const auto playing = opened.character().player().playingSpace();
  ASSERT_TRUE(playing);
  EXPECT_EQ(playing->number, blendSpaceNumber("Gaits"));
}

TEST_F(BlendSpaces, PlayByScript) {
  constexpr const char* kScript = R"({"commands": [
    {"at": 0, "do": "blendSpace", "name": "Gaits", "x": 1,
     "samples": [{"clip": "Stand", "x": 0}, {"clip": "Stroll", "x": 1}, {"clip": "Sprint", "x": 3}]},
    {"at": 0, "do": "fadeTo", "space": "Gaits", "seconds": 0.2},
    {"at": 0.5, "do": "blendPoint", "space": "Gaits", "x": 2, "seconds": 0.5}]})";
  auto script = parseScript(kScript, session.model());
  ASSERT_TRUE(script) << script.error().message;
  ScriptPlayer player(fromNothing(*std::move(script)));
  ASSERT_TRUE(player.advanceTo(1.2, session, profiler));
  EXPECT_NEAR(weight(kStroll), 0.5, 1e-6);
  EXPECT_NEAR(weight(kDash), 0.5, 1e-6);
  const auto wrong = parseScript(
      R"({"commands": [{"at": 0, "do": "blendSpace", "name": "A", "samples": [{"clip": "Stand", "z": 1}]}]})",
      session.model());
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("samples 0: "), std::string::npos) << wrong.error().message;
}

TEST_F(BlendSpaces, AreReplayedByTheTimelineAndItsScript) {
  apply(gaits(1));
  apply(PlayClip{kRest});
  std::vector<test::Shown> shots{test::shown(session)};
  for (int frame = 0; frame < 120; ++frame) {
    if (frame == 20) apply(fade(0.3));
    if (frame == 50) apply(move(2.7, 0.4));
    if (frame == 90) apply(FadeTo{.clip = kStroll, .how = {.seconds = 0.3}});
    session.advance((frame + 1) / 60.0 - frame / 60.0, profiler);
    shots.push_back(test::shown(session));
  }
  const auto sameAs = [&](const test::Shown& now, std::size_t frame) {
    return now.time == shots[frame].time && test::samePose(now, shots[frame]);
  };
  const std::string text = takeScript(session);
  apply(ShowMoment{shots[70].time});
  EXPECT_TRUE(sameAs(test::shown(session), 70));
  apply(ReturnToLive{});

  Session again{test::modelWithClips({"Stand", "Stroll", "Sprint"})};
  auto script = parseScript(text, again.model());
  ASSERT_TRUE(script) << script.error().message;
  ScriptPlayer player(fromNothing(*std::move(script)));
  for (std::size_t frame = 0; frame < shots.size(); ++frame) {
    const auto advanced = player.advanceTo(static_cast<double>(frame) / 60.0, again, profiler);
    ASSERT_TRUE(advanced) << advanced.error().message;
    EXPECT_TRUE(frame == 0 || sameAs(test::shown(again), frame)) << frame;
  }
}

TEST_F(BlendSpaces, PlayInComparisons) {
  apply(gaits(2));
  apply(SetComparison{{{.kind = crossfade::TransitionKind::Linear}, {.kind = crossfade::TransitionKind::Inertial}}});
  apply(fade(0.2));
  run(0.5);
  const crossfade::Pose& shown = session.pose();
  for (int lane : {0, 1})
    EXPECT_NEAR(session.character().comparison().posed(lane).worlds[0][3].x, shown.locals[0].translation.x, 1e-4);
}

TEST(BlendSpacesOfTheCharacter, AreLaidOutByMeasuredSpeed) {
  Session session{*importModel(test::sourceFolder() / "assets/character.glb")};
  ASSERT_TRUE(session.apply(LayOutBlendSpace{"Gaits"}));
  const BlendSpaceSettings& space = session.character().blendSpaces().front();
  std::vector<std::string> names;
  for (const BlendSampleSettings& each : space.samples)
    names.push_back(session.model().clips[static_cast<std::size_t>(each.clip)].name());
  EXPECT_EQ(names.front(), "Idle");
  EXPECT_NE(std::find(names.begin(), names.end(), "Walk"), names.end());
  EXPECT_EQ(names.back(), "Run");
  EXPECT_EQ(space.samples.front().x, 0);
  EXPECT_TRUE(std::ranges::is_sorted(space.samples, {}, &BlendSampleSettings::x));
  EXPECT_GT(space.samples.back().x, 2);

  FrameProfiler profiler;  // on the treadmill it goes at the speed of its point
  ASSERT_TRUE(session.apply(SetTravel{TravelMode::Travel}));
  const double between = (space.samples[1].x + space.samples.back().x) / 2;
  const int number = blendSpaceNumber("Gaits");
  ASSERT_TRUE(session.apply(MoveBlendPoint{.space = number, .x = between}));
  ASSERT_TRUE(session.apply(FadeTo{.clip = number, .how = {.seconds = 0}}));
  for (int i = 0; i < 60; ++i) session.advance(1.0 / 60, profiler);
  EXPECT_NEAR(glm::length(session.character().player().travel().velocity), between, 0.15 * between);
}

}  // namespace
}  // namespace app
