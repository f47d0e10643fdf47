// Names from files, drawn in one line whatever they contain.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <imgui.h>

#include "app/ui/widgets/ui_rect.h"

namespace app {

/// Copies `name` into `out`, zero-terminated, with every control character as a space. A name that is too long keeps
/// both ends around "...": the middle is what matters least in "Sit_Floor_Idle" and "Armature|Walk". Characters are
/// kept whole. `bytes`: how long the copy may be, at most out.size() - 1; at least 8.
std::string_view shortened(std::string_view name, std::size_t bytes, std::span<char> out);

/// Draws a name in one line, shortened in its middle until it fits. `align`: 0 left, 0.5 center, 1 right.
void nameIn(ImDrawList& list, const UiRect& rect, std::string_view name, ImU32 tint, float align = 0,
            ImFont* font = nullptr);
void nameIn(const UiRect& rect, std::string_view name, ImU32 tint, float align = 0, ImFont* font = nullptr);

}  // namespace app
