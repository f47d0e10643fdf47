// Undo by hand: gestures, the list of changes, and the dialogs of project files.
#include <gtest/gtest.h>

#include "app/session/undo_history.h"
#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

TEST(UndoByHand, ASliderDragIsOneStep) {
  Stage stage;
  stage.pointAt("clip.0.weight", 0.9f);
  stage.press();
  for (const float at : {0.7f, 0.5f, 0.3f}) stage.pointAt("clip.0.weight", at);
  stage.release();
  ASSERT_EQ(stage.session.history().stepCount(), 1);
  EXPECT_EQ(stage.session.history().step(0).name, "Idle: Weight 1 -> 0.3");
  (void)stage.key(Key::Z, kControl);
  EXPECT_EQ(stage.session.action(0).weight, 1);
  (void)stage.key(Key::Z, kControlShift);
  EXPECT_NEAR(stage.session.action(0).weight, 0.3, 0.01);
  (void)stage.key(Key::Z, kControl);
  (void)stage.key(Key::Y, kControl);
  EXPECT_NEAR(stage.session.action(0).weight, 0.3, 0.01);
}

TEST(UndoByHand, TwoDragsAreTwoStepsAndADoubleClickIsOne) {
  Stage stage;
  (void)stage.slide("clip.0.weight", 0.3f);
  (void)stage.slide("clip.0.timeScale", 0.1f);
  EXPECT_EQ(stage.session.history().stepCount(), 2);
  (void)stage.slide("fade.seconds", 0.9f);
  ASSERT_EQ(stage.session.history().stepCount(), 3);
  (void)stage.click("fade.seconds", 0.9f);
  (void)stage.click("fade.seconds", 0.9f);  // the second press of a double click resets the slider
  EXPECT_EQ(stage.session.fadeSettings().seconds, 0.4);
  EXPECT_EQ(stage.session.history().stepCount(), 4);
}

TEST(UndoByHand, EachKeyIsAStep) {
  Stage stage;
  (void)stage.key(Key::Equal);
  (void)stage.key(Key::W);
  ASSERT_EQ(stage.session.history().stepCount(), 2);
  EXPECT_EQ(stage.session.history().step(1).name, "Travel in file -> treadmill");
}

TEST(UndoByHand, TheCameraGoesBackWithAlt) {
  Stage stage;
  const Camera first = stage.session.camera();
  stage.pointAt(300, 300);
  stage.press();
  stage.pointAt(340, 300);
  stage.pointAt(380, 310);
  stage.release();
  ASSERT_NE(stage.session.camera(), first);
  (void)stage.key(Key::Z, {.alt = true});
  EXPECT_EQ(stage.session.camera(), first);
  (void)stage.key(Key::Z, {.shift = true, .alt = true});
  EXPECT_NE(stage.session.camera(), first);
  EXPECT_EQ(stage.session.history().stepCount(), 0);
}

TEST(HistoryPanel, ListsTheChangesAndGoesToAClickedState) {
  Stage stage;
  for (const double speed : {2.0, 3.0, 4.0}) ASSERT_TRUE(stage.session.apply(SetSpeed{speed}));
  EXPECT_FALSE(stage.shows("history"));
  (void)stage.click("view.history");
  stage.frame();
  stage.frame();
  ASSERT_TRUE(stage.shows("history.3"));
  (void)stage.click("history.1");
  EXPECT_EQ(stage.session.speed(), 2);
  (void)stage.click("history.3");
  EXPECT_EQ(stage.session.speed(), 4);
  (void)stage.click("history.0");
  EXPECT_EQ(stage.session.speed(), 1);
  (void)stage.key(Key::Escape);
  stage.frame();
  EXPECT_FALSE(stage.shows("history"));
}

TEST(HistoryPanel, StaysInTheWindowWithManyChanges) {
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{840, 420}}) {
    Stage stage(handMadeModel(), width, height);
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(stage.session.apply(SetSpeed{1.5 + 0.5 * i}));
    (void)stage.click("view.history");
    stage.frame();
    stage.frame();
    const UiRect card = stage.rect("history");
    EXPECT_GE(card.x, 0);
    EXPECT_LE(card.right(), static_cast<float>(width));
    EXPECT_LE(card.bottom(), static_cast<float>(height));
    EXPECT_TRUE(stage.shows("history.100")) << "the current state is in view";
  }
}

