// A recording of the window: frame by frame on the recording's own clock, or live.
#pragma once

#include <memory>
#include <optional>

#include "app/host/stage/picture_stage.h"
#include "app/record/recorder.h"
#include "app/render/offscreen_target.h"
#include "app/render/pixel_readback.h"
#include "app/session/recording.h"

namespace app {

/// In each frame: delta() before the session is advanced, take() after the window's picture is drawn and before it is
/// swapped.
class WindowRecorder {
 public:
  /// Nothing must be running. `window` is its size in pixels.
  crossfade::Result<void> start(const RecordingOptions& options, PictureSize window);
  /// Keeps what there is, if there is a frame.
  void stop();
  /// Leaves nothing, and the file of before as it was.
  void cancel();
  bool isRunning() const { return recorder_ != nullptr; }

  /// What the session is to be advanced by instead of `wall` seconds: offline a frame of the recording, or nothing
  /// while the encoder is behind.
  double delta(double wall);
  /// `delta` as it was advanced by.
  void take(const Session& session, PictureStage& stage, PictureSize window, double delta);
  /// What became of the recording, once, when it has ended; then nothing is running any more.
  std::optional<crossfade::Result<void>> poll();

  RecordingProgress progress() const;

 private:
  void shoot(const Session& session, PictureStage& stage, PictureSize window);
  void handOver();

  RecordingOptions options_;
  FrameRate rate_;
  int total_ = 0;
  int next_ = 0;           // frame to be taken
  double time_ = 0;        // of the recording, seconds
  double began_ = 0;       // wall time
  bool stopping_ = false;  // no more frames are taken
  bool closed_ = false;    // and the encoder has them all
  bool due_ = false;       // offline: this frame is one of the recording
  int missed_ = 0;         // live: no room for asking the GPU
  std::optional<OffscreenTarget> target_;
  std::unique_ptr<PixelReadback> readback_;
  std::unique_ptr<Recorder> recorder_;
};

}  // namespace app
