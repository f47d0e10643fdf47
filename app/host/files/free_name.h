// Free names for new files: recordings, scripts, traces.
#ifndef APP_HOST_FILES_FREE_NAME_H
#define APP_HOST_FILES_FREE_NAME_H

#include <string>

namespace app {

/// The first of "film-001.gif", "film-002.gif", ... that does not exist, for a path like "film.gif" or "film-007.gif".
/// For numbered pictures ("film-%04d.png") the number comes before: "film-001-%04d.png". Absolute. StartRecording
/// in session/host_commands.h says when an existing file is overwritten.
std::string freeName(const std::string& wanted);

/// Whether writing to this path would replace a file. Of numbered pictures only the first is looked for.
bool nameIsTaken(const std::string& path);

}  // namespace app

#endif  // APP_HOST_FILES_FREE_NAME_H
