// The skeleton as drawn: bones between joints, axes and trails of joints; and which joint is under the pointer.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "app/model/model.h"
#include "app/view/draw_list.h"

namespace app {

inline constexpr glm::vec3 kPastColor{0.16f, 0.52f, 1.0f};  // linear
inline constexpr glm::vec3 kNextColor{1.0f, 0.45f, 0.08f};

/// A bone from each joint of a skin to its parent, if that is a joint of the same skin (the parent of a skin's root is
/// a scene node, often far away), and none to farEnds(). Without skins: between the joints of the figure
/// (figure_joints.h). Each bone appears once.
std::vector<Bone> bonesOf(const Model& model);

/// Two points for each bone.
void addBoneLines(std::span<const Bone> bones, const PosedModel& pose, std::vector<LineVertex>& out);
/// A solid for each bone, at most `maxWidth` wide to either side; bones that rotate with joint `selected` are
/// highlighted.
void addBoneShapes(std::span<const Bone> bones, const PosedModel& pose, int selected, float maxWidth,
                   std::vector<BoneShape>& out);
/// The joint's local x, y and z axes in red, green and blue, `length` long.
void addJointAxes(const PosedModel& pose, int joint, float length, std::vector<LineVertex>& out);
/// A joint's path from past to future, alternately darker and lighter, a tenth of a second each.
void addTrail(const Trail& trail, std::vector<LineVertex>& out);

/// The position of a world point in the picture, from (0, 0) at the upper left to (1, 1) at the lower right; nothing
/// for points behind the eye.
std::optional<glm::vec2> positionInPicture(const glm::mat4& viewProjection, const glm::vec3& point);
/// The bone end nearest to `position` (in the units above), within `reach` picture heights; -1: none.
int jointAt(std::span<const Bone> bones, const PosedModel& pose, const Camera& camera, float aspect, glm::vec2 position,
            float reach);

// The node tree as rows of a list, children below their parents.

struct JointRow {
  int joint = 0;
  int depth = 0;         // 0: a root
  int end = 0;           // first row after its subtree
  bool deforms = false;  // a joint of some skin; without skins: always
};

/// A row for each joint of the skeleton; siblings in file order.
std::vector<JointRow> jointRowsOf(const Model& model);

}  // namespace app
