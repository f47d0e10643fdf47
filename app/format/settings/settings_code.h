// Transition settings as code or assets of other engines. Each begins with a comment that says how it is used and what
// of the settings its engine lacks.
#ifndef APP_FORMAT_SETTINGS_SETTINGS_CODE_H
#define APP_FORMAT_SETTINGS_SETTINGS_CODE_H

#include <string>

#include "app/format/settings/settings_export.h"
#include "app/model/settings_formats.h"

namespace app {

std::string threeCode(const SettingsExport& settings);            // an ES module
std::string reactThreeFiberCode(const SettingsExport& settings);  // the same and a hook
std::string babylonCode(const SettingsExport& settings);          // an ES module
std::string godotStateMachine(const SettingsExport& settings);    // a .tres of Godot 4
std::string godotPlayerCode(const SettingsExport& settings);      // GDScript
std::string unityCode(const SettingsExport& settings);            // an editor script in C#
std::string unrealTable(const SettingsExport& settings);          // steps, and a table
std::string cppCode(const SettingsExport& settings);              // a header for Crossfade's own library

/// Any of them. Json is a transition set file instead (transition_json.h), for which this returns nothing.
std::string settingsCode(SettingsTarget target, const SettingsExport& settings);

}  // namespace app

#endif  // APP_FORMAT_SETTINGS_SETTINGS_CODE_H
