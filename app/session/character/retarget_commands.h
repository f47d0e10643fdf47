// Commands for clips of other skeletons: how they are fitted, and which of them is looked at.
#ifndef APP_SESSION_CHARACTER_RETARGET_COMMANDS_H
#define APP_SESSION_CHARACTER_RETARGET_COMMANDS_H

#include <variant>
#include <vector>

#include "app/model/clip_file.h"

namespace app {

/// Fits the clips of a file (an index of Model::clipFiles) with other settings. They are transferred anew: at once, or
/// by the host, if it does so (ReportTransfers).
struct SetRetarget {
  int file = 0;
  RetargetSettings settings;
};

/// Plays a clip of a file on its own skeleton and, transferred, on the model's, beside what the character plays
/// (Retargeting). -1: none.
struct ShowRetarget {
  int file = -1;
  int clip = 0;  // among the clips of the file
};

/// The host has transferred the clips of a file with these settings. Ignored if they are not the file's any more.
struct ReplaceClips {
  int file = 0;
  RetargetSettings settings;
  std::vector<crossfade::AnimationClip> clips;
};

using RetargetingCommand = std::variant<SetRetarget, ShowRetarget, ReplaceClips>;

}  // namespace app

#endif  // APP_SESSION_CHARACTER_RETARGET_COMMANDS_H
