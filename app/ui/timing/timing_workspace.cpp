#include "app/ui/timing/timing_paint.h"

#include <algorithm>
#include <vector>

#include "app/ui/widgets/setting_controls.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kRoomForPresets = 560;
constexpr float kTight = 6;
constexpr float kLowColumn = 700;  // shorter columns have tighter rows

float restOfRow() { return fullWidth(); }

void group(const char* title) {
  ImGui::Dummy({0, px(1)});
  caption(title);
}

/// Checkbox, rate, jitter, and gaps of one display; `count` is how many there are.
void drawDisplay(int row, std::size_t count, const TimingRowSettings& settings, Commands& out) {
  static const std::vector<TimingRowSettings> kUsual = rowsOf(TimingPreset::SixDisplays),
                                              kLesson = rowsOf(TimingPreset::Lesson);
  const std::vector<TimingRowSettings>& usual = count == kLesson.size() ? kLesson : kUsual;
  const TimingRowSettings& defaults = usual[std::min(static_cast<std::size_t>(row), usual.size() - 1)];
  const float gap = px(kTight), gaps = px(48);
  bool shown = settings.shown;
  if (checkbox(WidgetId("display.%d.shown", row), "", shown, "Show this display."))
    out.push_back(TimingCommand{ShowRow{row, shown}});
  ImGui::SameLine(0, px(0));
  const float room = restOfRow() - gaps - 2 * gap, rateWidth = std::round(room * 0.55f);
  DisplayRate display = settings.display;
  bool changed = slider(WidgetId("display.%d.rate", row), display.framesPerSecond,
                        {.min = 1,
                         .max = 240,
                         .defaultValue = defaults.display.framesPerSecond,
                         .origin = 1,
                         .format = "%.4g fps",
                         .fill = colors().textDim,
                         .step = 1,
                         .sqrtScale = true,
                         .typedMin = 1,
                         .typedMax = 1000},
                        rateWidth, "Frames per second of this display. Changing it restarts the run.");
  ImGui::SameLine(0, gap);
  double percent = display.jitter * 100;
  if (slider(WidgetId("display.%d.jitter", row), percent,
             {.min = 0,
              .max = 45,
              .defaultValue = defaults.display.jitter * 100,
              .format = "\u00b1 %.0f %%",
              .fill = colors().textDim,
              .step = 1},
             room - rateWidth, "How early or late a frame may come, in percent of a frame. 0: perfectly even.")) {
    display.jitter = percent / 100;
    changed = true;
  }
  ImGui::SameLine(0, gap);
  if (button(WidgetId("display.%d.gaps", row), "gaps", {gaps, rowHeight()},
             "Now and then, this display draws no frames for a while.", {.on = display.hitches})) {
    display.hitches = !display.hitches;
    changed = true;
  }
  if (changed) out.push_back(TimingCommand{SetDisplay{row, display}});
}

void drawPresets(const TimingSettings& settings, Commands& out) {
  static const std::array<TimingSettings, 2> kMade = {withPreset({}, TimingPreset::SixDisplays),
                                                      withPreset({}, TimingPreset::Lesson)};
  constexpr std::array<const char*, 2> kPresets = {"Six displays", "Lesson: three displays"};
  constexpr std::array<const char*, 2> kSentences = {
      "Six uneven displays, as real ones are. Restarts the run.",
      "The classic lesson: even displays of 60, 30, and 10 fps, steps of 1/60 s, and a block that turns only past an "
      "end. Restarts the run."};
  const auto is = [&](const TimingSettings& made) {
    return made.rows == settings.rows && made.stepsPerSecond == settings.stepsPerSecond &&
           made.edges == settings.edges && made.unitsPerSecond == settings.unitsPerSecond;
  };
  const int chosen = is(kMade[0]) ? 0 : is(kMade[1]) ? 1 : -1;
  const int pressed = segments("timing.displays", kPresets, chosen, restOfRow(), kSentences);
  if (pressed >= 0) out.push_back(TimingCommand{UseTimingPreset{static_cast<TimingPreset>(pressed)}});
}

