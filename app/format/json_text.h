// Reads JSON and its members, with messages that quote what is wrong.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/fields/field.h"
#include "app/format/curve_json.h"
#include "app/model/json/json_tree.h"
#include "app/session/recording.h"
#include "crossfade/base/number_text.h"

namespace app {

// Parses JSON, quotes JSON values in messages, and shortens floats.

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

// Reads JSON as far as it is whole: a file that was cut off or damaged still gives what comes before the damage.

struct PartialJson {
  nlohmann::ordered_json value;  // null if there is nothing
  std::string damage;            // "line 12, after /fade/seconds: ..."; empty: none
};

/// Nesting beyond 64 levels counts as damage.
PartialJson readPartialJson(std::string_view text);

// Reads JSON objects member by member, for every kind of file: what a value may be, and what is said of a wrong one.

using OrderedJson = nlohmann::ordered_json;

/// The index of a text in `words`. The error: "is not once, repeat or pingPong: "twice"".
template <class Json>
crossfade::Result<int> wordIndexOf(const Json& json, std::span<const std::string_view> words) {
  for (std::size_t i = 0; i < words.size(); ++i)
    if (isText(json, words[i])) return static_cast<int>(i);
  std::string all;
  for (const std::string_view word : words)
    all += (all.empty() ? "" : word == words.back() ? " or " : ", ") + std::string(word);
  return crossfade::Error{"is not " + all + ": " + quoted(json)};
}

/// The value of a member. The error continues the member's name: "is not a number: true".
template <class Value, class Json>
crossfade::Result<Value> valueOf(const Json& json) {
  using crossfade::Error;
  if constexpr (kIsOptional<Value>) {
    using Inner = typename Value::value_type;
    if (json.is_null()) return Value();
    auto read = valueOf<Inner>(json);
    if (read) return Value(*std::move(read));
    return Number<Inner> && !json.is_number() ? Error{"is not a number or null: " + quoted(json)} : read.error();
  } else if constexpr (std::is_same_v<Value, bool>) {
    if (!json.is_boolean()) return Error{"is not true or false: " + quoted(json)};
    return json.template get<bool>();
  } else if constexpr (std::is_same_v<Value, std::uint64_t>) {
    if (!json.is_number_unsigned()) return Error{"is not a whole number of 0 or above: " + quoted(json)};
    return json.template get<std::uint64_t>();
  } else if constexpr (Number<Value>) {
    if (!json.is_number()) return Error{"is not a number: " + quoted(json)};
    const auto read = json.template get<double>();
    if constexpr (std::is_integral_v<Value>)
      if (read != std::floor(read) || std::abs(read) > 1e9)
        return Error{"is not a whole number: " + crossfade::formatNumber(read)};
    return static_cast<Value>(read);
  } else if constexpr (std::is_enum_v<Value>) {
    static_assert(!kWords<Value>.empty());
    const auto index = wordIndexOf(json, kWords<Value>);
    return index ? crossfade::Result<Value>(static_cast<Value>(*index)) : index.error();
  } else if constexpr (std::is_same_v<Value, std::string>) {
    if (!json.is_string()) return Error{"is not a text: " + quoted(json)};
    return json.template get<std::string>();
  } else if constexpr (std::is_same_v<Value, RecordingRegion>) {
    const auto isPixels = [](const Json& number) {
      return number.is_number_integer() && number.template get<double>() >= 0 && number.template get<double>() <= 1e6;
    };
    if (!json.is_array() || json.size() != 4 || !std::all_of(json.begin(), json.end(), isPixels))
      return Error{"is not [x, y, width, height] in pixels: " + quoted(json)};
    return RecordingRegion{json[0], json[1], json[2], json[3]};
  } else if constexpr (std::is_same_v<Json, nlohmann::json>) {
    return curveFromJson(json);
  } else {
    return curveFromJson(nlohmann::json(json));
  }
}

/// Reads the members of one object. Remembers the first fault: what is missing, wrong or unknown; the rest get
/// defaults.
template <class Json>
class JsonMembers {
 public:
  /// `object` must outlive it. Anything but an object is a fault and has no members.
  explicit JsonMembers(const Json& object) : object_(object) {
    if (!object.is_object()) fail("is not an object: " + quoted(object));
  }

  /// The member; nullptr: there is none.
  const Json* find(const char* name) {
    asked_.insert(name);
    if (!object_.is_object()) return nullptr;
    const auto found = object_.find(name);
    return found == object_.end() ? nullptr : &*found;
  }
  bool has(const char* name) { return find(name) != nullptr; }
  void needs(const char* name) {
    if (!has(name)) wrong(name, "is missing");
  }

  /// A member that is there, into a value; a wrong one leaves the value as it is.
  template <class Value>
  void read(const char* name, Value& value) {
    if constexpr (kIsOptional<Value>) {
      if (has(name)) read(name, value.emplace());
    } else if (const Json* const found = find(name)) {
      auto parsed = valueOf<Value>(*found);
      if (parsed)
        value = *std::move(parsed);
      else if (std::is_same_v<Value, crossfade::AnimationCurve>)
        fail(inQuotes(name) + ": " + parsed.error().message);
      else
        wrong(name, parsed.error().message);
    }
  }
  template <class Value>
  Value valueOr(const char* name, Value fallback) {
    read(name, fallback);
    return fallback;
  }
  /// Of a member that must be there.
  template <class Value>
  Value required(const char* name) {
    needs(name);
    return valueOr(name, Value{});
  }
  template <class Value>
  std::optional<Value> optional(const char* name) {
    return has(name) ? std::optional(valueOr(name, Value{})) : std::nullopt;
  }
  double number(const char* name) { return required<double>(name); }
  double number(const char* name, double fallback) { return valueOr(name, fallback); }
  /// Between -1e9 and 1e9; anything else is an error.
  int whole(const char* name) { return required<int>(name); }
  int whole(const char* name, int fallback) { return valueOr(name, fallback); }
  bool flag(const char* name, bool fallback) { return valueOr(name, fallback); }
  std::string text(const char* name) {
    const Json* const found = find(name);
    if (!found || !found->is_string()) return wrong(name, "is missing or not a text"), "";
    return found->template get<std::string>();
  }
  /// The index of the member's value in `words`; nothing when the member is absent.
  std::optional<int> word(const char* name, std::span<const std::string_view> words) {
    const Json* const found = find(name);
    if (!found) return std::nullopt;
    const auto index = wordIndexOf(*found, words);
    return index ? std::optional(*index) : (wrong(name, index.error().message), std::nullopt);
  }
  /// The elements of a list; none if it is missing, which is an error.
  std::span<const Json> list(const char* name) {
    const Json* const found = find(name);
    if (!found || !found->is_array()) return wrong(name, "is missing or not a list"), std::span<const Json>();
    return found->template get_ref<const typename Json::array_t&>();
  }

  void wrong(const std::string& name, const std::string& what) { fail(inQuotes(name) + " " + what); }
  void fail(std::string why) {
    if (error_.empty()) error_ = std::move(why);
  }
  const std::string& error() const { return error_; }

  /// Members that were not asked for, such as "second" for "seconds".
  std::vector<std::string> unknown() const {
    std::vector<std::string> names;
    for (auto member = object_.begin(); object_.is_object() && member != object_.end(); ++member)
      if (!asked_.contains(member.key())) names.push_back(member.key());
    return names;
  }

  static std::string inQuotes(const std::string& name) { return "\"" + name + "\""; }

 private:
  const Json& object_;
  std::set<std::string> asked_;
  std::string error_;
};

}  // namespace app
