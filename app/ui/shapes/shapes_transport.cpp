// Play, the place in time, and how long it all lasts.
#include <algorithm>
#include <cstdio>

#include "app/ui/shapes/shape_paint.h"
#include "app/ui/shapes/shapes_panels.h"
#include "app/ui/shapes/shapes_workspace.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

void play(const ShapeScene& scene, bool playing, Commands& out) {
  if (playing && scene.settings().mode == ShapeMode::Picture) out.push_back(shapes::SetMode{ShapeMode::Animation});
  out.push_back(shapes::SetPlaying{playing});
}

void step(const ShapeScene& scene, int frames, Commands& out) {
  if (scene.settings().mode == ShapeMode::Picture) out.push_back(shapes::SetMode{ShapeMode::Animation});
  if (scene.playing()) out.push_back(shapes::SetPlaying{false});
  out.push_back(shapes::SetTime{scene.shownTime() + frames / scene.settings().fps});
}

/// Seconds from the beginning of the row of key shapes; on the way back of a ping-pong it runs backwards.
double timelineTime(const ShapeScene& scene) {
  const double length = scene.length();
  return scene.time() > length ? std::max(0.0, 2 * length - scene.time()) : scene.time();
}

/// Where key shapes stand and where they are on their way, as a thin band under the bar.
void drawTimeline(const ShapeScene& scene, const UiRect& bar) {
  const double length = scene.length();
  if (!(length > 0)) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = bar.centerY() + px(9);
  double at = 0;
  for (std::size_t i = 0; i < scene.keys().size(); ++i) {
    const float from = bar.x + static_cast<float>(at / length) * bar.width;
    at += scene.keys()[i].hold;
    const float to = bar.x + static_cast<float>(at / length) * bar.width;
    list.AddRectFilled({from, y}, {std::max(to, from + px(2)), y + px(2)}, shapeColor(static_cast<int>(i)), px(1));
    if (i + 1 < scene.keys().size()) at += scene.keys()[i].morph;
  }
}

void drawScrubber(const ShapeScene& scene, ShapesWorkspace& state, float width, Commands& out) {
  const double length = scene.length();
  double fraction = length > 0 ? timelineTime(scene) / length : 0;
  const bool held = scrubber("transport.scrub", fraction, {width, rowHeight()}, color::kAccent,
                             "Where the animation is; drag to move in it.");
  drawTimeline(scene, itemRect());
  if (held && !state.scrubbing) {
    state.wasPlaying = scene.playing();
    if (scene.playing()) out.push_back(shapes::SetPlaying{false});
    if (scene.settings().mode == ShapeMode::Picture) out.push_back(shapes::SetMode{ShapeMode::Animation});
  }
  if (held && fraction * length != timelineTime(scene)) out.push_back(shapes::SetTime{fraction * length});
  if (!held && state.scrubbing && state.wasPlaying) out.push_back(shapes::SetPlaying{true});
  state.scrubbing = held;
}

}  // namespace

void drawShapesTransport(const Session& session, Commands& out) {
  const ShapeScene& scene = session.shapes();
  const UiRect& area = ui().layout.transport;
  beginPanel("panel.transport", area, color::kBar, {px(12), px(6)});
  panelEdge(area);
  const bool movable = scene.length() > 0, playing = scene.playing() && scene.settings().mode == ShapeMode::Animation;
  if (iconButton("transport.back", Icon::StepBack, "Pause and go back by one frame (left arrow).",
                 {.enabled = movable}))
    step(scene, -1, out);
  ImGui::SameLine(0, px(4));
  if (button("transport.pause", icon(playing ? Icon::Pause : Icon::Play), {px(44), rowHeight()},
             playing ? "Stand still (space)." : "Play (space).", {.accent = !playing, .enabled = movable}))
    play(scene, !playing, out);
  ImGui::SameLine(0, px(4));
  if (iconButton("transport.forward", Icon::StepForward, "Pause and go on by one frame (right arrow).",
                 {.enabled = movable}))
    step(scene, 1, out);
  ImGui::SameLine(0, px(4));
  if (iconButton("transport.stop", Icon::Stop, "Stop, back at the beginning.", {.enabled = movable})) {
    out.push_back(shapes::SetPlaying{false});
    out.push_back(shapes::SetTime{0});
  }
  ImGui::SameLine(0, px(14));
  const float clock = px(96), room = area.right() - px(12) - ImGui::GetCursorScreenPos().x;
  drawScrubber(scene, ui().shapes, std::max(px(24), room - clock - px(8)), out);
  ImGui::SameLine(0, px(8));
  char time[48];
  std::snprintf(time, sizeof time, "%.2f / %.2f s", timelineTime(scene), scene.length());
  ImGui::InvisibleButton("transport.time", {clock, rowHeight()});
  textIn(itemRect(), time, color::kTextDim, 1);
  logItem("transport.time");
  endPanel();
}

}  // namespace app
