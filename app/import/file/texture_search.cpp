#include "app/import/file/texture_search.h"

#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <initializer_list>
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
constexpr std::size_t kFewestLetters = 3;  // "1" is no name to recognize a texture by
constexpr std::string_view kDecodableEndings[] = {".png", ".jpg", ".jpeg", ".webp", ".tga", ".bmp"};
constexpr std::string_view kOtherImageEndings[] = {".dds", ".ktx", ".ktx2", ".tif", ".tiff", ".exr", ".psd",  ".gif",
                                                   ".hdr", ".xcf", ".iff",  ".sgi", ".rgb",  ".jp2", ".avif", ".heic"};

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

template <std::size_t kCount>
bool endsAsOneOf(std::string_view name, const std::string_view (&endings)[kCount]) {
  return std::any_of(std::begin(endings), std::end(endings),
                     [&](std::string_view ending) { return hasEnding(name, ending); });
}

bool isDecodable(std::string_view name) { return endsAsOneOf(name, kDecodableEndings); }
bool isUndecodable(std::string_view name) { return endsAsOneOf(name, kOtherImageEndings); }

/// Letters and digits of a name without its ending; a byte that is not ASCII is part of a letter.
std::string lettersOf(std::string_view name) {
  std::string letters;
  for (const char c : stemOf(name))
    if (static_cast<unsigned char>(c) >= 0x80 || std::isalnum(static_cast<unsigned char>(c)) != 0) letters += c;
  return letters;
}

/// How a file may be the one that is named. Each kind is tried everywhere before the next one.
enum class Match { Name, Stem, Letters, UndecodableStem };

bool matches(const NamedFile& wanted, const NamedFile& file, Match match) {
  const std::string &a = wanted.components.back(), &b = file.components.back();
  switch (match) {
    case Match::Name:
      return a == b;
    case Match::Stem:
      return stemOf(a) == stemOf(b) && isDecodable(b);
    case Match::Letters:
      return wanted.letters.size() >= kFewestLetters && wanted.letters == file.letters && isDecodable(b);
    case Match::UndecodableStem:
      break;
  }
  return stemOf(a) == stemOf(b) && isUndecodable(b);
}

/// How many components are equal from the end on, if the last one is taken for equal.
std::size_t fitOf(const NamedFile& wanted, const NamedFile& file) {
  const std::vector<std::string>&a = wanted.components, &b = file.components;
  std::size_t fit = 1;
  while (fit < std::min(a.size(), b.size()) && a[a.size() - 1 - fit] == b[b.size() - 1 - fit]) ++fit;
  return fit;
}

/// The best of `files`, which are ordered by how near they are; of equally near ones, the first.
std::optional<fs::path> bestOf(const std::vector<NamedFile>& files, const NamedFile& wanted, Match match) {
  const NamedFile* found = nullptr;
  std::size_t bestFit = 0;
  for (const NamedFile& file : files) {
    if (!matches(wanted, file, match)) continue;
    if (const std::size_t fit = fitOf(wanted, file); fit > bestFit) found = &file, bestFit = fit;
  }
  return found ? std::optional(found->path) : std::nullopt;
}

NamedFile namedFile(std::string_view text, fs::path path = {}) {
  NamedFile file{.path = std::move(path), .components = componentsOf(text), .letters = {}};
  if (!file.components.empty()) file.letters = lettersOf(file.components.back());
  return file;
}

std::vector<NamedFile> namedFiles(std::vector<fs::path> paths) {
  std::vector<NamedFile> files;
  files.reserve(paths.size());
  for (fs::path& path : paths) {
    const std::string text = path.generic_string();
    if (NamedFile file = namedFile(text, std::move(path)); !file.components.empty()) files.push_back(std::move(file));
  }
  return files;
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

bool isImageName(std::string_view name) { return isDecodable(name) || isUndecodable(name); }

std::vector<fs::path> foldersAround(const fs::path& folder) {
  std::vector<fs::path> found;
  if (folder.empty()) return found;
  std::error_code failure;
  fs::path at = fs::canonical(folder, failure);
  for (int i = 0; !failure && i < kFoldersUp; ++i) {
    at = at.parent_path();
    if (isShared(at)) break;
    found.push_back(at);
  }
  return found;
}

std::vector<fs::path> imagesAround(const fs::path& folder) {
  return folder.empty() ? std::vector<fs::path>() : SurroundingImages(folder).list();
}

std::optional<fs::path> imageAround(const fs::path& folder, const fs::path& relative) {
  const std::vector<fs::path> above = foldersAround(folder);
  std::error_code failure;
  fs::path file = fs::canonical(folder / relative, failure);
  if (failure || above.empty() || !isImageName(relative.native()) || !isWithin(above.back(), file)) return std::nullopt;
  return file;
}

std::vector<fs::path> TextureSearch::filesBelow() const {
  std::vector<fs::path> files;
  if (folder_.empty()) return files;
  std::error_code failure;
  fs::recursive_directory_iterator entry(folder_, fs::directory_options::skip_permission_denied, failure);
  for (std::size_t seen = 0; !failure && entry != fs::recursive_directory_iterator(); entry.increment(failure)) {
    if (++seen > kSearchedFiles) break;
    std::error_code ignored;
    if (entry->is_directory(ignored) && entry.depth() >= kSearchDepth) entry.disable_recursion_pending();
    if (entry->is_regular_file(ignored)) files.push_back(entry->path().lexically_relative(folder_));
  }
  std::sort(files.begin(), files.end());  // or the outcome would depend on the disk
  const auto depthOf = [](const fs::path& file) { return std::distance(file.begin(), file.end()); };
  std::ranges::stable_sort(files, {}, depthOf);
  return files;
}

const std::vector<NamedFile>& TextureSearch::below() {
  if (!files_) files_ = namedFiles(filesBelow());
  return *files_;
}

const std::vector<NamedFile>& TextureSearch::around() {
  if (!around_) around_ = reach_ == Reach::Around ? namedFiles(imagesAround(folder_)) : std::vector<NamedFile>();
  return *around_;
}

std::optional<fs::path> TextureSearch::find(std::string_view path) {
  const NamedFile wanted = namedFile(path);
  if (wanted.components.empty()) return std::nullopt;
  const bool isReplaced = isUndecodable(wanted.components.back());
  if (const std::string named = pathOutOf(path); !named.empty() && !isReplaced)
    for (const NamedFile& image : around())
      if (lowerCase(image.path.generic_string()) == named) return image.path;
  const auto inAll = [&](std::initializer_list<Match> kinds) -> std::optional<fs::path> {
    for (const bool isBelow : {true, false})
      for (const Match kind : kinds)
        if (auto found = bestOf(isBelow ? below() : around(), wanted, kind)) return found;
    return std::nullopt;
  };
  auto found = isReplaced ? inAll({Match::Stem}) : inAll({Match::Name, Match::Stem});
  if (!found) found = inAll({Match::Letters});
  if (!found) found = inAll({Match::Name, Match::UndecodableStem});
  return found;
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
