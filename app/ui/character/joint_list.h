// The joint tree as a list with a search field.
#pragma once

#include <vector>

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/widgets/search_list.h"

namespace app {

enum class TreeFold : unsigned char { Untouched, Open, Closed };

struct JointListState {
  SearchList search;
  std::vector<TreeFold> folds;  // by joint
  std::vector<int> shownRows;   // scratch memory: indices into Session::jointRows()
  int selected = -1;            // in the last frame
};

/// The search field, and the tree in the `height` pixels below. Scrolls to a joint that was selected elsewhere.
void drawJointList(const Session& session, JointListState& state, float height, Commands& out);

}  // namespace app
