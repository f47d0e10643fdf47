// The import helper's side of app/import/isolated: imports one file and writes the result to a pipe.
#pragma once

namespace app {

/// The main function of `crossfade-import`. Its arguments are those that importInHelper() makes; called by hand, it
/// says what it is. Returns the exit code.
int serveImport(int argc, char** argv);

}  // namespace app
