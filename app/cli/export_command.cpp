// crossfade export: a transition set for other programs: JSON, or code and assets of an engine.
#include <cstdio>
#include <string>
#include <vector>

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/format/visible_text.h"
#include "app/host/files/session_files.h"
#include "app/host/files/text_file.h"
#include "app/host/terminal/messages.h"
#include "app/model/settings_formats.h"

namespace app {
namespace {

class ExportCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* parser = program.add_subcommand("export", "Write a transition set as JSON, or as code for an engine");
    std::vector<std::string> words;
    for (const SettingsFormat& format : kSettingsFormats) words.emplace_back(format.word);
    parser
        ->add_option("--as", as_,
                     "What to write; three-crossfade uses the npm package crossfade and loses no kind of fade, r3f is "
                     "react-three-fiber")
        ->check(CLI::IsMember(words))
        ->capture_default_str();
    parser->add_option("--out", out_, "FILE; default: standard output");
    addSpace(*parser, space_,
             "Export a blend space of this name, too: the model's walks and runs at their measured speed and turn, and "
             "a clip that stands. A project's own blend spaces are exported anyway");
    addSessionOptions(*parser, options_, false);
    return parser;
  }

  void check() const override { refuseReplacing("--out", out_, {options_.model, options_.set}, options_.clipFiles); }

  ExitCode run() const override {
    if (auto ok = checkWritable(out_); !ok) return fail(ok.error().message);
    const auto session = openSession(options_, {.imageHeadersOnly = true});
    if (!session) return fail(session.error().message);
    if (auto made = layOutSpace(**session, space_); !made) return fail(made.error().message);
    if ((*session)->character().transitions().empty())
      warn("the transition set is empty; what is written has the defaults of the cross-fade panel");
    const std::string text = exportedSet(*settingsTargetOf(as_), **session);
    if (out_.empty()) {
      std::fwrite(text.data(), 1, text.size(), stdout);
      return ExitCode::Done;
    }
    if (auto written = writeTextFile(out_, text); !written) return fail(written.error().message);
    std::printf("%s\n", visible(out_).c_str());
    return ExitCode::Done;
  }

 private:
  SessionOptions options_;
  std::string as_ = "json";
  std::string out_, space_;
};

}  // namespace

std::unique_ptr<Subcommand> makeExportCommand() { return std::make_unique<ExportCommand>(); }

}  // namespace app
