// Values of JSON files: how messages quote them, and how floats are written.
#ifndef APP_FORMAT_JSON_TEXT_H
#define APP_FORMAT_JSON_TEXT_H

#include <charconv>
#include <string>

#include <nlohmann/json.hpp>

namespace app {

/// At most 80 characters; lists and objects, which may be arbitrarily deep, only by their type.
inline std::string quoted(const nlohmann::json& value) {
  return value.is_structured() ? std::string("a list or object") : value.dump().substr(0, 80);
}

/// With as few digits as bring the same float back.
inline double shortestNumber(float value) {
  char text[48];
  double shortest = static_cast<double>(value);
  const auto end = std::to_chars(text, text + sizeof text, value);
  std::from_chars(text, end.ptr, shortest);
  return shortest;
}

}  // namespace app

#endif  // APP_FORMAT_JSON_TEXT_H
