#include "app/host/window/script_run.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/host/files/session_files.h"
#include "app/session/character/model_versions.h"

namespace app {
namespace {

std::string fileName(const RunScript& script) { return std::filesystem::path(script.path).filename().string(); }

}  // namespace

void ScriptRun::start(const RunScript& request) {
  stop();
  waiting_ = request;
}

void ScriptRun::stop() {
  waiting_.reset();
  player_.reset();
}

std::optional<std::string> ScriptRun::stopWaiting() {
  if (!waiting_) return std::nullopt;
  const RunScript dropped = *std::exchange(waiting_, std::nullopt);
  return scriptNotRun(dropped.path);
}

void ScriptRun::leave(const Model& shown, const Model& next, bool isVersion) {
  if (player_ && !(isVersion && matchVersions(shown, next).keepsIndices)) player_.reset();
}

crossfade::Result<void> ScriptRun::begin(const Session& session) {
  const RunScript request = *std::exchange(waiting_, std::nullopt);
  auto script = scriptOf(request.path, request.text, session.model());
  if (!script) return script.error();
  player_.emplace(fromNothing(*std::move(script)));
  file_ = fileName(request);
  time_ = 0;
  return {};
}

std::optional<Message> ScriptRun::advance(double delta, bool isOpening, Session& session, FrameProfiler& profiler) {
  if (isDue(isOpening)) {
    if (auto begun = begin(session); !begun) {
      session.advance(delta, profiler);
      return Message{begun.error().message, true};
    }
    delta = 0;  // the first frame shows the beginning
  }
  if (!player_) {
    session.advance(delta, profiler);
    return std::nullopt;
  }
  time_ += std::max(0.0, delta);
  if (auto advanced = player_->advanceTo(time_, session, profiler); !advanced) {
    stop();
    return Message{advanced.error().message, true};
  }
  if (!player_->isOver()) return std::nullopt;
  stop();
  return Message{file_ + " has ended"};
}

ScriptProgress ScriptRun::progress() const {
  if (!player_) return {};
  return {.running = true, .file = file_, .time = time_, .seconds = player_->seconds()};
}

}  // namespace app
