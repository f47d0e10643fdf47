#include "tests/layers/include_rules.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

namespace test {
namespace {

using Names = std::vector<std::string_view>;

// A folder with everything below it, except folders that are listed themselves.
struct Module {
  std::string_view name;
  Names mayInclude;  // besides itself: other modules, or a single header
};

const Names kGround{"engine/crossfade/base", "engine/crossfade/math"};

Names with(Names names, const Names& more) {
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

const Names kValues = with(kGround, {"engine/crossfade/curve", "engine/crossfade/clip", "engine/crossfade/skeleton"});
const Names kMixing = with(kValues, {"engine/crossfade/mixer"});
const Names kPosing = with(kMixing, {"engine/crossfade/pose"});
const Names kTransitions = with(kPosing, {"engine/crossfade/transition"});
const Names kBelowView{"engine", "app/fields", "app/input", "app/jobs", "app/profile", "app/model"};
const Names kBelowSession = with(kBelowView, {"app/view"});
const Names kBelowHost = with(kBelowSession, {"app/session", "app/format", "app/ui", "app/import", "app/export",
                                              "app/render", "app/record", "app/platform"});

const Names kScene = with(kBelowSession, {"app/session/checks"});
const Names kWithSettings = with(kScene, {"app/session/character/settings"});
const Names kWithMotion = with(kWithSettings, {"app/session/character/layers", "app/session/character/motion"});
const Names kWithPlayback = with(kWithMotion, {"app/session/character/playback"});
const Names kWithFades = with(kWithPlayback, {"app/session/character/fades"});
const Names kPanels = with(kBelowSession, {"app/session", "app/ui/widgets"});

// What each module builds on. Modules of one tier (curve, clip, skeleton, shape and clock; the viewer's workspaces) do
// not depend on each other.
const std::vector<Module> kModules{
    {"engine/crossfade/base", {}},
    {"engine/crossfade/math", {"engine/crossfade/base"}},
    {"engine/crossfade/curve", kGround},
    {"engine/crossfade/clip", kGround},
    {"engine/crossfade/skeleton", kGround},
    {"engine/crossfade/shape", kGround},
    {"engine/crossfade/clock", kGround},
    {"engine/crossfade/mixer", kValues},
    {"engine/crossfade/pose", kMixing},
    {"engine/crossfade/body", kPosing},
    {"engine/crossfade/transition", kPosing},
    {"engine/crossfade/crowd", kTransitions},
    {"engine/crossfade/quality", with(kTransitions, {"engine/crossfade/crowd"})},
    {"engine/crossfade/retarget", with(kPosing, {"engine/crossfade/body"})},
    {"engine/crossfade/match", kPosing},
    {"engine/crossfade/travel", with(kPosing, {"engine/crossfade/body"})},
    {"engine/crossfade/ground", with(kTransitions, {"engine/crossfade/quality", "engine/crossfade/body"})},
    {"engine/crossfade/asset",
     with(kTransitions, {"engine/crossfade/crowd", "engine/crossfade/body", "engine/crossfade/travel"})},
    {"engine/crossfade/c", with(kTransitions, {"engine/crossfade/asset", "engine/crossfade/travel"})},
    {"app/fields", {"engine"}},
    {"app/input", {"engine/crossfade/base"}},
    {"app/jobs", {"engine/crossfade/base"}},
    {"app/profile", {"engine/crossfade/base"}},
    {"app/model", {"engine", "app/fields"}},
    {"app/model/json", {"engine/crossfade/base", "engine/crossfade/clip"}},
    {"app/view", kBelowView},
    {"app/session", kBelowSession},
    {"app/session/checks", kBelowView},
    {"app/session/character", kScene},
    {"app/session/character/settings", kScene},
    {"app/session/character/layers", kWithSettings},
    {"app/session/character/motion", kWithSettings},
    {"app/session/character/playback", kWithMotion},
    {"app/session/character/fades", kWithPlayback},
    {"app/session/character/timeline", kWithFades},
    {"app/session/character/comparison", kWithFades},
    {"app/session/shapes", kScene},
    {"app/session/timing", kScene},
    {"app/session/crowd", kScene},
    {"app/session/curves", kScene},
    {"app/format", with(kBelowSession, {"app/session"})},
    {"app/format/settings", with(kBelowSession, {"app/session", "app/format"})},
    {"app/ui", with(kBelowSession, {"app/session"})},
    {"app/ui/widgets", with(kBelowSession, {"app/session"})},
    {"app/ui/character", kPanels},
    {"app/ui/shapes", kPanels},
    {"app/ui/timing", kPanels},
    {"app/ui/profiler", kPanels},
    {"app/ui/crowd", kPanels},
    {"app/ui/curves", kPanels},
    {"app/ui/files", kPanels},
    {"app/import", {"engine", "app/model"}},
    {"app/import/file", {"engine", "app/model", "app/jobs"}},
    {"app/import/codec", {"engine", "app/import/file"}},
    {"app/import/gltf", {"engine", "app/model", "app/import/file", "app/import/codec"}},
    {"app/import/motion", {"engine", "app/model", "app/import/file"}},
    {"app/import/fbx", {"engine", "app/model", "app/import/file", "app/import/codec", "app/import/motion"}},
    {"app/import/bvh", {"engine", "app/model", "app/import/file"}},
    {"app/import/pack", {"engine", "app/model", "app/import/file"}},
    {"app/import/collada", {"engine", "app/model", "app/import/file", "app/import/motion"}},
    {"app/import/assimp", {"engine", "app/model", "app/import/file"}},
    {"app/import/blob", {"engine", "app/model", "app/import/file"}},
    {"app/import/cache", {"engine", "app/jobs", "app/model", "app/import/file", "app/import/blob"}},
    {"app/import/isolated", {"engine", "app/jobs", "app/model", "app/import/file", "app/import/blob"}},
    {"app/export", {"engine", "app/model", "app/import/codec", "app/import/file", "app/import/gltf"}},
    {"app/render", {"engine", "app/fields", "app/profile", "app/model", "app/view"}},
    {"app/record", {"engine/crossfade/base", "app/model/file_formats.h"}},
    {"app/platform", {"engine/crossfade/base", "app/input"}},
    {"app/host", kBelowHost},
    {"app/cli", with(kBelowHost, {"app/host"})},
    {"app/main.cpp", {"app/cli"}},
    {"app/import_main.cpp", {"app/import"}},
};

struct Library {
  std::string_view header;  // the start of the #include
  Names modules;            // the only ones that may include it
};

const std::vector<Library> kLibraries{
    {"assimp/", {"app/import/assimp"}},
    {"glad/", {"app/render"}},
    {"GL/", {"app/render"}},
    {"embedded_shaders.h", {"app/render"}},
    {"embedded_code.h", {"app/format"}},
    {"embedded_character.h", {"app/host"}},
    {"GLFW/", {"app/platform"}},
    {"EGL/", {"app/platform"}},
    {"fontconfig/", {"app/platform"}},
    {"X11/", {"app/platform"}},
    {"wayland-", {"app/platform"}},
    {"dbus/", {"app/platform"}},
    {"meshoptimizer", {"app/model", "app/import/codec"}},
    {"draco/", {"app/import/codec"}},
    {"webp/", {"app/import/file"}},
    {"libdeflate.h", {"app/import/file"}},
    {"imgui", {"app/ui"}},
    {"misc/freetype/imgui", {"app/ui"}},
    {"libav", {"app/record"}},
    {"libsw", {"app/record"}},
    {"stb", {"app/import/file"}},
    {"CLI/", {"app/cli"}},
    {"spdlog/", {"app/host"}},
    {"nlohmann/json.hpp", {"app/model/json", "app/format", "app/import", "app/host", "app/cli"}},
    {"stdbool.h", {"engine/crossfade/c"}},
    {"stddef.h", {"engine/crossfade/c"}},
    {"stdint.h", {"engine/crossfade/c"}},
    {"gtest/", {}},
    {"gmock/", {}},
};

const Names kEngineLibraries{"glm/", "hwy/"};
const Names kStandardHeadersEngineMayNotUse{"fstream", "filesystem", "iostream",          "thread",
                                            "future",  "mutex",      "condition_variable"};

const Names kStandardHeadersOfC{"stdbool.h", "stddef.h", "stdint.h"};  // for the header in C

bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool isInside(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

bool isInsideAny(std::string_view path, const Names& folders) {
  return std::any_of(folders.begin(), folders.end(),
                     [path](std::string_view folder) { return isInside(path, folder); });
}

// The innermost module.
const Module* moduleOf(std::string_view path) {
  const Module* found = nullptr;
  for (const Module& module : kModules)
    if (isInside(path, module.name) && (!found || module.name.size() > found->name.size())) found = &module;
  return found;
}

std::string list(const Names& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text.empty() ? "nothing" : text;
}

// The path of one of our own headers in the tree; empty for any other.
std::string pathOf(const std::string& header) {
  if (header.starts_with("crossfade/")) return "engine/" + header;
  return header.starts_with("app/") ? header : "";
}

constexpr std::string_view kDetail = "/detail/";

std::optional<std::string> whyNotDetail(std::string_view path, std::string_view header) {
  const std::size_t detail = header.find(kDetail);
  if (detail == std::string_view::npos) return {};
  const std::string_view owner = header.substr(0, detail);
  if (!isInside(path, owner)) return "it is private to " + std::string(owner);
  const bool isPublic = path.starts_with("engine/") && path.ends_with(".h") && path.find(kDetail) == path.npos;
  if (isPublic) return "a public header is installed and detail/ is not";
  return {};
}

std::optional<std::string> whyNotOurs(const Module& module, std::string_view path, std::string_view header) {
  if (!isInside(header, module.name) && !isInsideAny(header, module.mayInclude))
    return std::string(module.name) + " may include only " + list(module.mayInclude);
  return whyNotDetail(path, header);
}

std::optional<std::string> whyNotLibrary(const Module& module, std::string_view header) {
  for (const Library& library : kLibraries) {
    if (!header.starts_with(library.header) || isInsideAny(module.name, library.modules)) continue;
    return "only " + list(library.modules) + " may include it";
  }
  if (!module.name.starts_with("engine/")) return {};
  if (contains(kStandardHeadersEngineMayNotUse, header))
    return "the engine opens no files, prints nothing and starts no threads";
  const bool allowed = std::any_of(kEngineLibraries.begin(), kEngineLibraries.end(),
                                   [header](std::string_view library) { return header.starts_with(library); });
  const bool standard = header.find_first_of("./") == std::string_view::npos || contains(kStandardHeadersOfC, header);
  if (allowed || standard) return {};
  return "the engine may include only the standard library, GLM and Highway";
}

struct Include {
  int line = 0;
  std::string header;
  bool quoted = false;
};

std::vector<Include> includesOf(std::string_view text) {
  static const std::regex kInclude(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"].*)");
  std::vector<Include> includes;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::smatch match;
    if (std::regex_match(line, match, kInclude)) includes.push_back({number, match[2], match[1] == "\""});
  }
  return includes;
}

// detail/ counts as part of the folder it belongs to.
std::string folderOf(const std::string& path) {
  const std::string folder = path.substr(0, path.rfind('/'));
  return folder.ends_with("/detail") ? folder.substr(0, folder.rfind('/')) : folder;
}

using Arrows = std::map<std::string, std::set<std::string>>;

// The folders along a path of includes from `from` to `to`; empty when there is none.
std::vector<std::string> pathBetween(const Arrows& arrows, const std::string& from, const std::string& to) {
  std::map<std::string, std::string> cameFrom{{from, ""}};
  std::deque<std::string> open{from};
  while (!open.empty()) {
    const std::string folder = open.front();
    open.pop_front();
    if (folder == to) {
      std::vector<std::string> path;
      for (std::string step = to; !step.empty(); step = cameFrom[step]) path.insert(path.begin(), step);
      return path;
    }
    const auto found = arrows.find(folder);
    if (found == arrows.end()) continue;
    for (const std::string& next : found->second)
      if (cameFrom.try_emplace(next, folder).second) open.push_back(next);
  }
  return {};
}

}  // namespace

std::vector<std::string> forbiddenIncludes(std::string_view path, std::string_view text) {
  const Module* module = moduleOf(path);
  if (module == nullptr)
    return {std::string(path) + ": is in no module; the modules are listed in tests/layers/include_rules.cpp"};

  std::vector<std::string> complaints;
  for (const Include& include : includesOf(text)) {
    const std::string ours = pathOf(include.header);
    std::optional<std::string> why =
        ours.empty() ? whyNotLibrary(*module, include.header) : whyNotOurs(*module, path, ours);
    const bool generated = include.header.starts_with("embedded_");
    if (!why && ours.empty() && !generated && include.quoted)
      why = "quoted paths start at the top of the tree; libraries go in <>";
    if (why)
      complaints.push_back(std::string(path) + ":" + std::to_string(include.line) + ": includes " + include.header +
                           ", but " + *why);
  }
  return complaints;
}

std::set<std::string> transitiveIncludes(const std::map<std::string, std::string>& files, const std::string& path) {
  std::set<std::string> found;
  std::vector<std::string> open{path};
  while (!open.empty()) {
    const auto file = files.find(open.back());
    open.pop_back();
    if (file == files.end()) continue;
    for (const Include& include : includesOf(file->second)) {
      const std::string ours = pathOf(include.header);
      const std::string& header = ours.empty() ? include.header : ours;
      if (found.insert(header).second) open.push_back(header);
    }
  }
  return found;
}

std::vector<std::string> folderCircles(const std::map<std::string, std::string>& files) {
  Arrows arrows;
  for (const auto& [path, text] : files)
    for (const Include& include : includesOf(text)) {
      const std::string ours = pathOf(include.header);
      if (!ours.empty() && folderOf(ours) != folderOf(path)) arrows[folderOf(path)].insert(folderOf(ours));
    }
  std::vector<std::string> circles;
  for (const auto& [folder, targets] : arrows)
    for (const std::string& target : targets) {
      if (folder > target && arrows.contains(target) && arrows.at(target).contains(folder))
        continue;  // already reported from the other side
      const std::vector<std::string> back = pathBetween(arrows, target, folder);
      if (back.empty()) continue;
      std::string circle = folder;
      for (const std::string& step : back) circle += " -> " + step;
      circles.push_back(circle);
    }
  return circles;
}

}  // namespace test
