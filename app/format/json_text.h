// Quotes a value of a JSON file in a message.
#ifndef APP_FORMAT_JSON_TEXT_H
#define APP_FORMAT_JSON_TEXT_H

#include <string>

#include <nlohmann/json.hpp>

namespace app {

/// At most 80 characters; lists and objects, which may be arbitrarily deep, only by their type.
inline std::string quoted(const nlohmann::json& value) {
  return value.is_structured() ? std::string("a list or object") : value.dump().substr(0, 80);
}

}  // namespace app

#endif  // APP_FORMAT_JSON_TEXT_H
