#include "app/host/window/window_recorder.h"

#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/host/files/model_file.h"
#include "app/host/film/film.h"
#include "tests/app/host/stage_fixture.h"
#include "tests/app/record/decode.h"
#include "tests/app/record/pictures.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"
#include "tests/support/temporary_folder.h"

namespace app::test {
namespace {

using ::test::Decoded;
using ::test::TemporaryFolder;

constexpr PictureSize kWindow{160, 120};

/// A hidden window with the viewer's frames.
class WindowRecording : public StageFixture {
 protected:
  void SetUp() override {
    ASSERT_NO_FATAL_FAILURE(StageFixture::SetUp());
    window_.emplace(*OffscreenTarget::make(kWindow));
    SessionSettings settings;
    settings.character.clock.longestFrame = 0.25;  // as in the window
    session_ = std::make_unique<Session>(*loadModel(""), settings);
    stage_->showModel(session_->model());
    options_ = {
        .path = (folder_ / "film-%02d.png").string(), .width = 96, .height = 64, .framesPerSecond = 25, .seconds = 0.4};
  }
  void frame(double wall) {
    const double delta = recorder_.delta(wall);
    FrameParts parts;
    parts.begin(delta, *session_);
    while (const auto part = parts.next()) session_->advance(*part, profiler_);
    stage_->draw(*session_, kWindow, window_->framebuffer(), profiler_);
    recorder_.take(*session_, *stage_, kWindow, delta);
  }
  crossfade::Result<void> untilEnd(double wall) {
    for (int i = 0; i < 10'000; ++i) {
      frame(wall);
      if (const auto ended = recorder_.poll()) return *ended;
      std::this_thread::yield();
    }
    return crossfade::Error{"no end"};
  }
  std::vector<std::uint8_t> picture(const std::string& name) {
    return ::test::decode(folder_ / name).frames.at(0).rgba;
  }

