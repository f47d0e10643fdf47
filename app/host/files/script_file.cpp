#include "app/host/files/script_file.h"

#include <filesystem>
#include <span>

#include "app/format/sequence_text.h"
#include "app/host/files/shape_file.h"
#include "app/host/files/text_file.h"
#include "app/record/pending_file.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;

/// Replaces a request for a shapes file, found relative to the script, with a command that holds the shapes.
Result<void> readRequestedShapes(const std::string& script, TimedCommand& command) {
  const auto* request = command.command.as<RequestShapes>();
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

Result<std::string> saveQueueScript(const Session& session) {
  namespace fs = std::filesystem;
  std::error_code unknown;
  const fs::path folder = fs::absolute("out", unknown);
  fs::path path = folder / "queue.json";
  for (int number = 2; fs::exists(path, unknown); ++number)
    path = folder / ("queue-" + std::to_string(number) + ".json");
  const std::string text = queueScript(session);
  auto written = writeWholeFile(path, std::as_bytes(std::span(text)));
  return written ? Result<std::string>(path.string()) : written.error();
}

}  // namespace app
