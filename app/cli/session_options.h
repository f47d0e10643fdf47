// The options that say what a subcommand opens, and how it is opened.
#ifndef APP_CLI_SESSION_OPTIONS_H
#define APP_CLI_SESSION_OPTIONS_H

#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/import/import_model.h"
#include "app/session/session.h"

namespace app {

struct SessionOptions {
  std::string model;  // a model or a project; empty: the bundled character
  std::vector<std::string> clipFiles;
  std::string set;  // a file; empty: the set of the project, if there is one
};

/// MODEL, --clips FILE any number of times, and --set FILE.
void addSessionOptions(CLI::App& command, SessionOptions& options, bool needsModel);

/// The model with its clip files, the project's settings if it was opened through one, then the transition set. Prints
/// what the project had to leave out.
crossfade::Result<std::unique_ptr<Session>> openSession(const SessionOptions& options, const ImportOptions& how = {});

}  // namespace app

#endif  // APP_CLI_SESSION_OPTIONS_H
