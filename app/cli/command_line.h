// Reads the arguments and runs one subcommand.
#pragma once

namespace app {

/// Returns the process's exit code. Results go to stdout, everything else to stderr.
int runCommandLine(int argc, char** argv);

}  // namespace app
