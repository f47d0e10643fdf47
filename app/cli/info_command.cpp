// crossfade info: what is in a model file, and what was repaired, ignored or lost.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/format/pack_text.h"
#include "app/format/visible_text.h"
#include "app/host/files/pack_file.h"
#include "app/host/terminal/messages.h"
#include "app/model/counted.h"
#include "app/model/file_formats.h"
#include "app/model/upright.h"
#include "crossfade/base/number_text.h"
#include "crossfade/travel/root_motion.h"

namespace app {
namespace {

using Json = nlohmann::json;
using crossfade::formatNumber;

struct Counts {
  std::size_t primitives = 0, triangles = 0, morphTargets = 0, jointsInSkins = 0;
};

Counts countOf(const Model& model) {
  Counts counts;
  for (const MeshInstance& instance : model.instances) {
    for (const Primitive& primitive : model.meshes[static_cast<std::size_t>(instance.mesh)].primitives) {
      ++counts.primitives;
      if (primitive.topology == Topology::Triangles)
        counts.triangles += (primitive.indices.empty() ? primitive.positions.size() : primitive.indices.size()) / 3;
      counts.morphTargets = std::max(counts.morphTargets, primitive.morphTargets.size());
    }
  }
  for (const Skin& skin : model.skins) counts.jointsInSkins = std::max(counts.jointsInSkins, skin.joints.size());
  return counts;
}

/// "12 LINEAR, 2 STEP": how many tracks of a clip use which interpolation.
std::string interpolationsOf(const crossfade::AnimationClip& clip) {
  std::string text;
  for (const auto mode :
       {crossfade::Interpolation::Linear, crossfade::Interpolation::Discrete, crossfade::Interpolation::Hermite}) {
    int count = 0;
    for (const auto& track : clip.tracks()) count += track.interpolation() == mode;
    if (count > 0) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(nameOf(mode));
  }
  return text.empty() ? "no channels" : text;
}

/// In degrees, above -180 and never -0, rounded to multiples of `unit`.
double directionOf(const crossfade::RootMotion& motion, double unit = 1) {
  const double direction = std::round(motion.direction() / unit) * unit + 0.0;
  return direction <= -180 ? direction + 360 : direction;
}

/// "in place, 1.4 m/s at 0 deg", "turning, 90 deg per loop": how a clip travels.
std::string travelOf(const crossfade::RootMotion& motion) {
  std::string text(nameOf(motion.kind()));
  if (motion.speed() > 0) {
    text += ", " + formatNumber(motion.speed(), 2) + " m/s at " + formatNumber(directionOf(motion), 0) + " deg";
  }
  if (motion.turns()) text += ", " + formatNumber(motion.turn, 0) + " deg per loop";
  return text;
}

Json jsonOf(const Model& model, const crossfade::RootMotion& motion) {
  const glm::dvec3& moved = motion.displacement;
  return {
      {"kind", nameOf(motion.kind())}, {"joint", motion.joint < 0 ? Json() : Json(model.skeleton.name(motion.joint))},
      {"speed", motion.speed()},       {"direction", directionOf(motion, 1e-3)},
      {"turn", motion.turn},           {"displacement", {moved.x, moved.y, moved.z}}};
}

constexpr std::array kLightKinds{"directional", "point", "spot"};

Json jsonOf(const Model& model) {
  const Counts counts = countOf(model);
  Json cameras = Json::array(), lights = Json::array(), expressions = Json::array();
  for (const Expression& expression : model.expressions) expressions.push_back(expression.name);
  for (const FileCamera& camera : model.cameras)
    cameras.push_back({{"name", camera.name}, {"type", camera.orthographic ? "orthographic" : "perspective"}});
  for (const FileLight& light : model.lights)
    lights.push_back({{"name", light.name}, {"type", kLightKinds[static_cast<std::size_t>(light.kind)]}});
  Json clips = Json::array(), report = Json::array();
  const crossfade::RootMotionMeter meter(model.skeleton, standingFeetOf(model));
  for (const auto& clip : model.clips)
    clips.push_back({{"name", clip.name()},
                     {"duration", clip.duration()},
                     {"channels", clip.tracks().size()},
                     {"rootMotion", jsonOf(model, meter.measure(clip))}});
  for (const ReportLine& line : model.report.lines)
    report.push_back({{"kind", wordOf(line.kind)}, {"location", line.location}, {"what", line.what}});
  return {{"model", model.name},
          {"nodes", model.skeleton.jointCount()},
          {"meshes", model.meshes.size()},
          {"primitives", counts.primitives},
          {"vertices", vertexCountOf(model)},
          {"triangles", counts.triangles},
          {"skins", model.skins.size()},
          {"jointsInLargestSkin", counts.jointsInSkins},
          {"morphTargets", counts.morphTargets},
          {"materials", model.materials.size()},
          {"images", model.images.size()},
          {"cameras", cameras},
          {"lights", lights},
          {"variants", model.variants},
          {"expressions", expressions},
          {"clips", clips},
          {"report", report}};
}

/// "'Street', 'Beach'"; unnamed entries by their index.
template <class Entry, class NameOf>
void printNames(const char* what, const std::vector<Entry>& all, NameOf nameOf) {
  constexpr std::size_t kMost = 32;
  if (all.empty()) return;
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), kMost); ++i) {
    const std::string name = nameOf(all[i]);
    text += (i > 0 ? ", " : "") + (name.empty() ? "#" + std::to_string(i) : "'" + name + "'");
  }
  if (all.size() > kMost) text += ", and " + std::to_string(all.size() - kMost) + " more";
  std::printf("  %s: %s\n", what, visible(text).c_str());
}

