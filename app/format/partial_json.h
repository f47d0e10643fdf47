// Reads JSON as far as it is whole: a file that was cut off or damaged still gives what comes before the damage.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace app {

struct PartialJson {
  nlohmann::ordered_json value;  // null if there is nothing
  std::string damage;            // "line 12, after /fade/seconds: ..."; empty: none
};

/// Nesting beyond 64 levels counts as damage.
PartialJson readPartialJson(std::string_view text);

}  // namespace app
