// crossfade export: a transition set for other programs: JSON, or code and assets of an engine.
#include <cstdio>
#include <span>

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/host/files/model_file.h"
#include "app/host/files/project_file.h"
#include "app/host/files/set_file.h"
#include "app/host/terminal/messages.h"
#include "app/record/pending_file.h"

namespace app {
namespace {

class ExportCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* parser = program.add_subcommand("export", "Write a transition set as JSON, or as code for an engine");
    parser->add_option("MODEL", model_, optionalModelHelp());
    addTransitionSet(*parser, set_);
    std::vector<std::string> words;
    for (const SettingsFormat& format : kSettingsFormats) words.emplace_back(format.word);
    parser->add_option("--as", as_, "What to write; r3f is react-three-fiber")
        ->check(CLI::IsMember(words))
        ->capture_default_str();
    parser->add_option("--out", out_, "FILE; none: print it");
    addClipFiles(*parser, clipFiles_);
    return parser;
  }

  ExitCode run() const override {
    auto model = loadModel(model_, {.imageHeadersOnly = true}, clipFiles_);
    if (!model) return fail(model.error().message);
    Session session(std::move(*model));
    openProjectOf(session);
    if (auto opened = openTransitionSet(set_, session); !opened) return fail(opened.error().message);
    if (session.character().transitions().empty())
      warn("the transition set is empty; what is written has the defaults of the cross-fade panel");
    const std::string text = exportedSet(*settingsTargetOf(as_), session);
    if (out_.empty()) {
      std::fwrite(text.data(), 1, text.size(), stdout);
      return ExitCode::Done;
    }
    if (auto written = writeWholeFile(out_, std::as_bytes(std::span(text))); !written)
      return fail(written.error().message);
    std::printf("%s\n", out_.c_str());
    return ExitCode::Done;
  }

 private:
  std::string model_;
  std::vector<std::string> clipFiles_;
  std::string set_;  // a file; empty: that of the project
  std::string as_ = "json";
  std::string out_;
};

}  // namespace

std::unique_ptr<Subcommand> makeExportCommand() { return std::make_unique<ExportCommand>(); }

}  // namespace app
