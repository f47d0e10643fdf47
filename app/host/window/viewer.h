// The viewer: a window, its session, and the frame loop between them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/host/terminal/messages.h"
#include "app/model/file_formats.h"
#include "app/render/offscreen_target.h"
#include "app/view/view_options.h"

namespace app {

struct ViewerOptions {
  std::vector<std::string> models;  // the first is opened; none: the bundled character
  std::vector<std::string> clipFiles;
  Importer importer = Importer::Own;
  FileSpace space;                        // of that model, as the user states it
  std::string shaderDir;                  // empty: the built-in shaders
  std::string stateFile;                  // written about thirty times a second, see state_file.h; empty: none
  int drawLimit = 100;                    // characters of the crowd
  std::optional<PictureQuality> quality;  // of the scene while it moves; nothing: as the GPU can
  PictureSize size{1280, 720};
  float uiScale = 1;         // of the interface, times the screen's own; 0.5 to 4
  bool usesKeptSize = true;  // the last run's instead, where settings are kept
  bool usesKeptQuality = true;
  bool keepsSettings = true;
  bool usesPortal = true;  // the desktop's dialog for files, where there is one
};

/// Runs until the window is closed; with unsaved changes to a project it asks first (LeaveGuard). If no window can be
/// opened, for want of a display or of OpenGL 4.1 on it, renders the demo instead (app/host/film/film.h); NoOpenGl if
/// that has no OpenGL either.
ExitCode runViewer(const ViewerOptions& options);

}  // namespace app
