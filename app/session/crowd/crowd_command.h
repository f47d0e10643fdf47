// The commands that change the crowd.
#ifndef APP_SESSION_CROWD_CROWD_COMMAND_H
#define APP_SESSION_CROWD_CROWD_COMMAND_H

#include <variant>

#include "app/session/crowd/crowd_path.h"

namespace app {

/// 1 to kMaxCharacters.
struct SetCharacters {
  int count = 1000;
};
/// The maximum number drawn: 0 to kMaxCharacters.
struct SetDrawLimit {
  int count = 100;
};
struct SetCrowdPath {
  CrowdPath path = CrowdPath::Batched;
};
/// 1 to 64.
struct SetCrowdThreads {
  int count = 1;
};
/// Characters walk as their clips do, instead of standing where they are. The crowd starts anew.
struct SetCrowdTravel {
  bool on = false;
};
struct SetCrowdPaused {
  bool paused = false;
};
/// Starts or stops measuring the cost of 1 to 10,000 characters, one crowd size after another.
struct SweepCrowd {
  bool run = true;
};
using CrowdCommand = std::variant<SetCharacters, SetDrawLimit, SetCrowdPath, SetCrowdThreads, SetCrowdTravel,
                                  SetCrowdPaused, SweepCrowd>;

}  // namespace app

#endif  // APP_SESSION_CROWD_CROWD_COMMAND_H
