#include "app/host/window/recording_run.h"

#include <filesystem>
#include <utility>

namespace app {

using crossfade::Error;
using crossfade::Result;

Result<void> RecordingRun::start(const StartRecording& request, PictureSize window, FileService& files) {
  if (isRunning() || isWaiting()) return Error{"a recording is running already"};
  if (request.replace) return record(request.options, window);
  checked_ = request.options;
  files.checkName(request.options.path);
  return {};
}

Result<void> RecordingRun::update(PictureSize window, FileService& files) {
  const std::optional<bool> taken = checked_ ? files.checkedNameIsTaken() : std::nullopt;
  if (!taken) return {};
  const RecordingOptions options = *std::exchange(checked_, std::nullopt);
  if (!*taken) return record(options, window);
  files.noteExistingRecording(options.path);
  return {};
}

Result<void> RecordingRun::record(const RecordingOptions& options, PictureSize window) {
  parts_.drop();
  path_ = std::filesystem::absolute(options.path).lexically_normal().string();
  return recorder_.start(options, window);
}

void RecordingRun::stop() {
  checked_.reset();
  parts_.drop();
  recorder_.stop();
}

void RecordingRun::cancel() {
  checked_.reset();
  parts_.drop();
  recorder_.cancel();
}

void RecordingRun::loseContext() {
  parts_.drop();
  recorder_.loseContext();
}

RecordingProgress RecordingRun::progress() const {
  if (checked_) return {.running = true, .path = checked_->path};
  return recorder_.progress();
}

void RecordingRun::beginStep(double delta, const Session& session) {
  if (isRunning() && !parts_.isComplete()) return;
  step_ = recorder_.delta(delta);
  if (isRunning()) parts_.begin(step_, session);
}

std::optional<Message> RecordingRun::take(const Session& session, PictureStage& stage, PictureSize window,
                                          FileService& files) {
  if (parts_.isComplete()) recorder_.take(session, stage, window, step_);
  const int dropped = recorder_.progress().dropped;
  const auto ended = recorder_.poll();
  if (!ended) return std::nullopt;
  if (!*ended) return Message{ended->error().message, true};
  files.noteRecording(path_);
  return Message{path_ + " is written" + (dropped > 0 ? "; " + std::to_string(dropped) + " frames were dropped" : "")};
}

}  // namespace app
