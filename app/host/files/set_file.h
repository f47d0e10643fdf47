// Transition sets on disk.
#ifndef APP_HOST_FILES_SET_FILE_H
#define APP_HOST_FILES_SET_FILE_H

#include <string>

#include "app/session/session.h"

namespace app {

/// Replaces the session's transition set by that of a set file, or of any project. The error names the file, the JSON
/// pointer and the value of the first thing that is wrong; then the session keeps its set. An empty path does nothing.
crossfade::Result<void> openTransitionSet(const std::string& path, Session& session);

}  // namespace app

#endif  // APP_HOST_FILES_SET_FILE_H