void drawDisplays(const TimingSettings& settings, Commands& out) {
  caption("Displays");
  drawPresets(settings, out);
  for (std::size_t row = 0; row < settings.rows.size(); ++row)
    drawDisplay(static_cast<int>(row), settings.rows.size(), settings.rows[row], out);
  Hitches hitches = settings.hitches;
  const float gap = px(kTight), half = std::floor((restOfRow() - gap) / 2);
  bool changed =
      settingSlider("hitch.seconds", hitches.seconds, &Hitches::seconds,
                    {.label = "gap", .max = std::min(1.0, hitches.every - 0.05), .format = "%.2f s"}, half,
                    "How long a gap lasts. A clock catches up at most its maximum per frame; the rest is dropped.");
  ImGui::SameLine(0, gap);
  const double shortest = std::max(0.3, hitches.seconds + 0.05);
  changed |= settingSlider("hitch.every", hitches.every, &Hitches::every,
                           {.label = "every", .min = shortest, .max = 5, .format = "%.2f s", .step = 0.05}, half,
                           "Time from one gap to the next.");
  if (changed) out.push_back(TimingCommand{SetTiming{&TimingSettings::hitches, hitches}});
}

void drawClocks(const TimingSettings& settings, Commands& out) {
  group("Clocks");
  double rate = settings.stepsPerSecond;
  if (slider("clock.rate", rate,
             {.label = "fixed steps",
              .min = 5,
              .max = 250,
              .defaultValue = settings.edges == Edges::ClampPast ? 60 : 62.5,  // as in its preset
              .origin = 5,
              .format = "%.4g per second",
              .fill = clockColorOf(2, ui().dark),
              .step = 0.5,
              .sqrtScale = true,
              .typedMin = 1,
              .typedMax = 1000},
             restOfRow(),
             "Fixed steps per second. At 62.5, a step is 16 ms. At 60, steps divide the track evenly, and a block that "
             "turns at an end loses nothing."))
    out.push_back(TimingCommand{SetTiming{&TimingSettings::stepsPerSecond, rate}});
  settingSlider<SetTiming>("clock.most", settings, &TimingSettings::maxSteps,
                           {.label = "max per frame",
                            .min = 1,
                            .max = 60,
                            .origin = 1,
                            .format = "%.0f steps",
                            .fill = clockColorOf(2, ui().dark)},
                           restOfRow(),
                           "Maximum number of steps per frame. The time-based clock has the same limit. The rest is "
                           "dropped and reported.",
                           out);
  settingBox<SetTiming>(
      "clock.interpolates", "Interpolate between steps", settings, &TimingSettings::interpolates,
      "Smooth, but one step late. Off: shows the last step, which stutters where steps and frames do not line up.",
      out);
}

void drawBlock(const Session& session, const TimingSettings& settings, Commands& out) {
  constexpr std::array<const char*, 3> kEdges = {"Turn at end", "Turn past end", "Reflect"};
  constexpr std::array<const char*, 3> kEdgeSentences = {
      "A step that reaches or passes an end stops there and turns. The rest of the step is lost.",
      "The lesson's rule: only a step that passes an end turns. A block that reaches it exactly loses the next step.",
      "A step that would pass an end bounces back, so nothing is lost."};
  group("Block");
  settingSlider<SetTiming>(
      "block.speed", settings, &TimingSettings::unitsPerSecond,
      {.label = "speed", .max = 600, .format = "%.4g units/s", .fill = colors().textDim, .step = 5}, restOfRow(),
      "Speed of the block. The track is 300 units long.", out);
  settingSegments<SetTiming>("block.edges", settings, &TimingSettings::edges, kEdges, restOfRow(), kEdgeSentences, out);
  const bool able = !session.walkFigure().empty();
  if (!able) ImGui::BeginDisabled();
  settingBox<SetTiming>("block.character", "Show a character instead", settings, &TimingSettings::showsCharacter,
                        able ? "The model's skeleton walks in place of the block, with steps that match the distance."
                             : "This model has no skeleton.",
                        out);
  if (!able) ImGui::EndDisabled();
}

