#include "app/cli/shared_options.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/format/json_text.h"
#include "app/format/visible_text.h"
#include "app/host/files/model_file.h"
#include "app/host/files/session_files.h"
#include "app/model/file_formats.h"
#include "app/record/pending_file.h"
#include "app/session/crowd/crowd_command.h"

namespace app {
namespace {

constexpr int kMaxSide = 16384;  // pixels
constexpr int kMostClips = 1000;
constexpr std::string_view kName = "{name}";

PictureSize sizeOf(const std::string& text) {
  PictureSize size;
  char end = 0;
  const auto fits = [](int side) { return side >= 1 && side <= kMaxSide; };
  if (std::sscanf(text.c_str(), "%dx%d%c", &size.width, &size.height, &end) != 2 || !fits(size.width) ||
      !fits(size.height))
    refuse("--size", "'" + text + "' is not a size like 1280x720");
  return size;
}

}  // namespace

std::string modelHelp() {
  const auto isOwn = [](const ModelFormat& format) { return format.importer == Importer::Own; };
  return "A " + endingsOf(kModelFormats, isOwn, ", ", " or ") +
         " file, one of another format that assimp reads (see --importer), or a .crossfade project";
}

std::string optionalModelHelp() { return modelHelp() + "; default: the bundled character"; }

void addClipFiles(CLI::App& command, std::vector<std::string>& files) {
  command.add_option("--clips", files, "Add the clips of another file, fitted to the skeleton; may be repeated")
      ->allow_extra_args(false);
}

void addReading(CLI::App& command, ReadingOptions& reading) {
  const auto isOther = [](const ModelFormat& format) { return format.importer == Importer::Assimp; };
  command
      .add_option_function<std::string>(
          "--importer",
          [&reading](const std::string& which) { reading.importer = importerNamed(which).value_or(Importer::Own); },
          "Who reads the model: own, or assimp, as an engine that loads through it sees the file, or both, side by "
          "side; info lists what differs. Only assimp reads " +
              endingsOf(kModelFormats, isOther, ", ", " and "))
      ->check(CLI::IsMember(std::vector<std::string>(kImporterNames.begin(), kImporterNames.end())))
      ->default_str("own");
  command
      .add_option_function<std::string>(
          "--up",
          [&reading](const std::string& axis) {
            const auto found = std::ranges::find(kUpAxisNames, axis);
            reading.space.up = static_cast<UpAxis>(found - kUpAxisNames.begin());
          },
          "AXIS of the file that is up: x, y, z, -x, -y or -z; default: as the file says, or as is guessed")
      ->check(CLI::IsMember(std::vector<std::string>(kUpAxisNames.begin(), kUpAxisNames.end())));
  command
      .add_option_function<double>(
          "--unit", [&reading](double meters) { reading.space.meters = meters; },
          "METERS that one unit of the file is, such as 0.01; default: as the file says, or as is guessed")
      ->check(finite)
      ->check(CLI::Range(1e-6, 1e6));
}

void addTransitionSet(CLI::App& command, std::string& file) {
  command.add_option(
      "--set", file,
      "Use the transition set in this file: a .json written by `crossfade export` or `tune`, or a project");
}

void addSpace(CLI::App& command, std::string& name, const std::string& help) {
  command.add_option("--space", name, help)->check([](const std::string& given) {
    return given.empty() ? std::string("the name of a blend space is empty") : std::string();
  });
}

crossfade::Result<void> layOutSpace(Session& session, const std::string& name) {
  if (name.empty()) return {};
  auto made = session.apply(LayOutBlendSpace{name});
  if (!made) return crossfade::Error{session.model().name + ": --space " + name + ": " + made.error().message};
  return {};
}

void addInfluences(CLI::App& command, bool& all) {
  command
      .add_option_function<std::string>(
          "--influences", [&all](const std::string& which) { all = which == "all"; },
          "Which sets of joints and weights to use: the first (as in three.js) or all")
      ->check(CLI::IsMember({"first", "all"}));
}

void addSize(CLI::App& command, PictureSize& size, const std::string& help) {
  command
      .add_option_function<std::string>(
          "--size", [&size](const std::string& text) { size = sizeOf(text); }, help)
      ->default_str(std::to_string(size.width) + "x" + std::to_string(size.height));
}

void addDrawLimit(CLI::App& command, int& limit) {
  addNumber(command, "--draw-limit", limit, "Draw at most this many characters of a crowd", 0, kMaxCharacters)
      ->capture_default_str();
}

CLI::Option* addMaxRatio(CLI::App& command, double& maxRatio) {
  return addNumber(command, "--max-ratio", maxRatio,
                   "Largest allowed change of velocity, as a multiple of the largest one in the clips themselves", 1e-6,
                   1e6)
      ->capture_default_str();
}

CLI::Option* addMostClips(CLI::App& command, int& mostClips) {
  return addNumber(command, "--most-clips", mostClips, "Measure at most this many clips of a model, spread evenly", 2,
                   kMostClips)
      ->capture_default_str();
}

void addJobs(CLI::App& command, int& jobs) { addNumber(command, "--jobs", jobs, "Number of threads", 1, 256); }

int usualJobs() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

void refuse(const std::string& option, const std::string& why) { throw CLI::ValidationError(option, why); }

void refuseReplacing(const std::string& option, const std::string& out, std::initializer_list<std::string> read,
                     const std::vector<std::string>& more) {
  const auto refuseIfSame = [&](const std::string& each) {
    if (isSameFile(each, out)) refuse(option, "would replace " + out + ", which is an input file");
  };
  std::for_each(read.begin(), read.end(), refuseIfSame);
  std::for_each(more.begin(), more.end(), refuseIfSame);
}

void refuseUnlessGlb(const std::string& option, const std::string& out) {
  if (!hasEnding(out, ".glb")) refuse(option, "writes .glb files, not " + out);
}

crossfade::Result<void> checkWritable(const std::string& out) {
  return out.empty() ? crossfade::Result<void>() : checkTarget(out);
}

std::string outFor(const std::string& out, const std::string& model) {
  const std::string name = model.empty() ? "character" : std::filesystem::path(model).stem().string();
  std::string result = out;
  for (std::size_t at = result.find(kName); at != result.npos; at = result.find(kName, at + name.size()))
    result.replace(at, kName.size(), name);
  return result;
}

void refuseSharedOut(const std::string& option, const std::string& out, const std::vector<std::string>& models) {
  const std::string file = std::filesystem::path(out).filename().string();
  for (std::size_t at = file.find('{'); at != file.npos; at = file.find('{', at + 1))
    if (const std::size_t end = file.find('}', at); end != file.npos && file.substr(at, end + 1 - at) != kName)
      refuse(option, "knows {name} only, not " + file.substr(at, end + 1 - at));
  if (models.size() > 1 && out.find(kName) == out.npos)
    refuse(option, "needs {name} in it for several models: their file names without endings");
  std::set<std::string> outs;
  for (const std::string& model : models)
    if (!outs.insert(outFor(out, model)).second)
      refuse(option, "would write " + outFor(out, model) + " for two of the models");
}

ExitCode worse(ExitCode a, ExitCode b) {
  const auto rank = [](ExitCode code) { return code == ExitCode::Done ? 0 : code == ExitCode::LimitExceeded ? 1 : 2; };
  return rank(b) > rank(a) ? b : a;
}

bool isSameFile(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  std::error_code failure;
  return !a.empty() && !b.empty() && fs::weakly_canonical(a, failure) == fs::weakly_canonical(b, failure);
}

std::string finite(const std::string& text) {
  return text.find_first_of("nN") == std::string::npos ? "" : "'" + text + "' is not a number";
}

void addSessionOptions(CLI::App& command, SessionOptions& options, bool needsModel) {
  command.add_option("MODEL", options.model, needsModel ? modelHelp() : optionalModelHelp())->required(needsModel);
  addOpeningOptions(command, options);
}

void addOpeningOptions(CLI::App& command, SessionOptions& options) {
  addClipFiles(command, options.clipFiles);
  addReading(command, options.reading);
  addTransitionSet(command, options.set);
}

crossfade::Result<Model> openModel(const std::string& path, const SessionOptions& options, ImportOptions how) {
  how.importer = options.reading.importer;
  how.space = options.reading.space;
  return loadModel(path, how, options.clipFiles);
}

crossfade::Result<std::unique_ptr<Session>> openSession(const SessionOptions& options, const ImportOptions& how) {
  auto model = openModel(options.model, options, how);
  if (!model) return model.error();
  auto session = std::make_unique<Session>(*std::move(model));
  openProjectOf(*session);
  if (auto opened = openTransitionSet(options.set, *session); !opened) return opened.error();
  return session;
}

void printJson(const nlohmann::json& json, int indent) {
  std::printf("%s\n", visibleJson(jsonText(json, indent)).c_str());
}

}  // namespace app
