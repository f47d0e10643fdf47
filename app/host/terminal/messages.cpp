#include "app/host/terminal/messages.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <iterator>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "app/format/visible_text.h"
#include "app/profile/frame_profiler.h"

namespace app {
namespace {

constexpr double kEvery = 0.2;  // seconds between two lines of Progress

volatile std::sig_atomic_t endRequested = 0;

constexpr int kEndSignals[] = {SIGTERM, SIGINT, SIGHUP};
void (*beforeEnd[std::size(kEndSignals)])(int) = {};
volatile std::sig_atomic_t endsAtSecond = 0;

void onSignal(int signal) {
  endRequested = 1;
  if (endsAtSecond == 0) return;
  for (std::size_t i = 0; i < std::size(kEndSignals); ++i)
    if (kEndSignals[i] == signal) std::signal(signal, beforeEnd[i]);
}

}  // namespace

EndRequest::EndRequest(SecondSignal second) {
  endsAtSecond = second == SecondSignal::Ends;
  endRequested = 0;
  for (std::size_t i = 0; i < std::size(kEndSignals); ++i) {
    beforeEnd[i] = std::signal(kEndSignals[i], SIG_IGN);
    if (beforeEnd[i] != SIG_IGN) std::signal(kEndSignals[i], onSignal);  // else as nohup wants it
  }
}

EndRequest::~EndRequest() {
  for (std::size_t i = 0; i < std::size(kEndSignals); ++i) std::signal(kEndSignals[i], beforeEnd[i]);
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

void printTiming(const FrameHistory& history, const std::string& driver) {
  std::printf("\n%s\n%-16s %8s %8s %8s %8s %8s   ms, last %d frames\n", driver.c_str(), "", "mean", "p50", "p95", "p99",
              "max", history.total().size());
  const auto row = [](const std::string& name, const Summary& s) {
    if (s.count == 0)
      std::printf("%-16s %8s\n", name.c_str(), "n/a");
    else
      std::printf("%-16s %8.3f %8.3f %8.3f %8.3f %8.3f\n", name.c_str(), s.mean, s.p50, s.p95, s.p99, s.max);
  };
  for (int cost = 0; cost < kCostCount; ++cost) row(std::string(costName(cost)), history.cost(cost).summary());
  row("frame", history.total().summary());
  for (std::size_t i = 0; i < kTimedPassCount; ++i)
    row("GPU " + std::string(kTimedPasses[i]), history.pass(i).summary());
}

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

}  // namespace app
