#include "app/host/terminal/messages.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace app {
namespace {

spdlog::logger& log() {
  static const auto logger = [] {
    auto made = spdlog::stderr_color_mt("crossfade");
    made->set_pattern("%n: %v");
    return made;
  }();
  return *logger;
}

}  // namespace

ExitCode fail(const std::string& sentence, ExitCode code) {
  log().error(sentence);
  return code;
}

void warn(const std::string& sentence) { log().warn(sentence); }

}  // namespace app
