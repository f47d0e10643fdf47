// Reads what a project file says of the character: clips, masks, layers, fades, the queue and the transition set.
#ifndef APP_FORMAT_PROJECT_CHARACTER_H
#define APP_FORMAT_PROJECT_CHARACTER_H

#include <string>
#include <vector>

#include "app/format/project_section.h"
#include "app/session/session.h"

namespace app {

/// Applies the members to the session, each through its command. Appends what is wrong with any of them to `problems`.
void readCharacter(ProjectSection& file, Session& session, std::vector<std::string>& problems);

}  // namespace app

#endif  // APP_FORMAT_PROJECT_CHARACTER_H
