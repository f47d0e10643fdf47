// What the program says to its caller: exit codes, messages on stderr, and how it is asked to end.
#pragma once

#include <string>

#include "app/profile/frame_statistics.h"

namespace app {

// ---- What the program returns to its caller; scripts rely on these values.

enum class ExitCode {
  Done = 0,
  Failed = 1,  // a sentence on stderr says what, where and which value
  WrongUsage = 2,
  NoOpenGl = 3,
  LimitExceeded = 4,  // `crossfade check`; app/host/quality/slide_sweep.h decides
};

// ---- Ctrl+C, a closed terminal and the end of the desktop's session as a question that a loop asks.

enum class SecondSignal { Asks, Ends };

/// While it lives, SIGTERM, SIGINT and SIGHUP do not end the program, or only the second one does. One at a time.
class EndRequest {
 public:
  explicit EndRequest(SecondSignal second = SecondSignal::Asks);
  ~EndRequest();
  EndRequest(const EndRequest&) = delete;
  EndRequest& operator=(const EndRequest&) = delete;

  /// Whether one of them came.
  static bool received();
};

// ---- Messages on stderr; results go to stdout.

/// Prints "crossfade: <sentence>", in one line (format/visible_text.h), and returns `code`.
ExitCode fail(const std::string& sentence, ExitCode code = ExitCode::Failed);
/// Prints "crossfade: <sentence>"; the program continues.
void warn(const std::string& sentence);

// Tables and progress of long jobs in a terminal.

// ---- What frames cost, as a table on stdout.

/// Mean, p50, p95, p99 and max of each CPU stage and GPU pass, in milliseconds.
void printTiming(const FrameHistory& history, const std::string& driver);

// ---- The progress of a long job on stderr.

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

}  // namespace app
