// Everything that can change the crowd.
#pragma once

#include <variant>

#include "app/session/crowd/crowd_path.h"

namespace app {

struct SetCharacters { int count = 1000; };          // 1 to kMostCharacters
struct SetDrawLimit { int count = 100; };            // 0 to kMostCharacters: how many of them are drawn
struct SetCrowdPath { CrowdPath path = CrowdPath::Batched; };
struct SetCrowdThreads { int count = 1; };           // 1 to 64
struct SetCrowdPaused { bool paused = false; };
struct SweepCrowd { bool run = true; };              // measures the cost of 1 to 10,000 characters, one number after the other
using CrowdCommand = std::variant<SetCharacters, SetDrawLimit, SetCrowdPath, SetCrowdThreads, SetCrowdPaused, SweepCrowd>;

}  // namespace app
