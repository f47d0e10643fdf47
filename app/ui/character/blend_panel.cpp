// Blend spaces: clips in the plane of their speed and turn, and the point that one drags.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "app/ui/character/character_panels.h"
#include "app/ui/character/character_text.h"
#include "app/ui/character/choosers.h"
#include "app/ui/character/event_marks.h"
#include "app/ui/widgets/setting_controls.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr double kDragSeconds = 0.1;  // in which the character follows the pointer
constexpr double kMargin = 0.12;      // around the clips, in extents
constexpr double kMuchSlide = 0.25;   // one sees it at a glance
constexpr float kPlaneHeight = 190, kLineHeight = 118, kSampleRadius = 7, kNameWidth = 84;
constexpr std::array<const char*, 3> kSpaceSyncTexts = {"None", "Phase", "Markers"};
constexpr std::array<const char*, 3> kSpaceSyncSentences = {
    "No sync: each clip keeps its own tempo.", "Phase: all clips of the space share one phase of their cycles.",
    "Markers: the clips also agree at each of their markers, or where their feet come down."};

/// What the plane shows: from the smallest parameters to the largest.
struct BlendPlane {
  UiRect area;
  glm::dvec2 low, high;
  bool isLine;

  ImVec2 at(glm::dvec2 point) const {
    const glm::dvec2 u = (point - low) / (high - low);
    return {area.x + area.width * static_cast<float>(u.x), area.bottom() - area.height * static_cast<float>(u.y)};
  }
  glm::dvec2 pointAt(ImVec2 screen) const {
    const glm::dvec2 u{(screen.x - area.x) / area.width, (area.bottom() - screen.y) / area.height};
    return low + glm::clamp(u, 0.0, 1.0) * (high - low);
  }
};

struct Extent {
  glm::dvec2 low{0}, high{0};
  explicit Extent(const BlendSpaceSettings& space) {
    low = high = {space.samples.front().x, space.samples.front().y};
    for (const BlendSampleSettings& each : space.samples) {
      low = glm::min(low, glm::dvec2(each.x, each.y));
      high = glm::max(high, glm::dvec2(each.x, each.y));
    }
  }
  bool isLine() const { return low.y == high.y; }
};

BlendPlane planeOf(const BlendSpaceSettings& space, const UiRect& area) {
  const Extent extent(space);
  glm::dvec2 margin = kMargin * (extent.high - extent.low);
  for (int axis : {0, 1})
    if (margin[axis] == 0) margin[axis] = 1;
  return {area, extent.low - margin, extent.high + margin, extent.isLine()};
}

Text parameterText(double x, double y, bool isLine) {
  return isLine ? Text("%.2f m/s", x) : Text("%.2f m/s, %.0f\u00b0/s", x, y);
}

void drawEdges(ImDrawList& list, const crossfade::BlendSpace& space, const BlendPlane& plane) {
  const auto at = [&](int sample) { return plane.at(nth(space.samples(), sample).at); };
  for (const auto& [a, b, c] : space.triangles())
    list.AddTriangleFilled(at(a), at(b), at(c), faded(colors().controlHovered, 0.35f));
  for (const auto& [a, b, c] : space.triangles())
    list.AddTriangle(at(a), at(b), at(c), faded(colors().textFaint, 0.6f), px(1));
  for (const auto& [a, b] : space.edges()) list.AddLine(at(a), at(b), colors().textFaint, px(1));
}

/// A disc for each clip, the fuller the more it shows, with its name above or below.
void drawSamples(const Session& session, const PlayedSpace& played, const BlendPlane& plane) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ClipNames names(session.model());
  std::array<char, 24> scratch;
  for (std::size_t i = 0; i < played.settings.samples.size(); ++i) {
    const BlendSampleSettings& sample = played.settings.samples[i];
    const ImVec2 at = plane.at({sample.x, sample.y});
    const auto share = static_cast<float>(played.player->actions()[i]->share());
    list.AddCircleFilled(at, px(kSampleRadius), colors().panel);
    list.AddCircleFilled(at, px(kSampleRadius), faded(clipColor(sample.clip), 0.25f + 0.75f * share));
    list.AddCircle(at, px(kSampleRadius), clipColor(sample.clip), 0, px(1.5f));
    const bool above = plane.isLine && i % 2 == 1;
    const float width = std::min(px(kNameWidth), plane.area.width);
    const float left = std::clamp(at.x - width / 2, plane.area.x, plane.area.right() - width);
    const float align = left > at.x - width / 2 ? 0.0f : left < at.x - width / 2 ? 1.0f : 0.5f;
    nameIn({left, above ? at.y - px(26) : at.y + px(9), width, px(16)}, names.shown(sample.clip, scratch),
           share > 0 ? colors().text : colors().textDim, align, ui().fonts.small);
  }
}

