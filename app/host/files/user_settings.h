// What the window remembers between two runs: settings.json in the configuration folder.
#ifndef APP_HOST_FILES_USER_SETTINGS_H
#define APP_HOST_FILES_USER_SETTINGS_H

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/workspace.h"
#include "app/view/view_options.h"
#include "crossfade/base/result.h"

namespace app {

inline constexpr std::size_t kMaxRecents = 20;
inline constexpr const char* kSettingsFile = "settings.json";

struct UserSettings {
  std::vector<std::string> recents;  // absolute paths of models, the last opened first
  std::string lastFolder;            // of the file browser
  int windowWidth = 1280;            // screen units
  int windowHeight = 720;
  bool columnOpen = true;
  bool systemDialog = true;  // opens files, where the desktop has one
  PanelSizes panels;
  ColumnTab tab = ColumnTab::Clips;
  ViewOptions view;  // without `meshes`, which are always on: an empty picture at startup would be puzzling
  friend bool operator==(const UserSettings&, const UserSettings&) = default;
};

/// Moves the path to the front.
void addRecent(std::vector<std::string>& recents, const std::string& path);

std::string settingsToJson(const UserSettings& settings);
/// A member that is missing or out of range gets its default. The error says what is wrong with the whole: it is not
/// JSON, or of a newer version.
crossfade::Result<UserSettings> settingsFromJson(std::string_view json);

/// The settings in a configuration folder; without the file, the defaults. The error names the file.
crossfade::Result<UserSettings> loadSettings(const std::filesystem::path& folder);
/// Replaces the file at once or not at all.
crossfade::Result<void> saveSettings(const std::filesystem::path& folder, const UserSettings& settings);

}  // namespace app

#endif  // APP_HOST_FILES_USER_SETTINGS_H
