#include "app/cli/command_line.h"

#include <utility>
#include <vector>

#include "app/cli/subcommands.h"
#include "app/cli/version_text.h"

namespace app {

int runCommandLine(int argc, char** argv) {
  CLI::App program("Crossfade: open a model, blend its clips, tune the fade live, see what a frame costs", "crossfade");
  program.set_version_flag("--version", versionText, "Print versions, the build and the OpenGL in use, and exit");
  program.require_subcommand(0, 1);

  const std::unique_ptr<Subcommand> viewer = makeViewerCommand();
  viewer->declare(program);
  std::vector<std::pair<std::unique_ptr<Subcommand>, const CLI::App*>> subcommands;
  for (const auto make : kSubcommands) {
    auto subcommand = make();
    const CLI::App* parser = subcommand->declare(program);
    subcommands.emplace_back(std::move(subcommand), parser);
  }

  const Subcommand* named = viewer.get();
  try {
    program.parse(argc, argv);
    for (const auto& [subcommand, parser] : subcommands)
      if (parser->parsed()) named = subcommand.get();
    named->check();
  } catch (const CLI::ParseError& error) {
    return static_cast<int>(program.exit(error) == 0 ? ExitCode::Done : ExitCode::WrongUsage);
  }
  return static_cast<int>(named->run());
}

}  // namespace app
