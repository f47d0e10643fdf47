// Checked access to JSON members: a wrong type or an index out of range throws an ImportError with its location.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace app {

using Json = nlohmann::json;

/// A location in the document: a chain on the stack that becomes text only when an error is reported.
struct JsonLocation {
  std::string_view what;  // "mesh", "primitive", "attribute POSITION"
  std::ptrdiff_t index = -1;
  const JsonLocation* within = nullptr;

  /// "mesh 2, primitive 0, attribute POSITION"
  std::string text() const;
};

/// The member, or null when it is absent. `object` may be any value.
const Json* findMember(const Json& object, const char* key);
/// A list; empty when the member is absent. Refuses anything else.
const Json& listMember(const Json& object, const char* key, const JsonLocation& location);
/// Refuses `value` unless it is an object.
const Json& requireObject(const Json& value, const JsonLocation& location);
/// An integer below `count`, or nothing when the member is absent. `kind` is what it indexes: "mesh".
std::optional<int> indexMember(const Json& object, const char* key, std::size_t count, std::string_view kind,
                               const JsonLocation& location);
/// The same for one element of a list.
int requireIndex(const Json& value, std::size_t count, std::string_view kind, const JsonLocation& location);
/// An integer from 0 to 2^53.
std::uint64_t sizeMember(const Json& object, const char* key, std::uint64_t fallback, const JsonLocation& location);
/// A number of at most limits::kMaxMagnitude in absolute value, like all below.
float numberMember(const Json& object, const char* key, float fallback, const JsonLocation& location);
/// A list of `count` numbers, or of any length when `count` is 0; empty when the member is absent.
std::vector<float> numbersMember(const Json& object, const char* key, std::size_t count, const JsonLocation& location);
/// The numbers of a vector, if the member is there.
template <class Vector>
void readVector(const Json& object, const char* key, Vector& vector, const JsonLocation& location) {
  const std::vector<float> numbers = numbersMember(object, key, Vector::length(), location);
  for (std::size_t i = 0; i < numbers.size(); ++i) vector[static_cast<int>(i)] = numbers[i];
}
/// A boolean; anything else counts as absent.
bool flagMember(const Json& object, const char* key, bool fallback);
/// Text; anything else counts as absent.
std::string textMember(const Json& object, const char* key, std::string_view fallback = {});

}  // namespace app
