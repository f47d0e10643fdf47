// What the program tells its caller; part of the contract with scripts.
#pragma once

namespace app {

enum class ExitCode {
  Done = 0,
  Failed = 1,  // a sentence on stderr says what, where, which value
  WrongUsage = 2,
  NoOpenGl = 3,
  LimitExceeded = 4,  // a quality limit
};

}  // namespace app
