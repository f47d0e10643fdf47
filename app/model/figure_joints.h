// Which joints are the figure, and a usable rest pose for files that have none.
#pragma once

#include <vector>

#include "app/model/model.h"

namespace app {

// ---- Which joints are part of the figure, in files that also have other nodes: cameras, lights, what a camera looks
// at.

/// For each joint, whether it is part of the figure: if the file marks chains of bones, these and all joints below
/// them; else every joint. Never a joint that holds a camera or a light, but no mesh and no joint below it, none of
/// farEnds(), and none that carries a face (face_motion.h). Nor joints that stand still in all clips while the rest
/// moves away from them, such as a scene's root; nor, without meshes, joints that only carry the body: those between
/// the root and the hips of a human body, or a root at the origin that is named so and has one child. Unless no bone
/// would be left.
std::vector<bool> figureJoints(const Model& model);

/// For each joint, whether it is a leaf whose bone is, in the rest pose, more than kFarEnd times as long as the longest
/// other bone: some exporters add such ends. Bones that start at a root do not count, because it may be anywhere;
/// always false for skeletons with fewer than four other bones.
std::vector<bool> farEnds(const Model& model);

inline constexpr double kFarEnd = 3;

/// Whether the picture of the model is empty: no mesh of the scene has a vertex, and there is no skeleton to be shown
/// instead, because the file has meshes, or no bone of the figure has a length at any time.
bool hasNothingToDraw(const Model& model);

// ---- A usable rest pose for files that have none, such as motion capture with all bones along one axis.

/// If the rest pose shows a human body that is not straight (legs pointing away from the head, whichever way is up),
/// replaces it with the first pose of the first clip that is, or else the straightest one, and reports that. Models
/// without a human body or without clips are left alone.
void takeStraightRest(Model& model);

}  // namespace app
