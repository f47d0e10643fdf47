#include "app/host/files/user_settings.h"

#include <nlohmann/json.hpp>

#include "app/format/field_json.h"
#include "app/host/files/folders.h"
#include "app/host/files/text_file.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;

constexpr int kVersion = 1;

/// The value of a flag; nothing if it is missing or is no flag.
std::optional<bool> flagOf(const OrderedJson& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_boolean() ? std::optional(found->get<bool>()) : std::nullopt;
}

void readWindow(const OrderedJson& json, UserSettings& settings) {
  readRight(json, settings);
  settings.panels.side = flagOf(json, "transitions").value_or(false) ? SidePanel::Transitions : SidePanel::None;
}

}  // namespace

void addRecent(std::vector<std::string>& recents, const std::string& path) {
  std::erase(recents, path);
  recents.insert(recents.begin(), path);
  if (recents.size() > kMaxRecents) recents.resize(kMaxRecents);
}

std::string settingsToJson(const UserSettings& settings) {
  OrderedJson json = {{"version", kVersion},
                      {"recents", settings.recents},
                      {"lastFolder", settings.lastFolder},
                      {"systemDialog", settings.systemDialog},
                      {"window", fieldsJson(settings)},
                      {"card", fieldsJson(settings.card)},
                      {"view", fieldsJson(settings.view, kKeptView)}};
  json["window"]["transitions"] = settings.panels.side == SidePanel::Transitions;
  return jsonText(json, 2) + "\n";
}

Result<UserSettings> settingsFromJson(std::string_view text) {
  const OrderedJson json = parsedJson<OrderedJson>(text);
  if (!json.is_object()) return Error{"is damaged: it is not a JSON object"};
  if (const auto version = json.find("version");
      version != json.end() && version->is_number_integer() && *version > kVersion)
    return Error{"is of version " + version->dump() + "; this program knows " + std::to_string(kVersion)};
  UserSettings settings;
  if (const auto folder = json.find("lastFolder"); folder != json.end() && folder->is_string())
    settings.lastFolder = *folder;
  settings.systemDialog = flagOf(json, "systemDialog").value_or(settings.systemDialog);
  if (const auto recents = json.find("recents"); recents != json.end() && recents->is_array())
    for (const OrderedJson& path : *recents)
      if (path.is_string() && settings.recents.size() < kMaxRecents) settings.recents.push_back(path);
  const auto objectIn = [&](const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_object() ? *found : OrderedJson::object();
  };
  readWindow(objectIn("window"), settings);
  readRight(objectIn("card"), settings.card);
  readRight(objectIn("view"), settings.view, kKeptView);
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
