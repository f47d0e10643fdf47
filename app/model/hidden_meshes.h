// Meshes that are in a file but not drawn: hidden ones, and colliders.
#pragma once

#include <string_view>
#include <vector>

#include "app/model/model.h"

namespace app {

/// Takes the meshes of these joints out of the scene and says so in the report, in one line with the names of the
/// first: "3 meshes are " and `many`, or "a mesh is " and `one`. If that would leave no mesh at all, they stay, and the
/// report says that, too.
void hideMeshes(Model& model, const std::vector<bool>& joints, std::string_view one, std::string_view many);

/// Whether a mesh of this name is a collider, which programs import as a shape for physics and do not draw:
/// Decentraland's "wall_collider", Godot's "wall-colonly" and "wall-convcolonly", Unreal's "UCX_wall_00" (and UBX_,
/// USP_, UCP_), in upper or lower case, with or without a number at the end.
bool isColliderName(std::string_view name);

/// Hides colliders: joints and meshes named so, joints marked in `marked` (empty: none), and what is named "wall-col"
/// or "wall-convcol" beside a mesh named "wall". Without that one it stays: Godot draws such a mesh, too.
void hideColliders(Model& model, const std::vector<bool>& marked = {});

}  // namespace app
