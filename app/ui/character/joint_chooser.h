// A drop-down list of joints with a search field, for choosing the body region a fade applies to.
#pragma once

#include "app/model/model.h"
#include "app/ui/widgets/search_list.h"

namespace app {

struct ChosenMask {
  int joint = -1;   // this joint and everything below it; -1: the whole body
  int feather = 0;  // number of joints over which the mask fades in
};

/// True when changed.
bool chooseMask(const char* id, const Model& model, ChosenMask& mask, SearchList& search, float width,
                const char* sentence);

}  // namespace app
