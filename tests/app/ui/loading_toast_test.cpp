#include <gtest/gtest.h>

#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

/// A stage while "castle.glb" loads, slow enough for a progress bar.
struct LoadingStage : Stage {
  LoadingStage() {
    (void)session.apply(ReportLoading{{.running = true, .file = "castle.glb", .stage = "pictures", .fraction = 0.5}});
    frame(0.3);
    frame();
  }
};

TEST(LoadingToast, IsNotShownForFastLoads) {
  Stage stage;
  EXPECT_FALSE(stage.shows("loading"));
  (void)stage.session.apply(
      ReportLoading{{.running = true, .file = "castle.glb", .stage = "reading", .fraction = 0.1}});
  stage.frame(0.1);
  EXPECT_FALSE(stage.shows("loading"));
  stage.frame(0.15);
  EXPECT_TRUE(stage.shows("loading"));
  (void)stage.session.apply(ReportLoading{});
  stage.frame();
  EXPECT_FALSE(stage.shows("loading"));
}

TEST(LoadingToast, CoversOnlyTheScene) {
  LoadingStage stage;
  const UiRect toast = stage.rect("loading"), view = stage.interface->viewport(stage.width, stage.height);
  EXPECT_GE(toast.x, view.x);
  EXPECT_LE(toast.right(), view.right());
  EXPECT_GE(toast.y, view.y);
  EXPECT_LT(toast.height, view.height / 4);
  EXPECT_TRUE(only<FadeTo>(stage.click("chip.1")));
}

TEST(LoadingToast, IsCanceledByItsButton) {
  LoadingStage stage;
  EXPECT_TRUE(only<CancelLoading>(stage.click("loading.cancel")));
  EXPECT_EQ(stage.session.takeRequests().size(), 1u);
}

TEST(LoadingToast, EscapeStopsLoadingBeforeItClosesAnything) {
  LoadingStage stage;
  (void)stage.key(Key::H);
  EXPECT_TRUE(only<CancelLoading>(stage.key(Key::Escape)));
  EXPECT_TRUE(stage.interface->workspace().helpOpen);
  (void)stage.session.apply(ReportLoading{});
  EXPECT_FALSE(only<CancelLoading>(stage.key(Key::Escape)));
  EXPECT_FALSE(stage.interface->workspace().helpOpen);
}

TEST(LoadingToast, IsHiddenWhenItDoesNotFit) {
  LoadingStage stage;
  for (const auto& [width, height] :
       {std::pair{640, 480}, std::pair{300, 200}, std::pair{1, 1}, std::pair{4000, 100}}) {
    stage.width = width;
    stage.height = height;
    (void)stage.session.apply(
        ReportLoading{{.running = true, .file = std::string(300, 'x'), .stage = "importing", .fraction = 7}});
    stage.frame();
    stage.frame();
    if (!stage.shows("loading")) continue;
    EXPECT_LE(stage.rect("loading.bar").right(), stage.rect("loading.cancel").x);
    EXPECT_LE(stage.rect("loading.cancel").right(), stage.rect("loading").right());
  }
}

TEST(ScriptToast, ShowsHowFarTheScriptIsAndStopsItWithEscape) {
  Stage stage;
  EXPECT_FALSE(stage.shows("script"));
  (void)stage.session.apply(ReportScript{{.running = true, .file = "take-001.json", .time = 5, .seconds = 20}});
  stage.frame();
  ASSERT_TRUE(stage.shows("script"));
  EXPECT_TRUE(only<StopScript>(stage.click("script.cancel")));
  EXPECT_TRUE(only<StopScript>(stage.key(Key::Escape)));
  (void)stage.session.apply(ReportLoading{{.running = true, .file = "a.glb", .stage = "reading"}});
  for (int i = 0; i < 30; ++i) stage.frame();
  EXPECT_GE(stage.rect("script").y, stage.rect("loading").bottom()) << "one below the other";
}

}  // namespace
}  // namespace app::test
