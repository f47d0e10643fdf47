// The clip list and its search.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/app/ui/stage.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

/// As many and similar names as a real file has; clip 40 is Sit_Floor_Idle.
std::vector<std::string> manyNames() {
  std::vector<std::string> names;
  for (int i = 0; i < 76; ++i)
    names.push_back((i % 3 == 0 ? "Walking_" : i % 3 == 1 ? "Melee_Attack_" : "Running_") + std::to_string(i));
  names[40] = "Sit_Floor_Idle";
  names[39] = "Sit_Floor_Down";
  return names;
}

void settle(Stage& stage, int frames = 3) {
  for (int i = 0; i < frames; ++i) stage.frame();
}

void typeText(Stage& stage, const std::string& text) {
  stage.input.text = text;
  settle(stage);
}

TEST(ClipCard, NamesTheEventUnderThePointer) {
  Model model = handMadeModel();
  const double duration = model.clips[0].duration();
  model.clipEvents.set(model.clips.ids()[0],
                       *crossfade::ClipEvents::make({{.name = "left step", .time = duration / 4}}, duration));
  Stage stage(std::move(model));
  settle(stage);
  stage.pointAt("clip.0.event.0");
  EXPECT_EQ(stage.hint().rfind("left step", 0), 0u) << stage.hint();
  stage.pointAt("clip.0.time", 0.6f);
  EXPECT_EQ(stage.hint().rfind("Position in this clip.", 0), 0u) << stage.hint();
}

TEST(ClipCard, ForgetsTheSearchWithAnotherModelOfAsManyClips) {
  Stage stage(handMadeModel());
  (void)stage.key(Key::F, {.control = true});
  settle(stage);
  typeText(stage, "run");
  Model next = handMadeModel();
  next.path = "/a/robot.glb";
  Stage other(std::move(next), std::move(stage), false);
  settle(other);
  EXPECT_TRUE(other.interface->workspace().character.clips.search.isEmpty());
}

TEST(ClipSearch, FadesToTheFirstMatchOnEnter) {
  for (const auto& [width, column] : {std::pair{1280, true}, std::pair{1280, false}, std::pair{480, true}}) {
    Stage stage(handMadeModel(manyNames()), width, 720);
    stage.interface->workspace().columnOpen = column;
    stage.interface->workspace().tab = ColumnTab::Pose;
    settle(stage);
    (void)stage.key(Key::F, {.control = true});
    settle(stage);
    EXPECT_TRUE(stage.shows("clips.search")) << "beside the list or over the chips";
    typeText(stage, "sfi");
    EXPECT_TRUE(stage.shows("chip.40")) << "the chips show the match";
    EXPECT_EQ(only<FadeTo>(stage.key(Key::Enter))->clip, 40);
    settle(stage);
    EXPECT_FALSE(stage.interface->wantsKeyboard());
    EXPECT_EQ(stage.shows("clips.search"), column && width > 500);
  }
}

TEST(ClipSearch, OfEveryMenuSaysWhenNothingMatches) {
  for (const std::string menu : {"fade.to", "fade.mask"}) {
    Stage stage(handMadeModel(manyNames()));
    (void)stage.click(menu);
    settle(stage);
    EXPECT_FALSE(stage.shows(menu + ".empty"));
    typeText(stage, "xyz");
    EXPECT_TRUE(stage.shows(menu + ".empty")) << menu;
  }
}

TEST(ClipSearch, KeepsTheKeyboardWhenEnterFindsNothing) {
  for (const char* const opens : {"clips.search", "fade.to"}) {
    Stage stage(handMadeModel(manyNames()));
    (void)stage.click(opens);
    settle(stage);
    typeText(stage, "xyz");
    EXPECT_TRUE(stage.key(Key::Enter).empty());
    stage.input.text = "l";  // as a shortcut it would open the timeline
    (void)stage.key(Key::L);
    settle(stage);
    EXPECT_TRUE(stage.interface->wantsKeyboard()) << opens;
    EXPECT_FALSE(stage.interface->workspace().panelSizes.timeline) << opens;
  }
}

TEST(ClipSearch, SlashOpensItAndIsNotTyped) {
  Stage stage;
  stage.input.text = "/";
  (void)stage.key(Key::Slash);
  settle(stage);
  EXPECT_TRUE(stage.interface->wantsKeyboard());
  EXPECT_TRUE(stage.interface->workspace().character.clips.search.isEmpty());
}

TEST(ClipSearch, ListsOnlyMatchesAndArrowsChooseAnother) {
  Stage stage(handMadeModel(manyNames()));
  (void)stage.key(Key::F, {.control = true});
  settle(stage);
  typeText(stage, "sit");
  EXPECT_TRUE(stage.shows("clip.39.row"));
  EXPECT_TRUE(stage.shows("clip.40.row"));
  EXPECT_FALSE(stage.shows("clip.0.row"));
  (void)stage.key(Key::Down);
  stage.frame();
  EXPECT_EQ(only<FadeTo>(stage.key(Key::Enter))->clip, 40);
}

