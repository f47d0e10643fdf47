// Reads JSON as far as it is whole: a file that was cut off or damaged still gives what comes before the damage.
#ifndef APP_FORMAT_PARTIAL_JSON_H
#define APP_FORMAT_PARTIAL_JSON_H

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

#endif  // APP_FORMAT_PARTIAL_JSON_H
