// Parses JSON, quotes JSON values in messages, and shortens floats.
#ifndef APP_FORMAT_JSON_TEXT_H
#define APP_FORMAT_JSON_TEXT_H

#include <charconv>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "app/model/json/json_tree.h"

namespace app {

/// A discarded value if the text is not valid JSON, or nested so deeply (kMaxJsonDepth) that working with it could
/// overflow the stack.
template <class Json = nlohmann::json>
Json parsedJson(std::string_view text) {
  return tooDeepAt(text) == text.npos ? Json::parse(text, nullptr, false) : Json(Json::value_t::discarded);
}

/// For messages: at most 80 characters. Of lists and objects, which may be arbitrarily deep, only the type.
template <class Json>
std::string quoted(const Json& value) {
  return value.is_structured() ? std::string("a list or object") : jsonText(value).substr(0, 80);
}

/// The value with the fewest digits that give the same float.
inline double shortestNumber(float value) {
  char text[48];
  double shortest = static_cast<double>(value);
  const auto end = std::to_chars(text, text + sizeof text, value);
  std::from_chars(text, end.ptr, shortest);
  return shortest;
}

}  // namespace app

#endif  // APP_FORMAT_JSON_TEXT_H