TEST(ClipSearch, TakesWhatWasTypedInTheSameFrameAsEnter) {
  Stage stage(handMadeModel(manyNames()));
  (void)stage.key(Key::F, {.control = true});
  settle(stage);
  stage.input.text = "sfi";
  EXPECT_EQ(only<FadeTo>(stage.key(Key::Enter))->clip, 40);
}

TEST(ClipSearch, EscapeClearsThenCloses) {
  Stage stage;
  (void)stage.key(Key::F, {.control = true});
  settle(stage);
  typeText(stage, "walk");
  EXPECT_FALSE(stage.shows("clip.0.row"));
  (void)stage.key(Key::Escape);
  settle(stage);
  EXPECT_TRUE(stage.shows("clip.0.row"));
  EXPECT_TRUE(stage.interface->wantsKeyboard());
  (void)stage.key(Key::Escape);
  settle(stage);
  EXPECT_FALSE(stage.interface->wantsKeyboard());
}

TEST(ClipSearch, WithoutAMatchDoesNothingOnEnter) {
  Stage stage;
  (void)stage.key(Key::F, {.control = true});
  settle(stage);
  typeText(stage, "xyz");
  EXPECT_TRUE(stage.key(Key::Enter).empty());
}

TEST(ClipList, ScrollsToWhatPlays) {
  Stage stage(handMadeModel(manyNames()));
  EXPECT_FALSE(stage.shows("clip.60.row"));
  (void)stage.session.apply(FadeTo{60});
  settle(stage);
  EXPECT_TRUE(stage.shows("clip.60.row"));
}

TEST(ClipList, FadesNeverOpenOrCloseACard) {
  Stage stage(handMadeModel(), 1280, 2000);
  ASSERT_TRUE(stage.shows("clip.0.weight"));
  (void)stage.session.apply(FadeTo{2, {.seconds = 0.1}});
  settle(stage, 20);
  EXPECT_TRUE(stage.shows("clip.0.weight"));
  EXPECT_FALSE(stage.shows("clip.2.weight"));
}

TEST(ClipList, KeepsSeveralCardsOpenAndMovesNothingElse) {
  Stage stage(handMadeModel(), 1280, 1800);
  const float above = stage.rect("clip.1.row").y;
  (void)stage.click("clip.1.row");
  settle(stage);
  EXPECT_TRUE(stage.shows("clip.0.weight"));
  EXPECT_TRUE(stage.shows("clip.1.weight"));
  EXPECT_EQ(stage.rect("clip.1.row").y, above);
  (void)stage.click("clip.0.row");
  settle(stage);
  EXPECT_FALSE(stage.shows("clip.0.weight"));
  EXPECT_TRUE(stage.shows("clip.1.weight"));
}

/// The last row of the list that can be seen whole.
std::string lastRow(const Stage& stage) {
  std::string last;
  for (int clip = 0; clip < stage.session.clipCount(); ++clip)
    if (const std::string id = "clip." + std::to_string(clip); stage.shows(id + ".play")) last = id;
  return last;
}

TEST(ClipList, ARowStaysUnderThePointerWhenItsCardOpensAndCloses) {
  Stage stage(handMadeModel(manyNames()), 1280, 800);
  for (const int shown : {0, 75}) {  // the list scrolled to its beginning, and to its end
    (void)stage.session.apply(FadeTo{shown, {.seconds = 0.01}});
    settle(stage, 20);
    const std::string id = lastRow(stage);
    const float y = stage.rect(id + ".row").y;
    for (const char* what : {"opened", "closed", "opened again", "closed again"}) {
      (void)stage.click(id + ".row");
      settle(stage);
      EXPECT_EQ(stage.rect(id + ".row").y, y) << what << " with clip " << shown;
    }
  }
}

TEST(ClipList, TheLastRowStaysUnderThePointerWhenItsCardClosesBelowTheEnd) {
  Stage stage(handMadeModel(manyNames()), 1280, 1600);
  (void)stage.session.apply(FadeTo{75, {.seconds = 0.01}});
  settle(stage, 20);
  (void)stage.click("clip.75.row");
  settle(stage);
  stage.pointAt("clip.75.row");
  for (int notch = 0; notch < 40 && stage.rect("clip.75.row").y > stage.rect("clips.search").bottom() + 60; ++notch) {
    stage.input.wheelY = -1;
    stage.frame();
  }
  settle(stage);
  const float y = stage.rect("clip.75.row").y;
  (void)stage.click("clip.75.row");
  settle(stage);
  EXPECT_FALSE(stage.shows("clip.75.weight"));
  EXPECT_EQ(stage.rect("clip.75.row").y, y);
}

