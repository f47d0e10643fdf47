// The node tree as rows of a list, children below their parents.
#ifndef APP_VIEW_JOINT_TREE_H
#define APP_VIEW_JOINT_TREE_H

#include <vector>

#include "app/model/model.h"

namespace app {

struct JointRow {
  int joint = 0;
  int depth = 0;         // 0: a root
  int end = 0;           // first row after its subtree
  bool deforms = false;  // a joint of some skin; without skins: always
};

/// A row for each joint of the skeleton; siblings in file order.
std::vector<JointRow> jointRowsOf(const Model& model);

}  // namespace app

#endif  // APP_VIEW_JOINT_TREE_H
