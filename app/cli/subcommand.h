// A subcommand of the program. Each is one file that declares its name, help and options, and runs it. A new one is a
// new file and a line in subcommands.h.
#ifndef APP_CLI_SUBCOMMAND_H
#define APP_CLI_SUBCOMMAND_H

#include <CLI/CLI.hpp>

#include "app/host/terminal/exit_code.h"

namespace app {

class Subcommand {
 public:
  virtual ~Subcommand() = default;

  /// Adds itself with all its options to `program`. The returned parser tells whether it was named.
  virtual CLI::App* declare(CLI::App& program) = 0;
  /// Checks that involve several options. Throws a CLI::ParseError.
  virtual void check() const {}
  virtual ExitCode run() const = 0;
};

}  // namespace app

#endif  // APP_CLI_SUBCOMMAND_H
