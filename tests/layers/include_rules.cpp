#include "tests/layers/include_rules.h"

#include <algorithm>
#include <optional>
#include <regex>
#include <sstream>

namespace test {
namespace {

using Names = std::vector<std::string_view>;

struct Room {
  std::string_view name;
  Names mayKnow;  // other rooms, everything under a folder, or a single header
};

const Names kEngineRooms{"engine/base",  "engine/math",   "engine/curve", "engine/clip",     "engine/skeleton",
                         "engine/shape", "engine/timing", "engine/mixer", "engine/sampling", "engine/measure"};

// The rooms of the engine from the first to `last`, in the order of the arrows.
Names engineUpTo(std::string_view last) {
  return {kEngineRooms.begin(), std::find(kEngineRooms.begin(), kEngineRooms.end(), last) + 1};
}

const std::vector<Room> kRooms{
    {"engine/base", {}},
    {"engine/math", {"engine/base"}},
    {"engine/curve", engineUpTo("engine/math")},
    {"engine/clip", engineUpTo("engine/math")},
    {"engine/skeleton", engineUpTo("engine/math")},
    {"engine/shape", engineUpTo("engine/math")},
    {"engine/timing", engineUpTo("engine/math")},
    {"engine/mixer", engineUpTo("engine/timing")},
    {"engine/sampling", engineUpTo("engine/mixer")},
    {"engine/measure", engineUpTo("engine/sampling")},
    {"app/model", {"engine"}},
    {"app/view", {"engine", "app/model"}},
    {"app/session", {"engine", "app/model", "app/view"}},
    {"app/ui", {"engine", "app/model", "app/view", "app/session"}},
    {"app/import", {"engine", "app/model"}},
    {"app/render", {"engine", "app/model", "app/view"}},
    {"app/record", {"engine/base"}},
    {"app/platform", {"engine/base"}},
    {"app/cli", {"engine", "app"}},
    {"app/main.cpp", {"engine", "app"}},
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
    {"embedded_character.h", {"app/import", "app/cli", "app/main.cpp"}},
    {"GLFW/", {"app/platform"}},
    {"EGL/", {"app/platform"}},
    {"X11/", {"app/platform"}},
    {"imgui", {"app/ui"}},
    {"misc/freetype/imgui", {"app/ui"}},
    {"libav", {"app/record"}},
    {"libsw", {"app/record"}},
    {"stb", {"app/import", "app/record"}},
    {"CLI/", {"app/cli", "app/main.cpp"}},
    {"spdlog/", {"app/cli", "app/main.cpp"}},
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

}  // namespace

std::vector<std::string> forbiddenIncludes(std::string_view path, std::string_view text) {
  const Room* room = roomOf(path);
  if (room == nullptr)
    return {std::string(path) + ": lies in no room; rooms and arrows are in tests/layers/include_rules.cpp"};

  static const std::regex kInclude(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"].*)");
  std::vector<std::string> complaints;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::smatch match;
    if (!std::regex_match(line, match, kInclude)) continue;
    const std::string header = match[2];
    const bool ours = header.starts_with("engine/") || header.starts_with("app/");
    std::optional<std::string> why = ours ? whyNotOurs(*room, header) : whyNotLibrary(*room, header);
    const bool generated = header.starts_with("embedded_");
    if (!why && !ours && !generated && match[1] == "\"")
      why = "write the path from the top of the tree, or <> for a library";
    if (why)
      complaints.push_back(std::string(path) + ":" + std::to_string(number) + ": includes " + header + ", but " + *why);
  }
  return complaints;
}

}  // namespace test
