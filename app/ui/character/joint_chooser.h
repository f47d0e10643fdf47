// A drop-down list of a model's joints, with a search: which part of the body something is for.
#pragma once

#include "app/model/model.h"

namespace app {

struct ChosenMask {
  int joint = -1;   // from here down; -1: the whole body
  int feather = 0;  // joints over which the mask grows
};

/// True when changed.
bool chooseMask(const char* id, const Model& model, ChosenMask& mask, float width, const char* sentence);

}  // namespace app
