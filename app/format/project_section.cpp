#include "app/format/project_section.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/format/field_json.h"

namespace app {

using crossfade::Error;
using crossfade::Result;

ProjectSection::ProjectSection(const Json& object, std::string pointer, std::vector<std::string>& problems)
    : object_(object), pointer_(std::move(pointer)), problems_(problems) {
  if (!object_.is_object()) report("", "is not an object: " + quoted(object_));
}

ProjectSection::~ProjectSection() {
  if (!object_.is_object()) return;
  for (auto member = object_.begin(); member != object_.end(); ++member)
    if (!asked_.contains(member.key())) report(member.key(), "is unknown to this version");
}

void ProjectSection::value(const char* name, const Use<const Json&>& use) {
  asked_.insert(name);
  if (!object_.is_object()) return;
  const auto found = object_.find(name);
  if (found == object_.end()) return;
  if (const Result<void> done = use(*found); !done) report(name, done.error().message);
}

void ProjectSection::skip(const char* name) { asked_.insert(name); }

template <class Value>
void ProjectSection::readAs(const char* name, const Use<Value>& use) {
  value(name, [&](const Json& json) -> Result<void> {
    const auto read = valueOf<Value>(json);
    return read ? use(*read) : Result<void>(read.error());
  });
}

void ProjectSection::number(const char* name, const Use<double>& use) { readAs(name, use); }
void ProjectSection::whole(const char* name, const Use<int>& use) { readAs(name, use); }
void ProjectSection::flag(const char* name, const Use<bool>& use) { readAs(name, use); }
void ProjectSection::text(const char* name, const Use<std::string>& use) { readAs(name, use); }

void ProjectSection::wordIndex(const char* name, std::span<const std::string_view> known, const Use<int>& use) {
  value(name, [&](const Json& json) -> Result<void> {
    const auto found =
        json.is_string() ? std::find(known.begin(), known.end(), json.get_ref<const std::string&>()) : known.end();
    if (found != known.end()) return use(static_cast<int>(found - known.begin()));
    std::string all;
    for (const std::string_view word : known) all += (all.empty() ? "" : ", ") + std::string(word);
    return Error{"is none of " + all + ": " + quoted(json)};
  });
}

void ProjectSection::list(const char* name, const std::function<void(const Json&, const std::string&, int)>& use) {
  value(name, [&](const Json& json) -> Result<void> {
    if (!json.is_array()) return Error{"is not a list: " + quoted(json)};
    for (std::size_t i = 0; i < json.size(); ++i)
      use(json[i], pointer_ + "/" + name + "/" + std::to_string(i), static_cast<int>(i));
    return {};
  });
}

void ProjectSection::section(const char* name, const std::function<void(ProjectSection&)>& use) {
  value(name, [&](const Json& json) -> Result<void> {
    ProjectSection inner(json, pointer_ + "/" + name, problems_);
    use(inner);
    return {};
  });
}

void ProjectSection::report(const std::string& name, const std::string& what) {
  problems_.push_back(pointer_ + (name.empty() ? "" : "/" + name) + ": " + what);
}

}  // namespace app
