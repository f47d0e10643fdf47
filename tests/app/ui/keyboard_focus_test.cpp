#include "app/ui/widgets/keyboard_focus.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "tests/app/ui/keyboard_walk.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

constexpr Modifiers kShift{.shift = true};

Model manyClips(int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.push_back((i % 2 == 0 ? "Walk_" : "Sit_Floor_") + std::to_string(i));
  return handMadeModel(names);
}

/// Widgets under which ImGui has something that can be pressed. Some only show what is under the pointer.
std::set<std::string> usableWidgets(Stage& stage) {
  const std::set<std::string> shown{"fade.plot",
                                    "fade.bySet",
                                    "profiler.histogram",
                                    "canvas.units",
                                    "timing.time",
                                    "canvas",
                                    "transitions.scrollRows",
                                    "transitions.scrollColumns",
                                    "joints",
                                    "help",
                                    "files",
                                    "record",
                                    "history",
                                    "save",
                                    "start",
                                    "transitions.cells",
                                    "replace",
                                    "timeline.fade"};
  std::vector<LoggedWidget> widgets(stage.interface->widgets().widgets().begin(),
                                    stage.interface->widgets().widgets().end());
  std::set<std::string> usable;
  for (const LoggedWidget& widget : widgets) {
    const std::string name(widget.id());
    if (name.starts_with("panel.") || name.starts_with("help.") || name.starts_with("cut.") || shown.contains(name))
      continue;
    if (name == "transport.time" && stage.session.scene() == SceneKind::Shapes) continue;
    stage.pointAt(widget.rect.centerX(), widget.rect.centerY());
    const ImGuiContext& imgui = *ImGui::GetCurrentContext();
    if (imgui.HoveredId != 0 && !imgui.HoveredIdDisabled) usable.insert(name);
  }
  stage.pointAt(-1, -1);
  stage.frame();
  return usable;
}

/// Tab visits nothing twice, Shift+Tab goes the same way back, and with the arrow keys every control is reached.
void expectWalk(Stage& stage, const std::string& what) {
  const std::set<std::string> usable = usableWidgets(stage);
  const std::vector<std::string> forward = tabWalk(stage);
  ASSERT_LT(forward.size(), 400u) << what << ": Tab does not come back";
  std::set<std::string> visited(forward.begin(), forward.end());
  EXPECT_EQ(visited.size(), forward.size()) << what << ": something is visited twice";
  EXPECT_FALSE(visited.contains("")) << what << ": the ring is on nothing";
  std::vector<std::string> back = tabWalk(stage, kShift);
  std::reverse(back.begin(), back.end());
  EXPECT_EQ(back, forward) << what;
  std::set<std::string> explored;
  for (std::size_t sinceNew = 0; sinceNew <= forward.size(); ++sinceNew, (void)press(stage, Key::Tab)) {
    if (explored.contains(focusOf(stage))) continue;
    (void)visitGroup(stage, [&](const std::string& name) {
      explored.insert(name);
      return false;
    });
    (void)press(stage, Key::Home);  // back to the row where the list was entered
    sinceNew = 0;
  }
  visited.insert(explored.begin(), explored.end());
  for (const std::string& name : usable) {
    const bool behindAJoint = name.ends_with(".path");  // see WalksTheTreeOfJoints
    EXPECT_TRUE(behindAJoint || visited.contains(name)) << what << ": cannot reach " << name;
  }
}

TEST(KeyboardFocus, ReachesEveryControlOfEachTab) {
  for (const ColumnTab tab : {ColumnTab::Clips, ColumnTab::Layers, ColumnTab::Queue, ColumnTab::Profiler,
                              ColumnTab::Pose, ColumnTab::Model}) {
    Stage stage;
    stage.history.add({.total = 0.01}, {});
    (void)stage.session.apply(AddLayer{{.clip = 1}});
    (void)stage.session.apply(SetQueue{{{.fade = {.clip = 0}}, {.fade = {.clip = 1}}}, false});
    (void)stage.session.apply(SetMask{"Arms", {1, 0}});
    stage.interface->workspace().character.layers.open = 0;
    stage.interface->workspace().character.queue.open = 1;
    stage.interface->workspace().tab = tab;
    stage.frame();
    stage.frame();
    expectWalk(stage, "tab " + std::to_string(static_cast<int>(tab)));
  }
}

