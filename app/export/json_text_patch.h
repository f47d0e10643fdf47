// Changes values in a JSON text and leaves every other byte as it was: order, spelling of numbers, white space.
#pragma once

#include <string>
#include <string_view>

#include "app/import/gltf/json_reading.h"

namespace app {

/// `text`, which parses to `before`, with the changes that make it parse to `after`. New members come last in their
/// object, new elements last in their list. Throws std::invalid_argument if `text` is not the text of `before`.
std::string patchedText(std::string_view text, const Json& before, const Json& after);

}  // namespace app
