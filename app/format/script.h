// Scripts: lists of commands with times, from JSON, and their playback.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "app/fields/engine_words.h"
#include "app/model/model.h"
#include "app/session/command.h"
#include "app/session/session.h"

namespace app {

struct TimedCommand {
  double at = 0;  // seconds from the start of the script
  Command command;
  std::string location = {};  // in the file: "fade.json: command 3"
};

/// Sorted by time; equal times keep the order of the file.
using Script = std::vector<TimedCommand>;

/// Reads {"commands":[{"at":0,"do":"play","clip":"Walk"}, ...]}; docs/scripts.md lists every "do". A clip is given by
/// name (the first with that name) or by index as "#3". One unknown word refuses the whole script. The error names the
/// command and what is wrong.
crossfade::Result<Script> parseScript(std::string_view json, const Model& model);

/// The commands that end what plays in a session (sequence, comparison, layers, clips, pause), then the script: most
/// scripts expect nothing to play before them.
Script fromNothing(Script script);

/// A tour for films: plays every clip for a while, fading from one to the next, until `seconds`.
Script demoScript(const Model& model, double seconds, double fadeSeconds);

/// Plays a script: commands take effect exactly at their times, whatever the frame length. A frame
/// is not cut for less than a nanosecond: what comes that soon after its beginning comes at its beginning.
class ScriptPlayer {
 public:
  explicit ScriptPlayer(Script script) : script_(std::move(script)) {}

  /// Seconds until the last command.
  double seconds() const { return script_.empty() ? 0 : script_.back().at; }
  bool isOver() const { return next_ == script_.size(); }
  /// Of the next command; infinity: there is none.
  double nextTime() const { return isOver() ? std::numeric_limits<double>::infinity() : script_[next_].at; }

  /// Advances the session to `time` in script seconds; never backward. The first refused command is an error;
  /// what came before it stays.
  crossfade::Result<void> advanceTo(double time, Session& session, FrameProfiler& profiler);

 private:
  Script script_;
  std::size_t next_ = 0;
  double time_ = 0;
};

}  // namespace app
