// Joint names as the interface shows them.
#pragma once

#include <span>

#include "app/model/model.h"

namespace app {

/// The joint's name, or "(joint 3)".
const char* jointLabel(const Model& model, int joint, std::span<char> scratch);

}  // namespace app
