// Everything that can be used is reached by Tab and the arrow keys, in every tab, view, scene and dialog.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "tests/app/ui/imgui_version.h"
#include "tests/app/ui/keyboard_walk.h"
#include "tests/support/danced_model.h"

namespace app::test {
namespace {

/// Controls under which ImGui has something that can be pressed.
std::set<std::string> usableWidgets(Stage& stage) {
  const std::vector<LoggedWidget> widgets(stage.interface->widgets().widgets().begin(),
                                          stage.interface->widgets().widgets().end());
  std::set<std::string> usable;
  for (const LoggedWidget& widget : widgets) {
    if (!widget.isControl) continue;
    stage.pointAt(widget.rect.centerX(), widget.rect.centerY());
    if (ImGui::GetCurrentContext()->HoveredId != 0 && !hoveredIsDisabled()) usable.emplace(widget.id());
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
    EXPECT_TRUE(behindAJoint || visited.contains(name) || focusOn(stage, name)) << what << ": cannot reach " << name;
  }
}

TEST(KeyboardReach, ReachesEveryControlOfEachTab) {
  for (const ColumnTab tab : {ColumnTab::Clips, ColumnTab::Layers, ColumnTab::Queue, ColumnTab::Blend,
                              ColumnTab::Profiler, ColumnTab::Pose, ColumnTab::Model}) {
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

TEST(KeyboardReach, ReachesEveryControlOfEachViewOfTheFade) {
  for (const FadeView view :
       {FadeView::Weights, FadeView::Curve, FadeView::Compare, FadeView::Map, FadeView::Markers}) {
    Stage stage;
    FadeSettings settings = stage.session.fadeSettings();
    settings.from = 0;
    settings.to = 1;
    settings.sync = crossfade::Sync::Markers;
    settings.kind = crossfade::TransitionKind::Curve;
    (void)stage.session.apply(SetFadeSettings{settings});
    (void)stage.session.apply(FadeTo{1, {.seconds = 0.2}});
    (void)stage.session.apply(SetViewOptions(&ViewOptions::keepInView, false));  // its message would come and go
    stage.interface->workspace().character.fadeView = view;
    stage.interface->workspace().panelSizes.timeline = true;
    stage.interface->workspace().panelSizes.side = SidePanel::Transitions;
    for (int i = 0; i < 30; ++i) stage.frame();
    while (stage.session.character().fadeMap().isComputing()) stage.frame();
    stage.frame();
    expectWalk(stage, "view " + std::to_string(static_cast<int>(view)));
  }
}

TEST(KeyboardReach, ReachesEveryControlOfTheRetargetPanel) {
  Stage stage(dancedModel());
  stage.interface->workspace().panelSizes.side = SidePanel::Retarget;
  (void)stage.session.apply(SelectJoint{1});
  for (int i = 0; i < 5; ++i) stage.frame();
  expectWalk(stage, "retarget");
}

TEST(KeyboardReach, ReachesEveryControlOfEachScene) {
  for (const SceneKind scene : {SceneKind::Shapes, SceneKind::Timing, SceneKind::Crowd, SceneKind::Curves}) {
    Stage stage(handMadeModel(), 1600, 1000);
    (void)stage.session.apply(ShowScene{scene});
    stage.frame();
    stage.frame();
    expectWalk(stage, "scene " + std::to_string(static_cast<int>(scene)));
  }
}

TEST(KeyboardReach, ReachesEveryControlOfEachDialog) {
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
    std::erase_if(inside, [&](const std::string& name) {
      const bool isBehind = dialog == "files" && !name.starts_with("files.");
      return isBehind || name.starts_with("files.recent");  // reached by arrows
    });
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
  for (const bool hasDialog : {false, true}) {
    Stage stage;
    (void)stage.session.apply(ReportDialog{hasDialog});
    (void)stage.key(Key::O, {.control = true, .alt = true});
    for (int i = 0; i < 90; ++i) stage.frame();
    expectInside(stage, "files");
  }
  for (const bool record : {false, true}) {
    Stage stage;
    (void)stage.session.apply(SetFadeSettings{{.from = 0, .to = 1}});  // what the sheet covers can be used, too
    if (record) stage.interface->workspace().exports.show(ExportRow::Film);
    stage.interface->workspace().history.open = !record;
    stage.frame();
    stage.frame();
    expectWalk(stage, record ? "record" : "history");
  }
}

TEST(KeyboardReach, TabEntersTheClipListAtTheClipThatPlays) {
  Stage stage(manyClips(40));
  (void)stage.session.apply(FadeTo{.clip = 30, .how = {.seconds = 0.1}});
  for (int i = 0; i < 20; ++i) stage.frame();
  ASSERT_TRUE(focusOn(stage, "clips.group"));
  EXPECT_EQ(press(stage, Key::Tab), "clip.30.row");
}

}  // namespace
}  // namespace app::test
