// Playback controls of the character scene. The scrubber and loop mode are those of the dominant clip.
#include <algorithm>

#include "app/session/character/settings/clip_settings.h"
#include "app/ui/input_actions.h"
#include "app/ui/panels.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kRoomForPresets = 800;
constexpr float kMinScrubberWidth = 80;

/// What the scrubber moves: a clip, or the cycle of a blend space.
struct Played {
  int source = -1;              // a clip or blendSpaceNumber(); -1: nothing plays
  int clip = -1;                // whose color it has
  double time = 0, length = 0;  // seconds
};

Played playedAs(const Session& session, int source) {
  const Player& player = session.character().player();
  if (const PlayedSpace* const space = player.space(source)) {
    const auto playing = player.playingSpace();
    const double cycle = space->player->cycleSeconds();
    return {source, playing ? playing->clip : 0, space->player->phase() * cycle, cycle};
  }
  if (source < 0 || source >= session.clipCount()) return {};
  return {source, source, session.action(source).time, nth(session.model().clips, source).duration()};
}

Played dominant(const Session& session) {
  const auto space = session.character().player().playingSpace();
  return playedAs(session, space ? space->number : session.dominantClip());
}

void drawButtons(const Session& session, Commands& out) {
  if (iconButton("transport.back", Icon::StepBack, "Pause and step back 1/60 s (Left).")) out.push_back(Step{-kFrame});
  ImGui::SameLine(0, px(4));
  const bool paused = session.paused();
  if (button("transport.pause", icon(paused ? Icon::Play : Icon::Pause), {px(44), rowHeight()},
             paused ? "Play (Space)." : "Pause (Space).", {.accent = paused}))
    out.push_back(SetPaused{!paused});
  ImGui::SameLine(0, px(4));
  if (iconButton("transport.forward", Icon::StepForward, "Pause and step forward 1/60 s (Right)."))
    out.push_back(Step{kFrame});
  ImGui::SameLine(0, px(4));
  if (iconButton("transport.stop", Icon::Stop, "Stop all clips and return to the rest pose.")) out.push_back(StopAll{});
}

void drawLoop(const Session& session, int clip, Commands& out) {
  const crossfade::Loop loop = clip < 0 ? crossfade::Loop::Repeat : session.action(clip).loop;
  const auto look = [loop]() -> std::pair<Icon, crossfade::Loop> {
    switch (loop) {
      case crossfade::Loop::Repeat:
        return {Icon::Repeat, crossfade::Loop::PingPong};
      case crossfade::Loop::PingPong:
        return {Icon::PingPong, crossfade::Loop::Once};
      case crossfade::Loop::Once:
        return {Icon::Once, crossfade::Loop::Repeat};
    }
    return {Icon::Repeat, crossfade::Loop::Repeat};
  };
  const auto [which, next] = look();
  const char* const sentence = loop == crossfade::Loop::Repeat ? "The dominant clip repeats. Click for ping-pong."
                               : loop == crossfade::Loop::Once
                                   ? "The dominant clip plays once and holds its last pose. Click to repeat."
                                   : "The dominant clip plays back and forth. Click to play once.";
  if (iconButton("transport.loop", which, sentence, {.enabled = clip >= 0}))
    out.push_back(SetClip{clip, &ClipSettings::loop, next});
}

/// Playback pauses while the bar is held. The held clip stays the same until it is released, even if another one gets
/// a larger weight.
void drawScrubber(const Session& session, TransportState& state, Played played, float width, Commands& out) {
  const int held = state.heldClip;
  if (const Played same = playedAs(session, held); same.source >= 0) played = same;
  bool active = false;
  if (played.source < 0) {
    ImGui::Dummy({width, rowHeight()});
  } else {
    double fraction = played.length > 0 ? played.time / played.length : 0;
    active = scrubber("transport.scrub", fraction, {width, rowHeight()}, clipColor(played.clip),
                      isBlendSpace(played.source) ? "Position in the cycle of the blend space."
                                                  : "Position in the dominant clip, the one with the largest weight.");
    if (active && held < 0) {
      state.resumesAfter = !session.paused();
      if (!session.paused()) out.push_back(SetPaused{true});
    }
    if (active && fraction * played.length != played.time)
      out.push_back(SetClipTime{played.source, fraction * played.length});
  }
  if (!active && held >= 0 && state.resumesAfter) out.push_back(SetPaused{false});
  state.heldClip = active ? played.source : -1;
}

void drawSpeed(const Session& session, float width, bool presets, Commands& out) {
  double speed = session.speed();
  if (slider("transport.speed", speed, speedLook("speed", kTimeScale.max), width,
             "Playback speed. Negative plays backward."))
    out.push_back(SetSpeed{speed});
  ImGui::SameLine(0, px(6));
  if (!presets) {
    if (button("transport.normal", "1\u00d7", {px(30), rowHeight()}, "Normal speed.",
               {.enabled = session.speed() != 1}))
      out.push_back(SetSpeed{1});
    return;
  }
  if (const auto pressed = speedPresets("transport.preset", session.speed())) out.push_back(SetSpeed{*pressed});
}

/// Time and length, as the scrubber shows them. A click opens or closes the timeline.
void drawTime(const Session& session, const Played& played, float width, bool& timelineOpen) {
  if (hitArea("transport.time", {width, rowHeight()})) timelineOpen = !timelineOpen;
  const bool bright = timelineOpen || ImGui::IsItemHovered();
  if (played.source >= 0)
    textIn(itemRect(), Text("%.2f / %.2f s", played.time, played.length), bright ? colors().text : colors().textDim, 1,
           ui().fonts.small);
  if (!hintIsDue()) return;
  hint(Text("Time in the %s. Mixer time: %.2f s. Click: timeline (L).",
            isBlendSpace(played.source) ? "cycle" : "dominant clip", session.mixerTime()));
}

}  // namespace

void drawTransportPanel(const Session& session, TransportState& state, bool& timelineOpen, const UiRect& area,
                        Commands& out) {
  beginPanel("panel.transport", area, colors().bar, {px(12), px(6)});
  const bool presets = area.width >= px(kRoomForPresets);
  const Played played = dominant(session);
  drawButtons(session, out);
  ImGui::SameLine(0, px(6));
  drawLoop(session, isBlendSpace(played.source) ? -1 : played.source, out);
  ImGui::SameLine(0, px(14));

  // What does not fit is left out: first the presets, then the speed, then the clock.
  const float gap = px(14), clock = px(86);
  const float room = area.right() - px(12) - ImGui::GetCursorScreenPos().x;
  const float speed = px(presets ? 132 : 112) + px(6) + px(presets ? kSpeedPresets : 30);
  const bool roomForSpeed = room - speed - clock - 2 * gap >= px(kMinScrubberWidth);
  const bool roomForClock = room - clock - gap >= px(kMinScrubberWidth);
  drawScrubber(session, state, played,
               std::max(px(24), room - (roomForSpeed ? speed + gap : 0) - (roomForClock ? clock + px(2) : 0)), out);
  if (roomForSpeed) {
    ImGui::SameLine(0, gap);
    drawSpeed(session, px(presets ? 132 : 112), presets, out);
  }
  if (roomForClock) {
    ImGui::SameLine(0, px(2));
    drawTime(session, played, clock, timelineOpen);
  }
  endPanel();
}

}  // namespace app
