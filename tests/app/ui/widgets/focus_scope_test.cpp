#include "app/ui/widgets/focus_order.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "tests/app/ui/keyboard_walk.h"

namespace app::test {
namespace {

using Ids = std::vector<FocusId>;

TEST(FocusScope, GoesBackThroughDialogsOverDialogs) {
  FocusScope scope;
  EXPECT_EQ(scope.follow(Ids{}, 1).enters, 0u);
  EXPECT_EQ(scope.follow(Ids{10}, 1).enters, 10u);
  EXPECT_EQ(scope.follow(Ids{10}, 2).enters, 0u) << "only when it opens";
  EXPECT_EQ(scope.follow(Ids{10, 20}, 3).enters, 20u);
  EXPECT_EQ(scope.inside(), 20u);
  EXPECT_EQ(scope.follow(Ids{10}, 4).returnsTo, 3u);
  EXPECT_EQ(scope.inside(), 10u);
  EXPECT_EQ(scope.follow(Ids{}, 3).returnsTo, 1u);
  EXPECT_EQ(scope.inside(), 0u);
}

TEST(FocusScope, GoesBackOverSeveralAtOnceAndFromOneToAnother) {
  FocusScope scope;
  (void)scope.follow(Ids{10, 20}, 1);
  EXPECT_EQ(scope.follow(Ids{}, 5).returnsTo, 1u);
  (void)scope.follow(Ids{10}, 1);
  EXPECT_EQ(scope.follow(Ids{30}, 5).enters, 30u);
  EXPECT_EQ(scope.follow(Ids{}, 6).returnsTo, 1u) << "not to the popup that closed before";
  (void)scope.follow(Ids{20}, 1);
  (void)scope.follow(Ids{10, 20}, 5);  // a dialog below an open popup
  EXPECT_EQ(scope.follow(Ids{10}, 5).enters, 10u) << "nothing in it had the focus before";
}

TEST(FocusScope, LeavesOutWhatIsTooDeep) {
  FocusScope scope;
  EXPECT_EQ(scope.follow(Ids{1, 2, 3, 4, 5, 6, 7, 8, 9}, 50).enters, 8u);
  EXPECT_EQ(scope.follow(Ids{}, 51).returnsTo, 50u);
}

TEST(FocusScope, StaysInADialogAndComesBack) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "view.record"));
  const std::string before = focusOf(stage);
  (void)stage.key(Key::H);
  stage.frame();
  stage.frame();
  ASSERT_TRUE(stage.shows("help.close"));
  EXPECT_EQ(focusOf(stage), "help.close") << "the keyboard opened it";
  EXPECT_EQ(tabWalk(stage), (std::vector<std::string>{"help.close"}));
  EXPECT_EQ(press(stage, Key::F6), "help.close");
  (void)press(stage, Key::Escape);
  EXPECT_FALSE(stage.interface->workspace().helpOpen);
  EXPECT_EQ(focusOf(stage), before);
}

TEST(FocusScope, GoesBackFromADialogOverADialog) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "view.record"));
  (void)stage.session.apply(AskToReplace{"walk.crossfade"});
  for (int i = 0; i < 3; ++i) stage.frame();
  const std::string first = focusOf(stage), second = press(stage, Key::Tab);
  ASSERT_NE(first, second);
  stage.pointAt("replace", 0.1f);
  stage.press();  // brings it to the front
  stage.release();
  EXPECT_EQ(press(stage, Key::Tab, kShift), first);
  EXPECT_EQ(press(stage, Key::Tab), second);
  EXPECT_EQ(press(stage, Key::H), "help.close");
  EXPECT_EQ(std::string(ImGui::GetCurrentContext()->Windows.back()->RootWindow->Name), "help");
  EXPECT_EQ(press(stage, Key::Tab), "help.close");
  EXPECT_EQ(press(stage, Key::Escape), second);
  EXPECT_EQ(press(stage, Key::Tab), first) << "and stays in the dialog below";
  (void)press(stage, Key::Escape);
  EXPECT_EQ(focusOf(stage), "view.record");
}

TEST(FocusScope, EscapeClosesOneDialogAtATime) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "view.record"));
  (void)press(stage, Key::S, {.control = true});
  for (int i = 0; i < 4; ++i) stage.frame();
  (void)press(stage, Key::Tab);
  ASSERT_EQ(press(stage, Key::Tab), "save.save");
  ASSERT_EQ(press(stage, Key::H), "help.close");
  EXPECT_EQ(press(stage, Key::Escape), "save.save");
  EXPECT_TRUE(stage.interface->workspace().save.open);
  EXPECT_EQ(press(stage, Key::Escape), "view.record");
  EXPECT_FALSE(stage.interface->workspace().save.open);
}

TEST(FocusScope, EntersAPanelThatItOpensAndLeavesItWithEscape) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "view.record"));
  (void)press(stage, Key::Enter);
  ASSERT_TRUE(stage.interface->workspace().exports.open);
  EXPECT_EQ(focusOf(stage), "export.close");
  (void)press(stage, Key::Escape);
  EXPECT_FALSE(stage.interface->workspace().exports.open);
  EXPECT_EQ(focusOf(stage), "view.record");
  (void)press(stage, Key::Escape);
  EXPECT_EQ(focusOf(stage), "");
}

