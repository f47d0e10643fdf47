// Reads what a project file says of the character: clips, masks, layers, fades, the queue and the transition set.
#pragma once

#include <string>
#include <vector>

#include "app/format/project_section.h"
#include "app/session/session.h"

namespace app {

/// Applies the members to the session, each through its command. Appends what is wrong with any of them to `problems`.
void readCharacter(ProjectSection& file, Session& session, std::vector<std::string>& problems);

}  // namespace app
