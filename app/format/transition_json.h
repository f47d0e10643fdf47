// The transition set as JSON: members of a project file, and a file of its own with nothing else in it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/format/project_section.h"
#include "app/session/session.h"

namespace app {

/// "transitions" of a project file. The cells are those of the session's model.
nlohmann::ordered_json transitionsJson(const TransitionCells& cells, const Session& session);
/// "masks" of a project file: those of the list.
nlohmann::ordered_json masksJson(const std::vector<NamedMask>& masks, const Model& model);
/// "blendSpaces" of a project file: those of the list.
nlohmann::ordered_json blendSpacesJson(const std::vector<BlendSpaceSettings>& spaces, const Session& session);

// Apply these members to the session, each element through a command. Append what is wrong with any of them to
// `problems`, beginning with a JSON pointer.
void readTransitions(ProjectSection& file, Session& session, std::vector<std::string>& problems);
void readMasks(ProjectSection& file, Session& session, std::vector<std::string>& problems);
void readBlendSpaces(ProjectSection& file, Session& session, std::vector<std::string>& problems);

/// A set as a project file that holds nothing else but the painted masks and the blend spaces that it uses. Ends in a
/// line break.
std::string transitionSetText(const TransitionCells& cells, const Session& session);

/// Replaces the session's set by that of a set file, or of any project of a model with these clips. The session
/// also gets the blend spaces that the set uses, unless it has one of that name. Returns what is wrong, as
/// above; then the set is that of before, but masks and blend spaces may be new.
std::vector<std::string> readTransitionSet(std::string_view text, Session& session);

}  // namespace app
