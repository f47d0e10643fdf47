#include "app/host/terminal/progress.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "app/profile/frame_profiler.h"

namespace app {
namespace {

constexpr double kEvery = 0.2;  // seconds

volatile std::sig_atomic_t interrupted = 0;

void onInterrupt(int signal) {
  interrupted = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

Progress::Progress(int total, const char* what)
    : total_(total), what_(what), begin_(steadySeconds()), visible_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (visible_ && shownAt_ > 0) std::fputs("\r\033[K", stderr);
}

void Progress::show(int done) {
  if (!visible_ || done <= 0) return;
  const double now = steadySeconds();
  if (now - shownAt_ < kEvery) return;
  shownAt_ = now;
  std::fprintf(stderr, "\r%d of %d %s, %.0f s left\033[K", done, total_, what_,
               (now - begin_) / done * (total_ - done));
}

CancelRequest::CancelRequest() {
  interrupted = 0;
  before_ = std::signal(SIGINT, onInterrupt);
}

CancelRequest::~CancelRequest() { std::signal(SIGINT, before_); }

bool CancelRequest::asked() const { return interrupted != 0; }

}  // namespace app
