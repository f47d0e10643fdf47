// Words of scripts for clips, layers and the joint map.
#pragma once

#include <optional>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "app/format/script_fields.h"
#include "app/session/session.h"

namespace app {

// The words of scripts that set layers and masks with names.

/// "addLayer": clip, mode, mask, feather, weight, speed, phase, muted, solo, reference, referenceTime.
Commands addLayerOf(ScriptFields& fields);
/// "setLayer": the same for the layer "layer"; what is missing gets its default.
Commands setLayerOf(ScriptFields& fields);
/// "mask": a name, and joints with weights, or a joint with a feather.
Commands maskCommandOf(ScriptFields& fields);

/// A mask as scripts choose it: null for the whole body, a joint, or {"named": ...}.
nlohmann::ordered_json maskJson(const Session& session, int mask);
/// Adds the commands that make the session's named masks, and its layers.
void addMasks(const Session& session, nlohmann::ordered_json& commands);
void addLayers(const Session& session, nlohmann::ordered_json& commands);
/// Adds the commands that make the session's blend spaces.
void addBlendSpaces(const Session& session, nlohmann::ordered_json& commands);

// The word of scripts that fits the clips of another file.

/// "retarget": a clip file by its name or as "#0", "mirrored", "reach" (0 to 1), and "joints" as in joint_map_json.h;
/// none: guessed.
Commands retargetOf(ScriptFields& fields);

/// Appends what is set for clip files, as commands at time 0.
void addRetargets(const Session& session, nlohmann::ordered_json& commands);

// The words of scripts that set what a session keeps for a clip.

/// "enable", "weight", "timeScale", "loop", "repetitions", "clamp" and "favorite" set one field of a clip. nullopt: the
/// word is none of these.
std::optional<SetClip> clipCommandOf(std::string_view word, ScriptFields& fields);

/// A list of commands at time 0, one for each field that `change` sets.
nlohmann::ordered_json clipCommandsJson(const Model& model, const SetClip& change);

/// Appends what is set for a clip and is not as usual, as commands at time 0.
void addClipSettings(const Session& session, int clip, nlohmann::ordered_json& commands);

}  // namespace app