TEST(KeyboardFocus, ReachesEveryControlOfEachViewOfTheFade) {
  for (const FadeView view : {FadeView::Weights, FadeView::Curve, FadeView::Compare, FadeView::Markers}) {
    Stage stage;
    FadeSettings settings = stage.session.fadeSettings();
    settings.from = 0;
    settings.to = 1;
    settings.sync = crossfade::Sync::Markers;
    settings.kind = crossfade::TransitionKind::Curve;
    (void)stage.session.apply(SetFadeSettings{settings});
    (void)stage.session.apply(FadeTo{1, 0.2});
    stage.interface->workspace().character.fadeView = view;
    stage.interface->workspace().panelSizes.timeline = true;
    stage.interface->workspace().panelSizes.transitions = true;
    for (int i = 0; i < 30; ++i) stage.frame();
    expectWalk(stage, "view " + std::to_string(static_cast<int>(view)));
  }
}

TEST(KeyboardFocus, ReachesEveryControlOfEachScene) {
  for (const SceneKind scene : {SceneKind::Shapes, SceneKind::Timing, SceneKind::Crowd}) {
    Stage stage(handMadeModel(), 1600, 1000);
    (void)stage.session.apply(ShowScene{scene});
    stage.frame();
    stage.frame();
    expectWalk(stage, "scene " + std::to_string(static_cast<int>(scene)));
  }
}

TEST(KeyboardFocus, ReachesEveryControlOfEachDialog) {
  const auto expectInside = [](Stage& stage, const std::string& dialog) {
    stage.frame();
    stage.frame();
    const UiRect rect = stage.rect(dialog);
    for (const std::string& name : tabWalk(stage)) EXPECT_TRUE(contains(rect, stage.rect(name))) << name;
    const std::set<std::string> usable = usableWidgets(stage);
    std::set<std::string> inside;
    for (const std::string& name : usable)
      if (contains(rect, stage.rect(name))) inside.insert(name);
    for (const std::string& name : tabWalk(stage)) inside.erase(name);
    std::erase_if(inside, [](const std::string& name) { return name.starts_with("files.recent"); });  // by arrows
    for (const std::string& name : inside) ADD_FAILURE() << dialog << ": cannot reach " << name;
  };
  {
    Stage stage;
    stage.interface->workspace().save.open = true;
    expectInside(stage, "save");
  }
  {
    Stage stage;
    (void)stage.session.apply(AskToReplace{"walk.crossfade"});
    expectInside(stage, "replace");
  }
  {
    Stage stage;
    (void)stage.key(Key::O, {.control = true});
    for (int i = 0; i < 90; ++i) stage.frame();
    expectInside(stage, "files");
  }
  for (const bool record : {false, true}) {
    Stage stage;
    stage.interface->workspace().recordOpen = record;
    stage.interface->workspace().history.open = !record;
    stage.frame();
    stage.frame();
    expectWalk(stage, record ? "record" : "history");
  }
}

TEST(KeyboardFocus, ScrollsToWhatALongListHides) {
  Stage stage(manyClips(76));
  ASSERT_FALSE(stage.shows("clip.75.row"));
  ASSERT_TRUE(focusOn(stage, "clip.0.row"));
  for (int i = 0; i < 75; ++i) (void)press(stage, Key::Down);
  EXPECT_EQ(focusOf(stage), "clip.75.row");
  EXPECT_TRUE(contains(stage.rect("panel.tabs"), stage.rect("clip.75.row")));
  EXPECT_GE(stage.rect("clip.75.row").height, 34) << "all of it";
  EXPECT_EQ(press(stage, Key::Home), "clip.0.row");
  EXPECT_GE(stage.rect("clip.0.row").height, 34);
  EXPECT_EQ(press(stage, Key::Tab), "clip.0.star");
  EXPECT_EQ(press(stage, Key::Tab), "clip.0.play");
  EXPECT_EQ(press(stage, Key::Tab).substr(0, 5), "fade.") << "76 rows are one stop";
}

