#include "app/host/window/model_pictures.h"

#include <algorithm>
#include <fstream>
#include <utility>

#include "app/host/files/folders.h"
#include "app/host/files/text_file.h"
#include "app/import/file/image_decode.h"
#include "app/model/fnv1a.h"
#include "app/record/png.h"
#include "embedded_character.h"

namespace app {

namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t kMaxFile = 1'000'000;  // bytes: a picture has 262,144 before it is compressed
constexpr PictureSize kPixels{kPictureSide, kPictureSide};
constexpr std::uint64_t kMaxDecoded = std::uint64_t{4} * kPictureSide * kPictureSide;

std::uint64_t hashOf(std::uint64_t number, std::uint64_t hash) {
  return fnv1a({reinterpret_cast<const char*>(&number), sizeof number}, hash);
}

/// The file of the picture of this model as it is now; nothing if the model is gone.
std::optional<std::string> currentName(const fs::path& model) {
  if (model.empty()) {
    const std::span<const std::byte> bytes = embeddedCharacter();
    return picturePrefix(model) + hexOf(fnv1a({reinterpret_cast<const char*>(bytes.data()), bytes.size()})) + ".png";
  }
  const FileStamp stamp = stampOf(model);
  return stamp.exists() ? std::optional(pictureName(model, stamp)) : std::nullopt;
}

struct KeptFile {
  fs::path path;
  fs::file_time_type written;
  std::uintmax_t bytes = 0;
};

/// The pictures in the folder, the newest first. Other files are not touched.
std::vector<KeptFile> filesIn(const fs::path& folder) {
  std::vector<KeptFile> files;
  std::error_code unreadable;
  for (fs::directory_iterator entry(folder, unreadable), end; !unreadable && entry != end;
       entry.increment(unreadable)) {
    std::error_code gone;
    if (entry->path().extension() != ".png" || !entry->is_regular_file(gone)) continue;
    KeptFile file{.path = entry->path(), .written = entry->last_write_time(gone), .bytes = 0};
    file.bytes = entry->file_size(gone);
    if (!gone) files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end(), [](const KeptFile& a, const KeptFile& b) { return a.written > b.written; });
  return files;
}

/// Removes earlier versions of `kept`, and the oldest files above the limits.
void prune(const fs::path& folder, const std::string& prefix, const std::string& kept,
           const PictureCacheLimits& limits) {
  std::size_t files = 0;
  std::uintmax_t bytes = 0;
  for (const KeptFile& file : filesIn(folder)) {
    const std::string name = file.path.filename().string();
    const bool isEarlier = name.starts_with(prefix) && name != kept;
    const bool fits = files < limits.files && bytes + file.bytes <= limits.bytes;
    if (fits && !isEarlier) {
      ++files;
      bytes += file.bytes;
      continue;
    }
    std::error_code ignored;
    fs::remove(file.path, ignored);
  }
}

}  // namespace

std::string picturePrefix(const fs::path& model) {
  const std::string path = model.empty() ? "the bundled character" : wholePath(model);
  return hexOf(fnv1a(path)) + "-";
}

std::string pictureName(const fs::path& model, const FileStamp& stamp) {
  std::uint64_t version = hashOf(static_cast<std::uint64_t>(stamp.seconds), kFnvBasis);
  version = hashOf(static_cast<std::uint64_t>(stamp.nanoseconds), version);
  return picturePrefix(model) + hexOf(hashOf(stamp.size, version)) + ".png";
}

crossfade::Result<void> savePicture(const fs::path& folder, const fs::path& model, const ImageView& picture,
                                    const PictureCacheLimits& limits) {
  const auto name = currentName(model);
  if (!name) return crossfade::Error{model.string() + " is gone"};
  if (auto made = makeUserFolder(folder); !made) return made;
  if (auto written = writePng(folder / *name, picture); !written) return written;
  prune(folder, picturePrefix(model), *name, limits);
  return {};
}

std::optional<Image> loadPicture(const fs::path& folder, const fs::path& model) {
  const auto name = currentName(model);
  if (!name) return std::nullopt;
  const fs::path file = folder / *name;
  std::error_code missing;
  const std::uintmax_t size = fs::is_regular_file(file, missing) ? fs::file_size(file, missing) : 0;
  if (missing || size == 0 || size > kMaxFile) return std::nullopt;
  Bytes bytes(static_cast<std::size_t>(size));
  std::ifstream stream(file, std::ios::binary);
  if (!stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size))) return std::nullopt;
  auto picture = tryDecodeImage(bytes, kMaxDecoded);
  if (!picture || picture->width > kPictureSide || picture->height > kPictureSide) return std::nullopt;
  return std::move(*picture);
}

void ModelPictures::noteShown(const std::string& path) {
  path_ = path.empty() ? path : wholePath(path);
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
  searches_.add([this, path = std::move(takenPath_), pixels = std::move(*picture.pixels)] {
    return withinMemory(path, [&]() -> crossfade::Result<Found> {
      if (auto saved = savePicture(folder_, path, {kPictureSide, kPictureSide, pixels}); !saved) return saved.error();
      return Found{path, Image{.name = {}, .width = kPictureSide, .height = kPictureSide, .rgba = pixels}};
    });
  });
  readback_.reset();
  target_.reset();
}

void ModelPictures::find(const std::string& path) {
  if (folder_.empty()) return add({path, std::nullopt});
  searches_.add([this, path] {
    return withinMemory(path, [&] { return crossfade::Result<Found>(Found{path, loadPicture(folder_, path)}); });
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
  if (auto found = searches_.poll(); found && *found) add(*std::move(*found));  // without one, the next time, perhaps
  if (!std::exchange(changed_, false)) return;
  ReportPictures report;
  for (const Shown& each : shown_) report.pictures.push_back(each.picture);
  out.push_back(std::move(report));
}

}  // namespace app
