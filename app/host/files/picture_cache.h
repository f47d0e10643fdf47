// Small pictures of models that were on screen, kept in the user's cache folder. Blocks: call it on a thread. An empty
// path stands for the bundled character.
#ifndef APP_HOST_FILES_PICTURE_CACHE_H
#define APP_HOST_FILES_PICTURE_CACHE_H

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "app/host/files/file_watch.h"
#include "app/model/model.h"
#include "app/record/image_view.h"
#include "crossfade/base/result.h"

namespace app {

inline constexpr int kPictureSide = 256;  // pixels, at most

struct PictureCacheLimits {
  std::size_t files = 200;
  std::uint64_t bytes = 20'000'000;  // of all files
};

/// "77c8a52a4e8d9b21-": what the picture files of a model begin with, a hash of its absolute path.
std::string picturePrefix(const std::filesystem::path& model);
/// The file of the picture of this version of the model: "77c8a52a4e8d9b21-06c1e3a5d2b49f80.png".
std::string pictureName(const std::filesystem::path& model, const FileStamp& stamp);

/// Writes the picture of the version of `model` that is on disk now, drops those of earlier versions, and then the
/// oldest files above the limits. The folder is created. The error says what cannot be written.
crossfade::Result<void> savePicture(const std::filesystem::path& folder, const std::filesystem::path& model,
                                    const ImageView& picture, const PictureCacheLimits& limits = {});

/// The picture of the version that is on disk now, if there is one that can be read and is no larger than kPictureSide
/// a side. Sizes are checked before any of it is decoded.
std::optional<Image> loadPicture(const std::filesystem::path& folder, const std::filesystem::path& model);

}  // namespace app

#endif  // APP_HOST_FILES_PICTURE_CACHE_H
