// Loads a model, optionally with the clips of other files. model_loader.h does the same on a thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/format/project_json.h"
#include "app/import/import_model.h"
#include "app/session/session.h"

namespace app {

/// An empty path loads the bundled character, a project file its model (session_files.h). The clips of `clipFiles` are
/// added to the model (app/model/add_clips.h); where a map of joints does not fit any more, joints are guessed, and the
/// report says so. The error names the file.
crossfade::Result<Model> loadModel(const std::string& path, const ImportOptions& options,
                                   const std::vector<ClipFileEntry>& clipFiles);
crossfade::Result<Model> loadModel(const std::string& path, const ImportOptions& options = {},
                                   const std::vector<std::string>& clipFiles = {});

/// What the picture of the model lacks, to be said once with it: that there is nothing to draw, or which textures
/// cannot be decoded. Empty: nothing.
std::string missingInPicture(const Model& model);

/// The clip files of the session's model, as they are set.
std::vector<ClipFileEntry> clipFileEntries(const Session& session);
std::vector<ClipFileEntry> clipFileEntries(const std::vector<std::string>& paths);

/// The bytes of a model file as they are; an empty path gives the bundled character. The error names the file.
crossfade::Result<std::vector<std::uint8_t>> readModelFile(const std::string& path);

}  // namespace app