  TemporaryFolder folder_;
  std::optional<OffscreenTarget> window_;
  std::unique_ptr<Session> session_;
  FrameProfiler profiler_;
  RecordingOptions options_;
  WindowRecorder recorder_;
};

TEST_F(WindowRecording, FrameByFrameFollowsTheFilmsTimesNotTheMachines) {
  ASSERT_TRUE(session_->apply(FadeTo{.clip = 2, .how = {.seconds = 0.3}}));
  session_->advance(0.05, profiler_);
  ASSERT_TRUE(recorder_.start(options_, kWindow));
  const auto done = untilEnd(0.77);  // a machine of another speed
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_FALSE(recorder_.isRunning());

  const OffscreenTarget target = *OffscreenTarget::make({96, 64});
  Session again(*loadModel(""));
  auto stage = PictureStage::make(
      {.loader = HeadlessContext::getProcAddress, .interface = false});  // a new one: shadows remember their last fit
  ASSERT_TRUE(stage) << stage.error().message;
  stage->showModel(again.model());
  ASSERT_TRUE(again.apply(FadeTo{.clip = 2, .how = {.seconds = 0.3}}));
  again.advance(0.05, profiler_);
  ASSERT_EQ(folder_.names().size(), 10u);
  for (int i = 0; i < 10; ++i) {
    if (i > 0) again.advance(0.04, profiler_);
    stage->drawSceneAlone(again, again.view(), target.size(), target.framebuffer());
    EXPECT_EQ(picture(numberedName("film-%02d.png", i)), target.readPixels()) << i;
  }
}

TEST_F(WindowRecording, LiveFollowsWallTimeAndHoldsEachPictureUntilTheNext) {
  options_.live = true;
  ASSERT_TRUE(recorder_.start(options_, kWindow));
  const auto done = untilEnd(0.1);  // two and a half frames of the film for each of the window's
  ASSERT_TRUE(done) << done.error().message;
  ASSERT_EQ(folder_.names().size(), 10u);
  EXPECT_EQ(picture("film-03.png"), picture("film-02.png")) << "0.1 s is frame 2, 0.2 s frame 5";
  EXPECT_EQ(picture("film-04.png"), picture("film-02.png"));
  EXPECT_NE(picture("film-05.png"), picture("film-04.png"));
}

TEST_F(WindowRecording, KeepsThePicturesThatArrivedWhenTheContextIsLost) {
  options_.seconds = 100;
  ASSERT_TRUE(recorder_.start(options_, kWindow));
  for (int i = 0; i < 1000 && recorder_.progress().frames < 6; ++i) frame(0.02);
  const int taken = recorder_.progress().frames;
  recorder_.loseContext();
  const int kept = recorder_.progress().frames;
  EXPECT_LE(kept, taken);
  EXPECT_GE(kept, taken - PixelReadback::kMaxPending);
  const auto done = untilEnd(0.02);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(folder_.names().size(), static_cast<std::size_t>(kept));

  options_.path = (folder_ / "second.png").string();
  ASSERT_TRUE(recorder_.start(options_, kWindow));
  recorder_.loseContext();
  EXPECT_FALSE(recorder_.isRunning()) << "nothing had arrived";
}

TEST_F(WindowRecording, StoppingKeepsTheSheetSoFar) {
  options_.path = (folder_ / "sheet.png").string();
  options_.sheet = 9;
  options_.seconds = 100;
  ASSERT_TRUE(recorder_.start(options_, kWindow));
  for (int i = 0; i < 1000 && recorder_.progress().frames < 4; ++i) frame(0.02);
  recorder_.stop();
  const auto done = untilEnd(0.02);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(::test::decode(folder_ / "sheet.png").width, 3 * 96 + 4 * 8);
}

TEST_F(WindowRecording, StoppingKeepsTheFilmSoFarAndCancelingKeepsNothing) {
  options_.path = (folder_ / "film.avi").string();
  options_.seconds = 100;
  ASSERT_TRUE(recorder_.start(options_, kWindow));
  for (int i = 0; i < 200 && recorder_.progress().frames < 5; ++i) frame(0.02);
  EXPECT_EQ(recorder_.progress().total, 2500);
  recorder_.stop();
  ASSERT_TRUE(untilEnd(0.02));
  EXPECT_EQ(::test::decode(folder_ / "film.avi").frames.size(), 5u);

  options_.path = (folder_ / "other.mp4").string();
  ASSERT_TRUE(recorder_.start(options_, kWindow));
  frame(0.02);
  recorder_.cancel();
  EXPECT_FALSE(recorder_.isRunning());
  EXPECT_THAT(folder_.names(), testing::ElementsAre("film.avi"));
}

TEST_F(WindowRecording, WithTheInterfaceMatchesTheWindow) {
  options_.interface = true;
  options_.path = (folder_ / "window.png").string();
  ASSERT_TRUE(recorder_.start(options_, kWindow));
  ASSERT_TRUE(untilEnd(0));
  const Decoded read = ::test::decode(folder_ / "window.png");
  EXPECT_EQ(read.width, kWindow.width);
  EXPECT_EQ(read.height, kWindow.height);
}

TEST_F(WindowRecording, ARegionIsCutOutOfThePicture) {
  options_.path = (folder_ / "whole.png").string();
  ASSERT_TRUE(recorder_.start(options_, kWindow));
  ASSERT_TRUE(untilEnd(0));
  options_.path = (folder_ / "part.png").string();
  options_.region = RecordingRegion{20, 10, 40, 30};
  ASSERT_TRUE(recorder_.start(options_, kWindow));
  ASSERT_TRUE(untilEnd(0));
  const Decoded part = ::test::decode(folder_ / "part.png");
  EXPECT_EQ(part.width, 40);
  EXPECT_EQ(part.height, 30);
  const std::vector<std::uint8_t> whole = picture("whole.png");
  const auto& rgba = part.frames.at(0).rgba;
  for (std::size_t y = 0; y < 30; ++y)
    for (std::size_t i = 0; i < 160; ++i)
      ASSERT_EQ(rgba[y * 160 + i], whole[((y + 10) * 96 + 20) * 4 + i]) << "row " << y;

  options_.interface = true;  // the window is smaller
  options_.region = RecordingRegion{100, 0, 80, 30};
  const auto refused = recorder_.start(options_, kWindow);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "the region is not inside the window, which is 160 x 120 pixels");
}

TEST_F(WindowRecording, ASheetShowsMomentsEvenlySpread) {
  options_.path = (folder_ / "sheet.png").string();
  options_.sheet = 4;
  options_.seconds = 2.1;  // a step is longer than a frame of the window may be
  const double began = session_->mixerTime();
  ASSERT_TRUE(recorder_.start(options_, kWindow));
  double time = 0;
  std::vector<double> times;
  for (int i = 0; i < 10'000 && !recorder_.poll(); ++i) {
    const int taken = recorder_.progress().frames;
    frame(0.01);
    time = session_->mixerTime() - began;
    if (recorder_.progress().frames > taken) times.push_back(time);
    std::this_thread::yield();
  }
  ASSERT_EQ(times.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(times[i], 0.7 * static_cast<double>(i), 1e-8);
  const Decoded sheet = ::test::decode(folder_ / "sheet.png");
  EXPECT_EQ(sheet.width, 2 * 96 + 3 * 8);
  EXPECT_EQ(sheet.height, 2 * 64 + 3 * 8);
}

TEST_F(WindowRecording, FramesOfASheetAllocateNothing) {
  options_.path = (folder_ / "sheet.png").string();
  options_.sheet = 200;
  options_.seconds = 8;
  ASSERT_TRUE(recorder_.start(options_, kWindow));
  for (int i = 0; i < 100'000 && recorder_.progress().frames < 100; ++i) frame(0.01);  // every buffer was used
  ASSERT_EQ(recorder_.progress().frames, 100);
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 50; ++i) frame(0.01);
  EXPECT_EQ(guard.count(), 0);
  EXPECT_GT(recorder_.progress().frames, 100);
}

/// PNG has straight alpha: a soft edge has the color of the shape, not one that is mixed with black.
TEST_F(WindowRecording, ATransparentCanvasHasStraightAlpha) {
  ASSERT_TRUE(session_->apply(ShowScene{SceneKind::Shapes}));
  ASSERT_TRUE(session_->apply(
      ShapeCommand{SetShapes{&ShapeSettings::look, {.fills = true, .outlines = false, .onionSkin = false}}}));
  options_.path = (folder_ / "shape.png").string();
  options_.transparent = true;
  ASSERT_TRUE(recorder_.start(options_, kWindow));
  ASSERT_TRUE(untilEnd(0));
  const std::vector<std::uint8_t> rgba = picture("shape.png");
  int inside = -1, soft = 0;
  for (std::size_t i = 0; i < rgba.size(); i += 4)
    if (rgba[i + 3] == 255) inside = std::max<int>(inside, rgba[i] + rgba[i + 1] + rgba[i + 2]);
  for (std::size_t i = 0; i < rgba.size(); i += 4) {
    if (rgba[i + 3] < 60 || rgba[i + 3] > 200) continue;
    ++soft;
    EXPECT_GT(rgba[i] + rgba[i + 1] + rgba[i + 2], inside / 3) << "alpha " << int{rgba[i + 3]};
  }
  EXPECT_GT(soft, 5);
}

TEST_F(WindowRecording, SaysWhyItCannotBegin) {
  options_.path = (folder_ / "film.gif").string();
  options_.framesPerSecond = 100;
  const auto refused = recorder_.start(options_, kWindow);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("a GIF shows at most 50 frames per second"));
  EXPECT_FALSE(recorder_.isRunning());
  EXPECT_FALSE(recorder_.poll().has_value());
}

TEST(CheckRecording, RefusesImpossibleFilms) {
  const auto refusal = [](auto change) {
    RecordingOptions options;
    change(options);
    const auto checked = checkRecording(options);
    return checked ? std::string("fits") : checked.error().message;
  };
  EXPECT_EQ(refusal([](auto&) {}), "fits");
  EXPECT_EQ(refusal([](auto& o) { o.path = "film.mkv"; }), "'film.mkv' ends in none of .gif .mp4 .webm .avi .png");
  EXPECT_EQ(refusal([](auto& o) { o.framesPerSecond = 60; }), "a GIF shows at most 50 frames per second, not 60");
  EXPECT_EQ(refusal([](auto& o) { o.path = "FILM.MP4", o.framesPerSecond = 60; }), "fits");
  EXPECT_EQ(refusal([](auto& o) { o.width = 8; }), "width 8 is not between 16 and 8192");
  EXPECT_EQ(refusal([](auto& o) { o.seconds = std::numeric_limits<double>::quiet_NaN(); }),
            "length is not a finite number");
  EXPECT_EQ(refusal([](auto& o) { o.transparent = true; }), "only PNG can be transparent");
  EXPECT_EQ(refusal([](auto& o) { o.sheet = 4; }), "only PNG can be a contact sheet");
  EXPECT_EQ(refusal([](auto& o) { o.path = "a.png", o.sheet = 1; }), "number of pictures 1 is not between 2 and 1000");
  EXPECT_EQ(refusal([](auto& o) {
              o.region = RecordingRegion{900, 0, 100, 100};
            }),
            "the region is not inside the picture");
  EXPECT_EQ(refusal([](auto& o) { o.region = RecordingRegion{0, 0, 0, 100}; }), "the region is not inside the picture");
}

}  // namespace

