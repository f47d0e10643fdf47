// The pair's controls: where From and To are when their fade begins, replay and loop.
#pragma once

#include "app/session/command.h"
#include "app/session/session.h"

namespace app {

/// A row below the choosers of From and To: a bar of `barWidth` under each, `gap` between them.
void drawPairBars(const Session& session, float barWidth, float gap, Commands& out);
/// Two square buttons.
void drawReplay(const Session& session, Commands& out);

}  // namespace app
