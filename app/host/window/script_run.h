// The script that runs in the window, one at a time.
#pragma once

#include <optional>
#include <string>

#include "app/format/script.h"

namespace app {

class ScriptRun {
 public:
  /// Takes the place of the script that runs. It begins with the next call of advance() while no model is being opened.
  void start(const RunScript& request);
  /// Clips keep playing.
  void stop();
  /// Drops a script that still waits for its model. Call when that model will not come. Returns what to say if there
  /// was one.
  std::optional<std::string> stopWaiting();
  /// Call before `next` replaces `shown`. Stops a running script unless `next` is a version of the same model with the
  /// same clip and joint indices.
  void leave(const Model& shown, const Model& next, bool isVersion);
  /// Whether it runs, or waits for a model.
  bool isOn() const { return waiting_ || player_; }
  /// Whether the next call of advance() begins it.
  bool isDue(bool isOpening) const { return waiting_ && !isOpening; }

  /// Advances the session by `delta` seconds, with the script if one runs. Returns what to say: that the script does
  /// not fit the model, that it is over, or that a command was refused, which stops the script; what it did before
  /// stays.
  std::optional<Message> advance(double delta, bool isOpening, Session& session, FrameProfiler& profiler);
  ScriptProgress progress() const;

 private:
  crossfade::Result<void> begin(const Session& session);

  std::optional<RunScript> waiting_;
  std::optional<ScriptPlayer> player_;
  std::string file_;
  double time_ = 0;
};

}  // namespace app
