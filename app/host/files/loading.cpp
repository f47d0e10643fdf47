#include "app/host/files/loading.h"

#include <fstream>
#include <iterator>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "app/format/shape_json.h"
#include "app/format/svg_file.h"
#include "app/model/add_clips.h"
#include "app/record/pending_file.h"
#include "embedded_character.h"

namespace app {
namespace {

/// Everything that is not a result goes to stderr.
spdlog::logger& log() {
  static const auto logger = [] {
    auto made = spdlog::stderr_color_mt("crossfade");
    made->set_pattern("%n: %v");
    return made;
  }();
  return *logger;
}

/// A command that asks for a file of shapes becomes one that brings them; the file lies beside the script.
crossfade::Result<void> withShapesRead(const std::string& script, TimedCommand& command) {
  const auto* request = std::get_if<RequestShapes>(&command.command);
  if (request == nullptr) return {};
  auto shapes = loadShapes((std::filesystem::path(script).parent_path() / request->path).string());
  if (!shapes) return shapes.error();
  command.command = ShapeCommand{*std::move(shapes)};
  return {};
}

}  // namespace

crossfade::Result<std::string> readTextFile(const std::string& path) {
  std::error_code unknown;
  std::ifstream stream(path, std::ios::binary);
  if (!stream || std::filesystem::is_directory(path, unknown)) return crossfade::Error{path + ": cannot be read"};
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

crossfade::Result<Model> loadModel(const std::string& path, const ImportOptions& options,
                                   const std::vector<std::string>& clipFiles) {
  if (options.progress) options.progress->expectFiles(1 + static_cast<int>(clipFiles.size()));
  auto model = path.empty() ? importModel("character.glb", embeddedCharacter(), options)
                            : importModel(std::filesystem::path(path), options);
  for (const std::string& file : clipFiles) {
    if (!model) break;
    const auto from = importModel(std::filesystem::path(file), options);
    if (!from) return from.error();
    if (const auto added = addClips(*model, *from); !added) return added.error();
  }
  return model;
}

bool isMotionOnly(const Model& model) {
  return !model.clips.empty() && (model.instances.empty() || std::filesystem::path(model.name).extension() == ".bvh");
}

crossfade::Result<Script> loadScript(const std::string& path, const Model& model) {
  const auto text = readTextFile(path);
  if (!text) return text.error();
  auto script = parseScript(*text, model);
  if (!script) return crossfade::Error{path + ": " + script.error().message};
  for (TimedCommand& command : *script) {
    command.location = path + ": " + command.location;
    if (auto read = withShapesRead(path, command); !read)
      return crossfade::Error{command.location + ": " + read.error().message};
  }
  return script;
}

bool isShapesFile(const std::string& path) { return path.ends_with(".json") || path.ends_with(".svg"); }

crossfade::Result<shapes::ImportShapes> loadShapes(const std::string& path) {
  const auto text = readTextFile(path);
  if (!text) return text.error();
  if (path.ends_with(".svg")) {
    auto keys = parseSvg(*text);
    if (!keys) return crossfade::Error{path + ": " + keys.error().message};
    return shapes::ImportShapes{.keys = *std::move(keys)};
  }
  auto document = parseShapes(*text);
  if (!document) return crossfade::Error{path + ": " + document.error().message};
  return shapes::ImportShapes{.keys = std::move(document->keys), .settings = std::move(document->settings)};
}

crossfade::Result<void> saveShapes(const std::string& path, const ShapeScene& scene) {
  const std::string text =
      path.ends_with(".svg") ? svgOf(scene.keys()) : shapesJson({.keys = scene.keys(), .settings = scene.settings()});
  return writeWholeFile(path, std::as_bytes(std::span(text)));
}

ExitCode fail(const std::string& sentence, ExitCode code) {
  log().error(sentence);
  return code;
}

void warn(const std::string& sentence) { log().warn(sentence); }

}  // namespace app
