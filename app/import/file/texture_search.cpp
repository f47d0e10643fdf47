#include "app/import/file/texture_search.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <system_error>
#include <utility>

#include "app/import/file/resource_uri.h"
#include "app/model/file_formats.h"

namespace app {
namespace {

constexpr int kSearchDepth = 4;
constexpr std::size_t kSearchedFiles = 20'000;  // a model may lie in a folder with everything
constexpr int kFoldersUp = 2;
constexpr std::size_t kFoldersAround = 500;
constexpr std::string_view kImageEndings[] = {".png", ".jpg", ".jpeg", ".webp", ".tga", ".bmp", ".psd", ".gif"};

namespace fs = std::filesystem;

/// Its folders and its name; what says where another machine has it is left out.
std::vector<std::string> componentsOf(std::string_view path) {
  std::vector<std::string> components;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find_first_of("/\\"), path.size());
    const std::string_view component = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
    if (component == "..") components.clear();
    if (!component.empty() && component != "." && component != "..") components.push_back(lowerCase(component));
  }
  return components;
}

std::string_view stemOf(std::string_view name) { return name.substr(0, std::min(name.rfind('.'), name.size())); }

/// How well a file fits: how many components are equal from the end on. 0: not at all. `byStem`: another ending will
/// do.
int fitOf(const std::vector<std::string>& wanted, const std::vector<std::string>& file, bool byStem) {
  const std::string &a = wanted.back(), &b = file.back();
  if (byStem ? stemOf(a) != stemOf(b) || !isImageName(b) : a != b) return 0;
  int fit = 1;
  while (static_cast<std::size_t>(fit) < std::min(wanted.size(), file.size()) &&
         wanted[wanted.size() - 1 - static_cast<std::size_t>(fit)] ==
             file[file.size() - 1 - static_cast<std::size_t>(fit)])
    ++fit;
  return fit;
}

/// The best of `files`, which are ordered by how near they are; of equally near ones, the first. `byStem`: an image of
/// any kind will do.
std::optional<fs::path> bestOf(const std::vector<fs::path>& files, const std::vector<std::string>& wanted,
                               bool byStem) {
  const fs::path* found = nullptr;
  int bestFit = 0;
  for (const fs::path& file : files)
    if (const int fit = fitOf(wanted, componentsOf(file.generic_string()), byStem); fit > bestFit)
      found = &file, bestFit = fit;
  return found ? std::optional(*found) : std::nullopt;
}

/// Of pictures that an image of another kind may replace even if they are there.
bool isUndecodable(std::string_view name) {
  constexpr std::string_view kEndings[] = {".dds", ".ktx", ".ktx2", ".tif", ".tiff", ".exr"};
  return std::any_of(std::begin(kEndings), std::end(kEndings),
                     [&](std::string_view ending) { return hasEnding(name, ending); });
}

/// "../a/../Skin.png" is "../skin.png"; empty unless it leads out of the folder.
std::string pathOutOf(std::string_view path) {
  std::string plain = lowerCase(path);
  std::replace(plain.begin(), plain.end(), '\\', '/');
  plain = fs::path(plain).lexically_normal().generic_string();
  return plain.starts_with("../") ? plain : std::string();
}

/// No folder of a project: /, the user's home, or one like /tmp.
bool isShared(const fs::path& folder) {
  struct stat status {};
  if (folder == folder.root_path() || ::stat(folder.c_str(), &status) != 0) return true;
  const char* const home = std::getenv("HOME");
  std::error_code failure;
  if (home && fs::equivalent(folder, home, failure)) return true;
  return (status.st_mode & S_ISVTX) != 0 && (status.st_mode & S_IWOTH) != 0;
}

/// One folder's part of imagesAround().
struct SurroundingFolder {
  fs::path relative;  // to the model's
  int depth = 0;      // below the folder above the model that it belongs to
};

class SurroundingImages {
 public:
  explicit SurroundingImages(const fs::path& folder) : folder_(folder) {}

  std::vector<fs::path> list() {
    const std::vector<fs::path> above = foldersAround(folder_);
    if (above.empty()) return {};
    std::error_code failure;
    outermost_ = above.back();
    inner_ = fs::canonical(folder_, failure);
    std::vector<SurroundingFolder> level;
    fs::path up;
    for (std::size_t steps = 0; steps < above.size() || !level.empty(); ++steps) {
      std::vector<SurroundingFolder> next;
      if (steps < above.size()) {
        up /= "..";
        level.insert(level.begin(), SurroundingFolder{.relative = up});
      }
      for (const SurroundingFolder& each : level) visit(each, next);
      level = std::move(next);
      if (steps < above.size()) inner_ = above[steps];
    }
    return std::move(found_);
  }

