// crossfade pack: a model's skeleton, clips and transitions as one block that a game loads.
#include <cstdio>
#include <string>
#include <vector>

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/format/settings/settings_code.h"
#include "app/format/visible_text.h"
#include "app/host/files/pack_file.h"
#include "app/host/terminal/messages.h"
#include "app/model/counted.h"
#include "app/model/file_formats.h"

namespace app {
namespace {

class PackCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* parser = program.add_subcommand(
        "pack",
        "Pack skeleton, skins, clips, root motion, contacts, events, masks, transitions and blend spaces for a game");
    parser->add_option("MODEL", files_, modelHelp() + "; of more files the clips, fitted to the first one's skeleton")
        ->required();
    parser->add_option("--out", out_, "Write this file: FILE.xfade")->required();
    parser
        ->add_option(
            "--tolerance", millimeters_,
            "Compress clips: no point near a joint moves by more than this, in millimeters for a character of up to "
            "two "
            "meters and in proportion for a larger one, and no joint turns by more than half this number, in degrees. "
            "Try 0.1. Without: clips keep their keys")
        ->check(CLI::Range(0.001, 1000.0));
    parser->add_flag("--steps", marksSteps_,
                     "Clips without events get some from foot contacts: \"left down\" and \"right down\"");
    addSpace(*parser, space_,
             "Add a blend space of this name: the model's walks and runs at their measured speed and turn, and "
             "a clip that stands. A project's own blend spaces are packed, too");
    addReading(*parser, options_.reading);
    addTransitionSet(*parser, options_.set);
    return parser;
  }

  void check() const override {
    if (!hasEnding(out_, kPackEnding)) refuse("--out", "writes .xfade files, not " + out_);
    refuseReplacing("--out", out_, {options_.set}, files_);
  }

  ExitCode run() const override {
    if (auto ok = checkWritable(out_); !ok) return fail(ok.error().message);
    SessionOptions options = options_;
    options.model = files_.front();
    options.clipFiles.assign(files_.begin() + 1, files_.end());
    if (options.model.empty()) return fail("the model's name is empty", ExitCode::WrongUsage);
    const auto session = openSession(options, {.imageHeadersOnly = true});
    if (!session) return fail(session.error().message);
    Session& opened = **session;
    if (auto made = layOutSpace(opened, space_); !made) return fail(made.error().message);
    if (opened.model().clips.empty()) warn(opened.model().name + ": has no clips; the pack has only its skeleton");
    crossfade::PackOptions packing;
    if (millimeters_ > 0) {
      const double ratio = millimeters_ / 0.1;
      crossfade::SampleTolerance& tolerance = packing.tolerance.emplace();
      tolerance.distance *= ratio;
      tolerance.angle *= ratio;
      tolerance.morph *= ratio;
    }
    if (!opened.character().transitions().empty())
      for (const std::string& lost : lostFields(exportOfSet(opened))) warn(out_ + ": " + lost);
    const auto saved = savePack(out_, packOf(opened, marksSteps_), packing);
    if (!saved) return fail(saved.error().message);
    if (packing.tolerance && saved->keyed > 0)
      warn(out_ + ": " + counted(saved->keyed, "clip") + " of " + std::to_string(opened.model().clips.size()) +
           " could not be compressed within the tolerance, or would not get smaller, and kept the keys");
    std::printf("%s: %s, %s, %zu bytes\n", visible(out_).c_str(),
                counted(static_cast<std::size_t>(opened.model().skeleton.jointCount()), "joint").c_str(),
                counted(opened.model().clips.size(), "clip").c_str(), saved->bytes);
    return ExitCode::Done;
  }

 private:
  std::vector<std::string> files_;
  SessionOptions options_;
  std::string out_, space_;
  double millimeters_ = 0;  // 0: keys stay
  bool marksSteps_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> makePackCommand() { return std::make_unique<PackCommand>(); }

}  // namespace app
