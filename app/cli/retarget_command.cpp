// crossfade retarget: the clips of other files on one character, as a new .glb file.
#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/format/joint_map_json.h"
#include "app/format/visible_text.h"
#include "app/host/bake/clip_writer.h"
#include "app/host/files/model_file.h"
#include "app/host/files/text_file.h"
#include "app/host/terminal/messages.h"
#include "app/model/add_clips.h"
#include "app/session/character/retargeting.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::JointMap;
using crossfade::Result;

void printMap(const JointMap& map, const Model& from, const Model& onto) {
  std::printf("%-28s %-28s %-7s %s\n", "joint", "moved by", "aligned", "confidence");
  for (const crossfade::JointPair& pair : map.pairs) {
    std::string source = from.skeleton.name(pair.source);
    if (pair.upperSource >= 0) source += " + " + from.skeleton.name(pair.upperSource);
    std::printf("%-28s %-28s %-7s %.2f\n", visible(onto.skeleton.name(pair.target)).c_str(), visible(source).c_str(),
                std::string(nameOf(pair.alignment)).c_str(), static_cast<double>(pair.confidence));
  }
}

class RetargetCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* parser = program.add_subcommand("retarget", "Transfer the clips of other files to a character");
    parser->add_option("SOURCE", sources_, modelHelp() + "; several: all their clips")->required();
    parser->add_option("--onto", onto_, "The character (with --out a .gltf or .glb file); default: the bundled one");
    parser->add_option("--out", out_, "Write a copy of the character with the clips: FILE.glb");
    parser->add_option("--map", map_, "Use this joint map (JSON) instead of a guess");
    parser->add_option("--map-out", mapOut_, "Write the joint map as JSON, for editing; one source only");
    parser->add_flag("--mirrored", mirrored_, "Swap left and right");
    parser->add_option("--reach", reach_, "Move the hands toward the source's, scaled to the arms: 0 (off) to 1")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str();
    parser->add_flag("--only", only_, "Leave out the character's own clips");
    addReading(*parser, reading_);  // of the sources: the character is as its file says
    return parser;
  }

  void check() const override {
    if (!out_.empty()) refuseUnlessGlb("--out", out_);
    if (only_ && out_.empty()) refuse("--only", "says what --out leaves out, and there is no --out");
    if (!mapOut_.empty() && sources_.size() > 1) refuse("--map-out", "a map is for one source, not for several");
    refuseReplacing("--map-out", mapOut_, {onto_}, sources_);  // --map may be updated
    refuseReplacing("--out", out_, {onto_, map_}, sources_);
    if (isSameFile(out_, mapOut_)) refuse("--map-out", "is the same file as --out");
    if (!out_.empty() && !onto_.empty() && !isGltfFile(onto_))
      refuse("--onto", "only a copy of a glTF file can be written (.gltf, .glb, .vrm), not of " + onto_);
  }

  ExitCode run() const override {
    for (const std::string& out : {out_, mapOut_})
      if (auto ok = checkWritable(out); !ok) return fail(ok.error().message);
    auto onto = loadModel(onto_);
    if (!onto) return fail(onto.error().message);
    const RetargetTarget target = retargetTargetOf(*onto);
    if (only_) onto->clips = {};  // they keep no name from the others
    const std::size_t ownClips = onto->clips.size();
    for (const std::string& source : sources_)
      if (const auto added = addFrom(source, *onto, target); !added) return fail(added.error().message);
    if (out_.empty()) return ExitCode::Done;
    const auto written = write(*onto, ownClips);
    if (!written) return fail(written.error().message);
    std::printf("%s\n", visible(out_).c_str());
    return ExitCode::Done;
  }

 private:
  /// `target`: the character as it was before clips were added or left out.
  Result<void> addFrom(const std::string& source, Model& onto, const RetargetTarget& target) const {
    const auto from = openModel(source, {.reading = reading_});
    if (!from) return from.error();
    RetargetSettings settings{.map = {}, .mirrored = mirrored_, .reach = reach_};
    if (!map_.empty()) {
      const auto text = readTextFile(map_);
      if (!text) return text.error();
      auto read = jointMapFromText(*text, from->skeleton, onto.skeleton);
      if (!read) return Error{map_ + ": " + read.error().message};
      settings.map = std::move(*read);
    }
    ClipFile file = clipFileOf(*from, settings);
    const auto retargeter = makeRetargeter(file, target, settings);
    if (!retargeter) return retargeter.error();
    if (out_.empty() && mapOut_.empty()) printMap(retargeter->map(), *from, onto);
    if (!mapOut_.empty()) {
      const std::string text = jointMapText(retargeter->map(), from->skeleton, onto.skeleton);
      if (auto written = writeTextFile(mapOut_, text); !written) return written;
    }
    const std::size_t known = onto.report.lines.size();
    const auto added = addClips(onto, *from, std::move(file), *retargeter);
    if (!added) return added.error();
    for (std::size_t i = known + 1; i < onto.report.lines.size(); ++i)  // the first has what is printed below
      warn(onto.report.lines[i].location + ": " + onto.report.lines[i].what);
    std::printf(
        "%s: %d clips through %d joints, %d left out; %d tracks sampled anew, %d without a counterpart; "
        "travel x %.3g\n",
        visible(source).c_str(), added->clips, added->joints, added->clipsLost, added->tracksSampled, added->tracksLost,
        retargeter->travelScale());
    return {};
  }

  Result<void> write(const Model& onto, std::size_t ownClips) const {
    std::vector<const crossfade::AnimationClip*> clips;
    for (std::size_t i = ownClips; i < onto.clips.size(); ++i) clips.push_back(&onto.clips[i]);
    const auto lost = writeClips(out_, onto, clips, {.keepsOwnClips = !only_});
    if (!lost) return lost.error();
    std::for_each(lost->begin(), lost->end(), warn);
    return {};
  }

  std::vector<std::string> sources_;
  std::string onto_, out_, map_, mapOut_;
  ReadingOptions reading_;
  double reach_ = 0;
  bool mirrored_ = false, only_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> makeRetargetCommand() { return std::make_unique<RetargetCommand>(); }

}  // namespace app
