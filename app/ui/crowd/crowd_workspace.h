// The crowd workspace: how many characters, computed how, at what cost.
#pragma once

#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/widgets/ui_rect.h"

struct ImDrawList;

namespace app {

void drawCrowdWorkspace(const Session& session, const WorkspaceLayout& layout, Commands& out);
/// Says in the picture how many characters are drawn, if not all of them.
void drawCrowdLabel(ImDrawList& list, const UiRect& rect, const CrowdScene& scene);

}  // namespace app
