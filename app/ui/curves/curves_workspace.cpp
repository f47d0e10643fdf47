#include "app/ui/curves/curves_workspace.h"

#include <algorithm>
#include <array>

#include "app/ui/widgets/setting_controls.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr std::array<const char*, kPlotLines> kLineHints{
    "Holds the value of the key on the left.", "A straight line from key to key.",
    "A cubic through the keys. The slope at a key is the mean of the chords on both sides.",
    "A cubic that leaves and reaches each key with the slope you set. For y = x\u00b2 with its own slopes, it is that "
    "parabola.",
    "A cubic Bezier curve. Its handles lie along the slope you set and are as long as the slider says; at 1/3 of the "
    "interval it is the Hermite curve."};

/// The keys may have changed since the last frame.
void forgetWhatIsGone(CurvesWorkspace& state, const CurvesScene& scene) {
  if (state.selected < static_cast<int>(scene.settings().keys.size())) return;
  state.selected = -1;
  state.held = CurvesWorkspace::Held::Nothing;
}

/// The cells of the lines show and hide them. Returns the one under the pointer.
int pressCells(const CurvesScene& scene, const CurvesLayout& layout, Commands& out) {
  int hovered = -1;
  const FocusGroup group("lines", GroupLayout::Row);
  for (std::size_t line = 0; line < kPlotLines; ++line) {
    const UiRect& cell = layout.cells[line + 1];
    const bool on = scene.settings().shown[line];
    ImGui::SetCursorScreenPos({cell.x, cell.y});
    if (hitArea(WidgetId("curves.line.%d", static_cast<int>(line)), {cell.width, cell.height}))
      out.push_back(CurvesCommand{curves::ShowLine{static_cast<PlotLine>(line), !on}});
    logItem("curves.line.%d", static_cast<int>(line));
    if (hintIsDue()) {
      hint(Text("%s Click to %s the line.", kLineHints[line], on ? "hide" : "show"));
    }
    if (ImGui::IsItemHovered()) hovered = static_cast<int>(line) + 1;
  }
  return hovered;
}

void drawCanvas(const Session& session, CurvesWorkspace& state, const UiRect& area, Commands& out) {
  const CurvesScene& scene = session.curves();
  const CurvesLayout layout = curvesLayout(area, scene, ui().scale);
  const bool lines = scene.settings().picture == CurvesPicture::Interpolation;
  beginPanel("panel.canvas", area, colors().panel, {0, 0});
  const CurveAxes axes{.area = layout.plot, .plane = state.was ? *state.was : curvesPlane(scene)};
  ImGui::SetCursorScreenPos({axes.area.x, axes.area.y});
  hitArea("curves.plot", {axes.area.width, axes.area.height});
  CurvesMarks marks{.plane = axes.plane};
  marks.hovered = editPlot(scene, state, axes, out);
  marks.selected = state.selected;
  if (lines) marks.hoveredCell = pressCells(scene, layout, out);
  drawCurvesCanvas(
      session,
      {.list = *ImGui::GetWindowDrawList(), .rect = area, .scale = ui().scale, .dark = session.view().darkBackground},
      marks);
  endPanel();
}

void drawTransport(const CurvesScene& scene, CurvesWorkspace& state, Commands& out) {
  static const crossfade::AnimationCurve firstCurve = lessonCurve();
  constexpr std::array<const char*, 2> kPictures{"Interpolation", "AnimationCurve"};
  constexpr std::array<const char*, 2> kSentences{
      "Keys, and the line of each kind of interpolation through them.",
      "A curve, and the polynomial that the values and slopes of its keys define: the two are the same."};
  const bool lines = scene.settings().picture == CurvesPicture::Interpolation;
  if (button("curves.play", icon(scene.playing() ? Icon::Pause : Icon::Play), {px(44), rowHeight()},
             scene.playing() ? "Pause (Space)." : "Move the cursor from the first key to the last (Space).",
             {.accent = !scene.playing()}))
    out.push_back(CurvesCommand{curves::SetPlaying{!scene.playing()}});
  ImGui::SameLine(0, px(10));
  const float free = ImGui::GetContentRegionAvail().x, gap = px(10);
  const bool narrow = free < px(330);
  const float reset = px(narrow ? 60 : 116);
  settingSegments<SetCurves>("curves.picture", scene.settings(), &CurvesSettings::picture, kPictures,
                             std::min(px(280), std::max(px(120), free - reset - gap)), kSentences, out);
  ImGui::SameLine(0, gap);
  const bool same = lines ? scene.isLesson() : scene.settings().curve == firstCurve;
  if (!button("curves.reset", narrow ? "Reset" : "Reset example", {reset, 0},
              lines ? "Back to five samples of y = x\u00b2, with that function's slopes." : "Back to the first curve.",
              {.enabled = !same}))
    return;
  state.selected = -1;
  if (lines)
    out.push_back(CurvesCommand{SetCurves{&CurvesSettings::keys, lessonKeys()}});
  else
    out.push_back(CurvesCommand{SetCurves{&CurvesSettings::curve, firstCurve}});
}

}  // namespace

void drawCurvesWorkspace(const Session& session, CurvesWorkspace& state, const WorkspaceLayout& layout, Commands& out) {
  forgetWhatIsGone(state, session.curves());
  drawCanvas(session, state, layout.canvas, out);
  beginPanel("panel.transport", layout.transport, colors().bar, {px(12), px(9)});
  panelEdge(layout.transport);
  drawTransport(session.curves(), state, out);
  endPanel();
  if (!layout.settings.empty()) drawCurvesSettings(session, state, layout.settings, out);
}

}  // namespace app
