// The recording of the window, from the request through the check of its name to the written file.
#ifndef APP_HOST_WINDOW_RECORDING_RUN_H
#define APP_HOST_WINDOW_RECORDING_RUN_H

#include <optional>
#include <string>

#include "app/host/film/film.h"
#include "app/host/film/window_recorder.h"
#include "app/host/window/file_service.h"

namespace app {

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

#endif  // APP_HOST_WINDOW_RECORDING_RUN_H
