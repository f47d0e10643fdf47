// The record panel before and during a recording.
#include "app/session/timing/timing_scene.h"
#include "app/session/undo_history.h"
#include "app/ui/panels.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

RecordingOptions started(Stage& stage) {
  const auto start = only<StartRecording>(stage.click("record.start"));
  EXPECT_TRUE(start);
  return start ? start->options : RecordingOptions{};
}

TEST(RecordPanel, RequestsTheChosenRecording) {
  Stage stage;
  (void)stage.click("view.record");
  ASSERT_TRUE(stage.shows("record.start"));
  (void)stage.click("record.format.1");
  (void)stage.click("record.size.2");
  (void)stage.slide("record.rate", 0.5f);
  (void)stage.click("record.live");
  const RecordingOptions options = started(stage);
  EXPECT_EQ(options.path, "out/crossfade.mp4");
  EXPECT_EQ(options.width, 1280);
  EXPECT_EQ(options.height, 720);
  EXPECT_NEAR(options.framesPerSecond, 60, 3);
  EXPECT_TRUE(options.live);
  EXPECT_EQ(stage.session.recordingOptions(), options) << "the session has the options";
  const auto requests = stage.session.takeRequests();
  ASSERT_FALSE(requests.empty());
  EXPECT_TRUE(std::holds_alternative<StartRecording>(requests.back()));
}

TEST(RecordPanel, ChangesOnlyTheExtensionOfThePath) {
  Stage stage;
  (void)stage.click("view.record");
  for (const auto& [button, ending] : {std::pair("record.format.5", "-%04d.png"),
                                       {"record.format.4", ".png"},
                                       {"record.format.2", ".webm"},
                                       {"record.format.0", ".gif"}}) {
    (void)stage.click(button);
    EXPECT_EQ(started(stage).path, std::string("out/crossfade") + ending);
  }
}

TEST(RecordPanel, OnePictureHasNoLengthAndMayBeTransparent) {
  Stage stage;
  (void)stage.click("view.record");
  (void)stage.click("record.format.4");
  stage.frame();
  EXPECT_FALSE(stage.shows("record.length"));
  (void)stage.click("record.transparent");
  EXPECT_TRUE(started(stage).transparent);
  (void)stage.click("record.format.1");
  stage.frame();
  EXPECT_FALSE(stage.shows("record.transparent"));
  EXPECT_FALSE(started(stage).transparent) << "no such film is possible";
}

TEST(RecordPanel, ASheetHasPicturesInsteadOfARate) {
  Stage stage;
  (void)stage.click("view.record");
  (void)stage.click("record.format.6");
  stage.frame();
  EXPECT_FALSE(stage.shows("record.rate"));
  (void)stage.type("record.sheet", "9");
  const RecordingOptions options = started(stage);
  EXPECT_EQ(options.path, "out/crossfade.png");
  EXPECT_EQ(options.sheet, 9);
  (void)stage.click("record.format.0");
  EXPECT_EQ(started(stage).sheet, 0);
}

TEST(RecordPanel, TheRegionStaysInsideThePicture) {
  Stage stage;
  (void)stage.click("view.record");
  (void)stage.click("record.region", 0.05f);
  stage.frame();
  (void)stage.type("record.region.x", "900");
  (void)stage.type("record.region.height", "100");
  const RecordingOptions options = started(stage);
  EXPECT_EQ(options.region, (RecordingRegion{900, 0, 60, 100}));
  (void)stage.click("record.size.0");
  EXPECT_EQ(started(stage).region, (RecordingRegion{0, 0, 640, 360})) << "another size begins with all of it";
  (void)stage.click("record.region", 0.05f);
  EXPECT_FALSE(started(stage).region);
}

TEST(RecordPanel, ExposureIsThatOfTheWindow) {
  Stage stage;
  (void)stage.click("view.record");
  (void)stage.type("record.exposure", "1.5");
  EXPECT_EQ(stage.session.view().exposure, 1.5f);
}

TEST(RecordPanel, FilmsTheFadeFromLeadInToLeadOut) {
  Stage stage;
  (void)stage.click("view.record");
  EXPECT_FALSE(only<StartRecording>(stage.click("record.fade"))) << "nothing to fade between";
  (void)stage.session.apply(SetFadeSettings{{.from = 0, .to = 1, .seconds = 0.5}});
  (void)stage.session.apply(SetPair{{.leadIn = 1, .leadOut = 0.7}});
  stage.frame();
  const Commands commands = stage.click("record.fade");
  const auto start = only<StartRecording>(commands);
  ASSERT_TRUE(start);
  EXPECT_NEAR(start->options.seconds, 1.7, 1e-9);
  EXPECT_FALSE(start->options.live);
  EXPECT_TRUE(only<ReplayFade>(commands));
  EXPECT_TRUE(stage.session.character().playsPair());
  EXPECT_EQ(stage.session.recordingOptions().seconds, RecordingOptions{}.seconds) << "what is offered next";
}

