// Script commands of the timing workspace.
#ifndef APP_FORMAT_TIMING_TEXT_H
#define APP_FORMAT_TIMING_TEXT_H

#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "app/session/timing/timing_command.h"
#include "crossfade/base/result.h"

namespace app {

/// Reads entries like {"do":"timing","set":"speed","value":0.5}; nothing when "do" is another word.
/// Besides "set" and "value": "hitches" takes "seconds" and "every", "display" takes "row", "framesPerSecond", "jitter"
/// and "hitches", "displays" takes a list of such objects, "show" takes "row" and "value", "restart" takes nothing. The
/// error names and quotes the member that is missing or wrong. TimingScene::apply checks ranges.
std::optional<crossfade::Result<TimingCommand>> timingCommandOf(const nlohmann::json& entry);

}  // namespace app

#endif  // APP_FORMAT_TIMING_TEXT_H
