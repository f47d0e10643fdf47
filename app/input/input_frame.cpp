#include "app/input/input_frame.h"

namespace app {

void beginNextFrame(InputFrame& frame) {
  frame.clickCounts = {};
  frame.wheelX = 0;
  frame.wheelY = 0;
  frame.keyPresses.clear();
  frame.text.clear();
  frame.droppedPaths.clear();
  frame.hasEvents = false;
}

}  // namespace app
