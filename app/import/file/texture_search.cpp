#include "app/import/file/texture_search.h"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

#include "app/model/file_formats.h"

namespace app {
namespace {

constexpr int kSearchDepth = 4;
constexpr std::size_t kSearchedFiles = 20'000;  // a model may lie in a folder with everything
constexpr std::string_view kImageEndings[] = {".png", ".jpg", ".jpeg", ".webp", ".tga", ".bmp"};

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

bool isImage(std::string_view name) {
  return std::any_of(std::begin(kImageEndings), std::end(kImageEndings),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

/// How well a file fits: how many components are equal from the end on. 0: not at all. `byStem`: another ending will
/// do.
int fitOf(const std::vector<std::string>& wanted, const std::vector<std::string>& file, bool byStem) {
  const std::string &a = wanted.back(), &b = file.back();
  if (byStem ? stemOf(a) != stemOf(b) || !isImage(b) : a != b) return 0;
  int fit = 1;
  while (static_cast<std::size_t>(fit) < std::min(wanted.size(), file.size()) &&
         wanted[wanted.size() - 1 - static_cast<std::size_t>(fit)] ==
             file[file.size() - 1 - static_cast<std::size_t>(fit)])
    ++fit;
  return fit;
}

}  // namespace

void TextureSearch::listFolder() {
  files_.emplace();
  std::error_code failure;
  std::filesystem::recursive_directory_iterator entry(
      folder_.empty() ? "." : folder_, std::filesystem::directory_options::skip_permission_denied, failure);
  for (std::size_t seen = 0; !failure && entry != std::filesystem::recursive_directory_iterator();
       entry.increment(failure)) {
    if (++seen > kSearchedFiles) break;
    std::error_code ignored;
    if (entry->is_directory(ignored) && entry.depth() >= kSearchDepth) entry.disable_recursion_pending();
    if (entry->is_regular_file(ignored))
      files_->push_back(entry->path().lexically_relative(folder_.empty() ? "." : folder_));
  }
  std::sort(files_->begin(), files_->end());  // or the outcome would depend on the disk
}

std::optional<std::filesystem::path> TextureSearch::find(std::string_view path) {
  const std::vector<std::string> wanted = componentsOf(path);
  if (wanted.empty()) return std::nullopt;
  if (!files_) listFolder();
  for (const bool byStem : {false, true}) {
    const std::filesystem::path* best = nullptr;
    std::pair<int, int> bestFit{0, 0};  // and how deep it is not
    for (const std::filesystem::path& file : *files_) {
      const std::vector<std::string> components = componentsOf(file.generic_string());
      const std::pair fit{fitOf(wanted, components, byStem), -static_cast<int>(components.size())};
      if (fit.first > 0 && (!best || fit > bestFit)) best = &file, bestFit = fit;
    }
    if (best) return *best;
  }
  return std::nullopt;
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
