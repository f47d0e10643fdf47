#include "app/format/script_events.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <utility>

#include <nlohmann/json.hpp>

namespace app {
namespace {

using Json = nlohmann::json;

double rounded(double seconds) { return std::round(seconds * 1e9) / 1e9; }

/// Adds those from the numbers `first` and `firstPassed` on.
void addEventsFrom(std::int64_t first, std::int64_t firstPassed, const ScriptPiece& piece, const Session& session,
                   std::vector<ScriptEvent>& found) {
  const PlaybackEvents& events = session.playbackEvents();
  const auto before = static_cast<std::ptrdiff_t>(found.size());
  for (int clip = 0; clip < session.clipCount(); ++clip)
    for (int age = 0; age < events.count(clip) && events.event(clip, age).number >= first; ++age) {
      const PlaybackEvent& event = events.event(clip, age);
      found.push_back({.time = piece.timeOf(event.mixerTime), .clip = clip, .event = event});
      found.back().event.mixerTime = rounded(event.mixerTime);
    }
  const Player& player = session.character().player();
  const PassedClipEvents& passed = player.passedEvents();
  for (std::int64_t i = std::max(firstPassed, passed.added() - PassedClipEvents::kKept); i < passed.added(); ++i) {
    PassedClipEvent event = passed.event(i);
    const double time = piece.timeOf(event.mixerTime);
    event.mixerTime = rounded(event.mixerTime);
    found.push_back(
        {.time = time, .clip = event.clip, .event = {.number = i}, .passed = event, .known = eventIn(player, event)});
  }
  std::sort(found.begin() + before, found.end(), [](const ScriptEvent& a, const ScriptEvent& b) {
    return std::tuple(a.time, a.passed.has_value(), a.event.number) <
           std::tuple(b.time, b.passed.has_value(), b.event.number);
  });
}

Json jsonOf(const ScriptEvent& each, const Model& model) {
  constexpr std::array kTypes{"event", "begin", "end"};
  const PassedClipEvent& passed = *each.passed;
  const auto clip = static_cast<std::size_t>(passed.clip);
  const crossfade::ClipEvent& event = each.known;
  Json json = {{"time", each.time},
               {"mixerTime", passed.mixerTime},
               {"type", kTypes[static_cast<std::size_t>(passed.pass)]},
               {"name", event.name},
               {"clip", model.clips[clip].name()},
               {"index", passed.clip},
               {"direction", passed.direction},
               {"weight", passed.weight}};
  if (event.value) json["value"] = *event.value;
  if (passed.isCut) json["cut"] = true;
  return json;
}

}  // namespace

double ScriptPiece::timeOf(double mixerTime) const {
  if (!(mixerEnd > mixerBegin)) return rounded(end);  // a sequence started over
  const double part = (mixerTime - mixerBegin) / (mixerEnd - mixerBegin);
  return rounded(begin + std::clamp(part, 0.0, 1.0) * (end - begin));
}

const crossfade::ClipEvent& eventIn(const Player& player, const PassedClipEvent& passed) {
  return player.clipEvents(passed.clip)->events()[static_cast<std::size_t>(passed.index)];
}

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
  ScriptPiece piece;
  const auto advanceTo = [&](double time) -> crossfade::Result<void> {
    const std::int64_t first = session.playbackEvents().added();
    const std::int64_t firstPassed = session.character().player().passedEvents().added();
    piece = {.begin = piece.end, .end = time, .mixerBegin = session.mixerTime()};
    if (auto moved = player.advanceTo(time, session, unused); !moved) return moved;
    piece.mixerEnd = session.mixerTime();
    addEventsFrom(first, firstPassed, piece, session, found);
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
    if (each.passed) {
      list.push_back(jsonOf(each, model));
      continue;
    }
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
