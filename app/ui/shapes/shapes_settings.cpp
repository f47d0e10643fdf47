// The settings column of the shapes workspace.
#include <algorithm>
#include <array>

#include "app/ui/shapes/shapes_panels.h"
#include "app/ui/widgets/curve_editor.h"
#include "app/ui/widgets/setting_controls.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr std::array<const char*, 9> kPresetNames = {
    "Pencil, lying", "Pencil, upright", "Star, big", "Star, small", "Apple", "Vase", "Stool", "Elephant", "Horse"};

struct Pair {
  ShapePreset from, to;
  const char* sentence;
};
constexpr std::array<Pair, 4> kPairs = {
    {{ShapePreset::PencilLying, ShapePreset::PencilUpright, "The classic pencil: it stands up."},
     {ShapePreset::StarBig, ShapePreset::StarSmall, "The classic star: it shrinks and moves."},
     {ShapePreset::Apple, ShapePreset::Vase, "An apple becomes a vase."},
     {ShapePreset::Elephant, ShapePreset::Horse, "An elephant becomes a horse."}}};

void heading(const char* text) {
  ImGui::Dummy({0, px(1)});
  caption(text);
}

/// The preset a key shape came from, judged by its name; -1: none.
int presetOf(const ShapeScene& scene, std::size_t key) {
  if (key >= scene.keys().size()) return -1;
  const auto found = std::find(kWords<ShapePreset>.begin(), kWords<ShapePreset>.end(), scene.keys()[key].name);
  return found == kWords<ShapePreset>.end() ? -1 : static_cast<int>(found - kWords<ShapePreset>.begin());
}

bool shows(const ShapeScene& scene, ShapePreset from, ShapePreset to) {
  return scene.keys().size() == 2 && presetOf(scene, 0) == static_cast<int>(from) &&
         presetOf(scene, 1) == static_cast<int>(to);
}

void drawPairs(const ShapeScene& scene, ShapePainter& painter, Commands& out) {
  const float gap = px(6), width = std::floor((fullWidth() - 3 * gap) / 4), height = px(40);
  for (std::size_t i = 0; i < kPairs.size(); ++i) {
    const Pair& pair = kPairs[i];
    if (i > 0) ImGui::SameLine(0, gap);
    const bool on = shows(scene, pair.from, pair.to);
    if (button(WidgetId("shapes.pair.%d", static_cast<int>(i)), "", {width, height}, pair.sentence, {.on = on}))
      out.push_back(shapes::UsePresetPair{pair.from, pair.to});
    const UiRect rect = itemRect();
    const float half = (rect.width - px(18)) / 2;
    drawPresetThumbnail(painter, pair.from, {rect.x + px(6), rect.y + px(8), half, rect.height - px(16)},
                        shapeColor(0));
    drawPresetThumbnail(painter, pair.to, {rect.x + px(12) + half, rect.y + px(8), half, rect.height - px(16)},
                        shapeColor(1));
  }
}

/// A pair of any two presets.
void drawFreePair(const ShapeScene& scene, ShapePainter& painter, Commands& out) {
  const float arrow = px(28), width = std::floor((fullWidth() - arrow) / 2);
  const int from = presetOf(scene, 0), to = presetOf(scene, 1);
  const auto choose = [&](const char* id, std::size_t key, int now, const char* sentence) {
    ShapePreset preset = ShapePreset::Apple;
    const char* const other = key < scene.keys().size() ? "custom" : "none";
    if (!beginDropDown(id, now < 0 ? other : nameOf(static_cast<ShapePreset>(now)),
                       now < 0 ? colors().textDim : colors().text, width, sentence))
      return -1;
    const bool chosen = choosePreset(id, painter, preset);
    if (chosen) ImGui::CloseCurrentPopup();
    endCombo();
    return chosen ? static_cast<int>(preset) : -1;
  };
  const int first = choose("shapes.from", 0, from, "First shape of a new pair. Replaces all shapes.");
  ImGui::SameLine(0, 0);
  if (button("shapes.reverse", icon(Icon::PingPong), {arrow, rowHeight()},
             "Reverse the order of all shapes, so that the animation runs the other way.",
             {.quiet = true, .enabled = scene.keys().size() > 1}))
    out.push_back(shapes::ReverseKeys{});
  ImGui::SameLine(0, 0);
  const int second = choose("shapes.to", 1, to, "Second shape of a new pair. Replaces all shapes.");
  if (first >= 0)
    out.push_back(shapes::UsePresetPair{static_cast<ShapePreset>(first),
                                        to < 0 ? ShapePreset::Vase : static_cast<ShapePreset>(to)});
  if (second >= 0)
    out.push_back(shapes::UsePresetPair{from < 0 ? ShapePreset::Apple : static_cast<ShapePreset>(from),
                                        static_cast<ShapePreset>(second)});
}