TEST(RecordPanel, FilmsOneCycleOfAWorkspaceFromItsStart) {
  struct {
    SceneKind scene;
    double seconds;
  } const cases[] = {{SceneKind::Shapes, 4.0}, {SceneKind::Timing, 5.0}, {SceneKind::Curves, 4.0}};
  for (const auto& [scene, seconds] : cases) {
    Stage stage;
    (void)stage.session.apply(ShowScene{scene});
    for (int i = 0; i < 30; ++i) stage.frame();
    (void)stage.key(Key::Space);  // paused, or for the curves, playing
    (void)stage.click("view.record");
    EXPECT_FALSE(stage.shows("record.fade"));
    EXPECT_FALSE(stage.shows("record.exposure")) << "nothing is lit";
    const auto start = only<StartRecording>(stage.click("record.cycle"));
    ASSERT_TRUE(start);
    EXPECT_NEAR(start->options.seconds, seconds, 1e-9) << static_cast<int>(scene);
    EXPECT_LT(stage.session.shapes().time(), 0.1);
    EXPECT_LT(stage.session.timing().wallSeconds(), 0.1);
    EXPECT_NEAR(stage.session.curves().cursor(), scene == SceneKind::Curves ? -2 : 0.5, 0.1);
    EXPECT_TRUE(scene != SceneKind::Shapes || stage.session.shapes().playing());
    EXPECT_TRUE(scene != SceneKind::Timing || !stage.session.timing().settings().paused);
    EXPECT_TRUE(scene != SceneKind::Curves || stage.session.curves().playing());
  }
}

TEST(RecordPanel, OffersNoCycleWhereNothingRepeats) {
  Stage stage;
  (void)stage.session.apply(ShowScene{SceneKind::Shapes});
  (void)stage.session.apply(SetShapes{&ShapeSettings::mode, ShapeMode::Picture});
  stage.frame();
  (void)stage.click("view.record");
  EXPECT_FALSE(only<StartRecording>(stage.click("record.cycle")));
  (void)stage.session.apply(ShowScene{SceneKind::Crowd});
  stage.frame();
  stage.frame();
  EXPECT_FALSE(stage.shows("record.cycle"));
}

TEST(RecordPanel, ShowsAllOfItselfInASmallWindow) {
  Stage stage(handMadeModel(), 1024, 640);
  (void)stage.click("view.record");
  (void)stage.click("record.region", 0.05f);
  stage.frame();
  const UiRect card = stage.rect("export");
  EXPECT_LE(card.bottom(), 640);
  for (const char* const id : {"record.path", "record.format.0", "record.size.0", "record.rate", "record.length",
                               "record.exposure", "record.region.x", "record.live", "record.start", "record.fade"})
    EXPECT_LE(stage.rect(id).bottom(), card.bottom() - 4) << id;
}

TEST(RecordPanel, IsHiddenInAWindowRecording) {
  Stage stage;
  (void)stage.click("view.record");
  (void)stage.click("record.size.4");
  EXPECT_TRUE(started(stage).interface);
  stage.frame();
  EXPECT_FALSE(stage.shows("export"));
}

TEST(RecordPanel, ShowsProgressAndCanBeStoppedOrCanceled) {
  Stage stage;
  (void)stage.session.apply(
      ReportRecording{{.running = true, .frames = 40, .total = 100, .secondsLeft = 3, .path = "out/film.gif"}});
  (void)stage.click("view.record");
  stage.frame();
  EXPECT_FALSE(stage.shows("record.start"));
  EXPECT_TRUE(stage.shows("record.progress"));
  EXPECT_TRUE(only<StopRecording>(stage.click("record.stop")));
  EXPECT_TRUE(only<CancelRecording>(stage.click("record.cancel")));
  EXPECT_FALSE(stage.session.apply(StartRecording{})) << "one at a time";
  (void)stage.key(Key::Escape);
  stage.frame();
  EXPECT_FALSE(stage.shows("export"));
}

TEST(RecordPanel, TakesANameThatIsFree) {
  Stage stage;
  (void)stage.click("view.record");
  stage.frame();
  const auto requests = stage.session.takeRequests();
  ASSERT_EQ(requests.size(), 1u) << "it asks once";
  EXPECT_EQ(std::get<SuggestRecording>(requests[0]).path, "out/crossfade.gif");
  (void)stage.session.apply(ReportRecordingFiles{{.suggested = "/films/crossfade-003.gif"}});
  stage.frame();
  EXPECT_EQ(started(stage).path, "/films/crossfade-003.gif");
}

TEST(RecordPanel, AsksForAnotherNameWithAnotherFormat) {
  Stage stage;
  (void)stage.click("view.record");
  (void)stage.session.apply(ReportRecordingFiles{{.suggested = "/films/a-003.gif"}});
  stage.frame();
  (void)stage.click("record.format.1");
  stage.frame();
  const auto requests = stage.session.takeRequests();
  ASSERT_FALSE(requests.empty());
  EXPECT_EQ(std::get<SuggestRecording>(requests.back()).path, "/films/a-003.mp4");
}

