#include "app/host/window/dropped_files.h"

#include <iterator>
#include <utility>

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

void DroppedFiles::open() {
  if (!added_.empty()) {
    OrderedDrop drop = orderOfDrop(std::exchange(added_, {}));
    for (std::string& path : drop.models)
      opening_.isBusy() ? opening_.openNext(std::move(path)) : opening_.open({std::move(path)});
    std::move(drop.others.begin(), drop.others.end(), std::back_inserter(waiting_));
  }
  if (!waiting_.empty() && !opening_.isBusy()) files_.open(std::exchange(waiting_, {}));
}

std::optional<std::string> DroppedFiles::noteEnd(const OpeningEnd& ended) {
  if (ended.model && !ended.model->continues) modelError_.reset();
  if (!ended.model && ended.purpose == OpenPurpose::Replace && kindOf(ended.path) != Kind::Motion)
    modelError_ = ended.model.error().message;
  if (!modelError_ || opening_.isBusy()) return std::nullopt;
  return forgetScripts(*std::exchange(modelError_, std::nullopt));
}

std::optional<std::string> DroppedFiles::forgetScripts(const std::string& why) {
  if (!waiting_.empty()) files_.open(std::exchange(waiting_, {}), why);
  const auto script = script_.stopWaiting();
  return script ? std::optional(why + (why.empty() ? "" : "\n") + *script) : std::nullopt;
}

}  // namespace app