 private:
  void visit(const SurroundingFolder& each, std::vector<SurroundingFolder>& next) {
    if (++folders_ > kFoldersAround) return;
    std::error_code failure;
    std::vector<fs::path> images, folders;
    for (fs::directory_iterator entry(folder_ / each.relative, fs::directory_options::skip_permission_denied, failure);
         !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
      if (++entries_ > kSearchedFiles) break;
      const fs::path name = entry->path().filename();
      std::error_code ignored;
      if (name.native().starts_with('.')) continue;
      if (entry->is_symlink(ignored) ? isLinkToImage(entry->path()) : isImageFile(*entry))
        images.push_back(each.relative / name);
      else if (!entry->is_symlink(ignored) && entry->is_directory(ignored) && !isVisited(each, entry->path()))
        folders.push_back(each.relative / name);
    }
    std::sort(images.begin(), images.end());  // or the outcome would depend on the disk
    std::sort(folders.begin(), folders.end());
    found_.insert(found_.end(), images.begin(), images.end());
    if (each.depth == kSearchDepth) return;
    for (fs::path& folder : folders) next.push_back({.relative = std::move(folder), .depth = each.depth + 1});
  }
  static bool isImageFile(const fs::directory_entry& entry) {
    std::error_code ignored;
    return isImageName(entry.path().native()) && entry.is_regular_file(ignored);
  }
  bool isLinkToImage(const fs::path& link) const {
    std::error_code failure;
    const fs::path target = fs::canonical(link, failure);
    return !failure && isImageName(link.native()) && isWithin(outermost_, target) &&
           fs::is_regular_file(target, failure);
  }
  /// The folder from which the search comes up.
  bool isVisited(const SurroundingFolder& parent, const fs::path& folder) const {
    std::error_code failure;
    return parent.depth == 0 && fs::equivalent(folder, inner_, failure);
  }

  fs::path folder_, outermost_, inner_;
  std::vector<fs::path> found_;
  std::size_t folders_ = 0, entries_ = 0;
};

}  // namespace

bool isImageName(std::string_view name) {
  return std::any_of(std::begin(kImageEndings), std::end(kImageEndings),
                     [&](std::string_view ending) { return hasEnding(name, ending); });
}

std::vector<fs::path> foldersAround(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code failure;
  fs::path at = fs::canonical(folder.empty() ? "." : folder, failure);
  for (int i = 0; !failure && i < kFoldersUp; ++i) {
    at = at.parent_path();
    if (isShared(at)) break;
    found.push_back(at);
  }
  return found;
}

std::vector<fs::path> imagesAround(const fs::path& folder) {
  return SurroundingImages(folder.empty() ? "." : folder).list();
}

std::optional<fs::path> imageAround(const fs::path& folder, const fs::path& relative) {
  const std::vector<fs::path> above = foldersAround(folder);
  std::error_code failure;
  fs::path file = fs::canonical((folder.empty() ? "." : folder) / relative, failure);
  if (failure || above.empty() || !isImageName(relative.native()) || !isWithin(above.back(), file)) return std::nullopt;
  return file;
}

void TextureSearch::listFolder() {
  files_.emplace();
  std::error_code failure;
  fs::recursive_directory_iterator entry(folder_.empty() ? "." : folder_, fs::directory_options::skip_permission_denied,
                                         failure);
  for (std::size_t seen = 0; !failure && entry != fs::recursive_directory_iterator(); entry.increment(failure)) {
    if (++seen > kSearchedFiles) break;
    std::error_code ignored;
    if (entry->is_directory(ignored) && entry.depth() >= kSearchDepth) entry.disable_recursion_pending();
    if (entry->is_regular_file(ignored))
      files_->push_back(entry->path().lexically_relative(folder_.empty() ? "." : folder_));
  }
  std::sort(files_->begin(), files_->end());  // or the outcome would depend on the disk
  const auto depthOf = [](const fs::path& file) { return std::distance(file.begin(), file.end()); };
  std::stable_sort(files_->begin(), files_->end(),
                   [&](const fs::path& a, const fs::path& b) { return depthOf(a) < depthOf(b); });
}

std::optional<fs::path> TextureSearch::find(std::string_view path) {
  const std::vector<std::string> wanted = componentsOf(path);
  if (wanted.empty()) return std::nullopt;
  const auto around = [this]() -> const std::vector<fs::path>& {
    if (!around_) around_ = reach_ == Reach::Around ? imagesAround(folder_) : std::vector<fs::path>();
    return *around_;
  };
  if (const std::string named = pathOutOf(path); !named.empty())
    for (const fs::path& image : around())
      if (lowerCase(image.generic_string()) == named) return image;
  if (!files_) listFolder();
  const bool isReplaced = isUndecodable(wanted.back());
  for (const std::vector<fs::path>* const files : {std::as_const(files_).operator->(), &around()})
    for (const bool byStem : {false, true})
      if (byStem || !isReplaced)
        if (auto found = bestOf(*files, wanted, byStem)) return found;
  return isReplaced ? bestOf(*files_, wanted, false) : std::nullopt;
}

std::string_view fileNameIn(std::string_view path) {
  const std::string_view name = path.substr(path.find_last_of("/\\") + 1);
  return name == "." || name == ".." ? std::string_view() : name;
}

std::string uriOf(const std::filesystem::path& relative) {
  std::string uri = "./";  // a colon in a name is no scheme then
  for (const char c : relative.generic_string()) uri += c == '%' ? "%25" : std::string(1, c);
  return uri;
}

}  // namespace app
