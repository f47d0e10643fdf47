// Loads models on threads, so that the window never waits for a file.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/format/project_json.h"
#include "app/model/model.h"
#include "app/session/character/character_opening.h"
#include "app/session/host_commands.h"
#include "crossfade/base/result.h"

namespace app {

class ImportProgress;
class ModelCache;

/// What loadModel (host/files/model_file.h) is asked for.
struct LoadRequest {
  std::string path;
  std::vector<ClipFileEntry> clipFiles = {};
  Importer importer = Importer::Own;
  std::string kept = {};  // a file of KeptWork (autosave.h) that belongs to it; empty: none
  FileSpace space = {};   // of the model, as the user states it
};

class ModelLoader {
 public:
  /// Loads one model on a thread of the loader; canceling `progress` should end it soon.
  using LoadFunction = std::function<crossfade::Result<Model>(const LoadRequest& request, ImportProgress& progress)>;

  /// Loads with loadModel (host/files/model_file.h) and keeps what took long in `cache`; empty: nowhere.
  explicit ModelLoader(const std::filesystem::path& cache = {});
  explicit ModelLoader(LoadFunction load);
  /// Abandons everything and waits for the threads; see finishWithin.
  ~ModelLoader();
  ModelLoader(const ModelLoader&) = delete;
  ModelLoader& operator=(const ModelLoader&) = delete;

  /// Abandons everything and loads this file. Begins at once unless too many abandoned files are still busy.
  void start(LoadRequest request);
  /// Loads this file after all others.
  void startNext(LoadRequest request);
  /// Drops everything: no models, no errors.
  void abandon();
  bool isLoading() const { return current_ != nullptr || !waiting_.empty(); }
  /// A finished model or its error, once for each file, in the order of the files.
  std::optional<crossfade::Result<Model>> poll();
  LoadingProgress progress() const;
  /// boundsOfOpening() of the last model that poll() returned, measured on the thread that loaded it.
  const std::optional<CharacterBounds>& bounds() const { return bounds_; }
  /// The files that the last outcome of poll() was read from, or should have been.
  const std::vector<std::filesystem::path>& usedFiles() const { return usedFiles_; }

  /// Abandons everything and waits up to `seconds`; false when a thread is still busy then, for example in the middle
  /// of a huge picture.
  bool finishWithin(double seconds);

 private:
  struct Job;
  void beginNext();
  void forgetEnded();

  std::unique_ptr<ModelCache> cache_;  // outlives the threads of jobs
  LoadFunction load_;
  std::unique_ptr<Job> current_;
  std::vector<std::unique_ptr<Job>> abandoned_;  // still busy
  std::deque<LoadRequest> waiting_;
  std::vector<std::filesystem::path> usedFiles_;
  std::optional<CharacterBounds> bounds_;
};

}  // namespace app
