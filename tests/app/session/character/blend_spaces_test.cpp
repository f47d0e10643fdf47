// Blend spaces in a session: made, laid out, faded to, moved, undone, saved and played again.
#include <cmath>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "app/format/project_json.h"
#include "app/format/script.h"
#include "app/format/take_text.h"
#include "app/import/import_model.h"
#include "app/session/session.h"
#include "app/session/undo_history.h"
#include "tests/support/golden_files.h"
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

struct SpacesInOrder : BlendSpaces {
  void SetUp() override {
    for (const char* name : {"A", "Gaits", "Z"})
      apply(SetBlendSpace{{.name = name, .x = 2, .samples = {{kRest, 0}, {kStroll, 1}, {kDash, 3}}}});
  }
  std::string order() const {
    std::string all;
    for (const BlendSpaceSettings& each : spaces()) all += (all.empty() ? "" : " ") + each.name;
    return all;
  }
  static CellIndex cell(const char* from, const char* to) {
    const auto number = [](const char* name) { return name == nullptr ? -1 : blendSpaceNumber(name); };
    return {number(from), number(to)};
  }
};

TEST_F(SpacesInOrder, KeepTheirPlaceWithAnotherName) {
  apply(fade());
  run(0.4);
  const double phase = session.character().player().playingSpace()->phase;
  apply(
      SetTransitionCell{.cells = {cell("Gaits", "Z"), {kRest, blendSpaceNumber("Gaits")}}, .settings = {.seconds = 2}});
  const TransitionCells before = session.character().transitions();
  const int steps = session.history().stepCount();
  apply(RenameBlendSpace{"Gaits", "Walks"});
  EXPECT_EQ(order(), "A Walks Z");
  EXPECT_EQ(session.history().stepCount(), steps + 1);
  EXPECT_EQ(lastStep(), "Blend space Walks");
  ASSERT_TRUE(session.character().player().playingSpace());
  EXPECT_EQ(session.character().player().playingSpace()->number, blendSpaceNumber("Walks"));
  EXPECT_EQ(session.character().player().playingSpace()->phase, phase) << "nothing else changes";
  EXPECT_EQ(session.character().transitions().size(), 2u);
  EXPECT_TRUE(session.character().transitions().at(pairOf(cell("Walks", "Z"))));
  run(0.2);
  apply(Undo{});
  EXPECT_EQ(order(), "A Gaits Z");
  EXPECT_EQ(session.character().transitions(), before);
  apply(Redo{});
  EXPECT_EQ(order(), "A Walks Z");
  EXPECT_EQ(errorOf(RenameBlendSpace{"Walks", "Z"}), "another blend space has the name 'Z'");
  EXPECT_EQ(errorOf(RenameBlendSpace{"Gaits", "B"}), "there is no blend space of that name");
  EXPECT_EQ(errorOf(RenameBlendSpace{"A", ""}), "a blend space's name has 1 to 60 bytes");
}

TEST_F(SpacesInOrder, AreNotMistakenForOthersWithTheirNumber) {
  const std::string other = "jadejpcab";
  ASSERT_EQ(blendSpaceNumber(other), blendSpaceNumber("Gaits"));
  apply(SetTransitionCell{.cells = {cell("A", "Gaits")}, .settings = {.seconds = 2}});
  EXPECT_EQ(errorOf(RenameBlendSpace{other, "B"}), "there is no blend space of that name");
  EXPECT_EQ(errorOf(RemoveBlendSpace{other}), "there is no blend space of that name");
  EXPECT_EQ(order(), "A Gaits Z");
  EXPECT_EQ(session.character().transitions().size(), 1u);
}

TEST_F(SpacesInOrder, ComeBackInTheirPlaceWithTheirTransitions) {
  apply(SetTransitionCell{.cells = {cell("A", "Gaits"), cell("Gaits", nullptr)}, .settings = {.seconds = 2}});
  const TransitionCells before = session.character().transitions();
  apply(RemoveBlendSpace{"Gaits"});
  EXPECT_EQ(order(), "A Z");
  EXPECT_TRUE(session.character().transitions().empty());
  apply(Undo{});
  EXPECT_EQ(order(), "A Gaits Z");
  EXPECT_EQ(session.character().transitions(), before);
  apply(Redo{});
  EXPECT_EQ(order(), "A Z");
  EXPECT_TRUE(session.character().transitions().empty());
}

