#include "app/host/stage/name_fonts.h"

#include <algorithm>
#include <utility>

#include "app/platform/system_fonts.h"

namespace app {
namespace {

constexpr std::size_t kMaxCharacters = 2000;  // different ones; more would make the font's texture too large

std::vector<char32_t> missingCharacters(const Model& model) {
  std::vector<char32_t> missing;
  addMissingCharacters(model.name, missing);
  for (const auto& clip : model.clips) addMissingCharacters(clip.name(), missing);
  for (int joint = 0; joint < model.skeleton.jointCount(); ++joint)
    addMissingCharacters(model.skeleton.name(joint), missing);
  for (const Mesh& mesh : model.meshes) {
    addMissingCharacters(mesh.name, missing);
    for (const std::string& target : mesh.morphTargetNames) addMissingCharacters(target, missing);
  }
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  if (missing.size() > kMaxCharacters) missing.resize(kMaxCharacters);
  return missing;
}

}  // namespace

std::vector<ExtraFont> fontsForNames(const Model& model) {
  std::vector<ExtraFont> fonts;
  const std::vector<char32_t> missing = missingCharacters(model);
  if (missing.empty()) return fonts;
  for (SystemFont& font : systemFontsFor(missing))
    fonts.push_back({std::move(font.file), font.index, std::move(font.characters)});
  return fonts;
}

}  // namespace app
