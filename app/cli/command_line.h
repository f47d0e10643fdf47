// Reads the arguments and runs one subcommand.
#ifndef APP_CLI_COMMAND_LINE_H
#define APP_CLI_COMMAND_LINE_H

namespace app {

/// Returns the process's exit code. Results go to stdout, everything else to stderr.
int runCommandLine(int argc, char** argv);

}  // namespace app

#endif  // APP_CLI_COMMAND_LINE_H
