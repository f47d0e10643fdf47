#include "app/cli/command_line.h"

#include <map>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/format/script.h"
#include "app/record/frame_sink.h"
#include "app/session/crowd/crowd.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

/// "1280x720" into two numbers.
std::string readSize(const std::string& text, int& width, int& height) {
  char end = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &width, &height, &end) != 2 || width < 1 || height < 1 || width > 16384 ||
      height > 16384)
    return "'" + text + "' is not a size like 1280x720";
  return {};
}

/// Ranges let NaN pass.
std::string finite(const std::string& text) {
  return text.find_first_of("nN") == std::string::npos ? "" : "'" + text + "' is not a number";
}

constexpr const char* kModelHelp = "A .gltf, .glb, .fbx, .dae or .bvh file";

void addClipFiles(CLI::App& command, std::vector<std::string>& files) {
  command.add_option("--clips", files, "Add the clips of another file, joint by joint by name; may be repeated")
      ->allow_extra_args(false);
}

/// "--influences all": every set of joints and weights, not only the first.
void addInfluences(CLI::App& command, bool& all) {
  command
      .add_option_function<std::string>(
          "--influences", [&all](const std::string& which) { all = which == "all"; },
          "first (as three.js), or all sets of joints and weights")
      ->check(CLI::IsMember({"first", "all"}));
}

CLI::App* addInfo(CLI::App& app, InfoOptions& options) {
  CLI::App* info = app.add_subcommand("info", "What is in a model, and what was repaired, ignored or lost");
  info->add_option("MODEL", options.model, kModelHelp)->required();
  info->add_flag("--json", options.json, "For machines");
  addInfluences(*info, options.allInfluences);
  addClipFiles(*info, options.clipFiles);
  return info;
}

CLI::App* addPose(CLI::App& app, PoseOptions& options) {
  CLI::App* pose = app.add_subcommand("pose", "Poses as JSON, in the format of the golden traces");
  pose->add_option("MODEL", options.model, kModelHelp)->required();
  auto* clip = pose->add_option("--clip", options.clip, "A clip's name, or #3");
  auto* script = pose->add_option("--script", options.script, "A script file");
  auto* like = pose->add_option("--like", options.like, "A trace: the same entries, clips, times and fades");
  auto* times = pose->add_option("--times", options.times, "Seconds, separated by commas")->delimiter(',');
  clip->excludes(script)->excludes(like)->needs(times);
  script->excludes(like)->needs(times);
  pose->add_flag("--json", options.json, "For machines; the only form there is");
  addInfluences(*pose, options.allInfluences);
  addClipFiles(*pose, options.clipFiles);
  return pose;
}

CLI::App* addBench(CLI::App& app, BenchOptions& options) {
  CLI::App* bench =
      app.add_subcommand("bench", "What the poses of a crowd cost, by the batched path and by the exact one");
  bench->add_option("MODEL", options.model, std::string(kModelHelp) + "; none: the bundled character");
  bench->add_option("--characters", options.characters, "How many, separated by commas")
      ->delimiter(',')
      ->check(CLI::Range(1, kMaxCharacters))
      ->capture_default_str();
  bench->add_option("--threads", options.threads, "That share the work")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  bench->add_option("--frames", options.frames, "Measured for each number")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  bench->add_flag("--json", options.json, "For machines");
  addClipFiles(*bench, options.clipFiles);
  return bench;
}

CLI::App* addCheck(CLI::App& app, CheckOptions& options) {
  CLI::App* check = app.add_subcommand(
      "check",
      "How good the transitions are: every pair of clips with every kind, or a script; exit code 4 past the limit");
  check->add_option("MODEL", options.model, kModelHelp)->required();
  auto* script = check->add_option("--script", options.script, "A script file: measures what it shows");
  check->add_option("--kind", options.kind, "Only this kind")
      ->check(CLI::IsMember(std::vector<std::string>(kTransitionNames.begin(), kTransitionNames.end())))
      ->excludes(script);
  check->add_option("--seconds", options.seconds, "Length of the fades")
      ->check(finite)
      ->check(CLI::Range(0.0, 60.0))
      ->capture_default_str()
      ->excludes(script);
  check->add_option("--max-ratio", options.maxRatio, "Largest change of velocity, times that of the clips themselves")
      ->check(finite)
      ->check(CLI::Range(1e-6, 1e6))
      ->capture_default_str();
  check->add_flag("--json", options.json, "For machines");
  addClipFiles(*check, options.clipFiles);
  return check;
}

