// Paths in a joint tree, given as the parent of each joint. Parents come before their children; -1 has none. A parent
// that does not come before its child, and the parent of a joint that the tree does not have, count as -1.
#ifndef CROSSFADE_SKELETON_JOINT_TREE_H
#define CROSSFADE_SKELETON_JOINT_TREE_H

#include <span>
#include <vector>

#include "crossfade/base/export.h"

namespace crossfade {

/// -1 for a joint without one.
inline int parentOf(std::span<const int> parents, int joint) {
  const auto index = static_cast<std::size_t>(joint);
  return index < parents.size() && parents[index] < joint ? parents[index] : -1;
}

/// Whether `joint` is `ancestor` or below it; -1 is above all.
inline bool isAtOrBelow(std::span<const int> parents, int joint, int ancestor) {
  while (joint > ancestor && joint >= 0) joint = parentOf(parents, joint);
  return joint == ancestor;
}

/// The lowest common ancestor; a joint counts as its own ancestor. -1: none, or one of them is -1.
CROSSFADE_API int commonAncestor(std::span<const int> parents, int a, int b);

/// From `top` (exclusive) down to `joint` (inclusive), or from the root if `joint` is not below `top`.
CROSSFADE_API std::vector<int> pathDown(std::span<const int> parents, int top, int joint);

/// Joints without children, in order.
CROSSFADE_API std::vector<int> leavesOf(std::span<const int> parents);

}  // namespace crossfade

#endif  // CROSSFADE_SKELETON_JOINT_TREE_H
