#include "app/session/character/settings/transition_cells.h"

namespace app {

FadeChoice resolved(const TransitionCells& set, const FadeChoice& defaults, CellIndex pair) {
  FadeChoice choice = set.resolve(pairOf(pair).from, pairOf(pair).to);
  choice.inherit(defaults);
  return choice;
}

bool appliesTo(const TransitionCells& set, int from, int to) {
  return set.at(pairOf({from, to})) || set.at(pairOf({from, -1})) || set.at(pairOf({-1, to})) || set.at(pairOf({}));
}

FadeTo completed(FadeTo command, const TransitionCells& set, int from) {
  const FadeChoice bySet = set.resolve(pairOf({from, command.clip}).from, pairOf({from, command.clip}).to);
  if (command.secondsAreDefault && bySet.seconds) command.how.seconds.reset();
  command.how.inherit(bySet);
  command.how.fromPhase.reset();  // it begins where its clip is
  command.usesSet = false;
  return command;
}

}  // namespace app