TEST(FocusScope, TheNextKeyAfterEscapeIsForWhatOpenedThePanel) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "view.record"));
  (void)press(stage, Key::Enter);
  ASSERT_EQ(focusOf(stage), "export.close");
  (void)stage.key(Key::Escape);
  EXPECT_FALSE(only<SetPaused>(stage.key(Key::Space)));
  EXPECT_TRUE(stage.interface->workspace().exports.open) << "Space pressed view.record again";
}

TEST(FocusScope, EscapeReleasesWhatIsOpenBeforeItHidesTheRing) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "transport.pause"));
  stage.interface->workspace().exports.show(ExportRow::Film);
  for (int i = 0; i < 3; ++i) stage.frame();
  (void)press(stage, Key::Escape);
  EXPECT_FALSE(stage.interface->workspace().exports.open);
  EXPECT_EQ(focusOf(stage), "transport.pause");
  (void)press(stage, Key::Escape);
  EXPECT_EQ(focusOf(stage), "");
}

TEST(FocusScope, OpensListsAndChooses) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "clips.sort"));
  (void)press(stage, Key::Enter);
  EXPECT_EQ(focusOf(stage), "clips.sort.0") << "what is chosen now";
  EXPECT_EQ(press(stage, Key::Down), "clips.sort.1");
  (void)press(stage, Key::Enter);
  stage.frame();
  EXPECT_EQ(stage.interface->workspace().character.clips.sort, ClipSort::Name);
  EXPECT_EQ(focusOf(stage), "clips.sort");
  (void)press(stage, Key::Enter);
  EXPECT_EQ(focusOf(stage), "clips.sort.1");
  (void)press(stage, Key::Escape);
  EXPECT_EQ(focusOf(stage), "clips.sort") << "Escape closes the list first";
}

TEST(FocusScope, KeysWaitForAListThatOpensOrCloses) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "clips.sort"));
  for (const Key key : {Key::Enter, Key::Down, Key::Enter}) (void)stage.key(key);
  for (int i = 0; i < 6; ++i) stage.frame();
  EXPECT_EQ(stage.interface->workspace().character.clips.sort, ClipSort::Name);
  ASSERT_EQ(focusOf(stage), "clips.sort");
  (void)press(stage, Key::Enter);
  (void)stage.key(Key::Escape);
  (void)stage.key(Key::Enter);
  for (int i = 0; i < 6; ++i) stage.frame();
  EXPECT_EQ(focusOf(stage), "clips.sort.1") << "open again";
}

TEST(FocusScope, SearchesInAChooser) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "fade.to"));
  (void)press(stage, Key::Enter);
  stage.frame();
  EXPECT_EQ(focusOf(stage), "fade.to.search");
  (void)stage.typeOn("run", Key::Enter);
  for (int i = 0; i < 4; ++i) stage.frame();
  EXPECT_EQ(stage.session.fadeSettings().to, 2);
  EXPECT_EQ(focusOf(stage), "fade.to");
}

TEST(FocusScope, StaysInAPopupThatARowOpened) {
  Stage stage;
  (void)stage.session.apply(AddLayer{{.clip = 1, .mask = 1}});
  (void)stage.session.apply(AddLayer{{.clip = 2}});
  stage.interface->workspace().character.layers.open = 0;
  stage.interface->workspace().tab = ColumnTab::Layers;
  for (int i = 0; i < 3; ++i) stage.frame();
  ASSERT_TRUE(focusOn(stage, "layer.0.mask"));
  (void)press(stage, Key::Enter);
  for (int i = 0; i < 4 && focusOf(stage) != "layer.0.mask.feather"; ++i) (void)press(stage, Key::Tab);
  ASSERT_EQ(focusOf(stage), "layer.0.mask.feather");
  for (const Key key : {Key::Home, Key::End}) EXPECT_EQ(press(stage, key), "layer.0.mask.feather");
}

TEST(FocusScope, OpensAMenu) {
  Stage stage;
  FadeSettings settings = stage.session.fadeSettings();
  settings.to = 1;
  (void)stage.session.apply(SetFadeSettings{settings});
  for (const auto& [key, modifiers] : {std::pair{Key::Menu, Modifiers{}}, std::pair{Key::F10, kShift}}) {
    ASSERT_TRUE(focusOn(stage, "fade.replay"));
    (void)press(stage, key, modifiers);
    EXPECT_EQ(focusOf(stage), "fade.leadIn");
    EXPECT_LT(std::abs(stage.rect("fade.leadIn").x - stage.rect("fade.replay").x), 260) << "beside the button";
    EXPECT_EQ(tabWalk(stage), (std::vector<std::string>{"fade.leadOut", "fade.leadIn"})) << "it stays in the menu";
    (void)press(stage, Key::Escape);
    EXPECT_EQ(focusOf(stage), "fade.replay");
  }
}

}  // namespace
}  // namespace app::test
