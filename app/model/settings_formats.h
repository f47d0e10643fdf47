// What a transition set can be exported as. Header-only, so that the interface can name the targets.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace app {

enum class SettingsTarget {
  Json,
  Three,
  ThreeCrossfade,
  ReactThreeFiber,
  Babylon,
  Godot,
  GodotPlayer,
  Unity,
  Unreal,
  Cpp
};

struct SettingsFormat {
  std::string_view word;  // on the command line
  std::string_view name;
  std::string_view file;  // a usual name for one
};
/// In the order of SettingsTarget.
inline constexpr std::array<SettingsFormat, 10> kSettingsFormats{
    {{"json", "JSON", "transitions.json"},
     {"three", "three.js", "transitions.mjs"},
     {"three-crossfade", "three.js with Crossfade", "transitions.mjs"},
     {"r3f", "react-three-fiber", "transitions.jsx"},
     {"babylon", "Babylon.js", "transitions.mjs"},
     {"godot", "Godot: state machine", "transitions.tres"},
     {"godot-player", "Godot: blend times", "transitions.gd"},
     {"unity", "Unity", "CrossfadeController.cs"},
     {"unreal", "Unreal", "transitions.txt"},
     {"cpp", "C++", "transitions.hpp"}}};

constexpr const SettingsFormat& formatOf(SettingsTarget target) {
  return kSettingsFormats[static_cast<std::size_t>(target)];
}

/// By its word; nothing: there is none.
constexpr std::optional<SettingsTarget> settingsTargetOf(std::string_view word) {
  for (std::size_t i = 0; i < kSettingsFormats.size(); ++i)
    if (kSettingsFormats[i].word == word) return static_cast<SettingsTarget>(i);
  return std::nullopt;
}

}  // namespace app
