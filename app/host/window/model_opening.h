// Brings models from files to the screen: loads them on a thread and uploads them over several frames.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/host/files/model_loader.h"
#include "app/host/stage/picture_stage.h"

namespace app {

/// A model in graphics memory; PictureStage::showIncoming shows it.
struct OpenedModel {
  Model model;
  std::optional<Message> message;
};

class ModelOpening {
 public:
  /// Both must outlive this.
  ModelOpening(PictureStage& stage, ModelLoader& loader) : stage_(stage), loader_(loader) {}

  /// Replaces everything that is being opened.
  void open(std::string path, std::vector<std::string> clipFiles = {});
  /// Opens another file once the others are shown.
  void openNext(std::string path);
  void cancel();
  LoadingProgress progress() const;

  /// Continues for a few milliseconds. Returns a model that is ready, or why a file failed. For a file that only
  /// carries motion this is the model of `session` with its clips added.
  std::optional<crossfade::Result<OpenedModel>> update(const Session& session);
  bool isBusy() const { return incoming_.has_value() || loader_.isLoading(); }

 private:
  void beginUpload(Model loaded, const Session& session);
  void forgetIncoming();

  PictureStage& stage_;
  ModelLoader& loader_;
  std::optional<OpenedModel> incoming_;  // loaded, being uploaded
  double uploaded_ = 0;                  // 0..1
};

}  // namespace app
