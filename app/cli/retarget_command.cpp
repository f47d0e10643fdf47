// crossfade retarget: the clips of other files on one character, as a new .glb file.
#include <algorithm>
#include <cstdio>
#include <fstream>

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/export/glb_clips.h"
#include "app/format/joint_map_json.h"
#include "app/host/files/model_file.h"
#include "app/host/files/text_file.h"
#include "app/host/terminal/messages.h"
#include "app/model/add_clips.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::JointMap;
using crossfade::Result;

Result<bool> writeFile(const std::string& path, const char* bytes, std::size_t size) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes, static_cast<std::streamsize>(size));
  file.close();
  if (!file) return Error{path + ": cannot be written"};
  return true;
}

void printMap(const JointMap& map, const Model& from, const Model& onto) {
  std::printf("%-28s %-28s %-7s %s\n", "joint", "moved by", "aligned", "confidence");
  for (const crossfade::JointPair& pair : map.pairs) {
    std::string source = from.skeleton.name(pair.source);
    if (pair.upperSource >= 0) source += " + " + from.skeleton.name(pair.upperSource);
    std::printf("%-28s %-28s %-7s %.2f\n", onto.skeleton.name(pair.target).c_str(), source.c_str(),
                std::string(nameOf(pair.alignment)).c_str(), static_cast<double>(pair.confidence));
  }
}

class RetargetCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* parser = program.add_subcommand("retarget", "Transfer the clips of other files to a character");
    parser->add_option("SOURCE", sources_, modelHelp() + "; several: all their clips")->required();
    parser->add_option("--onto", onto_, "The character, a .gltf or .glb file if --out is given; none: the bundled one");
    parser->add_option("--out", out_, "Write a copy of the character with the clips: FILE.glb");
    parser->add_option("--map", map_, "Use this joint map (JSON) instead of a guess");
    parser->add_option("--map-out", mapOut_, "Write the joint map as JSON, to edit it; for one source");
    parser->add_flag("--mirrored", mirrored_, "Swap left and right");
    parser->add_flag("--only", only_, "Leave out the character's own clips");
    return parser;
  }

  ExitCode run() const override {
    auto onto = loadModel(onto_);
    if (!onto) return fail(onto.error().message);
    const std::size_t ownClips = onto->clips.size();
    for (const std::string& source : sources_)
      if (const auto added = addFrom(source, *onto); !added) return fail(added.error().message);
    if (out_.empty()) return ExitCode::Done;
    const auto written = write(*onto, ownClips);
    return written ? ExitCode::Done : fail(written.error().message);
  }

 private:
  Result<bool> addFrom(const std::string& source, Model& onto) const {
    const auto from = loadModel(source);
    if (!from) return from.error();
    JointMap map;
    if (!map_.empty()) {
      const auto text = readTextFile(map_);
      if (!text) return text.error();
      auto read = jointMapFromText(*text, from->skeleton, onto.skeleton);
      if (!read) return Error{map_ + ": " + read.error().message};
      map = std::move(*read);
    }
    const auto retargeter = makeRetargeter(*from, onto, std::move(map), {.mirrored = mirrored_});
    if (!retargeter) return retargeter.error();
    if (out_.empty() && mapOut_.empty()) printMap(retargeter->map(), *from, onto);
    if (!mapOut_.empty()) {
      const std::string text = jointMapText(retargeter->map(), from->skeleton, onto.skeleton);
      if (const auto written = writeFile(mapOut_, text.data(), text.size()); !written) return written.error();
    }
    const auto added = addClips(onto, *from, *retargeter);
    if (!added) return added.error();
    std::printf("%s: %d clips through %d joints, %d tracks sampled anew, %d without a counterpart; travel x %.3g\n",
                source.c_str(), added->clips, added->joints, added->tracksSampled, added->tracksLost,
                retargeter->travelScale());
    return true;
  }

  Result<bool> write(const Model& onto, std::size_t ownClips) const {
    std::vector<const crossfade::AnimationClip*> clips;
    for (std::size_t i = ownClips; i < onto.clips.size(); ++i) clips.push_back(&onto.clips[i]);
    const auto document = readModelFile(onto_);
    if (!document) return document.error();
    const auto glb = glbWithClips(*document, std::filesystem::path(onto_).parent_path(), onto.skeleton, clips, !only_);
    if (!glb) return Error{(onto_.empty() ? "character.glb" : onto_) + ": " + glb.error().message};
    const auto written = writeFile(out_, reinterpret_cast<const char*>(glb->data()), glb->size());
    if (written) std::printf("%s\n", out_.c_str());
    return written;
  }

  std::vector<std::string> sources_;
  std::string onto_, out_, map_, mapOut_;
  bool mirrored_ = false, only_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> makeRetargetCommand() { return std::make_unique<RetargetCommand>(); }

}  // namespace app
