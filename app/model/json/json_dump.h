// JSON as text.
#ifndef APP_MODEL_JSON_JSON_DUMP_H
#define APP_MODEL_JSON_JSON_DUMP_H

#include <string>

namespace app {

/// Of any type of nlohmann::json. What is not UTF-8 becomes U+FFFD. Throws only std::bad_alloc.
template <class Json>
std::string jsonText(const Json& value, int indent = -1) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace app

#endif  // APP_MODEL_JSON_JSON_DUMP_H
