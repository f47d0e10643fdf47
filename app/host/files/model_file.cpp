#include "app/host/files/model_file.h"

#include <filesystem>
#include <set>
#include <utility>

#include "app/format/joint_map_json.h"
#include "app/host/files/session_files.h"
#include "app/host/files/text_file.h"
#include "app/import/file/file_bytes.h"
#include "app/import/file/import_limits.h"
#include "app/model/add_clips.h"
#include "app/model/counted.h"
#include "app/model/figure_joints.h"
#include "app/session/character/retargeting.h"
#include "embedded_character.h"

namespace app {

namespace {

/// What an entry sets, for these skeletons; a map that does not fit is reported and left out.
RetargetSettings settingsOf(const ClipFileEntry& entry, const Model& from, Model& onto) {
  RetargetSettings settings = entry.settings;
  if (entry.map.empty()) return settings;
  auto map = jointMapFromText(entry.map, from.skeleton, onto.skeleton);
  if (map)
    settings.map = *std::move(map);
  else
    onto.report.add(Finding::Lost, "clips of " + from.name,
                    "the saved joint map no longer fits, so the joints were matched again: " + map.error().message);
  return settings;
}

}  // namespace

crossfade::Result<Model> loadModel(const std::string& path, const ImportOptions& options,
                                   const std::vector<ClipFileEntry>& clipFiles) {
  if (isProjectFile(path)) return loadProjectModel(path, options, clipFiles);
  if (options.progress) options.progress->expectFiles(1 + static_cast<int>(clipFiles.size()));
  auto model = path.empty() ? importModel("character.glb", embeddedCharacter(), options)
                            : importModel(std::filesystem::path(path), options);
  for (const ClipFileEntry& file : clipFiles) {
    if (!model) break;
    const auto from = importModel(std::filesystem::path(file.path), options);
    if (!from) return from.error();
    if (const auto added = addClips(*model, *from, settingsOf(file, *from, *model)); !added) return added.error();
  }
  if (model && !path.empty()) model->fileHash = fileHash(path);
  return model;
}

crossfade::Result<Model> loadModel(const std::string& path, const ImportOptions& options,
                                   const std::vector<std::string>& clipFiles) {
  return loadModel(path, options, clipFileEntries(clipFiles));
}

std::string missingInPicture(const Model& model) {
  if (hasNothingToDraw(model)) return model.name + ": there is nothing to draw; its report says more";
  const std::vector<std::string>& undecoded = model.report.undecoded;
  if (undecoded.empty()) return {};
  const std::set<std::string> kinds(undecoded.begin(), undecoded.end());
  std::string text = model.name + ": " + counted(undecoded.size(), "texture") + " cannot be decoded (";
  for (const std::string& kind : kinds) text += (kind == *kinds.begin() ? "" : ", ") + kind;
  return text + "); color textures are light gray instead";
}

std::vector<ClipFileEntry> clipFileEntries(const std::vector<std::string>& paths) {
  std::vector<ClipFileEntry> entries;
  entries.reserve(paths.size());
  for (const std::string& path : paths) entries.push_back({.path = path});
  return entries;
}

std::vector<ClipFileEntry> clipFileEntries(const Session& session) {
  std::vector<ClipFileEntry> entries;
  const std::vector<RetargetSettings>& settings = session.character().retargeting().settings();
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const ClipFile& file = session.model().clipFiles[i];
    ClipFileEntry& entry = entries.emplace_back(ClipFileEntry{.path = file.path, .settings = settings[i]});
    if (settings[i].map) entry.map = jointMapText(*settings[i].map, file.skeleton, session.model().skeleton);
    entry.settings.map.reset();
  }
  return entries;
}

crossfade::Result<std::vector<std::uint8_t>> readModelFile(const std::string& path) {
  if (path.empty()) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(embeddedCharacter().data());
    return std::vector<std::uint8_t>(bytes, bytes + embeddedCharacter().size());
  }
  return tryReadRegularFile(path, limits::kFileBytes);
}

}  // namespace app
