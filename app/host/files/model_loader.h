// Opens models on threads of their own, so that the window never waits: neither for a file nor for one that nobody
// wants any more.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/model/model.h"
#include "app/session/loading_progress.h"
#include "crossfade/base/result.h"

namespace app {

class ModelLoader {
 public:
  ModelLoader();
  /// Abandons what runs and waits for its end: see finishWithin.
  ~ModelLoader();
  ModelLoader(const ModelLoader&) = delete;
  ModelLoader& operator=(const ModelLoader&) = delete;

  /// Begins at once, and what was being loaded is abandoned. Only when several that were abandoned are still about to
  /// end it waits for one of them.
  void start(std::string path, std::vector<std::string> clipFiles = {});
  /// Nothing comes of what is being loaded, no message either.
  void abandon();
  bool isLoading() const { return current_ != nullptr || queued_.has_value(); }
  /// The finished model or the reason why there is none, once.
  std::optional<crossfade::Result<Model>> poll();
  LoadingProgress progress() const;

  /// Abandons everything and waits; false when a thread is still at work after so many seconds, as in the middle of a
  /// huge picture.
  bool finishWithin(double seconds);

 private:
  struct Job;
  struct QueuedLoad {
    std::string path;
    std::vector<std::string> clipFiles;
  };
  void forgetEnded();

  std::unique_ptr<Job> current_;
  std::vector<std::unique_ptr<Job>> abandoned_;  // not at their end yet
  std::optional<QueuedLoad> queued_;
};

}  // namespace app
