// Reads the arguments and runs one subcommand; what --version prints.
#pragma once

#include <string>

namespace app {

// ---- What --version prints.

/// The version; then the build, the libraries it was built with, and the OpenGL that pictures are drawn with without a
/// display, or why there is none.
std::string versionText();

// ---- Reads the arguments and runs one subcommand.

/// Returns the process's exit code. Results go to stdout, everything else to stderr.
int runCommandLine(int argc, char** argv);

}  // namespace app
