// The interface at the sizes that windows have: nothing is cut off, nothing leaves the window.
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

struct WindowSize {
  int width, height;
  float scale;
};
constexpr std::array<WindowSize, 6> kAllSizes{
    {{1024, 640, 1}, {1280, 720, 1}, {1920, 1080, 1}, {3840, 2160, 2}, {3840, 2160, 3}, {640, 400, 1}}};
constexpr std::span kSizes = std::span(kAllSizes).first<5>();  // in which a column shows all of a tab

std::vector<std::string> longNames() {
  std::vector<std::string> names;
  for (int i = 0; i < 76; ++i) names.push_back("1H_Melee_Attack_Slice_Horizontal_" + std::to_string(i));
  return names;
}

struct Sized {
  explicit Sized(const WindowSize& size) : stage(handMadeModel(longNames()), size.width, size.height) {
    stage.interface->setScale(size.scale);
    stage.history.add({.total = 0.0123}, {});
    name = std::to_string(size.width) + " x " + std::to_string(size.height) + ": ";
    settle();
  }
  void settle() {
    for (int i = 0; i < 3; ++i) stage.frame();
  }
  /// Fails for what leaves the window or does not fit where it is written.
  void look(const std::string& what) {
    settle();
    const UiRect window{0, 0, static_cast<float>(stage.width), static_cast<float>(stage.height)};
    for (const LoggedWidget& widget : stage.interface->widgets().widgets()) {
      if (widget.id() == "canvas.units") continue;  // one unit of the canvas, wherever it is
      EXPECT_TRUE(contains(window, widget.rect)) << name << what << ": " << widget.id() << " leaves the window";
      EXPECT_FALSE(widget.id().starts_with("cut.")) << name << what << ": no room for '" << widget.id() << "'";
    }
  }

  Stage stage;
  std::string name;
};

TEST(WindowSizes, EveryTabHasRoomForItsWords) {
  for (const WindowSize& size : kAllSizes) {
    Sized sized(size);
    Workspace& workspace = sized.stage.interface->workspace();
    (void)sized.stage.session.apply(SetFadeSettings{{.from = 1, .to = 2}});
    for (int clip = 0; clip < 3; ++clip) (void)sized.stage.session.apply(AddLayer{{.clip = clip, .mask = 1}});
    workspace.character.layers.open = 1;
    for (const ColumnTab tab : {ColumnTab::Clips, ColumnTab::Layers, ColumnTab::Queue, ColumnTab::Blend,
                                ColumnTab::CrossFade, ColumnTab::Profiler, ColumnTab::Pose, ColumnTab::Model})
      for (const FadeView view :
           {FadeView::Weights, FadeView::Mix, FadeView::Curve, FadeView::Compare, FadeView::Map}) {
        workspace.tab = tab;
        workspace.character.fadeView = view;
        sized.settle();
        while (sized.stage.session.character().fadeMap().isComputing()) sized.stage.frame();
        if (sized.stage.shows("fade.map")) sized.stage.pointAt("fade.map", 0.9f);
        sized.look("tab " + std::to_string(static_cast<int>(tab)) + ", view " + std::to_string(static_cast<int>(view)));
      }
  }
}

TEST(WindowSizes, EveryWorkspaceAndOverlayHasRoomForItsWords) {
  for (const WindowSize& size : kAllSizes)
    for (const SceneKind scene :
         {SceneKind::Character, SceneKind::Shapes, SceneKind::Timing, SceneKind::Crowd, SceneKind::Curves}) {
      Sized sized(size);
      Workspace& workspace = sized.stage.interface->workspace();
      const std::string name = "workspace " + std::to_string(static_cast<int>(scene));
      (void)sized.stage.session.apply(ShowScene{scene});
      sized.look(name);
      workspace.helpOpen = true;
      sized.look(name + ", help");
      workspace.helpOpen = false;
      for (int row = 0; row <= static_cast<int>(ExportRow::None); ++row) {
        workspace.exports.show(static_cast<ExportRow>(row));
        sized.look(name + ", export " + std::to_string(row));
      }
      workspace.exports.open = false;
      workspace.history.open = true;
      sized.look(name + ", history");
    }
}

