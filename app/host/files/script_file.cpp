#include "app/host/files/script_file.h"

#include <filesystem>

#include "app/host/files/shape_file.h"
#include "app/host/files/text_file.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;

/// Replaces a request for a shapes file, found relative to the script, with a command that holds the shapes.
Result<void> readRequestedShapes(const std::string& script, TimedCommand& command) {
  const auto* request = std::get_if<RequestShapes>(&command.command);
  if (request == nullptr) return {};
  auto shapes = loadShapes((std::filesystem::path(script).parent_path() / request->path).string());
  if (!shapes) return shapes.error();
  command.command = ShapeCommand{*std::move(shapes)};
  return {};
}

}  // namespace

Result<Script> loadScript(const std::string& path, const Model& model) {
  const auto text = readTextFile(path);
  if (!text) return text.error();
  auto script = parseScript(*text, model);
  if (!script) return Error{path + ": " + script.error().message};
  for (TimedCommand& command : *script) {
    command.location = path + ": " + command.location;
    if (auto read = readRequestedShapes(path, command); !read)
      return Error{command.location + ": " + read.error().message};
  }
  return script;
}

}  // namespace app
