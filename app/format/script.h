// A list of commands with times: what a script file says, and how it is played.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/model.h"
#include "app/session/command.h"
#include "app/session/session.h"

namespace app {

/// How scripts, the command line and the panels call the kinds, the ways of keeping pace and the clocks, in the order
/// of the enumerations.
inline constexpr std::array<std::string_view, 6> kTransitionNames{"classic", "linear",   "curve",
                                                                  "frozen",  "inertial", "dead"};
inline constexpr std::array<std::string_view, 3> kSyncNames{"none", "phase", "markers"};
inline constexpr std::array<std::string_view, 3> kClockNames{"frames", "time", "steps"};

struct TimedCommand {
  double at = 0;  // seconds from the start of the script
  Command command;
  std::string location = {};  // where it was read: "fade.json: command 3"
};

/// In order of time; equal times keep the order of the file.
using Script = std::vector<TimedCommand>;

/// Reads {"commands":[{"at":0,"do":"play","clip":"Walk"}, ...]}. A clip is named by its name (the first of equals) or
/// "#3", its index. The error names the command and what is wrong with it. docs/scripts.md lists every "do".
crossfade::Result<Script> parseScript(std::string_view json, const Model& model);

/// The index of a clip named so, or the sentence that lists the clips there are.
crossfade::Result<int> findClip(const Model& model, std::string_view name);

/// A tour for a picture without a user: every clip for a while, fading from one to the next; ends at `seconds`.
Script demoScript(const Model& model, double seconds, double fadeSeconds);

/// Plays a script in a session: commands take effect exactly at their times, whatever the frame length.
class ScriptPlayer {
 public:
  explicit ScriptPlayer(Script script) : script_(std::move(script)) {}

  /// Moves the session on to `time` (seconds of the script), not before where it stands. The first refused command is
  /// an error.
  crossfade::Result<void> advanceTo(double time, Session& session, FrameProfiler& profiler);

 private:
  Script script_;
  std::size_t next_ = 0;
  double time_ = 0;
};

}  // namespace app
