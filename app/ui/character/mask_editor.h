// The brush that paints masks, on the joint tree and in the picture.
#pragma once

#include <vector>

#include "app/session/session.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

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

}  // namespace app