TEST(ClipCard, ListsEventsInTheSamePlaceWhetherThereAreAnyOrNot) {
  Stage stage(handMadeModel(), 1280, 2000);
  const UiRect before = stage.rect("clip.0.events");
  settle(stage, 150);
  EXPECT_GE(stage.session.playbackEvents().count(0), 2);
  EXPECT_EQ(stage.rect("clip.0.events"), before);
  EXPECT_GT(before.height, 4 * 12) << "a line for each event that is kept";
}

TEST(ClipList, AStarKeepsAClipOnTop) {
  Stage stage(handMadeModel(), 1280, 2400);
  EXPECT_EQ(only<SetClip>(stage.click("clip.2.star"))->clip, 2);
  settle(stage);
  EXPECT_LT(stage.rect("clip.2.row").y, stage.rect("clip.0.row").y);
  EXPECT_FALSE(onlySet(&ClipSettings::favorite, stage.click("clip.2.star")));
}

TEST(ClipList, GroupsFold) {
  Stage stage(handMadeModel(manyNames()));
  (void)stage.click("clips.group");
  settle(stage);
  ASSERT_TRUE(stage.shows("clips.group.39")) << "the list shows what plays, here clip 40";
  EXPECT_TRUE(stage.shows("clip.40.row"));
  (void)stage.click("clips.group.39");
  settle(stage);
  EXPECT_FALSE(stage.shows("clip.40.row"));
  EXPECT_TRUE(stage.shows("clips.group.39"));
}

TEST(ClipCard, SetsRoundsClampAndStart) {
  Stage stage(handMadeModel(), 1280, 1600);
  EXPECT_EQ(onlySet(&ClipSettings::repetitions, stage.click("clip.0.endless")), 3);
  stage.frame();
  EXPECT_EQ(onlySet(&ClipSettings::repetitions, stage.type("clip.0.loops", "2.5")), 2.5);
  stage.frame();
  EXPECT_FALSE(onlySet(&ClipSettings::repetitions, stage.click("clip.0.endless")));
  EXPECT_TRUE(onlySet(&ClipSettings::clamp, stage.click("clip.0.clamp")));
  const auto start = only<StartAt>(stage.click("clip.0.startAt"));
  ASSERT_TRUE(start);
  EXPECT_NEAR(start->mixerTime, stage.session.mixerTime() + 1, 0.05);
}

TEST(ClipCard, SetsTheLengthOfARoundAndKeepsItsDirection) {
  Stage stage(handMadeModel(), 1280, 1600);
  EXPECT_EQ(only<SetClipDuration>(stage.type("clip.0.loopSeconds", "2.5"))->seconds, 2.5);
  ASSERT_TRUE(stage.session.apply(SetClip{0, &ClipSettings::timeScale, -1}));
  stage.frame();
  EXPECT_EQ(only<SetClipDuration>(stage.type("clip.0.loopSeconds", "2"))->seconds, -2);
}

TEST(ClipCard, SyncsAndWarps) {
  Stage stage(handMadeModel(), 1280, 1600);
  (void)stage.click("clip.0.syncWith");
  settle(stage);
  const auto sync = only<SyncClip>(stage.click("clip.0.syncWith.1"));
  ASSERT_TRUE(sync);
  EXPECT_EQ(sync->clip, 0);
  EXPECT_EQ(sync->with, 1);
  settle(stage);
  EXPECT_TRUE(stage.click("clip.0.stopWarping").empty()) << "nothing warps";
  (void)stage.type("clip.0.warpTo", "0.5");
  stage.frame();
  const auto warp = only<WarpClip>(stage.click("clip.0.warp"));
  ASSERT_TRUE(warp);
  EXPECT_EQ(warp->to, 0.5);
  EXPECT_EQ(warp->seconds, ClipLengths::kDefaultWarp);
  EXPECT_FALSE(warp->from) << "from the speed that it has";
  stage.frame();
  EXPECT_TRUE(only<StopWarping>(stage.click("clip.0.stopWarping")));
}

TEST(ClipList, AllocatesNothingWith76ClipsInASteadyFrame) {
  Stage stage(handMadeModel(manyNames()), 1280, 900);
  stage.interface->workspace().character.clips.grouped = true;
  (void)stage.session.apply(FadeTo{60, {.seconds = 20}});
  for (const bool searching : {false, true}) {
    if (searching) {
      (void)stage.key(Key::F, {.control = true});
      settle(stage);
      typeText(stage, "a");
    }
    settle(stage, 30);
    const ::test::AllocationGuard guard;
    settle(stage, 10);
    EXPECT_EQ(guard.count(), 0) << searching;
  }
}

}  // namespace
}  // namespace app::test
