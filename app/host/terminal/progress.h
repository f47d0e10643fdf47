// Tables and progress of long jobs in a terminal.
#ifndef APP_HOST_TERMINAL_PROGRESS_H
#define APP_HOST_TERMINAL_PROGRESS_H

#include <string>

#include "app/profile/frame_history.h"

namespace app {

// ---- What frames cost, as a table on stdout.

/// Mean, p50, p95, p99 and max of each CPU stage and GPU pass, in milliseconds.
void printTiming(const FrameHistory& history, const std::string& driver);

// ---- The progress of a long job on stderr, and Ctrl-C as a request to cancel it.

/// Prints "120 of 200 frames, 3 s left" on one line; nothing when stderr is not a terminal.
class Progress {
 public:
  /// `what`: a string literal.
  explicit Progress(int total, const char* what = "frames");
  ~Progress();
  void show(int done);

 private:
  int total_;
  const char* what_;
  double begin_;
  double shownAt_ = 0;
  bool visible_;
};

/// While one exists, the first Ctrl-C only makes asked() true and a second one ends the program. Create only one.
class CancelRequest {
 public:
  CancelRequest();
  ~CancelRequest();
  CancelRequest(const CancelRequest&) = delete;
  CancelRequest& operator=(const CancelRequest&) = delete;
  bool asked() const;

 private:
  void (*before_)(int);
};

}  // namespace app

#endif  // APP_HOST_TERMINAL_PROGRESS_H
