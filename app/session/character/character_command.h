// Everything that can change a CharacterScene.
#ifndef APP_SESSION_CHARACTER_CHARACTER_COMMAND_H
#define APP_SESSION_CHARACTER_CHARACTER_COMMAND_H

#include "app/session/character/fade_commands.h"
#include "app/session/character/fade_map_commands.h"
#include "app/session/character/joint_commands.h"
#include "app/session/character/layer_commands.h"
#include "app/session/character/playback_commands.h"
#include "app/session/character/retarget_commands.h"
#include "app/session/character/sequence_commands.h"
#include "app/session/character/timeline_commands.h"
#include "app/session/character/transition_commands.h"
#include "app/session/character/travel_commands.h"
#include "app/session/checks/variant_join.h"

namespace app {

using CharacterCommand =
    JoinedVariant<PlaybackCommand, FadeCommand, SequenceCommand, JointCommand, TimelineCommand, TransitionCommand,
                  FadeMapCommand, LayerCommand, TravelCommand, RetargetingCommand>;

}  // namespace app

#endif  // APP_SESSION_CHARACTER_CHARACTER_COMMAND_H
