#include "app/ui/curves/curves_workspace.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "app/session/curves/curves_scene.h"
#include "app/ui/widgets/setting_controls.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr std::array kLineHints{
    "Holds the value of the key on the left.", "A straight line from key to key.",
    "A cubic through the keys. The slope at a key is the mean of the chords on both sides.",
    "A cubic that leaves and reaches each key with the slope you set. For y = x\u00b2 with its own slopes, it is that "
    "parabola.",
    "A cubic Bezier curve. Its handles lie along the slope you set and are as long as the slider says; at 1/3 of the "
    "interval it is the Hermite curve."};
static_assert(kLineHints.size() == kPlotLines);

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
    if (hitAreaIn(WidgetId("curves.line.%d", static_cast<int>(line)), cell))
      out.push_back(CurvesCommand{curves::ShowLine{static_cast<PlotLine>(line), !on}});
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
  unloggedArea("curves.plot", {axes.area.width, axes.area.height});
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
  const float free = fullWidth(), gap = px(10);
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

// ---- The right column: numbers of the cursor and the selected key, or the curve's editor and its polynomial.

namespace {

constexpr float kEditor = 220, kEditorLow = 150;

SliderLook numberLook(const char* label, double low, double high, double value) {
  return {.label = label,
          .min = low,
          .max = high,
          .defaultValue = value,
          .origin = low,
          .format = "%.4g",
          .step = 0.01,
          .typedMin = -kPlotLimit,
          .typedMax = kPlotLimit,
          .resets = false};
}

void drawCursor(const CurvesScene& scene, Commands& out) {
  constexpr std::array<double, 4> kPlaces{-1.5, -0.5, 0.5, 1.5};
  constexpr std::array<const char*, 4> kTexts{"-1.5", "-0.5", "0.5", "1.5"};
  caption("Cursor");
  const CurvePlane plane = curvesPlane(scene);
  const bool lines = scene.settings().picture == CurvesPicture::Interpolation;
  double x = scene.cursor();
  if (slider("curves.cursor", x, numberLook(lines ? "x" : "time", plane.begin, plane.end, 0.5), fullWidth(),
             "Where the values below the plot are read off. Drag in the plot to move it."))
    out.push_back(CurvesCommand{curves::SetCursor{x}});
  if (!lines) return;
  const auto at = std::find(kPlaces.begin(), kPlaces.end(), scene.cursor());
  const int pressed =
      segments("curves.at", kTexts, at == kPlaces.end() ? -1 : static_cast<int>(at - kPlaces.begin()), fullWidth(),
               "Halfway between two samples of y = x\u00b2. Linear gives 0.5 at 0.5 and 2.5 at 1.5.");
  if (pressed >= 0) out.push_back(CurvesCommand{curves::SetCursor{nth(kPlaces, pressed)}});
}

void drawSelectedKey(const CurvesScene& scene, CurvesWorkspace& state, Commands& out) {
  caption("Selected key");
  const auto& keys = scene.settings().keys;
  const bool any = state.selected >= 0 && state.selected < static_cast<int>(keys.size());
  if (!any) return sentence("Click a key in the plot, or double-click an empty spot to add one.");
  const auto index = static_cast<std::size_t>(state.selected);
  const PlotKey& key = keys[index];
  const CurvePlane plane = state.was ? *state.was : curvesPlane(scene);
  const double low = index > 0 ? keys[index - 1].x : plane.begin;
  const double high = index + 1 < keys.size() ? keys[index + 1].x : plane.end;
  double x = key.x, y = key.y, slope = key.slope;
  SliderLook across = numberLook("x", low, std::max(high, low + 1e-3), x);
  if (index > 0) across.typedMin = low;
  if (index + 1 < keys.size()) across.typedMax = high;
  bool moved = slider("curves.key.x", x, across, fullWidth(), "Between the keys on either side.");
  moved |= slider("curves.key.y", y, numberLook("y", plane.minValue, plane.maxValue, y), fullWidth(), "Its value.");
  if (moved) {
    if (index > 0) x = std::max(x, keys[index - 1].x);
    if (index + 1 < keys.size()) x = std::min(x, keys[index + 1].x);
    out.push_back(CurvesCommand{curves::MoveKey{state.selected, x, y}});
  }
  SliderLook steep = numberLook("slope", -8, 8, slope);
  steep.origin = 0;
  if (slider("curves.key.slope", slope, steep, fullWidth(),
             "Value per x. Hermite and Bezier leave and reach the key with it; the other lines do not read it."))
    out.push_back(CurvesCommand{curves::SetSlope{state.selected, slope}});
  if (button("curves.key.remove", "Remove the key", {fullWidth(), 0}, "Remove it (Delete). The last key stays.",
             {.enabled = keys.size() > 1})) {
    out.push_back(CurvesCommand{curves::RemoveKey{state.selected}});
    state.selected = -1;
  }
}

void drawKinds(const CurvesScene& scene, Commands& out) {
  caption("Bezier");
  settingSlider<SetCurves>(
      "curves.handle", scene.settings(), &CurvesSettings::handle,
      {.label = "handle length", .format = "%.3g of the interval"}, fullWidth(),
      "How far the handles reach along the slope. At 0 the line is straight, at 1/3 it is the Hermite curve.", out);
  caption("The lines");
  sentence(
      "Below the plot: the value of each line at the cursor. Click one to hide or show its line. Hermite and Bezier "
      "leave and reach a key with its slope; select the key to drag it.");
  if (scene.isLesson())
    sentence("The wide line behind is y = x\u00b2. The small numbers say how far off each line is.");
}

void drawEditor(const CurvesScene& scene, CurvesWorkspace& state, float height, Commands& out) {
  static const crossfade::AnimationCurve first = lessonCurve();
  caption("Curve");
  const CurveLook look{
      .plane = {.endsFixed = false, .bounded = false}, .beginText = "0", .endText = "1", .defaultCurve = &first};
  const crossfade::AnimationCurve& curve = scene.settings().curve;
  if (auto edited = curveEditor("curves.curve", curve, state.editor, {fullWidth(), height}, look))
    out.push_back(CurvesCommand{SetCurves{&CurvesSettings::curve, *std::move(edited)}});
}

void drawPolynomial(const CurvesScene& scene) {
  const crossfade::AnimationCurve& curve = scene.settings().curve;
  const KeyPolynomial p = polynomialAt(curve, scene.cursor());
  const auto number = [](double value) { return Text("%.6g", value == 0 ? 0.0 : value); };
  caption("Polynomial at the cursor");
  valueLine("left key, added to b1 = 0", Text("%.4g at %.4g", p.value, p.begin),
            "The polynomial begins at the key on the left: t is the time since it, and its value is added.");
  valueLine("b2, times t", number(p.b2), "The slope with which the curve leaves the left key.");
  valueLine("b3, times t\u00b2", number(p.b3),
            "(3 d / h - 2 m0 - m1) / h, with the length h, the rise d and both slopes.");
  valueLine("b4, times t\u00b3", number(p.b4), "(m0 + m1 - 2 d / h) / h\u00b2");
  const PolynomialCheck check = checkPolynomial(curve);
  caption("Check");
  valueLine("largest difference", Text("%.3g at %.3g", check.difference, check.time),
            "Of 101 samples from the first key to the last. 1e-16 is rounding.");
  ui().log.add("curves.difference", itemRect());
  const auto keys = curve.keys();
  if (std::any_of(keys.begin(), keys.end(),
                  [](const crossfade::CurveKey& key) { return key.weightedMode != crossfade::WeightedMode::None; }))
    sentence("The polynomial knows no weights, so weighted tangents make a difference.");
}

}  // namespace

void drawCurvesSettings(const Session& session, CurvesWorkspace& state, const UiRect& area, Commands& out) {
  const CurvesScene& scene = session.curves();
  beginPanel("panel.settings", area, colors().panel);
  ImGui::BeginChild("curves settings", ImGui::GetContentRegionAvail(), false, ImGuiWindowFlags_NoNav);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  switch (scene.settings().picture) {
    case CurvesPicture::Interpolation:
      drawCursor(scene, out);
      drawSelectedKey(scene, state, out);
      drawKinds(scene, out);
      break;
    case CurvesPicture::Polynomial:
      drawEditor(scene, state, px(area.height < px(620) ? kEditorLow : kEditor), out);
      drawCursor(scene, out);
      drawPolynomial(scene);
      break;
  }
  ImGui::PopStyleVar();
  endScrollingPart();
  endPanel();
}

}  // namespace app
