#include "app/host/files/model_file.h"

#include <filesystem>

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

}  // namespace app
