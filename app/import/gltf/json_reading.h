// Checked reading of JSON members: a wrong type or an index out of range is refused with the place it stands in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace app {

using Json = nlohmann::json;

/// Where in the document we are, kept on the stack as a chain; it becomes text only when something must be said.
struct JsonLocation {
  std::string_view what;  // "mesh", "primitive", "attribute POSITION"
  std::ptrdiff_t index = -1;
  const JsonLocation* within = nullptr;

  /// "mesh 2, primitive 0, attribute POSITION"
  std::string text() const;
};

/// The member, or null when it is absent. `object` may be any value.
const Json* findMember(const Json& object, const char* key);
/// The member's elements; an absent member is an empty list, anything but a list is refused.
const Json& listMember(const Json& object, const char* key, const JsonLocation& location);
/// Refuses `value` unless it is an object.
const Json& requireObject(const Json& value, const JsonLocation& location);
/// A whole number below `count`, or nothing when the member is absent. `kind` is what is numbered: "mesh".
std::optional<int> indexMember(const Json& object, const char* key, std::size_t count, std::string_view kind,
                               const JsonLocation& location);
/// The same for one element of a list.
int requireIndex(const Json& value, std::size_t count, std::string_view kind, const JsonLocation& location);
/// A whole number of at least 0 and at most 2^53.
std::uint64_t sizeMember(const Json& object, const char* key, std::uint64_t fallback, const JsonLocation& location);
/// A number of at most limits::kMaxMagnitude, as all below.
float numberMember(const Json& object, const char* key, float fallback, const JsonLocation& location);
/// Finite numbers; exactly `count` of them unless the member is absent (then empty) or `count` is 0 (any number).
std::vector<float> numbersMember(const Json& object, const char* key, std::size_t count, const JsonLocation& location);
/// True or false; anything else counts as absent.
bool flagMember(const Json& object, const char* key, bool fallback);
/// Text; anything else counts as absent.
std::string textMember(const Json& object, const char* key, std::string_view fallback = {});

}  // namespace app
