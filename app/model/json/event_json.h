// Events inside clips as JSON: the extras of glTF animations, and what `crossfade info` prints of a pack.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "crossfade/clip/clip_events.h"

namespace app {

/// [{"name": "step", "time": 0.3}, {"name": "hit", "time": 0.5, "end": 0.8, "value": 40}], seconds in the clip.
nlohmann::json clipEventsToJson(std::span<const crossfade::ClipEvent> events);

struct ReadClipEvents {
  crossfade::ClipEvents events;     // those that make sense,
  std::vector<std::string> faults;  // and a sentence for each of the others, at most kMostEventFaults
};
inline constexpr std::size_t kMostEventFaults = 5;

/// Reads such a list for a clip of `duration` seconds. Other members of its entries are ignored.
ReadClipEvents clipEventsFromJson(const nlohmann::json& list, double duration);

}  // namespace app
