// Finds the image that a model names by a path of another machine, or in another case, beside the model or in the
// folders around it.
#ifndef APP_IMPORT_FILE_TEXTURE_SEARCH_H
#define APP_IMPORT_FILE_TEXTURE_SEARCH_H

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// Whether the ending is one of an image that can be decoded: "skin.PNG".
bool isImageName(std::string_view name);

/// The folders above `folder` in which images may be looked for, the nearest first: at most two. They end before the
/// root folder, the home folder, and folders such as /tmp that everyone shares: what lies there does not belong to the
/// model.
std::vector<std::filesystem::path> foldersAround(const std::filesystem::path& folder);

/// The images in foldersAround() and below, relative to `folder` ("../textures/skin.png"), the nearest first: each step
/// up or down counts the same. Without those in `folder` itself, in hidden folders, behind links to folders, and behind
/// links out of the outermost of these folders. Of the first 500 folders and 20,000 entries.
std::vector<std::filesystem::path> imagesAround(const std::filesystem::path& folder);

/// `folder` / `relative` without links, if imagesAround() may contain it. Reads no file.
std::optional<std::filesystem::path> imageAround(const std::filesystem::path& folder,
                                                 const std::filesystem::path& relative);

class TextureSearch {
 public:
  /// Around: also images around the folder.
  enum class Reach { Below, Around };

  /// An empty folder holds nothing.
  explicit TextureSearch(std::filesystem::path folder, Reach reach = Reach::Below)
      : folder_(std::move(folder)), reach_(reach) {}

  /// The file in the folder or below, relative to it, that most of `path` fits from its end on:
  /// "C:\art\Textures\Skin.TGA" is textures/skin.tga before skin.tga. Slashes of both kinds count, "..", drives and
  /// case do not. Without a file of that name, or if it is of a kind that cannot be decoded, an image of the same name
  /// with another ending. If there is none, either, the same in the folders around; but "../Textures/Skin.TGA" is
  /// first of all just that file. Nothing: there is none.
  std::optional<std::filesystem::path> find(std::string_view path);

 private:
  void listFolder();

  std::filesystem::path folder_;
  Reach reach_;
  std::optional<std::vector<std::filesystem::path>> files_;   // relative; listed when first needed
  std::optional<std::vector<std::filesystem::path>> around_;  // the same
};

/// The file name of a path without its folders, with slashes of both kinds. Empty if it names no file.
std::string_view fileNameIn(std::string_view path);

/// As readResource() takes it.
std::string uriOf(const std::filesystem::path& relative);

}  // namespace app

#endif  // APP_IMPORT_FILE_TEXTURE_SEARCH_H
