// A recording of the window: frame by frame on the recording's own clock, or live.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/host/film/film.h"
#include "app/host/stage/picture_stage.h"
#include "app/host/window/file_service.h"
#include "app/record/recorder.h"
#include "app/render/offscreen_target.h"
#include "app/session/recording.h"

namespace app {

/// In each frame call delta() before the session advances, and take() after the window is drawn and before it is
/// swapped.
class WindowRecorder {
 public:
  /// No recording may be running. `window` is its size in pixels.
  crossfade::Result<void> start(const RecordingOptions& options, PictureSize window);
  /// Ends the recording and keeps the file, if it has a frame.
  void stop();
  /// Ends the recording and leaves an older file of that name as it was.
  void cancel();
  /// The OpenGL context is lost, and with it the pictures that had not arrived: ends the recording with the others.
  void loseContext();
  bool isRunning() const { return recorder_ != nullptr; }

  /// Seconds to advance the session by instead of `wall`: offline one frame of the recording (see FrameParts), or 0
  /// while the encoder is behind.
  double delta(double wall);
  /// `delta`: what the session advanced by.
  void take(const Session& session, PictureStage& stage, PictureSize window, double delta);
  /// The result of a recording that has ended, once.
  std::optional<crossfade::Result<void>> poll();

  RecordingProgress progress() const;

 private:
  double timeOf(int frame) const;
  void shoot(const Session& session, PictureStage& stage, PictureSize window);
  bool handOver(const FetchedPicture& picture);
  void handOverAll();

  RecordingOptions options_;
  FrameRate rate_;
  int total_ = 0;
  int next_ = 0;                    // frame to take
  int arrived_ = 0;                 // frames up to the last that the encoder got
  double time_ = 0;                 // of the recording, seconds
  double began_ = 0;                // wall time
  bool stopping_ = false;           // no more frames are taken
  bool closed_ = false;             // the encoder has all of them
  bool due_ = false;                // offline: take this frame
  int missed_ = 0;                  // live: frames lost because the GPU was behind
  std::deque<bool> premultiplied_;  // of the pictures that were not fetched yet
  std::vector<std::uint8_t> cropped_;
  std::optional<OffscreenTarget> target_;
  std::unique_ptr<PixelReadback> readback_;
  std::unique_ptr<Recorder> recorder_;
};

// The recording of the window, from the request through the check of its name to the written file.

/// One at a time. Until its name is known to be free, time stands still, so that the recording misses nothing.
class RecordingRun {
 public:
  /// Has the name checked, or records at once if the file may be replaced. The error says why it cannot.
  crossfade::Result<void> start(const StartRecording& request, PictureSize window, FileService& files);
  /// Once a frame: starts the recording if its name is free, else reports the file in the way.
  crossfade::Result<void> update(PictureSize window, FileService& files);
  /// Finishes the file.
  void stop();
  /// Removes it.
  void cancel();

  /// The OpenGL context is lost: finishes the file with what has arrived.
  void loseContext();

  /// Its name is being checked.
  bool isWaiting() const { return checked_.has_value(); }
  bool isRunning() const { return recorder_.isRunning(); }
  RecordingProgress progress() const;

  /// In each frame of the window, which lasts `delta` seconds: begins the next step unless the last is not complete.
  void beginStep(double delta, const Session& session);
  /// Seconds that what is recorded advances by, `delta` without a recording.
  double step() const { return step_; }
  /// Seconds of the next Session::advance of a recorded step; nothing: it is complete.
  std::optional<double> nextPart() { return parts_.next(); }
  /// Ends the step early.
  void dropParts() { parts_.drop(); }
  /// Records the picture on screen if the step is complete. Returns what to say when the file is written or failed.
  std::optional<Message> take(const Session& session, PictureStage& stage, PictureSize window, FileService& files);

 private:
  crossfade::Result<void> record(const RecordingOptions& options, PictureSize window);

  WindowRecorder recorder_;
  std::optional<RecordingOptions> checked_;  // of a recording that waits for the check of its name
  std::string path_;
  double step_ = 0;
  FrameParts parts_;  // of `step_`
};

}  // namespace app
