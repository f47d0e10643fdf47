#include "app/format/project_section.h"

namespace app {

using crossfade::Error;
using crossfade::Result;

ProjectSection::ProjectSection(const Json& object, std::string pointer, std::vector<std::string>& problems)
    : JsonMembers(object), pointer_(std::move(pointer)), problems_(problems) {
  if (!error().empty()) report("", error());
}

ProjectSection::~ProjectSection() {
  for (const std::string& name : unknown()) report(name, "is unknown to this version");
}

void ProjectSection::value(const char* name, const Use<const Json&>& use) {
  const Json* const found = find(name);
  if (found == nullptr) return;
  if (const Result<void> done = use(*found); !done) report(name, done.error().message);
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
