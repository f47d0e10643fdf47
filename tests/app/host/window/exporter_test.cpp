#include "app/host/window/exporter.h"

#include <chrono>
#include <filesystem>
#include <string_view>
#include <thread>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/host/files/model_file.h"
#include "app/host/files/text_file.h"
#include "app/session/undo_history.h"
#include "tests/support/gltf_builder.h"
#include "tests/support/program.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

using test::GltfBuilder;

class ExporterTest : public testing::Test {
 protected:
  ExporterTest() { (void)session.apply(SetFadeSettings{{.from = 0, .to = 1, .seconds = 0.2}}); }

  /// Polls until it is over or asks; everything that it told.
  Commands finish() { return finish(exporter); }
  Commands finish(Exporter& running) {
    Commands all;
    for (int i = 0; i < 120'000; ++i) {
      running.poll(all);
      std::erase_if(all, [&](const Command& command) {
        const auto* const report = command.as<ReportExport>();
        if (report) progress = report->progress;
        return report != nullptr;
      });
      if (!progress.runs()) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return all;
  }
  template <class T>
  static const T* find(const Commands& commands) {
    for (const Command& command : commands)
      if (const T* const found = command.as<T>()) return found;
    return nullptr;
  }

  static int countOf(const std::string& text, std::string_view part) {
    int count = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
    return count;
  }

  const ::test::TemporaryFolder folder;
  Session session{*loadModel("")};
  Exporter exporter{folder.path().string(), 2};
  ExportProgress progress;
};

TEST_F(ExporterTest, BakesTheFadeIntoACopy) {
  ASSERT_TRUE(exporter.start(BakeClips{}, session));
  EXPECT_EQ(exporter.start(WriteReport{}, session).error().message, "an export is running already");
  const Commands told = finish();
  const auto* const written = find<ReportWritten>(told);
  ASSERT_NE(written, nullptr);
  const auto copy = loadModel(written->path);
  ASSERT_TRUE(copy) << copy.error().message;
  EXPECT_EQ(copy->clips.size(), session.model().clips.size() + 1);
  EXPECT_NEAR(copy->clips[copy->clips.size() - 1].duration(), 0.2, 0.01);
  EXPECT_TRUE(find<ShowMessage>(told)->text.ends_with("is written, with 1 new clip"));
}

TEST_F(ExporterTest, BakesThePairsThatAreKeptAlone) {
  EXPECT_EQ(exporter.start(BakeClips{.what = ExportedPart::Kept}, session).error().message,
            "the transition set names no pair of clips yet");
  EXPECT_EQ(exporter.start(BakeClips{.what = ExportedPart::Queue}, session).error().message, "the queue is empty");
  ASSERT_TRUE(session.apply(SetTransitionCell{.cells = {{0, 1}, {1, 2}}, .settings = {.seconds = 0.3}}));
  (void)session.apply(ShowScene{SceneKind::Timing});
  ASSERT_TRUE(exporter.start(BakeClips{.what = ExportedPart::Kept, .keepsOwnClips = false}, session));
  const auto told = finish();
  const auto copy = loadModel(find<ReportWritten>(told)->path);
  ASSERT_TRUE(copy);
  ASSERT_EQ(copy->clips.size(), 2u);
  EXPECT_NEAR(copy->clips[0].duration(), 0.3, 0.01) << "though another workspace is shown";
}

TEST_F(ExporterTest, AsksBeforeItWritesACopyThatLosesSomething) {
  GltfBuilder gltf;
  const int node = gltf.addNode({{"name", "root"}, {"mesh", gltf.addTriangle()}});
  for (const float end : {1.0f, 2.0f})
    gltf.addClip(node, "translation", {0, 1}, gltf.add(std::vector<float>{0, 0, 0, end, 1, 3}, "VEC3"));
  gltf.json["extras"] = 3;
  Session other(*loadModel(folder.write("swing.glb", gltf.glb())));
  ASSERT_TRUE(other.apply(SetTransitionCell{.cells = {{0, 1}}, .settings = {.seconds = 0.3}}));
  const BakeClips kept{.what = ExportedPart::Kept};
  ASSERT_TRUE(exporter.start(kept, other));
  const Commands asks = finish();
  EXPECT_EQ(progress.stage, ExportStage::Asking);
  ASSERT_NE(find<ReportLosses>(asks), nullptr);
  EXPECT_THAT(find<ReportLosses>(asks)->lost, testing::ElementsAre(testing::HasSubstr("extras")));
  EXPECT_EQ(find<ReportWritten>(asks), nullptr);
  EXPECT_EQ(folder.names().size(), 1u) << "only the model";
  exporter.writeCopy();
  const Commands told = finish();
  ASSERT_NE(find<ReportWritten>(told), nullptr);
  EXPECT_TRUE(loadModel(find<ReportWritten>(told)->path));
  ASSERT_TRUE(exporter.start(kept, other));
  (void)finish();
  exporter.cancel();
  (void)finish();
  EXPECT_EQ(progress.stage, ExportStage::None);
  EXPECT_EQ(folder.names().size(), 2u) << "the copy is dropped";
}

TEST_F(ExporterTest, WritesAReport) {
  ASSERT_TRUE(exporter.start(WriteReport{}, session));
  const Commands told = finish();
  const auto* const written = find<ReportWritten>(told);
  ASSERT_NE(written, nullptr);
  EXPECT_TRUE(readTextFile(written->path)->starts_with("<!doctype html"));
}

TEST_F(ExporterTest, AReportHasFilmsOfTheRoughestTransitions) {
  const Session small{
      *loadModel((test::sourceFolder() / "tests/golden/models/Small/equalAndEmptyNames.gltf").string())};
  Exporter filming{folder.path().string(), 2, ::test::programPath()};
  ASSERT_TRUE(filming.start(WriteReport{}, small));
  const std::string page = *readTextFile(find<ReportWritten>(finish(filming))->path);
  if (page.find("No films: ") != std::string::npos && page.find("OpenGL") != std::string::npos)
    GTEST_SKIP() << "no OpenGL";
  EXPECT_EQ(countOf(page, "data:video/webm;base64,"), 5);
  EXPECT_EQ(folder.names().size(), 1u) << "nothing but the page";
}

TEST_F(ExporterTest, AReportSaysWhyItHasNoFilms) {
  const auto page = [&](const std::string& program) {
    Exporter filming{folder.path().string(), 2, program};
    EXPECT_TRUE(filming.start(WriteReport{}, session));
    return *readTextFile(find<ReportWritten>(finish(filming))->path);
  };
  EXPECT_TRUE(page("/nowhere/crossfade").find("No films: /nowhere/crossfade cannot be started") != std::string::npos);
  const auto program = folder.write("program", "#!/bin/sh\necho one >&2\necho no pictures today >&2\nexit 3\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  EXPECT_TRUE(page(program.string()).find("No films: no pictures today") != std::string::npos);
}

TEST_F(ExporterTest, IsCanceledWhileItFilms) {
  const auto program = folder.write("program", "#!/bin/sh\nexec sleep 100\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  Exporter filming{folder.path().string(), 2, program.string()};
  ASSERT_TRUE(filming.start(WriteReport{}, session));
  Commands told;
  while (!(progress.all > 0 && progress.done == progress.all)) {
    filming.poll(told);
    for (const Command& command : std::exchange(told, {}))
      if (const auto* const report = command.as<ReportExport>()) progress = report->progress;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  filming.cancel();
  EXPECT_EQ(find<ShowMessage>(finish(filming))->text, "The export was canceled.");
  EXPECT_EQ(folder.names().size(), 1u) << "no page";
}

TEST_F(ExporterTest, PutsWhatItFindsIntoTheSetAsOneChange) {
  (void)session.apply(ForgetHistory{});
  ASSERT_TRUE(session.apply(
      SetTransitionCell{.cells = {{0, 1}},
                        .settings = {.seconds = 0.01, .maskJoint = 3, .maskFeather = 1, .layers = MaskedLayers::End}}));
  ASSERT_TRUE(exporter.start(TuneTransitions{ExportedPart::Kept}, session));
  for (const Command& command : finish()) (void)session.apply(command);
  const FadeChoice* const found = session.character().transitions().at(pairOf({0, 1}));
  ASSERT_NE(found, nullptr);
  EXPECT_GE(*found->seconds, 0.1);
  EXPECT_EQ(found->mask(), (FadeMask{3, 1})) << "masks are not searched";
  EXPECT_EQ(found->layers, MaskedLayers::End);
  EXPECT_EQ(session.history().stepCount(), 2);
  (void)session.apply(Undo{});
  EXPECT_EQ(*session.character().transitions().at(pairOf({0, 1}))->seconds, 0.01);
}

TEST_F(ExporterTest, KeepsAFadeThatNothingBeats) {
  ASSERT_TRUE(session.apply(SetTransitionCell{.cells = {{0, 1}}, .settings = {.seconds = 0.01}}));
  ASSERT_TRUE(exporter.start(TuneTransitions{ExportedPart::Kept}, session));
  Commands told = finish();
  EXPECT_THAT(find<ShowMessage>(told)->text, testing::StartsWith("Idle to Walk: found a better fade ("));
  for (const Command& command : told) (void)session.apply(command);
  const FadeChoice kept = *session.character().transitions().at(pairOf({0, 1}));
  ASSERT_TRUE(session.apply(SetFadeSettings{{.from = 0, .to = 1, .seconds = 0.01}})) << "the panel is worse";
  ASSERT_TRUE(exporter.start(TuneTransitions{ExportedPart::Fade}, session));
  told = finish();
  EXPECT_EQ(find<ShowMessage>(told)->text, "Idle to Walk stays as it is: nothing that was tried is less noticeable.");
  for (const Command& command : told) (void)session.apply(command);
  EXPECT_EQ(*session.character().transitions().at(pairOf({0, 1})), kept);
}

TEST_F(ExporterTest, SaysNothingWhileNothingChanges) {
  Commands told;
  exporter.poll(told);
  EXPECT_TRUE(told.empty()) << "a window in which nothing moves would draw";
}

TEST_F(ExporterTest, IsCanceledAndLeavesNothing) {
  ASSERT_TRUE(exporter.start(TuneTransitions{ExportedPart::All}, session));
  exporter.cancel();
  Commands told = finish();
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(find<ShowMessage>(told)->text, "The export was canceled.");
  ASSERT_TRUE(exporter.start(BakeClips{}, session));
  exporter.cancel();
  (void)finish();
  EXPECT_TRUE(folder.names().empty());
}

TEST_F(ExporterTest, ForgetsTheSearchForAnotherModel) {
  ASSERT_TRUE(exporter.start(TuneTransitions{ExportedPart::All}, session));
  exporter.forgetModel();
  EXPECT_TRUE(finish().empty());
  EXPECT_TRUE(exporter.start(BakeClips{}, session)) << "and is free";
}

}  // namespace
}  // namespace app