void drawGraphs(const TimingSettings& settings, Commands& out) {
  constexpr std::array<const char*, 2> kGraphs = {"Distance behind", "Gap to ghost"};
  constexpr std::array<const char*, 2> kSentences = {
      "How far each block has fallen behind the distance it should have covered, in units. Below the line: behind. "
      "Above: ahead.",
      "How far each block is from its correct position. Above the line: too far right. The sign flips at every "
      "bounce."};
  group("Graphs");
  const int graph = segments("graph", kGraphs, settings.graph == TimingGraph::Lag ? 0 : 1, restOfRow(), kSentences);
  if (graph >= 0)
    out.push_back(TimingCommand{SetTiming{&TimingSettings::graph, graph == 0 ? TimingGraph::Lag : TimingGraph::Gap}});
}

Text playbackText(const Session& session) {
  const crossfade::ClockStep& last = session.clockStep();
  const double dropped = session.clock().droppedSeconds;
  return Text("%d %s of %.1f ms in the last frame, %s", last.steps, last.steps == 1 ? "step" : "steps",
              last.stepSeconds * 1000, dropped > 0 ? Text("%.2f s dropped", dropped).text() : "nothing dropped");
}

/// The clock of the character scene.
void drawPlayback(const Session& session, Commands& out) {
  constexpr std::array<const char*, 3> kClocks = {"Frames", "Time", "Steps"};
  constexpr std::array<const char*, 3> kSentences = {
      "The character advances by one fixed step per frame, however long it took: at the display's speed.",
      "The character advances by the time that passed. The usual clock for playback.",
      "The character advances by as many fixed steps as fit into the time that passed, interpolated between the last "
      "two."};
  group("Clock of the character");
  const crossfade::ClockSettings& clock = session.clock().settings;
  const float gap = px(kTight), choice = std::floor(restOfRow() * 0.52f);
  const int pressed = segments("playback.clock", kClocks, static_cast<int>(clock.kind), choice, kSentences);
  if (pressed >= 0) out.push_back(SetClock{.kind = static_cast<crossfade::ClockKind>(pressed)});
  ImGui::SameLine(0, gap);
  double rate = static_cast<double>(clock.rate.steps) / clock.rate.seconds;
  const bool counts = clock.kind != crossfade::ClockKind::TimeBased;
  if (!counts) ImGui::BeginDisabled();
  if (slider("playback.rate", rate,
             {.label = "steps",
              .min = 5,
              .max = 240,
              .defaultValue = 60,
              .origin = 5,
              .format = "%.4g /s",
              .fill = counts ? clockColorOf(static_cast<int>(clock.kind), ui().dark) : colors().line,
              .step = 1,
              .sqrtScale = true,
              .typedMin = 1,
              .typedMax = 1000},
             restOfRow(), counts ? "Steps per second." : "Steps per second, for Frames and Steps. Time needs none."))
    out.push_back(SetClock{.kind = clock.kind, .stepsPerSecond = rate});
  if (!counts) ImGui::EndDisabled();
  label({restOfRow(), px(18)}, playbackText(session), colors().textFaint, 0, ui().fonts.small);
  logItem("playback.words");
  hint(
      "What the clock did in the last frame of the character. Very long frames are cut, so waking from sleep does not "
      "skip ahead.");
}

void drawSettings(const Session& session, const UiRect& area, Commands& out) {
  const TimingSettings& settings = session.timing().settings();
  ImGui::BeginChild("timing settings", ImGui::GetContentRegionAvail(), false, ImGuiWindowFlags_NoNav);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(kTight), px(area.height < px(kLowColumn) ? 4 : 7)});
  drawDisplays(settings, out);
  drawClocks(settings, out);
  drawBlock(session, settings, out);
  drawGraphs(settings, out);
  drawPlayback(session, out);
  ImGui::PopStyleVar();
  endScrollingPart();
}

void drawSpeed(const TimingSettings& settings, float width, bool presets, Commands& out) {
  settingSlider<SetTiming>("timing.speed", settings, &TimingSettings::speed, speedLook("speed", 8), width,
                           "Speed of the block's time. Negative runs backward. Displays keep their rates.", out);
  if (!presets) return;
  ImGui::SameLine(0, px(6));
  if (const auto pressed = speedPresets("timing.preset", settings.speed))
    out.push_back(TimingCommand{SetTiming{&TimingSettings::speed, *pressed}});
}

