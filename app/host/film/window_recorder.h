// A recording of the window: frame by frame on the recording's own clock, or live.
#ifndef APP_HOST_FILM_WINDOW_RECORDER_H
#define APP_HOST_FILM_WINDOW_RECORDER_H

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "app/host/stage/picture_stage.h"
#include "app/record/recorder.h"
#include "app/render/offscreen_target.h"
#include "app/render/pixel_readback.h"
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

}  // namespace app

#endif  // APP_HOST_FILM_WINDOW_RECORDER_H
