// What the commands do that show the map of a fade.
#include "app/session/character/character_applier.h"
#include "app/session/character/character_commands.h"
#include "app/view/draw_list.h"

namespace app {

using crossfade::Error;
using crossfade::Result;

template <>
struct CharacterScene::Applier<FadeMapCommand> : CharacterScene::Checks {
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
    const int from = s.program_.from(), to = s.fade_.settings().to;
    if (from == -1 || to == -1) return Error{"first choose the two clips to fade between"};
    for (const double time : {c.moment->from, c.moment->to})
      if (auto ok = inRange("clip time", time, kClipSeconds); !ok) return ok;
    s.fadeGhosts_.show(from, to, *c.moment, {rowSpacing(s.bounds_.framed), 0, 0});
    return {};
  }
};

Result<void> CharacterScene::apply(const FadeMapCommand& command) { return carryOut(command); }

/// Follows From, To and the settings of their fade.
void CharacterScene::updateFadeMap() {
  const int from = program_.from(), to = fade_.settings().to;
  fadeMap_.update(from, to, {transitions_, transitionsRevision_, fade_.settings(), fade_.curve(), masks_.all()});
  if (fadeGhosts_.moment() && (fadeGhosts_.from() != from || fadeGhosts_.to() != to)) fadeGhosts_.hide();
}

}  // namespace app
