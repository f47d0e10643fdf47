// The subcommands of the program: one file each, which declares its name, help and options, and runs it. A new one is a
// new file and a line in subcommands().
#pragma once

#include <array>
#include <memory>

#include <CLI/CLI.hpp>

#include "app/host/terminal/messages.h"

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

// ---- The list of all subcommands.

std::unique_ptr<Subcommand> makeInfoCommand();
std::unique_ptr<Subcommand> makePoseCommand();
std::unique_ptr<Subcommand> makeEventsCommand();
std::unique_ptr<Subcommand> makeCheckCommand();
std::unique_ptr<Subcommand> makeBenchCommand();
std::unique_ptr<Subcommand> makeRenderCommand();
std::unique_ptr<Subcommand> makeCurveCommand();
std::unique_ptr<Subcommand> makeRetargetCommand();
std::unique_ptr<Subcommand> makeTuneCommand();
std::unique_ptr<Subcommand> makeExportCommand();
std::unique_ptr<Subcommand> makeBakeCommand();
std::unique_ptr<Subcommand> makeReportCommand();
std::unique_ptr<Subcommand> makePackCommand();
std::unique_ptr<Subcommand> makePageCommand();

/// In the order of --help.
inline constexpr std::array kSubcommands{makeInfoCommand,  makePoseCommand,   makeEventsCommand, makeCheckCommand,
                                         makeBenchCommand, makeRenderCommand, makeCurveCommand,  makeRetargetCommand,
                                         makeTuneCommand,  makeExportCommand, makeBakeCommand,   makeReportCommand,
                                         makePackCommand,  makePageCommand};

/// What runs when no subcommand is named; its options are the program's own.
std::unique_ptr<Subcommand> makeViewerCommand();

}  // namespace app
