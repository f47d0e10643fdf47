// The joint tree as a list with a search field.
#ifndef APP_UI_CHARACTER_JOINT_LIST_H
#define APP_UI_CHARACTER_JOINT_LIST_H

#include <vector>

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/character/mask_brush.h"
#include "app/ui/widgets/search_list.h"

namespace app {

enum class TreeFold : unsigned char { Untouched, Open, Closed };

struct JointListState {
  SearchList search;
  std::vector<TreeFold> folds;  // by joint
  std::vector<int> shownRows;   // scratch memory: indices into Session::jointRows()
  int selected = -1;            // in the last frame
};

/// The search field, and the tree in the `height` pixels below. Scrolls to a joint that was selected elsewhere. With a
/// brush, rows show the weights of its mask, and a press or drag paints instead of selecting.
void drawJointList(const Session& session, JointListState& state, float height, Commands& out,
                   MaskBrush* brush = nullptr);

}  // namespace app

#endif  // APP_UI_CHARACTER_JOINT_LIST_H