TEST(KeyboardFocus, ScrollsSideways) {
  Stage stage(manyClips(76));
  (void)stage.session.apply(FadeTo{40, 0});
  for (int i = 0; i < 3; ++i) stage.frame();
  ASSERT_TRUE(focusOn(stage, "chip.0"));
  EXPECT_GE(stage.rect("chip.0").width, 50);
  for (int i = 0; i < 40; ++i) (void)press(stage, Key::Right);
  ASSERT_EQ(focusOf(stage), "chip.40");
  EXPECT_EQ(stage.rect("chip.40").width, stage.rect("chip.39").width) << "all of it";
}

TEST(KeyboardFocus, StaysInADialogAndComesBack) {
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

TEST(KeyboardFocus, EntersAPanelThatItOpensAndLeavesItWithEscape) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "view.record"));
  (void)press(stage, Key::Enter);
  ASSERT_TRUE(stage.interface->workspace().recordOpen);
  EXPECT_EQ(focusOf(stage), "record.close");
  (void)press(stage, Key::Escape);
  EXPECT_FALSE(stage.interface->workspace().recordOpen);
  (void)press(stage, Key::A);
  (void)press(stage, Key::A);
  EXPECT_EQ(focusOf(stage), "view.record");
  (void)press(stage, Key::Escape);
  EXPECT_EQ(focusOf(stage), "");
}

TEST(KeyboardFocus, F6GoesFromPanelToPanel) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "transport.speed"));
  std::set<std::string> panels;
  const auto panelOf = [&](const std::string& name) {
    for (const LoggedWidget& panel : stage.interface->widgets().widgets())
      if (panel.id().starts_with("panel.") && contains(panel.rect, stage.rect(name))) return std::string(panel.id());
    return std::string();
  };
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(panels.insert(panelOf(press(stage, Key::F6))).second);
  EXPECT_EQ(focusOf(stage), "transport.speed") << "all panels, and what had the focus in the first one";
  EXPECT_EQ(panelOf(press(stage, Key::F6, kShift)), "panel.chips");
}

TEST(KeyboardFocus, PressesButtons) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "transport.pause"));
  for (const Key key : {Key::Enter, Key::Space, Key::KeypadEnter}) {
    const bool paused = stage.session.paused();
    EXPECT_EQ(only<SetPaused>(stage.key(key))->paused, !paused);
    stage.frame();
    EXPECT_FALSE(only<SetPaused>(stage.commands)) << "once";
  }
  ASSERT_TRUE(focusOn(stage, "chip.2"));
  EXPECT_EQ(only<FadeTo>(stage.key(Key::Enter))->clip, 2);
  EXPECT_FALSE(only<SetPaused>(stage.key(Key::Space))) << "Space belongs to the chip";
  ASSERT_TRUE(focusOn(stage, "clip.1.play"));
  stage.input.modifiers = kShift;
  EXPECT_EQ(only<FadeIn>(stage.key(Key::Enter, kShift))->clip, 1);
}

