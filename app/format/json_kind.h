// Tells JSON files apart by what is in them: all have the same ending.
#pragma once

#include <string_view>

namespace app {

enum class JsonKind { Unknown, ScriptText, ShapesText, ProjectText, JointMapText };

/// By the members that each kind must have. Text that is not valid JSON is what its first such member says, so that
/// reading it can say where it is broken.
JsonKind jsonKindOf(std::string_view text);

}  // namespace app
