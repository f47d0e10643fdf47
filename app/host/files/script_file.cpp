#include "app/host/files/script_file.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "app/format/json_kind.h"
#include "app/host/files/free_name.h"
#include "app/host/files/shape_file.h"
#include "app/host/files/text_file.h"
#include "app/model/file_formats.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;

/// Replaces a request for a shapes file with a command that holds the shapes.
Result<void> readRequestedShapes(TimedCommand& command) {
  const auto* request = command.command.as<RequestShapes>();
  if (request == nullptr) return {};
  auto shapes = loadShapes(request->path);
  if (!shapes) return shapes.error();
  command.command = ShapeCommand{*std::move(shapes)};
  return {};
}

/// In a window the request outlives the script's folder, so its path must be absolute.
void makeAbsolute(const std::string& script, TimedCommand& command) {
  if (auto* const request = command.command.as<RequestShapes>())
    request->path = (std::filesystem::absolute(script).parent_path() / request->path).lexically_normal().string();
}

}  // namespace

Result<Script> scriptOf(const std::string& path, std::string_view text, const Model& model) {
  return withinMemory(path, [&]() -> Result<Script> {
    auto script = parseScript(text, model);
    if (!script) return Error{path + ": " + script.error().message};
    for (TimedCommand& command : *script) {
      command.location = path + ": " + command.location;
      makeAbsolute(path, command);
    }
    return script;
  });
}

Result<Script> loadScript(const std::string& path, const Model& model) {
  return withinMemory(path, [&]() -> Result<Script> {
    const auto text = readTextFile(path);
    if (!text) return text.error();
    auto script = scriptOf(path, *text, model);
    if (!script) return script;
    for (TimedCommand& command : *script)
      if (auto read = readRequestedShapes(command); !read) return Error{command.location + ": " + read.error().message};
    return script;
  });
}

Commands commandsOfFile(const std::string& path) {
  auto commands = withinMemory(path, [&]() -> Result<Commands> {
    auto text = readTextFile(path);
    if (!text) return text.error();
    const JsonKind kind = lowerCase(path).ends_with(".json") ? jsonKindOf(*text) : JsonKind::ShapesText;
    if (kind == JsonKind::ScriptText) return Commands{RunScript{path, *std::move(text)}};
    if (kind == JsonKind::JointMapText) return Commands{UseJointMap{path, *std::move(text)}};
    if (kind == JsonKind::ProjectText)
      return Error{path + ": this is a project; rename it to end in " + std::string(kProjectEnding)};
    auto shapes = shapesOf(path, *text);
    if (!shapes) return shapes.error();
    return Commands{ShowScene{SceneKind::Shapes}, ShowMessage{path + " is imported"}, ShapeCommand{*std::move(shapes)}};
  });
  return commands ? *std::move(commands) : Commands{ShowMessage{commands.error().message, true}};
}

Commands commandsOfFiles(const std::vector<std::string>& paths, const std::optional<std::string>& modelError) {
  Commands commands, scripts;
  for (const std::string& path : paths)
    for (Command& command : commandsOfFile(path))
      (command.is<RunScript>() ? scripts : commands).push_back(std::move(command));
  if (!modelError) {
    std::move(scripts.begin(), scripts.end(), std::back_inserter(commands));
    return commands;
  }
  std::string text = *modelError;
  for (const Command& script : scripts) text += (text.empty() ? "" : "\n") + scriptNotRun(script.as<RunScript>()->path);
  if (!text.empty()) commands.push_back(ShowMessage{std::move(text), true});
  return commands;
}

std::string scriptNotRun(const std::string& path) {
  return std::filesystem::path(path).filename().string() + " was not run: its model was not opened";
}

Commands writeNumbered(const std::string& wanted, const std::string& text) {
  const std::string path = freeName(wanted);
  const auto written = writeTextFile(path, text);
  return {written ? ShowMessage{path + " is written"} : ShowMessage{written.error().message, true}};
}

}  // namespace app
