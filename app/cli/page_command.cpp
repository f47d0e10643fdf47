// crossfade page: a model and its fades as one HTML file that plays in any browser.
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/format/page/web_page.h"
#include "app/format/settings/settings_code.h"
#include "app/format/transition_json.h"
#include "app/format/visible_text.h"
#include "app/host/bake/clip_writer.h"
#include "app/host/files/session_files.h"
#include "app/host/files/text_file.h"
#include "app/host/terminal/messages.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;
namespace fs = std::filesystem;

constexpr double kMostSeconds = 3600;  // of a script

/// Beside the program, as installed, or where scripts/web puts it for a program in build/<preset>/app. Empty: nowhere.
fs::path findTemplate() {
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* const relative :
       {"page_template.html", "../share/crossfade/page_template.html", "../../web/page_template.html"})
    if (!folder.empty() && fs::is_regular_file(folder / relative, error)) return (folder / relative).lexically_normal();
  return {};
}

/// The model's file as it is where the page reads it; otherwise what was read of it.
Result<ModelCopy> modelOf(const Session& session) {
  const Model& model = session.model();
  const bool isAsInItsFile = model.importer == Importer::Own && model.turn == Model{}.turn && model.scale == 1;
  if (isAsInItsFile)
    if (auto copy = copyWithBaked(session, {}, true); copy && isReadByPage(copy->bytes)) return copy;
  return rebuiltCopy(session);
}

class PageCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* parser = program.add_subcommand(
        "page", "Make one HTML file of a model and its fades, which plays in a browser, also on a phone and offline");
    parser->add_option("--out", out_, "Write this file: PAGE.html")->required();
    parser->add_option("--script", script_, "Play this script when the page opens");
    parser
        ->add_option(
            "--template", template_,
            "The page without a model, page_template.html, which scripts/web builds; default: the one installed "
            "with this program, or in its build folder")
        ->envname("CROSSFADE_PAGE_TEMPLATE");
    addSessionOptions(*parser, options_, false);
    return parser;
  }

  void check() const override {
    if (!hasEnding(out_, ".html") && !hasEnding(out_, ".htm")) refuse("--out", "writes .html files, not " + out_);
    refuseReplacing("--out", out_, {options_.model, options_.set, script_, template_}, options_.clipFiles);
  }

  ExitCode run() const override {
    if (auto ok = checkWritable(out_); !ok) return fail(ok.error().message);
    const auto pageTemplate = readTemplate();
    if (!pageTemplate) return fail(pageTemplate.error().message);
    const auto session = openSession(options_);
    if (!session) return fail(session.error().message);
    const auto page = pageOf(**session, *pageTemplate);
    if (!page) return fail(page.error().message);
    if (auto written = writeTextFile(out_, *page); !written) return fail(written.error().message);
    std::printf("%s: %s MB\n", visible(out_).c_str(),
                crossfade::formatNumber(static_cast<double>(page->size()) / 1e6, 3).c_str());
    return ExitCode::Done;
  }

 private:
  Result<std::string> readTemplate() const {
    const std::string path = template_.empty() ? findTemplate().string() : template_;
    if (path.empty())
      return Error{
          "the page's template, page_template.html, is not beside this program and not installed: build it with "
          "scripts/web, or name it with --template"};
    return readTextFile(path);
  }

  Result<std::string> pageOf(Session& session, const std::string& pageTemplate) const {
    const Model& model = session.model();
    if (model.clips.empty()) warn(model.name + ": has no clips; the page shows its rest pose");
    const auto copy = modelOf(session);
    if (!copy) return copy.error();
    for (const std::string& lost : copy->lost) warn(lost);
    WebPageParts parts{.name = model.name, .model = copy->bytes};
    if (const TransitionCells& cells = session.character().transitions(); !cells.empty()) {
      parts.set = transitionSetText(cells, session);
      constexpr FieldSet kPlayed = kCodedFields & ~bitOf(&FadeChoice::fromPhase);  // web/src/transition_set.ts
      for (const std::string& lost : lostFields(exportOfSet(session), kPlayed)) warn(out_ + ": " + lost);
    }
    if (!script_.empty()) {
      auto script = scriptFor(session);
      if (!script) return script.error();
      parts.script = *std::move(script);
    }
    auto page = webPage(pageTemplate, parts);
    if (!page) return Error{(template_.empty() ? findTemplate().string() : template_) + ": " + page.error().message};
    return page;
  }

  /// The script for the page, after the session has played it: what the desktop refuses, the page never sees.
  Result<std::string> scriptFor(Session& session) const {
    auto text = readTextFile(script_);
    if (!text) return text.error();
    auto script = loadScript(script_, session.model());
    if (!script) return script.error();
    auto written = webScript(*text, session);
    if (!written) return Error{script_ + ": " + written.error().message};
    ScriptPlayer player(fromNothing(*std::move(script)));
    if (player.seconds() > kMostSeconds)
      return Error{script_ + ": the script takes " + crossfade::formatNumber(player.seconds()) +
                   " s; a page plays at most " + crossfade::formatNumber(kMostSeconds)};
    FrameProfiler profiler;
    if (auto played = player.advanceTo(player.seconds(), session, profiler); !played) return played.error();
    return written;
  }

  SessionOptions options_;
  std::string out_, script_, template_;
};

}  // namespace

std::unique_ptr<Subcommand> makePageCommand() { return std::make_unique<PageCommand>(); }

}  // namespace app
