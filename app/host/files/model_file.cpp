#include "app/host/files/model_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/host/files/file_hash.h"
#include "app/host/files/project_file.h"
#include "app/model/add_clips.h"
#include "embedded_character.h"

namespace app {

crossfade::Result<Model> loadModel(const std::string& path, const ImportOptions& options,
                                   const std::vector<std::string>& clipFiles) {
  if (isProjectFile(path)) return loadProjectModel(path, options, clipFiles);
  if (options.progress) options.progress->expectFiles(1 + static_cast<int>(clipFiles.size()));
  auto model = path.empty() ? importModel("character.glb", embeddedCharacter(), options)
                            : importModel(std::filesystem::path(path), options);
  for (const std::string& file : clipFiles) {
    if (!model) break;
    const auto from = importModel(std::filesystem::path(file), options);
    if (!from) return from.error();
    if (const auto added = addClips(*model, *from); !added) return added.error();
  }
  if (model && !path.empty()) model->fileHash = fileHash(path);
  return model;
}

crossfade::Result<std::vector<std::uint8_t>> readModelFile(const std::string& path) {
  if (path.empty()) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(embeddedCharacter().data());
    return std::vector<std::uint8_t>(bytes, bytes + embeddedCharacter().size());
  }
  std::ifstream file(path, std::ios::binary);
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file) return crossfade::Error{path + ": cannot be read"};
  return bytes;
}

}  // namespace app
