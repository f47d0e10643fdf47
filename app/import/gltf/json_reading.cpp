#include "app/import/gltf/json_reading.h"

#include <cmath>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/model/json/json_tree.h"

namespace app {
namespace {

constexpr double kMaxInteger = 9007199254740992.0;  // 2^53: a double does not hold every integer above it

/// glTF writers may write 3 as 3.0.
std::optional<std::uint64_t> wholeNumber(const Json& value) {
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    return number <= static_cast<std::uint64_t>(kMaxInteger) ? std::optional(number) : std::nullopt;
  }
  if (!value.is_number()) return std::nullopt;
  const auto number = value.get<double>();
  if (!(number >= 0 && number <= kMaxInteger) || number != std::floor(number)) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

/// The value, made fit for a message.
std::string shown(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  const std::string text = jsonText(value);
  return text.size() <= 40 ? text : text.substr(0, 40) + "...";
}

float finiteNumber(const Json& value, const char* key, const JsonLocation& location) {
  if (!value.is_number()) refuse(location.text(), ": ", key, " should be a number, not ", shown(value));
  const auto number = static_cast<float>(value.get<double>());
  if (!(std::abs(number) <= limits::kMaxMagnitude))
    refuse(location.text(), ": ", key, " ", shown(value), " is too large");
  return number;
}

}  // namespace

std::string JsonLocation::text() const {
  std::string result = within ? within->text() : std::string();
  if (!result.empty()) result += ", ";
  result += what;
  if (index >= 0) result += " " + std::to_string(index);
  return result;
}

const Json* findMember(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

const Json& listMember(const Json& object, const char* key, const JsonLocation& location) {
  static const Json kEmpty = Json::array();
  const Json* list = findMember(object, key);
  if (!list) return kEmpty;
  if (!list->is_array()) refuse(location.text(), ": ", key, " should be a list, not ", shown(*list));
  return *list;
}

const Json& requireObject(const Json& value, const JsonLocation& location) {
  if (!value.is_object()) refuse(location.text(), " should be an object, not ", shown(value));
  return value;
}

int requireIndex(const Json& value, std::size_t count, std::string_view kind, const JsonLocation& location) {
  const std::optional<std::uint64_t> index = wholeNumber(value);
  if (!index) refuse(location.text(), ": ", shown(value), " is not the index of any ", kind);
  if (*index >= count) refuse(location.text(), ": ", kind, " ", *index, " does not exist (there are ", count, ")");
  return static_cast<int>(*index);
}

std::optional<int> indexMember(const Json& object, const char* key, std::size_t count, std::string_view kind,
                               const JsonLocation& location) {
  const Json* value = findMember(object, key);
  if (!value) return std::nullopt;
  return requireIndex(*value, count, kind, location);
}

std::uint64_t sizeMember(const Json& object, const char* key, std::uint64_t fallback, const JsonLocation& location) {
  const Json* value = findMember(object, key);
  if (!value) return fallback;
  const std::optional<std::uint64_t> number = wholeNumber(*value);
  if (!number) refuse(location.text(), ": ", key, " should be a non-negative integer, not ", shown(*value));
  return *number;
}

float numberMember(const Json& object, const char* key, float fallback, const JsonLocation& location) {
  const Json* value = findMember(object, key);
  return value ? finiteNumber(*value, key, location) : fallback;
}

std::vector<float> numbersMember(const Json& object, const char* key, std::size_t count, const JsonLocation& location) {
  const Json& list = listMember(object, key, location);
  if (count != 0 && !list.empty() && list.size() != count)
    refuse(location.text(), ": ", key, " should have ", count, " numbers, not ", list.size());
  std::vector<float> numbers;
  numbers.reserve(list.size());
  for (const Json& value : list) numbers.push_back(finiteNumber(value, key, location));
  return numbers;
}

bool flagMember(const Json& object, const char* key, bool fallback) {
  const Json* value = findMember(object, key);
  return value && value->is_boolean() ? value->get<bool>() : fallback;
}

std::string textMember(const Json& object, const char* key, std::string_view fallback) {
  const Json* value = findMember(object, key);
  return value && value->is_string() ? value->get<std::string>() : std::string(fallback);
}

}  // namespace app
