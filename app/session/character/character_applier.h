// What carries out commands to the character, and the checks that they share. Private to the .cpp files of
// CharacterScene.
#ifndef APP_SESSION_CHARACTER_CHARACTER_APPLIER_H
#define APP_SESSION_CHARACTER_CHARACTER_APPLIER_H

#include <string>
#include <variant>

#include "app/fields/field.h"
#include "app/session/character/character_scene.h"
#include "app/session/character/settings/clip_settings.h"
#include "app/session/character/settings/fade_settings.h"

namespace app {

inline constexpr ValueRange kSeconds{0, kMaxFadeSeconds};

struct CharacterScene::Checks {
  CharacterScene& s;

  crossfade::Result<void> clip(int index) const {
    if (index < 0 || index >= s.player_.clipCount())
      return crossfade::Error{"there is no clip " + std::to_string(index) + "; the model has " +
                              std::to_string(s.player_.clipCount())};
    return {};
  }
  crossfade::Result<void> blendSpace(int number) const {
    if (s.player_.space(number) == nullptr) return crossfade::Error{"there is no blend space of that name"};
    return {};
  }
  crossfade::Result<void> clipAnd(int index, const char* what, double value, ValueRange range) const {
    if (auto known = clip(index); !known) return known;
    return inRange(what, value, range);
  }
  crossfade::Result<void> joint(int index) const {
    const int joints = s.model_.skeleton.jointCount();
    if (index < 0 || index >= joints)
      return crossfade::Error{"there is no joint " + std::to_string(index) + "; the model has " +
                              std::to_string(joints)};
    return {};
  }
  /// The whole body, a joint, or a mask with a name.
  crossfade::Result<void> mask(const FadeMask& chosen) const {
    if (isNamedMask(chosen.joint)) {
      if (s.masks_.find(chosen.joint) == nullptr) return crossfade::Error{"there is no mask of that name"};
    } else if (chosen.joint != -1) {
      if (auto ok = joint(chosen.joint); !ok) return ok;
    }
    return checkField(fade_fields::feather(&FadeMask::feather), chosen.feather);
  }
  crossfade::Result<void> mask(const FadeSettings& settings) const {
    return mask(FadeMask{settings.maskJoint, settings.maskFeather});
  }
  /// A fade with what its command omits taken from the current settings.
  crossfade::Result<void> fade(const FadeTo& command) const {
    if (auto ok = isBlendSpace(command.clip) ? blendSpace(command.clip) : clip(command.clip); !ok) return ok;
    if (auto ok = checkFields(command); !ok) return ok;
    if (command.curve)
      if (auto ok = checkFadeCurve(*command.curve); !ok) return ok;
    return mask(s.fade_.settingsFor(command));
  }
};

template <class Group>
crossfade::Result<void> CharacterScene::carryOut(const Group& command) {
  return std::visit(Applier<Group>{{*this}}, command);
}

}  // namespace app

#endif  // APP_SESSION_CHARACTER_CHARACTER_APPLIER_H
