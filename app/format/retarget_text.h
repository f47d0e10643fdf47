// The word of scripts that fits the clips of another file.
#ifndef APP_FORMAT_RETARGET_TEXT_H
#define APP_FORMAT_RETARGET_TEXT_H

#include "app/format/script_fields.h"
#include "app/session/session.h"

#include <nlohmann/json_fwd.hpp>

namespace app {

/// "retarget": a clip file by its name or as "#0", "mirrored", "reach" (0 to 1), and "joints" as in joint_map_json.h;
/// none: guessed.
Commands retargetOf(ScriptFields& fields);

/// Appends what is set for clip files, as commands at time 0.
void addRetargets(const Session& session, nlohmann::ordered_json& commands);

}  // namespace app

#endif  // APP_FORMAT_RETARGET_TEXT_H
