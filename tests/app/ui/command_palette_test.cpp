#include "app/ui/command_palette.h"
#include "app/session/undo_history.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/ui/stage.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

using testing::Contains;
using testing::IsSupersetOf;
using testing::Not;

std::vector<std::string> namesOf(const std::vector<CommandPaletteEntry>& entries) {
  std::vector<std::string> names;
  for (const CommandPaletteEntry& entry : entries) names.push_back(entry.name);
  return names;
}

/// Opens the palette, types, and takes the best match.
Commands choose(Stage& stage, const std::string& query, Key end = Key::Enter) {
  (void)stage.key(Key::K, kControl);
  stage.frame();
  const Commands commands = stage.typeOn(query, end);
  stage.frame();  // Dear ImGui lets the keyboard go
  return commands;
}

TEST(CommandPalette, ListsWhatCanBeDoneHere) {
  Stage stage;
  const auto names = namesOf(commandPaletteEntries(stage.session));
  EXPECT_THAT(names,
              IsSupersetOf({"Fade to Walk", "Replay the fade", "Show or hide the skeleton", "Shapes", "Model",
                            "Grid: turn off", "Fade kind: inertial", "Fade length", "Weight", "Left drag: Orbit"}));
  EXPECT_THAT(names, Not(Contains("Finish the drawing"))) << "of another workspace";
  EXPECT_THAT(names, Not(Contains("Fade kind: curve"))) << "it is";
  (void)stage.session.apply(ShowScene{SceneKind::Shapes});
  const auto inShapes = namesOf(commandPaletteEntries(stage.session));
  EXPECT_THAT(inShapes, Contains("Finish the drawing"));
  EXPECT_THAT(inShapes, Not(Contains("Fade length")));
}

TEST(CommandPalette, HasEveryKeyThatTheHelpShows) {
  Stage stage;
  const auto entries = commandPaletteEntries(stage.session);
  for (const KeyBinding& binding : keyBindings()) {
    using enum BoundAction;
    const bool isLeftOut = binding.last != Key::Unknown || binding.action == MoveFocus || binding.action == Dismiss ||
                           binding.action == OpenCommandPalette;
    if (binding.keys[0] == 0 || isLeftOut || !worksIn(binding, SceneKind::Character)) continue;
    EXPECT_TRUE(std::ranges::any_of(entries, [&](const CommandPaletteEntry& e) { return e.binding == &binding; }))
        << binding.what;
  }
}

TEST(CommandPalette, HoldsMorphTargetsAndExpressions) {
  Model model = handMadeModel();
  model.meshes[0].morphTargetNames = {"smile"};
  model.meshes[0].primitives[0].morphTargets = {{.positions = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}}}};
  model.instances[0].morphCount = 1;
  model.restMorphWeights = {0};
  model.expressions = {{.name = "happy", .binds = {{.morph = 0, .weight = 0.5f}}}};
  Stage stage(std::move(model));
  const auto morph = only<HoldMorph>(choose(stage, "smile 0.3"));
  ASSERT_TRUE(morph);
  EXPECT_EQ(morph->weight, 0.3);
  const auto expression = only<HoldExpression>(choose(stage, "happy 1"));
  ASSERT_TRUE(expression);
  EXPECT_EQ(expression->value, 1);
  EXPECT_TRUE(choose(stage, "happy 2", Key::Escape).empty()) << "out of range";
}

TEST(CommandPalette, FindsAClipByItsNameInTheFile) {
  Stage stage(handMadeModel({"Armature|TRex_Idle", "Armature|TRex_Walk"}));
  const Commands commands = choose(stage, "TRex_Walk");
  ASSERT_TRUE(only<FadeTo>(commands));
  EXPECT_EQ(only<FadeTo>(commands)->clip, 1);
}

TEST(CommandPalette, FadesToAClip) {
  Stage stage;
  const Commands commands = choose(stage, "walk");
  ASSERT_TRUE(only<FadeTo>(commands));
  EXPECT_EQ(stage.session.model().clips[static_cast<std::size_t>(only<FadeTo>(commands)->clip)].name(), "Walk");
  stage.frame();
  EXPECT_FALSE(stage.shows("palette"));
}

