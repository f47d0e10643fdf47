#include "app/cli/session_options.h"

#include <utility>

#include "app/cli/shared_options.h"
#include "app/host/files/model_file.h"
#include "app/host/files/project_file.h"
#include "app/host/files/set_file.h"

namespace app {

void addSessionOptions(CLI::App& command, SessionOptions& options, bool needsModel) {
  command.add_option("MODEL", options.model, needsModel ? modelHelp() : optionalModelHelp())->required(needsModel);
  addClipFiles(command, options.clipFiles);
  addTransitionSet(command, options.set);
}

crossfade::Result<std::unique_ptr<Session>> openSession(const SessionOptions& options, const ImportOptions& how) {
  auto model = loadModel(options.model, how, options.clipFiles);
  if (!model) return model.error();
  auto session = std::make_unique<Session>(*std::move(model));
  openProjectOf(*session);
  if (auto opened = openTransitionSet(options.set, *session); !opened) return opened.error();
  return session;
}

}  // namespace app
