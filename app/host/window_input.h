// The window's input as the interface takes it; the two rooms do not know each other.
#pragma once

#include "app/input/input.h"
#include "app/input/ui_input.h"

namespace app {

/// Lists in `out` are refilled, so that nothing is allocated once they have grown.
void fillUiInput(const InputFrame& frame, UiInput& out);

}  // namespace app
