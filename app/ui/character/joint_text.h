// Joint names, and searching them.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "app/model/model.h"

namespace app {

using JointSearch = std::array<char, 64>;  // as typed

/// The joint's name, or "(joint 3)".
const char* jointLabel(const Model& model, int joint, std::span<char> scratch);

/// Whether `text` contains `query`, ignoring case.
bool containsText(std::string_view text, std::string_view query);

}  // namespace app
