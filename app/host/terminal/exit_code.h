// What the program returns to its caller; scripts rely on these values.
#ifndef APP_HOST_TERMINAL_EXIT_CODE_H
#define APP_HOST_TERMINAL_EXIT_CODE_H

namespace app {

enum class ExitCode {
  Done = 0,
  Failed = 1,  // a sentence on stderr says what, where and which value
  WrongUsage = 2,
  NoOpenGl = 3,
  LimitExceeded = 4,  // `crossfade check`; app/host/quality/quality_limit.h decides
};

}  // namespace app

#endif  // APP_HOST_TERMINAL_EXIT_CODE_H
