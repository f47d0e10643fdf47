// Options that several subcommands have in common, and what they open.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>

#include "app/host/terminal/messages.h"
#include "app/import/import_model.h"
#include "app/render/offscreen_target.h"
#include "app/session/session.h"

namespace app {

// ---- Options that several subcommands have in common.

/// "A .gltf, .glb, .vrm, .vrma, .fbx, .dae or .bvh file", ..., from the table of formats.
std::string modelHelp();
/// The same, ending in "; default: the bundled character".
std::string optionalModelHelp();

/// --clips FILE, any number of times.
void addClipFiles(CLI::App& command, std::vector<std::string>& files);
/// How models are read.
struct ReadingOptions {
  Importer importer = Importer::Own;
  FileSpace space;
};
/// --importer own|assimp: who reads the model; --up AXIS and --unit METERS: how it stands and how large it is.
void addReading(CLI::App& command, ReadingOptions& reading);
/// --set FILE: a transition set for what plays (host/files/session_files.h).
void addTransitionSet(CLI::App& command, std::string& file);
/// --space NAME: a blend space that the command lays out (layOutSpace).
void addSpace(CLI::App& command, std::string& name, const std::string& help);
/// Lays it out, unless the name is empty. The error names the model and the option.
crossfade::Result<void> layOutSpace(Session& session, const std::string& name);
/// --influences first|all: only the first set of joints and weights, as in three.js, or all.
void addInfluences(CLI::App& command, bool& all);
/// --size WIDTHxHEIGHT; `size` holds the default.
void addSize(CLI::App& command, PictureSize& size, const std::string& help);
/// --draw-limit: characters of the crowd that are drawn.
void addDrawLimit(CLI::App& command, int& limit);

/// --max-ratio: the quality limit.
CLI::Option* addMaxRatio(CLI::App& command, double& maxRatio);
CLI::Option* addMostClips(CLI::App& command, int& mostClips);
/// --jobs: threads, usually one per core.
void addJobs(CLI::App& command, int& jobs);
int usualJobs();

/// Throws CLI::ValidationError: wrong usage.
[[noreturn]] void refuse(const std::string& option, const std::string& why);
/// Refuses to write `out` over one of the input files. Empty names name no file.
void refuseReplacing(const std::string& option, const std::string& out, std::initializer_list<std::string> read,
                     const std::vector<std::string>& more = {});
void refuseUnlessGlb(const std::string& option, const std::string& out);
/// Whether a file of this name can be written at the end of the work (record/pending_file.h); empty names name none.
/// Commands create no folders.
crossfade::Result<void> checkWritable(const std::string& out);
/// The file that a command writes for one of several models: "{name}" in `out` becomes the model's file name without
/// its ending, "character" for the bundled one.
std::string outFor(const std::string& out, const std::string& model);
/// Refuses an `out` that would be the same file for several of the models, or whose name has braces other than {name},
/// which would be taken literally. No models: the bundled one.
void refuseSharedOut(const std::string& option, const std::string& out, const std::vector<std::string>& models);
/// The worst of two results: a failure before a limit that is exceeded.
ExitCode worse(ExitCode a, ExitCode b);
/// Whether two options name one file; empty ones name none.
bool isSameFile(const std::string& a, const std::string& b);

/// Refuses NaN, which range checks let through.
std::string finite(const std::string& text);

/// An option for a number, or several of them, between two others.
template <class Value>
CLI::Option* addNumber(CLI::App& command, const char* name, Value& value, const char* help, double least, double most) {
  constexpr bool isInt = std::is_same_v<Value, int> || std::is_same_v<Value, std::vector<int>>;
  CLI::Option* const option = command.add_option(name, value, help);
  if constexpr (isInt) return option->check(CLI::Range(static_cast<int>(least), static_cast<int>(most)));
  return option->check(finite)->check(CLI::Range(least, most));
}

// ---- The options that say what a subcommand opens, and how it is opened.

struct SessionOptions {
  std::string model;  // a model or a project; empty: the bundled character
  std::vector<std::string> clipFiles;
  ReadingOptions reading = {};
  std::string set;  // a file; empty: the set of the project, if there is one
};

/// MODEL, --clips FILE any number of times, --importer, --up, --unit and --set FILE.
void addSessionOptions(CLI::App& command, SessionOptions& options, bool needsModel);
/// The same without MODEL, which the command adds itself.
void addOpeningOptions(CLI::App& command, SessionOptions& options);

/// The model at this path with its clip files, read as the options say.
crossfade::Result<Model> openModel(const std::string& path, const SessionOptions& options, ImportOptions how = {});

/// The model with its clip files, the project's settings if it was opened through one, then the transition set. Prints
/// what the project had to leave out.
crossfade::Result<std::unique_ptr<Session>> openSession(const SessionOptions& options, const ImportOptions& how = {});

/// On one line, or over several; as visibleJson.
void printJson(const nlohmann::json& json, int indent = -1);

}  // namespace app
