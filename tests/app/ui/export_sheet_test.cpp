// The sheet of exports: what it asks the host for, and what it says before anything is written.
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/app/ui/keyboard_walk.h"
#include "tests/app/ui/stage.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

struct SheetStage : Stage {
  explicit SheetStage(ExportRow row, int windowWidth = 1280, int windowHeight = 720)
      : Stage(handMadeModel(), windowWidth, windowHeight) {
    (void)session.apply(SetFadeSettings{{.from = kWalk, .to = kRun}});
    interface->workspace().exports.show(row);
    settle();
  }
  void settle() {
    for (int i = 0; i < 4; ++i) frame();
  }
  ExportSheet& sheet() { return interface->workspace().exports; }
  void report(ExportProgress progress) {
    (void)session.apply(ReportExport{progress});
    settle();
  }
};

TEST(ExportSheet, OpensFromTheFileMenuAKeyTheSetTheProfilerAndThePalette) {
  Stage stage;
  (void)stage.key(Key::E, kControl);
  stage.frame();
  EXPECT_TRUE(stage.shows("export"));
  (void)stage.key(Key::Escape);
  stage.frame();
  EXPECT_FALSE(stage.shows("export"));
  stage.open("file.menu");
  (void)stage.click("file.export");
  stage.frame();
  EXPECT_TRUE(stage.shows("export"));
  (void)stage.click("export.close");
  (void)stage.key(Key::X);
  stage.frame();
  stage.frame();
  (void)stage.click("transitions.export");
  stage.frame();
  EXPECT_EQ(stage.interface->workspace().exports.row, ExportRow::Code);
  EXPECT_TRUE(stage.shows("export.target"));
  for (std::size_t row = 0; row < kExportRowNames.size(); ++row) {
    stage.interface->workspace().exports = {};
    (void)stage.key(Key::K, kControl);
    stage.frame();
    (void)stage.typeOn(kExportRowNames[row]);
    stage.frame();
    EXPECT_TRUE(stage.interface->workspace().exports.open) << kExportRowNames[row];
    EXPECT_EQ(stage.interface->workspace().exports.row, static_cast<ExportRow>(row));
    stage.frame();
  }
}

TEST(ExportSheet, SaysWhatCodeLosesBeforeItIsWritten) {
  SheetStage stage(ExportRow::Code);
  auto requests = stage.session.takeRequests();
  ASSERT_EQ(requests.size(), 1u) << "it asks once";
  EXPECT_EQ(std::get<DescribeCode>(requests[0]), (DescribeCode{SettingsTarget::Three, true}));
  stage.open("export.target");
  (void)stage.click("export.target.7");
  stage.settle();
  requests = stage.session.takeRequests();
  ASSERT_EQ(requests.size(), 1u);
  EXPECT_EQ(std::get<DescribeCode>(requests[0]).target, SettingsTarget::Unity);
  (void)stage.session.apply(ReportCode{{.of = {SettingsTarget::Three, true}, .lost = {"masks"}}});
  stage.settle();
  EXPECT_FALSE(stage.shows("export.lost")) << "of another target";
  (void)stage.session.apply(ReportCode{{.of = {SettingsTarget::Unity, true}, .lost = {"masks"}}});
  stage.settle();
  EXPECT_TRUE(stage.shows("export.lost"));
  (void)stage.session.apply(SetTransitionCell{.cells = {{0, 1}}, .settings = {.seconds = 1}});
  stage.settle();
  EXPECT_EQ(stage.session.takeRequests().size(), 1u) << "the set has changed";
}