void drawTransport(const TimingScene& scene, const UiRect& area, Commands& out) {
  const bool paused = scene.settings().paused;
  if (button("timing.pause", icon(paused ? Icon::Play : Icon::Pause), {px(44), rowHeight()},
             paused ? "Resume (Space)." : "Pause (Space).", {.accent = paused}))
    out.push_back(TimingCommand{SetTimingPaused{!paused}});
  ImGui::SameLine(0, px(4));
  if (button("timing.restart", "Restart", {0, 0}, "Restart all blocks and measurements (R)."))
    out.push_back(TimingCommand{RestartTiming{}});
  ImGui::SameLine(0, px(14));
  const bool presets = area.width >= px(kRoomForPresets);
  drawSpeed(scene.settings(), px(presets ? 160 : 140), presets, out);
  const float left = ImGui::GetItemRectMax().x + px(10), clock = area.right() - px(12) - left;
  if (clock < px(60)) return;
  ImGui::SameLine(0, px(10));
  ui().focus.nextTakes(0);
  hitArea("timing.time", {clock, rowHeight()});
  textIn(itemRect(), Text("%.2f s", scene.wallSeconds()), colors().textDim, 1);
  hint("Time since the start, without pauses.");
}

}  // namespace

void drawTimingWorkspace(const Session& session, const WorkspaceLayout& layout, Commands& out) {
  beginPanel("panel.canvas", layout.canvas, colors().panel, {0, 0});
  drawTimingCanvas(session, {.list = *ImGui::GetWindowDrawList(),
                             .rect = layout.canvas,
                             .scale = ui().scale,
                             .dark = session.view().darkBackground});
  endPanel();
  beginPanel("panel.transport", layout.transport, colors().bar, {px(12), px(9)});
  panelEdge(layout.transport);
  drawTransport(session.timing(), layout.transport, out);
  endPanel();
  if (layout.settings.empty()) return;
  beginPanel("panel.settings", layout.settings, colors().panel);
  drawSettings(session, layout.settings, out);
  endPanel();
}

// ---- The block under every clock on every display: tracks with a ghost at the correct position, errors as values and
// graphs, and a summary.

void drawTimingCanvas(const Session& session, const Canvas& canvas) {
  canvasGround(canvas);
  const TimingScene& scene = session.timing();
  const std::vector<TimingRowSettings>& rows = scene.settings().rows;
  const int shown =
      static_cast<int>(std::count_if(rows.begin(), rows.end(), [](const TimingRowSettings& row) { return row.shown; }));
  const bool character = scene.settings().showsCharacter && !session.walkFigure().empty();
  const TimingView view{.scene = scene,
                        .figure = session.walkFigure(),
                        .grid = timingGrid(canvas.rect, shown, character, canvas.scale),
                        .ghost = scene.ghost(),
                        .character = character};
  if (shown == 0)
    return canvasText(canvas, canvas.rect, "No display is shown. Turn one on.", dimInkColor(canvas), 0.5f);

  drawTimingLegend(canvas, view.grid.labelHead);
  drawSharedLabel(canvas, view.grid.labelGraph);
  for (int clock = 0; clock < 3; ++clock) {
    const auto index = static_cast<std::size_t>(clock);
    drawTimingHead(canvas, view, clock, view.grid.heads[index]);
    drawTimingSum(canvas, view, clock, view.grid.sums[index]);
    const GraphRange range = graphRange(scene, kClockKinds[index]);
    const UiRect& shared = view.grid.graphs[index];
    const bool hasGraphs =
        !shared.empty() || !timingCell(view.grid, 0, clock, view.character, canvas.scale).graph.empty();
    const bool saysRange = hasGraphs && !drawTimingRange(canvas, clock, range, view.grid.heads[index]);
    drawSharedGraph(canvas, view, clock, shared, range, saysRange);
    int shownRow = 0;
    for (int row = 0; row < scene.rowCount(); ++row) {
      if (!nth(rows, row).shown) continue;
      const TimingCell cell = timingCell(view.grid, shownRow, clock, view.character, canvas.scale);
      if (clock == 0) drawTimingLabel(canvas, view, row, timingLabel(view.grid, shownRow));
      if (clock == 0 && shownRow == 0 && !cell.graph.empty())
        drawGraphLabel(canvas, timingLabel(view.grid, 0), cell.graph);
      drawTimingCell(canvas, view, row, clock, cell, range, saysRange && shownRow == 0);
      ++shownRow;
    }
  }
}

}  // namespace app
