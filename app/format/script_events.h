// What a listener on three.js's mixer would be told while a script plays, and the events inside clips.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/format/script.h"
#include "app/session/character/playback/playback_record.h"
#include "app/session/session.h"

namespace app {

struct ScriptEvent {
  double time = 0;  // seconds since the start of the script, to the nanosecond
  int clip = 0;
  PlaybackEvent event;
  std::optional<PassedClipEvent> passed = std::nullopt;  // instead of `event`: one inside the clip,
  crossfade::ClipEvent known = {};                       // which is this
};

/// A part of a script in which its time and the mixer's pass at the same rate.
struct ScriptPiece {
  double begin = 0, end = 0;            // of the script
  double mixerBegin = 0, mixerEnd = 0;  // the mixer's

  /// The script's time at a time of the mixer, to the nanosecond: what is below is rounding.
  double timeOf(double mixerTime) const;
};

/// The event that was passed, as long as the events of that clip stay as they were.
const crossfade::ClipEvent& eventIn(const Player& player, const PassedClipEvent& passed);

/// Plays a script for `seconds`. Events are in order of time, at the same moment in the order in which the clips were
/// started. `frameSeconds` (above 0) matters only if the clock counts frames. Loops of a clip that lasts less than a
/// time cell are counted together. The error is that of a refused command.
crossfade::Result<std::vector<ScriptEvent>> eventsOfScript(Session& session, Script script, double seconds,
                                                           double frameSeconds);

/// A list of {"time", "mixerTime", "type", "clip", "index"}, and "loopDelta" or "direction" as in three.js. Of an event
/// inside a clip the type is "event", "begin" or "end", with its "name", its "value", if any, "weight", "direction"
/// and, if true, "cut".
nlohmann::json eventsToJson(const Model& model, std::span<const ScriptEvent> events);

}  // namespace app
