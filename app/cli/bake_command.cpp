// crossfade bake: transitions, queues and scripts as new clips in a copy of a glTF file.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <glm/trigonometric.hpp>

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/format/model_words.h"
#include "app/format/sequence_text.h"
#include "app/format/visible_text.h"
#include "app/host/bake/bake_session.h"
#include "app/host/bake/clip_writer.h"
#include "app/host/files/session_files.h"
#include "app/host/terminal/messages.h"
#include "app/model/add_clips.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::formatNumber;
using crossfade::Result;

constexpr double kGapDegrees = 0.5;  // of a loop, above which it is worth a warning

class BakeCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* parser = program.add_subcommand(
        "bake",
        "Bake transitions, queues, scripts or clips of other files into a copy of a glTF file as new clips, and leave "
        "everything else as it is; or convert a model in another format to glTF");
    parser->add_option("MODEL", models_, optionalModelHelp() + "; several");
    parser
        ->add_option("--out", out_,
                     "Write this file: NEW.glb; {name} is the model's file name, which several models need")
        ->required();
    auto* script = parser->add_option("--script", script_, "Bake what this script plays, as one clip");
    auto* pair = parser
                     ->add_option("--pair", pairs_,
                                  "FROM,TO: bake the transition between two clips, to be played between them; may be "
                                  "repeated. With --set and without --pair: every pair that the set names")
                     ->allow_extra_args(false)
                     ->excludes(script);
    parser
        ->add_option("--queue", queue_,
                     "CLIP,CLIP,...: bake these clips with a fade into each, as one clip; \"Walk 3 loops\" and "
                     "\"Walk 1.5 s\" say how long each plays; may be repeated, for more clips")
        ->allow_extra_args(false)
        ->excludes(script)
        ->excludes(pair);
    declareTimes(*parser);
    parser->add_option("--name", options_.name, "Name of the new clip");
    parser->add_flag("--only", only_, "Leave out the model's own clips");
    addOpeningOptions(*parser, opened_);
    return parser;
  }

  void check() const override {
    refuseUnlessGlb("--out", out_);
    refuseSharedOut("--out", out_, models_);
    for (const std::string& model : models_.empty() ? std::vector<std::string>{""} : models_) {
      if (!bakesPoses() && opened_.clipFiles.empty() && (isGltfFile(model) || isProjectFile(model)))
        refuse("bake", "needs something to bake: --script, --pair, --set, --queue or --clips");
      refuseReplacing("--out", outFor(out_, model), {opened_.set, script_}, opened_.clipFiles);
      refuseReplacing("--out", outFor(out_, model), {}, models_);
    }
    if (!options_.name.empty() && pairs_.size() != 1 && queue_.empty() && script_.empty())
      refuse("--name", "is for one clip: with --script, --queue or a single --pair");
    if (options_.loops && script_.empty() && queue_.empty()) refuse("--loop", "is for --script and --queue");
    if ((options_.seconds || options_.start > 0) && script_.empty())
      refuse("--seconds", "is for --script only, as is --start");
    if ((options_.leadIn > 0 || options_.leadOut > 0) && (!script_.empty() || !queue_.empty()))
      refuse("--lead-in", "is for transitions only, as is --lead-out");
  }

  ExitCode run() const override {
    ExitCode code = ExitCode::Done;
    for (const std::string& model : models_.empty() ? std::vector<std::string>{""} : models_) {
      BakeCommand one = *this;
      one.opened_.model = model;
      one.out_ = outFor(out_, model);
      code = worse(code, one.bakeOne());
    }
    return code;
  }

 private:
  ExitCode bakeOne() const {
    if (auto ok = checkWritable(out_); !ok) return fail(ok.error().message);
    const auto session = openSession(opened_);
    if (!session) return fail(session.error().message);
    for (const ReportLine& line : (*session)->model().report.lines)
      if (line.kind == Finding::Lost && line.location.starts_with("clips of ")) warn(line.location + ": " + line.what);
    auto baked = bakeAll(**session);
    if (!baked) return fail(baked.error().message);
    if (auto written = write(**session, *baked); !written) return fail(written.error().message);
    for (const BakedClip& each : *baked) print((*session)->model(), each);
    std::printf("%s\n", visible(out_).c_str());
    return ExitCode::Done;
  }

  void declareTimes(CLI::App& parser) {
    const auto seconds = [&](const char* name, auto& value, const char* help) {
      return addNumber(parser, name, value, help, 0, kMaxBakedSeconds);
    };
    seconds("--start", options_.start, "Script time of the first pose");
    seconds("--seconds", options_.seconds, "How much of a script to bake; default: all of it");
    seconds("--lead-in", options_.leadIn, "Seconds of the first clip before a transition");
    seconds("--lead-out", options_.leadOut, "Seconds of the second clip after a transition");
    parser.add_flag("--loop", options_.loops,
                    "Make the clip loop: end on the first pose (a queue fades from its last clip back to its first)");
    addNumber(parser, "--rate", options_.rate, "Poses per second; more are added where motion is curved or jumps", 1,
              1000)
        ->capture_default_str();
    addNumber(parser, "--error", options_.error,
              "Drop keys where that changes no value by more than this: radians for rotations, a fraction of the "
              "model's size for translations, absolute for scales and morph weights; 0 keeps every pose",
              0, 1)
        ->capture_default_str();
  }

  bool bakesPoses() const { return !script_.empty() || !pairs_.empty() || !queue_.empty() || !opened_.set.empty(); }

  Result<std::vector<BakedClip>> bakeAll(Session& session) const {
    std::vector<BakedClip> baked;
    if (!script_.empty()) {
      auto script = loadScript(script_, session.model());
      if (!script) return script.error();
      auto clip = bakeScript(session, *std::move(script), options_);
      if (!clip) return Error{script_ + ": " + clip.error().message};
      if (options_.name.empty()) clip->clip = clip->clip.renamed(std::filesystem::path(script_).stem().string());
      baked.push_back(*std::move(clip));
    } else if (!queue_.empty()) {
      auto items = queueItems(session.model());
      if (!items) return items.error();
      auto clip = bakeQueue(session, *std::move(items), options_);
      if (!clip) return clip.error();
      baked.push_back(*std::move(clip));
    } else {
      const auto pairs = pairsOf(session);
      if (!pairs) return pairs.error();
      for (const CellIndex& pair : *pairs) {
        auto clip = bakeTransition(session, pair.from, pair.to, options_);
        if (!clip && pairs->size() == 1) return clip.error();
        if (clip)
          baked.push_back(*std::move(clip));
        else
          warn(clip.error().message);
      }
    }
    giveFreeNames(session.model(), baked);
    return baked;
  }

  /// Of --pair, or those that the set names.
  Result<std::vector<CellIndex>> pairsOf(const Session& session) const {
    std::vector<CellIndex> pairs;
    for (const std::string& text : pairs_) {
      const auto pair = findPair(session.model(), text);
      if (!pair) return Error{"--pair: " + pair.error().message};
      pairs.push_back(*pair);
    }
    if (!pairs_.empty() || opened_.set.empty()) return pairs;
    pairs = keptPairs(session);
    if (pairs.empty())
      return Error{opened_.set + ": has no transition for a specific pair of clips; choose one with --pair FROM,TO"};
    return pairs;
  }

  Result<std::vector<SequenceItem>> queueItems(const Model& model) const {
    std::vector<SequenceItem> items;
    for (const std::string& text : queue_) {
      auto some = sequenceItemsOf(text, model);
      if (!some) return Error{"--queue: " + some.error().message};
      std::move(some->begin(), some->end(), std::back_inserter(items));
    }
    return items;
  }

  Result<void> write(const Session& session, const std::vector<BakedClip>& baked) const {
    if (isSameFile(session.model().path, out_)) return Error{"--out would replace " + out_ + ", the project's model"};
    const auto copy = copyWithBaked(session, baked, !only_);
    if (!copy) return copy.error();
    if (auto written = writeCopy(out_, *copy); !written) return written;
    std::for_each(copy->lost.begin(), copy->lost.end(), warn);
    return {};
  }

  void print(const Model& model, const BakedClip& baked) const {
    std::size_t keys = 0;
    for (const crossfade::KeyframeTrack& track : baked.clip.tracks())
      keys += static_cast<std::size_t>(track.keyCount());
    const std::size_t tracks = baked.clip.tracks().size(), all = tracks * static_cast<std::size_t>(baked.poses);
    std::printf("%s: %s s, %d poses, %zu tracks, %zu of %zu keys\n", visible(baked.clip.name()).c_str(),
                formatNumber(baked.clip.duration(), 4).c_str(), baked.poses, tracks, keys, all);
    if (!baked.gap) return;
    const double degrees = glm::degrees(baked.gap->rotation);
    if (degrees > kGapDegrees)
      warn("'" + baked.clip.name() + "' ends " + formatNumber(degrees, 3) + " degrees from where it begins, at " +
           model.skeleton.name(baked.gap->rotationJoint) + "; its last key is the first one all the same");
  }

  std::vector<std::string> models_;
  SessionOptions opened_;  // without the model
  std::string out_, script_;
  std::vector<std::string> pairs_, queue_;
  BakeOptions options_;
  bool only_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> makeBakeCommand() { return std::make_unique<BakeCommand>(); }

}  // namespace app
