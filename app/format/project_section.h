// Reads the members of one object in a project file. Private to project_reading.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "crossfade/base/number_text.h"
#include "crossfade/base/result.h"

namespace app {

/// A value as an error sentence quotes it.
inline std::string shown(const nlohmann::ordered_json& value) {
  using Json = nlohmann::ordered_json;
  return value.is_structured() ? std::string("a list or object")
                               : value.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 80);
}

/// The members of one object. Each is read with a function that takes its value and returns what is wrong with it.
class ProjectSection {
 public:
  using Json = nlohmann::ordered_json;
  template <class T>
  using Result = crossfade::Result<T>;
  using Error = crossfade::Error;

  /// `object` and `problems` must outlive it.
  ProjectSection(const Json& object, std::string pointer, std::vector<std::string>& problems)
      : object_(object), pointer_(std::move(pointer)), problems_(problems) {
    if (!object_.is_object()) report("", "is not an object: " + shown(object_));
  }
  /// Reports members that nobody asked for.
  ~ProjectSection() {
    if (!object_.is_object()) return;
    for (auto member = object_.begin(); member != object_.end(); ++member)
      if (!asked_.contains(member.key())) report(member.key(), "is unknown to this version");
  }
  ProjectSection(const ProjectSection&) = delete;
  ProjectSection& operator=(const ProjectSection&) = delete;

  template <class Use>
  void value(const char* name, Use use) {
    asked_.insert(name);
    if (!object_.is_object()) return;
    const auto found = object_.find(name);
    if (found == object_.end()) return;
    if (const Result<void> done = use(*found); !done) report(name, done.error().message);
  }
  template <class Use>
  void number(const char* name, Use use) {
    value(name, [&](const Json& json) -> Result<void> {
      return json.is_number() ? use(json.get<double>()) : Error{"is not a number: " + shown(json)};
    });
  }
  template <class Use>
  void whole(const char* name, Use use) {
    number(name, [&](double read) -> Result<void> {
      if (read != std::floor(read) || std::abs(read) > 1e9)
        return Error{"is not a whole number: " + crossfade::formatNumber(read)};
      return use(static_cast<int>(read));
    });
  }
  template <class Use>
  void flag(const char* name, Use use) {
    value(name, [&](const Json& json) -> Result<void> {
      return json.is_boolean() ? use(json.get<bool>()) : Error{"is not true or false: " + shown(json)};
    });
  }
  template <class Use>
  void text(const char* name, Use use) {
    value(name, [&](const Json& json) -> Result<void> {
      return json.is_string() ? use(json.get<std::string>()) : Error{"is not a text: " + shown(json)};
    });
  }
  /// An enumerator by its name.
  template <class Enum, class Use>
  void word(const char* name, std::span<const std::string_view> known, Use use) {
    value(name, [&](const Json& json) -> Result<void> {
      const auto found =
          json.is_string() ? std::find(known.begin(), known.end(), json.get_ref<const std::string&>()) : known.end();
      if (found != known.end()) return use(static_cast<Enum>(found - known.begin()));
      std::string all;
      for (const std::string_view word : known) all += (all.empty() ? "" : ", ") + std::string(word);
      return Error{"is none of " + all + ": " + shown(json)};
    });
  }
  /// The elements of a list, each with its pointer.
  template <class Use>
  void list(const char* name, Use use) {
    value(name, [&](const Json& json) -> Result<void> {
      if (!json.is_array()) return Error{"is not a list: " + shown(json)};
      for (std::size_t i = 0; i < json.size(); ++i)
        use(json[i], pointer_ + "/" + name + "/" + std::to_string(i), static_cast<int>(i));
      return {};
    });
  }
  template <class Use>
  void section(const char* name, Use use) {
    value(name, [&](const Json& json) -> Result<void> {
      ProjectSection inner(json, pointer_ + "/" + name, problems_);
      use(inner);
      return {};
    });
  }
  void report(const std::string& name, const std::string& what) {
    problems_.push_back(pointer_ + (name.empty() ? "" : "/" + name) + ": " + what);
  }

 private:
  const Json& object_;
  std::string pointer_;
  std::vector<std::string>& problems_;
  std::set<std::string> asked_;
};

/// The index of {"name": "Walk", "index": 1}: the name counts, the index chooses among equal names; -1 for null.
template <class NameOf>
crossfade::Result<int> referenced(const nlohmann::ordered_json& json, int count, const char* what, NameOf nameOf) {
  if (json.is_null()) return -1;
  if (!json.is_object() || !json.contains("name") || !json["name"].is_string())
    return crossfade::Error{"is not an object with a \"name\": " + shown(json)};
  const std::string& name = json["name"].get_ref<const std::string&>();
  const nlohmann::ordered_json index = json.value("index", nlohmann::ordered_json(-1));
  if (index.is_number_integer()) {
    const auto at = index.get<std::int64_t>();
    if (at >= 0 && at < count && nameOf(static_cast<int>(at)) == name) return static_cast<int>(at);
  }
  for (int i = 0; i < count; ++i)
    if (nameOf(i) == name) return i;
  return crossfade::Error{std::string("the model has no ") + what + " '" + name.substr(0, 80) + "'"};
}

}  // namespace app