TEST(ExportSheet, CopiesAndSavesCode) {
  SheetStage stage(ExportRow::Code);
  EXPECT_TRUE(only<CopyAsCode>(stage.click("export.copyCode"))->wholeSet);
  EXPECT_TRUE(only<SaveAsCode>(stage.click("export.saveCode"))->wholeSet);
  (void)stage.click("export.part.1");
  stage.settle();
  EXPECT_FALSE(only<CopyAsCode>(stage.click("export.copyCode"))->wholeSet);
  EXPECT_FALSE(only<SaveAsCode>(stage.click("export.saveCode"))->wholeSet);
  stage.sheet().target = SettingsTarget::Unity;
  EXPECT_EQ(only<CopyAsCode>(stage.key(Key::C, kControlShift))->target, SettingsTarget::Unity);
  (void)stage.session.apply(
      ReportCode{{.of = {SettingsTarget::Unity, false}, .error = "choose the clip to fade to first"}});
  stage.settle();
  EXPECT_TRUE(stage.click("export.saveCode").empty());
}

TEST(ExportSheet, BakesWithProgressAndAsksAboutLosses) {
  SheetStage stage(ExportRow::Clips);
  (void)stage.click("export.bake.1");
  (void)stage.click("export.only", 0.05f);
  stage.settle();
  const auto bake = only<BakeClips>(stage.click("export.bakeNow"));
  ASSERT_TRUE(bake);
  EXPECT_EQ(bake->what, ExportedPart::Kept);
  EXPECT_FALSE(bake->keepsOwnClips);
  stage.report({.stage = ExportStage::Baking, .done = 1, .all = 3});
  EXPECT_FALSE(stage.shows("export.bakeNow"));
  EXPECT_TRUE(stage.shows("export.progress"));
  EXPECT_TRUE(only<CancelExport>(stage.click("export.cancel")));
  stage.sheet().row = ExportRow::Report;
  stage.settle();
  EXPECT_TRUE(stage.click("export.report").empty()) << "one at a time";
  stage.sheet().row = ExportRow::Clips;
  (void)stage.session.apply(ReportLosses{{"image 0: stays outside"}});
  stage.report({.stage = ExportStage::Asking});
  EXPECT_TRUE(stage.shows("export.lost"));
  EXPECT_TRUE(only<WriteCopy>(stage.click("export.write")));
  EXPECT_TRUE(only<CancelExport>(stage.click("export.drop")));
}

TEST(ExportSheet, ReportsTunesAndSaves) {
  SheetStage stage(ExportRow::Report);
  EXPECT_TRUE(only<WriteReport>(stage.click("export.report")));
  stage.sheet().row = ExportRow::Tuning;
  stage.settle();
  (void)stage.click("export.tune.2");
  EXPECT_EQ(only<TuneTransitions>(stage.click("export.tuneNow"))->what, ExportedPart::All);
  stage.sheet().row = ExportRow::Settings;
  stage.settle();
  EXPECT_EQ(only<SaveAsCode>(stage.click("export.set"))->target, SettingsTarget::Json);
  EXPECT_TRUE(only<SaveTakeScript>(stage.click("export.take")));
  EXPECT_TRUE(stage.click("export.queue").empty()) << "it is empty";
  (void)stage.session.apply(SetQueue{{{.fade = {.clip = 0}}}, false});
  stage.settle();
  EXPECT_TRUE(only<SaveQueueScript>(stage.click("export.queue")));
  (void)stage.click("export.project");
  stage.settle();
  EXPECT_TRUE(stage.shows("save.path"));
}

TEST(ExportSheet, SavesTheFramesAndShowsWhereTheyAre) {
  SheetStage stage(ExportRow::Trace);
  EXPECT_TRUE(stage.click("export.trace").empty()) << "no frames yet";
  stage.history.add({.total = 0.01}, {});
  EXPECT_EQ(only<SaveTrace>(stage.click("export.trace"))->path, "out/trace.json");
  EXPECT_EQ(only<SaveTrace>(stage.click("export.csv"))->path, "out/trace.csv");
  EXPECT_FALSE(stage.session.apply(SaveTrace{"out/trace.txt"}));
  (void)stage.session.apply(ReportWritten{"/somewhere/out/trace-001.json"});
  stage.settle();
  EXPECT_EQ(only<CopyText>(stage.click("export.copy"))->text, "/somewhere/out/trace-001.json");
  EXPECT_EQ(only<ShowInFolder>(stage.click("export.show"))->path, "/somewhere/out/trace-001.json");
}