TEST(HistoryPanel, MarksWhereTheCameraWasMoved) {
  Stage stage;
  const Camera first = stage.session.camera();
  (void)stage.session.apply(OrbitCamera{0.3f, 0});
  (void)stage.session.apply(OrbitCamera{0.3f, 0});
  ASSERT_TRUE(stage.session.apply(SetSpeed{2}));
  const Camera second = stage.session.camera();
  (void)stage.session.apply(OrbitCamera{0.3f, 0});
  (void)stage.click("view.history");
  stage.frame();
  stage.frame();
  ASSERT_TRUE(stage.shows("history.view.1")) << "below the state as it was opened";
  ASSERT_TRUE(stage.shows("history.view.3")) << "below the change of the speed";
  EXPECT_LT(stage.rect("history.view.1").y, stage.rect("history.1").y);
  EXPECT_GT(stage.rect("history.view.3").y, stage.rect("history.1").y);
  (void)stage.click("history.view.3");
  EXPECT_EQ(stage.session.camera(), second);
  stage.frame();
  (void)stage.click("history.view.1");
  EXPECT_EQ(stage.session.camera(), first) << "both moves";
  stage.frame();
  (void)stage.click("history.view.3");
  EXPECT_NE(stage.session.camera(), second) << "all again";
  EXPECT_EQ(stage.session.history().position(), 1) << "changes are as they were";
}

TEST(ProjectDialogs, ControlSAsksForANameOnce) {
  Stage stage;
  (void)stage.key(Key::S, kControl);
  EXPECT_FALSE(only<SaveProject>(stage.commands));
  stage.frame();
  stage.frame();
  ASSERT_TRUE(stage.shows("save.path"));
  const auto request = only<SaveProject>(stage.click("save.save"));
  ASSERT_TRUE(request);
  EXPECT_EQ(request->path, "robot.crossfade") << "named after the model";
  stage.frame();
  EXPECT_FALSE(stage.shows("save"));
  ASSERT_TRUE(stage.session.apply(ReportProject{"/x/robot.crossfade", stage.session.history().state()}));
  (void)stage.key(Key::S, kControl);
  ASSERT_TRUE(only<SaveProject>(stage.commands));
  EXPECT_EQ(only<SaveProject>(stage.commands)->path, "") << "its own file";
  (void)stage.key(Key::S, kControlShift);
  stage.frame();
  stage.frame();
  EXPECT_TRUE(stage.shows("save.path")) << "Save as asks again";
  (void)stage.click("save.cancel");
  stage.frame();
  EXPECT_FALSE(stage.shows("save"));
}

TEST(ProjectDialogs, AsksWhetherToReplaceAFile) {
  Stage stage;
  ASSERT_TRUE(stage.session.apply(AskToReplace{"/x/walk.crossfade"}));
  stage.frame();
  stage.frame();
  const auto request = only<SaveProject>(stage.click("replace.replace"));
  ASSERT_TRUE(request);
  EXPECT_TRUE(request->replace);
  EXPECT_EQ(request->path, "/x/walk.crossfade");
  EXPECT_EQ(stage.session.project().replacing.path, "");
  ASSERT_TRUE(stage.session.apply(AskToReplace{"/x/walk.crossfade"}));
  (void)stage.key(Key::Escape);
  stage.frame();
  EXPECT_FALSE(stage.shows("replace"));
}

TEST(ProjectDialogs, OffersToRestore) {
  Stage stage;
  ASSERT_TRUE(stage.session.apply(OfferRestore{"the unsaved changes to walk.crossfade"}));
  stage.frame();
  stage.frame();
  EXPECT_TRUE(only<RestoreUnsaved>(stage.click("restore.restore")));
  stage.frame();
  EXPECT_FALSE(stage.shows("restore"));
  ASSERT_TRUE(stage.session.apply(OfferRestore{"the unsaved changes to walk.crossfade"}));
  stage.frame();
  stage.frame();
  EXPECT_TRUE(only<DiscardUnsaved>(stage.click("restore.discard")));
}

TEST(TopBar, ShowsTheProjectAndADotWhileItIsUnsaved) {
  Stage stage;
  EXPECT_FALSE(stage.shows("project.unsaved"));
  ASSERT_TRUE(stage.session.apply(SetSpeed{2}));
  stage.frame();
  EXPECT_TRUE(stage.shows("project.unsaved"));
  (void)stage.key(Key::Z, kControl);
  stage.frame();
  EXPECT_FALSE(stage.shows("project.unsaved"));
}