TEST(WindowSizes, TheTransitionSetAndTheTimelineHaveRoomForTheirWords) {
  for (const WindowSize& size : kAllSizes) {
    Sized sized(size);
    PanelSizes& panels = sized.stage.interface->workspace().panelSizes;
    panels.timeline = true;
    panels.side = SidePanel::Transitions;
    sized.look("transitions, timeline");
  }
}

TEST(WindowSizes, MenusEndInTheWindow) {
  for (const WindowSize& size : kAllSizes)
    for (const char* menu : {"view.menu", "file.menu"}) {
      Sized sized(size);
      ReportRecents report;
      for (int i = 0; i < 6; ++i) report.recents.push_back({.path = "/models/knight-" + std::to_string(i) + ".glb"});
      (void)sized.stage.session.apply(report);
      (void)sized.stage.click(menu);
      sized.settle();
      const char* const last = menu == std::string("view.menu") ? "viewMenu.help" : "file.recent.5";
      ASSERT_TRUE(sized.stage.shows(last)) << sized.name;
      EXPECT_LE(sized.stage.rect(last).bottom(), static_cast<float>(size.height) - size.scale) << sized.name;
      EXPECT_GE(sized.stage.rect(last).height, 19 * size.scale) << sized.name << menu;
    }
}

TEST(FileMenu, ListsWhatElseWasOpen) {
  Model model = handMadeModel();
  model.path = "/models/knight.glb";
  Stage stage(std::move(model));
  ReportRecents report;
  report.recents = {{.path = "/models/knight.glb"}, {.path = "/models/fox.glb"}};
  (void)stage.session.apply(report);
  (void)stage.click("file.menu");
  stage.frame();
  EXPECT_FALSE(stage.shows("file.recent.2"));
  const auto bundled = only<RequestOpen>(stage.click("file.recent.1"));
  ASSERT_TRUE(bundled);
  EXPECT_EQ(bundled->path, "");
  stage.frame();
  (void)stage.click("file.menu");
  stage.frame();
  const auto fox = only<RequestOpen>(stage.click("file.recent.0"));
  ASSERT_TRUE(fox);
  EXPECT_EQ(fox->path, "/models/fox.glb");
}

TEST(WindowSizes, ACurvesPresetsAreLargeEnoughToHit) {
  for (const WindowSize& size : kSizes) {
    Sized sized(size);
    sized.stage.interface->workspace().character.fadeView = FadeView::Curve;
    sized.settle();
    for (int preset = 0; preset < 6; ++preset) {
      const UiRect rect = sized.stage.rect("fade.preset." + std::to_string(preset));
      EXPECT_GE(rect.width, 26 * size.scale) << sized.name;
      EXPECT_GE(rect.height, 22 * size.scale) << sized.name;
    }
    EXPECT_GE(sized.stage.rect("fade.curve.plane").width, 180 * size.scale) << sized.name;
  }
}

TEST(WindowSizes, AComparisonKeepsAMarginBelow) {
  for (const WindowSize& size : kSizes) {
    Sized sized(size);
    sized.stage.interface->workspace().character.fadeView = FadeView::Compare;
    sized.settle();
    EXPECT_LE(sized.stage.rect("fade.compare.view.1").bottom(),
              sized.stage.rect("panel.crossFade").bottom() - 8 * size.scale)
        << sized.name;
  }
}