TEST_F(SpacesInOrder, AreRenamedByScript) {
  auto script =
      parseScript(R"({"commands": [{"at": 0, "do": "renameBlendSpace", "name": "A", "to": "B"}]})", session.model());
  ASSERT_TRUE(script) << script.error().message;
  ScriptPlayer player(fromNothing(*std::move(script)));
  ASSERT_TRUE(player.advanceTo(0.1, session, profiler));
  EXPECT_EQ(order(), "B Gaits Z");
}

TEST_F(SpacesInOrder, AreFadedToAndFromAsTheSetSays) {
  const int gaits = blendSpaceNumber("Gaits");
  apply(SetTransitionCell{.cells = {{}}, .settings = {.seconds = 1}});
  apply(SetTransitionCell{.cells = {{-1, gaits}}, .settings = {.seconds = 2}});
  apply(SetTransitionCell{.cells = {{gaits, -1}}, .settings = {.kind = crossfade::TransitionKind::Linear}});
  apply(SetTransitionCell{.cells = {{kRest, gaits}}, .settings = {.seconds = 0.5, .toPhase = 0.25}});
  apply(SetTransitionCell{.cells = {{gaits, kDash}}, .settings = {.seconds = 0.75}});
  const auto secondsTo = [&](int source) {
    apply(FadeTo{.clip = source});
    const double seconds = session.runningFade()->seconds;
    run(3);
    return seconds;
  };
  apply(PlayClip{kRest});
  run(0.1);
  EXPECT_EQ(secondsTo(gaits), 0.5) << "a clip to a space";
  EXPECT_EQ(secondsTo(kDash), 0.75) << "a space to a clip";
  EXPECT_EQ(secondsTo(gaits), 2) << "the column of the space";
  EXPECT_EQ(secondsTo(kStroll), 1) << "the whole set";
  EXPECT_EQ(secondsTo(blendSpaceNumber("A")), 1);
  EXPECT_EQ(secondsTo(gaits), 2) << "a space to a space";
  apply(FadeTo{.clip = kRest});
  EXPECT_EQ(session.runningFade()->kind, crossfade::TransitionKind::Linear) << "the row of the space";
  apply(SetTransitionCell{.cells = {{gaits, kRest}}, .settings = {.seconds = 1.5}});
  EXPECT_EQ(session.runningFade()->seconds, 1.5) << "a running fade follows its cell";
  EXPECT_EQ(errorOf(SetTransitionCell{.cells = {{-1, blendSpaceNumber("Gone")}}, .settings = {.seconds = 1}}),
            "there is no blend space of that name");
}

TEST_F(SpacesInOrder, TransitionsOfThemAreSetByScript) {
  constexpr const char* kScript = R"({"commands": [
    {"at": 0, "do": "transition", "toSpace": "Gaits", "seconds": 2},
    {"at": 0, "do": "transition", "fromSpace": "Gaits", "to": "Stand", "seconds": 3},
    {"at": 0, "do": "clearTransition", "toSpace": "Gaits"}]})";
  auto script = parseScript(kScript, session.model());
  ASSERT_TRUE(script) << script.error().message;
  ScriptPlayer player(fromNothing(*std::move(script)));
  ASSERT_TRUE(player.advanceTo(0.1, session, profiler));
  ASSERT_EQ(session.character().transitions().size(), 1u);
  EXPECT_EQ(session.character().transitions().at(pairOf({blendSpaceNumber("Gaits"), kRest}))->seconds, 3);
  EXPECT_FALSE(
      parseScript(R"({"commands": [{"at": 0, "do": "transition", "to": "Stand", "toSpace": "A", "seconds": 1}]})",
                  session.model()));
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

/// Clips whose feet do not agree on the ground, and models without human legs.
TEST(BlendSpacesOfModels, AreLaidOutFromFeetThatStep) {
  int seen = 0;
  for (const char* const file : {"Mannequiny/mannequiny.glb", "Fox/Fox.glb", "Quaternius_Enemy2Legs/Enemy_2Legs.glb",
                                 "Quaternius_Alpaca/Alpaca.glb", "Quaternius_Trex/Trex.glb"})
    for (const auto& folder : test::modelFolders()) {
      if (!std::filesystem::exists(folder / file)) continue;
      Session session{*importModel(folder / file)};
      const auto done = session.apply(LayOutBlendSpace{"Gaits"});
      ASSERT_TRUE(done) << file << ": " << done.error().message;
      EXPECT_GT(session.character().blendSpaces().front().samples.size(), 1u) << file;
      ++seen;
      break;
    }
  if (seen == 0) GTEST_SKIP() << "there are no models";
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
