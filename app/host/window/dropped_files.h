// Files that were dropped on the window, or chosen, together: models open first, and what needs them waits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/host/window/file_service.h"
#include "app/host/window/model_opening.h"
#include "app/host/window/script_run.h"

namespace app {

// The order in which to open files that were dropped together.

struct OrderedDrop {
  std::vector<std::string> models;  // with projects
  std::vector<std::string> others;  // shapes and scripts, which are opened on top of them
};

/// Models first, then projects, which name their own model, then files that by their ending only carry motion. Equal
/// kinds keep their order. Files of other kinds, such as the textures beside a model, are left out if any can be
/// opened; otherwise they count as models, so that opening them says why it fails.
OrderedDrop orderOfDrop(const std::vector<std::string>& paths);

class DroppedFiles {
 public:
  /// All must outlive this.
  DroppedFiles(ModelOpening& opening, FileService& files, ScriptRun& script)
      : opening_(opening), files_(files), script_(script) {}

  /// One of the files of this frame.
  void add(std::string path) { added_.push_back(std::move(path)); }
  /// Call it once a frame. Opens what was added, in the order of host/window/dropped_files.h, after everything that is
  /// being opened; and what waited for models once they are shown.
  void open();
  /// Call it when a file has opened or failed. If a model failed, no script that was meant for it runs, and neither
  /// does one that waits. Returns what to say about the latter.
  std::optional<std::string> noteEnd(const OpeningEnd& ended);
  /// Loading was stopped: scripts do not run, shapes need no model. Returns what to say.
  std::optional<std::string> forgetScripts(const std::string& why);

 private:
  ModelOpening& opening_;
  FileService& files_;
  ScriptRun& script_;
  std::vector<std::string> added_;
  std::vector<std::string> waiting_;       // scripts and shapes
  std::optional<std::string> modelError_;  // why a model failed that they wait for; none since one was shown
};

}  // namespace app
