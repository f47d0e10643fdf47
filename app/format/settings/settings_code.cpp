#include "app/format/settings/settings_code.h"

namespace app {

std::string settingsCode(SettingsTarget target, const SettingsExport& settings) {
  switch (target) {
    case SettingsTarget::Json:
      break;
    case SettingsTarget::Three:
      return threeCode(settings);
    case SettingsTarget::ReactThreeFiber:
      return reactThreeFiberCode(settings);
    case SettingsTarget::Babylon:
      return babylonCode(settings);
    case SettingsTarget::Godot:
      return godotStateMachine(settings);
    case SettingsTarget::GodotPlayer:
      return godotPlayerCode(settings);
    case SettingsTarget::Unity:
      return unityCode(settings);
    case SettingsTarget::Unreal:
      return unrealTable(settings);
    case SettingsTarget::Cpp:
      return cppCode(settings);
  }
  return {};
}

}  // namespace app
