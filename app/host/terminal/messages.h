// What the program says to its caller: exit codes, messages on stderr, and how it is asked to end.
#ifndef APP_HOST_TERMINAL_MESSAGES_H
#define APP_HOST_TERMINAL_MESSAGES_H

#include <string>

namespace app {

// ---- What the program returns to its caller; scripts rely on these values.

enum class ExitCode {
  Done = 0,
  Failed = 1,  // a sentence on stderr says what, where and which value
  WrongUsage = 2,
  NoOpenGl = 3,
  LimitExceeded = 4,  // `crossfade check`; app/host/quality/quality_limit.h decides
};

// ---- Ctrl+C, a closed terminal and the end of the desktop's session as a question that the frame loop asks.

/// While it lives, SIGTERM, SIGINT and SIGHUP do not end the program. One at a time.
class EndRequest {
 public:
  EndRequest();
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

}  // namespace app

#endif  // APP_HOST_TERMINAL_MESSAGES_H
