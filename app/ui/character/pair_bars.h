// The pair's controls: where From and To are when their fade begins, replay and loop.
#ifndef APP_UI_CHARACTER_PAIR_BARS_H
#define APP_UI_CHARACTER_PAIR_BARS_H

#include "app/session/command.h"
#include "app/session/session.h"

namespace app {

/// A row below the choosers of From and To: a bar of `barWidth` under each, `gap` between them.
void drawPairBars(const Session& session, float barWidth, float gap, Commands& out);
/// Two square buttons.
void drawReplay(const Session& session, Commands& out);

}  // namespace app

#endif  // APP_UI_CHARACTER_PAIR_BARS_H
