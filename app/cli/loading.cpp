#include "app/cli/loading.h"

#include <chrono>
#include <fstream>
#include <iterator>
#include <utility>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

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

}  // namespace

engine::Result<std::string> readTextFile(const std::string& path) {
  std::error_code unknown;
  std::ifstream stream(path, std::ios::binary);
  if (!stream || std::filesystem::is_directory(path, unknown)) return engine::Error{path + ": cannot be read"};
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

engine::Result<Model> loadModel(const std::string& path, const ImportOptions& options) {
  if (path.empty()) return importModel("character.glb", embeddedCharacter(), options);
  return importModel(std::filesystem::path(path), options);
}

engine::Result<Script> loadScript(const std::string& path, const Model& model) {
  const auto text = readTextFile(path);
  if (!text) return text.error();
  auto script = parseScript(*text, model);
  if (!script) return engine::Error{path + ": " + script.error().message};
  for (TimedCommand& command : *script) command.place = path + ": " + command.place;
  return script;
}

ExitCode fail(const std::string& sentence, ExitCode code) {
  log().error(sentence);
  return code;
}

void warn(const std::string& sentence) { log().warn(sentence); }

void ModelLoader::start(std::string path) {
  if (isLoading()) {
    next_ = std::move(path);
    return;
  }
  job_ = std::async(std::launch::async, [path = std::move(path)] { return loadModel(path); });
}

std::optional<engine::Result<Model>> ModelLoader::poll() {
  if (!isLoading() || job_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
  auto finished = job_.get();
  if (next_) {  // a newer wish makes this one stale
    start(*std::exchange(next_, std::nullopt));
    return std::nullopt;
  }
  return finished;
}

}  // namespace app
