// Joints in the interface: marks in the view, and the tree as a list with a search field.
#pragma once

#include <span>
#include <vector>

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/widgets/search_list.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

// ---- The brush that paints masks, on the joint tree and in the picture.

/// One stroke lasts from a press on a joint until no button is down.
struct MaskBrush {
  int mask = -1;               // the named mask that is edited; -1: none
  double strength = 1;         // what the left button sets
  bool isDown = false;         // a stroke runs
  bool inTree = false;         // on the tree, not in the picture
  float value = 0;             // of the stroke
  float lastY = 0;             // where in the tree the pointer was in the last frame
  std::vector<float> weights;  // of the mask in this frame, as painted
};

/// Of a named mask that exists.
bool isPainting(const MaskBrush& brush, const Session& session);
/// A press of either button on a joint. With Alt, and with the right button, the stroke clears.
void beginStroke(MaskBrush& brush, bool inTree);
/// Sets the joint's weight; with Shift held also those of all joints below it.
void paintJoint(MaskBrush& brush, const Session& session, int joint);
/// Whether the pointer passed over a row of the tree since the last frame.
bool passedOver(const MaskBrush& brush, const UiRect& row);
/// Before and after whatever may paint: takes the weights as they are, and sends them if they were painted.
void beginPainting(MaskBrush& brush, const Session& session);
void endPainting(MaskBrush& brush, const Session& session, Commands& out);

/// The mask on the figure: each joint in the color of its weight, which the brush changes. Inside `view`, below all
/// panels. True while a stroke is painted there, which then must not move the camera.
bool paintInPicture(const Session& session, const UiRect& view, MaskBrush& brush, std::vector<UiRect>& namePlates,
                    Commands& out);

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