TEST(CommandPalette, FindsWhatHasAnotherNameHere) {
  Stage stage;
  (void)choose(stage, "Bake");
  EXPECT_EQ(stage.interface->workspace().exports.row, ExportRow::Clips);
  const bool dark = stage.session.view().darkBackground;
  (void)choose(stage, "theme");
  EXPECT_NE(stage.session.view().darkBackground, dark);
  const auto entries = commandPaletteEntries(stage.session);
  for (const char* word : {"bake", "tune", "video", "html", "perfetto", "matrix", "mocap", "joint map", "theme", "dpi",
                           "fps", "ik", "root motion", "ghosts", "trail", "bones", "reload", "start", "shortcuts"})
    EXPECT_TRUE(std::ranges::any_of(entries, [&](const auto& e) {
      return e.otherWords.find(word) != std::string_view::npos;
    })) << word;
}

TEST(CommandPalette, DoesWhatAKeyDoes) {
  Stage stage;
  (void)choose(stage, "hide skeleton");
  EXPECT_TRUE(stage.session.view().skeleton);
  (void)choose(stage, "this help");
  stage.frame();
  EXPECT_TRUE(stage.shows("help"));
}

TEST(CommandPalette, SetsNumbersThatAreTypedAfterTheirNames) {
  Stage stage;
  (void)choose(stage, "fade length 0.6");
  EXPECT_EQ(stage.session.fadeSettings().seconds, 0.6);
  EXPECT_TRUE(choose(stage, "fade length -7").empty()) << "out of range";
  EXPECT_EQ(stage.session.fadeSettings().seconds, 0.6);
  (void)choose(stage, "exposure 1.5");
  EXPECT_EQ(stage.session.view().exposure, 1.5f);
  EXPECT_EQ(stage.session.history().stepCount(), 1) << "the view has no history";
}

TEST(CommandPalette, ChangesSpeedAndGround) {
  Stage stage;
  (void)choose(stage, "speed 0.5");
  EXPECT_EQ(stage.session.speed(), 0.5);
  (void)choose(stage, "foot lock");
  EXPECT_TRUE(stage.session.character().ground().footLock());
  (void)choose(stage, "travel treadmill");
  EXPECT_EQ(stage.session.character().ground().travel(), TravelMode::Treadmill);
}

TEST(CommandPalette, ClosesWhenAnotherModelComes) {
  Stage before;
  (void)before.key(Key::K, kControl);
  before.frame();
  ASSERT_TRUE(before.shows("palette"));
  Stage stage(handMadeModel(), std::move(before), false);
  stage.frame();
  stage.frame();
  EXPECT_FALSE(stage.shows("palette"));
}

TEST(CommandPalette, AllocatesNothingWhileItIsOpen) {
  Stage stage;
  (void)stage.session.apply(SetPaused{true});
  (void)stage.key(Key::K, kControl);
  stage.input.text = "fade length 0.6";
  for (int i = 0; i < 30; ++i) stage.frame();
  ASSERT_TRUE(stage.shows("palette"));
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 10; ++i) stage.frame();
  EXPECT_EQ(guard.count(), 0);
}

TEST(CommandPalette, ClosesOnEscapeAndOnAClickElsewhere) {
  Stage stage;
  (void)stage.key(Key::K, kControl);
  stage.frame();
  ASSERT_TRUE(stage.shows("palette"));
  (void)stage.key(Key::Escape);
  stage.frame();
  stage.frame();
  EXPECT_FALSE(stage.shows("palette"));
  (void)stage.key(Key::K, kControl);
  stage.frame();
  stage.pointAt(40, 400);
  stage.press();
  stage.release();
  stage.frame();
  EXPECT_FALSE(stage.shows("palette"));
}

TEST(CommandPalette, FindsATypedNumber) {
  const auto number = typedNumberIn("fade length 0.6");
  ASSERT_TRUE(number);
  EXPECT_EQ(number->name, "fade length");
  EXPECT_EQ(number->value, 0.6);
  EXPECT_EQ(typedNumberIn("speed -2 ")->value, -2);
  EXPECT_FALSE(typedNumberIn("run2"));
  EXPECT_FALSE(typedNumberIn("walk 2x"));
  EXPECT_FALSE(typedNumberIn("0.6"));
  EXPECT_FALSE(typedNumberIn(""));
}

}  // namespace
}  // namespace app::test
