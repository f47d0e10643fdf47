#include "app/host/terminal/messages.h"

#include <csignal>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "app/format/visible_text.h"

namespace app {
namespace {

volatile std::sig_atomic_t endRequested = 0;

constexpr int kEndSignals[] = {SIGTERM, SIGINT, SIGHUP};

}  // namespace

EndRequest::EndRequest() {
  endRequested = 0;
  for (const int signal : kEndSignals) std::signal(signal, [](int) { endRequested = 1; });
}

EndRequest::~EndRequest() {
  for (const int signal : kEndSignals) std::signal(signal, SIG_DFL);
}

bool EndRequest::received() { return endRequested != 0; }

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
  log().error(visible(sentence));
  return code;
}

void warn(const std::string& sentence) { log().warn(visible(sentence)); }

}  // namespace app
