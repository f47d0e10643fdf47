// A drop-down list of masks and joints with a search field, for choosing the body region of a fade or a layer.
#pragma once

#include "app/session/session.h"
#include "app/ui/widgets/search_list.h"

namespace app {

struct ChosenMask {
  int joint = -1;   // this joint and everything below it; -1: the whole body; or a mask with a name
  int feather = 0;  // number of joints over which the mask fades in
};

/// True when changed.
bool chooseMask(const char* id, const Session& session, ChosenMask& mask, SearchList& search, float width,
                const char* sentence);

}  // namespace app