void drawAlgorithm(const ShapeScene& scene, Commands& out) {
  constexpr std::array<const char*, 4> kKinds = {"Linear", "Clockwise", "Counter", "Shortest"};
  constexpr std::array<const char*, 4> kKindHints = {
      "Points move in straight lines.", "Edges rotate clockwise, by length and angle.",
      "Edges rotate counterclockwise, by length and angle.", "Edges rotate the shorter way."};
  constexpr std::array<const char*, 3> kClosing = {"Spread", "Straight", "Gap"};
  constexpr std::array<const char*, 3> kClosingHints = {
      "Edges that rotate separately leave a gap between the last point and the first. All edges absorb it.",
      "Close the gap with a straight line, as in the classic lesson.", "Leave the gap open."};
  const ShapeSettings& settings = scene.settings();
  settingSegments<SetShapes>("shapes.kind", settings, &ShapeSettings::kind, kKinds, fullWidth(), kKindHints, out);
  settingSegments<SetShapes>("shapes.closing", settings, &ShapeSettings::closing, kClosing, fullWidth() - px(98),
                             kClosingHints, out);
  ImGui::SameLine(0, px(14));
  settingBox<SetShapes>("shapes.sideBySide", "All four", settings, &ShapeSettings::sideBySide,
                        "Show all four algorithms at once.", out);
}

/// What the number means depends on what is shown.
void drawInBetweens(const ShapeSettings& settings, float width, Commands& out) {
  const bool picture = settings.mode == ShapeMode::Picture, onlySkin = !picture && settings.pace == ShapePace::Seconds;
  const char* const sentence = picture ? "Shapes drawn between two key shapes."
                               : onlySkin
                                   ? "Faint in-betweens between two key shapes. The animation itself shows every "
                                     "moment."
                                   : "Pictures between two key shapes, each for one frame.";
  ImGui::BeginDisabled(onlySkin && !settings.look.onionSkin);
  settingSlider<SetShapes>("shapes.inBetweens", settings, &ShapeSettings::inBetweens,
                           {.label = onlySkin ? "onion skin" : "in-betweens", .max = 30, .format = "%.0f"}, width,
                           sentence, out);
  ImGui::EndDisabled();
}

bool isAsInLesson(const ShapeSettings& s) {
  static const ShapeSettings kLesson = asInLesson({}, 0);
  return s.closing == kLesson.closing && s.mode == kLesson.mode && s.pace == kLesson.pace && s.fps == kLesson.fps &&
         s.ending == kLesson.ending && s.easing == kLesson.easing && s.look.onionSkin == kLesson.look.onionSkin;
}