/// "40,0,640x360", a part of the picture.
std::string readRegion(const std::string& text, std::optional<PictureRegion>& region) {
  PictureRegion read;
  char end = 0;
  if (std::sscanf(text.c_str(), "%d,%d,%dx%d%c", &read.x, &read.y, &read.width, &read.height, &end) != 4)
    return "'" + text + "' is not a region like 40,0,640x360";
  region = read;
  return {};
}

/// What no single option can know: empty, or what is wrong.
std::string wrongTogether(const RenderOptions& options) {
  const bool png = options.out.ends_with(".png");
  if (options.region && !options.region->isInside(options.width, options.height))
    return "the region is not inside the picture";
  int characters = 0;
  char end = 0;
  if (options.scene.empty() || options.scene == "shapes" || options.scene == "timing" || options.scene == "crowd") {
  } else if (options.scene.starts_with("crowd:") &&
             std::sscanf(options.scene.c_str(), "crowd:%d%c", &characters, &end) == 1 && characters >= 1 &&
             characters <= kMaxCharacters) {
  } else if (!options.scene.starts_with("shapes:") || options.scene.size() == 7) {
    return "'" + options.scene + "' is not shapes, shapes:FILE, timing, crowd or crowd:NUMBER (1 to " +
           std::to_string(kMaxCharacters) + ")";
  }
  if (options.sheet > 0 && !png) return "--sheet makes a .png";
  if (options.transparent && !png) return "only a .png can be transparent";
  if (options.transparent && options.interface) return "with the interface nothing is transparent";
  if (options.out.ends_with(".gif") && options.fps > kMaxGifRate)
    return "a GIF shows at most " + crossfade::formatNumber(kMaxGifRate) + " frames per second";
  return {};
}

CLI::App* addRender(CLI::App& app, RenderOptions& options, std::string& size) {
  CLI::App* render = app.add_subcommand("render", "Pictures and films without a display");
  render->add_option("MODEL", options.model, "A .gltf or .glb file; none: the bundled character");
  render->add_option("--out", options.out, "FILE.png .gif .mp4 .webm .avi, or frame-%04d.png")->required();
  render->add_option("--scene", options.scene,
                     "shapes, shapes:FILE (.json or .svg), timing, crowd or crowd:NUMBER, instead of the character");
  render->add_option("--draw-limit", options.drawLimit, "How many of the crowd are drawn")
      ->check(CLI::Range(0, kMaxCharacters))
      ->capture_default_str();
  render->add_option("--script", options.script, "A script file; none: the opening clip plays");
  render->add_option("--size", size, "WIDTHxHEIGHT")->capture_default_str();
  render->add_option("--fps", options.fps, "Frames per second")
      ->check(finite)
      ->check(CLI::Range(1.0, 1000.0))
      ->capture_default_str();
  render->add_option("--seconds", options.seconds, "Length of the film (4)")
      ->check(finite)
      ->check(CLI::Range(0.001, 3600.0));
  render->add_option("--sheet", options.sheet, "One PNG of this many pictures, spread evenly over the film")
      ->check(CLI::Range(1, 1000));
  render->add_option_function<std::string>(
      "--region",
      [&options](const std::string& text) {
        if (const std::string wrong = readRegion(text, options.region); !wrong.empty())
          throw CLI::ValidationError("--region", wrong);
      },
      "X,Y,WIDTHxHEIGHT: only this part of the picture");
  render->add_flag("--transparent", options.transparent, "Nothing behind the model: .png only");
  render->add_option("--start", options.start, "Script time of the first frame")
      ->check(finite)
      ->check(CLI::Range(0.0, 86400.0));
  addInfluences(*render, options.allInfluences);
  addClipFiles(*render, options.clipFiles);
  render->add_flag("--ui", options.interface, "With the interface");
  render->add_flag("--skeleton", options.skeleton, "With the skeleton");
  render->add_flag("--light", options.light, "On a light background");
  render
      ->add_option("--view", options.view,
                   "shaded, or without light: base-color, normals (as the eye sees them), silhouette")
      ->transform(CLI::CheckedTransformer(std::map<std::string, ViewMode>{{"shaded", ViewMode::Shaded},
                                                                          {"base-color", ViewMode::BaseColor},
                                                                          {"normals", ViewMode::Normals},
                                                                          {"silhouette", ViewMode::Silhouette}}));
  render->add_option("--camera-out", options.cameraOut, "Write the first frame's view and projection matrices as JSON");
  render->add_flag("--timing", options.timing, "Print what a frame cost");
  render->add_option("--shader-dir", options.shaderDir, "Read the shaders from this folder");
  return render;
}

