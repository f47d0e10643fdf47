#include "app/host/window/model_opening.h"

#include <utility>

#include "app/model/add_clips.h"

namespace app {
namespace {

constexpr double kUploadSeconds = 0.008;  // per frame
constexpr double kUploadFraction = 0.1;   // of the progress bar

}  // namespace

void ModelOpening::open(std::string path, std::vector<std::string> clipFiles) {
  forgetIncoming();
  loader_.start(std::move(path), std::move(clipFiles));
}

void ModelOpening::openNext(std::string path) { loader_.startNext(std::move(path)); }

void ModelOpening::cancel() {
  forgetIncoming();
  loader_.abandon();
}

void ModelOpening::forgetIncoming() {
  incoming_.reset();
  stage_.forgetIncoming();
}

LoadingProgress ModelOpening::progress() const {
  if (incoming_)
    return {.running = true,
            .file = incoming_->model.name,
            .stage = "uploading",
            .fraction = 1 - kUploadFraction + kUploadFraction * uploaded_};
  LoadingProgress progress = loader_.progress();
  progress.fraction *= 1 - kUploadFraction;
  return progress;
}

std::optional<crossfade::Result<OpenedModel>> ModelOpening::update(const Session& session) {
  if (!incoming_) {
    auto loaded = loader_.poll();
    if (!loaded) return std::nullopt;
    if (!*loaded) return crossfade::Result<OpenedModel>(loaded->error());
    beginUpload(std::move(**loaded), session);
    return std::nullopt;
  }
  uploaded_ = stage_.uploadIncoming(incoming_->model, kUploadSeconds);
  if (uploaded_ < 1) return std::nullopt;
  return crossfade::Result<OpenedModel>(*std::exchange(incoming_, std::nullopt));
}

void ModelOpening::beginUpload(Model loaded, const Session& session) {
  const bool isFirst = session.model().name.empty();
  incoming_ = OpenedModel{.model = std::move(loaded), .message = isFirst ? session.message() : std::nullopt};
  uploaded_ = 0;
  if (!isMotionOnly(incoming_->model) || session.model().clips.empty()) return;
  if (incoming_->model.project) return;  // a project is opened for what it says, not for its motion
  Model both = session.model();
  const auto added = addClips(both, incoming_->model);
  if (!added) return;
  incoming_->message =
      Message{.text = std::to_string(added->clips) + " clips of " + incoming_->model.name + " were added"};
  incoming_->model = std::move(both);
}

}  // namespace app