/// Where the point is, and where it goes to.
void drawPoint(const PlayedSpace& played, const BlendPlane& plane) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const crossfade::BlendSpace& space = played.player->space();
  const ImVec2 now = plane.at(space.nearest(played.player->point()));
  const ImVec2 goal = plane.at(space.nearest(played.player->goal()));
  list.AddLine(now, goal, faded(colors().accent, 0.6f), px(1.5f));
  list.AddCircleFilled(now, px(4.5f), colors().accent);
  list.AddCircle(goal, px(10), colors().accent, 0, px(2));
}

MoveBlendPoint moveTo(const BlendSpaceSettings& space, glm::dvec2 point) {
  return {.space = blendSpaceNumber(space.name), .x = point.x, .y = point.y, .seconds = kDragSeconds};
}

void drawSlide(const Session& session, const UiRect& plane) {
  const std::optional<double> slide = session.character().footSlide();
  if (!slide) return;
  textIn({plane.right() - px(118), plane.y + px(2), px(112), px(18)}, Text("feet slide %.0f %%", *slide * 100),
         *slide > kMuchSlide ? colors().warning : colors().textDim, 1, ui().fonts.small);
}

void drawPlane(const Session& session, const BlendSpaceSettings& space, const PlayedSpace& played, float width,
               Commands& out) {
  const float height = px(Extent(space).isLine() ? kLineHeight : kPlaneHeight);
  ui().focus.nextTakes(kTakesAcross | kTakesUpDown);
  hitArea("blend.plane", {width, height});
  const UiRect rect = itemRect();
  hint(
      "Drag the point: the clips around it play, each with its share. Feet slide: how fast feet on the ground move "
      "over it, compared with the walk.",
      "The arrow keys move the point: the clips around it play, each with its share.");
  const BlendPlane plane = planeOf(space, rect);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  fillRect(rect, colors().card, px(6));
  list.PushClipRect(rect.min(), rect.max(), true);
  drawEdges(list, played.player->space(), plane);
  drawSamples(session, played, plane);
  drawPoint(played, plane);
  list.PopClipRect();
  textIn({rect.x, rect.bottom() - px(18), rect.width - px(8), px(16)}, "speed", colors().textFaint, 1,
         ui().fonts.small);
  if (!plane.isLine)
    textIn({rect.x + px(8), rect.y + px(2), rect.width, px(16)}, "turn", colors().textFaint, 0, ui().fonts.small);
  drawSlide(session, rect);
  glm::dvec2 next{space.x, space.y};
  if (ImGui::IsItemActive()) next = plane.pointAt(ImGui::GetIO().MousePos);
  if (plane.isLine) next.y = space.y;
  const FocusKeys keys = ui().focus.keysOfItem();
  const double step = keys.shift ? 0.1 : 0.02;
  next += glm::dvec2(keys.right, plane.isLine ? 0 : keys.up) * step * (plane.high - plane.low);
  if (next != glm::dvec2(space.x, space.y)) out.push_back(moveTo(space, next));
}

void drawPointSliders(const BlendSpaceSettings& space, float width, Commands& out) {
  const Extent extent(space);
  glm::dvec2 next{space.x, space.y};
  SliderLook look{.label = "speed",
                  .min = extent.low.x,
                  .max = extent.high.x,
                  .defaultValue = extent.low.x,
                  .origin = extent.low.x,
                  .format = "%.2f m/s",
                  .fill = colors().accent,
                  .typedMin = kBlendParameter.min,
                  .typedMax = kBlendParameter.max};
  bool changed =
      slider("blend.x", next.x, look, width, "The point's speed. Outside the clips, the nearest point counts.");
  if (!extent.isLine()) {
    look.label = "turn";
    look.min = look.defaultValue = look.origin = extent.low.y;
    look.max = extent.high.y;
    look.format = "%.0f \u00b0/s";
    look.step = 1;
    changed |= slider("blend.y", next.y, look, width, "The point's turn, counterclockwise seen from above.");
  }
  if (changed) out.push_back(moveTo(space, next));
}

/// A clip's speed and turn, and its own time scale.
void drawSampleDetails(BlendSpaceSettings& space, std::size_t index, float width, bool& changed) {
  BlendSampleSettings& sample = space.samples[index];
  changed |= settingSlider("blend.sample.x", sample.x, &BlendSampleSettings::x,
                           {.label = "speed", .max = 8, .format = "%.2f m/s", .step = 0.05}, width,
                           "Where the clip lies: the speed that it shows.");
  changed |= settingSlider("blend.sample.y", sample.y, &BlendSampleSettings::y,
                           {.label = "turn", .min = -180, .max = 180, .format = "%.0f \u00b0/s", .step = 5}, width,
                           "Where the clip lies: the turn that it shows.");
  changed |= settingSlider("blend.sample.speed", sample.speed, &BlendSampleSettings::speed,
                           {.label = "time scale", .min = 0.25, .max = 3, .origin = 1}, width,
                           "The clip's own speed in this space.");
}

