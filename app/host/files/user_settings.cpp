#include "app/host/files/user_settings.h"

#include <algorithm>
#include <array>
#include <span>

#include <nlohmann/json.hpp>

#include "app/format/json_text.h"
#include "app/host/files/text_file.h"
#include "app/host/files/user_folders.h"

namespace app {
namespace {

using Json = nlohmann::json;
using crossfade::Error;
using crossfade::Result;

constexpr int kVersion = 1;
constexpr std::array<std::string_view, kColumnTabs> kTabNames{"clips",    "layers", "queue", "crossFade",
                                                              "profiler", "pose",   "model"};
constexpr std::array<std::string_view, 2> kBoneNames{"solid", "lines"};
constexpr int kMinWindow = 200, kMaxWindow = 16384;
constexpr float kMaxPanel = 16384;

/// Reads members of one object; what is missing or of another type leaves the value as it is.
struct Members {
  const Json& object;

  const Json* find(const char* name) const {
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &*found;
  }
  void read(const char* name, bool& value) const {
    if (const Json* json = find(name); json && json->is_boolean()) value = json->get<bool>();
  }
  void read(const char* name, std::string& value) const {
    if (const Json* json = find(name); json && json->is_string()) value = json->get<std::string>();
  }
  template <class Number>
  void read(const char* name, Number& value, Number min, Number max) const {
    const Json* const json = find(name);
    if (json == nullptr || !json->is_number()) return;
    if (const double number = json->get<double>(); number >= min && number <= max) value = static_cast<Number>(number);
  }
  template <class Choice>
  void read(const char* name, Choice& value, std::span<const std::string_view> words) const {
    const Json* const json = find(name);
    if (json == nullptr || !json->is_string()) return;
    const auto found = std::find(words.begin(), words.end(), json->get_ref<const std::string&>());
    if (found != words.end()) value = static_cast<Choice>(found - words.begin());
  }
};

template <class Choice>
std::string_view wordOf(Choice choice, std::span<const std::string_view> words) {
  return words[static_cast<std::size_t>(choice)];
}

Json viewToJson(const ViewOptions& view) {
  return {{"skeleton", view.skeleton},  {"bones", wordOf(view.bones, kBoneNames)}, {"jointNames", view.jointNames},
          {"ghosts", view.ghosts},      {"ghostSeconds", view.ghostSeconds},       {"grid", view.grid},
          {"dark", view.darkBackground}};
}

ViewOptions viewFromJson(const Json& json) {
  ViewOptions view;
  const Members members{json};
  members.read("skeleton", view.skeleton);
  members.read("bones", view.bones, kBoneNames);
  members.read("jointNames", view.jointNames);
  members.read("ghosts", view.ghosts, 0, kMaxGhosts);
  members.read("ghostSeconds", view.ghostSeconds, kMinGhostSeconds, kMaxGhostSeconds);
  members.read("grid", view.grid);
  members.read("dark", view.darkBackground);
  return view;
}

void readWindow(const Json& json, UserSettings& settings) {
  const Members members{json};
  members.read("width", settings.windowWidth, kMinWindow, kMaxWindow);
  members.read("height", settings.windowHeight, kMinWindow, kMaxWindow);
  members.read("column", settings.columnOpen);
  members.read("columnWidth", settings.panels.column, 0.0f, kMaxPanel);
  members.read("crossFadeHeight", settings.panels.crossFade, 0.0f, kMaxPanel);
  members.read("profilerHeight", settings.panels.profiler, 0.0f, kMaxPanel);
  members.read("timeline", settings.panels.timeline);
  bool transitions = settings.panels.side == SidePanel::Transitions;
  members.read("transitions", transitions);
  settings.panels.side = transitions ? SidePanel::Transitions : SidePanel::None;
  members.read("tab", settings.tab, kTabNames);
}

}  // namespace

void addRecent(std::vector<std::string>& recents, const std::string& path) {
  std::erase(recents, path);
  recents.insert(recents.begin(), path);
  if (recents.size() > kMaxRecents) recents.resize(kMaxRecents);
}

std::string settingsToJson(const UserSettings& settings) {
  const Json json = {{"version", kVersion},
                     {"recents", settings.recents},
                     {"lastFolder", settings.lastFolder},
                     {"systemDialog", settings.systemDialog},
                     {"window",
                      {{"width", settings.windowWidth},
                       {"height", settings.windowHeight},
                       {"column", settings.columnOpen},
                       {"columnWidth", settings.panels.column},
                       {"crossFadeHeight", settings.panels.crossFade},
                       {"profilerHeight", settings.panels.profiler},
                       {"timeline", settings.panels.timeline},
                       {"transitions", settings.panels.side == SidePanel::Transitions},
                       {"tab", wordOf(settings.tab, kTabNames)}}},
                     {"view", viewToJson(settings.view)}};
  return jsonText(json, 2) + "\n";
}

Result<UserSettings> settingsFromJson(std::string_view text) {
  const Json json = parsedJson(text);
  if (!json.is_object()) return Error{"is damaged: it is not a JSON object"};
  int version = 0;
  const Members members{json};
  members.read("version", version, 0, 1'000'000);
  if (version > kVersion)
    return Error{"is of version " + std::to_string(version) + "; this program knows " + std::to_string(kVersion)};
  UserSettings settings;
  members.read("lastFolder", settings.lastFolder);
  members.read("systemDialog", settings.systemDialog);
  if (const Json* recents = members.find("recents"); recents && recents->is_array())
    for (const Json& path : *recents)
      if (path.is_string() && settings.recents.size() < kMaxRecents) settings.recents.push_back(path);
  if (const Json* window = members.find("window"); window && window->is_object()) readWindow(*window, settings);
  if (const Json* view = members.find("view"); view && view->is_object()) settings.view = viewFromJson(*view);
  return settings;
}

Result<UserSettings> loadSettings(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / kSettingsFile;
  std::error_code unknown;
  if (folder.empty() || !std::filesystem::exists(file, unknown)) return UserSettings{};
  const auto text = readTextFile(file.string());
  if (!text) return text.error();
  auto settings = settingsFromJson(*text);
  if (!settings) return Error{file.string() + " " + settings.error().message};
  return settings;
}

Result<void> saveSettings(const std::filesystem::path& folder, const UserSettings& settings) {
  if (auto made = makeUserFolder(folder); !made) return made;
  return writeTextFile(folder / kSettingsFile, settingsToJson(settings));
}

}  // namespace app
