// The part that all exports to JavaScript share: the set as data, and a class that plays it without any engine.
#ifndef APP_FORMAT_SETTINGS_JAVASCRIPT_H
#define APP_FORMAT_SETTINGS_JAVASCRIPT_H

#include <string>
#include <string_view>

#include "app/format/settings/settings_export.h"

namespace app {

/// CLIPS, DEFAULTS and CELLS.
std::string javaScriptData(const SettingsExport& settings);

/// class Fades: the times and weights of our Classic, Linear and Curve transitions, with sync by phase. `update` does
/// what TransitionMixer does, in the same steps.
extern const std::string_view kJavaScriptFades;

/// The head of the file: what it is, how it is used, and what of these settings gets lost in every JavaScript engine.
/// `engine`: such as "three.js"; `usage`: lines of code.
std::string javaScriptHead(const SettingsExport& settings, std::string_view engine, std::string_view usage);

}  // namespace app

#endif  // APP_FORMAT_SETTINGS_JAVASCRIPT_H
