// Transfers the clips of a file again, on a thread, after its joint map has changed.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/jobs/background_thread.h"
#include "app/model/add_clips.h"
#include "app/session/session.h"

namespace app {

/// What UseJointMap does in a session. The error names the file: there is no file with clips, several and none of them
/// is shown, or the map does not fit.
crossfade::Result<SetRetarget> useJointMap(const Session& session, const UseJointMap& map);
/// The joint map of the clip file that is shown, or of the only one; empty: there is none.
std::string shownJointMap(const Session& session);

class ClipTransfer {
 public:
  /// Call it in each frame, `delta` seconds after the last. Transfers what is out of date (Retargeting::outdatedFile)
  /// once its settings have not changed for a moment, so that a drag does not start a transfer in every frame; returns
  /// what is done. Never waits for the thread.
  std::optional<ReplaceClips> update(const Session& session, double delta);

 private:
  struct Job {
    int file = 0;
    ClipFile from;
    RetargetTarget onto;
    RetargetSettings settings;
    std::vector<std::string> names;
  };
  bool step();

  bool isBusy_ = false;
  RetargetSettings seen_;  // of the file that is out of date
  double unchanged_ = 0;   // seconds
  std::mutex mutex_;       // of these:
  std::optional<Job> asked_;
  std::optional<ReplaceClips> done_;
  BackgroundThread thread_{[this] { return step(); }};
};

}  // namespace app