/// The clips: a press opens one.
void drawRows(const Session& session, BlendSpaceSettings& space, const PlayedSpace& played, BlendPanelState& state,
              float width, bool& changed) {
  const ClipNames names(session.model());
  const FocusGroup group("clips of the space", GroupLayout::Column, true);
  const bool isLine = Extent(space).isLine();
  int removed = -1;
  for (std::size_t i = 0; i < space.samples.size(); ++i) {
    const int index = static_cast<int>(i), clip = space.samples[i].clip;
    focusMember(index);
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const bool pressed = hitArea(WidgetId("blend.%d", index), {width - rowHeight(), rowHeight()});
    const bool hovered = ImGui::IsItemHovered();
    hint("Click to change where the clip lies.");
    if (pressed) state.open = state.open == index ? -1 : index;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (hovered || state.open == index)
      list.AddRectFilled(start, {start.x + width, start.y + rowHeight()}, colors().card, px(6));
    clipTag(list, {start.x + px(4), start.y + rowHeight() / 2 - px(9)}, px(18), clip);
    std::array<char, 24> scratch;
    const float values = std::min(px(isLine ? 74 : 116), width / 3), shares = px(46);
    const float name = width - rowHeight() - values - shares - px(34);
    nameIn({start.x + px(28), start.y, name, rowHeight()}, names.shown(clip, scratch), colors().text);
    textIn({start.x + px(28) + name, start.y, values, rowHeight()},
           parameterText(space.samples[i].x, space.samples[i].y, isLine), colors().textDim, 1, ui().fonts.small);
    const double weight = i < played.settings.samples.size() ? played.player->actions()[i]->share() : 0;
    textIn({start.x + px(28) + name + values, start.y, shares, rowHeight()}, Text("%.0f %%", weight * 100),
           weight > 0 ? colors().text : colors().textFaint, 1);
    ImGui::SetCursorScreenPos({start.x + width - rowHeight(), start.y});
    if (iconButton(WidgetId("blend.%d.remove", index), Icon::Close, "Take the clip out of the space.",
                   {.quiet = true, .enabled = space.samples.size() > 1}))
      removed = index;
    if (state.open == index) drawSampleDetails(space, i, width, changed);
  }
  if (removed < 0) return;
  space.samples.erase(space.samples.begin() + removed);
  state.open = -1;
  changed = true;
}

/// Adds a clip where it is measured to lie; beside the others if there is no telling.
void drawAdd(const Session& session, BlendSpaceSettings& space, float width, bool& changed) {
  if (space.samples.size() == crossfade::BlendSpace::kMaxSamples) return;
  const int clip =
      takeClip("blend.add", session, "Add a clip...", width, "Adds a clip at its measured speed and turn.");
  if (clip < 0) return;
  BlendSampleSettings added{.clip = clip};
  const ClipStudy* const study = session.character().ground().knownStudy();
  if (const GroundFacts* const facts = study ? study->find(clip) : nullptr) {
    added.x = std::round(1000 * facts->root.speed()) / 1000;
    if (facts->root.turns()) added.y = std::round(facts->root.turn / facts->root.duration);
  }
  const auto isThere = [&](const BlendSampleSettings& each) { return each.x == added.x && each.y == added.y; };
  while (std::ranges::any_of(space.samples, isThere)) added.x += 0.5;
  space.samples.push_back(added);
  changed = true;
}

/// A name that no space has: "Gaits", "Gaits 2".
std::string freeName(const std::vector<BlendSpaceSettings>& spaces) {
  std::string name = "Gaits";
  for (int i = 2; findBlendSpace(spaces, blendSpaceNumber(name)); ++i) name = "Gaits " + std::to_string(i);
  return name;
}

/// Gives the space another name.
void drawNameField(const Session& session, const BlendSpaceSettings& space, BlendPanelState& state, float width,
                   Commands& out) {
  bool escaped = false;
  if (!nameField("blend.name", state.typed, width, std::exchange(state.appears, false), escaped)) return;
  state.naming.clear();
  const std::string typed = state.typed.data();
  if (escaped || typed.empty() || typed == space.name) return;
  if (findBlendSpace(session.character().blendSpaces(), blendSpaceNumber(typed)))
    return out.push_back(ShowMessage{"another blend space has the name '" + typed + "'", true});
  out.push_back(RenameBlendSpace{space.name, typed});
  state.shown = typed;
}