TEST(ExportSheet, HasRoomForEachRowInTheSmallestWindow) {
  for (std::size_t row = 0; row < kExportRowNames.size(); ++row) {
    SheetStage stage(static_cast<ExportRow>(row), 640, 400);
    const UiRect card = stage.rect("export");
    EXPECT_LE(card.bottom(), 400);
    EXPECT_GE(card.x, 0);
    EXPECT_TRUE(stage.shows(("export.row." + std::to_string(row)).c_str()));
    for (const LoggedWidget& widget : stage.interface->widgets().widgets())
      EXPECT_FALSE(widget.id().starts_with("cut.")) << kExportRowNames[row] << ": no room for '" << widget.id() << "'";
  }
}

TEST(ExportSheet, IsReachedByKeys) {
  for (std::size_t row = 0; row < kExportRowNames.size(); ++row) {
    SheetStage stage(static_cast<ExportRow>(row));
    std::set<std::string> visited;
    for (const std::string& name : tabWalk(stage)) visited.insert(name);
    EXPECT_TRUE(visited.contains("export.close"));
    EXPECT_TRUE(visited.contains("export.row." + std::to_string(row))) << row;
  }
}

TEST(ExportSheet, AllocatesNothingInASteadyFrame) {
  for (std::size_t row = 0; row < kExportRowNames.size(); ++row) {
    SheetStage stage(static_cast<ExportRow>(row));
    (void)stage.session.apply(
        ReportCode{{.of = {SettingsTarget::Three, true}, .lost = {"masks", "sync"}, .others = {"not run"}}});
    (void)stage.session.apply(ReportWritten{"/somewhere/out/trace-001.json"});
    if (stage.sheet().row == ExportRow::Film) (void)stage.session.apply(SetFadeSettings{});  // else it plans the film
    for (int i = 0; i < 20; ++i) stage.frame();
    const ::test::AllocationGuard guard;
    for (int i = 0; i < 5; ++i) stage.frame();
    EXPECT_EQ(guard.count(), 0u) << kExportRowNames[row];
  }
}

TEST(SettingsMenu, SetsThemeSizeQualityAndDialog) {
  Stage stage;
  (void)stage.session.apply(ReportDialog{true});
  stage.open("view.settings");
  const auto theme = only<SetViewOptions>(stage.click("settings.theme.1"));
  ASSERT_TRUE(theme);
  EXPECT_FALSE(stage.session.view().darkBackground);
  EXPECT_EQ(only<SetQuality>(stage.click("settings.quality.4"))->quality, PictureQuality::Low);
  EXPECT_FALSE(only<SetQuality>(stage.click("settings.quality.0"))->quality);
  (void)stage.click("settings.scale.3");
  EXPECT_EQ(stage.interface->workspace().scale, 1.5f);
  (void)stage.click("settings.dialog", 0.05f);
  EXPECT_FALSE(stage.interface->workspace().files.usesSystemDialog);
  (void)stage.key(Key::Escape);
  stage.frame();
  stage.frame();
  EXPECT_FALSE(stage.shows("settings.theme.0"));
}

TEST(SettingsMenu, IsThereInTheSmallestWindowAndInEveryWorkspace) {
  Stage stage(handMadeModel(), 640, 400);
  for (const SceneKind scene :
       {SceneKind::Character, SceneKind::Shapes, SceneKind::Timing, SceneKind::Crowd, SceneKind::Curves}) {
    (void)stage.session.apply(ShowScene{scene});
    stage.frame();
    stage.frame();
    stage.open("view.settings");
    EXPECT_TRUE(stage.shows("settings.quality.4"));
    EXPECT_LE(stage.rect("settings.quality.4").bottom(), 400);
    (void)stage.key(Key::Escape);
    stage.frame();
  }
}

}  // namespace
}  // namespace app::test
