#include "crossfade/skeleton/joint_tree.h"

#include <algorithm>

namespace crossfade {

int commonAncestor(std::span<const int> parents, int a, int b) {
  while (a != b) {
    int& later = a > b ? a : b;  // parents come before their children
    if (later < 0) return -1;
    later = parentOf(parents, later);
  }
  return a;
}

std::vector<int> pathDown(std::span<const int> parents, int top, int joint) {
  std::vector<int> path;
  for (; joint != top && joint >= 0; joint = parentOf(parents, joint)) path.push_back(joint);
  std::reverse(path.begin(), path.end());
  return path;
}

std::vector<int> leavesOf(std::span<const int> parents) {
  std::vector<bool> hasChildren(parents.size());
  for (std::size_t i = 0; i < parents.size(); ++i)
    if (const int parent = parentOf(parents, static_cast<int>(i)); parent >= 0)
      hasChildren[static_cast<std::size_t>(parent)] = true;
  std::vector<int> leaves;
  for (std::size_t i = 0; i < parents.size(); ++i)
    if (!hasChildren[i]) leaves.push_back(static_cast<int>(i));
  return leaves;
}

}  // namespace crossfade