TEST(LeaveQuestion, SavesAProjectThatHasAName) {
  Stage stage;
  (void)stage.session.apply(ReportProject{"/x/walk.crossfade", std::nullopt});
  (void)stage.session.apply(AskToLeave{});
  stage.frame();
  stage.frame();
  const Commands commands = stage.click("leave.save");
  EXPECT_TRUE(only<SaveProject>(commands));
  EXPECT_EQ(only<LeaveProject>(commands)->how, LeaveHow::AfterSaving);
  EXPECT_FALSE(stage.session.project().leaving.asks);
}

TEST(LeaveQuestion, AsksForANameFirst) {
  Stage stage;
  (void)stage.session.apply(AskToLeave{});
  stage.frame();
  stage.frame();
  EXPECT_FALSE(only<LeaveProject>(stage.click("leave.save")));
  stage.frame();
  stage.frame();
  ASSERT_TRUE(stage.shows("save.path"));
  (void)stage.click("save.cancel");
  stage.frame();
  stage.frame();
  ASSERT_TRUE(stage.shows("leave.save")) << "not answered yet";
  (void)stage.click("leave.save");
  stage.frame();
  const Commands commands = stage.click("save.save");
  EXPECT_TRUE(only<SaveProject>(commands));
  EXPECT_EQ(only<LeaveProject>(commands)->how, LeaveHow::AfterSaving);
}

TEST(LeaveQuestion, IsTakenBackByEscapeAndCancel) {
  Stage stage;
  (void)stage.session.apply(AskToLeave{});
  stage.frame();
  (void)stage.key(Key::Escape);
  EXPECT_FALSE(stage.session.project().leaving.asks);
  (void)stage.session.apply(AskToLeave{});
  stage.frame();
  stage.frame();
  EXPECT_FALSE(only<LeaveProject>(stage.click("leave.cancel")));
  EXPECT_FALSE(stage.session.project().leaving.asks);
}

TEST(LeaveQuestion, KeepsOrDiscardsTheChanges) {
  Stage stage;
  for (const auto& [button, how] : {std::pair("leave.keep", LeaveHow::Keep), {"leave.discard", LeaveHow::Discard}}) {
    (void)stage.session.apply(AskToLeave{.next = "knight.glb"});
    stage.frame();
    stage.frame();
    EXPECT_EQ(only<LeaveProject>(stage.click(button))->how, how);
    EXPECT_FALSE(stage.session.project().leaving.asks);
  }
  (void)stage.session.apply(AskToLeave{.canKeep = false});
  stage.frame();
  stage.frame();
  EXPECT_TRUE(stage.shows("leave.discard"));
  EXPECT_FALSE(stage.shows("leave.keep"));
}

TEST(KeptChanges, CanBeDiscardedForAWhile) {
  Stage stage;
  (void)stage.session.apply(ShowMessage{.text = "Your changes are back", .offersDiscard = true});
  stage.frame();
  stage.frame();
  ASSERT_TRUE(stage.shows("toast.discard"));
  EXPECT_TRUE(only<DiscardKept>(stage.click("toast.discard")));
  EXPECT_FALSE(stage.session.message());
}

TEST(SaveDialog, OfCtrlSDoesNotLeave) {
  Stage stage;
  (void)stage.session.apply(AskToLeave{});
  stage.frame();
  stage.frame();
  (void)stage.click("leave.save");
  stage.frame();
  (void)stage.click("save.cancel");
  (void)stage.session.apply(AskToLeave{false});
  (void)stage.key(Key::S, kControl);
  stage.frame();
  stage.frame();
  const Commands commands = stage.click("save.save");
  EXPECT_TRUE(only<SaveProject>(commands));
  EXPECT_FALSE(only<LeaveProject>(commands));
}

TEST(ReplaceQuestion, SaysThatAnotherProgramChangedTheFile) {
  Stage stage;
  (void)stage.session.apply(AskToReplace{.path = "/x/walk.crossfade", .wasChanged = true});
  stage.frame();
  stage.frame();
  EXPECT_TRUE(only<SaveProject>(stage.click("replace.replace"))->replace);
}

}  // namespace
}  // namespace app::test
