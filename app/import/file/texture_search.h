// Finds the image that a model names by a path of another machine, or in another case, beside the model.
#ifndef APP_IMPORT_FILE_TEXTURE_SEARCH_H
#define APP_IMPORT_FILE_TEXTURE_SEARCH_H

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace app {

class TextureSearch {
 public:
  /// An empty folder holds nothing.
  explicit TextureSearch(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The file in the folder or below, relative to it, that most of `path` fits from its end on:
  /// "C:\art\Textures\Skin.TGA" is textures/skin.tga before skin.tga. Slashes of both kinds count, "..", drives and
  /// case do not. Without a file of that name one of the same name with another ending of images. Nothing: there is
  /// none.
  std::optional<std::filesystem::path> find(std::string_view path);

 private:
  void listFolder();

  std::filesystem::path folder_;
  std::optional<std::vector<std::filesystem::path>> files_;  // relative; listed when first needed
};

/// The file name of a path without its folders, with slashes of both kinds. Empty if it names no file.
std::string_view fileNameIn(std::string_view path);

/// As readResource() takes it.
std::string uriOf(const std::filesystem::path& relative);

}  // namespace app

#endif  // APP_IMPORT_FILE_TEXTURE_SEARCH_H
