// What the window shows: the model, or a workspace.
#pragma once

#include "app/fields/field.h"

namespace app {

enum class SceneKind { Character, Shapes, Timing, Crowd, Curves };
template <>
inline constexpr std::array<std::string_view, 5> kWords<SceneKind>{"character", "shapes", "timing", "crowd", "curves"};

/// Whether the scene is the model seen by a camera; the others are canvases.
constexpr bool showsModel(SceneKind scene) { return scene == SceneKind::Character || scene == SceneKind::Crowd; }

}  // namespace app
