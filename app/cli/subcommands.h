// The list of all subcommands.
#ifndef APP_CLI_SUBCOMMANDS_H
#define APP_CLI_SUBCOMMANDS_H

#include <array>
#include <memory>

#include "app/cli/subcommand.h"

namespace app {

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

/// In the order of --help.
inline constexpr std::array kSubcommands{makeInfoCommand,  makePoseCommand,   makeEventsCommand, makeCheckCommand,
                                         makeBenchCommand, makeRenderCommand, makeCurveCommand,  makeRetargetCommand,
                                         makeTuneCommand,  makeExportCommand, makeBakeCommand,   makeReportCommand};

/// What runs when no subcommand is named; its options are the program's own.
std::unique_ptr<Subcommand> makeViewerCommand();

}  // namespace app

#endif  // APP_CLI_SUBCOMMANDS_H
