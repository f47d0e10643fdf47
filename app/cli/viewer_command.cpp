// The program without a subcommand: the window.

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/host/window/viewer.h"

namespace app {
namespace {

std::vector<std::string> qualityWords() {
  std::vector<std::string> words{"auto"};
  words.insert(words.end(), kWords<PictureQuality>.begin(), kWords<PictureQuality>.end());
  return words;
}

class ViewerCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    program.add_option("MODEL", options_.models, optionalModelHelp());
    addClipFiles(program, options_.clipFiles);
    addReading(program, reading_);
    addSize(program, options_.size, "WIDTHxHEIGHT of the window");
    addNumber(program, "--ui-scale", options_.uiScale, "Scale of the interface, on top of the display's own", 0.5, 4)
        ->capture_default_str();
    addDrawLimit(program, options_.drawLimit);
    program
        .add_option_function<std::string>(
            "--quality", [this](const std::string& name) { options_.quality = enumeratorNamed<PictureQuality>(name); },
            "Rendering quality of the window: full, high, medium, low, or auto (as high as the GPU allows while the "
            "scene moves, full when it stands still). Saved pictures and films are always full")
        ->check(CLI::IsMember(qualityWords()))
        ->default_str("auto");
    program.add_option("--shader-dir", options_.shaderDir,
                       "Load the shaders from this folder, and reload them when they change");
    program.add_option(
        "--state-file", options_.stateFile,
        "Continuously write the session's state and the widgets' positions to this JSON file, for tests");
    program.add_flag("!--no-config", options_.keepsSettings,
                     "Start with the default settings; store no settings, unsaved work, thumbnails or cached models");
    program.add_flag("!--no-portal", options_.usesPortal,
                     "Always use Crossfade's own file browser, never the desktop's dialog");
    program_ = &program;
    return &program;
  }
  ExitCode run() const override {
    ViewerOptions options = options_;
    options.importer = reading_.importer;
    options.space = reading_.space;
    options.usesKeptSize = program_->count("--size") == 0;
    options.usesKeptQuality = program_->count("--quality") == 0;
    return runViewer(options);
  }

 private:
  ReadingOptions reading_;
  ViewerOptions options_;
  const CLI::App* program_ = nullptr;
};

}  // namespace

std::unique_ptr<Subcommand> makeViewerCommand() { return std::make_unique<ViewerCommand>(); }

}  // namespace app
