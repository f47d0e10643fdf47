// The skeleton as it is seen: bones from joint to joint, the joint under the pointer, and the marks of a chosen one.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "app/view/draw_list.h"

namespace app {

inline constexpr glm::vec3 kPastColor{0.16f, 0.52f, 1.0f};  // linear
inline constexpr glm::vec3 kNextColor{1.0f, 0.45f, 0.08f};

/// From each joint of a skin to its parent, where that is a joint of the same skin (the parent of a skin's root is a
/// node of the scene, often far away); without skins, from every node to its parent. Each once.
std::vector<Bone> bonesOf(const Model& model);

/// A pair of points for each bone.
void addBoneLines(std::span<const Bone> bones, const PosedModel& pose, std::vector<LineVertex>& out);
/// A solid for each bone, no wider than `widest` to either side; those that turn with the joint `selected` stand out.
void addBoneShapes(std::span<const Bone> bones, const PosedModel& pose, int selected, float widest,
                   std::vector<BoneShape>& out);
/// The joint's own x, y and z in red, green and blue, `length` long.
void addJointAxes(const PosedModel& pose, int joint, float length, std::vector<LineVertex>& out);
/// A path from the past to what is to come, with a lighter stroke for each tenth of a second.
void addTrail(const Trail& trail, std::vector<LineVertex>& out);

/// Where a point of the world is in the picture, (0, 0) at its upper left and (1, 1) at its lower right corner; nothing
/// behind the eye.
std::optional<glm::vec2> positionInPicture(const glm::mat4& viewProjection, const glm::vec3& point);
/// The joint at an end of a bone that is nearest to `position` (as above), within `reach` heights of the picture; -1:
/// none.
int jointAt(std::span<const Bone> bones, const PosedModel& pose, const Camera& camera, float aspect, glm::vec2 position,
            float reach);

}  // namespace app
