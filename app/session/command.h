// Everything that can change a session. Keys, panels, scripts and tests all send commands; Session::apply takes them.
#pragma once

#include <variant>
#include <vector>

#include "app/session/character/fade_commands.h"
#include "app/session/character/joint_commands.h"
#include "app/session/character/playback_commands.h"
#include "app/session/character/sequence_commands.h"
#include "app/session/character/timeline_commands.h"
#include "app/session/character/transition_commands.h"
#include "app/session/checks/variant_join.h"
#include "app/session/crowd/crowd_command.h"
#include "app/session/history_commands.h"
#include "app/session/host_commands.h"
#include "app/session/shapes/shape_command.h"
#include "app/session/timing/timing_command.h"
#include "app/session/view_commands.h"

namespace app {

using WorkspaceCommand = std::variant<ShapeCommand, TimingCommand, CrowdCommand>;

using Command =
    JoinedVariant<PlaybackCommand, FadeCommand, SequenceCommand, JointCommand, TimelineCommand, TransitionCommand,
                  ViewCommand, WorkspaceCommand, HistoryCommand, HostRequest, HostReport>;
using Commands = std::vector<Command>;

}  // namespace app