namespace {

class RecordingRunTest : public StageFixture {
 protected:
  /// Frames of the window until the last name was checked, and one more.
  void untilChecked() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!files_.checkedNameIsTaken() && std::chrono::steady_clock::now() < end) {
      ASSERT_TRUE(run_.update(kWindow, files_));
      std::this_thread::yield();
    }
    ASSERT_TRUE(run_.update(kWindow, files_));
  }
  StartRecording request(const char* name) const {
    return {.options = {.path = (folder_ / name).string(), .width = 96, .height = 64, .seconds = 0.2}};
  }

  const ::test::TemporaryFolder folder_;
  FileService files_{false};
  RecordingRun run_;
};

TEST_F(RecordingRunTest, WaitsUntilItsNameIsKnownToBeFree) {
  ASSERT_TRUE(run_.start(request("a.png"), kWindow, files_));
  EXPECT_TRUE(run_.isWaiting());
  EXPECT_TRUE(run_.progress().running) << "the panel shows Stop";
  EXPECT_FALSE(run_.start(request("b.png"), kWindow, files_)) << "one at a time";
  untilChecked();
  EXPECT_FALSE(run_.isWaiting());
  EXPECT_TRUE(run_.isRunning());
}

TEST_F(RecordingRunTest, StoppedWhileItsNameIsCheckedNeverBegins) {
  for (const bool keeps : {true, false}) {
    ASSERT_TRUE(run_.start(request("a.png"), kWindow, files_));
    if (keeps)
      run_.stop();
    else
      run_.cancel();
    EXPECT_FALSE(run_.isWaiting());
    EXPECT_FALSE(run_.progress().running);
    untilChecked();
    EXPECT_FALSE(run_.isRunning());
    EXPECT_TRUE(folder_.names().empty());
  }
}

TEST_F(RecordingRunTest, TheNextRecordingDoesNotTakeTheAnswerToTheOneThatWasStopped) {
  folder_.write("taken.png", "");
  ASSERT_TRUE(run_.start(request("free.png"), kWindow, files_));
  run_.stop();
  ASSERT_TRUE(run_.start(request("taken.png"), kWindow, files_));
  untilChecked();
  EXPECT_FALSE(run_.isRunning()) << "its name is taken";
  EXPECT_FALSE(run_.isWaiting());
}

}  // namespace

}  // namespace app::test