TEST(KeyboardFocus, PressesTabsSegmentsBoxesAndRows) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "tabs.1"));
  EXPECT_EQ(stage.interface->workspace().tab, ColumnTab::Clips) << "an arrow only moves the ring";
  (void)press(stage, Key::Enter);
  EXPECT_EQ(stage.interface->workspace().tab, ColumnTab::Layers);
  EXPECT_EQ(focusOf(stage), "tabs.1");
  EXPECT_EQ(press(stage, Key::Left), "tabs.0");
  (void)press(stage, Key::Space);
  EXPECT_EQ(stage.interface->workspace().tab, ColumnTab::Clips);
  ASSERT_TRUE(focusOn(stage, "clip.0.enabled"));
  EXPECT_FALSE(only<SetEnabled>(stage.key(Key::Space))->enabled);
  ASSERT_TRUE(focusOn(stage, "clip.0.row"));
  EXPECT_TRUE(stage.shows("clip.0.weight"));
  (void)press(stage, Key::Enter);
  EXPECT_FALSE(stage.shows("clip.0.weight")) << "the card is closed";
  ASSERT_TRUE(focusOn(stage, "clip.1.star"));
  EXPECT_EQ(only<SetFavorite>(stage.key(Key::Enter))->clip, 1);
}

TEST(KeyboardFocus, OpensListsAndChooses) {
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

TEST(KeyboardFocus, SearchesInAChooser) {
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

TEST(KeyboardFocus, ChangesASliderByArrows) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "clip.0.weight"));
  EXPECT_NEAR(only<SetWeight>(stage.key(Key::Left))->weight, 0.99, 1e-9);
  EXPECT_NEAR(only<SetWeight>(stage.key(Key::Left, kShift))->weight, 0.89, 1e-9);
  EXPECT_NEAR(only<SetWeight>(stage.key(Key::Up))->weight, 0.9, 1e-9);
  EXPECT_EQ(only<SetWeight>(stage.key(Key::Delete))->weight, 1) << "as a double click";
  EXPECT_FALSE(only<Step>(stage.key(Key::Right))) << "the arrows are the slider's";
}

TEST(KeyboardFocus, TypesANumberThatADigitBegins) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "clip.0.weight"));
  stage.input.text = "0";
  (void)stage.key(Key::Digit0);
  EXPECT_FALSE(stage.session.runningFade()) << "the digit is the field's";
  stage.frame();
  EXPECT_EQ(only<SetWeight>(stage.typeOn(".25", Key::Enter))->weight, 0.25);
  stage.frame();
  EXPECT_EQ(focusOf(stage), "clip.0.weight");
  (void)stage.key(Key::Enter);
  stage.frame();
  EXPECT_TRUE(stage.interface->wantsKeyboard());
  stage.input.text = "0.5";
  stage.frame();
  EXPECT_EQ(only<SetWeight>(stage.key(Key::Tab))->weight, 0.5) << "Tab accepts";
  stage.frame();
  EXPECT_EQ(focusOf(stage), "clip.0.timeScale") << "and goes on";
  EXPECT_FALSE(stage.interface->wantsKeyboard());
}

TEST(KeyboardFocus, TakesKeysOfOneFrameInOrder) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "clip.0.weight"));
  stage.input.text = "0.5";
  for (const Key key : {Key::Digit0, Key::Period, Key::Digit5, Key::Enter, Key::Tab, Key::Left})
    stage.input.keyPresses.push_back({key, false, {}});
  for (int i = 0; i < 8; ++i) stage.frame();
  EXPECT_EQ(stage.session.action(0).weight, 0.5);
  EXPECT_NE(stage.session.action(0).timeScale, 1) << "the arrow was for the next slider";
  EXPECT_EQ(focusOf(stage), "clip.0.timeScale");
}

TEST(KeyboardFocus, ScrubsAndSetsPhases) {
  Stage stage;
  FadeSettings settings = stage.session.fadeSettings();
  settings.from = 0;
  settings.to = 1;
  (void)stage.session.apply(SetFadeSettings{settings});
  ASSERT_TRUE(focusOn(stage, "fade.toPhase"));
  EXPECT_NEAR(*only<SetPair>(stage.key(Key::Right, kShift))->pair.toPhase, 0.1, 1e-9);
  EXPECT_FALSE(only<SetPair>(stage.key(Key::Delete))->pair.toPhase);
  EXPECT_TRUE(only<SetPaused>(stage.key(Key::Space))) << "a bar has no use for Space";
  (void)stage.session.apply(SetClipTime{0, 0});
  (void)stage.session.apply(SetPaused{true});
  ASSERT_TRUE(focusOn(stage, "transport.scrub"));
  const double before = stage.session.action(0).time;
  (void)stage.key(Key::Right);
  EXPECT_NEAR(stage.session.action(0).time - before, stage.session.action(0).duration() / 100, 1e-9);
}

