// Brings models from files to the screen: loads them on a thread and uploads them over several frames.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/host/files/model_loader.h"
#include "app/host/stage/picture_stage.h"

namespace app {

enum class OpenPurpose {
  Replace,   // the model on screen; a file that only carries motion gives it its clips instead
  AddClips,  // gives them to the model on screen, whatever else it carries
  Reload,    // another version of the model on screen
};

/// A model in graphics memory; PictureStage::showIncoming shows it.
struct OpenedModel {
  Model model;
  std::optional<CharacterBounds> bounds;  // boundsOfOpening(model), unless nobody has measured them
  std::optional<Message> message;
  bool continues = false;  // it is a version of the model on screen, whose playback goes on
};

/// How opening a file ended.
struct OpeningEnd {
  OpenPurpose purpose = OpenPurpose::Replace;
  std::string path;
  crossfade::Result<OpenedModel> model;
};

class ModelOpening {
 public:
  /// The file of work that was kept for a model or project (LoadRequest::kept).
  using FindKept = std::function<std::string(const std::string& path)>;

  /// Both must outlive this.
  ModelOpening(PictureStage& stage, ModelLoader& loader, FindKept findKept)
      : stage_(stage), loader_(loader), findKept_(std::move(findKept)) {}

  /// Replaces everything that is being opened.
  void open(LoadRequest request);
  /// Opens another file once the others are shown.
  void openNext(std::string path, OpenPurpose purpose = OpenPurpose::Replace);
  /// Reads the model on screen again, with its clip files; by the importer that read it, or another one.
  void reload(const Session& session, std::optional<Importer> importer = {});
  void cancel();
  LoadingProgress progress() const;

  /// Continues for a few milliseconds. Returns a model that is ready, or why a file failed. For a file that only
  /// carries motion this is the model of `session` with its clips added. One that replaces it isReady() a call before.
  std::optional<OpeningEnd> update(const Session& session);
  /// The files that the model on screen was read from, and those of a version that failed.
  const std::vector<std::filesystem::path>& usedFiles() const { return usedFiles_; }
  /// Whether a model that replaces the one on screen is returned next; until then cancel() and open() forget it.
  bool isReady() const { return incoming_ && !incoming_->continues && uploaded_ >= 1; }
  /// The file of that model, without its folder.
  std::string readyFile() const;
  bool isBusy() const { return incoming_.has_value() || loader_.isLoading(); }
  /// What open() was called with last.
  const std::string& newestPath() const { return newestPath_; }

 private:
  struct Asked {
    OpenPurpose purpose = OpenPurpose::Replace;
    std::string path;
  };
  crossfade::Result<void> beginUpload(Model loaded, const Asked& asked, const Session& session);
  crossfade::Result<void> addToShown(const Session& session);
  void noteUsedFiles(bool replaces);
  void forgetIncoming();

  PictureStage& stage_;
  ModelLoader& loader_;
  FindKept findKept_;
  std::optional<OpenedModel> incoming_;  // loaded, being uploaded
  Asked incomingAs_;
  double uploaded_ = 0;      // 0..1
  std::deque<Asked> asked_;  // that the loader has not answered
  std::string newestPath_;
  std::vector<std::filesystem::path> usedFiles_;
};

}  // namespace app
