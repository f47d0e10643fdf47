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

struct Room {
  std::string_view name;
  Names mayKnow;  // other rooms, everything under a folder, or a single header
};

// The engine's rooms, each with all the rooms it builds on. Curve, clip, skeleton, shape and clock do not know each
// other.
const Names kGround{"engine/crossfade/base", "engine/crossfade/math"};

Names with(Names names, const Names& more) {
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

const Names kValues = with(kGround, {"engine/crossfade/curve", "engine/crossfade/clip", "engine/crossfade/skeleton"});
const Names kMixing = with(kValues, {"engine/crossfade/mixer"});
const Names kPosing = with(kMixing, {"engine/crossfade/pose"});
const Names kChanging = with(kPosing, {"engine/crossfade/transition"});
const Names kBelowView{"engine", "app/input", "app/jobs", "app/profile", "app/model"};
const Names kBelowSession = with(kBelowView, {"app/view"});
const Names kBelowHost = with(
    kBelowSession, {"app/session", "app/format", "app/ui", "app/import", "app/render", "app/record", "app/platform"});

const std::vector<Room> kRooms{
    {"engine/crossfade/base", {}},
    {"engine/crossfade/math", {"engine/crossfade/base"}},
    {"engine/crossfade/curve", kGround},
    {"engine/crossfade/clip", kGround},
    {"engine/crossfade/skeleton", kGround},
    {"engine/crossfade/shape", kGround},
    {"engine/crossfade/clock", kGround},
    {"engine/crossfade/mixer", kValues},
    {"engine/crossfade/pose", kMixing},
    {"engine/crossfade/transition", kPosing},
    {"engine/crossfade/crowd", kChanging},
    {"engine/crossfade/quality", with(kChanging, {"engine/crossfade/crowd"})},
    {"app/input", {"engine/crossfade/base"}},
    {"app/jobs", {"engine/crossfade/base"}},
    {"app/profile", {"engine/crossfade/base"}},
    {"app/model", {"engine"}},
    {"app/view", kBelowView},
    {"app/session", kBelowSession},
    {"app/format", with(kBelowSession, {"app/session"})},
    {"app/ui", with(kBelowSession, {"app/session"})},
    {"app/import", {"engine", "app/model"}},
    {"app/render", {"engine", "app/profile", "app/model", "app/view"}},
    {"app/record", {"engine/crossfade/base"}},
    {"app/platform", {"engine/crossfade/base", "app/input"}},
    {"app/host", kBelowHost},
    {"app/cli", with(kBelowHost, {"app/host"})},
    {"app/main.cpp", {"app/cli"}},
};

struct Library {
  std::string_view header;  // how its includes begin
  Names rooms;              // the only ones that may
};

const std::vector<Library> kLibraries{
    {"assimp/", {"app/import"}},
    {"glad/", {"app/render"}},
    {"GL/", {"app/render"}},
    {"embedded_shaders.h", {"app/render"}},
    {"embedded_character.h", {"app/import", "app/host"}},
    {"GLFW/", {"app/platform"}},
    {"EGL/", {"app/platform"}},
    {"X11/", {"app/platform"}},
    {"imgui", {"app/ui"}},
    {"misc/freetype/imgui", {"app/ui"}},
    {"libav", {"app/record"}},
    {"libsw", {"app/record"}},
    {"stb", {"app/import", "app/record"}},
    {"CLI/", {"app/cli"}},
    {"spdlog/", {"app/host", "app/cli"}},
    {"nlohmann/json.hpp", {"app/format", "app/import", "app/host", "app/cli"}},
    {"gtest/", {}},
    {"gmock/", {}},
};

// What the engine may name beside the standard library, and what of the standard library it may not: it opens no files,
// prints nothing and starts no threads.
const Names kEngineLibraries{"glm/", "hwy/"};
const Names kNotForEngine{"fstream", "filesystem", "iostream", "thread", "future", "mutex", "condition_variable"};

bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool isInside(std::string_view path, std::string_view room) {
  return path.starts_with(room) && (path.size() == room.size() || path[room.size()] == '/');
}

const Room* roomOf(std::string_view path) {
  const auto found =
      std::find_if(kRooms.begin(), kRooms.end(), [path](const Room& room) { return isInside(path, room.name); });
  return found != kRooms.end() ? &*found : nullptr;
}

std::string list(const Names& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text.empty() ? "nothing" : text;
}

// Where one of our own headers lies in the tree; empty for anybody else's.
std::string pathOf(const std::string& header) {
  if (header.starts_with("crossfade/")) return "engine/" + header;
  return header.starts_with("app/") ? header : "";
}

// Why `room` must not include one of our own headers; nothing when it may.
std::optional<std::string> whyNotOurs(const Room& room, std::string_view header) {
  const auto known = [header](std::string_view name) { return isInside(header, name); };
  if (known(room.name) || std::any_of(room.mayKnow.begin(), room.mayKnow.end(), known)) return {};
  return std::string(room.name) + " may know only " + list(room.mayKnow);
}

std::optional<std::string> whyNotLibrary(const Room& room, std::string_view header) {
  for (const Library& library : kLibraries) {
    if (!header.starts_with(library.header) || contains(library.rooms, room.name)) continue;
    return "only " + list(library.rooms) + " may know it";
  }
  if (!room.name.starts_with("engine/")) return {};
  if (contains(kNotForEngine, header)) return "the engine opens no files, prints nothing and starts no threads";
  const bool allowed = std::any_of(kEngineLibraries.begin(), kEngineLibraries.end(),
                                   [header](std::string_view library) { return header.starts_with(library); });
  const bool standard = header.find_first_of("./") == std::string_view::npos;
  if (allowed || standard) return {};
  return "the engine knows the standard library, GLM and Highway only";
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

std::string folderOf(const std::string& path) { return path.substr(0, path.rfind('/')); }

using Arrows = std::map<std::string, std::set<std::string>>;

// A way along the arrows from `from` to `to`; empty when there is none.
std::vector<std::string> wayBetween(const Arrows& arrows, const std::string& from, const std::string& to) {
  std::map<std::string, std::string> cameFrom{{from, ""}};
  std::deque<std::string> open{from};
  while (!open.empty()) {
    const std::string folder = open.front();
    open.pop_front();
    if (folder == to) {
      std::vector<std::string> way;
      for (std::string step = to; !step.empty(); step = cameFrom[step]) way.insert(way.begin(), step);
      return way;
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
  const Room* room = roomOf(path);
  if (room == nullptr)
    return {std::string(path) +
            ": is in no module; modules and their dependencies are in tests/layers/include_rules.cpp"};

  std::vector<std::string> complaints;
  for (const Include& include : includesOf(text)) {
    const std::string ours = pathOf(include.header);
    std::optional<std::string> why = ours.empty() ? whyNotLibrary(*room, include.header) : whyNotOurs(*room, ours);
    const bool generated = include.header.starts_with("embedded_");
    if (!why && ours.empty() && !generated && include.quoted)
      why = "write the path from the top of the tree, or <> for a library";
    if (why)
      complaints.push_back(std::string(path) + ":" + std::to_string(include.line) + ": includes " + include.header +
                           ", but " + *why);
  }
  return complaints;
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
      if (folder > target && arrows.contains(target) && arrows.at(target).contains(folder)) continue;  // said once
      const std::vector<std::string> back = wayBetween(arrows, target, folder);
      if (back.empty()) continue;
      std::string circle = folder;
      for (const std::string& step : back) circle += " -> " + step;
      circles.push_back(circle);
    }
  return circles;
}

}  // namespace test
