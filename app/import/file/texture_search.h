// Finds an image whose path in the model file comes from another machine or has different case: in the model's folder
// and in the folders around it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// Whether the name ends like an image, also one that we cannot decode: "skin.PNG", "skin.tif".
bool isImageName(std::string_view name);

/// The folders above `folder` in which images may be searched for: at most two, nearest first; none above an empty
/// path, which is that of a document without a folder. Never the root folder, the home folder, or a folder such as /tmp
/// that everyone shares, because files there do not belong to the model.
std::vector<std::filesystem::path> foldersAround(const std::filesystem::path& folder);

/// The images in foldersAround() and below, relative to `folder` ("../textures/skin.png"), nearest first: each step up
/// or down counts the same. Leaves out `folder` itself, hidden folders, links to folders, and links that lead out of
/// the outermost of these folders. Stops after 500 folders or 20,000 entries.
std::vector<std::filesystem::path> imagesAround(const std::filesystem::path& folder);

/// `folder` / `relative` without links, if imagesAround() may contain it. Reads no file.
std::optional<std::filesystem::path> imageAround(const std::filesystem::path& folder,
                                                 const std::filesystem::path& relative);

/// A path as it is compared with others.
struct NamedFile {
  std::filesystem::path path;           // relative to the model's folder
  std::vector<std::string> components;  // folders and name, in lower case; never empty
  std::string letters;                  // and digits of the name without its ending
};

class TextureSearch {
 public:
  /// Around: also the images of imagesAround().
  enum class Reach { Below, Around };

  /// An empty folder holds nothing.
  explicit TextureSearch(std::filesystem::path folder, Reach reach = Reach::Below)
      : folder_(std::move(folder)), reach_(reach) {}

  /// The file in the folder or below, relative to it, whose path shares the longest end with `path`:
  /// "C:\art\Textures\Skin.TGA" finds textures/skin.tga before skin.tga. Both kinds of slashes separate folders; "..",
  /// drives and case are ignored. Without a file of that name that we can decode, an image of the same name with
  /// another ending; without that, the same search in the folders around. A relative path such as
  /// "../Textures/Skin.TGA" is tried as written first. If there is no such image at all, one whose name has the same
  /// letters and digits (at least three), as exporters replace other characters: "wood_1 a.png" finds "Wood1_A.png".
  /// Then an image of that name that we cannot decode, so that the report can say so. Nothing: there is none.
  std::optional<std::filesystem::path> find(std::string_view path);

 private:
  std::vector<std::filesystem::path> filesBelow() const;
  const std::vector<NamedFile>& below();
  const std::vector<NamedFile>& around();

  std::filesystem::path folder_;
  Reach reach_;
  std::optional<std::vector<NamedFile>> files_;   // listed when first needed
  std::optional<std::vector<NamedFile>> around_;  // the same
};

/// The file name of a path without its folders, with slashes of both kinds. Empty if it names no file.
std::string_view fileNameIn(std::string_view path);

/// As readResource() takes it.
std::string uriOf(const std::filesystem::path& relative);

}  // namespace app
