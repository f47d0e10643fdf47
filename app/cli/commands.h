// The subcommands, one source file each, and what they are asked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/host/terminal/exit_code.h"
#include "app/import/import_model.h"
#include "app/record/crop.h"
#include "app/view/draw_list.h"

namespace app {

struct InfoOptions {
  std::vector<std::string> clipFiles;  // whose clips are added
  std::string model;
  bool json = false;
  bool allInfluences = false;
};
/// What is in the file, and everything that was repaired, ignored or lost.
ExitCode runInfo(const InfoOptions& options);

struct PoseOptions {
  std::vector<std::string> clipFiles;  // whose clips are added
  std::string model;
  std::string clip;           // name or #index
  std::string script;         // a file
  std::string like;           // a trace
  std::vector<double> times;  // seconds
  bool json = true;
  bool allInfluences = false;
};
/// Poses as JSON in the format of the golden traces.
ExitCode runPose(const PoseOptions& options);

struct CheckOptions {
  std::vector<std::string> clipFiles;  // whose clips are added
  std::string model;
  std::string script;    // a file; empty: every pair of clips
  std::string kind;      // empty: every kind
  double seconds = 0.4;  // of the fades between pairs
  double maxRatio = 7;
  bool json = false;
};
/// How good the transitions are; ExitCode::LimitExceeded when one is rougher than it should be.
ExitCode runCheck(const CheckOptions& options);

struct BenchOptions {
  std::vector<std::string> clipFiles;  // whose clips are added
  std::string model;                   // empty: the bundled character
  std::vector<int> characters{1, 100, 1000, 10'000};
  int threads = 1;
  int frames = 120;  // measured for each number
  bool json = false;
};
/// What the poses of a crowd cost, by both paths.
ExitCode runBench(const BenchOptions& options);

struct RenderOptions {
  std::vector<std::string> clipFiles;  // whose clips are added
  std::string model;                   // empty: the bundled character
  std::string scene;    // "shapes", "shapes:FILE", "timing", "crowd" or "crowd:500"; empty: the character
  int drawLimit = 100;  // of the crowd
  std::string script;
  std::string out;
  int width = 1280;
  int height = 720;
  double fps = 50;
  double seconds = 0;                   // 0: one picture for .png, 4 s for a film or a sheet
  int sheet = 0;                        // above 0: one PNG of this many pictures
  std::optional<PictureRegion> region;  // of the picture; none: all
  bool transparent = false;
  double start = 0;  // script time of the first frame
  bool interface = false;
  bool skeleton = false;
  bool light = false;
  ViewMode view = ViewMode::Shaded;
  std::string cameraOut;  // JSON of the first frame's view and projection; empty: none
  bool allInfluences = false;
  bool timing = false;  // prints the frame-timing table
  std::string shaderDir;
};
/// Pictures and films without a display.
ExitCode runRender(const RenderOptions& options);

struct ViewerOptions {
  int drawLimit = 100;  // of the crowd
  std::vector<std::string> models;
  std::vector<std::string> clipFiles;
  std::string shaderDir;
  std::string record;  // writes the session and the widgets' places to this JSON file when it closes: for tests
  int width = 1280;
  int height = 720;
};
/// The window; without a display a demo of the model is rendered to out/ instead.
ExitCode runViewer(const ViewerOptions& options);

}  // namespace app
