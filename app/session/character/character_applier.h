// What carries out commands to the character, and the checks that they share. Private to the .cpp files of
// CharacterScene.
#pragma once

#include <string>

#include "app/fields/field.h"
#include "app/session/character/character_scene.h"
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
    return checkFields(FadeChoice{.maskFeather = chosen.feather});
  }
  crossfade::Result<void> choice(const FadeChoice& how) const {
    if (auto ok = checkFields(how); !ok) return ok;
    if (how.mask())
      if (auto ok = mask(*how.mask()); !ok) return ok;
    return how.curve ? checkFadeCurve(*how.curve) : crossfade::Result<void>();
  }
  /// A fade with what it omits taken from the current settings.
  crossfade::Result<void> fade(int source, const FadeChoice& how) const {
    if (auto ok = isBlendSpace(source) ? blendSpace(source) : clip(source); !ok) return ok;
    if (auto ok = choice(how); !ok) return ok;
    return mask(s.fade_.settingsFor(how).mask());
  }
};

template <class Group>
crossfade::Result<void> CharacterScene::carryOut(const Group& command) {
  return carriedOut(Applier<Group>{{*this}}, command);
}

}  // namespace app
