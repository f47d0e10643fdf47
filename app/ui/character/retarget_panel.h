// How the clips of another file are fitted: both skeletons in motion, and which joint moves which.
#pragma once

#include <vector>

#include <glm/vec3.hpp>

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/widgets/search_list.h"
#include "app/ui/widgets/ui_rect.h"
#include "app/view/camera.h"

namespace app {

struct RetargetPanelState {
  SearchList search;
  std::vector<int> rows;       // joints of the model, in order
  std::vector<char> isListed;  // scratch memory: by joint
  int hovered = -1;            // the row under the pointer, or the joint in the right picture; in the last frame
  int seenSelected = -1;       // that the list last scrolled to
  int seenFiles = 0;           // clip files in the last frame: one that was added is shown
  // What was typed as the extra rotation: several sets of angles mean the same.
  glm::vec3 degrees{0.0f};
  int degreesOf = -1;  // the joint
};

/// Fills `area`. An empty one: the panel is closed.
void drawRetargetPanel(const Session& session, RetargetPanelState& state, const UiRect& area, Commands& out);

// Its parts.

/// The two skeletons side by side, seen from where the camera looks. Returns the joint of the model under the pointer,
/// or -1.
int drawRetargetFigures(const Session& session, const RetargetPanelState& state, const UiRect& area, Commands& out);
/// Looks from where `camera` looks, at all of a figure with these bounds in a picture of `aspect` = width / height,
/// from as near whatever the yaw is.
Camera cameraAtFigure(Camera camera, const Bounds& bounds, float aspect);
/// What moves the selected joint, in the cursor's place: three rows.
void drawRetargetPair(const Session& session, RetargetPanelState& state, const UiRect& area, Commands& out);
/// Replaces what moves `pair.target`; a source of -1: nothing.
SetRetarget withPair(const Retargeting& retargeting, const crossfade::JointPair& pair);

}  // namespace app