TEST(KeyboardFocus, OpensAMenu) {
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

TEST(KeyboardFocus, EditsACurve) {
  Stage stage;
  FadeSettings settings = stage.session.fadeSettings();
  settings.kind = crossfade::TransitionKind::Curve;
  (void)stage.session.apply(SetFadeSettings{settings});
  stage.interface->workspace().character.fadeView = FadeView::Curve;
  stage.frame();
  ASSERT_TRUE(focusOn(stage, "fade.curve.plane"));
  (void)press(stage, Key::Menu);
  EXPECT_EQ(focusOf(stage), "curve.menu.add");
  (void)press(stage, Key::Enter);
  stage.frame();
  ASSERT_EQ(stage.session.character().fade().curve().keys().size(), 3u);
  const double before = stage.session.character().fade().curve().keys()[1].value;
  ASSERT_EQ(focusOf(stage), "fade.curve.plane");
  (void)press(stage, Key::Up);
  EXPECT_NEAR(stage.session.character().fade().curve().keys()[1].value, before + 0.01, 1e-6);
  (void)press(stage, Key::Left, kShift);
  EXPECT_NEAR(stage.session.character().fade().curve().keys()[1].time, 0.45, 1e-6);
  (void)press(stage, Key::Enter);
  EXPECT_EQ(focusOf(stage), "curve.time") << "its numbers";
  (void)press(stage, Key::Escape);
  EXPECT_EQ(focusOf(stage), "fade.curve.plane");
}

TEST(KeyboardFocus, SelectsCellsOfTheTransitionSet) {
  Stage stage;
  stage.interface->workspace().panelSizes.transitions = true;
  stage.frame();
  stage.frame();
  auto& selection = stage.interface->workspace().character.transitions.selection;
  selection = {{0, 0}, {0, 0}};
  ASSERT_TRUE(focusOn(stage, "transitions.table"));
  selection = {{0, 0}, {0, 0}};
  (void)press(stage, Key::Right);
  EXPECT_EQ(selection.anchor, (CellIndex{0, 1}));
  const Commands commands = stage.key(Key::Enter);
  EXPECT_TRUE(only<ReplayFade>(commands));
  EXPECT_EQ(only<SetFadeSettings>(commands)->settings.to, 1);
  (void)press(stage, Key::Down, kShift);
  EXPECT_EQ(selection.anchor, (CellIndex{0, 1}));
  EXPECT_EQ(selection.head, (CellIndex{1, 1}));
}

TEST(KeyboardFocus, WalksTheTreeOfJoints) {
  Stage stage;
  stage.interface->workspace().tab = ColumnTab::Pose;
  stage.frame();
  stage.frame();
  ASSERT_TRUE(focusOn(stage, "joint.0"));
  EXPECT_EQ(press(stage, Key::Down), "joint.1");
  EXPECT_EQ(only<SelectJoint>(stage.key(Key::Enter))->joint, 1);
  EXPECT_EQ(press(stage, Key::Tab), "joint.1.path");
  EXPECT_EQ(press(stage, Key::Tab, kShift), "joint.1");
  EXPECT_EQ(press(stage, Key::Left), "joint.0") << "from a leaf to its parent";
  (void)press(stage, Key::Left);
  EXPECT_FALSE(stage.shows("joint.1")) << "closed";
  (void)press(stage, Key::Right);
  EXPECT_TRUE(stage.shows("joint.1"));
}

TEST(KeyboardFocus, LeavesOtherKeysToTheWindow) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "transport.pause"));
  EXPECT_TRUE(only<SetViewOptions>(stage.key(Key::B)));
  EXPECT_EQ(only<FadeTo>(stage.key(Key::Digit2))->clip, 1) << "a button has no use for digits";
  EXPECT_TRUE(only<Step>(stage.key(Key::Right))) << "nor for arrows";
  (void)press(stage, Key::Escape);
  EXPECT_EQ(focusOf(stage), "");
  EXPECT_TRUE(only<SetPaused>(stage.key(Key::Space)));
  EXPECT_TRUE(stage.interface->workspace().columnOpen);
  (void)stage.key(Key::Backslash);
  EXPECT_FALSE(stage.interface->workspace().columnOpen);
}

