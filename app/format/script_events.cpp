#include "app/format/script_events.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <nlohmann/json.hpp>

namespace app {
namespace {

using Json = nlohmann::json;

/// A part of a script in which its time and the mixer's pass at the same rate.
struct Piece {
  double begin = 0, end = 0;            // of the script
  double mixerBegin = 0, mixerEnd = 0;  // the mixer's
};

/// To the nanosecond: what is below is rounding.
double rounded(double seconds) { return std::round(seconds * 1e9) / 1e9; }

double scriptTimeOf(const ClipEvent& event, const Piece& piece) {
  if (!(piece.mixerEnd > piece.mixerBegin)) return rounded(piece.end);  // a sequence started over
  const double part = (event.mixerTime - piece.mixerBegin) / (piece.mixerEnd - piece.mixerBegin);
  return rounded(piece.begin + std::clamp(part, 0.0, 1.0) * (piece.end - piece.begin));
}

/// Adds those from number `first` on.
void addEventsFrom(std::int64_t first, const Piece& piece, const Session& session, std::vector<ScriptEvent>& found) {
  const ClipEvents& events = session.clipEvents();
  const auto before = static_cast<std::ptrdiff_t>(found.size());
  for (int clip = 0; clip < session.clipCount(); ++clip)
    for (int age = 0; age < events.count(clip) && events.event(clip, age).number >= first; ++age) {
      const ClipEvent& event = events.event(clip, age);
      found.push_back({.time = scriptTimeOf(event, piece), .clip = clip, .event = event});
      found.back().event.mixerTime = rounded(event.mixerTime);
    }
  std::sort(found.begin() + before, found.end(), [](const ScriptEvent& a, const ScriptEvent& b) {
    return std::pair(a.time, a.event.number) < std::pair(b.time, b.event.number);
  });
}

}  // namespace

/// Cuts time at commands and at time cells: then no more than one loop of a clip ends in a piece. A clock that counts
/// frames gets whole ones; for others, frames change nothing.
crossfade::Result<std::vector<ScriptEvent>> eventsOfScript(Session& session, Script script, double seconds,
                                                           double frameSeconds) {
  constexpr double kRounding = 1e-6;  // of a frame
  std::vector<double> cuts;
  for (const TimedCommand& each : script) cuts.push_back(each.at);
  auto cut = cuts.begin();
  ScriptPlayer player(std::move(script));
  FrameProfiler unused;
  std::vector<ScriptEvent> found;
  Piece piece;
  const auto advanceTo = [&](double time) -> crossfade::Result<void> {
    const std::int64_t first = session.clipEvents().added();
    piece = {.begin = piece.end, .end = time, .mixerBegin = session.mixerTime()};
    if (auto moved = player.advanceTo(time, session, unused); !moved) return moved;
    piece.mixerEnd = session.mixerTime();
    addEventsFrom(first, piece, session, found);
    return {};
  };
  std::int64_t frame = 0;
  for (double time = 0;;) {
    if (auto moved = advanceTo(time); !moved) return moved.error();
    if (seconds - time <= crossfade::kSameTime) return found;
    double next = seconds;
    if (session.clock().settings.kind == crossfade::ClockKind::FrameBased) {
      while (static_cast<double>(frame) * frameSeconds <= time + kRounding * frameSeconds) ++frame;
      next = static_cast<double>(frame) * frameSeconds;
      if (seconds - next < kRounding * frameSeconds) next = seconds;
    } else {
      while (cut != cuts.end() && *cut <= time) ++cut;
      next = crossfade::timeCellEnd(time);
      if (cut != cuts.end()) next = std::min(next, *cut);
    }
    time = std::min(next, seconds);
  }
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
