// What the window remembers between two runs: settings.json in the configuration folder.
#pragma once

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

/// The view options that a new run starts with. Meshes, mode, exposure and transparency are not kept: a picture without
/// meshes or light would be puzzling.
inline constexpr FieldSet kKeptView = kAllFields & ~bitOf(&ViewOptions::meshes) & ~bitOf(&ViewOptions::mode) &
                                      ~bitOf(&ViewOptions::exposure) & ~bitOf(&ViewOptions::transparent);

struct UserSettings {
  std::vector<std::string> recents;  // absolute paths of models, the last opened first
  std::string lastFolder;            // of the file browser
  int windowWidth = 1280;            // screen units
  int windowHeight = 720;
  bool columnOpen = true;
  bool systemDialog = true;  // opens files, where the desktop has one
  PanelSizes panels;
  ColumnTab tab = ColumnTab::Clips;
  std::optional<PictureQuality> quality = std::nullopt;  // see SetQuality
  float scale = 1;                                       // of the interface, times the screen's own
  CardSections card;
  ViewOptions view;  // its fields in kKeptView
  friend bool operator==(const UserSettings&, const UserSettings&) = default;
};

/// Of the window; `view` has a list of its own.
constexpr auto fieldsOf(const UserSettings*) {
  constexpr ValueRange kWindow{200, 16384}, kPanel{0, 16384};
  const auto column = [](auto& settings) -> auto& { return settings.panels.column; };
  const auto crossFade = [](auto& settings) -> auto& { return settings.panels.crossFade; };
  const auto profiler = [](auto& settings) -> auto& { return settings.panels.profiler; };
  const auto timeline = [](auto& settings) -> auto& { return settings.panels.timeline; };
  return std::tuple{
      Field{"width", "Width", &UserSettings::windowWidth, kWindow},
      Field{"height", "Height", &UserSettings::windowHeight, kWindow},
      Field{"column", "Column", &UserSettings::columnOpen},
      Field{"columnWidth", "Width of the column", column, kPanel},
      Field{"crossFadeHeight", "Height of the cross-fade", crossFade, kPanel},
      Field{"profilerHeight", "Height of the profiler", profiler, kPanel},
      Field{"timeline", "Timeline", timeline},
      Field{"tab", "Tab", &UserSettings::tab},
      Field{"quality", "Quality", &UserSettings::quality},
      Field{"scale", "Scale", &UserSettings::scale, {kMinScale, kMaxScale}},
  };
}

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