void printCounts(const Model& model) {
  const Counts counts = countOf(model);
  std::string skins = counted(model.skins.size(), "skin");
  if (model.skins.size() == 1) skins += " (" + counted(counts.jointsInSkins, "joint") + ")";
  if (model.skins.size() > 1) skins += " (at most " + counted(counts.jointsInSkins, "joint") + ")";
  std::printf("  %s, %s, %s, %zu vertices, %s\n",
              counted(static_cast<std::size_t>(model.skeleton.jointCount()), "node").c_str(),
              counted(model.meshes.size(), "mesh", "es").c_str(), counted(counts.primitives, "primitive").c_str(),
              vertexCountOf(model), counted(counts.triangles, "triangle").c_str());
  std::printf("  %s, %s, %s, %s, %s\n", skins.c_str(), counted(counts.morphTargets, "morph target").c_str(),
              counted(model.materials.size(), "material").c_str(), counted(model.images.size(), "image").c_str(),
              counted(model.cameras.size(), "camera").c_str());
}

void print(const Model& model) {
  std::printf("%s\n", visible(model.name).c_str());
  printCounts(model);
  printNames("variants", model.variants, [](const std::string& name) { return name; });
  printNames("cameras", model.cameras, [](const FileCamera& camera) { return camera.name; });
  printNames("lights", model.lights, [](const FileLight& light) {
    return light.name + " (" + kLightKinds[static_cast<std::size_t>(light.kind)] + ")";
  });
  printNames("expressions", model.expressions, [](const Expression& expression) { return expression.name; });
  std::printf("  %s\n", counted(model.clips.size(), "clip").c_str());
  const crossfade::RootMotionMeter meter(model.skeleton, standingFeetOf(model));
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    const auto& clip = model.clips[i];
    std::printf("    #%-3zu %-28s %8s s  %-34s %s\n", i, visible(clip.name()).c_str(),
                formatNumber(clip.duration(), 3).c_str(), travelOf(meter.measure(clip)).c_str(),
                interpolationsOf(clip).c_str());
  }
  for (const ReportLine& line : model.report.lines)
    std::printf("  %-8s %s: %s\n", wordOf(line.kind), visible(line.location).c_str(), visible(line.what).c_str());
}

class InfoCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* parser =
        program.add_subcommand("info", "Show what is in a model, and what was repaired, ignored or lost");
    parser->add_option("MODEL", models_, modelHelp() + "; or .xfade packs; several")->required();
    parser->add_flag("--json", json_, "Print JSON; of several models a list");
    addInfluences(*parser, allInfluences_);
    addClipFiles(*parser, opened_.clipFiles);
    addReading(*parser, opened_.reading);
    return parser;
  }

  ExitCode run() const override {
    if (std::find(models_.begin(), models_.end(), "") != models_.end())
      return fail("the model's name is empty", ExitCode::WrongUsage);
    ExitCode code = ExitCode::Done;
    Json all = Json::array();
    for (const std::string& each : models_)
      code = worse(code, hasEnding(each, kPackEnding) ? showPack(each, all) : showModel(each, all));
    const bool isOne = models_.size() == 1;
    if (json_ && !(isOne && all.empty())) printJson(isOne ? all.front() : all, 2);
    return code;
  }

 private:
  /// Prints it, or adds it to `all`.
  ExitCode showModel(const std::string& path, Json& all) const {
    const auto model = openModel(path, opened_, {.allInfluences = allInfluences_, .imageHeadersOnly = true});
    if (!model) return fail(model.error().message);
    if (json_)
      all.push_back(jsonOf(*model));
    else
      print(*model);
    return ExitCode::Done;
  }
  ExitCode showPack(const std::string& path, Json& all) const {
    const auto opened = loadPack(path);
    if (!opened) return fail(opened.error().message);
    if (json_) {
      all.push_back(packToJson(opened->pack));
      return ExitCode::Done;
    }
    const std::string name = std::filesystem::path(path).filename().string();
    std::fputs(visibleLines(packText(opened->pack, name, opened->block.size())).c_str(), stdout);
    return ExitCode::Done;
  }

  std::vector<std::string> models_;
  SessionOptions opened_;
  bool json_ = false;
  bool allInfluences_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> makeInfoCommand() { return std::make_unique<InfoCommand>(); }

}  // namespace app
