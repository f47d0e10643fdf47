#include "app/format/script_events.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <nlohmann/json.hpp>

namespace app {
namespace {

using Json = nlohmann::json;

/// Adds those from number `first` on.
void addEventsFrom(std::int64_t first, double time, const Session& session, std::vector<ScriptEvent>& found) {
  const ClipEvents& events = session.clipEvents();
  const auto before = static_cast<std::ptrdiff_t>(found.size());
  for (int clip = 0; clip < session.clipCount(); ++clip)
    for (int age = 0; age < events.count(clip) && events.event(clip, age).number >= first; ++age)
      found.push_back({.time = time, .clip = clip, .event = events.event(clip, age)});
  std::sort(found.begin() + before, found.end(),
            [](const ScriptEvent& a, const ScriptEvent& b) { return a.event.number < b.event.number; });
}

}  // namespace

crossfade::Result<std::vector<ScriptEvent>> eventsOfScript(Session& session, Script script, double seconds,
                                                           double frameSeconds) {
  constexpr double kRounding = 1e-6;  // of a frame
  ScriptPlayer player(std::move(script));
  FrameProfiler unused;
  std::vector<ScriptEvent> found;
  const auto frames = static_cast<std::int64_t>(std::ceil(seconds / frameSeconds - kRounding));
  for (std::int64_t frame = 0; frame <= frames; ++frame) {
    const double time = std::min(seconds, static_cast<double>(frame) * frameSeconds);
    const std::int64_t first = session.clipEvents().added();
    if (auto moved = player.advanceTo(time, session, unused); !moved) return moved.error();
    addEventsFrom(first, time, session, found);
  }
  return found;
}

Json eventsToJson(const Model& model, std::span<const ScriptEvent> events) {
  Json list = Json::array();
  for (const ScriptEvent& each : events) {
    const bool finished = each.event.kind == crossfade::MixerEvent::Kind::Finished;
    Json json = {{"time", each.time},
                 {"mixerTime", each.event.mixerTime},
                 {"type", finished ? "finished" : "loop"},
                 {"clip", model.clips[static_cast<std::size_t>(each.clip)].name()},
                 {"index", each.clip}};
    if (finished)
      json["direction"] = each.event.direction;
    else
      json["loopDelta"] = each.event.loopDelta;
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace app