/// The spaces, and a last line that gives the one on show another name.
void drawChooser(const Session& session, const BlendSpaceSettings& space, BlendPanelState& state, float width,
                 Commands& out) {
  if (state.naming == space.name) return drawNameField(session, space, state, width, out);
  if (!beginDropDown("blend.space", space.name.c_str(), colors().text, width, "The blend space.")) return;
  const auto& spaces = session.character().blendSpaces();
  const FocusGroup group("spaces", GroupLayout::Column);
  for (std::size_t i = 0; i < spaces.size(); ++i) {
    if (menuText(WidgetId("blend.space.%d", static_cast<int>(i)), spaces[i].name.c_str(), &spaces[i] == &space))
      state.shown = spaces[i].name;
  }
  if (menuText("blend.rename", "Rename...")) {
    std::snprintf(state.typed.data(), state.typed.size(), "%s", space.name.c_str());
    state.naming = space.name;
    state.appears = true;
  }
  endCombo();
}

/// Which space is shown, and what is done with it as a whole.
void drawHead(const Session& session, const BlendSpaceSettings& space, BlendPanelState& state, float width,
              Commands& out) {
  const auto& spaces = session.character().blendSpaces();
  const float gap = px(6), fade = px(64), layOut = px(76);
  const float room = width - fade - layOut - 2 * rowHeight() - 4 * gap;
  drawChooser(session, space, state, std::max(room, px(48)), out);
  ImGui::SameLine(0, gap);
  const auto playing = session.character().player().playingSpace();
  const bool plays = playing && playing->number == blendSpaceNumber(space.name);
  if (button("blend.fade", "Fade", {fade, 0}, "Fade to the space, as the transition set and the cross-fade panel say.",
             {.accent = !plays, .enabled = !plays}))
    out.push_back(FadeTo{.clip = blendSpaceNumber(space.name)});
  ImGui::SameLine(0, gap);
  if (button("blend.layOut", "Lay out", {layOut, 0},
             "Fill the space with the model's walks and runs, at their measured speed and turn."))
    out.push_back(LayOutBlendSpace{space.name});
  ImGui::SameLine(0, gap);
  if (iconButton("blend.new", Icon::Table, "Make another blend space, like this one.",
                 {.quiet = true, .enabled = spaces.size() < kMaxBlendSpaces})) {
    BlendSpaceSettings next = space;
    next.name = state.shown = freeName(spaces);
    out.push_back(SetBlendSpace{std::move(next)});
  }
  ImGui::SameLine(0, gap);
  if (iconButton("blend.remove", Icon::Close, "Remove this blend space.", {.quiet = true}))
    out.push_back(RemoveBlendSpace{space.name});
}

void drawNoSpace(const Session& session, float width, Commands& out) {
  paragraph("A blend space mixes walks and runs by speed and turn: drag a point, and the clips around it play in step.",
            colors().textDim);
  if (button("blend.layOut", "Lay out walks and runs", {std::min(width, px(190)), 0},
             "Make a blend space of the model's walks and runs, at their measured speed and turn.",
             {.accent = true, .enabled = session.clipCount() > 1}))
    out.push_back(LayOutBlendSpace{"Gaits"});
}

}  // namespace

void drawBlendPanel(const Session& session, BlendPanelState& state, Commands& out) {
  const float width = fullWidth();
  const auto& spaces = session.character().blendSpaces();
  if (spaces.empty()) return drawNoSpace(session, width, out);
  wantContacts(session, out);
  const BlendSpaceSettings* shown = findBlendSpace(spaces, blendSpaceNumber(state.shown));
  if (!shown) shown = &spaces.front();
  const PlayedSpace* const played = session.character().player().space(blendSpaceNumber(shown->name));
  if (!played) return;
  if (state.open >= static_cast<int>(shown->samples.size())) state.open = -1;
  drawHead(session, *shown, state, width, out);
  drawPlane(session, *shown, *played, width, out);
  drawPointSliders(*shown, width, out);
  BlendSpaceSettings next = *shown;
  const int sync = segments("blend.sync", kSpaceSyncTexts, static_cast<int>(shown->sync), width, kSpaceSyncSentences);
  if (sync >= 0) next.sync = static_cast<crossfade::Sync>(sync);
  bool changed = sync >= 0 && next.sync != shown->sync;
  drawRows(session, next, *played, state, width, changed);
  drawAdd(session, next, width, changed);
  if (changed) out.push_back(SetBlendSpace{std::move(next)});
}

}  // namespace app
