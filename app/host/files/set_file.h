// Transition sets on disk, and as code.
#ifndef APP_HOST_FILES_SET_FILE_H
#define APP_HOST_FILES_SET_FILE_H

#include <string>

#include "app/model/settings_formats.h"
#include "app/session/session.h"

namespace app {

/// Replaces the session's transition set by that of a set file, or of any project. The error names the file, the JSON
/// pointer and the value of the first thing that is wrong; then the session keeps its set. An empty path does nothing.
crossfade::Result<void> openTransitionSet(const std::string& path, Session& session);

/// The session's set as a file of this kind.
std::string exportedSet(SettingsTarget target, const Session& session);

struct ExportedCode {
  std::string what;  // "Walk to Run for three.js"
  std::string text;
};
/// The transition set, or the fade from From to To alone, as the set completes it. The error says what is not chosen.
crossfade::Result<ExportedCode> exportedCode(const CopyAsCode& request, const Session& session);

}  // namespace app

#endif  // APP_HOST_FILES_SET_FILE_H