int codeOf(ExitCode code) { return static_cast<int>(code); }

}  // namespace

int runCommandLine(int argc, char** argv) {
  CLI::App app("Crossfade: open a glTF model, blend its clips, tune the fade live, see what a frame costs",
               "crossfade");
  app.set_version_flag("--version", "crossfade " CROSSFADE_VERSION);
  app.require_subcommand(0, 1);

  ViewerOptions viewer;
  std::string windowSize = "1280x720";
  app.add_option("MODEL", viewer.models, "The model to open (the first); none: the bundled character");
  addClipFiles(app, viewer.clipFiles);
  app.add_option("--size", windowSize, "WIDTHxHEIGHT of the window")->capture_default_str();
  app.add_option("--draw-limit", viewer.drawLimit, "How many of the crowd are drawn")
      ->check(CLI::Range(0, kMaxCharacters))
      ->capture_default_str();
  app.add_option("--shader-dir", viewer.shaderDir, "Read the shaders from this folder, again whenever they change");
  app.add_option("--state-file", viewer.record,
                 "Keep the session's state and the widgets' places in this JSON file: for tests");

  InfoOptions infoOptions;
  PoseOptions poseOptions;
  CheckOptions checkOptions;
  BenchOptions benchOptions;
  RenderOptions renderOptions;
  std::string pictureSize = "1280x720";
  const CLI::App* info = addInfo(app, infoOptions);
  const CLI::App* pose = addPose(app, poseOptions);
  const CLI::App* check = addCheck(app, checkOptions);
  const CLI::App* bench = addBench(app, benchOptions);
  const CLI::App* render = addRender(app, renderOptions, pictureSize);

  try {
    app.parse(argc, argv);
    for (const std::string& wrong : {readSize(windowSize, viewer.width, viewer.height),
                                     readSize(pictureSize, renderOptions.width, renderOptions.height)})
      if (!wrong.empty()) throw CLI::ValidationError("--size", wrong);
    if (render->parsed())
      if (const std::string wrong = wrongTogether(renderOptions); !wrong.empty())
        throw CLI::ValidationError("render", wrong);
    if (pose->parsed() && poseOptions.clip.empty() && poseOptions.script.empty() && poseOptions.like.empty())
      throw CLI::RequiredError("--clip, --script or --like");
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? codeOf(ExitCode::Done) : codeOf(ExitCode::WrongUsage);
  }
  if (info->parsed()) return codeOf(runInfo(infoOptions));
  if (pose->parsed()) return codeOf(runPose(poseOptions));
  if (check->parsed()) return codeOf(runCheck(checkOptions));
  if (bench->parsed()) return codeOf(runBench(benchOptions));
  if (render->parsed()) return codeOf(runRender(renderOptions));
  return codeOf(runViewer(viewer));
}

}  // namespace app
