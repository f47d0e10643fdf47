// The timing workspace's words in scripts.
#pragma once

#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "app/session/timing/timing_command.h"
#include "crossfade/base/result.h"

namespace app {

/// What an entry like {"do":"timing","set":"speed","value":0.5} stands for; nothing when its "do" is another word.
/// Besides "set" and "value": "hitches" takes "seconds" and "every", "display" takes "row", "framesPerSecond", "jitter"
/// and "hitches", "show" takes "row" and "value", "restart" takes nothing. The error names the member that is missing
/// or wrong and quotes it; whether a number is in range is for TimingScene::apply to say.
std::optional<crossfade::Result<TimingCommand>> timingCommandOf(const nlohmann::json& entry);

}  // namespace app
