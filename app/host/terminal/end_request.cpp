#include "app/host/terminal/end_request.h"

#include <csignal>

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

}  // namespace app
