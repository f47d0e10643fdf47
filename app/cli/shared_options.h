// Options that several subcommands have in common.
#ifndef APP_CLI_SHARED_OPTIONS_H
#define APP_CLI_SHARED_OPTIONS_H

#include <initializer_list>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/render/picture_size.h"

namespace app {

/// "A .gltf, .glb, .vrm, .vrma, .fbx, .dae or .bvh file", from the table of formats.
std::string modelHelp();
/// The same, ending in "; default: the bundled character".
std::string optionalModelHelp();

/// --clips FILE, any number of times.
void addClipFiles(CLI::App& command, std::vector<std::string>& files);
/// --set FILE: a transition set for what plays (host/files/set_file.h).
void addTransitionSet(CLI::App& command, std::string& file);
/// --influences first|all: only the first set of joints and weights, as in three.js, or all.
void addInfluences(CLI::App& command, bool& all);
/// --size WIDTHxHEIGHT; `size` holds the default.
void addSize(CLI::App& command, PictureSize& size, const std::string& help);
/// --draw-limit: characters of the crowd that are drawn.
void addDrawLimit(CLI::App& command, int& limit);

/// --max-ratio: the quality limit.
CLI::Option* addMaxRatio(CLI::App& command, double& maxRatio);
/// --jobs: threads, usually one per core.
void addJobs(CLI::App& command, int& jobs);
int usualJobs();

/// Throws CLI::ValidationError: wrong usage.
[[noreturn]] void refuse(const std::string& option, const std::string& why);
/// Refuses to write `out` over one of the input files. Empty names name no file.
void refuseReplacing(const std::string& option, const std::string& out, std::initializer_list<std::string> read,
                     const std::vector<std::string>& more = {});
void refuseUnlessGlb(const std::string& option, const std::string& out);
/// Whether two options name one file; empty ones name none.
bool isSameFile(const std::string& a, const std::string& b);

/// Refuses NaN, which range checks let through.
std::string finite(const std::string& text);

}  // namespace app

#endif  // APP_CLI_SHARED_OPTIONS_H
