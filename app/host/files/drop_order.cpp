#include "app/host/files/drop_order.h"

#include <algorithm>

#include "app/host/files/project_file.h"
#include "app/host/files/session_files.h"
#include "app/model/file_formats.h"

namespace app {
namespace {

enum class Kind { Model, Project, Motion, Other, Unknown };

Kind kindOf(const std::string& path) {
  const std::string name = lowerCase(path);
  if (isProjectFile(name)) return Kind::Project;
  if (isShapeFile(name)) return Kind::Other;
  const ModelFormat* format = modelFormatOf(name);
  if (format == nullptr) return Kind::Unknown;
  return format->isMotion ? Kind::Motion : Kind::Model;
}

}  // namespace

OrderedDrop orderOfDrop(const std::vector<std::string>& paths) {
  OrderedDrop drop;
  for (const Kind kind : {Kind::Model, Kind::Project, Kind::Motion, Kind::Other})
    for (const std::string& path : paths)
      if (kindOf(path) == kind) (kind == Kind::Other ? drop.others : drop.models).push_back(path);
  if (drop.models.empty() && drop.others.empty()) drop.models = paths;
  return drop;
}

}  // namespace app