TEST(RecordPanel, ReplacesAFileOnlyWhenToldTo) {
  Stage stage;
  (void)stage.click("view.record");
  EXPECT_FALSE(stage.shows("record.replace"));
  (void)stage.session.apply(ReportRecordingFiles{{.suggested = "/films/a-002.gif", .inTheWay = "/films/a.gif"}});
  stage.frame();
  stage.frame();
  const auto start = only<StartRecording>(stage.click("record.replace"));
  ASSERT_TRUE(start);
  EXPECT_TRUE(start->replace);
  EXPECT_EQ(start->options.path, "/films/a.gif");
  EXPECT_TRUE(stage.session.files().recording.inTheWay.empty()) << "the question is answered";
}

TEST(RecordPanel, ReplacesWithTheFilmOfTheFadeThatWasAskedFor) {
  Stage stage;
  (void)stage.click("view.record");
  (void)stage.session.apply(SetFadeSettings{{.from = 0, .to = 1, .seconds = 0.5}});
  (void)stage.session.apply(SetPair{{.leadIn = 1, .leadOut = 0.7}});
  stage.frame();
  (void)stage.click("record.fade");
  for (int i = 0; i < 30; ++i) stage.frame();
  (void)stage.session.apply(
      ReportRecordingFiles{{.suggested = "/films/a-002.gif", .inTheWay = "/films/crossfade.gif"}});
  stage.frame();
  stage.frame();
  const double before = stage.session.mixerTime();
  ASSERT_GT(before, 0.4);
  const Commands commands = stage.click("record.replace");
  const auto start = only<StartRecording>(commands);
  ASSERT_TRUE(start);
  EXPECT_TRUE(start->replace);
  EXPECT_EQ(start->options.path, "/films/crossfade.gif");
  EXPECT_NEAR(start->options.seconds, 1.7, 1e-9);
  EXPECT_TRUE(only<ReplayFade>(commands)) << "from its beginning";
  EXPECT_EQ(stage.session.recordingOptions().seconds, RecordingOptions{}.seconds) << "what is offered next";
}

TEST(RecordPanel, IsHiddenInAWindowRecordingThatReplacesAFile) {
  Stage stage;
  (void)stage.click("view.record");
  (void)stage.click("record.size.4");
  (void)started(stage);
  stage.frame();
  (void)stage.click("view.record");
  (void)stage.session.apply(ReportRecordingFiles{{.inTheWay = "/films/crossfade.gif"}});
  stage.frame();
  stage.frame();
  EXPECT_TRUE(only<StartRecording>(stage.click("record.replace")));
  stage.frame();
  EXPECT_FALSE(stage.shows("export"));
}

TEST(RecordPanel, AnotherExtensionThatIsTypedEndsTheSheet) {
  Stage stage;
  (void)stage.click("view.record");
  (void)stage.click("record.format.6");
  stage.frame();
  const auto typed = [&](const std::string& path) {
    RecordPanelState& state = stage.interface->workspace().record;
    state.options.sheet = 12;
    std::snprintf(state.typedPath.data(), state.typedPath.size(), "%s", path.substr(0, path.size() - 1).c_str());
    for (int i = 0; i < 40; ++i) stage.frame();  // or the next press is a double click
    (void)stage.click("record.path", 0.95f);
    stage.frame();
    (void)stage.typeOn(path.substr(path.size() - 1));
    stage.frame();
    return state.options;
  };
  EXPECT_EQ(typed("film.gif").path, "film.gif");
  EXPECT_EQ(typed("film.gif").sheet, 0);
  EXPECT_EQ(typed("film-%04d.png").path, "film-%04d.png");
  EXPECT_EQ(typed("film-%04d.png").sheet, 0);
  EXPECT_EQ(typed("film.png").sheet, 12);
}

TEST(RecordPanel, ShowsWhatWasWrittenWithItsWholePath) {
  Stage stage;
  const std::string path = "/home/someone/films/of/the/knight/with/a/long/path/crossfade-001.gif";
  (void)stage.click("view.record");
  (void)stage.session.apply(ReportRecordingFiles{{.written = path}});
  stage.frame();
  stage.frame();
  EXPECT_EQ(only<CopyText>(stage.click("record.copy"))->text, path);
  EXPECT_EQ(only<ShowInFolder>(stage.click("record.show"))->path, path);
  const UiRect card = stage.rect("export");
  EXPECT_LE(stage.rect("record.show").bottom(), card.bottom());
  EXPECT_GT(stage.rect("record.written").height, 1.5f * ImGui::GetFontSize()) << "on several lines, not cut";
}

}  // namespace
}  // namespace app::test
