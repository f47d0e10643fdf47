#include "tests/support/virtual_display.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace test {
namespace {

// The display number that Xvfb prints when it is ready; empty if that takes more than 20 seconds.
std::string readNumber(int from) {
  std::string number;
  pollfd ready{.fd = from, .events = POLLIN, .revents = 0};
  while (poll(&ready, 1, 20'000) > 0) {
    char c = 0;
    if (read(from, &c, 1) != 1) return {};
    if (c == '\n') return number;
    number.push_back(c);
  }
  return {};
}

}  // namespace

VirtualDisplay::VirtualDisplay(int width, int height) {
  if (const char* before = std::getenv("DISPLAY")) displayBefore_ = before;
  if (const char* before = std::getenv("XDG_SESSION_TYPE")) sessionBefore_ = before;

  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return;
  const std::string screen = std::to_string(width) + "x" + std::to_string(height) + "x24";
  const std::string end = std::to_string(ends[1]);
  process_ = fork();
  if (process_ == 0) {
    close(ends[0]);
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    execlp("Xvfb", "Xvfb", "-displayfd", end.c_str(), "-screen", "0", screen.c_str(), "-nolisten", "tcp", nullptr);
    _exit(127);
  }
  close(ends[1]);
  const std::string number = process_ > 0 ? readNumber(ends[0]) : "";
  close(ends[0]);
  if (number.empty()) return;
  name_ = ":" + number;
  setenv("DISPLAY", name_.c_str(), 1);
  setenv("XDG_SESSION_TYPE", "x11", 1);  // otherwise GLFW 3.4 would use the Wayland display of whoever runs the tests
}

void VirtualDisplay::kill() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
  process_ = -1;
}

VirtualDisplay::~VirtualDisplay() {
  if (process_ > 0) {
    ::kill(process_, SIGTERM);
    waitpid(process_, nullptr, 0);
  }
  if (displayBefore_.empty()) {
    unsetenv("DISPLAY");
  } else {
    setenv("DISPLAY", displayBefore_.c_str(), 1);
  }
  if (sessionBefore_.empty()) {
    unsetenv("XDG_SESSION_TYPE");
  } else {
    setenv("XDG_SESSION_TYPE", sessionBefore_.c_str(), 1);
  }
}

}  // namespace test
