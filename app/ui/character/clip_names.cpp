#include "app/ui/character/clip_names.h"

#include <algorithm>

#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr std::string_view kWordEnds = "|:/\\_- ";

/// The shared start of all names, shortened to the end of a word. `nameOf(i)` makes a string_view.
template <class NameOf>
std::size_t prefixOf(std::size_t count, NameOf nameOf) {
  if (count < 2) return 0;
  std::string_view shared = nameOf(0);
  for (std::size_t i = 1; i < count && !shared.empty(); ++i) {
    const std::string_view name = nameOf(i);
    const auto differs = std::mismatch(shared.begin(), shared.end(), name.begin(), name.end());
    shared = shared.substr(0, static_cast<std::size_t>(differs.first - shared.begin()));
  }
  const std::size_t end = shared.find_last_of(kWordEnds);
  const std::size_t length = end == std::string_view::npos ? 0 : end + 1;
  for (std::size_t i = 0; i < count; ++i)
    if (nameOf(i).size() <= length) return 0;
  return length;
}

}  // namespace

std::size_t sharedPrefix(std::span<const std::string_view> names) {
  return prefixOf(names.size(), [names](std::size_t i) { return names[i]; });
}

std::string_view firstWord(std::string_view name) {
  const std::size_t end = name.find_first_of(kWordEnds);
  return end == std::string_view::npos ? std::string_view() : name.substr(0, end);
}

ClipNames::ClipNames(const Model& model)
    : model_(model),
      prefix_(prefixOf(model.clips.size(), [&](std::size_t i) { return std::string_view(model.clips[i].name()); })) {}

const char* ClipNames::shown(int clip, std::span<char> scratch) const {
  const std::string& name = model_.clips[static_cast<std::size_t>(clip)].name();
  return name.empty() ? clipLabel(name, clip, scratch) : name.c_str() + prefix_;
}

const char* ClipNames::full(int clip, std::span<char> scratch) const {
  return clipLabel(model_.clips[static_cast<std::size_t>(clip)].name(), clip, scratch);
}

}  // namespace app
