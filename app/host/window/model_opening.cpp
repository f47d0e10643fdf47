#include "app/host/window/model_opening.h"

#include <algorithm>

#include "app/host/files/model_file.h"
#include "app/model/add_clips.h"
#include "app/model/counted.h"

namespace app {
namespace {

constexpr double kUploadSeconds = 0.008;  // per frame
constexpr double kUploadFraction = 0.1;   // of the progress bar

}  // namespace

void ModelOpening::open(LoadRequest request) {
  forgetIncoming();
  asked_ = {{OpenPurpose::Replace, request.path}};
  newestPath_ = request.path;
  request.kept = findKept_(request.path);
  loader_.start(std::move(request));
}

void ModelOpening::openNext(std::string path, OpenPurpose purpose) {
  LoadRequest request{path};
  if (purpose == OpenPurpose::Replace) request.kept = findKept_(path);
  asked_.push_back({purpose, std::move(path)});
  loader_.startNext(std::move(request));
}

void ModelOpening::reload(const Session& session, std::optional<Importer> importer) {
  forgetIncoming();
  asked_ = {{OpenPurpose::Reload, session.model().path}};
  loader_.start({session.model().path,
                 clipFileEntries(session),
                 importer.value_or(session.model().importer),
                 {},
                 session.model().space});
}

void ModelOpening::cancel() {
  asked_.clear();
  forgetIncoming();
  loader_.abandon();
}

void ModelOpening::forgetIncoming() {
  incoming_.reset();
  stage_.forgetIncoming();
}

std::string ModelOpening::readyFile() const {
  return incomingAs_.path.empty() ? incoming_->model.name : std::filesystem::path(incomingAs_.path).filename().string();
}

LoadingProgress ModelOpening::progress() const {
  if (isReady()) return {};
  if (incoming_)
    return {.running = true,
            .file = incoming_->model.name,
            .stage = "uploading",
            .fraction = 1 - kUploadFraction + kUploadFraction * uploaded_};
  LoadingProgress progress = loader_.progress();
  progress.fraction *= 1 - kUploadFraction;
  return progress;
}

std::optional<OpeningEnd> ModelOpening::update(const Session& session) {
  if (!incoming_) {
    auto loaded = loader_.poll();
    if (!loaded) return std::nullopt;
    const Asked asked = std::move(asked_.front());
    asked_.pop_front();
    if (!*loaded) {
      if (asked.purpose == OpenPurpose::Reload) noteUsedFiles(false);  // one that is missing may come
      return OpeningEnd{asked.purpose, asked.path, loaded->error()};
    }
    if (auto begun = beginUpload(std::move(**loaded), asked, session); !begun)
      return OpeningEnd{asked.purpose, asked.path, begun.error()};
    incomingAs_ = asked;
    noteUsedFiles(!incoming_->continues);
    return std::nullopt;
  }
  if (!isReady()) {
    uploaded_ = stage_.uploadIncoming(incoming_->model, kUploadSeconds);
    if (uploaded_ < 1 || isReady()) return std::nullopt;
  }
  return OpeningEnd{incomingAs_.purpose, incomingAs_.path, *std::exchange(incoming_, std::nullopt)};
}

/// With `replaces`, the files of the model on screen are dropped.
void ModelOpening::noteUsedFiles(bool replaces) {
  if (replaces) usedFiles_.clear();
  for (const std::filesystem::path& file : loader_.usedFiles())
    if (std::find(usedFiles_.begin(), usedFiles_.end(), file) == usedFiles_.end()) usedFiles_.push_back(file);
}

crossfade::Result<void> ModelOpening::beginUpload(Model loaded, const Asked& asked, const Session& session) {
  const bool isFirst = session.model().name.empty();
  const bool isReload = asked.purpose == OpenPurpose::Reload;
  const bool addsClips = asked.purpose == OpenPurpose::AddClips;
  const bool isProject = loaded.project.has_value();  // opened for what it says, not for its motion
  const bool fits = !isReload && !isProject && isMotionOnly(loaded) && !session.model().clips.empty();
  incoming_ = OpenedModel{.model = std::move(loaded),
                          .bounds = loader_.bounds(),
                          .message = isFirst ? session.message() : std::nullopt,
                          .continues = isReload};
  uploaded_ = 0;
  if (isReload) incoming_->message = Message{.text = incoming_->model.name + " was read again"};
  if (!addsClips && !fits) return {};
  auto added = addToShown(session);
  if (added || !addsClips) return {};  // motion that does not fit is shown alone
  incoming_.reset();
  return added;
}

crossfade::Result<void> ModelOpening::addToShown(const Session& session) {
  Model both = session.model();
  const auto added = addClips(both, incoming_->model);
  if (!added) return added.error();
  incoming_->message = Message{.text = "added " + counted(static_cast<std::size_t>(added->clips), "clip") + " from " +
                                       incoming_->model.name};
  const bool opensAlike = openingClip(both) == openingClip(session.model());
  incoming_->bounds = opensAlike ? std::optional(session.character().bounds()) : std::nullopt;
  incoming_->model = std::move(both);
  incoming_->continues = true;
  return {};
}

}  // namespace app