/// The heading of what is shown, and a button for all of it at once.
void drawShowHeading(const ShapeSettings& settings, Commands& out) {
  ImGui::Dummy({0, px(1)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  caption("Show");
  const ImVec2 below = ImGui::GetCursorScreenPos();
  const float width = px(140);
  ImGui::SetCursorScreenPos({at.x + fullWidth() - width, at.y - px(6)});
  if (button("shapes.lesson", "Lesson: in-betweens", {width, px(24)},
             "The classic exercise: the in-betweens as single pictures, 2 per second, once, without holding or easing, "
             "closed by a straight line.",
             {.on = isAsInLesson(settings)}))
    out.push_back(shapes::UseLesson{settings.inBetweens});
  ImGui::SetCursorScreenPos(below);
}

void drawMode(const ShapeScene& scene, Commands& out) {
  constexpr std::array<const char*, 2> kModes = {"Picture", "Animation"};
  constexpr std::array<const char*, 2> kModeHints = {"All in-betweens in one picture.",
                                                     "One after the other, over time."};
  constexpr std::array<const char*, 2> kPaces = {"By seconds", "By pictures"};
  constexpr std::array<const char*, 2> kPaceHints = {
      "Every moment has a frame; shapes hold and morph for the seconds in the strip.",
      "Only the key shapes and the in-betweens, each for one frame: 5 in-betweens at 2 fps are 7 pictures in 3.5 s."};
  constexpr std::array<const char*, 3> kEndings = {"Stop", "Repeat", "Ping-pong"};
  const ShapeSettings& settings = scene.settings();
  settingSegments<SetShapes>("shapes.mode", settings, &ShapeSettings::mode, kModes, fullWidth(), kModeHints, out);
  const float gap = px(8), half = std::floor((fullWidth() - gap) / 2);
  if (settings.mode == ShapeMode::Picture) return drawInBetweens(settings, fullWidth(), out);
  settingSegments<SetShapes>("shapes.pace", settings, &ShapeSettings::pace, kPaces, fullWidth(), kPaceHints, out);
  drawInBetweens(settings, half, out);
  ImGui::SameLine(0, gap);
  settingSlider<SetShapes>(
      "shapes.fps", settings, &ShapeSettings::fps,
      {.label = "fps", .min = 1, .max = 60, .origin = 1, .format = "%.0f", .step = 1, .sqrtScale = true}, half,
      "Frames per second. The classic exercise plays 2.", out);
  settingSegments<SetShapes>("shapes.ending", settings, &ShapeSettings::ending, kEndings, fullWidth(),
                             "What happens at the end of the animation.", out);
}

void drawLook(const ShapeScene& scene, Commands& out) {
  ShapeLook look = scene.settings().look;
  bool changed = checkbox("shapes.fills", "Fills", look.fills, "Fill the shapes.");
  ImGui::SameLine(0, px(18));
  changed |= checkbox("shapes.outlines", "Outlines", look.outlines, "Outline the shapes.");
  if (scene.settings().mode == ShapeMode::Animation) {
    ImGui::SameLine(0, px(18));
    changed |=
        checkbox("shapes.onion", "Onion skin", look.onionSkin, "Show faint in-betweens around the moving shape.");
  }
  if (changed) out.push_back(SetShapes{&ShapeSettings::look, look});
}

/// The animation's position on the easing curve. NaN while a shape holds.
double easingFraction(const ShapeScene& scene) {
  if (scene.settings().mode == ShapeMode::Picture) return std::numeric_limits<double>::quiet_NaN();
  const TimelinePosition position = timelinePositionAt(scene.timeline(), scene.shownTime(), scene.settings().ending);
  return position.fraction > 0 ? position.fraction : std::numeric_limits<double>::quiet_NaN();
}

void drawEasing(const ShapeScene& scene, CurveEditorState& state, float height, Commands& out) {
  static const crossfade::AnimationCurve defaultEasing = *crossfade::AnimationCurve::easeInOut(0, 0, 1, 1);
  static const std::array<crossfade::AnimationCurve, 2> presets = {*crossfade::AnimationCurve::linear(0, 0, 1, 1),
                                                                   defaultEasing};
  constexpr std::array<const char*, 2> kPresetHints = {"Constant speed.", "Slow start and end."};
  const crossfade::AnimationCurve& easing = scene.settings().easing;
  ImGui::Dummy({0, px(1)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  caption("Easing");
  const ImVec2 below = ImGui::GetCursorScreenPos();
  const float size = px(26);
  for (int i = 0; i < 2; ++i) {
    ImGui::SetCursorScreenPos({at.x + fullWidth() - static_cast<float>(2 - i) * (size + px(4)) + px(4), at.y - px(4)});
    const crossfade::AnimationCurve& preset = nth(presets, i);
    if (curveButton(WidgetId("shapes.easing.%d", i), preset, {size, size}, easing == preset, nth(kPresetHints, i)))
      out.push_back(SetShapes{&ShapeSettings::easing, preset});
  }
  ImGui::SetCursorScreenPos(below);
  const CurveLook look{.plane = {.endsFixed = false, .bounded = false},
                       .marker = easingFraction(scene),
                       .beginText = "shape",
                       .endText = "next shape",
                       .defaultCurve = &defaultEasing,
                       .presets = presets};
  if (auto edited = curveEditor("shapes.easing", easing, state, {fullWidth(), height}, look))
    out.push_back(SetShapes{&ShapeSettings::easing, *std::move(edited)});
}

void drawFiles(ShapesWorkspace& state, Commands& out) {
  heading("File");
  const float buttons = px(62), gap = px(6);
  textField("shapes.path", state.path, fullWidth() - 2 * (buttons + gap));
  hint("A .json or .svg file. You can also drop one on the window.");
  const bool named = state.path[0] != 0;
  ImGui::SameLine(0, gap);
  if (button("shapes.import", "Import", {buttons, 0}, "Read shapes from this file. Replaces all shapes.",
             {.enabled = named}))
    out.push_back(RequestShapes{state.path.data()});
  ImGui::SameLine(0, gap);
  if (button("shapes.export", "Export", {buttons, 0},
             "Write the key shapes to this file: .svg, or .json with all settings.", {.enabled = named}))
    out.push_back(SaveShapes{state.path.data()});
}

}  // namespace

void drawShapesSettings(const Session& session, ShapesWorkspace& state, const UiRect& area, Commands& out) {
  const ShapeScene& scene = session.shapes();
  beginPanel("panel.settings", area, colors().panel);
  ImGui::BeginChild("all", ImGui::GetContentRegionAvail(), false, ImGuiWindowFlags_NoNav);
  caption("Shapes");
  drawPairs(scene, state.painter, out);
  drawFreePair(scene, state.painter, out);
  heading("Algorithm");
  drawAlgorithm(scene, out);
  drawShowHeading(scene.settings(), out);
  drawMode(scene, out);
  drawLook(scene, out);
  drawEasing(scene, state.easing, px(area.height < px(700) ? 116 : 150), out);
  drawFiles(state, out);
  endScrollingPart();
  endPanel();
}

void drawPresetThumbnail(ShapePainter& painter, ShapePreset preset, const UiRect& rect, ImU32 tint) {
  painter.paintThumbnail({.list = *ImGui::GetWindowDrawList(), .rect = rect, .scale = ui().scale}, presetPoints(preset),
                         true, tint);
}

const char* nameOf(ShapePreset preset) { return nth(kPresetNames, preset); }

bool choosePreset(const char* id, ShapePainter& painter, ShapePreset& preset) {
  bool chosen = false;
  const FocusGroup group("presets", GroupLayout::Column);
  for (int i = 0; i < static_cast<int>(kPresetNames.size()); ++i) {
    if (menuArea(WidgetId("%s.%d", id, i), {px(150), px(26)}, false, ImGuiSelectableFlags_DontClosePopups)) {
      preset = static_cast<ShapePreset>(i);
      chosen = true;
    }
    const UiRect row = itemRect();
    drawPresetThumbnail(painter, static_cast<ShapePreset>(i),
                        {row.x + px(4), row.y + px(3), px(30), row.height - px(6)}, shapeColor(i));
    textIn({row.x + px(44), row.y, row.width - px(44), row.height}, nth(kPresetNames, i), colors().text);
  }
  return chosen;
}

}  // namespace app
