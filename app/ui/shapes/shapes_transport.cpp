// Playback of the shapes animation.
#include <algorithm>
#include <cstdio>

#include "app/ui/shapes/shape_painter.h"
#include "app/ui/shapes/shapes_panels.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

void play(const ShapeScene& scene, bool playing, Commands& out) {
  if (playing && scene.settings().mode == ShapeMode::Picture)
    out.push_back(SetShapes{&ShapeSettings::mode, ShapeMode::Animation});
  out.push_back(shapes::SetPlaying{playing});
}

void step(const ShapeScene& scene, int frames, Commands& out) {
  if (scene.settings().mode == ShapeMode::Picture) out.push_back(SetShapes{&ShapeSettings::mode, ShapeMode::Animation});
  if (scene.playing()) out.push_back(shapes::SetPlaying{false});
  out.push_back(shapes::SetTime{scene.shownTime() + frames / scene.settings().fps});
}

/// Seconds from the first key shape. Runs backward on the way back of a ping-pong.
double timelineTime(const ShapeScene& scene) {
  const double length = scene.length();
  return scene.time() > length ? std::max(0.0, 2 * length - scene.time()) : scene.time();
}

/// A thin band under the bar shows where key shapes hold.
void drawTimeline(const ShapeScene& scene, const UiRect& bar) {
  const double length = scene.length();
  if (!(length > 0)) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = bar.centerY() + px(9);
  double at = 0;
  const auto timeline = scene.timeline();
  for (std::size_t i = 0; i < timeline.size(); ++i) {
    const float from = bar.x + static_cast<float>(at / length) * bar.width;
    at += timeline[i].hold;
    const float to = bar.x + static_cast<float>(at / length) * bar.width;
    list.AddRectFilled({from, y}, {std::max(to, from + px(2)), y + px(2)}, shapeColor(static_cast<int>(i)), px(1));
    if (i + 1 < timeline.size()) at += timeline[i].morph;
  }
}

void drawScrubber(const ShapeScene& scene, ShapesWorkspace& state, float width, Commands& out) {
  const double length = scene.length();
  double fraction = length > 0 ? timelineTime(scene) / length : 0;
  const bool held =
      scrubber("transport.scrub", fraction, {width, rowHeight()}, colors().accent, "Position in the animation.");
  drawTimeline(scene, itemRect());
  if (held && !state.scrubbing) {
    state.wasPlaying = scene.playing();
    if (scene.playing()) out.push_back(shapes::SetPlaying{false});
    if (scene.settings().mode == ShapeMode::Picture)
      out.push_back(SetShapes{&ShapeSettings::mode, ShapeMode::Animation});
  }
  if (held && fraction * length != timelineTime(scene)) out.push_back(shapes::SetTime{fraction * length});
  if (!held && state.scrubbing && state.wasPlaying) out.push_back(shapes::SetPlaying{true});
  state.scrubbing = held;
}

}  // namespace

void drawShapesTransport(const Session& session, ShapesWorkspace& state, const UiRect& area, Commands& out) {
  const ShapeScene& scene = session.shapes();
  beginPanel("panel.transport", area, colors().bar, {px(12), px(6)});
  panelEdge(area);
  const bool movable = scene.length() > 0, playing = scene.playing() && scene.settings().mode == ShapeMode::Animation;
  if (iconButton("transport.back", Icon::StepBack, "Pause and step back one frame (Left).", {.enabled = movable}))
    step(scene, -1, out);
  ImGui::SameLine(0, px(4));
  if (button("transport.pause", icon(playing ? Icon::Pause : Icon::Play), {px(44), rowHeight()},
             playing ? "Pause (Space)." : "Play (Space).", {.accent = !playing, .enabled = movable}))
    play(scene, !playing, out);
  ImGui::SameLine(0, px(4));
  if (iconButton("transport.forward", Icon::StepForward, "Pause and step forward one frame (Right).",
                 {.enabled = movable}))
    step(scene, 1, out);
  ImGui::SameLine(0, px(4));
  if (iconButton("transport.stop", Icon::Stop, "Stop and rewind.", {.enabled = movable})) {
    out.push_back(shapes::SetPlaying{false});
    out.push_back(shapes::SetTime{0});
  }
  ImGui::SameLine(0, px(14));
  const float clock = px(96), room = area.right() - px(12) - ImGui::GetCursorScreenPos().x;
  drawScrubber(scene, state, std::max(px(24), room - clock - px(8)), out);
  ImGui::SameLine(0, px(8));
  char time[48];
  std::snprintf(time, sizeof time, "%.2f / %.2f s", timelineTime(scene), scene.length());
  hitArea("transport.time", {clock, rowHeight()});
  textIn(itemRect(), time, colors().textDim, 1);
  ui().focus.nextTakes(0);
  logItem("transport.time");
  endPanel();
}

}  // namespace app
