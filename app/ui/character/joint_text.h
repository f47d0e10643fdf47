// Joints in words: their names, and finding one by a part of it.
#pragma once

#include <span>
#include <string_view>

#include "app/model/model.h"

namespace app {

/// Its name, or "(joint 3)".
const char* jointLabel(const Model& model, int joint, std::span<char> scratch);

/// Whether `query` is somewhere in `text`, whatever the case.
bool containsText(std::string_view text, std::string_view query);

}  // namespace app
