// How a message quotes a value of a JSON file.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace app {

/// At most 80 characters; lists and objects only by their kind, since they may be as deep as a file likes.
inline std::string quoted(const nlohmann::json& value) {
  return value.is_structured() ? std::string("a list or object") : value.dump().substr(0, 80);
}

}  // namespace app
