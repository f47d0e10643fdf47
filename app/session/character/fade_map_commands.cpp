// What the commands do that show the map of a fade.
#include "app/session/character/fade_map_commands.h"

#include "app/session/character/character_checks.h"
#include "app/view/row_list.h"

namespace app {

using crossfade::Error;
using crossfade::Result;

struct CharacterScene::FadeMapApplier : Checks {
  Result<void> operator()(const ShowFadeMap& c) {
    s.fadeMap_.show(c.cost);
    if (!c.cost) s.fadeGhosts_.hide();
    return {};
  }
  Result<void> operator()(const PointAtFade& c) {
    if (!c.moment) {
      s.fadeGhosts_.hide();
      return {};
    }
    const FadeSettings& chosen = s.fade_.settings();
    if (chosen.from == -1 || chosen.to == -1) return Error{"first choose the two clips to fade between"};
    for (const double time : {c.moment->from, c.moment->to})
      if (auto ok = inRange("clip time", time, kClipSeconds); !ok) return ok;
    s.fadeGhosts_.show(chosen.from, chosen.to, *c.moment, {rowSpacing(s.framedBounds_), 0, 0});
    return {};
  }
};

Result<void> CharacterScene::apply(const FadeMapCommand& command) {
  return std::visit(FadeMapApplier{{*this}}, command);
}

/// Follows From, To and the length of their fade.
void CharacterScene::updateFadeMap() {
  const FadeSettings& chosen = fade_.settings();
  const crossfade::ClipPair pair = pairOf({chosen.from, chosen.to});
  const double* const seconds = transitions_.find(pair.from, pair.to, &CellSettings::seconds);
  fadeMap_.update(chosen.from, chosen.to, seconds ? *seconds : chosen.seconds);
  if (fadeGhosts_.moment() && (fadeGhosts_.from() != chosen.from || fadeGhosts_.to() != chosen.to)) fadeGhosts_.hide();
}

}  // namespace app
