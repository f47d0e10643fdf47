// Options that several subcommands have in common.
#ifndef APP_CLI_SHARED_OPTIONS_H
#define APP_CLI_SHARED_OPTIONS_H

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/render/picture_size.h"

namespace app {

/// "A .gltf, .glb, .vrm, .vrma, .fbx, .dae or .bvh file", from the table of formats.
std::string modelHelp();
/// The same, ending in "; none: the bundled character".
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

/// Whether two options name one file; empty ones name none.
bool isSameFile(const std::string& a, const std::string& b);

/// Refuses NaN, which range checks let through.
std::string finite(const std::string& text);

}  // namespace app

#endif  // APP_CLI_SHARED_OPTIONS_H