TEST(KeyboardFocus, HidesTheRingOnAClickAndGoesOnFromThere) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "view.record"));
  (void)stage.click("transport.back");
  stage.frame();
  EXPECT_EQ(focusOf(stage), "");
  EXPECT_TRUE(only<SetPaused>(stage.key(Key::Space))) << "without a ring Space plays";
  EXPECT_EQ(press(stage, Key::Tab), "transport.pause");
}

TEST(KeyboardFocus, FindsANeighborWhenItsControlGoes) {
  Stage stage;
  (void)stage.session.apply(AddLayer{{.clip = 1}});
  (void)stage.session.apply(AddLayer{{.clip = 2}});
  stage.interface->workspace().tab = ColumnTab::Layers;
  stage.frame();
  stage.frame();
  ASSERT_TRUE(focusOn(stage, "layer.1.remove"));
  (void)press(stage, Key::Enter);
  for (int i = 0; i < 5; ++i) stage.frame();
  EXPECT_TRUE(focusOf(stage).starts_with("layer")) << focusOf(stage);
  stage.interface->workspace().columnOpen = false;
  for (int i = 0; i < 8; ++i) stage.frame();
  EXPECT_FALSE(focusOf(stage).starts_with("layer"));
}

TEST(KeyboardFocus, MakesOneStepToUndoOfAKeyThatRepeats) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "fade.seconds"));
  const int before = stage.session.history().stepCount();
  stage.input.keysDown[indexOf(Key::Right)] = true;
  for (int i = 0; i < 10; ++i) {
    stage.input.keyPresses.push_back({Key::Right, i > 0, {}});
    stage.frame();
  }
  stage.input.keysDown = {};
  stage.frame();
  EXPECT_EQ(stage.session.history().stepCount(), before + 1);
  EXPECT_NEAR(stage.session.fadeSettings().seconds, 0.5, 1e-9);
}

TEST(KeyboardFocus, ShowsTheTooltipAfterAWhile) {
  const auto tips = [] {
    int count = 0;
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
      count += window->Active && (window->Flags & ImGuiWindowFlags_Tooltip) != 0 ? 1 : 0;
    return count;
  };
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "transport.pause"));
  EXPECT_EQ(tips(), 0);
  for (int i = 0; i < 40; ++i) stage.frame();
  EXPECT_EQ(tips(), 1);
  (void)press(stage, Key::Enter);
  for (int i = 0; i < 40; ++i) stage.frame();
  EXPECT_EQ(tips(), 0) << "who presses it knows";
}

TEST(KeyboardFocus, AllocatesNothing) {
  for (const bool ring : {false, true}) {
    Stage stage(manyClips(76), 1920, 1080);
    if (ring) {
      ASSERT_TRUE(focusOn(stage, "clip.0.row"));
    }
    for (int i = 0; i < 60; ++i) stage.frame();
    const ::test::AllocationGuard guard;
    for (int i = 0; i < 10; ++i) stage.frame();
    EXPECT_EQ(guard.count(), 0) << ring;
  }
}

}  // namespace
}  // namespace app::test
