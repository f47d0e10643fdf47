// Reads the members of one object in a project file.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/format/json_text.h"
#include "crossfade/base/result.h"

namespace app {

/// Each member is read with a function that takes its value and returns what is wrong with it. Members that are absent
/// are skipped. All that is wrong is reported, with its JSON pointer.
class ProjectSection : JsonMembers<OrderedJson> {
 public:
  using Json = OrderedJson;
  template <class Value>
  using Use = std::function<crossfade::Result<void>(Value)>;

  /// `object` and `problems` must outlive it.
  ProjectSection(const Json& object, std::string pointer, std::vector<std::string>& problems);
  /// An element of a list in `outer`.
  ProjectSection(ProjectSection& outer, const Json& object, std::string pointer)
      : ProjectSection(object, std::move(pointer), outer.problems_) {}
  /// Reports members that nobody asked for.
  ~ProjectSection();
  ProjectSection(const ProjectSection&) = delete;
  ProjectSection& operator=(const ProjectSection&) = delete;

  void value(const char* name, const Use<const Json&>& use);
  /// A member that is read elsewhere.
  void skip(const char* name) { (void)find(name); }
  void number(const char* name, const Use<double>& use) { readAs(name, use); }
  void whole(const char* name, const Use<int>& use) { readAs(name, use); }
  void flag(const char* name, const Use<bool>& use) { readAs(name, use); }
  void text(const char* name, const Use<std::string>& use) { readAs(name, use); }
  /// An enumerator by its name.
  template <class Enum>
  void word(const char* name, const Use<Enum>& use) {
    readAs(name, use);
  }
  /// The elements of a list, each with its pointer.
  void list(const char* name, const std::function<void(const Json&, const std::string&, int)>& use);
  void section(const char* name, const std::function<void(ProjectSection&)>& use);
  void report(const std::string& name, const std::string& what);

 private:
  template <class Value>
  void readAs(const char* name, const Use<Value>& use) {
    value(name, [&](const Json& json) -> crossfade::Result<void> {
      const auto read = valueOf<Value>(json);
      return read ? use(*read) : crossfade::Result<void>(read.error());
    });
  }

  std::string pointer_;
  std::vector<std::string>& problems_;
};

}  // namespace app
