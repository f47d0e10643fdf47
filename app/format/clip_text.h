// The words of scripts that set what a session keeps for a clip.
#ifndef APP_FORMAT_CLIP_TEXT_H
#define APP_FORMAT_CLIP_TEXT_H

#include <optional>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "app/format/script_fields.h"
#include "app/session/session.h"

namespace app {

/// "enable", "weight", "timeScale", "loop", "repetitions", "clamp" and "favorite" set one field of a clip. nullopt: the
/// word is none of these.
std::optional<SetClip> clipCommandOf(std::string_view word, ScriptFields& fields);

/// A list of commands at time 0, one for each field that `change` sets.
nlohmann::ordered_json clipCommandsJson(const Model& model, const SetClip& change);

/// Appends what is set for a clip and is not as usual, as commands at time 0.
void addClipSettings(const Session& session, int clip, nlohmann::ordered_json& commands);

}  // namespace app

#endif  // APP_FORMAT_CLIP_TEXT_H