TEST(WindowSizes, RightEdgesAreInLine) {
  for (const WindowSize& size : kSizes) {
    Sized sized(size);
    const auto right = [&](const char* id) { return sized.stage.rect(id).right(); };
    EXPECT_EQ(right("fade.loop"), right("fade.seconds")) << sized.name;
    EXPECT_EQ(right("fade.kinds.3"), right("fade.seconds")) << sized.name;
    EXPECT_NEAR(right("fade.to"), right("fade.seconds"), size.scale) << sized.name;
    (void)sized.stage.session.apply(ShowScene{SceneKind::Shapes});
    sized.settle();
    EXPECT_NEAR(right("shapes.easing.1"), right("shapes.ending.2"), size.scale) << sized.name;
  }
}

TEST(WindowSizes, TextFieldsAreAsHighAsTheButtonsBesideThem) {
  for (const WindowSize& size : kSizes) {
    Sized sized(size);
    Workspace& workspace = sized.stage.interface->workspace();
    const auto expectRow = [&](const char* field) {
      sized.settle();
      EXPECT_NEAR(sized.stage.rect(field).height, 28 * size.scale, 0.1) << sized.name << field;
    };
    expectRow("clips.search");
    workspace.exports.show(ExportRow::Film);
    expectRow("record.path");
    workspace.exports.open = false;
    workspace.files.isOpen = true;
    expectRow("files.field");
    workspace.files.isOpen = false;
    workspace.save.open = true;
    expectRow("save.path");
    workspace.save.open = false;
    (void)sized.stage.session.apply(ShowScene{SceneKind::Shapes});
    if (size.height > 720) expectRow("shapes.path");  // below the edge of smaller windows
  }
}

TEST(WindowSizes, NothingShowsThroughWhatLiesOnTop) {
  Sized sized(kSizes[0]);
  Workspace& workspace = sized.stage.interface->workspace();
  workspace.exports.show(ExportRow::Film);
  workspace.history.open = true;
  (void)sized.stage.session.apply(ShowMessage{.text = "something", .isError = true});
  (void)sized.stage.session.apply(ReportScript{{.running = true, .file = "walk.json", .time = 1, .seconds = 2}});
  (void)sized.stage.key(Key::S, {.control = true});
  sized.settle();
  for (const char* const overlay : {"export", "history", "toast", "script", "save"}) {
    const ImGuiWindow* const window = ImGui::FindWindowByName(overlay);
    ASSERT_NE(window, nullptr) << overlay;
    ASSERT_FALSE(window->DrawList->VtxBuffer.empty()) << overlay;
    EXPECT_EQ(window->DrawList->VtxBuffer[0].col >> IM_COL32_A_SHIFT, 255u) << overlay;
  }
}

TEST(WindowSizes, NamesInTheTransitionSetGrowWithTheWindow) {
  const auto roomAt = [](const WindowSize& size) {
    Sized sized(size);
    sized.stage.interface->workspace().panelSizes.side = SidePanel::Transitions;
    sized.settle();
    const UiRect table = sized.stage.rect("transitions.table"), cells = sized.stage.rect("transitions.cells");
    return std::pair((cells.x - table.x) / size.scale, (cells.y - table.y) / size.scale);
  };
  const auto small = roomAt(kSizes[0]), large = roomAt(kSizes[2]);
  EXPECT_GT(large.first, small.first);
  EXPECT_GE(large.second, small.second + 80);
}

TEST(StartPage, MakesRoomForTheBarOfAScript) {
  Sized sized(kSizes[0]);
  sized.stage.interface->workspace().startPage = true;
  sized.settle();
  ASSERT_TRUE(sized.stage.shows("start"));
  (void)sized.stage.session.apply(ReportScript{{.running = true, .file = "walk.json", .time = 1, .seconds = 2}});
  sized.settle();
  ASSERT_TRUE(sized.stage.shows("script"));
  EXPECT_FALSE(sized.stage.shows("start"));
  (void)sized.stage.session.apply(ReportScript{});
  sized.settle();
  EXPECT_TRUE(sized.stage.shows("start"));
}

}  // namespace
}  // namespace app::test
