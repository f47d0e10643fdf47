// Commands for clips of other skeletons: how they are fitted, and which of them is looked at.
#ifndef APP_SESSION_CHARACTER_RETARGET_COMMANDS_H
#define APP_SESSION_CHARACTER_RETARGET_COMMANDS_H

#include <string>
#include <variant>
#include <vector>

#include "app/model/clip_file.h"

namespace app {

/// Changes how the clips of a file (an index of Model::clipFiles) are fitted. They are then transferred again: by the
/// host if it does that (ReportTransfers), otherwise at once.
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

/// The host has transferred the clips of a file with these settings. Ignored unless they are what the file waits for.
struct ReplaceClips {
  int file = 0;
  std::string path;  // of the file
  RetargetSettings settings;
  std::vector<crossfade::AnimationClip> clips;
};

using RetargetingCommand = std::variant<SetRetarget, ShowRetarget, ReplaceClips>;

}  // namespace app

#endif  // APP_SESSION_CHARACTER_RETARGET_COMMANDS_H
