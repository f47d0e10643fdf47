// Joints in the interface: marks in the view, and the tree as a list with a search field.
#pragma once

#include <span>
#include <vector>

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/character/mask_editor.h"
#include "app/ui/widgets/search_list.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

// ---- Marks on joints in the view: the one under the pointer, the selected one, and names.

/// The joint under the pointer in `view`, if the skeleton is shown or `always`; -1: none. Inside an ImGui frame.
int jointUnderPointer(const Session& session, const UiRect& view, bool always = false);

/// Rings and names over the scene, under all panels. `namePlates` is scratch memory.
void drawJointMarks(const Session& session, const UiRect& view, int hovered, std::vector<UiRect>& namePlates);

/// A mask on the figure: bones and joints in the color of their weights, and the name of the hovered joint.
void drawMaskMarks(const Session& session, const UiRect& view, std::span<const float> weights, int hovered,
                   std::vector<UiRect>& namePlates);

// ---- The joint tree as a list with a search field.

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
