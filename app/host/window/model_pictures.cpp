#include "app/host/window/model_pictures.h"

#include <algorithm>
#include <utility>

#include "app/host/files/picture_cache.h"
#include "app/render/offscreen_target.h"

namespace app {
namespace {

constexpr PictureSize kPixels{kPictureSide, kPictureSide};

}  // namespace

void ModelPictures::noteShown(const std::string& path) {
  path_ = path.empty() ? path : std::filesystem::absolute(path).lexically_normal().string();
  idleSeconds_ = 0;
}

void ModelPictures::take(const Session& session, PictureStage& stage, bool idle, double delta) {
  if (folder_.empty()) return;
  if (readback_) {
    if (const auto picture = readback_->fetch()) keep(*picture);
    return;
  }
  if (!path_ || !idle) return;
  idleSeconds_ += delta;
  if (idleSeconds_ >= kIdleSeconds) shoot(session, stage);
}

void ModelPictures::shoot(const Session& session, PictureStage& stage) {
  takenPath_ = *std::exchange(path_, std::nullopt);
  auto target = OffscreenTarget::make(kPixels);
  if (!target) return;
  target_ = std::move(*target);
  stage.drawPortrait(session, kPixels, target_->framebuffer());
  readback_ = std::make_unique<PixelReadback>();
  readback_->request(target_->framebuffer(), kPixels, 0);
}

void ModelPictures::keep(const FetchedPicture& picture) {
  tasks_.add([this, path = std::move(takenPath_), pixels = std::move(*picture.pixels)]() mutable {
    const auto saved = savePicture(folder_, path, {kPictureSide, kPictureSide, pixels});
    if (!saved) return Commands{};  // the next time, perhaps
    const std::lock_guard lock(mutex_);
    found_.push_back(
        {path, Image{.name = {}, .width = kPictureSide, .height = kPictureSide, .rgba = std::move(pixels)}});
    return Commands{};
  });
  readback_.reset();
  target_.reset();
}

void ModelPictures::find(const std::string& path) {
  if (folder_.empty()) return add({path, std::nullopt});
  tasks_.add([this, path] {
    auto picture = loadPicture(folder_, path);
    const std::lock_guard lock(mutex_);
    found_.push_back({path, std::move(picture)});
    return Commands{};
  });
}

void ModelPictures::add(Found found) {
  std::erase_if(shown_, [&](const Shown& each) { return each.picture.path == found.path; });
  if (shown_.size() >= kMaxTextures) shown_.erase(shown_.begin());
  Shown shown{.picture = {.path = std::move(found.path)}, .texture = {}};
  if (found.picture) {
    const PictureSize size{found.picture->width, found.picture->height};
    shown.texture = makePictureTexture(size, found.picture->rgba);
    shown.picture.texture = shown.texture.id();
    shown.picture.width = size.width;
    shown.picture.height = size.height;
  }
  shown_.push_back(std::move(shown));
  changed_ = true;
}

void ModelPictures::loseContext() {
  if (std::exchange(readback_, nullptr) && !path_) path_ = std::move(takenPath_);
  target_.reset();
  shown_.clear();
  changed_ = true;
}

/// One picture a frame: uploading many at once would show.
void ModelPictures::poll(Commands& out) {
  if (std::exchange(forgets_, false)) {
    changed_ |= !shown_.empty();
    shown_.clear();
  }
  std::optional<Found> found;
  if (const std::unique_lock lock(mutex_, std::try_to_lock); lock && !found_.empty()) {
    found = std::move(found_.front());
    found_.erase(found_.begin());
  }
  if (found) add(std::move(*found));
  if (!std::exchange(changed_, false)) return;
  ReportPictures report;
  for (const Shown& each : shown_) report.pictures.push_back(each.picture);
  out.push_back(std::move(report));
}

}  // namespace app
