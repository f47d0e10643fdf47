#include "app/cli/command_line.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <sstream>
#include <utility>
#include <vector>

#include "app/cli/subcommands.h"
#include "app/format/visible_text.h"
#include "app/host/stage/headless_stage.h"
#include "app/host/terminal/messages.h"
#include "app/import/assimp/assimp_model.h"
#include "app/import/isolated/sandbox.h"
#include "app/record/pending_file.h"

namespace app {

std::string versionText() {
#ifdef NDEBUG
  const std::string asserts = "asserts off";
#else
  const std::string asserts = "asserts on";
#endif
  const std::string deflate = CROSSFADE_LIBDEFLATE;  // beside its name, lintian would see a copy of zlib
  const auto stage = HeadlessStage::make({16, 16}, false);
  return "crossfade " CROSSFADE_VERSION "\nbuild: " CROSSFADE_BUILD ", " + asserts + "\nlibraries: assimp " +
         assimpVersion() + ", " CROSSFADE_LIBRARIES ", libdeflate " + deflate +
         "\nassimp is confined by: " + sandboxText() +
         "\nwithout a display: " + (stage ? stage->driverName() : "no OpenGL (" + stage.error().message + ")");
}

namespace {

constexpr std::size_t kNameWidth = 30;

struct HelpLine {
  std::string name;
  std::string description;
};

void addSection(std::string& help, const std::string& title, const std::vector<HelpLine>& lines) {
  if (!lines.empty()) help += '\n' + title + ":\n";
  for (const auto& [name, description] : lines) {
    help += "  " + name;
    const bool fits = 2 + name.size() < kNameWidth;
    if (!fits) help += '\n';
    help.append(fits ? kNameWidth - 2 - name.size() : kNameWidth, ' ');
    help += description + '\n';
  }
}

/// "--size TEXT [1280x720]"
std::string nameOf(const CLI::Option& option, bool positional) {
  const CLI::Formatter words;
  std::string name = words.make_option_name(&option, positional) + words.make_option_opts(&option);
  name.erase(name.find_last_not_of(' ') + 1);
  return name;
}

/// The text of --help. Completion and manual pages read it, so it is the same with each version of CLI11.
std::string helpOf(const CLI::App* app, const std::string& name, CLI::AppFormatMode) {
  std::string help = app->get_description() + "\nUsage: " + name + " [OPTIONS]";
  std::vector<HelpLine> positionals, options, subcommands;
  for (const CLI::Option* option : app->get_options()) {
    const bool positional = option->get_positional();
    if (positional) help += ' ' + CLI::Formatter().make_option_usage(option);
    (positional ? positionals : options).push_back({nameOf(*option, positional), option->get_description()});
  }
  for (const CLI::App* subcommand : app->get_subcommands({}))
    subcommands.push_back({subcommand->get_name(), subcommand->get_description()});
  help += subcommands.empty() ? "\n" : " [SUBCOMMAND]\n";
  addSection(help, "Positionals", positionals);
  addSection(help, "Options", options);
  addSection(help, "Subcommands", subcommands);
  return help;
}

/// `code`, or failure if the output could not be written: a full disk, a closed stream.
ExitCode written(ExitCode code) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  return fail("the output could not be written" + (errno == 0 ? "" : std::string(": ") + std::strerror(errno)));
}

}  // namespace

int runCommandLine(int argc, char** argv) {
  removePendingFilesOnSignals();
  CLI::App program("Crossfade: open a model, blend its clips, tune the fade live, see what a frame costs", "crossfade");
  program.formatter_fn(helpOf);
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
    std::ostringstream out, err;
    const bool isHelp = program.exit(error, out, err) == 0;
    std::fputs(out.str().c_str(), stdout);
    std::fputs(visibleLines(err.str()).c_str(), stderr);
    return static_cast<int>(isHelp ? written(ExitCode::Done) : ExitCode::WrongUsage);
  }
  try {
    return static_cast<int>(written(named->run()));
  } catch (const std::bad_alloc&) {
    return static_cast<int>(fail("there is not enough memory"));
  }
}

}  // namespace app
