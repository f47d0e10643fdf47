// The node tree as rows from top to bottom, children under their parents: as a list shows it.
#pragma once

#include <vector>

#include "app/model/model.h"

namespace app {

struct JointRow {
  int joint = 0;
  int depth = 0;         // 0: a root
  int end = 0;           // the first row that is not below this one
  bool deforms = false;  // a joint of some skin; without skins: every one
};

/// A row for each joint of the skeleton; siblings as they stand in the file.
std::vector<JointRow> jointRowsOf(const Model& model);

}  // namespace app
